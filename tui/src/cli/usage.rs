//! What is wrong with a command line, said without a raw character of it.

use std::io::{self, Write};

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use iri_core::text::similar::similar;

use crate::cells::escape_line;
use crate::cli::{Cli, Command, are_files, value};

/// Ends with help, or with a message. That quotes what was written, which may be anything: where a
/// line of it would not print as itself it is escaped, and goes without colors.
fn exit(error: &clap::Error) -> ! {
    let message = error.render().to_string();
    let escaped: Vec<String> = message.lines().map(escape_line).collect();
    if !error.use_stderr() || escaped.iter().zip(message.lines()).all(|(escaped, line)| escaped == line) {
        error.exit();
    }
    // If stderr is closed as well, the exit status still tells.
    let _ = writeln!(io::stderr(), "{}", escaped.join("\n"));
    std::process::exit(error.exit_code())
}

/// Returns the error about several words of which the first is not a command.
fn unrecognized(word: &str) -> clap::Error {
    let mut command = Cli::command();
    let similar = similar(word, command.get_subcommands().map(clap::Command::get_name));
    let Some(name) = similar else {
        let message = "one reference opens in the inspector, or any number of files that are there; for several references \
                       write 'iri-inspect show REFERENCE...'";
        return command.error(ErrorKind::TooManyValues, message);
    };
    let tip = format!("a similar command exists: '{name}'");
    let message = format!("unrecognized subcommand '{}'\n\n  tip: {tip}", escape_line(word));
    command.error(ErrorKind::InvalidSubcommand, message)
}

impl Cli {
    /// Reads the arguments of the process; ends it with a message where they make no sense.
    pub fn read() -> Self {
        let read = Self::try_parse().and_then(|cli| match cli.misuse() {
            Some(error) => Err(error),
            None => Ok(cli),
        });
        read.unwrap_or_else(|error| exit(&error))
    }

    /// What clap lets through and yet makes no sense.
    fn misuse(&self) -> Option<clap::Error> {
        if self.command.is_some() {
            // They belong to the form without a command: after one they would be ignored without a message.
            if self.reference_args.is_xml && matches!(self.command, Some(Command::Check(_) | Command::List(_))) {
                let message = "--xml is for references on the command line: files are read as XML anyway";
                return Some(Self::command().error(ErrorKind::ArgumentConflict, message));
            }
            let stray = !self.references.is_empty() || self.is_nul || self.is_reference || self.is_version;
            let stray = stray || self.display.is_given();
            let message = "a command takes its own references and options: write them behind its name";
            return stray.then(|| Self::command().error(ErrorKind::ArgumentConflict, message));
        }
        let first = self.references.first()?.to_str()?;
        if self.display.print.is_some() && self.references.len() > 1 && value::size(first).is_ok() {
            let message = format!("the size belongs behind an equals sign: --print={}", escape_line(first));
            return Some(Self::command().error(ErrorKind::InvalidValue, message));
        }
        (self.references.len() > 1 && !are_files(&self.references)).then(|| unrecognized(first))
    }
}
