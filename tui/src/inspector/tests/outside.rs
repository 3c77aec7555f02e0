//! Changes of other programs to what the findings of files depend on, and to the list of files.

use std::fs;

use iri_core::xml::TARGET_RULES;

use crate::inspector::message::Message;
use crate::inspector::tests::desk::{Desk, document};

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
