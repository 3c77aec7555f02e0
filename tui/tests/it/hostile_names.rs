//! Names of files that look like options or commands, or are not UTF-8, and outputs that cannot be written.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::program::{command, run};
use crate::pty::Pty;
use crate::tools::missing_program;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_iri-inspect");
const FAULTY: &str = "<a xmlns:x='http://www.w3.org/1999/xlink' x:href='http://example.org/b c'/>\n";
/// Names that an editor or a shell could understand as something else.
const NAMES: [&str; 7] = [
    "+!touch pwned.xml",
    "-cfoo.xml",
    "--cmd=!touch pwned.xml",
    "+call writefile([], 'pwned').xml",
    "`touch pwned`.xml",
    "$(touch pwned).xml",
    "a;touch pwned.xml",
];

fn folder(names: &[impl AsRef<OsStr>]) -> TempDir {
    let folder = tempfile::tempdir().expect("a directory for temporary files");
    for name in names {
        fs::write(folder.path().join(name.as_ref()), FAULTY).expect("it can be written");
    }
    folder
}

fn script(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::write(&path, text).expect("it can be written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
}

/// Starts the inspector with the files of `directory`, with its scripts first on the search path.
fn inspector(directory: &Path, scripts: &Path, environment: &[(&str, &str)]) -> Pty {
    let path = format!("{}:{}", scripts.display(), std::env::var("PATH").unwrap_or_default());
    let environment = [environment, &[("PATH", &*path)]].concat();
    // The shell changes the directory, and the program replaces it.
    let directory = directory.to_str().expect("it is UTF-8");
    Pty::start("sh", &["-c", "cd \"$1\" && exec \"$0\" .", PROGRAM, directory], &environment)
}

#[test]
fn no_name_of_a_file_is_a_command_of_vi() {
    let is_installed = Command::new("vi").arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_installed {
        return missing_program("vi is not installed");
    }
    for name in NAMES {
        let (folder, scripts) = (folder(&[name]), tempfile::tempdir().expect("a directory for temporary files"));
        let mut pty = inspector(folder.path(), scripts.path(), &[("EDITOR", "vi"), ("VISUAL", ""), ("EXINIT", "")]);
        pty.wait_for_text("1 warning");
        pty.send("e");
        // Vi shows the text of the file, also if it uses the alternate screen.
        pty.wait_for("vi", |screen| screen.contents().contains("xmlns:x") && !screen.contents().contains("1 warning"));
        pty.send(":q!\r");
        pty.wait_for_text("1 warning");
        pty.send("q");
        assert!(pty.end().contains("Success"), "{name}");
        let found: Vec<_> =
            fs::read_dir(folder.path()).expect("it exists").flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(found, [OsStr::new(name)], "{name}");
    }
}

#[test]
fn editors_get_the_absolute_path_as_one_argument() {
    for name in NAMES {
        let (folder, scripts) = (folder(&[name]), tempfile::tempdir().expect("a directory for temporary files"));
        let arguments = scripts.path().join("arguments");
        script(scripts.path(), "vi", &format!("#!/bin/sh\nprintf '%s\\0' \"$@\" > '{}'\n", arguments.display()));
        let mut pty = inspector(folder.path(), scripts.path(), &[("EDITOR", "vi"), ("VISUAL", "")]);
        pty.wait_for_text("1 warning");
        pty.send("e");
        pty.wait_until_sent_times("\x1b[?1049h", 2);
        pty.wait_for_text("1 warning");
        pty.send("q");
        assert!(pty.end().contains("Success"));
        let given = fs::read_to_string(arguments).expect("the editor was started");
        let path = folder.path().canonicalize().expect("it exists").join(name);
        let given: Vec<&str> = given.split_terminator('\0').collect();
        assert_eq!(given[0], "+1");
        assert_eq!((given.len(), Path::new(given[1]).canonicalize().expect("it exists")), (2, path));
    }
}

#[test]
fn clipboard_tools_get_the_text_only_as_input() {
    let tools = [("xclip", "DISPLAY"), ("wl-copy", "WAYLAND_DISPLAY"), ("tmux", "TMUX")];
    let references = ["--help", "-o", "$(touch pwned)", "`touch pwned`", "a;touch pwned", "+!touch pwned"];
    for (tool, variable) in tools {
        for reference in references {
            let scripts = tempfile::tempdir().expect("a directory for temporary files");
            let [arguments, input] = ["arguments", "input"].map(|name| scripts.path().join(name));
            let text =
                format!("#!/bin/sh\nprintf '%s\\n' \"$*\" > '{}'\ncat > '{}'\n", arguments.display(), input.display());
            script(scripts.path(), tool, &text);
            let path = format!("{}:{}", scripts.path().display(), std::env::var("PATH").unwrap_or_default());
            let arguments_of_program = ["--reference", "--", reference];
            let mut pty = Pty::start(
                PROGRAM,
                &arguments_of_program,
                &[("PATH", &path), (variable, "1"), ("SSH_TTY", ""), ("SSH_CONNECTION", "")],
            );
            pty.wait_for_text("conversions");
            pty.send("Y");
            pty.wait_for_text("copied");
            pty.send("q");
            assert!(pty.end().contains("Success"));
            assert_eq!(fs::read_to_string(input).expect("the tool was started"), reference);
            let given = fs::read_to_string(arguments).expect("the tool was started");
            assert!(!given.contains("touch") && !given.contains(reference), "{tool}: {given}");
        }
    }
}

/// Returns names that are not UTF-8, need quotes, or look like other lines of a patch.
fn names_for_patches() -> Vec<OsString> {
    let names: [&[u8]; 9] = [
        b"plain.xml",
        b"with space.xml",
        b"\xFF\xFEa.xml",
        b"caf\xE9.xml",
        b"\xD7\x90\xC0.xml",
        b"quo\"te.xml",
        b"back\\slash.xml",
        b"line\nend.xml",
        "\u{5D0}\u{202E}.xml".as_bytes(),
    ];
    names.map(|name| OsString::from_vec(name.to_vec())).to_vec()
}

#[test]
fn git_applies_patches_of_files_with_any_name() {
    let names = names_for_patches();
    let folder = folder(&names);
    let git = |arguments: &[&str], stdin: &[u8]| {
        let mut git = Command::new("git");
        git.args(arguments).current_dir(folder.path()).env("GIT_CONFIG_GLOBAL", "/dev/null");
        let output = run(
            git.stdin(std::process::Stdio::piped())
                .stdout(std::process::Stdio::piped())
                .stderr(std::process::Stdio::piped()),
            stdin,
        );
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    git(&["init", "--quiet"], b"");
    for path in [".", "./"] {
        let patch = run(command(&["check", "--diff", "--no-config", path]).current_dir(folder.path()), b"").stdout;
        assert!(!patch.windows(3).any(|window| window == "\u{FFFD}".as_bytes()));
        git(&["apply", "--check", "-"], &patch);
        git(&["apply", "-"], &patch);
        for name in &names {
            let text = fs::read_to_string(folder.path().join(name)).expect("it exists");
            assert_eq!(text, FAULTY.replace("b c", "b%20c"), "{}", name.display());
        }
        git(&["apply", "--reverse", "-"], &patch);
    }
}

#[test]
fn listed_files_end_with_nul_on_request() {
    let names = names_for_patches();
    let folder = folder(&names);
    let mut expected: Vec<&[u8]> = names.iter().map(|name| name.as_bytes()).collect();
    expected.sort_unstable();
    for option in ["-0", "--null"] {
        for command_name in ["check", "list"] {
            let mut command = command(&[command_name, "--list-files", option]);
            let output = run(command.current_dir(folder.path()).env("GITHUB_ACTIONS", "true"), b"");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let mut listed: Vec<&[u8]> = output.stdout.split(|byte| *byte == 0).collect();
            assert_eq!(listed.pop(), Some(&b""[..]), "the last path ends too");
            assert_eq!(listed, expected);
        }
    }
    assert_eq!(run(&mut command(&["check", "--null"]), b"").status.code(), Some(2), "it is only for --list-files");
}

#[test]
fn an_output_that_cannot_be_written_is_an_error() {
    let folder = folder(&["a.xml"]);
    let commands = [
        &["--help"][..],
        &["-h"],
        &["check", "--help"],
        &["help", "list"],
        &["--version"],
        &["--print-settings"],
        &["--print=80x24", "--reference", "a b"],
        &["--reference", "a b"],
        &["show", "a b"],
        &["show", "--format", "json", "a b"],
        &["convert", "--to", "uri", "a b"],
        &["compare", "a", "b"],
        &["explain"],
        &["explain", "leiri-space"],
        &["completions", "bash"],
        &["man"],
        &["man", "check"],
        &["check"],
        &["check", "--format", "json"],
        &["check", "--format", "sarif"],
        &["check", "--format", "github"],
        &["check", "--format", "gitlab"],
        &["check", "--diff"],
        &["check", "--list-files"],
        &["check", "--list-files", "-0"],
        &["check", "--print-config"],
        &["check", "--fix", "-"],
        &["list"],
        &["list", "--format", "json"],
    ];
    for arguments in commands {
        let full = fs::File::options().write(true).open("/dev/full").expect("Linux has it");
        let mut command = command(arguments);
        let output = run(command.current_dir(folder.path()).stdout(full), FAULTY.as_bytes());
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {messages}");
        assert!(
            messages.contains("No space left on device") && !messages.contains("panicked"),
            "{arguments:?}: {messages}"
        );
    }
}
