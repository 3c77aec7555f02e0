//! Exit statuses, and messages on standard error.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use crate::cli::workflow_log;

/// Result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Success, without findings.
    Done,
    /// The check found something, or the compared references are not equal.
    Different,
    /// Something failed; a message reports it.
    Failed,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done => Self::SUCCESS,
            Outcome::Different => Self::from(1),
            Outcome::Failed => Self::from(2),
        }
    }
}

/// Prints the reason of a failure on standard error.
pub fn fail(message: &str) -> Outcome {
    warn(message);
    Outcome::Failed
}

/// Says on standard error that the program waits for standard input, if that is a terminal.
pub fn note_standard_input() {
    if io::stdin().is_terminal() {
        let end = if cfg!(windows) { "ctrl-z and enter" } else { "ctrl-d" };
        warn(&format!("reading standard input; {end} ends it"));
    }
}

/// Prints a message on standard error. If that is closed as well, the exit status still reports the failure.
pub fn warn(message: &str) {
    let _ = writeln!(io::stderr(), "iri-inspect: {}", workflow_log::message(message));
}
