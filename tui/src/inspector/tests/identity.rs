//! After each key, whatever other programs do: the title, the row, the text in the panes and the span that the next save
//! writes are those of one reference.

use std::collections::BTreeMap;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Size};

use super::desk::{Desk, HEAD, document};
use crate::files::file::File;
use crate::files::rows::ReferenceRow;
use crate::inspector::message::{CopyTarget, Effect, Message, Resolution, Step};
use crate::inspector::origin::Screen;
use crate::inspector::overlay::Overlay;
use crate::ui::tests::screen_of;

/// Asserts that everything on screen is about one reference.
fn assert_is_one(desk: &Desk, keys: &[String]) {
    let (app, documents) = (&desk.app, desk.documents());
    if app.origin.screen() == Screen::List {
        let selected = documents.get(documents.selected()).map(|(at, ..)| at);
        assert_eq!(documents.at(), selected, "the row, after {keys:?}");
    }
    if !app.panes.reference.subject.is_in_document() {
        return assert!(app.origin.screen() == Screen::List, "a reference without a place is open, after {keys:?}");
    }
    let Some((_, file, row)) = documents.current() else {
        return assert!(app.panes.reference.subject.is_edited(), "the reference is lost, after {keys:?}");
    };
    if app.panes.reference.subject.is_edited() {
        return;
    }
    assert_eq!(app.panes.text(), file.rows.text(row), "the text, after {keys:?}");
    assert_eq!(app.panes.reference.subject.span(), Some(row.span()), "the span, after {keys:?}");
}

/// Byte of the key that saves.
const SAVE: char = '\x13';

/// A reference by the name of its file and the `id` of its element.
type Id = (String, String);

/// Returns a document with links to `references`, each with an `id`.
fn document_with_ids(references: &[&str]) -> String {
    let link = |(id, reference): (usize, &&str)| format!("<a id='{id}' x:href='{reference}'/>\n");
    HEAD.to_owned() + &references.iter().enumerate().map(link).collect::<String>() + "</doc>\n"
}

/// Returns the `id` on the line of `text` that contains `offset`, and the rest of the line.
fn id_and_rest(text: &str, offset: usize) -> (String, String) {
    let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let rest = line.split_once(" id='").and_then(|(_, rest)| rest.split_once('\''));
    rest.map_or_else(|| ("none".to_owned(), line.to_owned()), |(id, rest)| (id.to_owned(), rest.to_owned()))
}

/// Returns the current reference.
fn current_id(desk: &Desk) -> Option<Id> {
    let (_, file, row) = desk.documents().current()?;
    Some((file.name.clone(), id_and_rest(&file.document()?.text(), row.span().start).0))
}

/// Returns all references of the files in memory, with the rest of their lines.
fn all_ids(desk: &Desk) -> BTreeMap<Id, String> {
    let of_file = |file: &File| {
        let text = file.document().map(iri_core::Document::text).unwrap_or_default();
        let row = |row: &ReferenceRow| {
            let (id, rest) = id_and_rest(&text, row.span().start);
            ((file.name.clone(), id), rest)
        };
        if text.is_empty() { Vec::new() } else { file.rows.iter().map(row).collect() }
    };
    desk.documents().files.iter().flat_map(of_file).collect()
}

/// Returns whether a message may select another reference.
fn is_selection(message: &Message, desk: &Desk) -> bool {
    let is_in_overlay = !desk.app.overlays.is_empty();
    match message {
        Message::Step(_) | Message::Mark(_) | Message::Wheel(..) => desk.app.origin.screen() == Screen::List,
        Message::NextFinding(_)
        | Message::NextFile(_)
        | Message::NextReference(_)
        | Message::SearchAgain(_)
        | Message::Point(_)
        | Message::List(_) => true,
        // The text of a filter, and the entries of menus.
        Message::Accept | Message::Insert(_) | Message::Paste(_) | Message::Delete(_) | Message::Cut => is_in_overlay,
        // In the list they select what they change.
        Message::Undo | Message::Redo => is_in_overlay || desk.app.origin.screen() == Screen::List,
        _ => false,
    }
}

/// Returns whether a message may change other references than the current one.
fn is_wide(message: &Message, desk: &Desk) -> bool {
    let may_load = matches!(message, Message::Save | Message::SaveAndQuit | Message::Undo | Message::Redo);
    may_load || is_selection(message, desk)
}

/// Returns the files on disk.
fn on_disk(desk: &Desk) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(desk.folder.path()).expect("the folder is there");
    let named = entries.map(|entry| entry.expect("it can be listed").file_name().to_string_lossy().into_owned());
    named.map(|name| (name.clone(), std::fs::read(desk.path(&name)).expect("it can be read"))).collect()
}

/// Returns whether a message may write files: it says so, or accepts an entry of a menu that says so.
fn is_save(message: &Message, desk: &Desk) -> bool {
    let chosen = match (message, desk.app.overlays.last()) {
        (Message::Accept, Some(Overlay::Menu(menu))) => menu.taken(),
        (Message::Point(at), Some(Overlay::Menu(menu))) => {
            let number = desk.app.viewport.choice_at(&desk.app, menu, *at);
            number.and_then(|number| Some(menu.shown().get(number)?.message.clone()))
        }
        (Message::Point(at), _) => desk.app.viewport.hint_at(&desk.app, *at),
        _ => None,
    };
    let writes = |message: &Message| {
        matches!(message, Message::Save | Message::SaveAndQuit | Message::Resolve(_, Resolution::Overwrite))
    };
    writes(message) || chosen.as_ref().is_some_and(writes) || desk.app.is_busy()
}

/// Sends a key as the terminal does. What it would start is not started.
fn press(desk: &mut Desk, code: KeyCode, modifiers: KeyModifiers, pressed: &[String]) {
    let key = KeyEvent::new(code, modifiers);
    let Some(message) = desk.app.settings.keys.message(key, desk.app.input_mode()) else { return };
    send(desk, &message, pressed);
}

/// Sends a message, and asserts what no message may do.
fn send(desk: &mut Desk, message: &Message, pressed: &[String]) {
    let (before, current, disk) = (all_ids(desk), current_id(desk), on_disk(desk));
    let (selects, is_wide, is_save) = (is_selection(message, desk), is_wide(message, desk), is_save(message, desk));
    desk.app.update(message.clone());
    desk.app.wait_for_analysis();
    if !is_save {
        assert!(on_disk(desk) == disk, "a file was changed without a save, after {pressed:?}");
    }
    let after = all_ids(desk);
    if !selects {
        assert_is_still(desk, current.as_ref(), pressed);
    }
    if !is_wide {
        let changed = before.iter().filter(|(id, rest)| after.get(*id).is_some_and(|after| after != *rest));
        let others: Vec<_> = changed.filter(|(id, _)| Some(*id) != current.as_ref()).collect();
        assert!(others.is_empty(), "{current:?} was selected, {others:?} changed, after {pressed:?}");
    }
}

/// Asserts that the reference `before` is still the current one, unless it is no longer in its file, or has no `id`.
fn assert_is_still(desk: &Desk, before: Option<&Id>, keys: &[String]) {
    let is_known = |before: &&Id| before.1 != "none" && all_ids(desk).contains_key(*before);
    let Some(before) = before.filter(is_known) else { return };
    assert_eq!(current_id(desk).as_ref(), Some(before), "after {keys:?}");
}

fn keys(desk: &mut Desk, keys: &str) {
    for c in keys.chars() {
        let code = match c {
            '\r' => KeyCode::Enter,
            '\x1b' => KeyCode::Esc,
            SAVE => KeyCode::Char('s'),
            c => KeyCode::Char(c),
        };
        let modifiers = if c == SAVE { KeyModifiers::CONTROL } else { KeyModifiers::NONE };
        press(desk, code, modifiers, &[keys.to_owned()]);
        assert_is_one(desk, &[keys.to_owned()]);
    }
}

#[test]
fn after_a_save_the_fixed_reference_stays_selected_until_another_one_is() {
    let mut desk = Desk::opened(&[("a.xml", document(&["first one", "second one", "third one"]))]);
    keys(&mut desk, "f\x13");
    assert_eq!((desk.app.panes.text(), desk.listed().len()), ("first%20one", 3));
    keys(&mut desk, "n");
    assert_eq!((desk.app.panes.text(), desk.listed().len()), ("second one", 2));
    keys(&mut desk, "\riNEW\r");
    keys(&mut desk, "\x13");
    assert_eq!(desk.text("a.xml"), document(&["first%20one", "secondNEW one", "third one"]));
}

#[test]
fn no_reference_is_skipped_after_a_save() {
    for next in ['>', 'n'] {
        let mut desk = Desk::opened(&[("a.xml", document(&["a 1", "b 2", "c 3"]))]);
        keys(&mut desk, "\rf\x13");
        assert_eq!(desk.app.panes.text(), "a%201");
        if next == '>' {
            keys(&mut desk, ">");
            assert_eq!(desk.app.panes.text(), "b 2");
            keys(&mut desk, "f\x13>");
            assert_eq!(desk.app.panes.text(), "c 3");
        } else {
            keys(&mut desk, "\x1bn");
            assert_eq!(desk.app.panes.text(), "b 2");
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
        (0..number).for_each(|_| press(&mut desk, KeyCode::Down, KeyModifiers::NONE, &[]));
        keys(&mut desk, "\ri");
        press(&mut desk, KeyCode::End, KeyModifiers::NONE, &[]);
        keys(&mut desk, "E\r");
        desk.write_outside("a.xml", &document(outside));
        desk.send(&[Message::Tick]);
        let fate = if expected.is_some() { "your text is kept" } else { "your reference is no longer in its file" };
        assert!(desk.app.notice.contains(fate), "{}", desk.app.notice);
        assert_eq!(desk.app.panes.text(), "bE", "{outside:?}");
        keys(&mut desk, "\x13");
        assert_eq!(desk.text("a.xml"), document(expected.unwrap_or(outside)), "{outside:?}: {}", desk.app.notice);
        if expected.is_none() {
            // The pane can be left, and the text is not lost without a choice.
            keys(&mut desk, "\x1b");
            assert_eq!((desk.app.panes.text(), desk.app.overlays.len()), ("bE", 1), "{}", desk.app.notice);
            desk.send(&[Message::Step(Step::Last), Message::Accept]);
            assert_eq!(desk.app.origin.screen(), Screen::List, "{}", desk.app.notice);
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

#[test]
fn an_empty_reference_is_copied_only_in_forms_that_are_not_empty() {
    let mut desk = Desk::new(&[("a.xml", document(&[""]).replace("<doc ", "<doc xml:base='http://e/d' "))]);
    keys(&mut desk, "jj");
    assert_eq!(desk.listed(), ["http://e/d", "http://www.w3.org/1999/xlink", ""]);
    keys(&mut desk, "Y");
    assert_eq!(desk.app.notice, "nothing to copy: the reference is empty");
    keys(&mut desk, "y");
    let Some(Overlay::Menu(menu)) = desk.app.overlays.last() else { panic!("{}", desk.app.notice) };
    let offered: Vec<Message> = menu.choices.iter().map(|choice| choice.message.clone()).collect();
    assert!(!offered.contains(&Message::CopyAs(CopyTarget::Reference)), "{offered:?}");
    for message in &offered {
        assert!(
            !matches!(desk.app.update(message.clone()), Effect::Copy { text, .. } if text.is_empty()),
            "{message:?}"
        );
    }
    assert_eq!(
        desk.app.update(Message::CopyAs(CopyTarget::Resolved)),
        Effect::Copy { what: "resolved reference", text: "http://e/d".to_owned() }
    );
}

#[test]
fn a_canceled_menu_changes_nothing_below_it() {
    for (text, is_lost) in [("\u{FFFE}", false), ("x", true)] {
        let mut desk = Desk::new(&[("a.xml", document(&["a", "b"]))]);
        keys(&mut desk, "j\ri");
        desk.send(&[Message::Insert(text.to_owned())]);
        if is_lost {
            desk.write_outside("a.xml", &document(&["b"]));
        }
        keys(&mut desk, "\r");
        desk.send(&[Message::Tick]);
        let edited = desk.app.panes.text().to_owned();
        keys(&mut desk, "\x1b");
        assert_eq!(desk.app.overlays.len(), 1, "{}", desk.app.notice);
        desk.send(&[Message::Accept]);
        assert_eq!(
            (desk.app.overlays.len(), desk.app.origin.screen(), desk.app.panes.text()),
            (0, Screen::Reference, &*edited)
        );
    }
}

/// Changes a file as another program does: lines are added, removed, exchanged and edited, or the file ends early.
fn changed_outside(text: &str, rng: &mut fastrand::Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let last = lines.len().saturating_sub(1).max(1);
    let at = rng.usize(1..=last).min(lines.len());
    match rng.usize(..6) {
        0 => lines.insert(at, format!("<a id='new {}' x:href='new {}'/>", rng.u32(..), rng.u8(..4))),
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
    let first: u64 = std::env::var("IRI_INSPECT_SEED").ok().and_then(|runs| runs.parse().ok()).unwrap_or(0);
    for seed in first..runs {
        let mut rng = fastrand::Rng::with_seed(seed);
        let references = ["a b", "a b", "c", "HTTP://h/d", "e f", "http://g/ h"];
        let files = ["a.xml", "b.xml", "c.xml"].map(|name| {
            let count = rng.usize(1..6);
            let chosen: Vec<&str> = (0..count).map(|_| references[rng.usize(..references.len())]).collect();
            (name, document_with_ids(&chosen))
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
                let now = std::fs::read_to_string(desk.path(name)).unwrap_or_default();
                pressed.push(format!("{name} changes from {text} to {now}"));
                let before = current_id(&desk);
                desk.send(&[Message::Tick]);
                assert_is_one(&desk, &pressed);
                assert_is_still(&desk, before.as_ref(), &pressed);
            }
            if rng.u8(..8) == 0 {
                let at = Position::new(rng.u16(..desk.app.look.size.width), rng.u16(..desk.app.look.size.height));
                let message = match rng.usize(..5) {
                    0 => Message::Resize(Size::new(rng.u16(1..300), rng.u16(1..90))),
                    1 => Message::Paste("p q".to_owned()),
                    2 => Message::Wheel(at, if rng.bool() { Step::Down } else { Step::Up }),
                    _ => Message::Point(at),
                };
                pressed.push(format!("{message:?}"));
                send(&mut desk, &message, &pressed);
                assert_is_one(&desk, &pressed);
                assert!(!screen_of(&desk.app).is_empty());
            }
            let (code, modifiers) = match rng.usize(..10) {
                0..=2 => (CODES[rng.usize(..CODES.len())], KeyModifiers::NONE),
                3 if rng.u8(..5) == 0 => (KeyCode::Char('s'), KeyModifiers::CONTROL),
                3 => (
                    KeyCode::Char(
                        *rng.choice(&['f', 'u', 'F', 'R', '>', 'n', 't', '}', '{']).expect("it is not empty"),
                    ),
                    KeyModifiers::NONE,
                ),
                4 => (KeyCode::Char(rng.lowercase()), KeyModifiers::CONTROL),
                _ => (KeyCode::Char(char::from(rng.u8(b' '..=b'~'))), KeyModifiers::NONE),
            };
            pressed.push(format!("{modifiers:?} {code:?}"));
            press(&mut desk, code, modifiers, &pressed);
            assert_is_one(&desk, &pressed);
        }
    }
}
