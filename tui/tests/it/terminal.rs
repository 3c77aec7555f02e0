//! The inspector on all kinds of terminals: with late or no answers, resized, suspended, and with any input.

use std::thread;
use std::time::Duration;

use crate::pty::{Manners, Pty};
use rustix::process::{Pid, Signal, kill_process};

const PROGRAM: &str = env!("CARGO_BIN_EXE_iri-inspect");
const FAULTY: &str = "http://example.org/a b|c";
const DARK: &str = "\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\\x1b[8;2$y\x1b[?2026;2$y";
const LIGHT: &str = "\x1b]11;rgb:ffff/ffff/ffff\x07\x1b[8;0$y\x1b[?2026;0$y";
/// Time after which the probe ends.
const TOO_LATE: Duration = Duration::from_millis(1300);

fn inspector(arguments: &[&str], manners: Manners) -> Pty {
    let pty = Pty::start_with(PROGRAM, arguments, &[], manners);
    pty.wait_for_text("conversions");
    pty
}

fn saying(says: &str) -> Manners {
    Manners { says: says.to_owned(), ..Manners::plain() }
}

fn shell(manners: Manners) -> Pty {
    let pty = Pty::start_with("sh", &["-i"], &[("PS1", "ready> "), ("ENV", "")], manners);
    pty.wait_for_text("ready> ");
    pty
}

fn quit(pty: Pty) {
    pty.send("q");
    end(pty);
}

fn end(mut pty: Pty) {
    assert!(pty.end().contains("Success"));
    pty.assert_restored();
}

#[test]
fn no_query_precedes_the_first_frame() {
    let pty = inspector(&[FAULTY], Manners::silent());
    pty.wait_until_sent("\x1b]11;?");
    let (frame, question) = (pty.place_of("\x1b[?2026l"), pty.place_of("\x1b]11;?"));
    assert!(frame < question, "the frame ends at {frame:?}, the question begins at {question:?}");
    quit(pty);
}

#[test]
fn a_terminal_without_answers_accepts_keys() {
    let pty = inspector(&[FAULTY], Manners::silent());
    pty.send("f");
    pty.wait_for_text("applied: encode SPACE as %20");
    pty.send("\x1b[B");
    thread::sleep(TOO_LATE);
    pty.send("u");
    pty.wait_for_text("undone");
    quit(pty);
}

#[test]
fn keys_typed_before_the_answers_come_are_not_lost() {
    let pty = inspector(&[FAULTY], Manners { delay: Some(Duration::from_millis(400)), ..saying(DARK) });
    pty.send("i");
    pty.send("\x05/\u{5D0}q\x7f");
    pty.wait_for("the letters", |screen| screen.contents().contains("b|c/\u{5D0}"));
    pty.wait_until_sent("38;5;");
    pty.send("\r");
    pty.send("q");
    pty.discard_edit();
    end(pty);
}

#[test]
fn an_answer_that_comes_too_late_types_nothing() {
    let pty = inspector(&[FAULTY], Manners::silent());
    thread::sleep(TOO_LATE);
    pty.send("i\x05");
    pty.send(DARK);
    pty.send("\x1b[?62c");
    pty.send("end");
    pty.wait_for_text("b|cend");
    pty.send("\r");
    pty.send("q");
    pty.discard_edit();
    end(pty);
}

#[test]
fn a_pending_answer_does_not_reach_the_shell() {
    let pty = shell(Manners { delay: Some(Duration::from_millis(150)), ..saying(DARK) });
    pty.send(&format!("{PROGRAM} '{FAULTY}'\r"));
    pty.wait_until_sent("\x1b]11;?");
    pty.send("q");
    pty.wait_for("the shell", |screen| !screen.alternate_screen());
    pty.send("echo $((6 * 7)) answers\r");
    pty.wait_for_text("42 answers");
    let screen = pty.screen(vt100::Screen::contents);
    assert!(!screen.contains("rgb") && !screen.contains("62c"), "{screen}");
    pty.send("exit\r");
}

#[test]
fn the_colors_fit_the_background() {
    let dark = inspector(&[FAULTY], saying(DARK));
    dark.wait_until_sent("38;5;80");
    quit(dark);
    let light = inspector(&[FAULTY], saying(LIGHT));
    light.wait_until_sent("38;5;23");
    quit(light);
    let named = inspector(&["--theme", "light", FAULTY], saying(DARK));
    named.wait_until_sent("38;5;23");
    assert!(!named.was_sent("38;5;80"));
    quit(named);
    let none = inspector(&["--theme", "none", FAULTY], saying(DARK));
    assert!(!none.was_sent("38;5;") && !none.was_sent("\x1b[31"));
    quit(none);
}

#[test]
fn mlterm_gets_notation_instead_of_letters() {
    let hebrew = "http://example.org/\u{5D0}\u{5D1}";
    let mlterm = Pty::start_with(PROGRAM, &[hebrew], &[("MLTERM", "3.9.0")], Manners::plain());
    mlterm.wait_for_text("conversions");
    assert!(mlterm.was_sent("mAB") && !mlterm.was_sent("\u{5D0}") && !mlterm.was_sent("\u{202D}"));
    quit(mlterm);
    let other = inspector(&[hebrew], Manners::plain());
    assert!(other.was_sent("\u{5D0}\u{200E}") && !other.was_sent("\u{202D}"));
    quit(other);
}

#[test]
fn a_terminal_with_another_encoding_gets_ascii_only() {
    let text = "http://\u{E9}.example/\u{5D0}\u{DB}31m";
    let mut pty = Pty::start_with(PROGRAM, &[text], &[("LC_ALL", "de_DE.ISO-8859-1")], Manners::plain());
    pty.wait_for_text("http://[00E9].example/[05D0][00DB]31m");
    pty.send("q");
    assert!(pty.end().contains("Success"));
    assert!(pty.sent_only_ascii());
}

#[test]
fn another_process_can_stop_and_resume_it() {
    let pty = shell(Manners::plain());
    pty.send(&format!("{PROGRAM} '{FAULTY}' & pid=$!; fg\r"));
    pty.wait_for_text("leiri-space");
    let inspector = pty.foreground();
    kill_process(Pid::from_raw(inspector).expect("it runs"), Signal::TSTP).expect("it can be sent a signal");
    pty.wait_for("the shell", |screen| !screen.alternate_screen() && screen.contents().contains("Stopped"));
    pty.screen(|screen| assert!(!screen.bracketed_paste() && !screen.hide_cursor()));
    pty.resume_from_shell();
}

#[test]
fn without_a_shell_it_is_not_suspended() {
    let pty = inspector(&[FAULTY], Manners::plain());
    kill_process(Pid::from_raw(pty.process()).expect("it runs"), Signal::TSTP).expect("it can be sent a signal");
    // Input is discarded while the inspector leaves the terminal, so each step waits until it enters again.
    pty.wait_until_sent_times("\x1b[?1049h", 2);
    pty.send("\x1a");
    pty.wait_until_sent_times("\x1b[?1049h", 3);
    pty.send("f");
    pty.wait_for_text("applied: encode SPACE as %20");
    pty.send("q");
    pty.discard_edit();
    end(pty);
}

#[test]
fn any_sequence_of_sizes_is_drawn() {
    let mut pty = inspector(&[FAULTY], Manners::plain());
    for step in 0..200u16 {
        pty.resize(1 + step * 7 % 60, 1 + step * 13 % 200);
    }
    for (rows, cols) in [(1, 1), (500, 1000), (1, 1000), (500, 1), (2, 2), (24, 80)] {
        pty.resize(rows, cols);
        thread::sleep(Duration::from_millis(50));
        pty.send("\tjk");
    }
    pty.wait_for_text(" iri-inspect ");
    pty.send("\x03");
    assert!(pty.end().contains("Success"));
    pty.assert_restored();
}

#[test]
fn a_paste_of_all_kinds_of_bytes_is_only_inserted() {
    let pty = inspector(&["--reference", "x"], Manners::plain());
    // A terminal does not send its answers within a paste: they precede the first screen.
    pty.wait_for_text("URI-reference");
    let bytes: String = (0..0x300).filter_map(char::from_u32).filter(|c| *c != '\u{1B}').cycle().take(20_000).collect();
    pty.send("\x1b[200~");
    pty.send(&bytes);
    pty.send("\x1b[201~");
    pty.wait_for("the text", |screen| screen.contents().contains("of 20001"));
    pty.send("\r");
    pty.send("q");
    pty.discard_edit();
    end(pty);
}

#[test]
fn fast_typing_without_bracketed_paste_arrives_whole() {
    let pty = inspector(&["--reference", ""], Manners::plain());
    pty.wait_for_text("type or paste");
    // The answers to the queries have been read by then, and crossterm reads the rest.
    pty.send("i");
    pty.wait_for_text("at end (1 character)");
    thread::sleep(TOO_LATE);
    pty.send(&"a".repeat(2_012));
    pty.wait_for_text("at end (2013 characters)");
    pty.send("\r");
    pty.send("q");
    pty.discard_edit();
    end(pty);
}

#[test]
fn the_settings_of_the_user_apply() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let settings = folder.path().join("settings.toml");
    let text = "mouse = false\ntheme = 'light'\nbidi = 'notation'\n[keys]\nquit = 'Q'\nhelp = 'H'\n";
    std::fs::write(&settings, text).expect("a file can be made");
    let settings = settings.to_str().expect("temporary folders have names in UTF-8");
    let mut pty = inspector(&["--settings", settings, "http://\u{5D0}/"], saying(DARK));
    pty.wait_until_sent("38;5;23");
    assert!(!pty.was_sent("\x1b[?1000h") && !pty.was_sent("\u{5D0}"));
    pty.send("H");
    pty.wait_for_text("edit the reference");
    pty.send("\r");
    pty.wait_for_text("conversions");
    pty.send("q?");
    pty.send("Q");
    assert!(pty.end().contains("Success"));
    pty.assert_restored();
}
