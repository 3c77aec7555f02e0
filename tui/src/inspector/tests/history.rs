//! One undo history per session, which survives saves and changes by other programs.

use super::desk::{Desk, document};
use crate::inspector::message::{Message, Resolution, RuleScope};
use crate::inspector::pane::Pane;

/// Applies all safe fixes in all files.
fn fix_all(desk: &mut Desk) {
    desk.send(&[Message::Propose(RuleScope::Any), Message::Accept]);
}

/// Returns `count` files, each with two faulty references.
fn many(count: usize) -> Vec<(String, String)> {
    (0..count).map(|number| (format!("{number:02}.xml"), document(&["a b", "c d"]))).collect()
}

fn desk(files: &[(String, String)]) -> Desk {
    Desk::new(&files.iter().map(|(name, text)| (name.as_str(), text.clone())).collect::<Vec<_>>())
}

#[test]
fn a_change_of_one_file_by_another_program_keeps_the_history_of_the_others() {
    let files = many(35);
    let mut desk = desk(&files);
    fix_all(&mut desk);
    desk.send(&[Message::Save]);
    desk.write_outside("07.xml", &document(&["a%20b", "outside"]));
    desk.send(&[Message::Tick, Message::Undo]);
    let name = desk.path("07.xml");
    let changed = format!("({} changed on disk)", name.display());
    assert_eq!(desk.app.notice, format!("undone in 34 of 35 files: all safe fixes {changed}"));
    desk.send(&[Message::Save]);
    assert_eq!(desk.text("06.xml"), document(&["a b", "c d"]));
    assert_eq!(desk.text("07.xml"), document(&["a%20b", "outside"]));
    desk.send(&[Message::Redo, Message::Save]);
    assert_eq!(desk.text("06.xml"), document(&["a%20b", "c%20d"]));
}

#[test]
fn a_change_elsewhere_in_the_same_file_can_still_be_undone() {
    let mut desk = Desk::one(&["a b", "c", "d e"]);
    fix_all(&mut desk);
    desk.send(&[Message::Save]);
    desk.write_outside("a.xml", &document(&["a%20b", "changed", "d%20e"]));
    desk.send(&[Message::Tick, Message::Undo]);
    assert_eq!(desk.app.notice, "undone: all safe fixes");
    desk.send(&[Message::Save]);
    assert_eq!(desk.text("a.xml"), document(&["a b", "changed", "d e"]));
}

#[test]
fn a_merge_keeps_the_earlier_changes_in_the_history() {
    let mut desk = Desk::one(&["a b", "c", "d e"]);
    desk.send(&[
        Message::NextFinding(true),
        Message::Fix(0),
        Message::Save,
        Message::NextFinding(true),
        Message::Fix(0),
    ]);
    desk.write_outside("a.xml", &document(&["a%20b", "c", "d   e"]));
    desk.send(&[Message::Tick, Message::Resolve(0, Resolution::Merge)]);
    assert_eq!((desk.app.notice.as_str(), desk.documents().count.changed), ("merged, 1 change discarded", 0));
    desk.send(&[Message::Undo]);
    assert!(desk.app.notice.starts_with("cannot undo "), "{}", desk.app.notice);
    desk.send(&[Message::Undo, Message::Save]);
    assert_eq!(desk.text("a.xml"), document(&["a b", "c", "d   e"]));
}

#[test]
fn a_lost_undo_has_a_reason() {
    let mut desk = Desk::one(&["a b"]);
    fix_all(&mut desk);
    desk.send(&[Message::Save]);
    desk.write_outside("a.xml", &document(&["other"]));
    desk.send(&[Message::Tick, Message::Undo]);
    assert!(desk.app.notice.starts_with("cannot undo all safe fixes: "), "{}", desk.app.notice);
    assert!(desk.app.notice.ends_with("a.xml changed on disk"), "{}", desk.app.notice);
    desk.send(&[Message::Undo]);
    assert_eq!(desk.app.notice, "nothing to undo");
}

#[cfg(unix)]
#[test]
fn a_failed_save_keeps_the_history() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    let mut desk = desk(&many(3));
    fs::set_permissions(desk.path("01.xml"), fs::Permissions::from_mode(0o444)).expect("a mode can be set");
    fix_all(&mut desk);
    desk.write_outside("02.xml", &document(&["x"]));
    desk.send(&[Message::Save, Message::Tick]);
    desk.app.overlays.clear();
    desk.send(&[Message::Undo]);
    fs::set_permissions(desk.path("01.xml"), fs::Permissions::from_mode(0o644)).expect("a mode can be set");
    desk.send(&[Message::Save]);
    for name in ["00.xml", "01.xml"] {
        assert_eq!(desk.text(name), document(&["a b", "c d"]), "{name}");
    }
}

#[test]
fn the_panes_and_the_list_have_one_history() {
    let mut desk = Desk::one(&["a b", "c d"]);
    desk.send(&[Message::NextFinding(true), Message::Fix(0), Message::NextFinding(true), Message::Open]);
    assert_eq!(desk.app.panes.text(), "c d");
    desk.send(&[Message::Fix(0), Message::Undo]);
    assert_eq!((desk.app.panes.text(), desk.app.notice.as_str()), ("c d", "undone: encode SPACE as %20"));
    desk.send(&[Message::Undo]);
    assert!(desk.app.notice.starts_with("undone: encode SPACE as %20 in "), "{}", desk.app.notice);
    assert!(desk.app.notice.ends_with("a.xml:2"), "{}", desk.app.notice);
    assert_eq!(desk.listed()[1], "a b", "the fix in the list is undone from the panes");
    desk.send(&[Message::Redo]);
    assert_eq!(desk.listed()[1], "a%20b");
    // A saved edit is undone as a whole.
    desk.send(&[Message::Fix(0), Message::Save]);
    assert_eq!(desk.text("a.xml"), document(&["a%20b", "c%20d"]));
    desk.send(&[Message::Undo]);
    assert_eq!((desk.app.panes.text(), desk.app.panes.pane), ("c d", Pane::Findings));
    desk.send(&[Message::Save]);
    assert_eq!(desk.text("a.xml"), document(&["a%20b", "c d"]));
}
