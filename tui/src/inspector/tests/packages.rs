//! Packages: their files are listed with the findings of `check`, changed, and saved with the package.

use std::fs;
use std::io::Read;

use clap::Parser;

use super::desk::{Desk, app, archive, document};
use crate::cli::Cli;
use crate::commands;
use crate::files::change::SuppressionPlace;
use crate::files::file::File;
use crate::inspector::editor::Motion;
use crate::inspector::message::{Effect, ListFilter, Message, Resolution, RuleScope, Step};
use crate::inspector::origin::Screen;
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

#[test]
fn a_path_in_a_package_has_similar_ones_like_a_path_on_disk() {
    let links = document(&["Text/chapter3.xhtml", "text/Chaptr3.xhtml", "text/chapter3.html"]);
    let page = b"<html xmlns='http://www.w3.org/1999/xhtml'/>";
    let files: [(&str, &[u8]); 3] =
        [("mimetype", b"application/epub+zip"), ("OPS/b.xml", links.as_bytes()), ("OPS/text/chapter3.xhtml", page)];
    let expected =
        ["text", "chapter3.xhtml", "chapter3.xhtml"].map(|similar| format!("does not exist; similar: {similar}"));
    for (files, name) in
        [(vec![("book.epub", &*archive(&files))], "book.epub!/OPS/b.xml"), (files.to_vec(), "OPS/b.xml")]
    {
        let mut desk = Desk::of_bytes(&files, false);
        let own = |desk: &Desk, number| {
            desk.documents().get(number).is_some_and(|(_, file, _)| file.path.ends_with("OPS/b.xml"))
        };
        let rows: Vec<usize> = (0..desk.documents().len()).filter(|number| own(&desk, *number)).collect();
        // On a disk that ignores the case, the first one exists.
        let is_same = name == "OPS/b.xml" && desk.folder.path().join("OPS/Text").exists();
        for (row, expected) in rows[1..].iter().zip(&expected).skip(usize::from(is_same)) {
            desk.send(&[Message::Step(Step::To(*row))]);
            let target = desk.app.panes.target.as_ref().expect("it leads to a file");
            let words: String = target.state_words().iter().map(|word| word.text().to_owned()).collect();
            assert_eq!(words, *expected, "{name} {}", desk.app.panes.text());
        }
        assert_eq!(rows.len(), 4);
    }
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
    let results = tempfile::tempdir().expect("a folder can be made");
    let output = results.path().join("results").display().to_string();
    let folder = desk.folder.path().display().to_string();
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
        let part = format!("{}{file}", std::path::MAIN_SEPARATOR);
        assert!(findings.iter().any(|finding| finding.contains(&part)), "{file}: {findings:#?}");
    }
}

/// Returns the entries of a package on disk in their order.
fn entries(desk: &Desk, name: &str) -> Vec<(String, Vec<u8>)> {
    let file = fs::File::open(desk.path(name)).expect("it is there");
    let mut archive = zip::ZipArchive::new(file).expect("it is an archive");
    let entry = |index| {
        let mut entry = archive.by_index(index).expect("it is there");
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("it can be read");
        (entry.name().expect("it is UTF-8").into_owned(), bytes)
    };
    (0..5).map(entry).collect()
}

/// Returns the entries of [`book`] with other texts for some of them.
fn book_with(texts: &[(&str, &[&str])]) -> Vec<(String, Vec<u8>)> {
    let folder = Desk::of_bytes(&[("book.epub", &book())], false);
    let mut all = entries(&folder, "book.epub");
    for (name, references) in texts {
        let entry = all.iter_mut().find(|(known, _)| known == name).expect("it is there");
        entry.1 = document(references).into_bytes();
    }
    all
}

/// Writes the book with another text for one file, as another program does.
fn write_outside(desk: &Desk, name: &str, references: &[&str]) {
    let all = book_with(&[(name, references)]);
    let parts: Vec<(&str, &[u8])> = all.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    desk.write_bytes_outside("book.epub", &archive(&parts));
}

#[test]
fn a_file_that_cannot_be_saved_is_never_changed() {
    // Other data before the archive: its offsets are not those of the file.
    let mut shifted = b"#!/bin/sh\n".to_vec();
    shifted.extend(archive(&[("a.xml", document(&["s h"]).as_bytes())]));
    let book = book();
    let mut desk = Desk::of_bytes(&[("book.epub", &book), ("shifted.epub", &shifted)], false);
    let reasons = [
        ("i n", "it is in another package"),
        ("s h", "cannot change the package: it is a Zip64 archive or has other data"),
    ];
    for (text, reason) in reasons {
        select(&mut desk, text);
        let is_refused = |desk: &Desk| {
            let notice = &desk.app.notice;
            assert!(notice.starts_with(&format!("read-only: {reason}")), "{notice}");
            assert_eq!((desk.documents().count.changed, desk.app.panes.text()), (0, text));
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
        assert_eq!(desk.app.origin.screen(), Screen::List);
        desk.send(&[Message::Undo, Message::Save]);
        assert_eq!(desk.app.notice, "no unsaved changes");
    }
    assert!(fs::read(desk.path("book.epub")).expect("it is there") == book, "the package is unchanged");
    assert!(fs::read(desk.path("shifted.epub")).expect("it is there") == shifted, "the package is unchanged");
    assert_eq!(fs::read_dir(desk.folder.path()).expect("it is there").count(), 2, "nothing else was written");
}

#[test]
fn files_in_a_package_are_saved_with_it_and_keep_all_others() {
    let mut desk = Desk::of_bytes(&[("book.epub", &book())], false);
    let before = fs::read(desk.path("book.epub")).expect("it is there");
    select(&mut desk, "x y");
    desk.send(&[Message::Fix(0)]);
    select(&mut desk, "e f");
    desk.send(&[Message::Fix(0)]);
    assert_eq!(desk.documents().count.changed, 2);
    assert!(fs::read(desk.path("book.epub")).expect("it is there") == before, "nothing is saved yet");
    desk.send(&[Message::Save]);
    assert_eq!((desk.app.notice.as_str(), desk.documents().count.changed), ("saved 2 files", 0));
    let fixed = book_with(&[("OPS/b.opf", &["x%20y", "fine", "c|d"]), ("OPS/a.xml", &["100%", "e%20f"])]);
    assert_eq!(entries(&desk, "book.epub"), fixed, "the order and all other entries stay");
    // The save is no change by another program, also not of the file that is only shown.
    desk.send(&[Message::Tick]);
    assert!(desk.app.overlays.is_empty() && desk.app.notice == "saved 2 files", "{}", desk.app.notice);
    assert_eq!((listed(&desk).0, listed(&desk).1), checked(&desk));
    // Undo and redo are those of any file, also after the save.
    desk.send(&[Message::Undo, Message::Save]);
    assert_eq!(entries(&desk, "book.epub"), book_with(&[("OPS/b.opf", &["x%20y", "fine", "c|d"])]));
    desk.send(&[Message::Redo, Message::Undo, Message::Undo, Message::Save]);
    assert_eq!(entries(&desk, "book.epub"), book_with(&[]), "{}", desk.app.notice);
    assert_eq!(fs::read_dir(desk.folder.path()).expect("it is there").count(), 1, "nothing else was written");
}

#[test]
fn an_edit_is_saved_in_a_compressed_file() {
    let mut desk = Desk::of_bytes(&[("s.svgz", SVGZ)], false);
    select(&mut desk, "s v g");
    desk.send(&[Message::Open, Message::Focus(Pane::Reference), Message::SelectAll, Message::Insert("new".to_owned())]);
    desk.send(&[Message::Focus(Pane::Findings), Message::Back, Message::Save]);
    assert_eq!(desk.app.notice, "saved 1 file");
    let desk = Desk { app: app(&desk.path("s.svgz")), folder: desk.folder };
    assert!(desk.listed().contains(&"new".to_owned()), "{:?}", desk.listed());
}

#[test]
fn a_package_that_another_program_changed_is_not_overwritten() {
    let mut desk = Desk::of_bytes(&[("book.epub", &book())], false);
    select(&mut desk, "x y");
    desk.send(&[Message::Fix(0)]);
    // Another file of the package: both changes are kept.
    write_outside(&desk, "OPS/a.xml", &["other"]);
    desk.send(&[Message::Save]);
    assert_eq!(desk.app.notice, "saved 1 file");
    let both = book_with(&[("OPS/b.opf", &["x%20y", "fine", "c|d"]), ("OPS/a.xml", &["other"])]);
    assert_eq!(entries(&desk, "book.epub"), both);
    // The same reference: a conflict, as with a file.
    select(&mut desk, "c|d");
    desk.send(&[Message::Fix(0)]);
    write_outside(&desk, "OPS/b.opf", &["x y", "fine", "c||d"]);
    let theirs = entries(&desk, "book.epub");
    desk.send(&[Message::Save]);
    assert_eq!(entries(&desk, "book.epub"), theirs, "{}", desk.app.notice);
    desk.app.overlays.clear();
    let number = desk.documents().files.iter().position(File::is_changed).expect("one is unsaved");
    desk.send(&[Message::Resolve(number, Resolution::Compare)]);
    desk.app.overlays.clear();
    desk.send(&[Message::Resolve(number, Resolution::AskToOverwrite), Message::Step(Step::Down), Message::Accept]);
    let ours = book_with(&[("OPS/b.opf", &["x%20y", "fine", "c%7Cd"])]);
    assert_eq!(entries(&desk, "book.epub"), ours, "{}", desk.app.notice);
    assert_eq!(desk.documents().count.changed, 0);
    // A package that is gone is not written again.
    desk.send(&[Message::Undo]);
    fs::remove_file(desk.path("book.epub")).expect("a file can be removed");
    desk.send(&[Message::Save]);
    assert!(desk.app.notice.contains("was deleted or moved"), "{}", desk.app.notice);
    assert_eq!(fs::read_dir(desk.folder.path()).expect("it is there").count(), 0, "nothing was written");
}

#[test]
fn fixes_of_all_files_contain_packages_and_count_what_they_leave() {
    let (book, plain) = (book(), document(&["p q"]));
    let files: &[(&str, &[u8])] =
        &[("a.xml", plain.as_bytes()), ("book.epub", &book), ("book.epub!/OPS/b.opf", plain.as_bytes())];
    let mut desk = Desk::of_bytes(files, false);
    assert_eq!(desk.documents().files.len(), 5, "a file on disk is not the file in the package with its name");
    desk.send(&[Message::Propose(RuleScope::Any)]);
    let title = desk.app.fix_list().expect("the fixes are listed").proposal.title();
    assert!(title.ends_with(": 5 of 5 safe, 0 of 1 suggested chosen in 4 files, 1 file in packages left"), "{title}");
    // A long path is shortened.
    let (count, reason) = ("5 of 6 chosen; not changed: ", "1 file left: it is in another package (! problems)");
    assert!(desk.app.notice.starts_with(count) && desk.app.notice.ends_with(reason), "{}", desk.app.notice);
    desk.send(&[Message::Accept, Message::Save]);
    assert_eq!(desk.app.notice, "saved 4 files");
    for name in ["a.xml", "book.epub!/OPS/b.opf"] {
        assert_eq!(desk.text(name), document(&["p%20q"]), "{name}");
    }
    let fixed = book_with(&[("OPS/b.opf", &["x%20y", "fine", "c%7Cd"]), ("OPS/a.xml", &["100%", "e%20f"])]);
    assert_eq!(entries(&desk, "book.epub"), fixed);
    // Only fixes in packages in packages remain.
    desk.send(&[Message::Back, Message::Propose(RuleScope::Any)]);
    assert!(desk.app.notice.contains("1 file left: it is in another package"), "{}", desk.app.notice);
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
