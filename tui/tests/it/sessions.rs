//! Sessions of a user at a terminal: keys go in, and what the user has afterwards is asserted, which is the screen, the
//! files, or standard output.
//!
//! These tests know only the program. With an earlier one in `IRI_INSPECT_TEST_PROGRAM` they show which defects it has:
//!
//! ```sh
//! IRI_INSPECT_TEST_PROGRAM=/usr/bin/iri-inspect cargo test -p iri-inspect --test it sessions::
//! ```

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use crate::program;
use crate::pty::Pty;
use tempfile::TempDir;

const ENTER: &str = "\r";
const ESC: &str = "\x1b";
const DOWN: &str = "\x1b[B";
const PAGE_DOWN: &str = "\x1b[6~";
const END: &str = "\x1b[F";
const DELETE_LINE: &str = "\x15";

/// A directory with XML files.
struct Folder(TempDir);

impl Folder {
    /// Creates a directory with a file for each name, which contains the references in `xlink:href` attributes.
    fn new(files: &[(&str, &[&str])]) -> Self {
        let folder = Self(tempfile::tempdir().expect("a directory can be made"));
        for (name, references) in files {
            folder.write(name, references);
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, references: &[&str]) {
        fs::write(self.path(name), document(references)).expect("a file can be written");
    }

    fn set_mode(&self, name: &str, mode: u32) {
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(mode)).expect("the file is ours");
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("it is there")
    }

    /// Waits until a file contains these references and nothing else.
    fn wait_for(&self, pty: &Pty, name: &str, references: &[&str]) {
        let text = document(references);
        pty.wait_for(&format!("{name} with {references:?}"), |_| self.text(name) == text);
    }

    /// Opens the directory and waits for the reference.
    fn open(&self, wait: &str) -> Pty {
        self.open_with(&[], wait)
    }

    fn open_with(&self, environment: &[(&str, &str)], wait: &str) -> Pty {
        let pty = start(&[&self.0.path().to_string_lossy()], environment);
        pty.wait_for_text(wait);
        pty
    }
}

fn document(references: &[&str]) -> String {
    let rows: Vec<String> = references.iter().map(|reference| format!("<a x:href='{reference}'/>\n")).collect();
    format!("<doc xmlns:x='http://www.w3.org/1999/xlink'>\n{}</doc>\n", rows.concat())
}

fn start(arguments: &[&str], environment: &[(&str, &str)]) -> Pty {
    Pty::start(&program::path(), arguments, environment)
}

/// Opens one reference in a window of this size.
fn reference(text: &str, (columns, rows): (u16, u16)) -> Pty {
    let pty = start(&["--reference", "--", text], &[]);
    pty.resize(rows, columns);
    // The last line names the keys in the size of the window.
    pty.wait_for("the keys", |screen| row(screen, rows - 1).contains("help"));
    pty
}

/// Returns a row without the cells that mean nothing at its end. Every sign for a space is a space.
fn row(screen: &vt100::Screen, row: u16) -> String {
    let columns = screen.size().1.get();
    let text = screen.contents_between(row, 0, row, columns);
    text.replace(['\u{2420}', '\u{2423}'], " ").trim_end().to_owned()
}

/// Lists only the references with this text.
fn filter(pty: &Pty, text: &str) {
    pty.send("/");
    pty.send(DELETE_LINE);
    pty.send(text);
    pty.wait_for("the filter", |screen| (0..24).any(|y| row(screen, y).ends_with(text)));
    pty.send(ENTER);
}

/// Applies the first fix of the only reference with this text.
fn fix(pty: &Pty, text: &str) {
    filter(pty, text);
    pty.wait_for("the finding", |screen| screen.contents().contains("leiri-space"));
    pty.send("f");
    pty.wait_for("the notice", |screen| row(screen, 0).contains("as %20"));
}

/// Presses esc alone: a key that follows immediately is a key with alt.
fn press_esc(pty: &Pty) {
    pty.send(ESC);
    thread::sleep(Duration::from_millis(300));
}

/// Applies all safe fixes in all files.
fn fix_all(pty: &Pty) {
    pty.send("F");
    pty.wait_for_text("%20");
    pty.send(ENTER);
    pty.wait_for("the notice", |screen| row(screen, 0).contains("applied: all safe fixes"));
}

/// Waits until the program has ended or the screen has the property. Returns whether the program has ended.
fn ends_before(pty: &mut Pty, what: &str, holds: impl Fn(&vt100::Screen) -> bool) -> bool {
    let began = Instant::now();
    while !pty.has_ended() {
        if pty.screen(&holds) {
            return false;
        }
        assert!(began.elapsed() < Duration::from_secs(30), "neither the end nor {what}:\n{}", pty.contents());
        thread::sleep(Duration::from_millis(10));
    }
    true
}

mod trust {
    use super::*;

    #[test]
    fn a_change_of_one_file_by_another_program_keeps_the_history_of_the_others() {
        let folder = Folder::new(&[("a.xml", &["a b"]), ("b.xml", &["c d"])]);
        let pty = folder.open("b.xml");
        fix_all(&pty);
        pty.send("\x13");
        folder.wait_for(&pty, "b.xml", &["c%20d"]);
        folder.write("b.xml", &["other%"]);
        pty.wait_for_text("other%");
        pty.send("u");
        pty.send("\x13");
        folder.wait_for(&pty, "a.xml", &["a b"]);
        assert_eq!(folder.text("b.xml"), document(&["other%"]));
    }

    #[test]
    fn a_failed_save_keeps_the_history() {
        let folder = Folder::new(&[("a.xml", &["a b"]), ("b.xml", &["c d"])]);
        let pty = folder.open("b.xml");
        fix_all(&pty);
        folder.write("b.xml", &["other"]);
        pty.wait_for_text("(! what to do)");
        pty.send("\x13");
        folder.wait_for(&pty, "a.xml", &["a%20b"]);
        pty.wait_for_text("b.xml");
        // The first closes the question about the file, the second the report of the save.
        press_esc(&pty);
        press_esc(&pty);
        pty.send("u");
        pty.send("\x13");
        folder.wait_for(&pty, "a.xml", &["a b"]);
        assert_eq!(folder.text("b.xml"), document(&["other"]));
    }

    #[test]
    fn a_reload_after_a_conflict_keeps_the_history_of_the_others() {
        let folder = Folder::new(&[("a.xml", &["a b"]), ("b.xml", &["c d"])]);
        let pty = folder.open("b.xml");
        fix_all(&pty);
        folder.write("b.xml", &["other%"]);
        pty.wait_for_text("(! what to do)");
        pty.send("!");
        pty.send(ENTER);
        pty.wait_for_text("keep m");
        // The last choice discards what is not saved.
        pty.send(PAGE_DOWN);
        pty.send(ENTER);
        pty.wait_for_text("other%");
        pty.send("\x13");
        folder.wait_for(&pty, "a.xml", &["a%20b"]);
        pty.send("u");
        pty.send("\x13");
        folder.wait_for(&pty, "a.xml", &["a b"]);
        assert_eq!(folder.text("b.xml"), document(&["other%"]));
    }

    #[test]
    fn a_reference_without_findings_opens_with_commands() {
        let folder = Folder::new(&[("a.xml", &["http://ok.example/"])]);
        let mut pty = folder.open("ok.example");
        pty.send("G");
        pty.send(ENTER);
        pty.wait_for_text("conversions");
        pty.send("q");
        // The program leaves an empty screen before it ends.
        let typed = |screen: &vt100::Screen| {
            screen.contents().contains("ok.example") && !(0..24).any(|y| row(screen, y) == "http://ok.example/")
        };
        assert!(ends_before(&mut pty, "typed text", typed), "q was typed into the document:\n{}", pty.contents());
    }

    #[test]
    fn esc_restores_the_text() {
        let mut pty = reference("http://e/a", (80, 24));
        pty.send("i");
        pty.send(END);
        pty.send("typed");
        pty.wait_for_text("http://e/atyped");
        press_esc(&pty);
        pty.wait_for("the text from before", |screen| !screen.contents().contains("typed"));
        pty.send("q");
        assert!(pty.end().contains("Success"), "there is nothing to ask");
    }

    #[test]
    fn a_patch_shows_the_change_of_a_long_line() {
        let reference = format!("http://example.org/{}/a b/{}", "x".repeat(170), "y".repeat(170));
        let folder = Folder::new(&[("a.xml", &[&reference])]);
        let pty = folder.open("a.xml");
        pty.send("F");
        pty.wait_for_text("chosen in 1 file");
        pty.wait_for("both sides of the change", |screen| {
            screen.contents().contains("/a\u{2423}b/") && screen.contents().contains("/a%20b/")
        });
        let emphasized = pty.screen(|screen| {
            let y = (0..24).find(|y| row(screen, *y).contains("/a%20b/")).expect("it is there");
            let x = (0..80).find(|x| screen.cell(y, *x).is_some_and(|cell| cell.contents() == "%"));
            let is_emphasized = |x: u16| screen.cell(y, x).is_some_and(|cell| cell.inverse() && cell.bold());
            x.is_some_and(is_emphasized) && !is_emphasized(0)
        });
        assert!(emphasized, "the changed characters stand out");
    }

    #[test]
    fn all_safe_fixes_leave_hints() {
        let folder = Folder::new(&[("a.xml", &["a b", "HTTP://e/", "http://e/%7e"])]);
        let pty = folder.open("a.xml");
        pty.send("F");
        pty.wait_for_text("a%20b");
        pty.send(ENTER);
        pty.send("\x13");
        pty.wait_for("a saved file", |_| folder.text("a.xml") != document(&["a b", "HTTP://e/", "http://e/%7e"]));
        assert_eq!(folder.text("a.xml"), document(&["a%20b", "HTTP://e/", "http://e/%7e"]));
    }

    #[test]
    fn all_safe_fixes_apply_to_what_is_listed() {
        let folder = Folder::new(&[("a.xml", &["a b", "c d"])]);
        let pty = folder.open("a.xml");
        filter(&pty, "c d");
        pty.send("F");
        pty.wait_for_text("c%20d");
        pty.send(ENTER);
        pty.send("\x13");
        pty.wait_for("a saved file", |_| folder.text("a.xml") != document(&["a b", "c d"]));
        assert_eq!(folder.text("a.xml"), document(&["a b", "c%20d"]));
    }

    #[test]
    fn a_save_reports_every_failure() {
        let folder = Folder::new(&[("a.xml", &["a b"]), ("b.xml", &["c d"]), ("c.xml", &["e f"])]);
        let pty = folder.open("c.xml");
        fix_all(&pty);
        for name in ["a.xml", "b.xml"] {
            folder.set_mode(name, 0o444);
        }
        pty.send("\x13");
        folder.wait_for(&pty, "c.xml", &["e%20f"]);
        let both = |screen: &vt100::Screen| {
            let reasons = screen.contents().lines().filter(|line| line.contains("write-protected")).count();
            reasons == 2 && screen.contents().contains("a.xml") && screen.contents().contains("b.xml")
        };
        pty.wait_for("both failures", both);
        press_esc(&pty);
        pty.wait_for("the list", |screen| !both(screen));
        pty.send("!");
        pty.wait_for("both failures in the problems", both);
    }

    #[test]
    fn keys_that_need_a_result_wait_for_it() {
        let names: Vec<String> = (0..300).map(|number| format!("{number:03}.xml")).collect();
        let files: Vec<(&str, &[&str])> = names.iter().map(|name| (name.as_str(), &["a b"][..])).collect();
        let folder = Folder::new(&files);
        let pty = folder.open("000.xml");
        let have = |text: &str| names.iter().filter(|name| folder.text(name) == document(&[text])).count();
        // All at once, perhaps before all files are read: fix all, save, undo, redo and undo again, save.
        pty.send("F\r\x13u\x12u\x12\x13");
        pty.wait_for("all fixed files", |_| have("a%20b") == 300);
        pty.send("u\x13");
        pty.wait_for("all files as before", |_| have("a b") == 300);
        // The key that stops the task also discards what waits for it.
        pty.wait_for("the end of the save", |screen| row(screen, 0).contains("saved 300 files"));
        pty.send("\x12\x13\x03");
        pty.wait_for("the stop", |screen| row(screen, 0).contains("stopped"));
        assert_eq!(have("a b"), 300);
    }

    #[test]
    fn spoofs_have_no_tick_and_name_what_they_open() {
        for (text, words) in [
            ("https://paypal.com@evil.example/", "opens 'evil.example'; 'paypal.com' is only a user name"),
            ("https://example.com\u{2215}.evil.example/", "not 'example.com'"),
            ("http://bank.example\u{3002}evil.example/", "opens 'bank.example.evil.example'"),
            ("https://xn--80ak6aa92e.com/", "which only looks like 'apple.com'"),
            ("http://a.example/%E2%80%AEtxt.exe", "opens 'a.example'"),
            ("http://ab.\u{5D0}\u{5D1}\u{5D2}.123/", "browsers reject it"),
        ] {
            let pty = reference(text, (80, 24));
            let verdict = pty.contents();
            let is_praised = verdict.lines().any(|line| line.starts_with('\u{2713}') || line.contains("nothing to "));
            assert!(!is_praised, "{text}:\n{verdict}");
            pty.wait_for_text(words);
        }
    }

    #[test]
    fn totals_of_a_folder_count_spoofs() {
        let folder = Folder::new(&[("a.xml", &["https://\u{430}pple.com/", "https://xn--80ak6aa92e.com/"])]);
        let pty = folder.open("a.xml");
        pty.wait_for("two warnings", |screen| row(screen, 0).contains("2 warnings"));
    }
}

mod reading_order {
    use super::*;

    const ALEF_TO_VAV: &str = "\u{5D0}\u{5D1}\u{5D2}\u{5D3}\u{5D4}\u{5D5}";

    /// Returns the first row with one of these labels, without the marks that keep letters in their cells.
    fn labeled(screen: &vt100::Screen, labels: &[&str]) -> Option<u16> {
        let is_labeled = |y: &u16| labels.iter().any(|label| row(screen, *y).starts_with(&format!("{label} ")));
        (0..screen.size().0.get()).find(is_labeled)
    }

    /// Returns the slots of a row of the direction pane: their columns, and what is in them.
    fn slots(screen: &vt100::Screen, labels: &[&str]) -> Vec<(u16, String)> {
        let y = labeled(screen, labels).unwrap_or_else(|| panic!("no row {labels:?}:\n{}", screen.contents()));
        let mut slots: Vec<(u16, String)> = Vec::new();
        let mut was_blank = true;
        // Labels have at most twelve columns; an ellipsis may follow.
        for x in 11..screen.size().1.get() {
            let text = screen.cell(y, x).map(|cell| cell.contents().replace('\u{200E}', "")).unwrap_or_default();
            let is_blank = matches!(text.as_str(), "" | " " | "\u{2026}");
            match slots.last_mut().filter(|_| !was_blank) {
                _ if is_blank => {}
                Some((_, slot)) => slot.push_str(&text),
                None => slots.push((x, text)),
            }
            was_blank = is_blank;
        }
        slots
    }

    #[test]
    fn stored_and_displayed_rows_scroll_together() {
        let letters: String = ('\u{627}'..='\u{63A}').chain('\u{641}'..='\u{64A}').cycle().take(35).collect();
        let pty = reference(&format!("http://example.org/{letters}"), (110, 40));
        let heading = |screen: &vt100::Screen| row(screen, 1);
        // From the end to the start.
        pty.send("\t\t");
        pty.send(END);
        let columns = |slots: &[(u16, String)]| slots.iter().map(|(x, _)| *x).collect::<Vec<_>>();
        for _ in 0..12 {
            let rows = |screen: &vt100::Screen| {
                [&["index", "number"][..], &["stored", "as written"], &["displayed", "as shown"], &["from"]]
                    .map(|labels| slots(screen, labels))
            };
            // A frame may arrive in several parts. Each displayed letter is the stored one of its number.
            pty.wait_for("rows that agree", |screen| {
                let [index, stored, displayed, from] = rows(screen);
                let is_own = |((_, number), (_, letter)): (&(u16, String), &(u16, String))| {
                    let place = index.iter().position(|(_, index)| index == number);
                    place.and_then(|place| stored.get(place)).is_none_or(|(_, own)| letter == own)
                };
                stored.len() > 20 && columns(&stored) == columns(&displayed) && from.iter().zip(&displayed).all(is_own)
            });
            let before = pty.screen(heading);
            pty.send("hhhh");
            pty.wait_for("a movement", |screen| heading(screen) != before);
        }
    }

    #[test]
    fn the_order_of_the_reference_has_a_label_and_a_key() {
        let pty = reference(&format!("http://example.org/{ALEF_TO_VAV}"), (80, 24));
        pty.wait_for("its label", |screen| row(screen, 1).contains("stored order"));
        let top = |screen: &vt100::Screen| row(screen, 2).replace('\u{200E}', "");
        assert!(pty.screen(top).starts_with(&format!("http://example.org/{ALEF_TO_VAV}")), "{}", pty.contents());
        pty.send("o");
        pty.wait_for("the other label", |screen| row(screen, 1).contains("displayed order"));
        let reversed: String = ALEF_TO_VAV.chars().rev().collect();
        assert!(pty.screen(top).starts_with(&format!("http://example.org/{reversed}")), "{}", pty.contents());
    }

    #[test]
    fn displayed_letters_have_a_legend_and_digits_are_readable() {
        let pty = reference("http://e/\u{645}\u{62B}\u{661}\u{662}", (80, 24));
        pty.wait_for("the legend", |screen| {
            let legend = labeled(screen, &["legend"]).map(|y| row(screen, y));
            legend.is_some_and(|legend| legend.contains(" = ") && legend.contains('\u{645}'))
        });
        assert!(!pty.contents().contains("{0661}"), "{}", pty.contents());
    }

    #[test]
    fn a_long_reference_is_wrapped_and_its_host_stays_visible() {
        let text = format!("http://www.bank.example/{}last", "segment/".repeat(30));
        let pty = reference(&text, (80, 24));
        let both = |screen: &vt100::Screen| {
            let top: String = (0..8).map(|y| row(screen, y) + "\n").collect();
            top.contains("www.bank.example") && top.contains("/last")
        };
        pty.wait_for_text("www.bank.example");
        pty.send("\t");
        pty.send(END);
        // The conversions below contain the whole text, too.
        pty.wait_for("the host and the end of the path", both);
    }
}

mod input_and_output {
    use super::*;

    /// Runs a command line of a shell, in which `$P` is the program.
    fn in_shell(line: &str, wait: &str) -> Pty {
        let program = program::path();
        let pty = Pty::start("sh", &["-c", line], &[("P", &program)]);
        pty.wait_for_text(wait);
        pty
    }

    #[test]
    fn quitting_with_an_edited_reference_asks_and_can_print_it() {
        let mut pty = in_shell("\"$P\" 'http://e/a b'; echo \"status $?\"", "leiri-space");
        pty.send("f");
        pty.wait_for_text("http://e/a%20b");
        pty.send("q");
        let is_over = |screen: &vt100::Screen| screen.contents().contains("status 0");
        pty.wait_for("a question or the end", |screen| is_over(screen) || screen.contents().contains("print"));
        assert!(!pty.screen(is_over), "the result is lost:\n{}", pty.contents());
        pty.send("print");
        pty.send(ENTER);
        pty.wait_for_text("status 0");
        assert!(pty.end().contains("Success"));
        assert!(pty.contents().contains("http://e/a%20b\n"), "{}", pty.contents());
    }

    #[test]
    fn the_result_can_be_the_value_of_a_variable() {
        let line = "x=$(\"$P\" --output 'http://e/a b'); echo \"got <$x>\"";
        let mut pty = in_shell(line, "leiri-space");
        pty.send("f");
        pty.wait_for_text("http://e/a%20b");
        pty.send("q");
        pty.wait_for_text("got <http://e/a%20b>");
        assert!(pty.end().contains("Success"));
    }

    #[test]
    fn piped_references_open_as_a_list() {
        let mut pty = in_shell("printf 'http://e/\\nhttp://e/a b\\n' | \"$P\"; echo \"status $?\"", "http://e/");
        pty.wait_for("a list", |screen| screen.alternate_screen() && screen.contents().contains("2 references"));
        pty.send("a b");
        pty.send(ENTER);
        pty.wait_for_text("leiri-space");
        pty.send("q");
        pty.wait_for_text("status 0");
        pty.end();
    }
}

mod help {
    use super::*;

    fn open() -> Pty {
        let pty = reference("http://e/a", (80, 24));
        pty.send("?");
        pty.wait_for("the help", |screen| row(screen, 23).ends_with("esc close"));
        pty
    }

    #[test]
    fn the_help_has_pages_and_the_meaning_of_the_signs() {
        let pty = open();
        let rows = |screen: &vt100::Screen| (0..23).map(|y| row(screen, y)).collect::<Vec<_>>();
        let first = pty.screen(rows);
        pty.send(PAGE_DOWN);
        pty.wait_for("the next page", |screen| {
            rows(screen).iter().position(|row| *row == first[22]).is_none_or(|y| y < 2)
        });
        pty.send(END);
        pty.wait_for("the signs, which come last", |screen| {
            ["\u{2717}", "\u{25B2}", "[RLO]"].iter().all(|sign| screen.contents().contains(sign))
        });
        pty.send("g");
        pty.wait_for("the first page", |screen| rows(screen) == first);
    }

    #[test]
    fn the_help_can_be_searched() {
        let pty = open();
        pty.send("/");
        pty.send("UNICODE_NOTHING");
        pty.send(ENTER);
        pty.wait_for_text("not found: UNICODE_NOTHING");
        pty.send("/");
        pty.send("suspend");
        pty.send(ENTER);
        pty.wait_for_text("match 1 of ");
        assert!(pty.contents().contains("ctrl-z"), "{}", pty.contents());
    }
}

mod details {
    use super::*;

    #[test]
    fn names_of_characters_use_the_free_columns() {
        let pty = reference("http://\u{5D0}\u{5D1}/", (120, 40));
        pty.wait_for_text("U+05D0");
        assert!(pty.contents().contains("HEBREW LETTER ALEF"), "{}", pty.contents());
        assert!(!pty.contents().contains("HEBREW\u{2026}") && !pty.contents().contains("HEBREW \u{2026}"));
    }

    #[test]
    fn a_verdict_in_ascii_is_a_sentence() {
        let pty = start(&["--reference", "a b"], &[("LC_ALL", "C")]);
        pty.wait_for_text("leiri-space");
        // The sign before it is not the word "no".
        assert!(!pty.screen(|screen| (0..24).any(|y| row(screen, y).starts_with("no "))), "{}", pty.contents());
        pty.wait_for_text("x valid relative LEIRI reference, not an IRI");
    }

    #[test]
    fn a_terminal_in_latin_1_gets_no_unicode() {
        let pty = start(&["http://e/a b"], &[("LC_ALL", "de_DE.ISO-8859-1")]);
        pty.wait_for_text("leiri-space");
        assert!(pty.sent_only_ascii());
    }

    #[test]
    fn symbols_are_legible_and_as_wide_as_a_cell() {
        let folder = Folder::new(&[("a.xml", &["a b"])]);
        let pty = folder.open("a.xml");
        pty.send("n");
        pty.wait_for_text("leiri-space");
        // U+2420 is illegible in most fonts; U+25B6 is wider than a cell in some.
        assert!(!pty.contents().contains(['\u{2420}', '\u{25B6}']), "{}", pty.contents());
        assert!(pty.contents().contains("a\u{2423}b"), "{}", pty.contents());
    }

    #[test]
    fn a_conflict_can_be_overwritten() {
        let folder = Folder::new(&[("a.xml", &["a b"])]);
        let pty = folder.open("a.xml");
        fix(&pty, "a b");
        folder.write("a.xml", &["a  b"]);
        pty.wait_for_text("(! what to do)");
        pty.send("\x13");
        pty.wait_for("the question", |screen| screen.contents().contains("overwrite"));
        pty.send("overwrite");
        pty.send(ENTER);
        // It asks, and what is chosen first cancels.
        pty.wait_for_text("cancel");
        pty.send(DOWN);
        pty.send(ENTER);
        folder.wait_for(&pty, "a.xml", &["a%20b"]);
    }

    #[test]
    fn fast_input_is_complete_without_a_further_key() {
        let pty = reference("http://e/", (80, 24));
        pty.send("i");
        pty.send(END);
        let numbers: Vec<String> = (0..500).map(|number| format!("{number:03}-")).collect();
        pty.send(&numbers.concat());
        pty.send("complete");
        pty.wait_for_text("499-complete");
    }

    #[test]
    fn a_fix_in_the_list_has_a_preview() {
        let folder = Folder::new(&[("a.xml", &["http://e/a b"])]);
        let pty = folder.open("a.xml");
        pty.send("n");
        pty.wait_for_text("leiri-space");
        assert!(pty.contents().contains("/a%20b"), "{}", pty.contents());
    }

    #[test]
    fn a_changed_reference_and_its_file_have_marks() {
        let folder = Folder::new(&[("a.xml", &["a b"]), ("b.xml", &["c d"])]);
        let pty = folder.open("b.xml");
        fix_all(&pty);
        pty.wait_for("marks", |screen| {
            let rows: Vec<String> = (0..24).map(|y| row(screen, y)).collect();
            rows.iter().any(|row| row.contains('*') && row.contains("a%20b"))
                && rows.iter().any(|row| row.contains("a.xml (unsaved)"))
        });
    }

    #[test]
    fn the_footer_names_the_filter_at_80_columns() {
        let folder = Folder::new(&[("a.xml", &["a b"])]);
        let pty = folder.open("a.xml");
        pty.send("n");
        pty.wait_for_text("leiri-space");
        pty.wait_for("the keys", |screen| row(screen, 23).contains("quit"));
        assert!(pty.screen(|screen| row(screen, 23)).contains(" / "), "{}", pty.contents());
    }

    #[test]
    fn the_editor_opens_at_the_column() {
        let folder = Folder::new(&[("a.xml", &["a b"])]);
        let editor = folder.path("hx");
        fs::write(&editor, "#!/bin/sh\necho \"$@\" > \"$0.arguments\"\n").expect("it can be written");
        folder.set_mode("hx", 0o755);
        let pty = folder.open_with(&[("EDITOR", &editor.to_string_lossy()), ("VISUAL", "")], "a.xml");
        pty.send("n");
        pty.wait_for_text("leiri-space");
        pty.send("e");
        let arguments = folder.path("hx.arguments");
        pty.wait_for("the editor", |_| fs::read_to_string(&arguments).is_ok_and(|text| text.ends_with('\n')));
        assert!(fs::read_to_string(&arguments).expect("it is there").ends_with("a.xml:2:12\n"));
    }

    #[test]
    fn one_esc_too_many_keeps_the_filter() {
        let folder = Folder::new(&[("a.xml", &["a b", "c d"])]);
        let pty = folder.open("a.xml");
        filter(&pty, "a b");
        // The second reference is still in the source, but no longer in the list.
        let is_filtered = |screen: &vt100::Screen| {
            let listed = |place: &str| (1..12).any(|y| row(screen, y).contains(place));
            listed("2:12") && !listed("3:12")
        };
        pty.wait_for("the filtered list", is_filtered);
        press_esc(&pty);
        pty.send("j");
        thread::sleep(Duration::from_millis(300));
        assert!(pty.screen(is_filtered), "{}", pty.contents());
    }

    #[test]
    fn one_reference_is_singular() {
        let folder = Folder::new(&[]);
        fs::write(folder.path("a.xml"), "<a xml:base='x'/>").expect("it can be written");
        let pty = folder.open("a.xml");
        pty.wait_for("the number", |screen| row(screen, 0).contains("1 reference"));
        assert!(!pty.contents().contains("1 references"), "{}", pty.contents());
    }

    #[test]
    fn n_is_the_next_finding_in_the_panes_too() {
        let folder = Folder::new(&[("a.xml", &["a b", "fine", "c d"])]);
        let pty = folder.open("a.xml");
        // The last finding, then the previous one.
        pty.send("GN");
        pty.send(ENTER);
        pty.wait_for("the first reference", |screen| row(screen, 2) == "a b");
        pty.send("n");
        pty.wait_for("the second reference", |screen| row(screen, 2) == "c d");
    }

    #[test]
    fn the_answer_of_the_right_to_left_test_is_saved_and_read() {
        let folder = Folder::new(&[]);
        let settings = folder.path("settings.toml");
        fs::write(&settings, "# mine\ntheme = \"dark\"\n").expect("it can be written");
        let environment = [("IRI_INSPECT_SETTINGS", &*settings.to_string_lossy().into_owned())];
        let hebrew = "http://e/\u{5D0}\u{5D1}";
        let open = || {
            let pty = start(&[hebrew], &environment);
            pty.wait_for_text("conversions");
            pty
        };
        let pty = open();
        assert!(pty.contents().contains('\u{5D0}'), "{}", pty.contents());
        pty.send("B");
        pty.wait_for_text("1 2 3");
        pty.send("3");
        pty.wait_for("a screen without letters", |screen| !screen.contents().contains('\u{5D0}'));
        pty.send(",");
        pty.wait_for_text("settings");
        pty.send("save");
        pty.send(ENTER);
        pty.wait_for("the saved settings", |_| {
            let text = fs::read_to_string(&settings).unwrap_or_default();
            text.starts_with("# mine\n") && text.contains("bidi = \"notation\"")
        });
        pty.send("q");
        let again = open();
        assert!(!again.contents().contains('\u{5D0}'), "{}", again.contents());
    }
}
