//! Movements of the cursor and of the selection in the panes, by keys and mouse.

use ratatui::layout::Position;

use crate::inspector::app::{App, Target};
use crate::inspector::message::{Effect, Step};
use crate::inspector::origin::Screen;
use crate::inspector::pane::Pane;

impl App {
    pub(super) fn step(&mut self, step: Step) {
        if !self.overlays.is_empty() {
            return self.step_in_overlay(step);
        }
        if self.origin.screen() == Screen::List {
            return self.step_in_list(step);
        }
        let page = self.viewport.pane_rows(self, self.panes.pane).max(1);
        self.panes.step(step, page);
    }

    /// Extends the selection to the mouse.
    pub(super) fn drag(&mut self, at: Position) {
        if let Some(overlay) = self.overlays.last() {
            if let Some(offset) = self.viewport.overlay_offset(self, overlay, at) {
                self.line().extend_over(offset);
            }
        } else if self.origin.screen() == Screen::Reference {
            self.panes.reference.editor.extend_over(self.viewport.reference_offset(self, at));
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
                self.panes.select_character(offset);
            }
            Some(Target::Finding(index)) => {
                self.focus(Pane::Findings);
                self.panes.select_finding(index);
            }
            Some(Target::Row(number)) => self.choose_row(number),
            Some(Target::Part(number)) => self.select_row(number),
            Some(Target::Form(index)) => {
                self.focus(Pane::Conversions);
                self.panes.form = index;
            }
            // A click starts no editing.
            Some(Target::Pane(_)) | None => {}
        }
        Effect::Draw
    }

    pub(super) fn wheel(&mut self, at: Position, step: Step) {
        if self.origin.screen() == Screen::List {
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
