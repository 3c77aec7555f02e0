//! Replacing a text in the references of several files.

use ratatui::layout::Size;

use super::desk::{Desk, document};
use crate::inspector::message::{ListFilter, MarkScope, Message, PromptPurpose, Step};
use crate::inspector::overlay::Overlay;
use crate::ui::tests::screen_of;

const OLD: &str = "http://old.example.org/";

/// Three files: two with the old host, once with a finding, one without it.
fn files() -> Vec<(&'static str, String)> {
    vec![
        ("a.xml", document(&["http://old.example.org/a b", "http://old.example.org/?x&amp;y", "c d"])),
        ("b.xml", document(&["http://old.example.org/?u=http://old.example.org/"])),
        ("c.xml", document(&["http://other.example.org/"])),
    ]
}

/// Asks to replace `old` with `new`.
fn replace(desk: &mut Desk, old: &str, new: &str) {
    desk.press("%");
    for text in [old, new] {
        desk.send(&[Message::SelectAll, Message::Insert(text.to_owned()), Message::Accept]);
    }
}

#[test]
fn a_text_is_replaced_in_all_listed_references_after_a_preview_and_undone_at_once() {
    let mut desk = Desk::new(&files());
    replace(&mut desk, OLD, "https://new.example/");
    let screen = screen_of(&desk.app);
    assert!(
        screen.contains("3 of 3 chosen in 2 files") && screen.contains("a.xml") && screen.contains("b.xml"),
        "{screen}"
    );
    assert!(screen.contains("becomes: https://new.example/?x&y"), "{screen}");
    assert!(screen.contains("+<a x:href='https://new.example/a b'/>"), "{screen}");
    // The first one is skipped.
    desk.press("space");
    desk.press("enter");
    assert!(desk.app.notice.starts_with("applied: replace 'http://old.example.org/' with"), "{}", desk.app.notice);
    assert!(desk.app.notice.contains("2 references"), "{}", desk.app.notice);
    assert_eq!(desk.text("a.xml"), files()[0].1, "nothing is saved yet");
    desk.press("ctrl-s");
    let expected = ["http://old.example.org/a b", "https://new.example/?x&amp;y", "c d"];
    assert_eq!(desk.text("a.xml"), document(&expected));
    assert_eq!(desk.text("b.xml"), document(&["https://new.example/?u=https://new.example/"]));
    desk.press("u");
    desk.press("ctrl-s");
    assert_eq!([desk.text("a.xml"), desk.text("b.xml")], [files()[0].1.clone(), files()[1].1.clone()]);
}

#[test]
fn the_new_text_is_written_as_the_document_needs_it() {
    let mut desk = Desk::one(&["old&apos;y", "oldz"]);
    replace(&mut desk, "old", "a&b'<");
    desk.press("enter");
    desk.press("ctrl-s");
    assert_eq!(desk.listed()[1..], ["a&b'<'y", "a&b'<z"]);
    assert!(desk.text("a.xml").contains("'a&amp;b&apos;&lt;z'"), "{}", desk.text("a.xml"));
}

#[test]
fn only_marked_references_are_changed() {
    let mut desk = Desk::new(&files());
    desk.send(&[Message::Step(Step::To(1)), Message::Mark(MarkScope::Selected)]);
    replace(&mut desk, OLD, "");
    assert!(
        screen_of(&desk.app).contains("in 1 marked reference: 1 of 1 chosen in 1 file"),
        "{}",
        screen_of(&desk.app)
    );
    desk.press("enter");
    assert_eq!(desk.listed().iter().filter(|text| text.contains("old")).count(), 2);
}

#[test]
fn a_text_that_is_replaced_with_itself_changes_nothing() {
    let mut desk = Desk::new(&files());
    replace(&mut desk, OLD, OLD);
    assert!(desk.app.notice.starts_with("nothing to change"), "{}", desk.app.notice);
    assert!(matches!(desk.app.overlays.last(), Some(Overlay::Prompt(prompt)) if prompt.purpose == PromptPurpose::New));
    desk.send(&[Message::Back, Message::Undo]);
    assert_eq!(desk.app.notice, "nothing to undo");
}

#[test]
fn a_refusal_hides_no_count_on_a_narrow_screen() {
    let list = "<e xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:schemaLocation='a b'/>".to_owned();
    let mut desk = Desk::new(&[("a.xml", document(&["b1", "b2"])), ("b.xml", list)]);
    desk.send(&[Message::Resize(Size::new(80, 24))]);
    replace(&mut desk, "b", "c d");
    let screen = screen_of(&desk.app);
    let title = screen.lines().next().unwrap_or_default();
    assert!(title.contains("2 of 2 chosen; not changed: ") && title.contains("(! problems)"), "{title}");
    desk.press("!");
    assert!(screen_of(&desk.app).contains("whitespace would"), "{}", screen_of(&desk.app));
}

#[test]
fn references_that_are_not_listed_are_counted_and_stay() {
    let mut desk = Desk::new(&files());
    desk.send(&[Message::List(ListFilter::NextLeast)]);
    assert_eq!(desk.listed().len(), 2);
    replace(&mut desk, OLD, "http://n/");
    assert!(desk.app.notice.starts_with("1 of 1 chosen; not changed: 2 references with "), "{}", desk.app.notice);
    desk.press("!");
    let screen = screen_of(&desk.app);
    assert!(screen.contains("not changed: 2 references with 'http://old.example.org/' not listed"), "{screen}");
    desk.press("esc");
    desk.press("enter");
    desk.send(&[Message::List(ListFilter::All)]);
    assert_eq!(desk.listed().iter().filter(|text| text.contains("old")).count(), 2);
}

#[test]
fn what_is_not_found_or_impossible_is_said() {
    let mut desk = Desk::new(&[(
        "a.xml",
        "<e xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:schemaLocation='a b'/>".to_owned(),
    )]);
    replace(&mut desk, "no such text", "x");
    assert_eq!(
        (desk.app.notice.as_str(), desk.app.overlays.len()),
        ("not found in the listed references: 'no such text'", 0)
    );
    // The items of a list are separated by spaces.
    replace(&mut desk, "b", "c d");
    assert!(desk.app.notice.contains("whitespace would separate the reference into several"), "{}", desk.app.notice);
    desk.press("%");
    desk.send(&[Message::SelectAll, Message::Cut, Message::Accept]);
    assert_eq!(desk.app.notice, "expected a text to replace");
    assert!(matches!(desk.app.overlays.last(), Some(Overlay::Prompt(prompt)) if prompt.purpose == PromptPurpose::Old));
}
