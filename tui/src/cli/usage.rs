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
use crate::cli::outcome::{fail, warn};
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
const OTHER_WORDS: &str = include_str!("other_words.tsv");

/// Returns the tip about a word of another program.
fn tip_about(word: &str) -> Option<String> {
    let lines = OTHER_WORDS.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    lines.filter(|fields| fields[0] == word).find_map(|fields| match fields[..] {
        [_, ours] if ours.starts_with('-') && word.starts_with('-') => Some(format!("here it is '{ours}'")),
        [_, ours] => Some(format!("here it is 'iri-inspect {ours}'")),
        [_, _, sentence] => Some(sentence.to_owned()),
        _ => None,
    })
}

/// Returns what an option of another program is here, if it is an option.
fn option_for(word: &str) -> Option<&'static str> {
    let mut lines = OTHER_WORDS.lines().filter_map(|line| line.split_once('\t'));
    lines.find(|(other, _)| *other == word)?.1.split([' ', '\t']).next().filter(|ours| ours.starts_with("--"))
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

/// Returns the error with a tip about an option of another program, which the command in the arguments may have or not.
fn with_tip(mut error: clap::Error, arguments: &[OsString]) -> clap::Error {
    let unknown = error.get(ContextKind::InvalidArg).map(ToString::to_string);
    let Some(word) = unknown.filter(|_| error.kind() == ErrorKind::UnknownArgument) else { return error };
    let all = Cli::command();
    let name = arguments.get(1).and_then(|name| name.to_str());
    let command = name.and_then(|name| all.find_subcommand(name)).unwrap_or(&all);
    let is_here = |option: &str| command.get_arguments().any(|known| known.get_long() == option.strip_prefix("--"));
    if let Some(tip) = tip_about(&word).filter(|_| option_for(&word).is_none_or(is_here)) {
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::TrailingArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
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
        for message in run_settings::unknown_variables(std::env::vars_os().map(|(name, _)| name)) {
            warn(&message);
        }
        let read = run_settings::parse(&arguments).and_then(|cli| match cli.misuse() {
            Some(error) => Err(error),
            None => Ok(cli),
        });
        read.unwrap_or_else(|error| match error.get(ContextKind::InvalidArg).map(ToString::to_string).as_deref() {
            // Of any command.
            Some("--version" | "-V") if error.kind() == ErrorKind::UnknownArgument => {
                Self::parse_from(["iri-inspect", "--version"])
            }
            _ => exit(&with_tip(error, &arguments)),
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
        if let Some(tip) = tip_about(first).filter(|_| !is_there(Path::new(first))) {
            let message = format!("unrecognized subcommand '{first}'\n\n  tip: {tip}");
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
            let problem = if is_there(Path::new(path)) {
                "expected references or existing files, found both".to_owned()
            } else {
                missing_file(Path::new(path))
            };
            let path = escape_line(&path.to_string_lossy());
            let message = format!("{problem}\n\n  tip: to inspect '{path}' as a reference, use '--reference'");
            return error(ErrorKind::ArgumentConflict, message);
        }
        None
    }
}

impl CheckArgs {
    /// Returns the arguments of the process with the settings that apply to them now; `None` if they are invalid.
    pub fn of_process() -> Option<Self> {
        match run_settings::parse(&in_order(std::env::args_os().collect())).ok()?.command {
            Some(Command::Check(check)) => Some(*check),
            _ => None,
        }
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_of_another_program_is_something_here() {
        let lines: Vec<&str> = OTHER_WORDS.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(lines.is_sorted(), "the lines are not sorted");
        let all = Cli::command();
        let check = all.find_subcommand("check").expect("it is a command");
        let options = |command: &clap::Command| -> Vec<String> {
            command.get_arguments().filter_map(|option| Some(format!("--{}", option.get_long()?))).collect()
        };
        for line in lines {
            let fields: Vec<&str> = line.split('\t').collect();
            let word = fields[0];
            assert!(all.find_subcommand(word).is_none() && !options(check).contains(&word.to_owned()), "{line}");
            let [_, ours] = fields[..] else {
                assert!(fields.len() == 3 && fields[1].is_empty() && !fields[2].is_empty(), "{line}");
                continue;
            };
            let mut words = ours.split(' ');
            let first = words.next().unwrap_or_default();
            let (command, option) = match all.find_subcommand(first) {
                Some(command) => (command, words.next()),
                None if ours == "--version" => continue,
                None if ours == "--from" => (all.find_subcommand("show").expect("it is a command"), Some(ours)),
                None => (check, Some(first)),
            };
            assert!(option.is_none_or(|option| options(command).contains(&option.to_owned())), "{line}");
        }
    }
}
