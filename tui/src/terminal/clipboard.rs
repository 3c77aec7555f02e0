//! The clipboard, through the program or terminal that is available, and what can be reported about it.
//!
//! ```text
//!  in tmux                               tmux load-buffer -w -: its buffer, and the terminal around it
//!  on this machine, with a display       wl-copy, xclip, xsel, pbcopy, clip
//!  else, or if these fail                OSC 52: the terminal may accept it, and never answers
//! ```

use std::ffi::OsStr;
use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crossterm::clipboard::CopyToClipboard;
use crossterm::execute;

/// Maximum time of a program.
const PATIENCE: Duration = Duration::from_secs(2);
/// Common limit of terminals, in bytes of base64.
const LONG: usize = 100_000 / 4 * 3;

/// A program that stores a text in a clipboard, and the notice about it.
struct ClipboardProgram {
    program: &'static str,
    arguments: &'static [&'static str],
    said: &'static str,
}

/// Sends `text` to the clipboard and returns the notice about it; `None` without a program and a terminal.
///
/// # Errors
/// If the terminal cannot be written.
pub fn copy(text: &str, terminal: Option<&mut impl Write>) -> io::Result<Option<&'static str>> {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if let Some(program) = clipboard_programs(set).iter().find(|program| is_taken(program, text)) {
        return Ok(Some(program.said));
    }
    let Some(terminal) = terminal else { return Ok(None) };
    execute!(terminal, CopyToClipboard::to_clipboard_from(text))?;
    let is_long = text.len() > LONG;
    Ok(Some(if is_long { "sent to the terminal, which may reject it as too long" } else { "sent to the terminal" }))
}

/// Returns the programs to try in order.
fn clipboard_programs(set: impl Fn(&str) -> bool) -> Vec<ClipboardProgram> {
    const COPIED: &str = "copied";
    let mut programs = Vec::new();
    let mut push = |program, arguments, said| programs.push(ClipboardProgram { program, arguments, said });
    if set("TMUX") {
        push("tmux", &["load-buffer", "-w", "-"][..], "copied to the tmux buffer and sent to the terminal");
        return programs;
    }
    // In an SSH session the clipboard would be that of another machine.
    if set("SSH_CONNECTION") || set("SSH_TTY") {
        return programs;
    }
    if cfg!(target_os = "macos") {
        push("pbcopy", &[], COPIED);
    } else if cfg!(windows) {
        push("clip", &[], COPIED);
    } else {
        if set("WAYLAND_DISPLAY") {
            push("wl-copy", &["--type", "text/plain;charset=utf-8"], COPIED);
        }
        if set("DISPLAY") {
            push("xclip", &["-selection", "clipboard", "-in"], COPIED);
            push("xsel", &["--clipboard", "--input"], COPIED);
        }
    }
    programs
}

/// Returns whether the program accepted the text in time.
fn is_taken(program: &ClipboardProgram, text: &str) -> bool {
    let mut command = Command::new(OsStr::new(program.program));
    command.args(program.arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else { return false };
    let bytes = bytes(text);
    let (done, taken) = mpsc::channel();
    thread::spawn(move || {
        let written = child.stdin.take().is_some_and(|mut stdin| stdin.write_all(&bytes).is_ok());
        let ended = child.wait().is_ok_and(|status| status.success());
        // The receiver no longer exists if the program took too long.
        let _ = done.send(written && ended);
    });
    taken.recv_timeout(PATIENCE).unwrap_or(false)
}

/// Encodes text for the programs: as UTF-8, on Windows as UTF-16 with a byte order mark.
fn bytes(text: &str) -> Vec<u8> {
    if cfg!(windows) {
        let marked = std::iter::once(0xFEFF).chain(text.encode_utf16());
        return marked.flat_map(u16::to_le_bytes).collect();
    }
    text.as_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn programs(names: &[&str]) -> Vec<&'static str> {
        clipboard_programs(|name| names.contains(&name)).into_iter().map(|program| program.program).collect()
    }

    #[test]
    fn tmux_comes_first_and_a_far_machines_clipboard_never() {
        assert_eq!(programs(&["TMUX", "DISPLAY", "SSH_TTY"]), ["tmux"]);
        assert!(programs(&["SSH_CONNECTION", "DISPLAY", "WAYLAND_DISPLAY"]).is_empty());
    }

    #[test]
    fn without_a_program_the_terminal_is_asked() {
        let absent = ClipboardProgram { program: "no-such-program-anywhere", arguments: &[], said: "" };
        assert!(!is_taken(&absent, "a"));
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_fails_has_copied_nothing() {
        let program = |program, arguments| ClipboardProgram { program, arguments, said: "" };
        assert!(is_taken(&program("sh", &["-c", "test \"$(cat)\" = ab"]), "ab"));
        assert!(!is_taken(&program("sh", &["-c", "exit 1"]), "ab"));
        assert!(!is_taken(&program("sh", &["-c", "exec 0<&-; exit 0"]), &"a".repeat(1 << 20)));
    }
}
