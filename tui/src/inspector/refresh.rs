//! Keeps the analysis up to date: a short text is analyzed within the update, a long one
//! on the thread of [`crate::inspector::worker`], whose answer is a message.

use iri_core::characters::BidiNotation;
use iri_core::inspect::CharacterFilter;
use iri_core::text::floor_char_boundary;
use iri_core::{CancelToken, Span};

use crate::cells::cluster::{is_boundary, previous};
use crate::files::edits::no_fix;
use crate::inspector::analysis::{Analysis, AnalysisRequest, SHORT};
use crate::inspector::app::{App, Screen};
use crate::inspector::editor::Editor;
use crate::inspector::overlay::Overlay;
use crate::inspector::pane::Pane;
use crate::inspector::subject::Fixed;
use crate::inspector::worker::{Answer, AnswerContent, Question, QuestionKind};
use crate::theme::drawing::Letters;

impl App {
    /// Returns the new questions for the worker.
    pub fn take_questions(&mut self) -> Vec<Question> {
        std::mem::take(&mut self.questions)
    }

    /// Answers all questions immediately.
    #[cfg(test)]
    pub fn wait_for_analysis(&mut self) {
        loop {
            let questions = self.take_questions();
            if questions.is_empty() {
                return;
            }
            for question in questions {
                self.update(crate::inspector::message::Message::Answer(Box::new(
                    question.answer(&CancelToken::default()),
                )));
            }
        }
    }

    /// Returns analyses to drop on the worker, because dropping takes long.
    pub fn take_discarded(&mut self) -> Vec<Analysis> {
        std::mem::take(&mut self.discarded)
    }

    /// Analyzes the text.
    pub(super) fn analyze(&mut self) {
        let wanted = self.wanted();
        let analysis = if self.subject.weight() + self.other.len() <= SHORT {
            Analysis::new(&self.subject, &self.other, wanted, &CancelToken::default())
        } else {
            self.ask_worker(QuestionKind::Analysis);
            Analysis::preliminary(&self.subject, wanted)
        };
        self.set_analysis(analysis);
    }

    fn set_analysis(&mut self, analysis: Analysis) {
        let before = std::mem::replace(&mut self.analysis, analysis);
        if before.length > SHORT {
            self.discarded.push(before);
        }
        self.look_up_target();
    }

    fn ask_worker(&mut self, what: QuestionKind) {
        let (revision, wanted) = (self.editor.revision(), self.wanted());
        let asked = (revision, what, wanted.order);
        if self.asked.contains(&asked) {
            return;
        }
        self.asked.retain(|(about, ..)| *about == revision);
        self.asked.push(asked);
        let (subject, other) = (self.subject.clone(), self.other.clone());
        self.questions.push(Question { revision, subject, other, wanted, what });
    }

    pub(super) fn wanted(&self) -> AnalysisRequest {
        let (filter, sort, order) = (self.filter, self.sort, self.order);
        AnalysisRequest { filter, sort, order, cursor: self.editor.cursor(), pane: self.pane() }
    }

    /// Sets the base; an empty one removes it.
    pub(super) fn set_base(&mut self, base: &str) {
        self.subject.set_base(base);
        self.reanalyze();
        self.focus(Pane::Resolution);
    }

    /// Sets the reference to compare with; an empty one removes it.
    pub(super) fn set_other(&mut self, other: &str) {
        other.clone_into(&mut self.other);
        self.reanalyze();
        self.focus(Pane::Comparison);
    }

    /// Analyzes the same text under changed options.
    pub(super) fn reanalyze(&mut self) {
        self.asked.clear();
        self.analyze();
        self.finding = self.analysis.finding_from(self.editor.cursor());
    }

    /// Scrolls to the selection and loads the visible rows.
    pub(super) fn follow(&mut self) {
        let wanted = self.wanted();
        if !self.analysis.is_current_for(wanted, self.editor.text()) {
            self.analysis.update_view(&self.subject, wanted);
        }
        let selected = self.selected_character();
        self.analysis.look_up_character(&self.subject, selected);
        if self.text().len() > SHORT && self.analysis.is_complete && self.analysis.is_missing(wanted) {
            self.ask_worker(if wanted.pane == Pane::Direction {
                QuestionKind::Direction
            } else {
                QuestionKind::Conversions
            });
        }
        self.look.theme.notation = self.notation();
        let text = self.editor.text();
        // The first visible byte may be an offset of an earlier text.
        let mut view = floor_char_boundary(text, self.view.min(text.len()));
        if !is_boundary(text, view) {
            view = previous(text, view);
        }
        self.view = self.viewport.reference_view(self, view);
        self.wrap_pages();
    }

    /// Wraps the lines of every text viewer, covered ones included, at the width of the screen; the first visible line
    /// stays.
    fn wrap_pages(&mut self) {
        let width = self.look.size.width;
        for number in 0..self.overlays.len() {
            let rows = match &self.overlays[number] {
                Overlay::Page(page) if page.width != width => self.viewport.wrapped_rows(self, &page.lines),
                _ => continue,
            };
            let height = self.viewport.page_rows(self);
            if let Overlay::Page(page) = &mut self.overlays[number] {
                let first = page.rows.get(page.top).copied();
                page.top = first.map_or(page.top, |first| rows.partition_point(|row| row.line < first.line));
                page.top = page.top.min(rows.len().saturating_sub(height));
                (page.rows, page.width, page.found) = (rows, width, None);
            }
        }
    }

    /// Returns the notation of the whole screen, in which no two references look the same. The selected reference comes
    /// first, because its messages are in its own notation.
    fn notation(&self) -> BidiNotation {
        let mut notation = self.analysis.notation;
        if self.look.theme.letters != Letters::Notation {
            return notation;
        }
        if let Some(documents) = &self.documents {
            if self.screen == Screen::List {
                notation =
                    documents.current().map_or(notation, |(_, file, row)| BidiNotation::new(file.rows.text(row)));
            }
            let around = usize::from(self.look.size.height);
            let first = documents.selected().saturating_sub(around);
            for number in first..=documents.selected() + around {
                let Some((_, file, row)) = documents.get(number) else { break };
                notation.extend(start_of(file.rows.text(row)));
                notation.extend(file.rows.place(row));
                notation.extend(&file.name);
            }
            if let Some((_, file, row)) = documents.current()
                && let Some(document) = file.document()
            {
                let Span { start, end, .. } = row.span();
                let near = Span::new(start.saturating_sub(SEEN), end.min(start + SEEN) + SEEN);
                notation.extend(&document.slice(document.clamped(near)));
            }
        }
        notation.extend(start_of(self.text()));
        let converted = self.analysis.conversions.iter().flatten().filter_map(|conversion| conversion.text.as_deref());
        let typed = self.overlays.iter().filter_map(Overlay::typed).map(Editor::text);
        let others = [Some(self.other.as_str()), self.base()].into_iter().flatten();
        for text in converted.chain(typed).chain(others) {
            notation.extend(start_of(text));
        }
        notation
    }

    /// Applies an answer of the worker, unless the text has changed since.
    pub(super) fn take_answer(&mut self, answer: Answer) {
        self.asked.retain(|(about, what, _)| *about != answer.revision || *what != answer.found.what());
        if answer.revision != self.editor.revision() {
            if let AnswerContent::Analysis(analysis) = answer.found {
                self.discarded.push(*analysis);
            }
            return;
        }
        match answer.found {
            AnswerContent::Analysis(analysis) => self.take_analysis(*analysis),
            AnswerContent::Direction(direction) => self.analysis.direction = Some(*direction),
            AnswerContent::Conversions(conversions) => self.analysis.conversions = Some(conversions),
            AnswerContent::SafeFixes(fixed) => self.take_fixed(*fixed),
        }
    }

    fn take_analysis(&mut self, analysis: Analysis) {
        self.set_analysis(analysis);
        if self.is_new {
            self.show_first();
        } else {
            self.finding = self.analysis.finding_from(self.editor.cursor());
        }
    }

    /// Selects the first filter of characters whose list is not empty, and the first finding; of a reference in a file the
    /// finding whose fixes have keys in the list.
    pub(super) fn show_first(&mut self) {
        self.choose_filter();
        if !self.text().is_empty() {
            self.select_finding(if self.documents.is_some() { self.analysis.findings.main() } else { 0 });
        }
    }

    /// Returns the first filter whose list is not empty.
    fn choose_filter(&mut self) {
        if !self.analysis.is_complete {
            return;
        }
        for filter in [CharacterFilter::LeiriOnly, CharacterFilter::Notable, CharacterFilter::All] {
            self.filter = filter;
            let wanted = self.wanted();
            self.analysis.update_view(&self.subject, wanted);
            if self.analysis.listing.count > 0 {
                return;
            }
        }
        self.filter = CharacterFilter::LeiriOnly;
    }

    pub(super) fn fix(&mut self, number: usize) {
        if !self.analysis.is_complete {
            "analyzing …".clone_into(&mut self.notice);
            return;
        }
        let Some(finding) = self.selected_finding() else {
            "no findings".clone_into(&mut self.notice);
            return;
        };
        let Some(fix) = finding.fixes.get(number) else {
            self.notice = no_fix(finding.fixes.len(), "i");
            return;
        };
        let title = fix.title.clone();
        self.apply_edits(&fix.edits, &title);
        self.notice = format!("applied: {title} (u undo)");
        self.notify_refusal();
    }

    pub(super) fn fix_all_safe(&mut self) {
        if let Some(refusal) = self.subject.fix_refusal() {
            self.notice = format!("not fixed: {refusal}");
            return;
        }
        if self.subject.weight() > SHORT {
            self.ask_worker(QuestionKind::SafeFixes);
            "applying fixes …".clone_into(&mut self.notice);
            return;
        }
        self.take_fixed(self.subject.fixed(&CancelToken::default()));
    }

    fn take_fixed(&mut self, fixed: Fixed) {
        let (before, left, below) = (self.analysis.findings.len(), fixed.left, fixed.below.words());
        if !fixed.is_changed {
            self.notice = no_safe_fixes(&below);
            return;
        }
        self.apply_fix(fixed, "all safe fixes");
        let rest = match (left, below.as_str()) {
            (_, "") => format!("{left} of {} left", crate::files::tally::named(before, "finding")),
            _ => below,
        };
        self.notice = format!("applied: all safe fixes, {rest} (u undo)");
    }
}

/// Returns the notice that no fix of an error or a warning can be applied; `below` describes other fixes.
pub(super) fn no_safe_fixes(below: &str) -> String {
    if below.is_empty() { "no safe fixes".to_owned() } else { format!("no safe fixes for errors or warnings; {below}") }
}

/// Maximum bytes of a text that a screen shows.
const SEEN: usize = 1 << 12;

fn start_of(text: &str) -> &str {
    &text[..floor_char_boundary(text, SEEN)]
}
