//! After each key, whatever other programs do: the title, the row, the text in the panes and the span that the next save
//! writes are those of one reference.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::desk::{Desk, HEAD, document};
use crate::inspector::app::Screen;
use crate::inspector::message::{Message, Step};

/// Asserts that everything on screen is about one reference.
fn assert_is_one(desk: &Desk, keys: &[String]) {
    let (app, documents) = (&desk.app, desk.documents());
    let current = documents.current();
    if app.screen == Screen::List {
        let selected = documents.get(documents.selected()).map(|(at, ..)| at);
        assert_eq!(documents.at(), selected, "the row, after {keys:?}");
    }
    let Some(origin) = app.origin else {
        return assert!(app.screen == Screen::List, "a reference without a place is open, after {keys:?}");
    };
    let Some((at, file, row)) = current else {
        return assert!(app.subject.is_edited(), "the reference is lost, after {keys:?}");
    };
    assert_eq!(origin.at, at, "the title, after {keys:?}");
    if app.subject.is_edited() {
        return;
    }
    assert_eq!(app.text(), file.rows.text(row), "the text, after {keys:?}");
    assert_eq!(app.subject.span(), Some(row.span()), "the span, after {keys:?}");
}

/// Sends a key as the terminal does. What it would start is not started.
fn press(desk: &mut Desk, code: KeyCode, modifiers: KeyModifiers) {
    let key = KeyEvent::new(code, modifiers);
    if let Some(message) = desk.app.keys.message(key, desk.app.input_mode()) {
        desk.app.update(message);
        desk.app.settle();
    }
}

fn keys(desk: &mut Desk, keys: &str) {
    for c in keys.chars() {
        let code = match c {
            '\r' => KeyCode::Enter,
            '\x1b' => KeyCode::Esc,
            c => KeyCode::Char(c),
        };
        press(desk, code, KeyModifiers::NONE);
        assert_is_one(desk, &[keys.to_owned()]);
    }
}

#[test]
fn after_a_save_the_next_reference_is_inspected_and_edited() {
    let mut desk = Desk::opened(&[("a.xml", document(&["first one", "second one"]))]);
    keys(&mut desk, "fw\r");
    assert_eq!(desk.app.text(), "second one");
    keys(&mut desk, "iNEW\r");
    keys(&mut desk, "w");
    assert_eq!(desk.text("a.xml"), document(&["first%20one", "secondNEW one"]));
}

#[test]
fn no_reference_is_skipped_after_a_save() {
    for next in ['>', 'n'] {
        let mut desk = Desk::opened(&[("a.xml", document(&["a 1", "b 2", "c 3"]))]);
        keys(&mut desk, "\rfw");
        assert_eq!(desk.app.text(), "a%201");
        if next == '>' {
            keys(&mut desk, ">");
            assert_eq!(desk.app.text(), "b 2");
            keys(&mut desk, "fw>");
            assert_eq!(desk.app.text(), "c 3");
        } else {
            keys(&mut desk, "\x1bn");
            assert!(["b 2", "c 3"].contains(&desk.app.text()), "{}", desk.app.text());
        }
    }
}

#[test]
fn an_edited_reference_is_found_again_after_a_change_of_its_file() {
    for (outside, expected) in [
        (&["new", "a", "b", "c"][..], Some(&["new", "a", "bE", "c"][..])),
        (&["b", "c"], Some(&["bE", "c"])),
        (&["a", "b", "x", "c"], Some(&["a", "bE", "x", "c"])),
        (&["a", "c"], None),
    ] {
        let mut desk = Desk::new(&[("a.xml", document(&["a", "b", "c"]))]);
        let number = desk.listed().iter().position(|text| text == "b").expect("it is listed");
        (0..number).for_each(|_| press(&mut desk, KeyCode::Down, KeyModifiers::NONE));
        keys(&mut desk, "\ri");
        press(&mut desk, KeyCode::End, KeyModifiers::NONE);
        keys(&mut desk, "E\r");
        desk.write_outside("a.xml", &document(outside));
        desk.send(&[Message::Tick]);
        assert_eq!(desk.app.text(), "bE", "{outside:?}");
        keys(&mut desk, "w");
        assert_eq!(desk.text("a.xml"), document(expected.unwrap_or(outside)), "{outside:?}: {}", desk.app.notice);
        if expected.is_none() {
            // The pane can be left, and the text is not lost without a choice.
            keys(&mut desk, "\x1b");
            assert_eq!((desk.app.text(), desk.app.overlays.len()), ("bE", 1), "{}", desk.app.notice);
            desk.send(&[Message::Step(Step::Last), Message::Accept]);
            assert_eq!(desk.app.screen, Screen::List, "{}", desk.app.notice);
            assert_is_one(&desk, &["discard".to_owned()]);
        }
    }
}

#[test]
fn nothing_is_not_copied() {
    let mut desk = Desk::new(&[("a.xml", document(&["a"]))]);
    keys(&mut desk, "/zzzz\r");
    for key in ["Y", "y"] {
        keys(&mut desk, key);
        assert_eq!(desk.app.notice, "no reference selected");
        assert!(desk.app.overlays.is_empty());
    }
}

/// Changes a file as another program does: lines are added, removed, exchanged and edited, or the file ends early.
fn changed_outside(text: &str, rng: &mut fastrand::Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let last = lines.len().saturating_sub(1).max(1);
    let at = rng.usize(1..=last).min(lines.len());
    match rng.usize(..6) {
        0 => lines.insert(at, format!("<a x:href='new {}'/>", rng.u8(..4))),
        1 if at < last => drop(lines.remove(at)),
        2 if at + 1 < last => lines.swap(at, at + 1),
        3 if at < last => lines[at] = lines[at].replace("x:href='", "x:href='o"),
        4 => lines.insert(at, "<!-- a comment -->".to_owned()),
        _ => lines.truncate(at.max(2)),
    }
    lines.join("\n") + "\n"
}

#[test]
fn every_key_leaves_one_reference() {
    const CODES: [KeyCode; 12] = [
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Down,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::Backspace,
        KeyCode::Delete,
    ];
    let runs: u64 = std::env::var("IRI_INSPECT_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(40);
    for seed in 0..runs {
        let mut rng = fastrand::Rng::with_seed(seed);
        let references = ["a b", "a b", "c", "HTTP://h/d", "e f", "http://g/ h"];
        let files = ["a.xml", "b.xml", "c.xml"].map(|name| {
            let count = rng.usize(1..6);
            let chosen: Vec<&str> = (0..count).map(|_| references[rng.usize(..references.len())]).collect();
            (name, document(&chosen))
        });
        let mut desk = if rng.bool() { Desk::opened(&files) } else { Desk::new(&files) };
        let mut pressed = vec![format!("seed {seed}")];
        for _ in 0..120 {
            if rng.u8(..12) == 0 {
                let name = files[rng.usize(..files.len())].0;
                let text = std::fs::read_to_string(desk.path(name)).unwrap_or_else(|_| HEAD.to_owned());
                match rng.usize(..8) {
                    0 => drop(std::fs::remove_file(desk.path(name))),
                    _ => desk.write_outside(name, &changed_outside(&text, &mut rng)),
                }
                pressed.push(format!("{name} changes"));
                if rng.bool() {
                    desk.send(&[Message::Tick]);
                    assert_is_one(&desk, &pressed);
                }
            }
            let (code, modifiers) = match rng.usize(..10) {
                0..=2 => (CODES[rng.usize(..CODES.len())], KeyModifiers::NONE),
                3 => (
                    KeyCode::Char(*rng.choice(&['f', 'w', 'u', 'F', '>', 'n']).expect("it is not empty")),
                    KeyModifiers::NONE,
                ),
                4 => (KeyCode::Char(rng.lowercase()), KeyModifiers::CONTROL),
                _ => (KeyCode::Char(char::from(rng.u8(b' '..=b'~'))), KeyModifiers::NONE),
            };
            pressed.push(format!("{modifiers:?} {code:?}"));
            press(&mut desk, code, modifiers);
            assert_is_one(&desk, &pressed);
        }
    }
}
