//! Input from the terminal: its answers to the probe, and events.
//!
//! On Unix all bytes go through one [`lexer`](super::lexer); on Windows the system has events, and crossterm reads them.
//! Nothing waits for the answers: the first frame is drawn before they arrive. After [`PATIENCE`] without answers, the probe
//! ends, and later answers have no effect.

use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};

use super::guard::{self, KeySource};
use super::lexer::{Input, InputLexer};
use super::probe::{Answers, QUERIES};

/// Maximum wait for answers. Over a slow connection they take some tenths of a second.
const PATIENCE: Duration = Duration::from_secs(1);

/// Least number of characters, not all the same, that are a paste if they arrive at once.
const BURST: usize = 4;
/// Maximum number of events that are read at once.
const MAX_BURST: usize = 1 << 20;
/// Maximum wait for the next part of a paste.
const MORE: Duration = Duration::from_millis(20);

/// Input from the terminal.
#[derive(Debug)]
pub enum InputEvent {
    /// A key, the mouse, a paste or a new size.
    Event(Event),
    /// Answers of the terminal.
    Terminal(Answers),
}

/// Returns the character that `event` types.
fn character(event: &Event) -> Option<char> {
    let Event::Key(key) = event else { return None };
    let controls = KeyModifiers::CONTROL | KeyModifiers::ALT;
    // AltGr is both.
    let is_typed = !key.modifiers.intersects(controls) || key.modifiers.contains(controls);
    match key.code {
        _ if key.kind == KeyEventKind::Release || !is_typed => None,
        KeyCode::Char(c) => Some(c),
        KeyCode::Enter => Some('\n'),
        KeyCode::Tab => Some('\t'),
        _ => None,
    }
}

fn is_burst(events: &[Event]) -> bool {
    let mut characters = events.iter().filter_map(character);
    let first = characters.next();
    let (count, others) =
        characters.fold((1, 0), |(count, others), c| (count + 1, others + usize::from(Some(c) != first)));
    count >= BURST && others > 0
}

/// Returns `events`, which arrived at once, with their characters as a paste if a person cannot have typed them. The console of
/// Windows does not mark a paste, whose characters would run commands.
fn with_paste(events: Vec<Event>) -> Vec<Event> {
    if !is_burst(&events) {
        return events;
    }
    let text = events.iter().filter_map(character).collect();
    let others = events.into_iter().filter(|event| !matches!(event, Event::Key(_)));
    others.chain([Event::Paste(text)]).collect()
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

    /// Waits for at most `patience` for input that `acts`, which receives the number of earlier ones, too. Returns whether
    /// there is any.
    ///
    /// # Errors
    /// If the terminal cannot be read.
    pub fn poll(&mut self, patience: Duration, acts: impl Fn(&InputEvent, usize) -> bool) -> io::Result<bool> {
        let has_any = self.first(&acts).is_some();
        if !has_any && self.bytes.is_some() {
            self.listen(patience)?;
        } else if !has_any && event::poll(patience)? {
            let mut events = vec![event::read()?];
            while events.len() < MAX_BURST && event::poll(if is_burst(&events) { MORE } else { Duration::ZERO })? {
                events.push(event::read()?);
            }
            self.waiting.extend(with_paste(events).into_iter().map(InputEvent::Event));
        }
        Ok(self.first(&acts).is_some())
    }

    /// Returns the next input that `acts` after [`poll`](Self::poll) has found some. Others wait.
    pub fn read(&mut self, acts: impl Fn(&InputEvent, usize) -> bool) -> Option<InputEvent> {
        self.waiting.remove(self.first(&acts)?)
    }

    /// Puts inputs before those that wait.
    pub fn put_back(&mut self, inputs: impl IntoIterator<Item = InputEvent, IntoIter: DoubleEndedIterator>) {
        inputs.into_iter().rev().for_each(|input| self.waiting.push_front(input));
    }

    fn first(&self, acts: &impl Fn(&InputEvent, usize) -> bool) -> Option<usize> {
        self.waiting.iter().enumerate().position(|(earlier, input)| acts(input, earlier))
    }

    /// Discards the keys and texts that wait.
    pub fn discard_keys(&mut self) {
        self.waiting.retain(|input| matches!(input, InputEvent::Terminal(_) | InputEvent::Event(Event::Resize(..))));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_arrive_at_once_are_a_paste() {
        use crossterm::event::KeyEvent;
        let typed = |text: &str| -> Vec<Event> {
            let key = |c| if c == '\n' { KeyCode::Enter } else { KeyCode::Char(c) };
            text.chars().map(|c| Event::Key(KeyEvent::new(key(c), KeyModifiers::NONE))).collect()
        };
        for text in ["fw", "jjj", "jjjjjjjj", "G"] {
            assert_eq!(with_paste(typed(text)), typed(text), "{text}");
        }
        for text in ["http://example.org/a b", "fwq\nfwq\n", "jjjk"] {
            assert_eq!(with_paste(typed(text)), [Event::Paste(text.to_owned())], "{text}");
        }
        let ctrl = vec![Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)); 9];
        assert_eq!(with_paste(ctrl.clone()), ctrl);
        let resized = [typed("abcd"), vec![Event::Resize(80, 24)]].concat();
        assert_eq!(with_paste(resized), [Event::Resize(80, 24), Event::Paste("abcd".to_owned())]);
    }
}
