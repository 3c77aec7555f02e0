//! Bytes from the terminal as events: the only door for keys, in every phase.
//!
//! ```text
//! ESC ] … BEL or ST          control strings, ECMA-48 section 5.6: answers that a file may have asked for. They have no
//! ESC P _ ^ X … ST           effect; only the background color is passed on as an answer
//! CSI … letter, SS3 letter   keys, the mouse, answers; what is unknown has no effect
//! CSI 200 ~ … CSI 201 ~      pasted text
//! ESC character              a key with alt
//! ```
//!
//! Bytes arrive in any pieces. What is incomplete waits for the next bytes, and [`release`](InputLexer::release) decides
//! when they do not come: ESC alone is a key, and the rest of a string is lost.

use std::mem;
use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

/// Maximum length of pasted text in bytes. Of a longer paste only its length is known.
pub const MAX_PASTE: usize = 1 << 20;

/// Maximum bytes of a string or a sequence that are kept; the others are read and lost.
const MAX_KEPT: usize = 256;
/// Time after which ESC alone is a key. A terminal writes a sequence at once; only a connection can divide it.
const ESCAPE_PATIENCE: Duration = Duration::from_millis(10);
/// Time after which the start of a string or a sequence is a key with alt, and what is incomplete is lost.
const PATIENCE: Duration = Duration::from_millis(500);
/// Time after which a paste without an end has ended.
const PASTE_PATIENCE: Duration = Duration::from_secs(10);

const PASTE_END: &[u8] = b"\x1b[201~";
const ESC: u8 = 0x1B;
const BEL: u8 = 0x07;
/// CAN and SUB cancel a sequence.
const CANCEL: [u8; 2] = [0x18, 0x1A];

/// Input from the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key, the mouse, or a paste.
    Event(Event),
    /// Background color: the answer to OSC 11.
    Background(String),
    /// Number and state of a mode: the answer to DECRQM.
    Mode(String, String),
    /// Device attributes: the answer to DA1.
    Attributes,
}

/// Lexer of the bytes from a terminal.
#[derive(Debug, Default)]
pub struct InputLexer {
    state: State,
    /// Whether ESC precedes the next key.
    has_alt: bool,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Ground,
    Escape,
    /// After CSI: the parameters.
    Control(Vec<u8>),
    /// After SS3: the parameters.
    SingleShift(Vec<u8>),
    /// After `CSI M`: the button, column and row of the mouse.
    Mouse(Vec<u8>),
    /// The first bytes of a character.
    Character(Vec<u8>),
    String(ControlString),
    /// Pasted text, how many bytes of its end were seen, and the length of all.
    Paste(Vec<u8>, usize, usize),
}

/// Form of a C1 control, ECMA-48 section 5.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// ESC and a letter.
    Escape,
    /// A character, U+0080 to U+009F.
    Character,
    /// A byte.
    Byte,
}

/// A control string that has begun.
#[derive(Debug)]
struct ControlString {
    /// Character that starts it after ESC.
    introducer: char,
    /// Its first bytes.
    content: Vec<u8>,
    is_empty: bool,
    form: Form,
    /// Last byte, which may be the first one of ST.
    last: u8,
}

impl InputLexer {
    /// Returns the input that is complete after `bytes`.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<Input> {
        let mut input = Vec::new();
        for &byte in bytes {
            self.take(byte, &mut input);
        }
        input
    }

    /// Returns how long further bytes are waited for; `None` if nothing is incomplete.
    pub fn patience(&self) -> Option<Duration> {
        match self.state {
            State::Ground => None,
            State::Escape => Some(ESCAPE_PATIENCE),
            State::Paste(..) => Some(PASTE_PATIENCE),
            _ => Some(PATIENCE),
        }
    }

    /// Ends what is incomplete, after no byte has come for [`patience`](Self::patience).
    pub fn release(&mut self) -> Option<Input> {
        let alt = |c| Some(key_of(c, KeyModifiers::ALT));
        self.has_alt = false;
        match mem::take(&mut self.state) {
            State::Escape => Some(key(KeyCode::Esc, KeyModifiers::NONE)),
            State::Control(parameters) if parameters.is_empty() => alt('['),
            State::SingleShift(parameters) if parameters.is_empty() => alt('O'),
            State::String(string) if string.is_empty && string.form == Form::Escape => alt(string.introducer),
            State::Paste(text, _, length) => pasted(&text, length).pop(),
            _ => None,
        }
    }

    fn take(&mut self, byte: u8, input: &mut Vec<Input>) {
        match &mut self.state {
            State::Ground => self.start(byte, input),
            State::Escape if byte == ESC => input.push(key(KeyCode::Esc, KeyModifiers::NONE)),
            State::Escape => {
                self.state = State::Ground;
                if !self.introduce(char::from(byte), Form::Escape) {
                    self.has_alt = true;
                    self.start(byte, input);
                }
            }
            State::Control(parameters) => match byte {
                0x20..=0x3F => keep(parameters, byte),
                b'[' if parameters.is_empty() => parameters.push(byte),
                b'M' if parameters.is_empty() => self.state = State::Mouse(Vec::new()),
                b'@'..=b'~' => {
                    let parameters = mem::take(parameters);
                    self.state = State::Ground;
                    if (parameters.as_slice(), byte) == (b"200", b'~') {
                        self.state = State::Paste(Vec::new(), 0, 0);
                    } else {
                        input.extend(control_sequence(&parameters, byte));
                    }
                }
                _ => self.cancel(byte, input),
            },
            State::SingleShift(parameters) => match byte {
                0x20..=0x3F => keep(parameters, byte),
                b'@'..=b'~' => {
                    let parameters = mem::take(parameters);
                    self.state = State::Ground;
                    let parameters = if parameters.is_empty() { parameters } else { [b"1;", &*parameters].concat() };
                    input.extend(control_sequence(&parameters, byte));
                }
                _ => self.cancel(byte, input),
            },
            State::Mouse(bytes) => {
                bytes.push(byte);
                if let [button, column, row] = bytes[..] {
                    self.state = State::Ground;
                    let place = |byte: u8| u16::from(byte.saturating_sub(33));
                    let number = button.saturating_sub(32);
                    input.extend(mouse(u16::from(number), (place(column), place(row)), true));
                }
            }
            State::Character(bytes) => {
                if !(0x80..=0xBF).contains(&byte) {
                    return self.cancel(byte, input);
                }
                bytes.push(byte);
                if bytes.len() == length(bytes[0]) {
                    let text = String::from_utf8(mem::take(bytes));
                    self.state = State::Ground;
                    for c in text.iter().flat_map(|text| text.chars()) {
                        self.character(c, input);
                    }
                }
            }
            State::String(string) => {
                if string.ends_at(byte) {
                    input.extend(string.answer());
                    self.state = State::Ground;
                }
            }
            State::Paste(text, ended, length) => {
                *length += 1;
                if *length <= MAX_PASTE + PASTE_END.len() {
                    text.push(byte);
                }
                *ended = if byte == PASTE_END[*ended] { *ended + 1 } else { usize::from(byte == ESC) };
                if *ended == PASTE_END.len() {
                    let (mut text, length) = (mem::take(text), *length - PASTE_END.len());
                    text.truncate(length);
                    self.state = State::Ground;
                    input.extend(pasted(&text, length));
                }
            }
        }
    }

    /// Processes the first byte of something.
    fn start(&mut self, byte: u8, input: &mut Vec<Input>) {
        match byte {
            ESC => self.state = State::Escape,
            // The only byte of a C1 control, or the rest of a character that was not UTF-8.
            0x80..=0xBF => self.introduce_control(byte, Form::Byte),
            0xC2..=0xF4 => self.state = State::Character(vec![byte]),
            0xC0 | 0xC1 | 0xF5.. => self.has_alt = false,
            _ => self.character(char::from(byte), input),
        }
    }

    fn character(&mut self, c: char, input: &mut Vec<Input>) {
        let alt = if mem::take(&mut self.has_alt) { KeyModifiers::ALT } else { KeyModifiers::NONE };
        match u8::try_from(c) {
            Ok(byte @ 0x80..=0x9F) => self.introduce_control(byte, Form::Character),
            _ => input.push(key_of(c, alt)),
        }
    }

    /// Starts a sequence or a string with the C1 control `byte`; others have no effect.
    fn introduce_control(&mut self, byte: u8, form: Form) {
        self.has_alt = false;
        if byte <= 0x9F {
            self.introduce(char::from(byte - 0x40), form);
        }
    }

    /// Starts the sequence or string that `c` introduces after ESC. Returns whether it does.
    fn introduce(&mut self, c: char, form: Form) -> bool {
        self.state = match c {
            '[' => State::Control(Vec::new()),
            'O' => State::SingleShift(Vec::new()),
            ']' | 'P' | '_' | '^' | 'X' => {
                State::String(ControlString { introducer: c, content: Vec::new(), is_empty: true, form, last: 0 })
            }
            _ => return false,
        };
        true
    }

    /// Abandons an incomplete sequence or character at `byte`, which is not part of it.
    fn cancel(&mut self, byte: u8, input: &mut Vec<Input>) {
        self.state = State::Ground;
        self.has_alt = false;
        if !CANCEL.contains(&byte) {
            self.start(byte, input);
        }
    }
}

impl ControlString {
    /// Adds a byte, or returns true if it ends the string: ST in the form of its introducer, or ESC and `\\`. Neither ESC nor a
    /// control within the string has a meaning of its own, and neither CAN nor SUB ends it: what follows them may be from a file.
    fn ends_at(&mut self, byte: u8) -> bool {
        let last = mem::replace(&mut self.last, byte);
        let is_end = match byte {
            b'\\' => last == ESC,
            // In a string of UTF-8, that byte is a part of other characters.
            0x9C => self.form == Form::Byte || self.form == Form::Character && last == 0xC2,
            BEL => self.introducer == ']',
            _ => false,
        };
        if !is_end {
            self.is_empty = false;
            keep(&mut self.content, byte);
        }
        is_end
    }

    /// Returns the answer in the string, if it contains one.
    fn answer(&self) -> Option<Input> {
        let content = String::from_utf8_lossy(&self.content);
        let color = content.strip_prefix("11;").filter(|_| self.introducer == ']')?;
        // The content has the first byte of ST.
        Some(Input::Background(color.trim_end_matches(['\x1b', '\u{FFFD}']).to_owned()))
    }
}

fn keep(bytes: &mut Vec<u8>, byte: u8) {
    if bytes.len() < MAX_KEPT {
        bytes.push(byte);
    }
}

/// Returns the number of bytes of a character that starts with `byte`.
fn length(byte: u8) -> usize {
    match byte {
        0xF0.. => 4,
        0xE0.. => 3,
        _ => 2,
    }
}

fn key(code: KeyCode, modifiers: KeyModifiers) -> Input {
    Input::Event(Event::Key(KeyEvent::new(code, modifiers)))
}

/// Returns the key that sends the character `c`.
fn key_of(c: char, alt: KeyModifiers) -> Input {
    let control = |c: u8| key(KeyCode::Char(char::from(c)), KeyModifiers::CONTROL | alt);
    match c {
        '\r' => key(KeyCode::Enter, alt),
        '\t' => key(KeyCode::Tab, alt),
        '\x7F' => key(KeyCode::Backspace, alt),
        '\0' => control(b' '),
        '\x01'..='\x1A' => control(b'a' - 1 + c as u8),
        '\x1C'..='\x1F' => control(b'4' + (c as u8 - 0x1C)),
        _ if c.is_uppercase() => key(KeyCode::Char(c), KeyModifiers::SHIFT | alt),
        _ => key(KeyCode::Char(c), alt),
    }
}

/// Returns the answers in pasted text, which may arrive in the middle of it, and the paste without them. The text of a paste
/// may be shorter than `length` if it is too long; it then stays as it is.
fn pasted(text: &[u8], length: usize) -> Vec<Input> {
    let text = String::from_utf8_lossy(text).into_owned();
    let (text, mut input) = if length > MAX_PASTE { (text, Vec::new()) } else { without_answers(&text) };
    input.push(Input::Event(Event::Paste(text)));
    input
}

/// Returns pasted text without the control strings and answers in it, and the answers that are no strings.
fn without_answers(text: &str) -> (String, Vec<Input>) {
    let (mut kept, mut answers, mut rest) = (String::new(), Vec::new(), text);
    // Whether a string has no end: then no later one has. The first is for those that BEL does not end.
    let mut is_endless = [false; 2];
    while let Some(at) = memchr::memchr(ESC, rest.as_bytes()) {
        kept.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = match rest.as_bytes().get(1) {
            Some(introducer @ (b']' | b'P' | b'_' | b'^' | b'X')) => {
                let endless = &mut is_endless[usize::from(*introducer == b']')];
                let end = if *endless { None } else { end_of_string(rest.as_bytes()) };
                *endless = end.is_none();
                end
            }
            _ => None,
        };
        let answer = answer_at(rest);
        let length = end.or(answer.as_ref().map(|(length, _)| *length));
        if length.is_none() {
            kept.push('\x1b');
        }
        answers.extend(answer.map(|(_, answer)| answer));
        rest = &rest[length.unwrap_or(1)..];
    }
    kept.push_str(rest);
    (kept, answers)
}

/// Returns the end of the control string at the start of `text`.
fn end_of_string(text: &[u8]) -> Option<usize> {
    memchr::memchr2_iter(ESC, BEL, text).find_map(|at| match (text[at], text.get(at + 1)) {
        (BEL, _) if text[1] == b']' => Some(at + 1),
        (ESC, Some(b'\\')) => Some(at + 2),
        _ => None,
    })
}

/// Returns the length of the answer at the start of `text`, and the answer.
fn answer_at(text: &str) -> Option<(usize, Input)> {
    let sequence = text.strip_prefix("\x1b[")?.as_bytes();
    let parameters = sequence.iter().take(MAX_KEPT).take_while(|byte| matches!(byte, 0x20..=0x3F)).count();
    let answer = control_sequence(&sequence[..parameters], *sequence.get(parameters)?)?;
    matches!(answer, Input::Mode(..) | Input::Attributes).then_some(("\x1b[".len() + parameters + 1, answer))
}

/// Returns the input of a sequence with these parameters and this final byte. xterm puts the modifiers after the first
/// number: `1;2D` is shift-left, `3;5~` ctrl-delete.
fn control_sequence(parameters: &[u8], last: u8) -> Option<Input> {
    let text = std::str::from_utf8(parameters).ok()?;
    if let Some(rest) = text.strip_prefix('<') {
        return sgr_mouse(rest, last);
    }
    let is_private = text.starts_with('?');
    match last {
        b'y' => {
            let (mode, state) = text.strip_suffix('$')?.split_once(';')?;
            return Some(Input::Mode(mode.to_owned(), state.to_owned()));
        }
        b'c' => return is_private.then_some(Input::Attributes),
        b'I' | b'O' if text.is_empty() => {
            return Some(Input::Event(if last == b'I' { Event::FocusGained } else { Event::FocusLost }));
        }
        _ if is_private => return None,
        _ => {}
    }
    let mut numbers = text.split(';');
    let first = numbers.next().unwrap_or_default();
    let (bits, kind) = numbers.next().map_or(("", ""), |part| part.split_once(':').unwrap_or((part, "")));
    // Event types of the keyboard protocol of kitty: 3 is a release.
    if kind == "3" {
        return None;
    }
    let bits = if bits.is_empty() { 0 } else { bits.parse::<u8>().ok()?.checked_sub(1)? };
    let held = [(1, KeyModifiers::SHIFT), (2, KeyModifiers::ALT), (4, KeyModifiers::CONTROL)];
    let modifiers = held.into_iter().filter(|(bit, _)| bits & bit != 0).map(|(_, modifier)| modifier).collect();
    let code = match (last, first) {
        (b'u', _) => return code_point(first.split(':').next()?, modifiers),
        (b'~', "27") => return code_point(numbers.next()?, modifiers),
        (b'A'..=b'E', "[") => KeyCode::F(last - b'A' + 1),
        (b'~', _) => numbered(first.parse().ok()?)?,
        (_, "" | "1") => lettered(last)?,
        _ => return None,
    };
    let shift = if code == KeyCode::BackTab { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
    Some(key(code, modifiers | shift))
}

fn lettered(last: u8) -> Option<KeyCode> {
    Some(match last {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        b'P'..=b'S' => KeyCode::F(last - b'P' + 1),
        b'Z' => KeyCode::BackTab,
        _ => return None,
    })
}

fn numbered(number: u8) -> Option<KeyCode> {
    Some(match number {
        1 | 7 => KeyCode::Home,
        2 => KeyCode::Insert,
        3 => KeyCode::Delete,
        4 | 8 => KeyCode::End,
        5 => KeyCode::PageUp,
        6 => KeyCode::PageDown,
        11..=15 => KeyCode::F(number - 10),
        17..=21 => KeyCode::F(number - 11),
        23..=26 => KeyCode::F(number - 12),
        28 | 29 => KeyCode::F(number - 15),
        31..=34 => KeyCode::F(number - 17),
        _ => return None,
    })
}

/// Returns the key of a code point, as in `CSI 97 ; 5 u`. Keys of the private use area have no meaning here.
fn code_point(number: &str, modifiers: KeyModifiers) -> Option<Input> {
    let c = number.parse().ok().and_then(char::from_u32)?;
    let code = match c {
        '\x1b' => KeyCode::Esc,
        '\r' => KeyCode::Enter,
        '\t' if modifiers.contains(KeyModifiers::SHIFT) => KeyCode::BackTab,
        '\t' => KeyCode::Tab,
        '\x7F' => KeyCode::Backspace,
        '\0'..='\x1F' | '\u{80}'..='\u{9F}' | '\u{E000}'..='\u{F8FF}' => return None,
        _ => KeyCode::Char(c),
    };
    Some(key(code, modifiers))
}

/// Returns the event of `CSI < button ; column ; row M`, or `m` for a release.
fn sgr_mouse(text: &str, last: u8) -> Option<Input> {
    let mut numbers = text.split(';').map(|number| number.parse::<u16>().ok());
    let mut next = || numbers.next().flatten();
    let (button, column, row) = (next()?, next()?, next()?);
    let place = (column.checked_sub(1)?, row.checked_sub(1)?);
    matches!(last, b'M' | b'm').then(|| mouse(button, place, last == b'M')).flatten()
}

/// Returns the event of the mouse. The number has bits for two parts of the button, shift, alt, control, and a movement.
fn mouse(number: u16, (column, row): (u16, u16), is_pressed: bool) -> Option<Input> {
    let button = (number & 3) | ((number & 0xC0) >> 4);
    let button_of = || match button {
        0 => Some(MouseButton::Left),
        1 => Some(MouseButton::Middle),
        2 => Some(MouseButton::Right),
        _ => None,
    };
    let kind = match (button, number & 0x20 != 0) {
        (0..=2, true) => MouseEventKind::Drag(button_of()?),
        (3..=5, true) => MouseEventKind::Moved,
        (0..=2, false) if is_pressed => MouseEventKind::Down(button_of()?),
        (0..=2, false) => MouseEventKind::Up(button_of()?),
        (3, false) => MouseEventKind::Up(MouseButton::Left),
        (4, false) => MouseEventKind::ScrollUp,
        (5, false) => MouseEventKind::ScrollDown,
        (6, false) => MouseEventKind::ScrollLeft,
        (7, false) => MouseEventKind::ScrollRight,
        _ => return None,
    };
    let held = [(4, KeyModifiers::SHIFT), (8, KeyModifiers::ALT), (16, KeyModifiers::CONTROL)];
    let modifiers = held.into_iter().filter(|(bit, _)| number & bit != 0).map(|(_, modifier)| modifier).collect();
    Some(Input::Event(Event::Mouse(MouseEvent { kind, column, row, modifiers })))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what `bytes` in pieces of `size` bytes are, with a pause at the end.
    fn lex(bytes: &[u8], size: usize) -> Vec<Input> {
        let mut lexer = InputLexer::default();
        let mut input: Vec<Input> = bytes.chunks(size).flat_map(|piece| lexer.feed(piece)).collect();
        input.extend(lexer.release());
        input
    }

    /// Returns short names of the events.
    fn named(input: &[Input]) -> Vec<String> {
        let name = |input: &Input| match input {
            Input::Event(Event::Key(key)) => {
                let held = [(KeyModifiers::CONTROL, "C-"), (KeyModifiers::ALT, "A-"), (KeyModifiers::SHIFT, "S-")];
                let held = held.into_iter().filter(|(modifier, _)| key.modifiers.contains(*modifier));
                let held: String = held.map(|(_, name)| name).collect();
                match key.code {
                    KeyCode::Char(c) => format!("{held}{c}"),
                    code => format!("{held}{code:?}"),
                }
            }
            Input::Event(Event::Paste(text)) => format!("paste {text:?}"),
            other => format!("{other:?}"),
        };
        input.iter().map(name).collect()
    }

    const CONTENTS: [&str; 10] = [
        "lFw",
        "",
        ">|WezTerm 20240203",
        "52;c;RglyLnc=",
        "4;1;rgb:eeee/ffff/eeee",
        "1+r544e=787465726d",
        "a\rb\tc\x03d\x7Fe",
        "\u{DC}\u{5D0}\u{1F600}\u{9B}A",
        "x\x1b[Ay\x1bOPz\x1bF",
        "x\x1b",
    ];

    #[test]
    fn a_control_string_has_no_effect() {
        for introducer in [']', 'P', '_', '^', 'X'] {
            let single = char::from_u32(u32::from(introducer) + 0x40).expect("a C1 control");
            for content in CONTENTS {
                let long = content.repeat(2_000);
                for end in ["\x1b\\", "\u{9C}", "\x18", "\x1a", "\x07"] {
                    let is_end = |is_single: bool| match end {
                        "\x07" => introducer == ']',
                        "\u{9C}" => is_single,
                        _ => end == "\x1b\\",
                    };
                    for text in [
                        format!("\x1b{introducer}{content}{end}"),
                        format!("{single}{content}{end}"),
                        format!("\x1b{introducer}{long}{end}"),
                    ] {
                        let is_ended = is_end(text.starts_with(single));
                        let expected: &[&str] = if is_ended { &["a", "b"] } else { &["a"] };
                        for size in [1, 2, 3, 5, usize::MAX] {
                            let input = lex(format!("a{text}b").as_bytes(), size);
                            assert_eq!(named(&input), expected, "{text:?} in pieces of {size}");
                        }
                    }
                }
                // Without an end, everything up to a pause is lost; without content, it is a key.
                let input = named(&lex(format!("a\x1b{introducer}{content}").as_bytes(), 1));
                let expected = 1 + usize::from(content.is_empty());
                assert_eq!((input[0].as_str(), input.len()), ("a", expected), "{introducer}{content:?}: {input:?}");
                assert!(input.last().is_some_and(|last| last == "a" || last.starts_with("A-")), "{input:?}");
            }
        }
    }

    #[test]
    fn a_control_string_of_single_bytes_has_no_effect() {
        for introducer in [0x9D, 0x90, 0x9F, 0x9E, 0x98] {
            for size in [1, 2, usize::MAX] {
                let bytes = [b"a", &[introducer][..], b"lFw", &[0x9C], b"b"].concat();
                assert_eq!(named(&lex(&bytes, size)), ["a", "b"], "{introducer:x}");
            }
        }
    }

    #[test]
    fn the_background_is_an_answer() {
        for end in ["\x1b\\", "\x07"] {
            let input = lex(format!("\x1b]11;rgb:1e1e/2f2f/3030{end}").as_bytes(), 3);
            assert_eq!(input, [Input::Background("rgb:1e1e/2f2f/3030".to_owned())], "{end:?}");
        }
    }

    #[test]
    fn keys_are_recognized_however_they_are_split() {
        for (text, names) in [
            (
                "jJ\u{5D0}\x03\r\t\x7F\0\x1d",
                &["j", "S-J", "\u{5D0}", "C-c", "Enter", "Tab", "Backspace", "C- ", "C-5"][..],
            ),
            ("\x1b[A\x1bOB\x1b[1;2D\x1b[3;5~\x1b[1;6H", &["Up", "Down", "S-Left", "C-Delete", "C-S-Home"]),
            ("\x1bb\x1bB\x1b\x01\x1b\u{E9}\x1b\r", &["A-b", "A-S-B", "C-A-a", "A-\u{E9}", "A-Enter"]),
            ("\x1b[Z\x1bOP\x1b[[B\x1b[15~\x1b[24~\x1b[5~", &["S-BackTab", "F(1)", "F(2)", "F(5)", "F(12)", "PageUp"]),
            ("\x1b[97;5u\x1b[27;5;98~\x1b[97;1:3u\x1b[9;2u", &["C-a", "C-b", "S-BackTab"]),
            ("\x1b\x1bj\x1b", &["Esc", "A-j", "Esc"]),
            ("\x1b[5;q\x1b[9z\x1b[?1;2q\x1b[38;1;1R\u{9B}Aj", &["Up", "j"]),
            ("\x1b[200~\x03a\x1b[Ab\x1b[201~q", &["paste \"\\u{3}a\\u{1b}[Ab\"", "q"]),
            ("\x1b[200~a\x1b]lFw\x1b\\b\x1b[201~q", &["paste \"ab\"", "q"]),
            (
                "\x1b[200~\x1b[?62;4ca\x1b[8;2$y\x1b[b\x1b[201~q",
                &["Attributes", "Mode(\"8\", \"2\")", "paste \"a\\u{1b}[b\"", "q"],
            ),
        ] {
            for size in [1, 2, 3, usize::MAX] {
                assert_eq!(named(&lex(text.as_bytes(), size)), names, "{text:?} in pieces of {size}");
            }
        }
    }

    #[test]
    fn the_mouse_has_places() {
        let event =
            |kind, column, row, modifiers| Input::Event(Event::Mouse(MouseEvent { kind, column, row, modifiers }));
        let (down, none) = (MouseEventKind::Down(MouseButton::Left), KeyModifiers::NONE);
        assert_eq!(
            lex(b"\x1b[<0;3;4M\x1b[<64;300;1M\x1b[<16;1;1M\x1b[M !!\x1b[<0;0;0M\x1b[<1;1M", 1),
            [
                event(down, 2, 3, none),
                event(MouseEventKind::ScrollUp, 299, 0, none),
                event(down, 0, 0, KeyModifiers::CONTROL),
                event(down, 0, 0, none),
            ]
        );
    }

    #[test]
    fn a_long_paste_is_too_long() {
        let text = format!("\x1b[200~{}\x1b[201~q", "a".repeat(3 * MAX_PASTE));
        let input = lex(text.as_bytes(), 4096);
        let Some(Input::Event(Event::Paste(text))) = input.first() else { panic!("it is a paste") };
        assert!(text.len() > MAX_PASTE && text.len() <= MAX_PASTE + PASTE_END.len());
        assert_eq!(named(&input[1..]), ["q"]);
    }

    #[test]
    fn a_paste_of_starts_is_read_in_linear_time() {
        for (start, end) in
            [("\x1b]", ""), ("\x1bP", "\x07"), ("\x1b]\x07", "\x1b\\"), ("\x1b[1", "$y"), ("\x1bP\x1b]\x07", "")]
        {
            let text = format!("{}{end}", start.repeat(MAX_PASTE / start.len() - 2));
            let input = lex(format!("\x1b[200~{text}\x1b[201~").as_bytes(), usize::MAX);
            assert!(matches!(input.last(), Some(Input::Event(Event::Paste(_)))), "{start:?}");
        }
    }

    #[test]
    fn any_bytes_come_to_an_end() {
        let mut rng = fastrand::Rng::with_seed(7);
        let pieces = b"\x1b[]P_^XO?8;$p1\\\x07\x18\xd7\x90\x9c\xc2\x9dA~M<z200";
        for _ in 0..5_000 {
            let bytes: Vec<u8> = (0..40).map(|_| pieces[rng.usize(..pieces.len())]).collect();
            let mut lexer = InputLexer::default();
            lexer.feed(&bytes);
            for _ in 0..4 {
                lexer.release();
            }
            assert!(lexer.patience().is_none());
            assert_eq!(named(&lexer.feed(b"q")), ["q"], "{bytes:?}");
        }
    }
}
