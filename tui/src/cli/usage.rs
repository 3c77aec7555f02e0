//! Errors in the arguments, written without raw characters of them.

use std::io::{self, Write};

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use iri_core::text::similar::similar;

use crate::cells::escape_line;
use crate::cli::outcome::fail;
use crate::cli::{Cli, Command, are_files, value};

/// Prints help or an error and exits. An error quotes the arguments, which may contain any character: if a line would
/// not be displayed as it is, the error is escaped and printed without colors.
fn exit(error: &clap::Error) -> ! {
    let message = error.render().to_string();
    let escaped: Vec<String> = message.lines().map(escape_line).collect();
    if !error.use_stderr() {
        print_help(error);
    }
    if escaped.iter().zip(message.lines()).all(|(escaped, line)| escaped == line) {
        error.exit();
    }
    // If stderr is closed as well, the exit status still reports the error.
    let _ = writeln!(io::stderr(), "{}", escaped.join("\n"));
    std::process::exit(error.exit_code())
}

/// Prints help and exits. Unlike `clap::Error::exit`, this reports a failure.
fn print_help(help: &clap::Error) -> ! {
    let printed = help.print().and_then(|()| io::stdout().flush());
    let outcome = match printed {
        // The program that reads the help has stopped reading.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            fail(&error.to_string());
            2
        }
        _ => help.exit_code(),
    };
    std::process::exit(outcome)
}

/// Returns the error about several arguments of which the first is not a command.
fn unrecognized(word: &str) -> clap::Error {
    let mut command = Cli::command();
    let similar = similar(word, command.get_subcommands().map(clap::Command::get_name));
    let Some(name) = similar else {
        let message =
            "expected a command, one reference, or existing files; 'iri-inspect show' accepts several references";
        return command.error(ErrorKind::TooManyValues, message);
    };
    let tip = format!("a similar command exists: '{name}'");
    let message = format!("unrecognized subcommand '{}'\n\n  tip: {tip}", escape_line(word));
    command.error(ErrorKind::InvalidSubcommand, message)
}

impl Cli {
    /// Parses the arguments of the process; exits with a message if they are invalid.
    pub fn read() -> Self {
        let read = Self::try_parse().and_then(|cli| match cli.misuse() {
            Some(error) => Err(error),
            None => Ok(cli),
        });
        read.unwrap_or_else(|error| exit(&error))
    }

    /// Returns the error about arguments that clap accepts but that contradict each other.
    fn misuse(&self) -> Option<clap::Error> {
        if self.command.is_some() {
            // These options are for the form without a command: with one they would be ignored without a message.
            if self.reference_args.is_xml && matches!(self.command, Some(Command::Check(_) | Command::List(_))) {
                let message = "--xml is only for references on the command line; files are always parsed as XML";
                return Some(Self::command().error(ErrorKind::ArgumentConflict, message));
            }
            let stray = !self.references.is_empty() || self.is_nul || self.is_reference || self.is_version;
            let stray = stray || self.display.is_given();
            let message = "references and options of a command must follow its name";
            return stray.then(|| Self::command().error(ErrorKind::ArgumentConflict, message));
        }
        let first = self.references.first()?.to_str()?;
        if self.display.print.is_some() && self.references.len() > 1 && value::size(first).is_ok() {
            let message = format!("the size must follow an equals sign: --print={}", escape_line(first));
            return Some(Self::command().error(ErrorKind::InvalidValue, message));
        }
        (self.references.len() > 1 && !are_files(&self.references)).then(|| unrecognized(first))
    }
}
