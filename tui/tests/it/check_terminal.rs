//! `check` on a terminal: escaped text in stored order, and a progress line.

use std::fs;
use std::path::Path;

use crate::pty::Pty;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_iri-inspect");

fn folder(name: &str, text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("the machine has a folder for temporary files");
    fs::write(folder.path().join(name), text).expect("it can be written");
    folder
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("it is UTF-8").to_owned()
}

/// Returns an element with `value` in an attribute that contains a reference.
fn link(value: &str) -> String {
    format!("<a xmlns:x=\"http://www.w3.org/1999/xlink\" x:href=\"{value}\"/>\n")
}

#[test]
fn a_source_line_stays_in_the_order_of_the_text() {
    let folder = folder("a.xml", &link("\u{5D0}\u{5D1} \u{5D2}\u{1B}[2J"));
    let mut pty = Pty::start(PROGRAM, &["check", &path(folder.path(), "a.xml")], &[]);
    pty.wait_for_text("can be fixed");
    assert!(pty.was_sent("\u{5D0}\u{200E}\u{5D1}\u{200E}"), "a mark after each letter");
    assert!(!pty.was_sent("\x1b[2J"), "the text clears no screen");
    pty.end();
}

#[test]
fn a_patch_on_a_terminal_is_escaped() {
    let folder = folder("a.xml", &(link("a b") + "<!-- \x1b[2J\u{202E} -->"));
    let mut pty = Pty::start(PROGRAM, &["check", "--diff", &path(folder.path(), "a.xml")], &[]);
    pty.wait_for_text("would be fixed");
    assert!(!pty.was_sent("\x1b[2J") && !pty.was_sent("\u{202E}"));
    assert!(pty.was_sent("[ESC][2J[RLO]"));
    pty.end();
}

#[test]
fn several_files_are_listed_together() {
    let folder = folder("a.xml", &link("a b"));
    let (one, other) = (path(folder.path(), "a.xml"), path(folder.path(), "b.xml"));
    fs::write(&other, link("c|d")).expect("a file can be made");
    let mut pty = Pty::start(PROGRAM, &[&one, &other], &[]);
    pty.wait_for_text("in 2 files");
    pty.send("q");
    assert!(pty.end().contains("Success"));
}

#[test]
fn a_file_is_listed_fixed_and_saved() {
    let folder = folder("a.xml", &(link("a b") + &link("c")));
    let file = path(folder.path(), "a.xml");
    let mut pty = Pty::start(PROGRAM, &[&file], &[]);
    pty.wait_for_text("1 warning");
    pty.send("n");
    pty.wait_for_text("leiri-space");
    pty.send("f");
    pty.wait_for_text("a%20b");
    pty.send("q");
    pty.wait_for_text("Unsaved changes");
    pty.send("\x1b");
    pty.wait_for("the list", |screen| !screen.contents().contains("Unsaved changes"));
    pty.send("\x13");
    pty.wait_for_text("saved 1 file");
    assert_eq!(fs::read_to_string(&file).expect("the file is there"), link("a%20b") + &link("c"));
    pty.send("q");
    assert!(pty.end().contains("Success"));
    pty.assert_restored();
}

/// A pipe without a writer blocks.
#[test]
fn a_long_check_shows_its_progress() {
    let folder = folder("a.xml", &link("a b"));
    let pipe = path(folder.path(), "pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()));
    let mut pty = Pty::start(PROGRAM, &["check", &path(folder.path(), "a.xml"), &pipe], &[("CI", "")]);
    pty.wait_for_text("1 file checked, 1 finding");
    fs::write(&pipe, link("c d")).expect("it is read");
    pty.wait_for_text("2 warnings");
    pty.end();
    pty.screen(|screen| {
        assert!(!screen.contents().contains("checked,"), "the line remains:\n{}", screen.contents());
    });
}
