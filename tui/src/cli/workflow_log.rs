//! Output in the log of a workflow: GitHub Actions, Azure Pipelines and TeamCity obey commands in what a step prints.
//!
//! ```text
//! ::error file=README.md::…     GitHub: a line that starts with `::`
//! ##[error]…  ##vso[task.…]     GitHub, Azure: anywhere in a line
//! ##teamcity[…]                 TeamCity: a line that starts with it
//! ```
//!
//! File names and quoted lines are not ours, so they must not contain any. Outside a workflow nothing changes.

use std::borrow::Cow;
use std::io::{self, Write};

use iri_core::characters::boxed;

/// Variables that these services set for each step.
const VARIABLES: [&str; 3] = ["GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"];

/// How a character is written so that no command remains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quoting {
    /// As other characters that a terminal must not get: its code point in brackets.
    Text,
    /// As in a JSON string, with the same value: `##` occurs only in strings.
    Json,
    /// As a character reference of HTML and XML, with the same value.
    Markup,
}

/// Returns a writer to `out` that breaks commands if the program runs in a workflow.
pub fn guarded<W: Write>(out: W, quoting: Quoting) -> Guarded<W> {
    if is_in_workflow() { Guarded::Lines(CommandGuard { out, quoting, line: Vec::new() }) } else { Guarded::Exact(out) }
}

/// Writer that breaks commands, or writes everything as it is.
pub enum Guarded<W: Write> {
    /// Outside a workflow.
    Exact(W),
    /// In a workflow.
    Lines(CommandGuard<W>),
}

impl<W: Write> Guarded<W> {
    /// Writes the rest of an incomplete line, and returns the inner writer for exact bytes.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(&mut self) -> io::Result<&mut W> {
        match self {
            Self::Exact(out) => Ok(out),
            Self::Lines(guard) => {
                guard.write_line()?;
                Ok(&mut guard.out)
            }
        }
    }
}

impl<W: Write> Write for Guarded<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Exact(out) => out.write(bytes),
            Self::Lines(guard) => guard.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Exact(out) => out.flush(),
            Self::Lines(guard) => guard.flush(),
        }
    }
}

/// Returns a message for standard error, whose lines the runner obeys as well, without commands in a workflow.
pub fn message(text: &str) -> Cow<'_, str> {
    if !is_in_workflow() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(String::from_utf8_lossy(&without_commands(text.as_bytes(), Quoting::Text)).into_owned())
}

/// Returns whether the output may be in the log of a workflow.
pub fn is_in_workflow() -> bool {
    VARIABLES.iter().any(|name| std::env::var_os(name).is_some())
}

/// Returns whether a line `::stop-commands::TOKEN` makes the log ignore commands: that of GitHub does.
pub fn can_stop_commands() -> bool {
    std::env::var_os(VARIABLES[0]).is_some()
}

/// Writer that breaks the commands of whole lines.
pub struct CommandGuard<W: Write> {
    out: W,
    quoting: Quoting,
    line: Vec<u8>,
}

impl<W: Write> CommandGuard<W> {
    fn write_line(&mut self) -> io::Result<()> {
        let line = without_commands(&self.line, self.quoting);
        self.line.clear();
        self.out.write_all(&line)
    }
}

impl<W: Write> Write for CommandGuard<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                self.write_line()?;
            }
        }
        Ok(bytes.len())
    }

    /// Flushes whole lines: the rest of a command may follow.
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Write> Drop for CommandGuard<W> {
    fn drop(&mut self) {
        let _ = self.write_line().and_then(|()| self.out.flush());
    }
}

/// Returns `text` with the second `#` of each `##`, and the second `:` of `::` at the start of a line, written by code point.
fn without_commands(text: &[u8], quoting: Quoting) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    // A carriage return ends a line too.
    for line in text.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
        break_commands(line, quoting, &mut out);
    }
    out
}

fn break_commands(line: &[u8], quoting: Quoting, out: &mut Vec<u8>) {
    let hash = match quoting {
        Quoting::Text => boxed('#'),
        Quoting::Json => "\\u0023".to_owned(),
        Quoting::Markup => "&#35;".to_owned(),
    };
    let colon = if quoting == Quoting::Markup { "&#58;".to_owned() } else { boxed(':') };
    // The runner removes any whitespace of Unicode before it looks for a command.
    let text = line.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let indent = text.len() - text.trim_start().len();
    // Styles between the characters are removed before the runner sees the line.
    let mut is_in_style = false;
    let (mut is_at_start, mut last) = (true, b' ');
    for (at, &byte) in line.iter().enumerate() {
        if is_in_style || byte == 0x1B {
            is_in_style = byte != b'm';
            out.push(byte);
            continue;
        }
        let is_command = byte == last && (byte == b'#' || byte == b':' && is_at_start);
        match byte {
            b'#' if is_command => out.extend_from_slice(hash.as_bytes()),
            b':' if is_command => out.extend_from_slice(colon.as_bytes()),
            _ => out.push(byte),
        }
        let is_before_text = at < indent || byte.is_ascii_whitespace() || byte == b':' && !is_command;
        is_at_start = is_at_start && is_before_text;
        last = if is_command { b' ' } else { byte };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guarded(chunks: &[&str], quoting: Quoting) -> String {
        let mut out = Vec::new();
        let mut guard = CommandGuard { out: &mut out, quoting, line: Vec::new() };
        for chunk in chunks {
            guard.write_all(chunk.as_bytes()).expect("a vector can be written");
        }
        drop(guard);
        String::from_utf8(out).expect("it was UTF-8")
    }

    #[test]
    fn no_command_remains() {
        assert_eq!(guarded(&["::err", "or::x\n  ::y\na::b"], Quoting::Text), ":[003A]error::x\n  :[003A]y\na::b");
        assert_eq!(guarded(&["a #", "#[error]"], Quoting::Text), "a #[0023][error]");
        assert_eq!(guarded(&["#\u{1B}[1m#[x]"], Quoting::Text), "#\u{1B}[1m[0023][x]");
        assert_eq!(guarded(&["\u{1B}[1m:\u{1B}[0m:x::"], Quoting::Text), "\u{1B}[1m:\u{1B}[0m[003A]x::");
        assert_eq!(guarded(&["\u{3000}\u{A0}::x\r::y\né::z"], Quoting::Text), "\u{3000}\u{A0}:[003A]x\r:[003A]y\né::z");
        assert_eq!(guarded(&["#####vso[x]"], Quoting::Text), "#[0023]#[0023]#vso[x]");
        assert_eq!(guarded(&["<a b='##[b]'>"], Quoting::Markup), "<a b='#&#35;[b]'>");
        assert_eq!(guarded(&["{\"a\":\"##[b]\"}\n"], Quoting::Json), "{\"a\":\"#\\u0023[b]\"}\n");
    }
}
