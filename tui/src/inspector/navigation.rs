//! Movements of the cursor and of the selection in the panes, by keys and mouse.

use iri_core::reference::Form;
use ratatui::layout::Position;

use crate::inspector::app::{App, Screen, Target};
use crate::inspector::editor::Motion;
use crate::inspector::message::{Effect, Step};
use crate::inspector::pane::Pane;

impl App {
    pub(super) fn go(&mut self, motion: Motion) {
        self.editor.go(motion);
        self.select_at_cursor();
    }

    /// Moves the cursor to `offset`.
    pub(super) fn select(&mut self, offset: usize) {
        self.editor.place(offset);
        self.select_at_cursor();
    }

    /// Selects the finding at the cursor, if there is one.
    pub(super) fn select_at_cursor(&mut self) {
        let at = self.editor.cursor();
        let chosen = self.analysis.findings.span(self.finding).is_some_and(|span| span.contains(at));
        if !chosen && let Some(index) = self.analysis.finding_over(at) {
            self.finding = index;
        }
    }

    pub(super) fn select_finding(&mut self, index: usize) {
        self.finding = index.min(self.analysis.findings.len().saturating_sub(1));
        if let Some(span) = self.analysis.findings.span(self.finding) {
            self.editor.place(span.start);
            self.mark_character(span.start);
        }
    }

    pub(super) fn step(&mut self, step: Step) {
        if !self.overlays.is_empty() {
            return self.step_in_overlay(step);
        }
        if self.screen == Screen::List {
            return self.step_in_list(step);
        }
        let page = self.viewport.pane_rows(self, self.pane()).max(1);
        match self.pane() {
            Pane::Findings => {
                self.select_finding(step.moved(self.finding, page, self.analysis.findings.len()));
            }
            Pane::Characters => self.step_in_characters(step, page),
            Pane::Conversions => self.form = step.moved(self.form, page, Form::ALL.len()),
            Pane::Direction | Pane::Reference | Pane::Bytes | Pane::Parsers | Pane::Resolution | Pane::Comparison => {
                match step {
                    Step::Up | Step::PageUp => self.go(Motion::WordLeft),
                    Step::Down | Step::PageDown => self.go(Motion::WordRight),
                    Step::First => self.go(Motion::Start),
                    Step::Last => self.go(Motion::End),
                    Step::To(word) => {
                        self.go(Motion::Start);
                        (0..word.min(self.text().len())).for_each(|_| self.go(Motion::WordRight));
                    }
                }
            }
        }
    }

    pub(super) fn step_in_characters(&mut self, step: Step, page: usize) {
        let (text, at) = (self.text(), self.selected_character());
        let listing = &self.analysis.listing;
        let row = listing.row_of(text, at);
        let forward = matches!(step, Step::Down) && !listing.lists(text, at);
        // Between two rows the next row is the current one.
        let row = if forward { row } else { step.moved(row, page, listing.count) };
        let offset = listing.offset_of(text, row);
        self.select(offset);
        self.mark_character(offset);
    }

    /// Extends the selection to the mouse.
    pub(super) fn drag(&mut self, at: Position) {
        if let Some(overlay) = self.overlays.last() {
            if let Some(offset) = self.viewport.overlay_offset(self, overlay, at) {
                self.line().extend_over(offset);
            }
        } else if self.screen == Screen::Reference {
            self.editor.extend_over(self.viewport.reference_offset(self, at));
        }
    }

    pub(super) fn point(&mut self, at: Position) -> Effect {
        if let Some(message) = self.viewport.hint_at(self, at) {
            return self.apply(message);
        }
        if !self.overlays.is_empty() {
            return self.point_in_overlay(at);
        }
        match self.viewport.target(self, at) {
            Some(Target::Pane(pane)) if pane != Pane::Reference => self.focus(pane),
            Some(Target::Character(pane, offset)) => {
                if pane != Pane::Reference {
                    self.focus(pane);
                }
                self.select(offset);
                self.mark_character(offset);
            }
            Some(Target::Finding(index)) => {
                self.focus(Pane::Findings);
                self.select_finding(index);
            }
            Some(Target::Row(number)) => self.choose_row(number),
            Some(Target::Part(number)) => self.select_row(number),
            Some(Target::Form(index)) => {
                self.focus(Pane::Conversions);
                self.form = index;
            }
            // A click starts no editing.
            Some(Target::Pane(_)) | None => {}
        }
        Effect::Draw
    }

    pub(super) fn wheel(&mut self, at: Position, step: Step) {
        if self.screen == Screen::List {
            return self.step(step);
        }
        if let (true, Some(target)) = (self.overlays.is_empty(), self.viewport.target(self, at)) {
            let pane = target.pane();
            if pane == Pane::Reference {
                return;
            }
            self.focus(pane);
        }
        self.step(step);
    }
}
