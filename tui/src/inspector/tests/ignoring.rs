//! Suppressions: comments and entries of the configuration, with preview, undo and save.

use super::desk::{Desk, HEAD, document};
use crate::files::change::SuppressionPlace;
use crate::inspector::message::{MarkScope, Message, RuleScope, Step};
use crate::inspector::overlay::{LineStyle, Overlay};
use iri_core::rules;

fn rule(name: &str) -> usize {
    rules::ALL.iter().position(|rule| rule.name == name).expect("the rule exists")
}

/// Returns the added lines of the patch on screen.
fn added(desk: &Desk) -> Vec<String> {
    let Some(Overlay::Page(page)) = desk.app.overlays.last() else { panic!("no patch: {}", desk.app.notice) };
    let added = page.lines.iter().filter(|line| line.style == LineStyle::Added);
    added.map(|line| line.text.clone()).collect()
}

fn is_read(desk: &Desk) -> bool {
    !desk.documents().is_reading()
}

#[test]
fn a_comment_suppresses_the_finding_of_one_reference() {
    let mut desk = Desk::opened(&[("a.xml", document(&["a b", "c d"]))]);
    desk.send(&[Message::OfferSuppressions]);
    let Some(Overlay::Menu(menu)) = desk.app.overlays.last() else { panic!("no menu: {}", desk.app.notice) };
    let choices: Vec<_> = menu.choices.iter().map(|choice| format!("{} ({})", choice.words, choice.note)).collect();
    assert_eq!(
        choices,
        [
            "leiri-space here (comment)",
            "leiri-space in this file (comment)",
            "leiri-space in this file (.iri.toml)",
            "leiri-space everywhere (.iri.toml)"
        ]
    );
    desk.send(&[Message::Accept]);
    assert_eq!(added(&desk), ["+<!-- iri-ignore leiri-space -->"]);
    desk.send(&[Message::Accept]);
    assert!(desk.app.notice.starts_with("applied: ignore leiri-space here, 1 finding"), "{}", desk.app.notice);
    assert_eq!(desk.documents().count.flagged, 1);
    desk.send(&[Message::Save]);
    assert_eq!(
        desk.text("a.xml"),
        format!("{HEAD}<!-- iri-ignore leiri-space -->\n<a x:href='a b'/>\n<a x:href='c d'/>\n</doc>\n")
    );
    desk.send(&[Message::Undo, Message::Save]);
    assert_eq!(desk.text("a.xml"), document(&["a b", "c d"]));
}

#[test]
fn marked_references_get_one_comment_per_element_or_file() {
    let text = format!("{HEAD}  <a x:href='a b' xml:base='c d'/>\n  <a x:href='e f'/>\n</doc>\n");
    let mut desk = Desk::opened(&[("a.xml", text.clone()), ("b.xml", document(&["g h", "i|j"]))]);
    desk.send(&[Message::Mark(MarkScope::Listed), Message::Suppress(rule("leiri-space"), SuppressionPlace::Element)]);
    assert_eq!(
        added(&desk),
        [
            "+  <!-- iri-ignore leiri-space -->",
            "+  <!-- iri-ignore leiri-space -->",
            "+<!-- iri-ignore leiri-space -->"
        ]
    );
    desk.send(&[Message::Accept]);
    assert_eq!((desk.documents().count.flagged, desk.documents().marked().len()), (1, 0));
    desk.send(&[Message::Undo]);
    assert_eq!(desk.documents().count.flagged, 5);
    desk.send(&[Message::Mark(MarkScope::Listed), Message::Suppress(rule("leiri-space"), SuppressionPlace::File)]);
    assert_eq!(added(&desk), ["+<!-- iri-ignore-file leiri-space -->"; 2]);
    desk.send(&[Message::Accept, Message::Undo, Message::Save]);
    assert_eq!((desk.text("a.xml"), desk.text("b.xml")), (text, document(&["g h", "i|j"])));
}

#[test]
fn an_entry_of_the_configuration_is_previewed_undone_and_saved() {
    let mut desk = Desk::opened(&[("a.xml", document(&["a b", "c|d"])), ("b.xml", document(&["e f"]))]);
    let config = desk.path(".iri.toml");
    desk.send(&[Message::Suppress(rule("leiri-space"), SuppressionPlace::Config)]);
    assert_eq!(added(&desk), ["+[rules]", "+leiri-space = \"off\""]);
    desk.send(&[Message::Accept]);
    desk.wait(is_read);
    assert_eq!((desk.documents().count.flagged, desk.documents().count.changed), (1, 1));
    assert!(!config.exists(), "nothing is saved yet");
    // A fix is one more change; the configuration is undone after it.
    desk.send(&[Message::NextFinding(true), Message::Fix(0), Message::Undo, Message::Undo]);
    desk.wait(is_read);
    assert_eq!((desk.documents().count.flagged, desk.documents().count.changed), (3, 0));
    desk.send(&[Message::Redo, Message::Redo, Message::Save]);
    desk.wait(is_read);
    assert_eq!(desk.text(".iri.toml"), "[rules]\nleiri-space = \"off\"\n");
    assert_eq!(desk.text("a.xml"), document(&["a b", "c%7Cd"]));
    desk.send(&[Message::Undo, Message::Undo, Message::Save]);
    assert!(!config.exists(), "{}", desk.app.notice);
    assert_eq!(desk.text("a.xml"), document(&["a b", "c|d"]));
}

#[test]
fn an_entry_for_files_names_them() {
    let config = (".iri.toml", "# ours\n[rules]\nstyle = \"off\"\n".to_owned());
    let mut desk = Desk::opened(&[config.clone(), ("a b.xml", document(&["a b"])), ("c.xml", document(&["e f"]))]);
    desk.send(&[Message::Suppress(rule("leiri-space"), SuppressionPlace::ConfigForFile)]);
    assert_eq!(added(&desk), ["+", "+[[ignore]]", "+files = [\"/a\\\\ b.xml\"]", "+rules = [\"leiri-space\"]"]);
    desk.send(&[Message::Accept]);
    desk.wait(is_read);
    let flagged =
        |desk: &Desk| desk.documents().files.iter().map(|file| file.rows.counts().flagged()).collect::<Vec<_>>();
    assert_eq!(flagged(&desk), [0, 1]);
    // The panes of a reference follow the configuration too.
    desk.send(&[Message::Step(Step::Last)]);
    assert_eq!((desk.app.panes.text(), desk.app.panes.analysis.findings.len()), ("e f", 1));
    desk.send(&[Message::Suppress(rule("leiri-space"), SuppressionPlace::ConfigForFile), Message::Accept]);
    desk.wait(is_read);
    assert_eq!(flagged(&desk), [0, 0]);
    desk.send(&[Message::Undo, Message::Undo, Message::Save]);
    assert_eq!(desk.text(".iri.toml"), config.1);
}

#[test]
fn a_configuration_that_another_program_changed_is_not_overwritten() {
    let mut desk = Desk::opened(&[(".iri.toml", "# one\n".to_owned()), ("a.xml", document(&["a b"]))]);
    desk.send(&[Message::Suppress(rule("leiri-space"), SuppressionPlace::Config), Message::Accept]);
    desk.write_outside(".iri.toml", "# two\n");
    desk.send(&[Message::Save]);
    assert_eq!(desk.text(".iri.toml"), "# two\n");
    assert!(
        desk.app.notice.contains("not saved: ") && desk.app.notice.contains("changed on disk"),
        "{}",
        desk.app.notice
    );
}

#[test]
fn a_reference_without_findings_has_nothing_to_ignore() {
    let mut desk = Desk::one(&["a"]);
    assert!(!desk.app.is_available(&Message::OfferSuppressions));
    desk.send(&[Message::OfferSuppressions]);
    assert!(desk.app.overlays.is_empty() && desk.app.notice.starts_with("no findings"), "{}", desk.app.notice);
}

#[test]
fn watched_files_are_read_when_they_change() {
    let mut desk = Desk::watching(&[("a.xml", document(&["a b"])), ("b.xml", document(&["c"]))]);
    let links = |desk: &Desk| desk.listed().into_iter().filter(|text| !text.starts_with("http")).collect::<Vec<_>>();
    assert_eq!(links(&desk), ["a b", "c"]);
    desk.write_outside("a.xml", &document(&["new"]));
    desk.wait(|desk| links(desk) == ["new", "c"]);
    std::fs::write(desk.path("d.xml"), document(&["created"])).expect("a file can be made");
    desk.wait(|desk| links(desk) == ["new", "c", "created"]);
    std::fs::remove_file(desk.path("b.xml")).expect("a file can be removed");
    desk.wait(|desk| links(desk) == ["new", "created"]);
    std::fs::write(desk.path("b.xml"), document(&["back"])).expect("a file can be made");
    desk.wait(|desk| links(desk) == ["new", "back", "created"]);
}

#[test]
fn all_fixes_of_a_file_include_its_unused_suppressions() {
    let text = document(&["a", "b c"]).replacen("<a ", "<!-- iri-ignore leiri-space --><a ", 1);
    let config = "[rules]\nunused-suppression = \"warning\"\n".to_owned();
    let mut desk = Desk::new(&[(".iri.toml", config), ("a.xml", text)]);
    desk.send(&[Message::Propose(RuleScope::Any), Message::Accept, Message::Save]);
    assert_eq!(desk.text("a.xml"), document(&["a", "b%20c"]), "{}", desk.app.notice);
}
