//! Errors in the arguments, written without raw characters of them.

use std::io::{self, Write};
use std::path::Path;
use std::sync::OnceLock;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use iri_core::text::similar::similar;

use crate::cells::escape_line;
use crate::cli::outcome::fail;
use crate::cli::workflow_log;
use crate::cli::{Cli, are_files, is_there, may_be_a_path, nearest, value};

/// Prints help or an error and exits. An error quotes the arguments, which may contain any character: if a line would
/// not be displayed as it is, or is a command of a workflow, the error is escaped and printed without colors.
fn exit(error: &clap::Error) -> ! {
    let message = error.render().to_string();
    let escaped: Vec<String> = message.lines().map(escape_line).collect();
    let escaped = escaped.join("\n");
    let printed = workflow_log::message(&escaped);
    if !error.use_stderr() {
        print_help(error);
    }
    if printed == message.trim_end_matches('\n') {
        error.exit();
    }
    // If stderr is closed as well, the exit status still reports the error.
    let _ = writeln!(io::stderr(), "{printed}");
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

/// Returns the error about a word that is similar to the name of a command.
fn unrecognized(word: &str, names: Vec<&str>) -> Option<clap::Error> {
    let name = similar(word, names)?;
    let message =
        format!("unrecognized subcommand '{}'\n\n  tip: a similar command exists: '{name}'", escape_line(word));
    Some(Cli::command().error(ErrorKind::InvalidSubcommand, message))
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

    /// Returns the names of the commands.
    fn command_names() -> Vec<&'static str> {
        static COMMAND: OnceLock<clap::Command> = OnceLock::new();
        let command = COMMAND.get_or_init(Self::command);
        command.get_subcommands().map(clap::Command::get_name).chain(["help"]).collect()
    }

    /// Returns the error about arguments that clap accepts but that contradict each other, or that are probably
    /// misspelled.
    fn misuse(&self) -> Option<clap::Error> {
        let of_files = [(self.display.is_watching, "--watch"), (self.display.links, "--links")];
        if let Some((_, option)) = of_files.iter().find(|(is_set, _)| *is_set)
            && (self.is_reference || !are_files(&self.references))
        {
            let message = format!("{option} requires files or directories");
            return Some(Self::command().error(ErrorKind::MissingRequiredArgument, message));
        }
        if self.is_reference || are_files(&self.references) {
            return None;
        }
        let names = Self::command_names();
        if let Some(name) = names.iter().find(|name| self.references.iter().any(|word| word == **name)) {
            let message = format!("options and references of a command must follow its name: iri-inspect {name} ...");
            return Some(Self::command().error(ErrorKind::ArgumentConflict, message));
        }
        if self.reference_args.is_about_a_reference() {
            return None;
        }
        let first = self.references.first()?.to_str()?;
        let error = |kind, message: String| Some(Self::command().error(kind, message));
        if self.display.print.is_some() && self.references.len() > 1 && value::size(first).is_ok() {
            let message = format!("the size must follow an equals sign: --print={}", escape_line(first));
            return error(ErrorKind::InvalidValue, message);
        }
        if first == "-" {
            let message = "'-' is standard input only for the commands 'check' and 'list'; \
                           without arguments, references are read from standard input";
            return error(ErrorKind::InvalidValue, message.to_owned());
        }
        let is_word = first.bytes().all(|byte| byte.is_ascii_alphabetic());
        if let Some(error) = is_word.then(|| unrecognized(first, names)).flatten() {
            return Some(error);
        }
        if self.references.iter().all(|name| may_be_a_path(name)) {
            let missing = self.references.iter().find(|name| !is_there(Path::new(name)))?;
            let message = missing_file(Path::new(missing));
            return error(
                ErrorKind::InvalidValue,
                format!("{message}\n\n  tip: to inspect it as a reference, use '--reference'"),
            );
        }
        // Among several references, a word without a scheme or an authority is more likely the name of a file.
        let is_one_of_several = self.references.len() > 1;
        if let Some(path) = self.references.iter().find(|name| is_one_of_several && may_be_a_path(name)) {
            let path = escape_line(&path.to_string_lossy());
            let message = format!(
                "expected references or existing files, found both\n\n  \
                 tip: to inspect '{path}' as a reference, use '--reference'"
            );
            return error(ErrorKind::ArgumentConflict, message);
        }
        None
    }
}

/// Returns the message about a file that does not exist, with the most similar name in its directory.
fn missing_file(path: &Path) -> String {
    let shown = escape_line(&path.to_string_lossy());
    let tip = nearest(path).map(|near| format!("; did you mean '{}'?", escape_line(&near.to_string_lossy())));
    format!("no such file or directory: {shown}{}", tip.unwrap_or_default())
}
