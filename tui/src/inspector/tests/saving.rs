//! Fixes of what is listed, patches that show the change, saves that report every failure, and conflicts.

use std::fs;

use ratatui::layout::Size;

use super::desk::{Desk, document};
use crate::inspector::message::{ListFilter, Message, Resolution, RuleScope, Step};
use crate::inspector::overlay::{Overlay, Page};
use crate::ui::tests::screen_of;

/// Returns the title of the list of fixes.
fn title(desk: &Desk) -> String {
    desk.app.fix_list().unwrap_or_else(|| panic!("no list: {}", desk.app.notice)).proposal.title()
}

fn page(desk: &Desk) -> &Page {
    let page = desk.app.overlays.iter().rev().find_map(|overlay| match overlay {
        Overlay::Page(page) => Some(page),
        _ => None,
    });
    page.unwrap_or_else(|| panic!("no page: {}", desk.app.notice))
}

#[test]
fn all_safe_fixes_apply_to_the_listed_references() {
    let mut desk = Desk::one(&["a b", "c d", "HTTP://e/"]);
    desk.send(&[Message::Ask(crate::inspector::message::PromptPurpose::List), Message::Insert("c d".to_owned())]);
    desk.send(&[Message::Accept, Message::Propose(RuleScope::Any)]);
    assert_eq!(title(&desk), "fixes of listed references: 1 of 1 safe chosen in 1 file");
    desk.send(&[Message::Accept]);
    desk.send(&[Message::List(ListFilter::All)]);
    assert_eq!(desk.listed()[1..], ["a b", "c%20d", "HTTP://e/"]);
}

#[test]
fn all_safe_fixes_leave_hints_and_say_so() {
    let mut desk = Desk::one(&["a b", "HTTP://e/", "http://e/%7e"]);
    desk.send(&[Message::Propose(RuleScope::Any)]);
    assert_eq!(title(&desk), "fixes: 1 of 1 safe chosen in 1 file, 2 hints left");
    desk.send(&[Message::Accept]);
    assert_eq!(desk.app.notice, "applied: all safe fixes, 1 finding, 2 hints left (u undo, ctrl-s save)");
    assert_eq!(desk.listed()[1..], ["a%20b", "HTTP://e/", "http://e/%7e"]);
    desk.send(&[Message::Propose(RuleScope::Any)]);
    assert_eq!(desk.app.notice, "no safe fixes for errors or warnings; 2 hints left");
    // In the panes as well.
    desk.send(&[Message::Step(Step::Down), Message::NextFinding(true), Message::Open, Message::FixAllSafe]);
    assert_eq!(desk.app.notice, "no safe fixes for errors or warnings; 1 hint left");
}

#[test]
fn a_patch_shows_the_change_of_a_long_line_on_a_narrow_screen() {
    // In the middle of a line that would fill the screen.
    let reference = format!("http://example.org/{}/a b/{}", "x".repeat(470), "y".repeat(470));
    let mut desk = Desk::one(&[&reference]);
    desk.send(&[Message::Resize(Size::new(80, 24)), Message::Propose(RuleScope::Any)]);
    let screen = screen_of(&desk.app);
    assert!(
        screen.contains("/a\u{2423}b/") && screen.contains("/a%20b/"),
        "both sides of the change are visible:\n{screen}"
    );
    let reference = format!("http://example.org/{}/a b", "x".repeat(180));
    let mut desk = Desk::one(&[&reference]);
    desk.send(&[Message::Resize(Size::new(80, 24)), Message::Propose(RuleScope::Any)]);
    let screen = screen_of(&desk.app);
    let changed: Vec<&str> =
        screen.lines().filter(|line| line.contains("/a\u{2423}b") || line.contains("/a%20b")).collect();
    assert_eq!(changed.len(), 2, "both sides of the change are visible:\n{screen}");
    let emphasized = screen.lines().filter(|line| line.contains("bold reversed")).count();
    assert!(emphasized >= 2, "the changed characters are emphasized:\n{screen}");
    // The lines are wrapped again for another width.
    desk.send(&[Message::Resize(Size::new(40, 30))]);
    let screen = screen_of(&desk.app);
    assert!(screen.contains("/a\u{2423}b") && screen.contains("/a%20b"), "the lines are wrapped again:\n{screen}");
}

#[cfg(unix)]
#[test]
fn a_save_reports_every_failure() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    let names = ["a.xml", "b.xml", "c.xml"];
    let mut desk = Desk::new(&names.map(|name| (name, document(&["a b"]))));
    for name in &names[..2] {
        fs::set_permissions(desk.path(name), fs::Permissions::from_mode(0o444)).expect("a mode can be set");
    }
    desk.send(&[Message::Propose(RuleScope::Any), Message::Accept]);
    desk.send(&[Message::Save]);
    assert!(desk.app.notice.starts_with("saved 1 of 3 files; "), "{}", desk.app.notice);
    let failed = |desk: &Desk| {
        let lines = page(desk).lines.iter().filter(|line| line.text.contains("write-protected"));
        lines.filter(|line| names[..2].iter().any(|name| line.text.contains(name))).count()
    };
    assert_eq!(failed(&desk), 2);
    desk.send(&[Message::Back, Message::Failures]);
    assert_eq!(failed(&desk), 2, "the problems have them too");
    fs::set_permissions(desk.path("a.xml"), fs::Permissions::from_mode(0o644)).expect("a mode can be set");
    fs::set_permissions(desk.path("b.xml"), fs::Permissions::from_mode(0o644)).expect("a mode can be set");
    desk.send(&[Message::Back, Message::Save]);
    assert_eq!(desk.app.notice, "saved 2 files");
    assert!(!desk.app.is_available(&Message::Failures));
}

/// A file whose fixed reference another program changed as well, and another reference.
fn conflict() -> Desk {
    let mut desk = Desk::one(&["a b", "c", "d e"]);
    desk.send(&[Message::Propose(RuleScope::Any), Message::Accept]);
    desk.write_outside("a.xml", &document(&["a  b", "c", "d e"]));
    desk
}

#[test]
fn a_conflict_can_be_compared_and_overwritten_after_a_question() {
    let mut desk = conflict();
    desk.send(&[Message::Save]);
    assert_eq!(desk.text("a.xml"), document(&["a  b", "c", "d e"]), "{}", desk.app.notice);
    desk.app.overlays.clear();
    desk.send(&[Message::Resolve(0, Resolution::Compare)]);
    let lines: Vec<&str> = page(&desk).lines.iter().map(|line| line.text.as_str()).collect();
    assert!(lines.contains(&"-<a x:href='a  b'/>") && lines.contains(&"+<a x:href='a%20b'/>"), "{lines:?}");
    desk.send(&[Message::Accept]);
    assert!(matches!(desk.app.overlays.last(), Some(Overlay::Menu(_))), "the resolutions are offered");
    desk.app.overlays.clear();
    // Enter cancels, because it is the first choice.
    desk.send(&[Message::Resolve(0, Resolution::AskToOverwrite), Message::Accept]);
    assert_eq!(desk.text("a.xml"), document(&["a  b", "c", "d e"]));
    desk.send(&[Message::Resolve(0, Resolution::AskToOverwrite), Message::Step(Step::Down), Message::Accept]);
    assert_eq!(desk.text("a.xml"), document(&["a%20b", "c", "d%20e"]), "{}", desk.app.notice);
    assert_eq!(desk.documents().count.changed, 0);
}

#[test]
fn a_save_that_fails_only_by_a_conflict_offers_the_resolutions() {
    let mut desk = conflict();
    desk.send(&[Message::Save]);
    assert!(matches!(desk.app.overlays[..], [Overlay::Menu(_)]), "{:?}", desk.app.overlays);
    assert!(desk.app.notice.starts_with("saved 0 of 1 file; not saved: "), "{}", desk.app.notice);
    desk.send(&[Message::Resolve(0, Resolution::Merge), Message::Back]);
    assert!(desk.app.overlays.is_empty(), "no report of a save that is over");
}

#[test]
fn the_problems_lead_to_the_resolutions_and_name_a_conflict_once() {
    let mut desk = conflict();
    desk.send(&[Message::Save, Message::Accept, Message::Failures]);
    let lines: Vec<&str> = page(&desk).lines.iter().map(|line| line.text.as_str()).collect();
    assert!(matches!(lines[..], [line] if line.ends_with("a.xml: unsaved, changed on disk")), "{lines:?}");
    assert!(screen_of(&desk.app).contains(" enter resolve  esc close"), "{}", screen_of(&desk.app));
    desk.send(&[Message::Accept]);
    assert!(matches!(desk.app.overlays[..], [Overlay::Menu(_)]), "{:?}", desk.app.overlays);
}

#[test]
fn the_problems_name_the_references_that_were_not_checked() {
    let mut desk = Desk::one(&["../elsewhere/b.xml", "file:///C:/docs/x.html"]);
    desk.press("t");
    desk.wait(|desk| !desk.documents().is_reading());
    desk.press("!");
    let lines: Vec<&str> = page(&desk).lines.iter().map(|line| line.text.as_str()).collect();
    assert!(lines[0].ends_with(" targets outside the allowed directories not checked"), "{lines:?}");
    for text in ["a.xml:2:12: not checked: ../elsewhere/b.xml", "a.xml:3:12: not checked: file:///C:/docs/x.html"] {
        assert!(lines.iter().any(|line| line.ends_with(text)), "{lines:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_report_of_several_failures_leads_to_the_resolutions() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    let mut desk = Desk::new(&["a.xml", "b.xml"].map(|name| (name, document(&["a b"]))));
    desk.send(&[Message::Propose(RuleScope::Any), Message::Accept]);
    desk.write_outside("a.xml", &document(&["a  b"]));
    fs::set_permissions(desk.path("b.xml"), fs::Permissions::from_mode(0o444)).expect("a mode can be set");
    desk.send(&[Message::Save]);
    let screen = screen_of(&desk.app);
    assert!(screen.contains("a.xml changed on disk|") && screen.contains("write-protected"), "{screen}");
    assert!(screen.contains(" enter resolve  esc close"), "{screen}");
    desk.send(&[Message::Accept]);
    assert!(matches!(desk.app.overlays[..], [Overlay::Menu(_)]), "{:?}", desk.app.overlays);
}

#[test]
fn a_conflict_has_a_mark_and_ends_if_the_change_is_undone() {
    let mut desk = Desk::new(&[("a.xml", document(&["a b"])), ("b.xml", document(&["c"]))]);
    desk.send(&[Message::NextFinding(true), Message::Fix(0)]);
    desk.write_outside("a.xml", &document(&["a  b"]));
    desk.send(&[Message::Tick, Message::Back]);
    // The path of a folder for temporary files may be long.
    assert!(screen_of(&desk.app).contains("(unsaved, changed"), "{}", screen_of(&desk.app));
    desk.send(&[Message::Undo, Message::Tick]);
    assert_eq!(desk.listed()[1], "a  b", "{}", desk.app.notice);
    assert!(!screen_of(&desk.app).contains("(unsaved"), "{}", screen_of(&desk.app));
}

#[test]
fn what_was_not_compared_is_not_overwritten() {
    let mut desk = conflict();
    desk.send(&[Message::Tick, Message::Resolve(0, Resolution::AskToOverwrite)]);
    desk.write_outside("a.xml", &document(&["a   b"]));
    desk.send(&[Message::Step(Step::Down), Message::Accept]);
    assert_eq!(desk.text("a.xml"), document(&["a   b"]), "{}", desk.app.notice);
}

#[test]
fn a_conflict_can_be_merged() {
    let mut desk = conflict();
    desk.send(&[Message::Tick, Message::Back, Message::Resolve(0, Resolution::Merge)]);
    assert_eq!(desk.app.notice, "merged, 1 change discarded (ctrl-s save)");
    desk.send(&[Message::Save]);
    assert_eq!(desk.text("a.xml"), document(&["a  b", "c", "d%20e"]));
}

#[test]
fn a_change_of_one_of_many_files_is_found_after_a_few_looks() {
    let names: Vec<String> = (0..300).map(|number| format!("{number:03}.xml")).collect();
    let files: Vec<(&str, String)> = names.iter().map(|name| (name.as_str(), document(&["a b"]))).collect();
    for (name, most) in [("000.xml", 1), ("150.xml", 5), ("299.xml", 5)] {
        let mut desk = Desk::new(&files);
        desk.write_outside(name, &document(&["outside"]));
        let is_found = |desk: &Desk| desk.listed().contains(&"outside".to_owned());
        for _ in 0..most {
            desk.send(&[Message::Tick]);
        }
        assert!(is_found(&desk), "{name}: {}", desk.app.notice);
    }
}

#[test]
fn a_file_that_was_deleted_can_be_written_again_after_a_question() {
    let mut desk = Desk::one(&["a b"]);
    desk.send(&[Message::NextFinding(true), Message::Fix(0)]);
    fs::remove_file(desk.path("a.xml")).expect("it can be removed");
    desk.send(&[Message::Save]);
    let Some(Overlay::Menu(menu)) = desk.app.overlays.last() else { panic!("nothing is offered: {}", desk.app.notice) };
    assert!(menu.title.ends_with("was deleted or moved"), "{}", menu.title);
    assert!(screen_of(&desk.app).contains("was deleted or moved"));
    // Enter keeps the changes, because it is the first choice.
    desk.send(&[Message::Accept]);
    assert!(!desk.path("a.xml").exists() && desk.documents().count.changed == 1);
    desk.send(&[Message::Save, Message::Step(Step::Last), Message::Accept]);
    assert_eq!(desk.text("a.xml"), document(&["a%20b"]), "{}", desk.app.notice);
    assert_eq!((desk.documents().count.changed, desk.app.notice.as_str()), (0, "saved 1 file"));
    // It is a file like any other again.
    desk.send(&[Message::Undo, Message::Save]);
    assert_eq!(desk.text("a.xml"), document(&["a b"]), "{}", desk.app.notice);
}

#[test]
fn a_file_that_another_program_wrote_again_is_not_replaced() {
    let mut desk = Desk::one(&["a b"]);
    desk.send(&[Message::NextFinding(true), Message::Fix(0)]);
    fs::remove_file(desk.path("a.xml")).expect("it can be removed");
    desk.send(&[Message::Save]);
    fs::write(desk.path("a.xml"), "<theirs/>").expect("it can be written");
    desk.send(&[Message::Step(Step::Last), Message::Accept]);
    assert_eq!(desk.text("a.xml"), "<theirs/>", "{}", desk.app.notice);
    assert_eq!(desk.documents().count.changed, 1, "{}", desk.app.notice);
}

#[test]
fn a_long_name_hides_no_message_and_no_count() {
    let long = format!("/home/{}/src/main/docs", "a-very-long-project-name/".repeat(6));
    for (width, height) in [(40, 12), (80, 24), (120, 40)] {
        let mut desk = Desk::new(&[("a.xml", document(&["a b"])), ("b.xml", document(&["c"]))]);
        desk.app.origin.documents_mut().expect("files are listed").name.clone_from(&long);
        desk.app.update(Message::Resize(Size::new(width, height)));
        let title = |desk: &Desk| screen_of(&desk.app).lines().next().map(str::to_owned).unwrap_or_default();
        assert!(title(&desk).contains("2 files, 1 warning"), "{width}: {}", title(&desk));
        desk.send(&[Message::NextFinding(true), Message::Fix(0)]);
        let notice = desk.app.notice.clone();
        assert!(title(&desk).contains(&notice[..30]), "{width}: {} {notice}", title(&desk));
        desk.app.update(Message::Step(Step::First));
        desk.app.notice.clear();
        assert!(title(&desk).contains("1 file unsaved"), "{width}: {}", title(&desk));
        if width >= 80 {
            assert!(title(&desk).contains("/docs"), "the end of the name: {}", title(&desk));
        }
    }
}

#[test]
fn the_heading_of_the_findings_counts_what_is_left() {
    let mut desk = Desk::opened(&[("a.xml", document(&["a b", "c|d", "e"]))]);
    let heading =
        |desk: &Desk| screen_of(&desk.app).lines().find(|line| line.contains("─ references")).map(str::to_owned);
    assert!(heading(&desk).is_some_and(|line| line.contains("1 of 2 with findings")), "{:?}", heading(&desk));
    desk.send(&[Message::Fix(0)]);
    assert!(heading(&desk).is_some_and(|line| line.contains("of 2: 1 with findings")), "{:?}", heading(&desk));
    desk.send(&[Message::Propose(RuleScope::Any), Message::Accept, Message::Save]);
    assert!(heading(&desk).is_some_and(|line| line.contains("no findings left")), "{:?}", heading(&desk));
}
