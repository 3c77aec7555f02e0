//! Input from the terminal: its answers to the probe, and events.
//!
//! On Unix all bytes go through one [`lexer`](super::lexer); on Windows the system has events, and crossterm reads them.
//! Nothing waits for the answers: the first frame is drawn before they arrive. After [`PATIENCE`] without answers, the probe
//! ends, and later answers have no effect.

use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event};

use super::guard::{self, KeySource};
use super::lexer::{Input, InputLexer};
use super::probe::{Answers, QUERIES};

/// Maximum wait for answers. Over a slow connection they take some tenths of a second.
const PATIENCE: Duration = Duration::from_secs(1);

/// Input from the terminal.
#[derive(Debug)]
pub enum InputEvent {
    /// A key, the mouse, a paste or a new size.
    Event(Event),
    /// Answers of the terminal.
    Terminal(Answers),
}

/// All input from the terminal.
pub struct Keyboard {
    waiting: VecDeque<InputEvent>,
    /// Bytes of the terminal; `None` if only crossterm can read keys.
    bytes: Option<Bytes>,
    probe: Option<Probe>,
}

struct Bytes {
    source: KeySource,
    lexer: InputLexer,
    /// Time of the last byte.
    last: Instant,
}

struct Probe {
    answers: Answers,
    until: Instant,
}

impl Keyboard {
    /// Sends the probe, if the answers can be read.
    pub fn ask() -> Self {
        let source = guard::ask(QUERIES).ok();
        let probe = source.is_some().then(|| Probe { answers: Answers::default(), until: Instant::now() + PATIENCE });
        let bytes = source.map(|source| Bytes { source, lexer: InputLexer::default(), last: Instant::now() });
        Self { waiting: VecDeque::new(), bytes, probe }
    }

    /// Waits for input for at most `patience`. Returns whether there is any.
    ///
    /// # Errors
    /// If the terminal cannot be read.
    pub fn poll(&mut self, patience: Duration) -> io::Result<bool> {
        if self.waiting.is_empty() && self.bytes.is_some() {
            self.listen(patience)?;
        }
        Ok(!self.waiting.is_empty() || (self.bytes.is_none() && event::poll(patience)?))
    }

    /// Returns the next input after [`poll`](Self::poll) has found some.
    ///
    /// # Errors
    /// If the terminal cannot be read.
    pub fn read(&mut self) -> io::Result<Option<InputEvent>> {
        match self.waiting.pop_front() {
            None if self.bytes.is_none() => Ok(Some(InputEvent::Event(event::read()?))),
            input => Ok(input),
        }
    }

    /// Ends the probe after another program used the terminal and received the answers.
    pub fn give_up(&mut self) {
        if self.probe.take().is_some() {
            guard::no_answer_is_pending();
        }
    }

    fn listen(&mut self, patience: Duration) -> io::Result<()> {
        let Some(Bytes { source, lexer, last }) = &mut self.bytes else { return Ok(()) };
        let pause = lexer.patience().map(|patience| patience.saturating_sub(last.elapsed()));
        let left = self.probe.as_ref().map(|probe| probe.until.saturating_duration_since(Instant::now()));
        let wait = [pause, left].into_iter().flatten().fold(patience, Duration::min);
        let mut bytes = [0; 4096];
        let count = source.read(&mut bytes, wait)?;
        let mut input = lexer.feed(&bytes[..count]);
        if count > 0 {
            *last = Instant::now();
        } else if lexer.patience().is_some_and(|patience| last.elapsed() >= patience) {
            input.extend(lexer.release());
        }
        if source.was_resized() {
            let (width, height) = crossterm::terminal::size()?;
            self.waiting.push_back(InputEvent::Event(Event::Resize(width, height)));
        }
        for input in input {
            match (input, &mut self.probe) {
                (Input::Event(event), _) => self.waiting.push_back(InputEvent::Event(event)),
                (answer, Some(probe)) => probe.answers.take(&answer),
                (Input::Background(_) | Input::Mode(..) | Input::Attributes, None) => {}
            }
        }
        let is_over = |probe: &mut Probe| probe.answers.is_whole || Instant::now() >= probe.until;
        if let Some(Probe { answers, .. }) = self.probe.take_if(is_over) {
            self.waiting.push_back(InputEvent::Terminal(answers));
            if answers.is_whole {
                guard::no_answer_is_pending();
            }
        }
        Ok(())
    }
}
