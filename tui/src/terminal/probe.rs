//! The probe: queries about the terminal, sent once before keys are read.
//!
//! ```text
//!   query            answer                       meaning
//!   OSC 11 ; ?       OSC 11 ; rgb:hh/hh/hh ST     the background
//!   CSI 8 $ p        CSI 8 ; n $ y                2, 4: it does not reorder letters
//!   CSI ? 2026 $ p   CSI ? 2026 ; n $ y           1, 2, 3: it supports synchronized output
//!   CSI c            CSI ? … c                    the end: every terminal answers this, and in order
//! ```
//!
//! Answers arrive like keys, and may be missing, late, or between keys. So [`AnswerParser`] removes the answers and keeps
//! the rest, however the bytes are split.

/// Queries; every terminal answers the last one.
pub const QUERIES: &str = "\x1b]11;?\x1b\\\x1b[8$p\x1b[?2026$p\x1b[c";

/// Maximum length of an answer; longer input was typed or pasted.
const LONGEST: usize = 64;

/// Answers of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// Red, green and blue of the background.
    pub color: Option<(u8, u8, u8)>,
    /// Whether it does not reorder letters in explicit mode.
    pub is_explicit: Option<bool>,
    /// Whether it supports synchronized output.
    pub has_frames: Option<bool>,
    /// Whether the last answer has arrived.
    pub is_whole: bool,
}

/// Brightness of the background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Background {
    /// Closer to black.
    Dark,
    /// Closer to white.
    Light,
}

impl Answers {
    /// Returns the brightness of the background.
    pub fn background(self) -> Option<Background> {
        let (red, green, blue) = self.color?;
        // Luma of Rec. 601, in thousandths of 255.
        let luma = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue);
        Some(if luma < 127_500 { Background::Dark } else { Background::Light })
    }

    fn take(&mut self, answer: &Answer<'_>) {
        match answer {
            Answer::Background(text) => self.color = color(text).or(self.color),
            Answer::Mode("8", state) => self.is_explicit = known(state).map(|is_set| !is_set),
            Answer::Mode("?2026", state) => self.has_frames = Some(known(state).is_some()),
            Answer::Mode(..) => {}
            Answer::Whole => self.is_whole = true,
        }
    }
}

/// Returns whether a mode is set; `None` if the terminal does not support it.
fn known(state: &str) -> Option<bool> {
    match state {
        "1" | "3" => Some(true),
        "2" | "4" => Some(false),
        _ => None,
    }
}

/// Parses a color such as `rgb:1e1e/1e1e/2e2e`: the first two digits of each number; a single digit counts twice.
fn color(text: &str) -> Option<(u8, u8, u8)> {
    let parts = text.strip_prefix("rgb:").or_else(|| text.strip_prefix("rgba:"))?;
    let mut parts = parts.split('/').map(|part| match part.len() {
        1 => u8::from_str_radix(part, 16).ok().map(|digit| digit * 17),
        _ => part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()),
    });
    let mut next = || parts.next().flatten();
    Some((next()?, next()?, next()?))
}

/// Parser that separates answers from other input.
#[derive(Debug, Default)]
pub struct AnswerParser {
    /// Parsed answers.
    pub answers: Answers,
    /// Other input.
    pub typed: Vec<u8>,
    /// Possible start of an answer.
    begun: Vec<u8>,
}

impl AnswerParser {
    /// Parses bytes.
    pub fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if byte == 0x1B && !self.begun.is_empty() && !self.begun.starts_with(b"\x1b]") {
                self.release();
            }
            if byte != 0x1B && self.begun.is_empty() {
                self.typed.push(byte);
                continue;
            }
            self.begun.push(byte);
            match state(&self.begun) {
                State::Begun => {}
                State::Whole(answer) => {
                    self.answers.take(&answer);
                    self.begun.clear();
                }
                State::Other => self.release(),
            }
        }
    }

    /// Treats an incomplete answer as typed.
    pub fn release(&mut self) {
        self.typed.append(&mut self.begun);
    }

    /// Returns whether there is an incomplete answer.
    pub fn is_within(&self) -> bool {
        !self.begun.is_empty()
    }
}

enum Answer<'b> {
    Background(&'b str),
    /// Number and state of a mode.
    Mode(&'b str, &'b str),
    Whole,
}

enum State<'b> {
    /// The start of an answer.
    Begun,
    Whole(Answer<'b>),
    /// No answer, and not the start of one.
    Other,
}

fn state(bytes: &[u8]) -> State<'_> {
    let Ok(text) = std::str::from_utf8(bytes) else { return State::Other };
    if bytes.len() > LONGEST {
        return State::Other;
    }
    if is_begin_of(text, "\x1b]11;") {
        return State::Begun;
    }
    if let Some(rest) = text.strip_prefix("\x1b]11;") {
        return match rest.strip_suffix('\x07').or_else(|| rest.strip_suffix("\x1b\\")) {
            Some(text) => State::Whole(Answer::Background(text)),
            None => State::Begun,
        };
    }
    let Some(rest) = text.strip_prefix("\x1b[") else { return State::Other };
    let is_parameter = |c: char| c.is_ascii_digit() || matches!(c, ';' | '$');
    let parameters = rest.strip_prefix('?').unwrap_or(rest);
    let Some(end) = parameters.find(|c| !is_parameter(c)) else { return State::Begun };
    match &parameters[end..] {
        "c" if rest.starts_with('?') => State::Whole(Answer::Whole),
        "y" => match rest.strip_suffix("$y").and_then(|rest| rest.split_once(';')) {
            Some((mode, state)) => State::Whole(Answer::Mode(mode, state)),
            None => State::Other,
        },
        _ => State::Other,
    }
}

fn is_begin_of(text: &str, whole: &str) -> bool {
    text.len() < whole.len() && whole.starts_with(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const XTERM: &str = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[8;0$y\x1b[?2026;0$y\x1b[?64;1;9;15;18;21;22c";
    const VTE: &str = "\x1b]11;rgb:1e1e/1e1e/2e2e\x07\x1b[8;2$y\x1b[?2026;2$y\x1b[?65;1;9c";

    fn read(bytes: &[u8], cut: usize) -> (Answers, String) {
        let mut reader = AnswerParser::default();
        for part in bytes.chunks(cut) {
            reader.feed(part);
        }
        reader.release();
        (reader.answers, String::from_utf8_lossy(&reader.typed).into_owned())
    }

    #[test]
    fn answers_are_parsed_however_they_are_split() {
        for cut in 1..=VTE.len() {
            let (answers, typed) = read(VTE.as_bytes(), cut);
            assert_eq!(answers.background(), Some(Background::Dark));
            assert_eq!(answers.is_explicit, Some(true));
            assert_eq!(answers.has_frames, Some(true));
            assert!(answers.is_whole && typed.is_empty());
        }
        let (answers, _) = read(XTERM.as_bytes(), 7);
        assert_eq!((answers.background(), answers.is_explicit), (Some(Background::Light), None));
        assert_eq!(answers.has_frames, Some(false));
    }

    #[test]
    fn typed_bytes_between_answers_are_kept_in_order() {
        for cut in 1..8 {
            let text = format!("ab{VTE}\u{5D0}\x1b[A{XTERM}\x1b[200~x\x1b[201~\x1bOP\x1b");
            let (answers, typed) = read(text.as_bytes(), cut);
            assert!(answers.is_whole);
            assert_eq!(typed, "ab\u{5D0}\x1b[A\x1b[200~x\x1b[201~\x1bOP\x1b");
        }
    }

    #[test]
    fn no_byte_outside_of_answers_is_lost() {
        let mut rng = fastrand::Rng::with_seed(7);
        let pieces = b"\x1b[]?8;$p1\\\x07\xd7\x90Az";
        for _ in 0..2000 {
            let bytes: Vec<u8> = (0..40).map(|_| pieces[rng.usize(..pieces.len())]).collect();
            let (_, typed) = read(&bytes, 3);
            // No `y` and no `c`, and no whole `ESC ] 11 ;`: nothing here is an answer.
            assert_eq!(typed, String::from_utf8_lossy(&bytes));
        }
    }

    #[test]
    fn an_endless_answer_is_abandoned() {
        let (answers, typed) = read(format!("\x1b]11;{}", "f".repeat(100)).as_bytes(), 5);
        assert_eq!(answers, Answers::default());
        assert_eq!(typed.len(), 105);
    }

    #[test]
    fn colors_of_any_length_are_read() {
        assert_eq!(color("rgb:f/0/8"), Some((255, 0, 0x88)));
        assert_eq!(color("rgb:1e/2f/30"), Some((0x1e, 0x2f, 0x30)));
        assert_eq!(color("rgba:1e1e/2f2f/3030/ffff"), Some((0x1e, 0x2f, 0x30)));
        assert_eq!(color("rgb:zz/00/00"), None);
        assert_eq!(color(""), None);
    }
}
