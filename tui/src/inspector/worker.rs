//! The worker thread, which analyzes long texts so that keys do not wait.
//!
//! ```text
//!  App::update ─▶ Question (text, revision) ─▶ thread ─▶ Answer ─▶ Message::Answer ─▶ App::update
//! ```
//!
//! Only questions about the last text matter: older questions are dropped, an analysis of an outdated text is cancelled
//! between two rules, and an outdated answer is ignored.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::inspector::analysis;
use crate::inspector::analysis::{Analysis, AnalysisRequest, Conversion, Direction};
use crate::inspector::subject::{Fixed, Subject};
use iri_core::CancelToken;
use iri_core::bidi::DisplayOrder;

/// A question for the worker.
#[derive(Clone, Debug)]
pub struct Question {
    /// Revision of the text.
    pub revision: u64,
    /// Text and its surroundings.
    pub subject: Subject,
    /// Reference to compare with; may be empty.
    pub other: String,
    /// Content that the screen requests.
    pub wanted: AnalysisRequest,
    /// Kind of the question.
    pub what: QuestionKind,
}

/// Kind of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    /// The whole analysis.
    Analysis,
    /// Direction.
    Direction,
    /// The other forms.
    Conversions,
    /// The text with every safe fix applied.
    SafeFixes,
}

/// An answer of the worker.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Revision of the text that it is about.
    pub revision: u64,
    /// Content.
    pub found: AnswerContent,
}

/// Content of an answer.
#[derive(Clone, Debug)]
pub enum AnswerContent {
    /// The whole analysis.
    Analysis(Box<Analysis>),
    /// Direction.
    Direction(Box<Direction>),
    /// The other forms.
    Conversions(Vec<Conversion>),
    /// The text with every safe fix applied.
    SafeFixes(Box<Fixed>),
}

/// Messages between the panes and the worker.
#[derive(Debug, Default)]
pub struct Traffic {
    /// New questions.
    pub(super) questions: Vec<Question>,
    /// Questions without an answer: revision, kind, display order.
    pub(super) asked: Vec<(u64, QuestionKind, DisplayOrder)>,
    /// Analyses to drop on the worker, because dropping takes long.
    pub(super) discarded: Vec<Analysis>,
}

impl Traffic {
    /// Notes a question about the text of `revision`. Returns whether it is new.
    pub(super) fn begin(&mut self, revision: u64, what: QuestionKind, order: DisplayOrder) -> bool {
        let asked = (revision, what, order);
        let is_new = !self.asked.contains(&asked);
        if is_new {
            self.asked.retain(|(about, ..)| *about == revision);
            self.asked.push(asked);
        }
        is_new
    }
}

/// A task for the worker.
enum Task {
    Answer(Box<Question>),
    /// Drop an analysis: a million findings take as long to drop as to find.
    Discard(Box<Analysis>),
}

/// Worker thread; it starts when it is first needed.
#[derive(Default)]
pub struct AnalysisWorker {
    ends: Option<(Sender<Task>, Receiver<Box<Answer>>)>,
    /// Whether an answer is pending.
    waiting: Option<(u64, QuestionKind)>,
    /// Revision of the text on screen.
    current: Arc<AtomicU64>,
}

/// Compares revisions and kinds: two answers to one question about one text are equal.
impl PartialEq for Answer {
    fn eq(&self, other: &Self) -> bool {
        self.revision == other.revision && self.found.what() == other.found.what()
    }
}

impl Eq for Answer {}

impl AnswerContent {
    /// Returns the kind of the answered question.
    pub const fn what(&self) -> QuestionKind {
        match self {
            Self::Analysis(_) => QuestionKind::Analysis,
            Self::Direction(_) => QuestionKind::Direction,
            Self::Conversions(_) => QuestionKind::Conversions,
            Self::SafeFixes(_) => QuestionKind::SafeFixes,
        }
    }
}

impl Question {
    /// Computes the answer, which is incomplete if it is cancelled.
    pub fn answer(&self, cancel: &CancelToken) -> Answer {
        let subject = &self.subject;
        let found = match self.what {
            QuestionKind::Analysis => {
                AnswerContent::Analysis(Box::new(Analysis::new(subject, &self.other, self.wanted, cancel)))
            }
            QuestionKind::Direction => {
                AnswerContent::Direction(Box::new(Direction::new(&subject.parse(), self.wanted.order)))
            }
            QuestionKind::Conversions => AnswerContent::Conversions(analysis::conversions(&subject.parse())),
            QuestionKind::SafeFixes => AnswerContent::SafeFixes(Box::new(subject.fixed(cancel))),
        };
        Answer { revision: self.revision, found }
    }
}

impl AnalysisWorker {
    /// Asks questions; `current` is the revision of the text on screen: questions about others are abandoned.
    pub fn ask(&mut self, questions: Vec<Question>, current: u64) {
        self.current.store(current, Ordering::Relaxed);
        self.waiting = self.waiting.filter(|(revision, _)| *revision == current);
        for question in questions {
            self.waiting = Some((question.revision, question.what));
            self.send(Task::Answer(Box::new(question)));
        }
    }

    /// Drops analyses that are no longer shown.
    pub fn discard(&mut self, analysis: Vec<Analysis>) {
        for analysis in analysis {
            self.send(Task::Discard(Box::new(analysis)));
        }
    }

    /// Returns whether an answer is pending.
    pub fn is_busy(&self) -> bool {
        self.waiting.is_some()
    }

    /// Returns an answer if one has arrived.
    pub fn answer(&mut self) -> Option<Box<Answer>> {
        let answer = self.ends.as_ref()?.1.try_recv().ok()?;
        if self.waiting == Some((answer.revision, answer.found.what())) {
            self.waiting = None;
        }
        Some(answer)
    }

    fn send(&mut self, task: Task) {
        let (tasks, _) = self.ends.get_or_insert_with(|| start(Arc::clone(&self.current)));
        // The thread ends with the program, so the receiver exists.
        let _ = tasks.send(task);
    }
}

fn start(current: Arc<AtomicU64>) -> (Sender<Task>, Receiver<Box<Answer>>) {
    let (tasks, to_do) = channel();
    let (answers, answered) = channel();
    thread::spawn(move || work(&to_do, &answers, &current));
    (tasks, answered)
}

fn work(to_do: &Receiver<Task>, answers: &Sender<Box<Answer>>, current: &Arc<AtomicU64>) {
    while let Ok(first) = to_do.recv() {
        let mut questions: Vec<Box<Question>> = Vec::new();
        let mut discarded = Vec::new();
        for task in std::iter::once(first).chain(to_do.try_iter()) {
            match task {
                Task::Answer(question) => questions.push(question),
                Task::Discard(analysis) => discarded.push(analysis),
            }
        }
        let last = questions.last().map(|question| question.revision);
        for question in questions.iter().filter(|question| Some(question.revision) == last) {
            let (current, revision) = (Arc::clone(current), question.revision);
            let cancel = CancelToken::new(move || current.load(Ordering::Relaxed) != revision);
            let answer = question.answer(&cancel);
            if cancel.is_cancelled() {
                break;
            }
            if answers.send(Box::new(answer)).is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use iri_core::Options;
    use iri_core::bidi::DisplayOrder;
    use iri_core::inspect::CharacterFilter;

    use super::*;
    use crate::inspector::analysis::Sort;
    use crate::inspector::pane::Pane;

    fn question(number: u32) -> Question {
        let (revision, text) = (u64::from(number), "a b".repeat(number as usize));
        let wanted = AnalysisRequest {
            filter: CharacterFilter::All,
            sort: Sort::Position,
            order: DisplayOrder::Rfc,
            cursor: 0,
            pane: Pane::Findings,
        };
        let subject = Subject::new(&text, Options::default());
        Question { revision, subject, other: String::new(), wanted, what: QuestionKind::Analysis }
    }

    #[test]
    fn the_last_question_is_answered() {
        let mut worker = AnalysisWorker::default();
        assert!(!worker.is_busy());
        worker.ask((1..=50).map(question).collect(), 50);
        let mut last = 0;
        while worker.is_busy() {
            if let Some(answer) = worker.answer() {
                assert!(answer.revision > last, "answers come in the order of the questions");
                last = answer.revision;
            }
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(last, 50);
    }

    #[test]
    fn questions_about_outdated_texts_are_abandoned() {
        let asked = question(9);
        let times = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&times);
        let third = CancelToken::new(move || counted.fetch_add(1, Ordering::Relaxed) >= 2);
        let AnswerContent::Analysis(analysis) = asked.answer(&third).found else { panic!("it was asked for") };
        assert_eq!(analysis.findings.len(), 0, "it has findings after it is cancelled");
        let mut worker = AnalysisWorker::default();
        worker.ask(vec![asked], 9);
        worker.ask(Vec::new(), 10);
        assert!(!worker.is_busy());
    }
}
