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
//! Answers arrive like keys, and may be missing, late, or between keys: see [`lexer`](super::lexer).

use super::lexer::Input;

/// Queries; every terminal answers the last one.
pub const QUERIES: &str = "\x1b]11;?\x1b\\\x1b[8$p\x1b[?2026$p\x1b[c";

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

    /// Adds an answer.
    pub fn take(&mut self, answer: &Input) {
        match answer {
            Input::Background(text) => self.color = color(text).or(self.color),
            Input::Mode(mode, state) if mode == "8" => self.is_explicit = known(state).map(|is_set| !is_set),
            Input::Mode(mode, state) if mode == "?2026" => self.has_frames = Some(known(state).is_some()),
            Input::Attributes => self.is_whole = true,
            Input::Mode(..) | Input::Event(_) => {}
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::lexer::InputLexer;

    const XTERM: &str = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[8;0$y\x1b[?2026;0$y\x1b[?64;1;9;15;18;21;22c";
    const VTE: &str = "\x1b]11;rgb:1e1e/1e1e/2e2e\x07\x1b[8;2$y\x1b[?2026;2$y\x1b[?65;1;9c";

    /// Returns the answers in `bytes`, and the number of events between them.
    fn read(bytes: &[u8], cut: usize) -> (Answers, usize) {
        let (mut lexer, mut answers, mut events) = (InputLexer::default(), Answers::default(), 0);
        for input in bytes.chunks(cut).flat_map(|piece| lexer.feed(piece)) {
            match input {
                Input::Event(_) => events += 1,
                answer => answers.take(&answer),
            }
        }
        (answers, events)
    }

    #[test]
    fn answers_are_parsed_however_they_are_split() {
        for cut in 1..=VTE.len() {
            let (answers, events) = read(VTE.as_bytes(), cut);
            assert_eq!(answers.background(), Some(Background::Dark));
            assert_eq!(answers.is_explicit, Some(true));
            assert_eq!(answers.has_frames, Some(true));
            assert!(answers.is_whole && events == 0);
        }
        let (answers, _) = read(XTERM.as_bytes(), 7);
        assert_eq!((answers.background(), answers.is_explicit), (Some(Background::Light), None));
        assert_eq!(answers.has_frames, Some(false));
    }

    #[test]
    fn keys_between_answers_are_kept() {
        for cut in 1..8 {
            let text = format!("ab{VTE}\u{5D0}\x1b[A{XTERM}\x1b[200~x\x1b[201~\x1bOP");
            let (answers, events) = read(text.as_bytes(), cut);
            assert!(answers.is_whole);
            assert_eq!(events, 6);
        }
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
