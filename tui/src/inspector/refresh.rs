//! Keeps the analysis up to date: a short text is analyzed within the update, a long one
//! on the thread of [`crate::inspector::worker`], whose answer is a message.

use iri_core::inspect::CharacterFilter;
use iri_core::rules::Severity;

use crate::cells::first_shown;
use crate::inspector::analysis::{Analysis, AnalysisRequest, SHORT};
use crate::inspector::app::App;
use crate::inspector::pane::Pane;
use crate::inspector::worker::{Answer, AnswerContent, Question, QuestionKind};

impl App {
    /// Returns the new questions for the worker.
    pub fn take_questions(&mut self) -> Vec<Question> {
        std::mem::take(&mut self.questions)
    }

    /// Answers all questions at once.
    #[cfg(test)]
    pub fn settle(&mut self) {
        loop {
            let questions = self.take_questions();
            if questions.is_empty() {
                return;
            }
            for question in questions {
                self.update(crate::inspector::message::Message::Answer(Box::new(question.answer())));
            }
        }
    }

    /// Returns analyses to drop on the worker, because that takes long.
    pub fn take_discarded(&mut self) -> Vec<Analysis> {
        std::mem::take(&mut self.discarded)
    }

    /// Analyzes the text.
    pub(super) fn analyze(&mut self) {
        let wanted = self.wanted();
        let text = self.editor.text();
        let analysis = if text.len() + self.other.len() <= SHORT {
            Analysis::new(text, &self.other, &self.options, wanted)
        } else {
            self.ask_worker(QuestionKind::Analysis);
            Analysis::preliminary(self.editor.text(), &self.options, wanted)
        };
        self.set_analysis(analysis);
    }

    fn set_analysis(&mut self, analysis: Analysis) {
        let before = std::mem::replace(&mut self.analysis, analysis);
        if before.length > SHORT {
            self.discarded.push(before);
        }
    }

    fn ask_worker(&mut self, what: QuestionKind) {
        let (revision, wanted) = (self.editor.revision(), self.wanted());
        let asked = (revision, what, wanted.order);
        if self.asked.contains(&asked) {
            return;
        }
        self.asked.retain(|(about, ..)| *about == revision);
        self.asked.push(asked);
        let (text, other, options) = (self.text().to_owned(), self.other.clone(), self.options.clone());
        self.questions.push(Question { revision, text, other, options, wanted, what });
    }

    pub(super) fn wanted(&self) -> AnalysisRequest {
        let (filter, sort, order) = (self.filter, self.sort, self.order);
        AnalysisRequest { filter, sort, order, cursor: self.editor.cursor(), pane: self.pane() }
    }

    /// Sets the base; an empty one removes it.
    pub(super) fn set_base(&mut self, base: &str) {
        self.options.base = (!base.is_empty()).then(|| base.to_owned());
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
    fn reanalyze(&mut self) {
        self.asked.clear();
        self.analyze();
        self.finding = self.analysis.finding_from(self.editor.cursor());
    }

    /// Scrolls to the selection and loads what the panes need.
    pub(super) fn follow(&mut self) {
        let wanted = self.wanted();
        if !self.analysis.covers(wanted, self.editor.text()) {
            self.analysis.update_view(self.editor.text(), &self.options, wanted);
        }
        let selected = self.selected_character();
        self.analysis.look_up_character(self.editor.text(), &self.options, selected);
        if self.text().len() > SHORT && self.analysis.is_complete && self.analysis.lacks(wanted) {
            self.ask_worker(if wanted.pane == Pane::Direction {
                QuestionKind::Direction
            } else {
                QuestionKind::Conversions
            });
        }
        let width = self.size.width;
        self.view = first_shown(self.editor.text(), self.editor.cursor(), self.view, width, self.theme.drawing());
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
            AnswerContent::SafeFixes(fixed, left) => self.become_fixed(&fixed, left),
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

    /// Selects what is shown first: a list that is not empty, and the first finding.
    pub(super) fn show_first(&mut self) {
        self.choose_filter();
        if !self.text().is_empty() {
            self.select_finding(0);
        }
    }

    /// The first list that is not empty.
    fn choose_filter(&mut self) {
        if !self.analysis.is_complete {
            return;
        }
        for filter in [CharacterFilter::LeiriOnly, CharacterFilter::Notable, CharacterFilter::All] {
            self.filter = filter;
            let wanted = self.wanted();
            self.analysis.update_view(self.editor.text(), &self.options, wanted);
            if self.analysis.listing.count > 0 {
                return;
            }
        }
        self.filter = CharacterFilter::LeiriOnly;
    }

    pub(super) fn fix(&mut self, number: usize) {
        if !self.analysis.is_complete {
            "a long text: it is still being judged".clone_into(&mut self.notice);
            return;
        }
        let Some(fix) = self.selected_finding().and_then(|finding| finding.fixes.into_iter().nth(number)) else {
            "no such fix here".clone_into(&mut self.notice);
            return;
        };
        let title = fix.title.clone();
        let fixed = iri_core::text::apply_edits(self.text(), &fix.edits);
        self.editor.become_text(&fixed, &title);
        self.notice = format!("done: {title}; u takes it back");
    }

    pub(super) fn fix_all_safe(&mut self) {
        if self.text().len() > SHORT {
            self.ask_worker(QuestionKind::SafeFixes);
            "a long text: it is being mended".clone_into(&mut self.notice);
            return;
        }
        let fixed = iri_core::inspect(self.text(), &self.options).apply_safe_fixes(Severity::Hint);
        let left = iri_core::inspect(&fixed, &self.options).findings().len();
        self.become_fixed(&fixed, left);
    }

    fn become_fixed(&mut self, fixed: &str, left: usize) {
        let before = self.analysis.findings.len();
        if fixed == self.text() {
            "nothing here has a safe fix".clone_into(&mut self.notice);
            return;
        }
        self.editor.become_text(fixed, "all safe fixes");
        self.notice = format!("all safe fixes: {before} findings before, {left} now; u takes them back");
    }
}
