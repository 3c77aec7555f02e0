//! Errors in the arguments, written without raw characters of them.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::sync::OnceLock;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};
use iri_core::text::similar::similar;

use crate::cells::escape_line;
use crate::cli::files::CheckArgs;
use crate::cli::outcome::fail;
use crate::cli::{Cli, Command, are_files, is_there, may_be_a_path, nearest, not_references, value};
use crate::cli::{run_settings, workflow_log};

/// Prints help or an error and exits. An error quotes the arguments, which may contain any character: if a line would
/// not be displayed as it is, or is a command of a workflow, the error is escaped and printed without colors.
pub fn exit(error: &clap::Error) -> ! {
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

/// Words of other programs, and what they are here.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("config", "check --print-config"),
    ("fix", "check --fix"),
    ("format", "check --fix"),
    ("lint", "check"),
    ("rule", "explain"),
    ("rules", "explain"),
    ("scan", "check"),
    ("validate", "check"),
    ("verify", "check"),
    ("version", "--version"),
    ("--add-noqa", "--write-baseline"),
    ("--disable", "--ignore"),
    ("--dry-run", "--diff"),
    ("--enable", "--select"),
    ("--error-level", "--fail-on"),
    ("--ext", "--extension"),
    ("--jobs", "--threads"),
    ("--min-severity", "--least"),
    ("--output", "--output-file"),
    ("--reporter", "--format"),
    ("--suppress-all", "--write-baseline"),
    ("--unsafe-fixes", "--fix-suggested"),
    ("--write", "--fix"),
    ("--write-changes", "--fix"),
];

/// Returns what a word of another program is here.
fn translated(word: &str) -> Option<&'static str> {
    OTHER_WORDS.iter().find(|(other, _)| *other == word).map(|(_, ours)| *ours)
}

/// Returns the arguments with the options before the name of a command after it: there they mean the same.
fn in_order(arguments: Vec<OsString>) -> Vec<OsString> {
    let command = Cli::command();
    let takes_value = |word: &str| {
        let all = command.get_subcommands().flat_map(clap::Command::get_arguments).chain(command.get_arguments());
        let is = |argument: &&clap::Arg| match word.strip_prefix("--") {
            Some(name) => argument.get_long_and_visible_aliases().is_some_and(|names| names.contains(&name)),
            None => argument.get_short().is_some_and(|short| word.chars().eq(['-', short])),
        };
        all.filter(is).any(|argument| argument.get_action().takes_values() && !is_joined(argument))
    };
    let mut at = 1;
    while let Some(word) = arguments.get(at).and_then(|word| word.to_str()) {
        match word {
            "--" | "-" | "--reference" | "--version" | "-V" => return arguments,
            _ if word.starts_with('-') => at += 1 + usize::from(takes_value(word)),
            _ if command.find_subcommand(word).is_some() => {
                let mut ordered = arguments;
                ordered[1..=at].rotate_right(1);
                return ordered;
            }
            _ => return arguments,
        }
    }
    arguments
}

/// Returns whether the value of an option must follow an equals sign.
fn is_joined(argument: &clap::Arg) -> bool {
    argument.is_require_equals_set()
}

/// Returns the error with a tip about an option of another program.
fn with_tip(mut error: clap::Error) -> clap::Error {
    let unknown = error.get(ContextKind::InvalidArg).map(ToString::to_string);
    if let Some(ours) =
        unknown.filter(|_| error.kind() == ErrorKind::UnknownArgument).and_then(|word| translated(&word))
    {
        error.remove(ContextKind::SuggestedArg);
        let tip = StyledStr::from(format!("here it is '{ours}'"));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

impl Cli {
    /// Returns the error about arguments of a command on files that contradict each other.
    pub fn misuse_of_files(&self) -> Option<&'static str> {
        match &self.command {
            Some(Command::Check(check)) => check.misuse(),
            _ => None,
        }
    }

    /// Parses the arguments of the process; exits with a message if they are invalid.
    pub fn read() -> Self {
        let arguments = in_order(std::env::args_os().collect());
        let read = run_settings::parse(&arguments).and_then(|cli| match cli.misuse() {
            Some(error) => Err(error),
            None => Ok(cli),
        });
        read.unwrap_or_else(|error| match error.get(ContextKind::InvalidArg).map(ToString::to_string).as_deref() {
            // Of any command.
            Some("--version" | "-V") if error.kind() == ErrorKind::UnknownArgument => {
                Self::parse_from(["iri-inspect", "--version"])
            }
            _ => exit(&with_tip(error)),
        })
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
            let message = not_references(&self.references, &|_| String::new()).filter(|_| self.references.len() > 1)?;
            return error(ErrorKind::InvalidValue, message);
        }
        if let Some(ours) = translated(first).filter(|_| !is_there(Path::new(first))) {
            let message = format!("unrecognized subcommand '{first}'\n\n  tip: here it is 'iri-inspect {ours}'");
            return error(ErrorKind::InvalidSubcommand, message);
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

impl CheckArgs {
    /// Returns the arguments of `check PATH...`.
    pub fn from_paths(paths: &[OsString]) -> Self {
        let words = ["iri-inspect", "check", "--"].map(OsString::from);
        let words: Vec<OsString> = words.into_iter().chain(paths.iter().cloned()).collect();
        match run_settings::parse(&words).unwrap_or_else(|error| exit(&error)).command {
            Some(Command::Check(check)) => *check,
            _ => unreachable!("the arguments name the command check"),
        }
    }
}

/// Returns the message about a file that does not exist, with the most similar name in its directory.
fn missing_file(path: &Path) -> String {
    let shown = escape_line(&path.to_string_lossy());
    let tip = nearest(path).map(|near| format!("; did you mean '{}'?", escape_line(&near.to_string_lossy())));
    format!("no such file or directory: {shown}{}", tip.unwrap_or_default())
}
