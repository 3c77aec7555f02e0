//! The command that opens a file in the user's own editor.
//!
//! A file name is untrusted: it must not become an option (`-c…`) or a command (`+!…`) of the editor. So the editor gets
//! an absolute path, which starts with a separator or a drive.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use iri_core::files::PathStyle;

/// Maximum wait for the first line of a command that has failed: a program that it started may have the same output.
const LAST_WORDS: Duration = Duration::from_millis(200);
/// Bytes of which the rest of a line is not awaited.
const LONGEST_LINE: usize = 1000;

/// Words of the value of a variable.
type Words = Result<Vec<String>, shell_words::ParseError>;

/// Opens a file in the editor of the user, and waits for its end.
///
/// # Errors
/// If the editor cannot be started or fails: the message, which names it.
pub fn edit(path: &Path, line: u32, column: u32) -> Result<(), String> {
    let hint = if named_editor().is_some() { "" } else { "; set VISUAL or EDITOR" };
    let mut command = editor_command(path, line, column).map_err(|error| format!("cannot start {error}{hint}"))?;
    run(&mut command).map_err(|message| message + hint)
}

/// Runs a program, and waits for its end.
///
/// # Errors
/// If it cannot be started or fails: the message, which names it.
pub fn run(command: &mut Command) -> Result<(), String> {
    let ended = command.status();
    let name = command.get_program().display();
    match ended {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(match status.code() {
            Some(code) => format!("{name}: exit status {code}"),
            None => format!("{name}: {status}"),
        }),
        Err(error) => Err(format!("cannot start {name}: {error}")),
    }
}

/// Runs the command `name` of the user, and waits for its end. What it writes to standard error is passed on.
///
/// # Errors
/// If it cannot be started or fails: the message, with its name and the first line that it wrote to standard error.
pub fn run_named(name: &str, words: &[String]) -> Result<(), String> {
    let mut command = Command::new(&words[0]);
    let child = command.args(&words[1..]).stderr(Stdio::piped()).spawn();
    let mut child = child.map_err(|error| format!("{name}: cannot start {}: {error}", words[0]))?;
    let (sender, first_line) = mpsc::channel();
    if let Some(errors) = child.stderr.take() {
        // A program that it started may write later.
        thread::spawn(move || pass_on(errors, &sender));
    }
    let status = child.wait().map_err(|error| format!("{name}: {error}"))?;
    if status.success() {
        return Ok(());
    }
    let reason = status.code().map_or_else(|| status.to_string(), |code| format!("exit status {code}"));
    Err(match first_line.recv_timeout(LAST_WORDS) {
        Ok(line) => format!("{name}: {line} ({reason})"),
        Err(_) => format!("{name}: {reason}"),
    })
}

/// Passes on what a program writes to standard error, and sends its first line that is not blank.
fn pass_on(mut errors: impl Read, first_line: &Sender<String>) {
    let (mut buffer, mut start, mut is_sent) = ([0; 1024], Vec::new(), false);
    loop {
        let count = match errors.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read.unwrap_or(0),
        };
        let _ = io::stderr().write_all(&buffer[..count]);
        if !is_sent {
            start.extend_from_slice(&buffer[..count]);
            let text = String::from_utf8_lossy(&start);
            let is_whole = |line: &&str| count == 0 || line.ends_with('\n') || start.len() > LONGEST_LINE;
            let first = text.split_inclusive('\n').find(|line| !line.trim().is_empty()).filter(is_whole);
            is_sent = first.is_some_and(|line| first_line.send(line.trim().to_owned()).is_ok());
        }
        if count == 0 {
            return;
        }
    }
}

/// Returns the editor that the environment names.
fn named_editor() -> Option<String> {
    let set = |name| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    set("VISUAL").or_else(|| set("EDITOR"))
}

/// Returns the editor command of the user. The value is split into words as a shell does, with quotes and backslashes, but
/// no shell is started.
///
/// # Errors
/// If `$VISUAL` or `$EDITOR` contains no program or an open quote, or the current directory is unknown.
fn editor_command(path: &Path, line: u32, column: u32) -> io::Result<Command> {
    let editor = named_editor().unwrap_or_else(|| if cfg!(windows) { "notepad" } else { "vi" }.to_owned());
    let words = match PathStyle::SYSTEM {
        PathStyle::Unix => shell_words::split(&editor),
        PathStyle::Windows => windows_words(&editor, |program| installed(program, &search_path(), Path::is_file)),
    };
    command(&editor, words, path, line, column)
}

/// Adds the file, line and column. Most editors accept `+LINE`; those that are known get the column as well.
fn command(editor: &str, words: Words, path: &Path, line: u32, column: u32) -> io::Result<Command> {
    let path = std::path::absolute(path)?;
    let invalid =
        |reason: &str| io::Error::new(io::ErrorKind::InvalidInput, format!("the editor '{editor}': {reason}"));
    let words = words.map_err(|error| invalid(&error.to_string()))?;
    let (program, arguments) = words.split_first().ok_or_else(|| invalid("no program"))?;
    let name = Path::new(program).file_stem().and_then(|name| name.to_str()).map(str::to_lowercase);
    let mut command = Command::new(program);
    let has_wait = arguments.iter().any(|word| matches!(word.as_str(), "--wait" | "-w"));
    let wait = (!has_wait).then_some("--wait");
    command.args(arguments);
    match name.as_deref() {
        Some("notepad") => command.arg(path),
        Some("notepad++") => command.arg(format!("-n{line}")).arg(format!("-c{column}")).arg(path),
        Some("code" | "codium" | "cursor") => command.args(wait).arg("--goto").arg(with_place(&path, line, column)),
        Some("hx" | "helix" | "subl" | "zed") => command.arg(with_place(&path, line, column)),
        Some("vim" | "nvim" | "gvim") => command.arg(format!("+call cursor({line},{column})")).arg(path),
        Some("nano") => command.arg(format!("+{line},{column}")).arg(path),
        Some("kak" | "micro" | "emacs" | "emacsclient") => command.arg(format!("+{line}:{column}")).arg(path),
        _ => command.arg(format!("+{line}")).arg(path),
    };
    Ok(command)
}

/// Returns the words of the value on Windows: a backslash separates names instead of quoting, and the path of a program may
/// have spaces without quotes, as the system itself accepts it. `installed` returns the file of a program.
fn windows_words(editor: &str, installed: impl Fn(&str) -> Option<String>) -> Words {
    let editor = editor.trim().replace('\\', "/");
    let is_quoted = editor.starts_with(['"', '\'']);
    let mut ends = editor.match_indices(' ').map(|(at, _)| at).chain([editor.len()]).filter(|_| !is_quoted);
    if let Some((program, end)) = ends.find_map(|end| Some((installed(&editor[..end])?, end))) {
        return Ok(std::iter::once(program).chain(shell_words::split(&editor[end..])?).collect());
    }
    let mut words = shell_words::split(&editor)?;
    if let Some(program) = words.first_mut() {
        *program = installed(program).unwrap_or_else(|| std::mem::take(program));
    }
    Ok(words)
}

/// Returns the file of a program of Windows, which has one of four extensions: in `folders` if it is named without a
/// directory. The standard library looks for `.exe` only.
fn installed(program: &str, folders: &[PathBuf], is_file: impl Fn(&Path) -> bool) -> Option<String> {
    const EXTENSIONS: [&str; 4] = [".com", ".exe", ".bat", ".cmd"];
    let lower = program.to_ascii_lowercase();
    let is_whole = EXTENSIONS.iter().any(|extension| lower.ends_with(extension));
    let here = [PathBuf::new()];
    let folders = if program.contains('/') { &here } else { folders };
    let names = EXTENSIONS.map(|extension| if is_whole { program.to_owned() } else { format!("{program}{extension}") });
    let paths = folders.iter().flat_map(|folder| names.iter().map(|name| folder.join(name)));
    paths.filter(|path| is_file(path)).find_map(|path| path.into_os_string().into_string().ok())
}

/// Returns the directories in which the system looks for programs.
fn search_path() -> Vec<PathBuf> {
    std::env::var_os("PATH").map_or_else(Vec::new, |path| std::env::split_paths(&path).collect())
}

/// Returns `path:line:column`.
fn with_place(path: &Path, line: u32, column: u32) -> OsString {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(":{line}:{column}"));
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unix(editor: &str, path: &str) -> io::Result<Command> {
        command(editor, shell_words::split(editor), Path::new(path), 7, 3)
    }

    #[test]
    #[cfg(unix)]
    fn a_program_that_fails_has_a_message() {
        let run = |words: &[&str]| run(Command::new(words[0]).args(&words[1..]));
        assert_eq!(run(&["true"]), Ok(()));
        assert_eq!(run(&["sh", "-c", "exit 3"]), Err("sh: exit status 3".to_owned()));
        assert!(run(&["sh", "-c", "kill -9 $$"]).is_err_and(|message| message.contains("sh: signal: 9")));
        assert!(run(&["/none/such"]).is_err_and(|message| message.starts_with("cannot start /none/such: ")));
    }

    #[test]
    #[cfg(unix)]
    fn a_command_that_fails_has_its_name_and_its_first_words() {
        let run = |script: &str| run_named("my command", &["sh", "-c", script].map(str::to_owned));
        assert_eq!(run("echo fine >&2"), Ok(()));
        assert_eq!(run("exit 3"), Err("my command: exit status 3".to_owned()));
        assert_eq!(
            run("printf '\\n no such\\nfile' >&2; exit 3"),
            Err("my command: no such (exit status 3)".to_owned())
        );
        // What it started holds the same output.
        assert_eq!(run("sleep 3 & echo oops >&2; exit 1"), Err("my command: oops (exit status 1)".to_owned()));
        assert!(run("kill -9 $$").is_err_and(|message| message.contains("my command: signal: 9")));
        let none = run_named("my command", &["/none/such".to_owned()]);
        assert!(none.is_err_and(|message| message.starts_with("my command: cannot start /none/such: ")));
    }

    #[test]
    fn quotes_and_backslashes_are_those_of_a_shell() {
        for editor in
            ["'/opt/my editor/ed' -x 'a b'", "\"/opt/my editor/ed\" -x \"a b\"", "/opt/my\\ editor/ed -x a\\ b"]
        {
            let command = unix(editor, "a.xml").expect("the editor is a program");
            let arguments: Vec<_> = command.get_args().take(2).collect();
            assert_eq!(
                (command.get_program().to_str(), arguments),
                (Some("/opt/my editor/ed"), vec!["-x".as_ref(), "a b".as_ref()])
            );
        }
        for editor in ["'/opt/ed", "", "  "] {
            assert!(unix(editor, "a.xml").is_err(), "{editor}");
        }
    }

    #[test]
    fn programs_of_windows_are_started() {
        const FILES: [&str; 8] = [
            "C:/Program Files/Notepad++/notepad++.exe",
            "C:/Program Files/ed/nano.exe",
            "C:/Windows/Notepad.EXE",
            "C:/my tools/ed.cmd",
            "C:/my.exe tools/vim.exe",
            "C:/my/code",
            "C:/my/code.cmd",
            "C:/my/gvim.bat",
        ];
        let is_file = |path: &Path| FILES.iter().any(|file| Path::new(file) == path);
        let find = |program: &str| installed(program, &[PathBuf::from("C:/none"), PathBuf::from("C:/my")], is_file);
        for (editor, expected) in [
            ("notepad", ["notepad", "FILE", ""]),
            (r"C:\Program Files\Notepad++\notepad++.exe", ["C:/Program Files/Notepad++/notepad++.exe", "-n7", "-c3"]),
            (r"C:\Program Files\Notepad++\notepad++ ", ["C:/Program Files/Notepad++/notepad++.exe", "-n7", "-c3"]),
            (r"C:\Windows\Notepad.EXE", ["C:/Windows/Notepad.EXE", "FILE", ""]),
            (r#""C:\Program Files\ed\nano.exe" -v"#, ["C:/Program Files/ed/nano.exe", "-v", "+7,3"]),
            (r#""C:\Program Files\ed\nano" -v"#, ["C:/Program Files/ed/nano.exe", "-v", "+7,3"]),
            (r"C:\my tools\ed.cmd -x y", ["C:/my tools/ed.cmd", "-x", "y"]),
            (r"C:\my tools\ed -x 'y z'", ["C:/my tools/ed.cmd", "-x", "y z"]),
            (r"C:\my.exe tools\vim -R", ["C:/my.exe tools/vim.exe", "-R", "+call cursor(7,3)"]),
            ("code", ["C:/my/code.cmd", "--wait", "--goto"]),
            ("code.cmd -w", ["C:/my/code.cmd", "-w", "--goto"]),
            ("gvim", ["C:/my/gvim.bat", "+call cursor(7,3)", "FILE"]),
            ("vim", ["vim", "+call cursor(7,3)", "FILE"]),
            (r"C:\none\ed -x", ["C:/none/ed", "-x", "+7"]),
        ] {
            let command = command(editor, windows_words(editor, find), Path::new("a.xml"), 7, 3);
            let command = command.expect("it is a program");
            let words = std::iter::once(command.get_program()).chain(command.get_args());
            let mut words: Vec<_> = words.map(|word| word.to_string_lossy().replace('\\', "/")).collect();
            words.iter_mut().filter(|word| word.ends_with("a.xml")).for_each(|word| "FILE".clone_into(word));
            words.resize(3, String::new());
            assert_eq!(words, expected, "{editor}");
        }
    }

    #[test]
    fn an_editor_waits_once() {
        for editor in ["code", "code --wait", "codium -w"] {
            let command = unix(editor, "a.xml").expect("the editor is a program");
            let waits = command.get_args().filter(|argument| *argument == "--wait" || *argument == "-w").count();
            assert_eq!(waits, 1, "{editor}");
        }
    }

    #[test]
    fn no_file_name_becomes_an_option_or_a_command_of_the_editor() {
        for editor in ["vi", "nvim -p", "emacsclient -t", "code", "hx", "subl", "nano", "/usr/bin/kak"] {
            for name in ["+!touch pwned.xml", "-cfoo.xml", "--cmd=x", "+/x", "-", "--", "./-a.xml"] {
                let command = unix(editor, name).expect("the editor is a program");
                let arguments: Vec<_> = command.get_args().map(|argument| argument.to_string_lossy()).collect();
                let file = arguments.last().expect("the file is an argument");
                let file = file.strip_suffix(":7:3").unwrap_or(file);
                assert!(
                    Path::new(file).is_absolute() && Path::new(file).ends_with(name.trim_start_matches("./")),
                    "{arguments:?}"
                );
                let others = &arguments[..arguments.len() - 1];
                let is_ours = |argument: &str| {
                    matches!(argument, "+7" | "+7:3" | "+7,3" | "+call cursor(7,3)" | "--wait" | "--goto" | "-p" | "-t")
                };
                assert!(others.iter().all(|argument| is_ours(argument)), "{arguments:?}");
            }
        }
    }
}
