//! The thread that judges long texts, so that no key waits for it.
//!
//! ```text
//!  App::update ─▶ Question (text, revision) ─▶ thread ─▶ Answer ─▶ Message::Answer ─▶ App::update
//! ```
//!
//! Only questions about the last text count: those that came while another was being answered are
//! dropped, what is being answered about a text that is no more is abandoned between two rules, and an
//! answer that was on its way is ignored by the reader.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use iri_core::Options;
use iri_core::Severity;
use iri_core::inspect_cancellable;
use iri_core::parse_only;

use crate::judged::{self, Conversion, Direction, Judged, Wanted};

/// What the thread is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// The revision of the text.
    pub revision: u64,
    /// The text.
    pub text: String,
    /// What it is compared with; empty where it is not.
    pub other: String,
    /// How it is judged.
    pub options: Options,
    /// What the screen asks for.
    pub wanted: Wanted,
    /// What is asked.
    pub what: What,
}

/// What is asked about a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Everything.
    Judgement,
    /// Where a reader sees each character.
    Direction,
    /// The other forms.
    Conversions,
    /// The text with every safe fix applied.
    SafeFixes,
}

/// What the thread says.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The revision of the text that it is about.
    pub revision: u64,
    /// What was found.
    pub found: Found,
}

/// What was found about a text.
#[derive(Clone, Debug)]
pub enum Found {
    /// Everything.
    Judgement(Box<Judged>),
    /// Where a reader sees each character.
    Direction(Box<Direction>),
    /// The other forms.
    Conversions(Vec<Conversion>),
    /// The text with every safe fix applied, and the number of findings it has.
    SafeFixes(String, usize),
}

/// What the thread gets.
enum Task {
    Answer(Box<Question>),
    /// To be thrown away: a million findings take as long to forget as to find.
    Forget(Box<Judged>),
}

/// The thread, once it was needed.
#[derive(Default)]
pub struct Judge {
    ends: Option<(Sender<Task>, Receiver<Box<Answer>>)>,
    /// Whether an answer may be on its way.
    waiting: Option<(u64, What)>,
    /// The revision of the text that is on the screen.
    current: Arc<AtomicU64>,
}

/// Two answers about one text to one question are the same.
impl PartialEq for Answer {
    fn eq(&self, other: &Self) -> bool {
        self.revision == other.revision && self.found.what() == other.found.what()
    }
}

impl Eq for Answer {}

impl Found {
    /// Which question it answers.
    pub const fn what(&self) -> What {
        match self {
            Self::Judgement(_) => What::Judgement,
            Self::Direction(_) => What::Direction,
            Self::Conversions(_) => What::Conversions,
            Self::SafeFixes(..) => What::SafeFixes,
        }
    }
}

impl Question {
    /// Works the answer out.
    pub fn answer(&self) -> Answer {
        self.answer_while(&|| true).expect("it is wanted to the end")
    }

    /// The same; nothing where `is_wanted` says on the way that nobody waits for it any more.
    fn answer_while(&self, is_wanted: &dyn Fn() -> bool) -> Option<Answer> {
        let (text, options) = (self.text.as_str(), &self.options);
        let found = match self.what {
            What::Judgement => {
                Found::Judgement(Box::new(Judged::of_while(text, &self.other, options, self.wanted, is_wanted)?))
            }
            What::Direction => Found::Direction(Box::new(Direction::of(&parse_only(text, options), self.wanted.order))),
            What::Conversions => Found::Conversions(judged::conversions(&parse_only(text, options))),
            What::SafeFixes => {
                let fixed = inspect_cancellable(text, options, is_wanted)?.apply_safe_fixes(Severity::Hint);
                let left = inspect_cancellable(&fixed, options, is_wanted)?.findings().len();
                Found::SafeFixes(fixed, left)
            }
        };
        Some(Answer { revision: self.revision, found })
    }
}

impl Judge {
    /// Asks; `current` is the revision of the text on the screen, and what is asked of others is abandoned.
    pub fn ask(&mut self, questions: Vec<Question>, current: u64) {
        self.current.store(current, Ordering::Relaxed);
        self.waiting = self.waiting.filter(|(revision, _)| *revision == current);
        for question in questions {
            self.waiting = Some((question.revision, question.what));
            self.send(Task::Answer(Box::new(question)));
        }
    }

    /// Throws away what is no longer shown.
    pub fn forget(&mut self, judged: Vec<Judged>) {
        for judged in judged {
            self.send(Task::Forget(Box::new(judged)));
        }
    }

    /// Whether an answer is on its way.
    pub fn is_busy(&self) -> bool {
        self.waiting.is_some()
    }

    /// An answer, where one has come.
    pub fn answer(&mut self) -> Option<Box<Answer>> {
        let answer = self.ends.as_ref()?.1.try_recv().ok()?;
        if self.waiting == Some((answer.revision, answer.found.what())) {
            self.waiting = None;
        }
        Some(answer)
    }

    fn send(&mut self, task: Task) {
        let (tasks, _) = self.ends.get_or_insert_with(|| start(Arc::clone(&self.current)));
        // The thread ends with us, so there is somebody to receive it.
        let _ = tasks.send(task);
    }
}

fn start(current: Arc<AtomicU64>) -> (Sender<Task>, Receiver<Box<Answer>>) {
    let (tasks, to_do) = channel();
    let (answers, answered) = channel();
    thread::spawn(move || work(&to_do, &answers, &current));
    (tasks, answered)
}

fn work(to_do: &Receiver<Task>, answers: &Sender<Box<Answer>>, current: &AtomicU64) {
    while let Ok(first) = to_do.recv() {
        let mut questions: Vec<Box<Question>> = Vec::new();
        let mut forgotten = Vec::new();
        for task in std::iter::once(first).chain(to_do.try_iter()) {
            match task {
                Task::Answer(question) => questions.push(question),
                Task::Forget(judged) => forgotten.push(judged),
            }
        }
        let last = questions.last().map(|question| question.revision);
        for question in questions.iter().filter(|question| Some(question.revision) == last) {
            let is_wanted = || current.load(Ordering::Relaxed) == question.revision;
            let Some(answer) = question.answer_while(&is_wanted) else { break };
            if answers.send(Box::new(answer)).is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests;
