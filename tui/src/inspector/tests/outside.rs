//! Changes of other programs to what the findings of files depend on, and to the list of files.

use std::fs;
use std::path::Path;

use iri_core::xml::TARGET_RULES;
use ratatui::layout::Size;

use crate::inspector::editor::Motion;
use crate::inspector::message::{Message, Step};
use crate::inspector::overlay::Overlay;
use crate::inspector::pane::Pane;
use crate::inspector::tests::desk::{Desk, document};
use crate::ui::tests::screen_of;

/// Returns the references that have a finding about their target.
fn missing(desk: &Desk) -> Vec<String> {
    let documents = desk.documents();
    let is_missing = |number: &usize| {
        let at = documents.get(*number).map(|(at, ..)| at);
        let found = at.map_or_else(Vec::new, |at| documents.findings(at));
        found.iter().any(|found| TARGET_RULES.contains(&found.finding.rule))
    };
    let listed = desk.listed();
    (0..documents.len()).filter(is_missing).map(|number| listed[number].clone()).collect()
}

#[test]
fn targets_that_are_created_or_removed_are_looked_for_again() {
    for is_watching in [false, true] {
        let files = [("a.xml", document(&["later.xml", "gone.xml"])), ("gone.xml", document(&[]))];
        let mut desk = if is_watching { Desk::watching(&files) } else { Desk::new(&files) };
        desk.press("t");
        assert_eq!(missing(&desk), ["later.xml"]);
        assert_eq!(desk.app.notice, "1 target missing");
        desk.write_outside("later.xml", &document(&[]));
        fs::remove_file(desk.path("gone.xml")).expect("it can be removed");
        desk.wait(|desk| missing(desk) == ["gone.xml"]);
        fs::remove_file(desk.path("later.xml")).expect("it can be removed");
        desk.wait(|desk| missing(desk) == ["later.xml", "gone.xml"]);
    }
}

#[test]
fn a_configuration_that_another_program_changes_applies() {
    let mut desk = Desk::new(&[("a.xml", document(&["a b"])), (".iri.toml", String::new())]);
    let flagged = |desk: &Desk| desk.documents().count.flagged;
    assert_eq!(flagged(&desk), 1);
    desk.write_outside(".iri.toml", "[rules]\nleiri-space = \"off\"\n");
    desk.wait(|desk| flagged(desk) == 0);
}

#[test]
fn a_removed_file_is_not_counted() {
    let mut desk = Desk::watching(&[("a.xml", document(&["a b"])), ("b.xml", document(&["c d"]))]);
    assert_eq!(desk.documents().count.files, 2);
    fs::remove_file(desk.path("b.xml")).expect("it can be removed");
    desk.wait(|desk| desk.documents().count.files == 1);
    desk.write_outside("b.xml", &document(&["c d"]));
    desk.wait(|desk| desk.documents().count.files == 2);
}

#[test]
fn files_are_sorted_by_the_number_of_their_findings() {
    let mut desk = Desk::new(&[("a.xml", document(&["a b", "c d"])), ("b.xml", document(&["a b c d"]))]);
    desk.send(&[Message::NextListOrder, Message::NextListOrder]);
    assert_eq!(desk.app.notice, "files sorted by number of findings");
    let first = desk.documents().get(0).map(|(_, file, _)| file.name.ends_with("b.xml"));
    assert_eq!(first, Some(true), "{:?}", desk.listed());
}

#[test]
fn a_file_that_is_emptied_or_removed_has_a_mark_and_no_fix() {
    for (lose, mark) in [
        ((|path| fs::write(path, "").expect("it can be written")) as fn(&Path), "empty on disk"),
        (|path| fs::write(path, "hello\n").expect("it can be written"), "unreadable on disk"),
        (|path| fs::remove_file(path).expect("it can be removed"), "deleted on disk"),
    ] {
        let text = "<topic id='t'><title>T</title><body><p><xref href='a b'/></p></body></topic>\n".to_owned();
        let mut desk = Desk::new(&[("a.dita", text.clone()), ("b.xml", document(&["c d"]))]);
        desk.send(&[Message::Step(Step::First)]);
        assert_eq!(desk.app.panes.text(), "a b");
        lose(&desk.path("a.dita"));
        desk.wait(|desk| desk.documents().files[0].lost().is_some());
        // The notice ends with the next key, the mark does not.
        desk.press("f");
        assert!(desk.app.notice.starts_with("not changed: "), "{mark}: {}", desk.app.notice);
        desk.send(&[Message::Step(Step::First)]);
        let screen = screen_of(&desk.app);
        assert!(screen.contains(&format!("({mark})")), "{mark}: {screen}");
        desk.press("F");
        assert_eq!(desk.app.fix_list().map(|list| list.fixes.len()), Some(1), "only that of the other file");
        desk.press("esc");
        desk.press("!");
        let screen = screen_of(&desk.app);
        assert!(screen.contains("a.dita: "), "{mark}: {screen}");
        desk.press("esc");
        // It is the same file as before when it comes back.
        desk.write_outside("a.dita", &text);
        desk.wait(|desk| desk.documents().files[0].lost().is_none());
        assert!(desk.app.notice.ends_with("is on disk again, unchanged"), "{mark}: {}", desk.app.notice);
        desk.press("f");
        assert_eq!(desk.documents().count.changed, 1, "{mark}: {}", desk.app.notice);
    }
}

#[test]
fn problems_of_a_configuration_end_with_it() {
    let wrong = "[rules]\nleiri-spac = \"off\"\nfoo\n";
    for right in [Some("[rules]\nleiri-space = \"off\"\n"), None] {
        let mut desk = Desk::new(&[("a.xml", document(&["a b"])), (".iri.toml", wrong.to_owned())]);
        assert!(!desk.documents().failures.is_empty());
        match right {
            Some(text) => desk.write_outside(".iri.toml", text),
            None => fs::remove_file(desk.path(".iri.toml")).expect("it can be removed"),
        }
        desk.wait(|desk| desk.documents().failures.is_empty() && !desk.documents().is_reading());
        desk.press("!");
        assert_eq!(desk.app.notice, "no problems");
    }
}

#[test]
fn the_marks_of_a_single_file_are_on_the_screen() {
    for size in [Size::new(80, 24), Size::new(40, 12)] {
        let mut desk = Desk::one(&["a b", "c"]);
        desk.send(&[Message::Resize(size), Message::NextFinding(true), Message::Fix(0)]);
        assert!(screen_of(&desk.app).contains("references ─ unsaved, "), "{}", screen_of(&desk.app));
        desk.write_outside("a.xml", &document(&["a  b", "c"]));
        desk.wait(|desk| desk.documents().files[0].has_conflict());
        desk.send(&[Message::Step(Step::Down)]);
        assert!(screen_of(&desk.app).contains("unsaved, changed on disk"), "{}", screen_of(&desk.app));
        fs::remove_file(desk.path("a.xml")).expect("it can be removed");
        desk.wait(|desk| desk.documents().files[0].lost().is_some());
        desk.send(&[Message::Step(Step::Up)]);
        assert!(screen_of(&desk.app).contains("unsaved, deleted on disk"), "{}", screen_of(&desk.app));
    }
}

#[test]
fn an_edit_on_the_screen_conflicts_like_every_other_change() {
    let mut desk = Desk::one(&["a b", "c"]);
    desk.send(&[Message::NextFinding(true), Message::Open, Message::Focus(Pane::Reference)]);
    desk.send(&[Message::Move(Motion::End), Message::Insert("ZZ".to_owned())]);
    // A change elsewhere is no conflict.
    desk.write_outside("a.xml", &document(&["a b", "c", "d"]));
    desk.wait(|desk| desk.app.notice.contains("reloaded, your text is kept"));
    assert!(desk.app.overlays.is_empty() && desk.app.panes.text() == "a bZZ");
    // One in the same reference is merged, unless it is one of the same text.
    desk.write_outside("a.xml", &document(&["a  b", "c", "d"]));
    desk.wait(|desk| desk.app.notice.contains("reloaded, your changes are kept"));
    assert!(desk.app.overlays.is_empty() && desk.app.panes.text() == "a  bZZ", "{}", desk.app.panes.text());
    desk.send(&[Message::Move(Motion::End), Message::Insert("Z".to_owned())]);
    desk.write_outside("a.xml", &document(&["a  bYY", "c", "d"]));
    desk.wait(|desk| desk.documents().files[0].has_conflict());
    // What is typed now is still text.
    assert!(desk.app.notice.ends_with("changed on disk at your changes (! what to do)"), "{}", desk.app.notice);
    desk.send(&[Message::Insert("y".to_owned())]);
    assert_eq!((desk.app.panes.text(), desk.app.overlays.len()), ("a  bZZZy", 0));
    assert_eq!(desk.documents().count.changed, 1);
    desk.send(&[Message::Focus(Pane::Findings)]);
    desk.press("ctrl-s");
    assert!(matches!(desk.app.overlays.last(), Some(Overlay::Menu(_))), "{}", desk.app.notice);
    assert_eq!(desk.text("a.xml"), document(&["a  bYY", "c", "d"]));
    desk.send(&[Message::Reload(0)]);
    assert_eq!((desk.app.panes.text(), desk.documents().count.changed), ("a  bYY", 0));
}

#[test]
fn an_edit_that_another_program_meets_is_canceled_to_the_reference_as_it_left_it() {
    for typed in ["ZZ", ""] {
        let mut desk = Desk::one(&["a b", "c"]);
        desk.send(&[Message::NextFinding(true), Message::Open, Message::Focus(Pane::Reference)]);
        desk.send(&[Message::Move(Motion::End), Message::Insert(typed.to_owned())]);
        desk.write_outside("a.xml", &document(&["a  b", "c"]));
        desk.wait(|desk| desk.app.notice.contains("reloaded"));
        // The cursor is where it was, and everything that was typed is one edit.
        desk.send(&[Message::Insert("Y".to_owned())]);
        assert_eq!(desk.app.panes.text(), format!("a  b{typed}Y"));
        desk.press("esc");
        assert_eq!(desk.app.notice, "edit canceled (ctrl-r restores it)");
        assert_eq!((desk.app.panes.text(), desk.documents().count.changed, desk.app.is_edited()), ("a  b", 0, false));
        desk.press("ctrl-r");
        assert_eq!(desk.app.panes.text(), format!("a  b{typed}Y"));
        desk.press("u");
        desk.press("u");
        desk.press("ctrl-s");
        assert_eq!(desk.text("a.xml"), document(&["a  b", "c"]), "{}", desk.app.notice);
    }
}

#[test]
fn the_panes_say_that_the_reference_is_unsaved() {
    let mut desk = Desk::one(&["a b", "c"]);
    desk.send(&[Message::NextFinding(true), Message::Open]);
    assert!(!screen_of(&desk.app).contains("(unsaved)"));
    desk.send(&[Message::Fix(0)]);
    assert!(screen_of(&desk.app).contains("(unsaved)"), "{}", screen_of(&desk.app));
    desk.press("ctrl-s");
    assert!(!screen_of(&desk.app).contains("(unsaved)"), "{}", screen_of(&desk.app));
}
