//! Input from the terminal: first its answers to the probe, with keys between them; then events of crossterm.
//!
//! Nothing waits for the answers: the first frame is drawn before they arrive, and keys before that are processed
//! immediately. After [`PATIENCE`] without answers, the probe ends.

use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyModifiers};

use super::guard;
use super::probe::{AnswerParser, Answers, QUERIES};
use super::typed;

/// Maximum wait for answers. Over a slow connection they take some tenths of a second.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time after which an incomplete sequence, such as a single ESC, is a key.
const PAUSE: Duration = Duration::from_millis(50);

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
    probe: Option<Probe>,
    late: Late,
}

struct Probe {
    source: guard::KeySource,
    reader: AnswerParser,
    until: Instant,
}

impl Keyboard {
    /// Sends the probe, if the answers can be read.
    pub fn ask() -> Self {
        let probe = guard::ask(QUERIES).ok().map(|source| Probe {
            source,
            reader: AnswerParser::default(),
            until: Instant::now() + PATIENCE,
        });
        Self { waiting: VecDeque::new(), probe, late: Late::default() }
    }

    /// Waits for input for at most `patience`. Returns whether there is any.
    pub fn poll(&mut self, patience: Duration) -> io::Result<bool> {
        if self.waiting.is_empty() && self.probe.is_some() {
            self.listen(patience)?;
            return Ok(!self.waiting.is_empty());
        }
        Ok(!self.waiting.is_empty() || event::poll(patience)?)
    }

    /// Returns the next input; waits for it. `None` for a late answer.
    pub fn read(&mut self) -> io::Result<Option<InputEvent>> {
        if let Some(input) = self.waiting.pop_front() {
            return Ok(Some(input));
        }
        let event = event::read()?;
        Ok((!self.late.takes(&event)).then_some(InputEvent::Event(event)))
    }

    /// Ends the probe after another program used the terminal and received the answers.
    pub fn give_up(&mut self) {
        if self.probe.take().is_some() {
            guard::no_answer_is_pending();
        }
    }

    fn listen(&mut self, patience: Duration) -> io::Result<()> {
        let Some(probe) = &mut self.probe else { return Ok(()) };
        let left = probe.until.saturating_duration_since(Instant::now());
        let is_partial = probe.reader.is_within() || !probe.reader.typed.is_empty();
        let most = if is_partial { PAUSE } else { left };
        let mut bytes = [0; 4096];
        let count = probe.source.read(&mut bytes, patience.min(most))?;
        probe.reader.feed(&bytes[..count]);
        let is_quiet = count == 0 && is_partial && patience >= PAUSE;
        if is_quiet {
            probe.reader.release();
        }
        let typed = typed::events(&mut probe.reader.typed);
        self.waiting.extend(typed.into_iter().map(InputEvent::Event));
        // Crossterm must not start within a paste, which may contain any key.
        let is_partial = probe.reader.is_within() || !probe.reader.typed.is_empty();
        if (probe.reader.answers.is_whole || left.is_zero()) && (!is_partial || is_quiet) {
            self.end();
        }
        Ok(())
    }

    fn end(&mut self) {
        let Some(probe) = self.probe.take() else { return };
        let answers = probe.reader.answers;
        self.waiting.push_back(InputEvent::Terminal(answers));
        self.late.is_expected = !answers.is_whole;
        if answers.is_whole {
            guard::no_answer_is_pending();
        }
    }
}

/// A late answer about the background, which crossterm reads as alt-], letters, and alt-\. It ignores the other answers.
#[derive(Debug, Default)]
struct Late {
    is_expected: bool,
    is_within: bool,
}

impl Late {
    /// Returns whether the event is part of the answer.
    fn takes(&mut self, event: &Event) -> bool {
        let Event::Key(key) = event else { return false };
        let is_alt = key.modifiers.contains(KeyModifiers::ALT);
        match key.code {
            KeyCode::Char(']') if is_alt && self.is_expected => {
                *self = Self { is_expected: false, is_within: true };
                true
            }
            _ if !self.is_within => false,
            KeyCode::Char('\\') if is_alt => self.ends(true),
            KeyCode::Char('g') if key.modifiers.contains(KeyModifiers::CONTROL) => self.ends(true),
            KeyCode::Char(c) => c.is_ascii_hexdigit() || matches!(c, ';' | 'r' | 'g' | ':' | '/') || self.ends(false),
            _ => self.ends(false),
        }
    }

    fn ends(&mut self, is_taken: bool) -> bool {
        self.is_within = false;
        is_taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossterm::event::KeyEvent;

    fn pass(keys: &[(char, KeyModifiers)], late: &mut Late) -> String {
        let event = |(c, modifiers): &(char, KeyModifiers)| Event::Key(KeyEvent::new(KeyCode::Char(*c), *modifiers));
        keys.iter().filter(|key| !late.takes(&event(key))).map(|(c, _)| *c).collect()
    }

    fn answer(end: (char, KeyModifiers)) -> Vec<(char, KeyModifiers)> {
        let mut keys = vec![(']', KeyModifiers::ALT)];
        keys.extend("11;rgb:1e1e/2f2f/3030".chars().map(|c| (c, KeyModifiers::NONE)));
        keys.push(end);
        keys.extend("jq".chars().map(|c| (c, KeyModifiers::NONE)));
        keys
    }

    #[test]
    fn a_late_answer_types_nothing() {
        for end in [('\\', KeyModifiers::ALT), ('g', KeyModifiers::CONTROL)] {
            let mut late = Late { is_expected: true, ..Late::default() };
            assert_eq!(pass(&answer(end), &mut late), "jq");
        }
    }

    #[test]
    fn keys_that_are_no_answer_pass() {
        let keys = answer(('\\', KeyModifiers::ALT));
        assert_eq!(pass(&keys, &mut Late::default()).len(), keys.len());
        let mut late = Late { is_expected: true, ..Late::default() };
        assert_eq!(
            pass(&[(']', KeyModifiers::ALT), ('j', KeyModifiers::NONE), ('f', KeyModifiers::NONE)], &mut late),
            "jf"
        );
    }
}
