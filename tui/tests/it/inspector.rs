//! The inspector in a terminal, which it restores however it ends.

#[allow(dead_code, missing_docs)]
#[path = "../../src/terminal/guard.rs"]
mod guard;

use std::io::Read;
use std::thread;
use std::time::{Duration, Instant};

use crate::pty::Pty;
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use rustix::process::{Pid, Signal, kill_process};

const PROGRAM: &str = env!("CARGO_BIN_EXE_iri-inspect");
const FAULTY: &str = "http://example.org/a b|c";

fn inspector(reference: &str) -> Pty {
    let pty = Pty::start(PROGRAM, &["--reference", "--", reference], &[]);
    pty.wait_for_text("conversions");
    pty
}

fn signal(pty: &Pty, signal: Signal) {
    let process = Pid::from_raw(pty.process()).expect("a process number is not 0");
    kill_process(process, signal).expect("our own child can be sent a signal");
}

#[test]
fn it_edits_fixes_undoes_and_quits() {
    let mut pty = inspector(FAULTY);
    pty.wait_for_text("leiri-space");
    pty.send("f");
    pty.wait_for_text("applied: encode SPACE as %20");
    pty.wait_for_text("http://example.org/a%20b|c");
    pty.send("u");
    pty.wait_for_text("undone: encode SPACE as %20");
    pty.send("i");
    pty.send("\x05/qf?");
    pty.wait_for_text("b|c/qf?");
    pty.send("\x1b[200~\x1b[31m\u{202E}\x1b[201~");
    pty.wait_for_text("qf?\u{241B}[31m[RLO]");
    pty.send("\r");
    pty.send("?");
    pty.wait_for_text("edit the reference");
    pty.send("q");
    pty.wait_for_text("conversions");
    pty.send("q");
    pty.discard_edit();
    assert!(pty.end().contains("Success"));
    pty.assert_restored();
}

#[test]
fn a_letter_answers_the_question_before_the_end() {
    for letter in ["n", "d"] {
        let mut pty = inspector(FAULTY);
        pty.send("f");
        pty.wait_for_text("applied: encode SPACE as %20");
        pty.send("q");
        pty.wait_for_text("quit without keeping it");
        pty.send(letter);
        assert!(pty.end().contains("Success"), "{letter}");
        pty.assert_restored();
    }
}

/// Runs a command line of a shell, in which `$P` is the program, with these keys.
fn in_shell(line: &str, wait: &str, keys: &str) -> Pty {
    let line = line.replace("$P", PROGRAM);
    let pty = Pty::start("sh", &["-c", &line], &[]);
    pty.wait_for_text(wait);
    pty.send(keys);
    pty
}

#[test]
fn the_result_goes_to_standard_output_if_requested() {
    let mut pty = in_shell("x=$($P --output 'http://e/a b'); echo \"got <$x>\"", "conversions", "fq");
    pty.wait_for_text("got <http://e/a%20b>");
    assert!(pty.end().contains("Success"));
    pty.assert_restored();
}

#[test]
fn a_key_prints_the_result_on_exit() {
    let mut pty = in_shell("$P 'http://e/a b'", "conversions", "fQ");
    pty.wait_for("the result", |screen| screen.contents().contains("http://e/a%20b") && !screen.alternate_screen());
    assert!(pty.end().contains("Success"));
    pty.assert_restored();
}

#[test]
fn a_result_cannot_control_the_terminal_and_a_pipe_gets_it_exactly() {
    const HOSTILE: &str = "http://a/\u{1B}]0;PWNED\u{7}\u{1B}[31mRED\u{202E}";
    for (options, key) in [(&[][..], "Q"), (&["--output"], "q")] {
        let mut pty = Pty::start(PROGRAM, &[options, &["--reference", "--", HOSTILE]].concat(), &[]);
        pty.wait_for_text("conversions");
        pty.send(key);
        assert!(pty.end().contains("Success"), "{key}");
        for control in ["PWNED\u{7}", "\u{1B}[31mRED", "\u{202E}"] {
            assert!(!pty.was_sent(control), "{key}: {control:?}");
        }
        pty.wait_for_text("0;PWNED");
        let line = "x=$($P --output --reference -- \"$X\"); [ \"$x\" = \"$X\" ] && echo it is exact";
        let mut pty = Pty::start("sh", &["-c", &line.replace("$P", PROGRAM)], &[("X", HOSTILE)]);
        pty.wait_for_text("conversions");
        pty.send("q");
        pty.wait_for_text("it is exact");
        pty.end();
    }
}

#[test]
fn piped_references_open_as_a_list_with_keys_from_the_terminal() {
    let line = "printf 'http://e/\\nhttp://e/a b\\n' | $P; echo \"status $?\"";
    let mut pty = in_shell(line, "2 references", "a b\r");
    pty.wait_for_text("leiri-space");
    pty.send("q");
    pty.wait_for_text("status 0");
    pty.end();
    pty.assert_restored();
}

#[test]
fn a_dialog_of_lines_reads_piped_references_and_keys_from_the_terminal() {
    let line = "printf 'http://e/a b\\nhttp://e/c d\\n' | $P --plain; echo \"status $?\"";
    let mut pty = in_shell(line, "2  http://e/c d (warning)", "2\r");
    pty.wait_for_text("http://e/c[SP]d");
    pty.send("f\r");
    pty.wait_for_text("applied: encode SPACE as %20");
    pty.send("Q\r");
    pty.wait_for_text("http://e/a b");
    pty.wait_for_text("status 0");
    pty.end();
}

#[test]
#[cfg(target_os = "linux")]
fn a_dialog_of_lines_without_a_terminal_says_where_the_references_belong() {
    let mut setsid = std::process::Command::new("setsid");
    let child = setsid.args(["--wait", PROGRAM, "--plain"]).stdin(std::process::Stdio::null()).output();
    let output = child.expect("the program can be started");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("give the references as arguments: iri-inspect --plain REFERENCE..."), "{said}");
}

#[test]
fn the_terminal_is_set_to_explicit_mode() {
    let mut pty = inspector("http://\u{5D0}\u{5D1}.example/");
    assert!(pty.was_sent("\x1b[8l") && pty.was_sent("\x1b[1 k") && pty.was_sent("\x1b[?2501l"));
    assert!(pty.was_sent("\u{5D0}\u{200E}"));
    assert!(!pty.was_sent("\x1b[?1003h"), "an event for every movement of the pointer");
    pty.send("\x03");
    pty.end();
    pty.assert_restored();
}

#[test]
fn a_copy_is_sent_to_the_terminal() {
    let mut pty = inspector("a b");
    pty.send("y");
    pty.wait_for_text("Bidi Notation");
    pty.send("\r");
    pty.wait_for_text("sent to the terminal: reference");
    assert!(pty.was_sent("\x1b]52;c;YSBi\x1b\\"));
    pty.send("q");
    pty.end();
}

#[test]
fn every_signal_that_can_be_caught_restores_the_terminal() {
    let by_signal = [
        (Signal::TERM, "Terminated"),
        (Signal::HUP, "Hangup"),
        (Signal::INT, "Interrupt"),
        (Signal::QUIT, "Quit"),
        (Signal::ABORT, "Abort"),
        (Signal::USR1, "ser defined signal 1"),
        (Signal::USR2, "ser defined signal 2"),
        (Signal::ALARM, "Alarm clock"),
        (Signal::VTALARM, "Virtual timer expired"),
        (Signal::PROF, "Profiling timer expired"),
        (Signal::SYS, "Bad system call"),
        (Signal::TRAP, "trap"),
        (Signal::BUS, "Bus error"),
        (Signal::XCPU, "CPU time limit exceeded"),
    ];
    // The library cannot restore the default effect of these.
    #[cfg(target_os = "linux")]
    let by_status = [(Signal::POWER, "code 158"), (Signal::IO, "code 157"), (Signal::STKFLT, "code 144")];
    #[cfg(not(target_os = "linux"))]
    let by_status = [];
    for (number, name) in by_signal.into_iter().chain(by_status) {
        let mut pty = inspector(FAULTY);
        signal(&pty, number);
        let status = pty.end();
        #[cfg(target_os = "linux")]
        assert!(status.contains(name), "{number:?} ended it by {status}");
        assert!(!status.contains("Success"), "{number:?}, {name}: {status}");
        pty.assert_restored();
    }
}

#[test]
fn a_signal_with_unsaved_changes_leaves_a_message() {
    let folder = tempfile::tempdir().expect("a directory for temporary files");
    let file = folder.path().join("a.xml");
    std::fs::write(&file, "<a xmlns:x='http://www.w3.org/1999/xlink' x:href='b c'/>").expect("it can be written");
    let mut pty = Pty::start(PROGRAM, &[file.to_str().expect("it is UTF-8")], &[]);
    pty.wait_for_text("1 warning");
    pty.send("f");
    pty.wait_for_text("applied");
    signal(&pty, Signal::TERM);
    pty.end();
    assert!(pty.was_sent("iri-inspect: 1 file not saved"));
}

#[test]
fn keys_that_interrupt_the_editor_do_not_end_the_inspector() {
    let folder = tempfile::tempdir().expect("a directory for temporary files");
    let file = folder.path().join("a.xml");
    let text = "<a xmlns:x='http://www.w3.org/1999/xlink' x:href='b c'/>";
    std::fs::write(&file, text).expect("it can be written");
    let editor = folder.path().join("editor");
    std::fs::write(&editor, "#!/bin/sh\necho ready; exec sleep 60\n").expect("it can be written");
    std::fs::set_permissions(&editor, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("it is ours");
    let [file, editor] = [file, editor].map(|path| path.to_str().expect("it is UTF-8").to_owned());
    for key in ["\x03", "\x1c"] {
        let mut pty = Pty::start(PROGRAM, &[&file], &[("EDITOR", &editor), ("VISUAL", "")]);
        pty.wait_for_text("1 warning");
        pty.send("e");
        pty.wait_for("the editor", |screen| !screen.alternate_screen() && screen.contents().contains("ready"));
        pty.send(key);
        pty.wait_for("the inspector", vt100::Screen::alternate_screen);
        // A signal that is not for the editor ends the program within a second.
        std::thread::sleep(std::time::Duration::from_millis(1300));
        pty.send("?");
        // The help covers the footer, which names the same keys.
        pty.wait_for_text("List and panes");
        pty.send("\x03\x03");
        assert!(pty.end().contains("Success"));
        pty.assert_restored();
    }
}

#[test]
fn a_panic_restores_the_terminal() {
    const CHILD: &str = "IRI_INSPECT_TEST_PANICS";
    if std::env::var_os(CHILD).is_some() {
        let _guard = guard::Guard::enter(true).expect("the child has a terminal");
        panic!("as the test wants it");
    }
    let own = std::env::current_exe().expect("a test knows its own file");
    let own = own.to_str().expect("cargo's paths are UTF-8");
    let mut pty = Pty::start(
        own,
        &["--exact", "inspector::a_panic_restores_the_terminal", "--nocapture"],
        &[(CHILD, "1"), ("RUST_BACKTRACE", "0")],
    );
    pty.end();
    pty.assert_restored();
    // It is printed after the alternate screen, so it is still visible.
    assert!(pty.screen(vt100::Screen::contents).contains("as the test wants it"));
}

#[test]
fn the_inspector_resumes_after_a_suspension() {
    let pty = Pty::start("sh", &["-i"], &[("PS1", "ready> "), ("ENV", "")]);
    pty.wait_for_text("ready> ");
    pty.send(&format!("{PROGRAM} '{FAULTY}'\r"));
    pty.wait_for_text("leiri-space");
    pty.send("\x1a");
    pty.wait_for("the shell", |screen| !screen.alternate_screen() && screen.contents().contains("Stopped"));
    assert!(pty.was_sent("\x1b[8h"));
    pty.resume_from_shell();
}

#[test]
fn a_resize_draws_the_new_size() {
    let mut pty = inspector(FAULTY);
    pty.resize(12, 40);
    pty.wait_for("the small screen", |screen| {
        let contents = screen.contents();
        contents.contains("findings") && !contents.contains("conversions")
    });
    pty.send("q");
    pty.end();
    pty.assert_restored();
}

#[test]
fn a_closed_terminal_ends_the_program() {
    let pair = native_pty_system().openpty(PtySize::default()).expect("the system has pseudo-terminals");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_iri-inspect"));
    command.arg("http://example.org/a b");
    let mut child = pair.slave.spawn_command(command).expect("the program starts");
    let mut reader = pair.master.try_clone_reader().expect("a terminal can be read");
    let length = reader.read(&mut [0; 64]).expect("the program draws");
    assert!(length > 0);

    drop((reader, pair.master, pair.slave));
    let began = Instant::now();
    while child.try_wait().expect("a child can be waited for").is_none() {
        assert!(began.elapsed() < Duration::from_secs(20), "it runs on without a terminal");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_dumb_terminal_gets_the_report() {
    let mut pty = Pty::start(PROGRAM, &[FAULTY], &[("TERM", "dumb")]);
    pty.wait_for_text("valid LEIRI, not an IRI");
    assert!(pty.end().contains("Success"));
    assert!(!pty.was_sent("\x1b[?1049h"), "nothing that only a screen understands");
}

#[test]
fn a_missing_file_is_an_error() {
    let mut pty = Pty::start(PROGRAM, &["no-such-guide.xml"], &[]);
    pty.wait_for_text("no such file or directory: no-such-guide.xml");
    assert!(!pty.end().contains("Success"));
}

#[test]
fn problems_of_the_settings_are_shown_in_the_inspector_too() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("settings.toml");
    std::fs::write(&file, "them = 'dark'\n").expect("a file can be made");
    let pty = Pty::start(PROGRAM, &[FAULTY], &[("IRI_INSPECT_SETTINGS", &file.to_string_lossy())]);
    pty.wait_for_text("problems in the settings");
    pty.send("q");
    pty.wait_for_text("did you mean 'theme'?");
}

#[test]
fn a_rebound_key_is_named_for_one_action() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("settings.toml");
    std::fs::write(&file, "[keys]\nhelp = 'q'\n").expect("a file can be made");
    let mut pty = Pty::start(PROGRAM, &[FAULTY], &[("IRI_INSPECT_SETTINGS", &file.to_string_lossy())]);
    pty.wait_for("the footer", |screen| screen.contents().contains("q help") && !screen.contents().contains("q quit"));
    pty.send("q");
    pty.wait_for_text("edit the reference");
    pty.send("\x03\x03");
    assert!(pty.end().contains("Success"));
}
