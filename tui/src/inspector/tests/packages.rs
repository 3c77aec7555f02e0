//! Packages: their files are listed with the findings of `check`, and never changed.

use std::fs;

use clap::Parser;

use super::desk::{Desk, archive, document};
use crate::cli::Cli;
use crate::commands;
use crate::files::change::{Scope, SuppressionPlace};
use crate::inspector::app::Screen;
use crate::inspector::editor::Motion;
use crate::inspector::message::{Effect, ListFilter, Message};
use crate::inspector::overlay::Overlay;
use crate::inspector::pane::Pane;
use iri_core::rules;

/// `<svg xmlns:x='http://www.w3.org/1999/xlink'><a x:href='s v g'/></svg>`, compressed with gzip.
const SVGZ: &[u8] =
    b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff\xb3\x29\x2e\x4b\x57\xa8\xc8\xcd\xc9\x2b\xb6\xaa\xb0\x55\xcf\
    \x28\x29\x29\xb0\xd2\xd7\x2f\x2f\x2f\xd7\x2b\x37\xd6\xcb\x2f\x4a\xd7\x37\xb4\xb4\xb4\xd4\xaf\xc8\xc9\
    \xcc\xcb\x56\xb7\xb3\x49\x54\xa8\xb0\xca\x28\x4a\x4d\xb3\x55\x2f\x56\x28\x53\x48\x57\xd7\xb7\xb3\xd1\
    \x07\xea\xb7\xe3\x02\x00\x2c\x6c\xfa\xe6\x46\x00\x00\x00";

/// Returns a book with two files, a picture, and a package with a file.
fn book() -> Vec<u8> {
    let inner = archive(&[("xl/c.xml", document(&["i n"]).as_bytes())]);
    archive(&[
        ("mimetype", b"application/epub+zip"),
        ("OPS/b.opf", document(&["x y", "fine", "c|d"]).as_bytes()),
        ("OPS/a.xml", document(&["100%", "e f"]).as_bytes()),
        ("picture.png", &[0x89; 100]),
        ("table.xlsx", &inner),
    ])
}

/// Returns the findings in the list, as in the format `concise`, and the number of references.
fn listed(desk: &Desk) -> (Vec<String>, usize) {
    let documents = desk.documents();
    let mut findings = Vec::new();
    for (at, file, _) in (0..documents.len()).filter_map(|number| documents.get(number)) {
        let mut positions = file.document().expect("it is in memory").positions();
        for found in documents.findings(at) {
            let start = positions.line_column_at(found.finding.span.start);
            let (severity, rule) = (found.finding.severity.name(), found.finding.rule.name);
            let location = format!("{}:{}:{}", file.name, start.line, start.column);
            findings.push(format!("{location}: {severity}[{rule}] {}", found.finding.message));
        }
    }
    findings.sort();
    (findings, documents.count.references)
}

/// Returns the same as `check` reports it.
fn checked(desk: &Desk) -> (Vec<String>, usize) {
    let output = tempfile::NamedTempFile::new().expect("a file can be made");
    let (output, folder) = (output.path().display().to_string(), desk.folder.path().display().to_string());
    let line = ["iri-inspect", "check", "--exit-zero", "--format", "concise", "-o", &output, &folder];
    let cli = Cli::parse_from(line);
    commands::run(cli).expect("it runs");
    let report = fs::read_to_string(&output).expect("it was written");
    let (summary, findings): (Vec<&str>, Vec<&str>) = report.lines().partition(|line| line.contains(" references in "));
    let count = summary[0].split(' ').next().and_then(|count| count.parse().ok()).expect("it starts with a number");
    let mut findings: Vec<String> = findings.into_iter().map(str::to_owned).collect();
    findings.sort();
    (findings, count)
}

fn rule(name: &str) -> usize {
    rules::ALL.iter().position(|rule| rule.name == name).expect("the rule exists")
}

/// Selects the reference with this text.
fn select(desk: &mut Desk, text: &str) {
    desk.send(&[Message::List(ListFilter::All)]);
    let number = desk.listed().iter().position(|listed| listed == text).expect("it is listed");
    desk.app.select_row(number);
}

#[test]
fn the_list_has_the_references_and_findings_of_check() {
    let (book, plain) = (book(), document(&["p q"]));
    let desk = Desk::of_bytes(&[("a.xml", plain.as_bytes()), ("book.epub", &book), ("s.svgz", SVGZ)], false);
    assert_eq!(desk.documents().failures, [""; 0]);
    let (findings, count) = listed(&desk);
    assert_eq!((findings.clone(), count), checked(&desk));
    for file in
        ["a.xml", "book.epub!/OPS/b.opf", "book.epub!/OPS/a.xml", "book.epub!/table.xlsx!/xl/c.xml", "s.svgz!/s"]
    {
        let part = format!("/{file}");
        assert!(findings.iter().any(|finding| finding.contains(&part)), "{file}: {findings:#?}");
    }
}

#[test]
fn a_file_in_a_package_is_never_changed() {
    let book = book();
    let mut desk = Desk::of_bytes(&[("book.epub", &book)], false);
    let advice = format!("(fix it with: iri-inspect check --fix {})", desk.path("book.epub").display());
    for (text, reason) in [("x y", advice.as_str()), ("i n", "is in a package in another package")] {
        select(&mut desk, text);
        let is_refused = |desk: &Desk| {
            let notice = &desk.app.notice;
            assert!(notice.contains("book.epub!/") && notice.ends_with(reason), "{notice}");
            assert_eq!((desk.documents().count.changed, desk.app.text()), (0, text));
        };
        is_refused(desk.send(&[Message::Fix(0)]));
        is_refused(desk.send(&[Message::Suppress(rule("leiri-space"), SuppressionPlace::Element)]));
        is_refused(desk.send(&[Message::Suppress(rule("leiri-space"), SuppressionPlace::File)]));
        assert_eq!(desk.app.update(Message::Edit), Effect::Draw);
        assert!(desk.app.notice.starts_with("not opened: "), "{}", desk.app.notice);
        desk.send(&[Message::Open]);
        is_refused(desk.send(&[Message::Fix(0)]));
        is_refused(desk.send(&[Message::FixAllSafe]));
        is_refused(desk.send(&[Message::Focus(Pane::Reference)]));
        is_refused(desk.send(&[Message::Insert("z".to_owned())]));
        is_refused(desk.send(&[Message::Paste("z".to_owned())]));
        is_refused(desk.send(&[Message::Delete(Motion::Right)]));
        is_refused(desk.send(&[Message::SelectAll, Message::Cut]));
        desk.send(&[Message::CancelEdit, Message::Back]);
        assert_eq!(desk.app.screen, Screen::List);
        desk.send(&[Message::Undo, Message::Save]);
        assert_eq!(desk.app.notice, "no unsaved changes");
    }
    assert!(fs::read(desk.path("book.epub")).expect("it is there") == book, "the package is unchanged");
    assert_eq!(fs::read_dir(desk.folder.path()).expect("it is there").count(), 1, "nothing else was written");
}

#[test]
fn fixes_of_all_files_leave_packages_and_count_their_files() {
    let (book, plain) = (book(), document(&["p q"]));
    let files: &[(&str, &[u8])] =
        &[("a.xml", plain.as_bytes()), ("book.epub", &book), ("book.epub!/OPS/b.opf", plain.as_bytes())];
    let mut desk = Desk::of_bytes(files, false);
    assert_eq!(desk.documents().files.len(), 5, "a file on disk is not the file in the package with its name");
    desk.send(&[Message::Propose(None, Scope::All)]);
    let Some(Overlay::Page(page)) = desk.app.overlays.last() else { panic!("no patch: {}", desk.app.notice) };
    assert!(page.title.ends_with(": 2 findings in 2 files, 3 files in packages left"), "{}", page.title);
    let lines: Vec<&str> = page.lines.iter().map(|line| line.text.as_str()).collect();
    let path = desk.path("book.epub").display().to_string();
    let left = [
        format!("not changed: {path}: 2 files left in the package (fix it with: iri-inspect check --fix {path})"),
        format!("not changed: {path}: 1 file left in packages in the package"),
    ];
    assert_eq!(lines[..2], left);
    desk.send(&[Message::Accepted, Message::Save]);
    assert_eq!(desk.app.notice, "saved 2 files");
    for name in ["a.xml", "book.epub!/OPS/b.opf"] {
        assert_eq!(desk.text(name), document(&["p%20q"]), "{name}");
    }
    assert!(fs::read(desk.path("book.epub")).expect("it is there") == book, "the package is unchanged");
    // Only fixes in packages remain.
    desk.send(&[Message::Back, Message::Propose(None, Scope::All)]);
    assert!(desk.app.notice.contains("2 files left in the package (fix it with: "), "{}", desk.app.notice);
}

#[test]
fn an_entry_of_the_configuration_suppresses_findings_in_a_package() {
    let book = book();
    let mut desk = Desk::of_bytes(&[("book.epub", &book), (".iri.toml", b"")], false);
    let before = desk.documents().count.flagged;
    select(&mut desk, "x y");
    desk.send(&[Message::Suppress(rule("leiri-space"), SuppressionPlace::ConfigForFile), Message::Accept]);
    desk.wait(|desk| !desk.documents().is_reading());
    assert_eq!(desk.documents().count.flagged, before - 1);
    desk.send(&[Message::Save]);
    let entry = "[[ignore]]\nfiles = [\"/book.epub\\\\!/OPS/b.opf\"]\nrules = [\"leiri-space\"]\n";
    assert_eq!(desk.text(".iri.toml"), entry);
    assert_eq!((listed(&desk).0, listed(&desk).1), checked(&desk));
    assert!(fs::read(desk.path("book.epub")).expect("it is there") == book, "the package is unchanged");
}

#[test]
fn a_new_configuration_is_next_to_the_package() {
    let mut desk = Desk::of_bytes(&[("book.epub", &book())], false);
    select(&mut desk, "x y");
    let everywhere = Message::Suppress(rule("leiri-space"), SuppressionPlace::Config);
    desk.send(&[everywhere, Message::Accept]);
    desk.wait(|desk| !desk.documents().is_reading());
    desk.send(&[Message::Save]);
    assert_eq!(desk.text(".iri.toml"), "[rules]\nleiri-space = \"off\"\n");
    assert_eq!(fs::read_dir(desk.folder.path()).expect("it is there").count(), 2, "nothing else was written");
}

#[test]
fn a_package_is_read_again_when_it_changes() {
    let links = |desk: &Desk| desk.listed().into_iter().filter(|text| !text.starts_with("http")).collect::<Vec<_>>();
    let package = |entries: &[(&str, &str)]| {
        let texts: Vec<(&str, String)> = entries.iter().map(|(name, link)| (*name, document(&[link]))).collect();
        archive(&texts.iter().map(|(name, text)| (*name, text.as_bytes())).collect::<Vec<_>>())
    };
    let mut desk = Desk::of_bytes(&[("book.epub", &package(&[("a.xml", "a b"), ("b.xml", "b")]))], true);
    assert_eq!(links(&desk), ["a b", "b"]);
    desk.write_bytes_outside("book.epub", &package(&[("a.xml", "new"), ("c.xml", "c")]));
    desk.wait(|desk| links(desk) == ["new", "c"]);
    fs::remove_file(desk.path("book.epub")).expect("a file can be removed");
    desk.wait(|desk| links(desk).is_empty());
}

#[test]
fn a_package_that_cannot_be_read_is_a_problem() {
    let desk = Desk::of_bytes(&[("book.epub", b"no archive")], false);
    let [problem] = &desk.documents().failures[..] else { panic!("{:?}", desk.documents().failures) };
    assert!(problem.contains("book.epub: cannot read the package"), "{problem}");
}
