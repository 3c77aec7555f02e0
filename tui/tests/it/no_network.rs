//! No command opens a socket or starts a program, except the editor and the clipboard tool of the user.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::faulty_files::Files;
use crate::pty::{Manners, Pty};
use crate::tracer::Tracer;

const PROGRAM: &str = env!("CARGO_BIN_EXE_iri-inspect");

/// Runs the program with `arguments` under the tracer and asserts that it starts nothing.
fn assert_alone(arguments: &[&str], stdin: &[u8]) {
    use std::io::Write;
    let Some(tracer) = Tracer::new() else { return };
    let mut command = Command::new("strace");
    command.args(tracer.arguments(PROGRAM)).args(arguments).env("IRI_INSPECT_SETTINGS", "");
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("strace was run before");
    // The program may not read its input.
    let _ = child.stdin.take().expect("it is piped").write_all(stdin);
    let status = child.wait().expect("it can be waited for");
    assert!(status.code().is_some_and(|code| code < 2), "{arguments:?}: {status}");
    assert_eq!(tracer.violations(PROGRAM, &[]), Vec::<String>::new(), "{arguments:?}");
}

#[test]
fn commands_on_files_start_nothing() {
    let files = Files::new();
    let folder = files.folder();
    let documents = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/tests/data/documents");
    let [folder, documents] = [&folder, &documents].map(|path| path.to_str().expect("it is UTF-8"));
    for arguments in [
        &["check", "--rule", "missing-target=warning"][..],
        &["check", "--links"],
        &["check", "--format", "json"],
        &["check", "--format", "sarif"],
        &["check", "--diff", "--fix-suggested"],
        &["check", "--list-files"],
        &["list", "--base", "http://example.org/"],
    ] {
        assert_alone(&[arguments, &["--", folder, documents]].concat(), b"");
    }
    let fixed = files.folders().remove(0);
    assert_alone(&["check", "--fix", "--fail-on", "never", "--", fixed.to_str().expect("it is UTF-8")], b"");
}

#[test]
fn commands_on_references_start_nothing() {
    let references = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/tests/data/references.txt"));
    let references = references.expect("it exists");
    for arguments in [
        &["show", "--format", "json"][..],
        &["show", "--characters", "all"],
        &["convert", "--to", "uri-idna"],
        &["compare", "http://example.org/a b", "http://example.org/a%20b"],
        &["explain", "missing-target"],
        &["completions", "bash"],
        &["man", "check"],
        &["--version", "--verbose"],
        &["--print=80x24", "http://example.org/a b"],
        &["--help"],
    ] {
        assert_alone(arguments, &references);
    }
}

#[test]
fn the_inspector_starts_only_the_editor_and_the_clipboard_tool() {
    let Some(tracer) = Tracer::new() else { return };
    let folder = tempfile::tempdir().expect("a directory for temporary files");
    let file = folder.path().join("a.xml");
    let text = "<a xmlns:x='http://www.w3.org/1999/xlink' x:href='http://example.org/b c'/>";
    fs::write(&file, text).expect("it can be written");
    for (name, script) in [("my-editor", "#!/bin/sh\nexit 0\n"), ("xclip", "#!/bin/sh\nread -r line || :\n")] {
        let path = folder.path().join(name);
        fs::write(&path, script).expect("it can be written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    }
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", folder.path().display());
    let environment = [("PATH", &*path), ("EDITOR", "my-editor"), ("VISUAL", ""), ("DISPLAY", ":0")];
    let arguments: Vec<String> = tracer.arguments(PROGRAM);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).chain(file.to_str()).collect();
    let mut pty = Pty::start_with("strace", &arguments, &environment, Manners::plain());
    pty.wait_for_text("1 warning");
    pty.send("e");
    pty.wait_until_sent_times("\x1b[?1049h", 2);
    pty.wait_for_text("1 warning");
    pty.send("Y");
    pty.wait_for_text("copied");
    pty.send("nf");
    pty.wait_for_text("applied");
    pty.send("\x13");
    pty.wait_for_text("saved 1 file");
    pty.send("q");
    assert!(pty.end().contains("Success"));
    assert!(tracer.has_started("my-editor") && tracer.has_started("xclip"));
    assert_eq!(tracer.violations(PROGRAM, &["my-editor", "xclip"]), Vec::<String>::new());
}
