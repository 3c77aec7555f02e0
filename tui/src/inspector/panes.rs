//! The panes of a reference: the reference, its analysis, and what is selected in it.
//!
//! The cursor of the editor is the selection: each pane can move it, and all panes show it.

use iri_core::bidi::DisplayOrder;
use iri_core::inspect::CharacterFilter;
use iri_core::reference::{ComponentName, Form};
use iri_core::rules::Finding;

use crate::files::link_target::LinkTarget;
use crate::inspector::analysis::{Analysis, Sort};
use crate::inspector::edited_reference::EditedReference;
use crate::inspector::editor::Motion;
use crate::inspector::message::Step;
use crate::inspector::pane::Pane;
use crate::inspector::subject::Subject;
use crate::inspector::worker::Traffic;

/// The panes of a reference. While the list is on screen, they are those of the selected reference.
pub struct ReferencePanes {
    /// Reference.
    pub reference: EditedReference,
    /// Analysis of the text.
    pub analysis: Analysis,
    /// Questions for the worker about the text, and analyses for it to drop.
    pub(super) traffic: Traffic,
    /// What the reference opens in its document.
    pub target: Option<LinkTarget>,
    /// Whether the text was analyzed since the target was looked up.
    pub(super) is_target_outdated: bool,
    /// Selected pane, which receives the keys if there is no overlay.
    pub pane: Pane,
    /// Pane that is shown at the bottom, which several panes share.
    pub lowest: Pane,
    /// Whether the selected pane has the whole space below the reference.
    pub is_zoomed: bool,
    /// First visible byte of the reference.
    pub view: usize,
    /// Selected character of the cluster at the cursor, if not the first.
    character: CharacterMark,
    /// Selected finding.
    pub finding: usize,
    /// Selected conversion.
    pub form: usize,
    /// Filter of the characters.
    pub filter: CharacterFilter,
    /// Sort order of the characters.
    pub sort: Sort,
    /// Display order.
    pub order: DisplayOrder,
    /// Number of steps to the displayed order that the direction pane shows; 0 for the rows of both orders.
    reordering_steps: usize,
    /// Whether the reference at the top is in displayed order.
    pub(super) in_displayed_order: bool,
    /// Reference to compare with; may be empty.
    pub other: String,
    /// Text of the last search.
    pub(super) search_text: String,
}

/// A character of one revision of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct CharacterMark {
    /// Revision of the text.
    revision: u64,
    /// Offset of the character.
    offset: usize,
}

impl ReferencePanes {
    /// Opens a reference at its first finding; an empty one is ready for typing.
    pub(super) fn new(subject: Subject) -> Self {
        let is_empty = subject.text().is_empty();
        let mut panes = Self {
            reference: EditedReference::new(subject),
            analysis: Analysis::default(),
            traffic: Traffic::default(),
            target: None,
            is_target_outdated: false,
            pane: Pane::Findings,
            lowest: Pane::Conversions,
            is_zoomed: false,
            view: 0,
            character: CharacterMark::default(),
            finding: 0,
            form: 0,
            filter: CharacterFilter::LeiriOnly,
            sort: Sort::default(),
            order: DisplayOrder::default(),
            reordering_steps: 0,
            in_displayed_order: false,
            other: String::new(),
            search_text: String::new(),
        };
        if is_empty {
            // Without a reference there is nothing but typing.
            panes.focus(Pane::Reference);
        }
        panes.start_again();
        panes
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        self.reference.editor.text()
    }

    /// Returns the base of the reference.
    pub fn base(&self) -> Option<&str> {
        self.reference.subject.options().base.as_deref()
    }

    /// Returns the path of the reference.
    pub fn path(&self) -> &str {
        let path = self.analysis.components.iter().find(|component| component.name == ComponentName::Path);
        path.map_or("", |path| path.span.slice(self.text()))
    }

    /// Returns the selected finding.
    pub fn selected_finding(&self) -> Option<Finding> {
        self.analysis.findings.get(self.finding)
    }

    /// Returns the offset of the selected character, which is in the cluster at the cursor.
    pub fn selected_character(&self) -> usize {
        let (CharacterMark { revision, offset }, editor) = (self.character, &self.reference.editor);
        let is_current = revision == editor.revision() && editor.cluster().contains(offset);
        if is_current { offset } else { editor.cursor() }
    }

    /// Returns whether the reference at the top is in displayed order; a text that is edited is in stored order.
    pub fn is_displayed_order(&self) -> bool {
        self.in_displayed_order && self.pane != Pane::Reference && self.analysis.direction.is_some()
    }

    /// Returns the number of steps to the displayed order that the direction pane shows; `None` if it shows both orders.
    pub fn reordering_step(&self) -> Option<usize> {
        let count = self.analysis.direction.as_ref()?.steps.len();
        let shown = self.reordering_steps.min(count);
        (self.pane == Pane::Direction && shown > 0).then_some(shown)
    }
}

/// Selection.
impl ReferencePanes {
    /// Selects a pane. The reference is edited while its pane is selected.
    pub(super) fn focus(&mut self, pane: Pane) {
        if pane == Pane::Reference {
            self.reference.begin_edit();
        } else {
            self.reference.edit_start = None;
            self.reference.editor.select_nothing();
        }
        self.pane = pane;
        if pane.is_lowest() {
            self.lowest = pane;
        }
    }

    pub(super) fn go(&mut self, motion: Motion) {
        self.reference.editor.go(motion);
        self.select_at_cursor();
    }

    /// Moves the cursor to `offset`.
    pub(super) fn select(&mut self, offset: usize) {
        self.reference.editor.place(offset);
        self.select_at_cursor();
    }

    /// Selects the character at byte `offset`, also if another one starts its cluster.
    pub(super) fn select_character(&mut self, offset: usize) {
        self.select(offset);
        self.mark_character(offset);
    }

    fn mark_character(&mut self, offset: usize) {
        self.character = CharacterMark { revision: self.reference.editor.revision(), offset };
    }

    /// Selects the finding at the cursor, if there is one.
    pub(super) fn select_at_cursor(&mut self) {
        let at = self.reference.editor.cursor();
        let chosen = self.analysis.findings.span(self.finding).is_some_and(|span| span.contains(at));
        if !chosen && let Some(index) = self.analysis.finding_over(at) {
            self.finding = index;
        }
    }

    pub(super) fn select_finding(&mut self, index: usize) {
        self.finding = index.min(self.analysis.findings.len().saturating_sub(1));
        if let Some(span) = self.analysis.findings.span(self.finding) {
            self.reference.editor.place(span.start);
            self.mark_character(span.start);
        }
    }

    /// Moves the selection of the pane, which has `page` rows.
    pub(super) fn step(&mut self, step: Step, page: usize) {
        match self.pane {
            Pane::Findings => self.select_finding(step.moved(self.finding, page, self.analysis.findings.len())),
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

    fn step_in_characters(&mut self, step: Step, page: usize) {
        let (text, at) = (self.text(), self.selected_character());
        let listing = &self.analysis.listing;
        let row = listing.row_of(text, at);
        let forward = matches!(step, Step::Down) && !listing.lists(text, at);
        // Between two rows the next row is the current one.
        let row = if forward { row } else { step.moved(row, page, listing.count) };
        self.select_character(listing.offset_of(text, row));
    }

    pub(super) fn next_filter(&mut self) {
        self.filter = match self.filter {
            CharacterFilter::LeiriOnly => CharacterFilter::Notable,
            CharacterFilter::Notable => CharacterFilter::All,
            CharacterFilter::All => CharacterFilter::LeiriOnly,
        };
    }

    pub(super) fn next_order(&mut self) {
        let index = DisplayOrder::ALL.iter().position(|order| *order == self.order).unwrap_or(0);
        self.order = DisplayOrder::ALL[(index + 1) % DisplayOrder::ALL.len()];
    }

    pub(super) fn next_reordering_step(&mut self) {
        let count = self.analysis.direction.as_ref().map_or(0, |direction| direction.steps.len());
        self.reordering_steps = if self.reordering_steps < count { self.reordering_steps + 1 } else { 0 };
    }
}
