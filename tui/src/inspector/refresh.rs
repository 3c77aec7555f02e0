//! Keeps the analysis up to date: a short text is analyzed within the update, a long one
//! on the thread of [`crate::inspector::worker`], whose answer is a message.

use iri_core::CancelToken;
use iri_core::inspect::CharacterFilter;
use iri_core::text::floor_char_boundary;

use crate::cells::cluster::{is_boundary, previous};
use crate::files::edits::no_fix;
use crate::inspector::analysis::{Analysis, AnalysisRequest, SHORT};
use crate::inspector::edited_reference::EditedReference;
use crate::inspector::editor::TYPING;
use crate::inspector::pane::Pane;
use crate::inspector::panes::ReferencePanes;
use crate::inspector::subject::{Fixed, Subject};
use crate::inspector::worker::{Answer, AnswerContent, Question, QuestionKind};

impl ReferencePanes {
    /// Analyzes the text.
    pub(super) fn analyze(&mut self) {
        let (subject, wanted) = (&self.reference.subject, self.wanted());
        let analysis = if subject.weight() + self.other.len() <= SHORT {
            Analysis::new(subject, &self.other, wanted, &CancelToken::default())
        } else {
            let preliminary = Analysis::preliminary(subject, wanted);
            self.ask_worker(QuestionKind::Analysis);
            preliminary
        };
        self.set_analysis(analysis);
    }

    fn set_analysis(&mut self, analysis: Analysis) {
        let before = std::mem::replace(&mut self.analysis, analysis);
        if before.length > SHORT {
            self.traffic.discarded.push(before);
        }
        self.is_target_outdated = true;
    }

    fn ask_worker(&mut self, what: QuestionKind) {
        let (revision, wanted) = (self.reference.editor.revision(), self.wanted());
        if self.traffic.begin(revision, what, wanted.order) {
            let (subject, other) = (self.reference.subject.clone(), self.other.clone());
            self.traffic.questions.push(Question { revision, subject, other, wanted, what });
        }
    }

    fn wanted(&self) -> AnalysisRequest {
        let &Self { filter, sort, order, pane, .. } = self;
        AnalysisRequest { filter, sort, order, cursor: self.reference.editor.cursor(), pane }
    }

    /// Sets the base; an empty one removes it.
    pub(super) fn set_base(&mut self, base: &str) {
        self.reference.subject.set_base(base);
        self.reanalyze();
    }

    /// Sets the reference to compare with; an empty one removes it.
    pub(super) fn set_other(&mut self, other: &str) {
        other.clone_into(&mut self.other);
        self.reanalyze();
    }

    /// Analyzes the same text under changed options.
    pub(super) fn reanalyze(&mut self) {
        self.traffic.asked.clear();
        self.analyze();
        self.finding = self.analysis.finding_from(self.reference.editor.cursor());
    }

    /// Opens another reference, without the history of the current one. What is edited stays edited.
    pub(super) fn take(&mut self, subject: Subject) {
        let is_edited = self.reference.edit_start.is_some();
        self.reference = EditedReference::new(subject);
        if is_edited {
            self.reference.begin_edit();
        }
        self.start_again();
    }

    /// Opens the same reference after a change of its document. While it is edited, the cursor stays where it is in the text.
    pub(super) fn take_again(&mut self, subject: Subject) {
        let cursor = self.reference.editor.cursor_in(subject.text());
        self.take(subject);
        if self.reference.edit_start.is_some() {
            self.reference.is_new = false;
            self.select(cursor);
        }
    }

    /// Opens `reloaded`, which is edited to `text`, as another program left both: the end of the edit restores the former.
    pub(super) fn edit_again(&mut self, reloaded: Subject, text: &str) {
        let cursor = self.reference.editor.cursor_in(text);
        self.take_again(reloaded);
        self.reference.editor.set_text(text, TYPING);
        self.reference.editor.place(cursor);
        // The document contained this text.
        self.follow_text();
    }

    /// Analyzes another text, and selects its first finding.
    pub(super) fn start_again(&mut self) {
        self.reference.canceled = None;
        self.reference.is_new = true;
        self.reference.editor.place(0);
        self.view = 0;
        self.analyze();
        self.show_first();
    }

    /// Analyzes the text that was typed, undone, redone or fixed. Returns the notice that its document cannot contain it.
    pub(super) fn follow_text(&mut self) -> Option<String> {
        self.reference.follow_text();
        self.analyze();
        self.finding = self.analysis.finding_from(self.reference.editor.cursor());
        self.reference.refusal()
    }

    /// Loads the rows around the selection, and what the selected pane shows.
    pub(super) fn follow(&mut self) {
        let wanted = self.wanted();
        if !self.analysis.is_current_for(wanted, self.text()) {
            self.analysis.update_view(&self.reference.subject, wanted);
        }
        let selected = self.selected_character();
        self.analysis.look_up_character(&self.reference.subject, selected);
        if self.text().len() > SHORT && self.analysis.is_complete && self.analysis.is_missing(wanted) {
            let is_direction = wanted.pane == Pane::Direction;
            self.ask_worker(if is_direction { QuestionKind::Direction } else { QuestionKind::Conversions });
        }
        // The first visible byte may be an offset of an earlier text.
        let text = self.text();
        let view = floor_char_boundary(text, self.view.min(text.len()));
        self.view = if is_boundary(text, view) { view } else { previous(text, view) };
    }

    /// Applies an answer of the worker, unless the text has changed since. Returns the notice about it.
    pub(super) fn take_answer(&mut self, answer: Answer) -> Option<String> {
        self.traffic.asked.retain(|(about, what, _)| *about != answer.revision || *what != answer.found.what());
        if answer.revision != self.reference.editor.revision() {
            if let AnswerContent::Analysis(analysis) = answer.found {
                self.traffic.discarded.push(*analysis);
            }
            return None;
        }
        match answer.found {
            AnswerContent::Analysis(analysis) => self.take_analysis(*analysis),
            AnswerContent::Direction(direction) => self.analysis.direction = Some(*direction),
            AnswerContent::Conversions(conversions) => self.analysis.conversions = Some(conversions),
            AnswerContent::SafeFixes(fixed) => return Some(self.take_fixed(*fixed)),
        }
        None
    }

    fn take_analysis(&mut self, analysis: Analysis) {
        self.set_analysis(analysis);
        if self.reference.is_new {
            self.show_first();
        } else {
            self.finding = self.analysis.finding_from(self.reference.editor.cursor());
        }
    }

    /// Selects the first filter of characters whose list is not empty, and the first finding; of a reference in a file the
    /// finding whose fixes have keys in the list.
    fn show_first(&mut self) {
        self.choose_filter();
        if !self.text().is_empty() {
            let is_in_document = self.reference.subject.is_in_document();
            self.select_finding(if is_in_document { self.analysis.findings.main() } else { 0 });
        }
    }

    /// Selects the first filter whose list is not empty.
    fn choose_filter(&mut self) {
        if !self.analysis.is_complete {
            return;
        }
        for filter in [CharacterFilter::LeiriOnly, CharacterFilter::Notable, CharacterFilter::All] {
            self.filter = filter;
            let wanted = self.wanted();
            self.analysis.update_view(&self.reference.subject, wanted);
            if self.analysis.listing.count > 0 {
                return;
            }
        }
        self.filter = CharacterFilter::LeiriOnly;
    }

    /// Applies a fix of the selected finding. Returns the notice about it.
    pub(super) fn fix(&mut self, number: usize) -> String {
        if !self.analysis.is_complete {
            return "analyzing …".to_owned();
        }
        let Some(finding) = self.selected_finding() else { return "no findings".to_owned() };
        let Some(fix) = finding.fixes.get(number) else { return no_fix(finding.fixes.len(), "i") };
        self.reference.apply_edits(&fix.edits, &fix.title);
        self.reference.refusal().unwrap_or_else(|| format!("applied: {} (u undo)", fix.title))
    }

    /// Applies all safe fixes, for a long text on the worker. Returns the notice about it.
    pub(super) fn fix_all_safe(&mut self) -> String {
        let subject = &self.reference.subject;
        if let Some(refusal) = subject.fix_refusal() {
            return format!("not fixed: {refusal}");
        }
        if subject.weight() > SHORT {
            self.ask_worker(QuestionKind::SafeFixes);
            return "applying fixes …".to_owned();
        }
        self.take_fixed(subject.fixed(&CancelToken::default()))
    }

    fn take_fixed(&mut self, fixed: Fixed) -> String {
        let (before, left, below) = (self.analysis.findings.len(), fixed.left, fixed.below.words());
        if !fixed.is_changed {
            return no_safe_fixes(&below);
        }
        self.reference.apply_fix(fixed, "all safe fixes");
        let rest = match (left, below.as_str()) {
            (_, "") => format!("{left} of {} left", crate::files::tally::named(before, "finding")),
            _ => below,
        };
        format!("applied: all safe fixes, {rest} (u undo)")
    }
}

/// Returns the notice that no fix of an error or a warning can be applied; `below` describes other fixes.
pub(super) fn no_safe_fixes(below: &str) -> String {
    if below.is_empty() { "no safe fixes".to_owned() } else { format!("no safe fixes for errors or warnings; {below}") }
}
