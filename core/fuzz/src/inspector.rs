//! The inspector: keys, pastes, the mouse and new sizes, with a frame after each, and bytes of the terminal: a control
//! string changes nothing.

use std::ffi::OsString;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use iri_inspect::Headless;
use ratatui::buffer::Buffer;

use crate::input::{Choices, text_and_choices};

const MAX_LENGTH: usize = 2048;
const MAX_EVENTS: usize = 48;

const SIZES: [(u16, u16); 8] = [(80, 24), (40, 12), (120, 40), (1, 1), (20, 9), (200, 4), (3, 60), (84, 18)];

/// Keys with a meaning besides those of printable characters.
const CODES: [KeyCode; 18] = [
    KeyCode::Enter,
    KeyCode::Esc,
    KeyCode::Tab,
    KeyCode::BackTab,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::Backspace,
    KeyCode::Delete,
    KeyCode::Insert,
    KeyCode::F(1),
    KeyCode::Null,
    KeyCode::Char('\u{5D0}'),
];

const MODIFIERS: [KeyModifiers; 5] = [
    KeyModifiers::NONE,
    KeyModifiers::SHIFT,
    KeyModifiers::CONTROL,
    KeyModifiers::ALT,
    KeyModifiers::CONTROL.union(KeyModifiers::SHIFT),
];

const PASTES: [&str; 8] = [
    "",
    "a b",
    "\u{1B}[2J",
    "http://\u{5D0}\u{5D1}.1/\u{202E}",
    "\r\n\t",
    "\u{1F469}\u{200D}\u{1F680}",
    "%zz|",
    "1 2 3",
];

const MOUSE: [MouseEventKind; 5] = [
    MouseEventKind::Down(MouseButton::Left),
    MouseEventKind::Drag(MouseButton::Left),
    MouseEventKind::ScrollDown,
    MouseEventKind::ScrollUp,
    MouseEventKind::Moved,
];

/// Runs the target: the text is the reference, or a file if the first choice says so.
pub fn run(bytes: &[u8]) {
    let (text, mut choices) = text_and_choices(bytes);
    if text.len() > MAX_LENGTH {
        return;
    }
    let is_file = choices.below(4) == 1;
    let size = choices.one(&SIZES);
    if is_file {
        let directory = tempfile::tempdir().expect("the system has a directory for temporary files");
        let path = directory.path().join("document.xml");
        std::fs::write(&path, &*text).expect("the directory is writable");
        press(Headless::with_files(&[OsString::from(path)], size), &mut choices);
    } else {
        press(Headless::with_reference(&text, size), &mut choices);
    }
}

fn press(started: std::io::Result<Headless>, choices: &mut Choices<'_>) {
    let mut inspector = started.expect("a buffer has no errors");
    assert_is_harmless(inspector.draw().expect("a buffer has no errors"));
    for _ in 0..MAX_EVENTS {
        let is_running = match choices.below(8) {
            _ if !choices.are_left() => return,
            1 => {
                assert_is_unchanged_by(&control_string(choices), &mut inspector);
                true
            }
            2 => inspector.receive(&bytes(choices)),
            _ => inspector.send(event(choices)),
        };
        if !is_running {
            return;
        }
        // Sometimes the next key comes before the analysis.
        if choices.below(4) != 1 {
            inspector.wait_for_worker();
        }
        assert_is_harmless(inspector.draw().expect("a buffer has no errors"));
    }
}

/// Returns an answer of a terminal, with keys in it that would change a file.
fn control_string(choices: &mut Choices<'_>) -> Vec<u8> {
    let introducer = choices.one(&["\x1b]", "\x1bP", "\x1b_", "\x1b^", "\x1bX", "\u{9D}", "\u{90}"]);
    let mut string = introducer.as_bytes().to_vec();
    while choices.are_left() && choices.below(8) != 0 {
        let piece =
            choices.one(&["lFw", "F\r", "q", "\x1b[A", "\x1bF", "11;rgb:0/0/0", ";", "\u{5D0}", "\u{DC}", "e", "\x03"]);
        string.extend_from_slice(piece.as_bytes());
    }
    string.extend_from_slice(choices.one(&["\x1b\\", "\u{9C}"]).as_bytes());
    string
}

fn assert_is_unchanged_by(string: &[u8], inspector: &mut Headless) {
    inspector.wait_for_worker();
    let before = inspector.draw().expect("a buffer has no errors").clone();
    assert!(inspector.receive(string), "a control string ends the inspector");
    inspector.wait_for_worker();
    let after = inspector.draw().expect("a buffer has no errors");
    assert_eq!(before, *after, "{:?}", String::from_utf8_lossy(string));
}

/// Returns any bytes, many of which start or end sequences.
fn bytes(choices: &mut Choices<'_>) -> Vec<u8> {
    let pieces = b"\x1b[]P_^XO?8;$1\\\x07\x18\xd7\x90\x9c\xc2\x9dA~M<u2jFw";
    (0..choices.below(24)).map(|_| choices.one(pieces)).collect()
}

fn event(choices: &mut Choices<'_>) -> Event {
    match choices.below(8) {
        0..=3 => {
            let printable = u8::try_from(choices.below(95)).map_or(' ', |offset| char::from(b' ' + offset));
            Event::Key(KeyEvent::new(KeyCode::Char(printable), choices.one(&MODIFIERS)))
        }
        4 | 5 => Event::Key(KeyEvent::new(choices.one(&CODES), choices.one(&MODIFIERS))),
        6 => {
            let mut cell = || u16::try_from(choices.below(210)).unwrap_or(0);
            let (column, row) = (cell(), cell());
            Event::Mouse(MouseEvent { kind: choices.one(&MOUSE), column, row, modifiers: KeyModifiers::NONE })
        }
        _ if choices.below(2) == 0 => Event::Paste(choices.one(&PASTES).to_owned()),
        _ => {
            let (width, height) = choices.one(&SIZES);
            Event::Resize(width, height)
        }
    }
}

/// Fails if a cell could control the terminal or reorder its line.
fn assert_is_harmless(frame: &Buffer) {
    for cell in &frame.content {
        let is_harmful = |c: char| c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
        assert!(!cell.symbol().contains(is_harmful), "{:?}", cell.symbol());
    }
}
