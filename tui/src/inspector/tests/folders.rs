//! Folders: what the list shows first, its order, marks, and the regular expression.

use ratatui::layout::Size;

use super::desk::{Desk, document};
use crate::files::documents::ListOrder;
use crate::inspector::message::{CopyTarget, Effect, ListFilter, MarkScope, Message, PromptPurpose, RuleScope, Step};
use crate::ui::tests::screen_of;

/// Three files: without findings, with two warnings, with an error and a hint.
fn three() -> Vec<(&'static str, String)> {
    vec![
        ("a.xml", document(&["fine"])),
        ("b.xml", document(&["a b", "c|d"])),
        ("c.xml", document(&["http://e:x/", "%7e"])),
    ]
}

#[test]
fn a_folder_opens_on_its_findings_and_the_worst_file_is_first() {
    let desk = Desk::opened(&three());
    assert_eq!(desk.listed(), ["http://e:x/", "%7e", "a b", "c|d"]);
    let screen = screen_of(&desk.app);
    assert!(screen.contains("1 of 4 with findings"), "{screen}");
    assert!(screen.contains("c.xml  1 error, 1 hint") && screen.contains("b.xml  2 warnings"), "{screen}");
}

#[test]
fn a_folder_without_findings_lists_every_reference() {
    let desk = Desk::opened(&[("a.xml", document(&["x"])), ("b.xml", document(&["y"]))]);
    assert_eq!(desk.listed().len(), 4);
}

#[test]
fn a_key_ends_the_changes_of_the_list_by_itself() {
    let mut desk = Desk::opened(&three());
    desk.send(&[Message::List(ListFilter::All)]);
    desk.write_outside("a.xml", &document(&["fine", "e f"]));
    desk.send(&[Message::Tick]);
    assert_eq!(desk.listed().len(), 9, "all are listed");
}

#[test]
fn files_are_sorted_by_severity_number_or_path() {
    let mut desk = Desk::new(&[
        ("a.xml", document(&["a b"])),
        ("b.xml", document(&["%7e", "%7f|"])),
        ("c.xml", document(&["http://e:x/"])),
    ]);
    desk.send(&[Message::List(ListFilter::NextLeast)]);
    let mut orders = Vec::new();
    for _ in 0..3 {
        desk.send(&[Message::NextListOrder]);
        orders.push((desk.documents().order(), desk.listed()));
    }
    let expected = [
        (ListOrder::Worst, ["http://e:x/", "a b", "%7e", "%7f|"]),
        (ListOrder::Findings, ["%7e", "%7f|", "a b", "http://e:x/"]),
        (ListOrder::Path, ["a b", "%7e", "%7f|", "http://e:x/"]),
    ];
    for ((order, listed), (wanted, texts)) in orders.into_iter().zip(expected) {
        assert_eq!(order, wanted);
        assert!(order != ListOrder::Worst || listed[0] == texts[0], "{listed:?}");
        assert!(order == ListOrder::Worst || listed == texts, "{order:?}: {listed:?}");
    }
}

#[test]
fn a_fixed_reference_stays_at_its_place_until_it_is_saved_and_another_one_is_selected() {
    let mut desk = Desk::opened(&three());
    desk.send(&[Message::Step(Step::Last), Message::Fix(0)]);
    assert_eq!(desk.listed(), ["http://e:x/", "%7e", "a b", "c%7Cd"]);
    assert_eq!(desk.app.panes.text(), "c%7Cd");
    desk.send(&[Message::Undo]);
    assert_eq!(desk.listed(), ["http://e:x/", "%7e", "a b", "c|d"]);
    desk.send(&[Message::Redo, Message::Save, Message::NextListOrder]);
    assert_eq!(desk.listed().len(), 4);
    desk.send(&[Message::Step(Step::Up)]);
    assert_eq!(desk.listed(), ["http://e:x/", "%7e", "a b"]);
}

#[test]
fn marked_references_are_fixed_together_after_a_preview() {
    let mut desk = Desk::opened(&three());
    desk.send(&[Message::Step(Step::Down), Message::Mark(MarkScope::Selected), Message::Mark(MarkScope::Selected)]);
    assert_eq!(desk.documents().marked().len(), 2);
    assert!(desk.app.notice.starts_with("2 references marked"), "{}", desk.app.notice);
    desk.send(&[Message::Fix(0)]);
    let title = desk.app.fix_list().expect("the fixes are listed").proposal.title();
    assert_eq!(title, "fixes of 2 marked references: 2 of 2 safe chosen in 2 files");
    desk.send(&[Message::Accept]);
    assert_eq!(desk.listed(), ["http://e:x/", "~", "a%20b", "c|d"]);
    assert!(desk.documents().marked().is_empty());
    desk.send(&[Message::Undo, Message::Save]);
    for (name, text) in three() {
        assert_eq!(desk.text(name), text);
    }
}

#[test]
fn marks_are_copied_kept_over_outside_changes_and_removed_before_the_filter() {
    let mut desk = Desk::opened(&three());
    desk.send(&[Message::Mark(MarkScope::Listed)]);
    let copied = desk.app.update(Message::Copy);
    let text = "a b\nc|d\nhttp://e:x/\n%7e\n".to_owned();
    assert_eq!(copied, Effect::Copy { what: "marked references", text: text.clone() });
    assert_eq!(
        desk.app.update(Message::CopyAs(CopyTarget::Reference)),
        Effect::Copy { what: "marked references", text }
    );
    desk.send(&[Message::Back]);
    assert_eq!((desk.documents().marked().len(), desk.listed().len()), (0, 4));
    desk.send(&[Message::Mark(MarkScope::Listed), Message::Mark(MarkScope::Listed)]);
    assert!(desk.documents().marked().is_empty());
    // Another program changed the file: its numbers no longer mean the same references, but the marks do.
    desk.send(&[Message::Mark(MarkScope::Listed)]);
    desk.write_outside("b.xml", &document(&["new", "a b", "c|d"]));
    desk.send(&[Message::Tick]);
    assert_eq!(desk.app.update(Message::Copy), copied);
    desk.write_outside("b.xml", &document(&["new", "c|d"]));
    desk.send(&[Message::Tick]);
    assert_eq!(desk.documents().marked().len(), 3);
    assert!(desk.app.notice.ends_with("reloaded, 1 reference no longer marked"), "{}", desk.app.notice);
    desk.send(&[Message::Propose(RuleScope::Any)]);
    assert!(desk.app.overlays.len() <= 1 && !desk.app.overlays.is_empty(), "only marks are fixed, without a menu");
}

#[test]
fn the_list_is_filtered_by_a_regular_expression() {
    let mut desk = Desk::new(&three());
    desk.send(&[Message::Ask(PromptPurpose::Pattern), Message::Insert("^[A-C] B$|\\Dx/".to_owned())]);
    assert_eq!(desk.listed(), ["http://e:x/"], "an uppercase letter distinguishes case");
    desk.send(&[Message::Back, Message::Ask(PromptPurpose::Pattern), Message::SelectAll]);
    desk.send(&[Message::Insert("^[a-c] b$|\\Dx/".to_owned()), Message::Accept]);
    assert_eq!(desk.listed(), ["a b", "http://e:x/"]);
    assert!(screen_of(&desk.app).contains("matches ^[a-c] b$"));
    desk.send(&[Message::Ask(PromptPurpose::Pattern), Message::SelectAll, Message::Insert("(".to_owned())]);
    assert!(desk.app.notice.starts_with("invalid regular expression: unclosed group"), "{}", desk.app.notice);
    assert_eq!(desk.listed().len(), 2, "the last valid one applies");
    desk.send(&[Message::Back, Message::Back, Message::Back]);
    assert_eq!(desk.listed().len(), 8);
}

#[test]
fn the_editor_opens_from_the_panes_too() {
    let mut desk = Desk::opened(&three());
    desk.send(&[Message::Open]);
    assert!(desk.app.is_available(&Message::Edit));
    assert_eq!(desk.app.update(Message::Edit), Effect::Edit(desk.path("c.xml"), 2, 12));
    desk.send(&[Message::Fix(0), Message::Paste("x".to_owned())]);
    assert_eq!(desk.app.update(Message::Edit), Effect::Draw, "an edited reference is saved first");
}

#[test]
fn screens_of_findings() {
    let mut desk = Desk::opened(&three());
    for (width, height) in [(80, 24), (40, 12)] {
        desk.send(&[Message::Resize(Size::new(width, height)), Message::Step(Step::First)]);
        desk.send(&[Message::Step(Step::Down), Message::Mark(MarkScope::Selected)]);
        let documents = desk.app.origin.documents_mut().expect("files are looked at");
        for (file, name) in documents.files.iter_mut().zip(["docs/a.xml", "docs/b.xml", "docs/c.xml"]) {
            name.clone_into(&mut file.name);
        }
        "docs".clone_into(&mut documents.name);
        insta::assert_snapshot!(format!("findings_{width}x{height}"), screen_of(&desk.app));
    }
}
