//! Options that are not on the command line: of the table `[check]` in `.iri.toml` and of the environment.
//!
//! ```text
//! IRI_INSPECT_FAIL_ON=error, fail-on = "error"  ─▶  --fail-on=error  before the arguments of the user
//! ```
//!
//! Each is an option of the command line, declared there. One that the user gave, or that contradicts what the user gave, is
//! left out.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser};
use iri_core::files::config::{CheckSetting, ConfigTable, ConfigValues};
use iri_core::files::{ConfigFile, Configs, absolute, resolve_within};
use iri_core::text::similar::did_you_mean;

use crate::cells::escape_line;
use crate::cli::{Cli, Command};

/// Start of the names of variables.
const PREFIX: &str = "IRI_INSPECT_";
/// Options that only the environment can have, because they are no matter of a project.
const OF_USER: [&str; 5] = ["color", "config", "include", "quiet", "threads"];
/// Options that apply to all commands that read files, not only to `check`.
const OF_FILES: [&str; 8] = ["color", "config", "exclude", "extension", "hidden", "include", "no-ignore", "threads"];

/// Option with its values.
#[derive(Debug)]
struct Setting {
    name: &'static str,
    values: Vec<OsString>,
    /// Where it comes from: the name of a variable, or of a key in the configuration.
    source: String,
}

impl Setting {
    /// Creates the setting of a configuration; `None` if it names a file that may not be read, which is one of the problems of
    /// the configuration.
    fn new((folder, setting): (Option<&Path>, &CheckSetting)) -> Option<Self> {
        let folder = folder.filter(|_| setting.is_path);
        let path = |value: &String| match folder {
            Some(folder) => from_current(&folder.join(value)).into(),
            None => value.into(),
        };
        let is_refused = |folder: &Path| setting.values.iter().any(|value| is_refused(&folder.join(value), folder));
        let is_usable = !folder.is_some_and(is_refused);
        is_usable.then(|| Self {
            name: setting.name,
            values: setting.values.iter().map(path).collect(),
            source: format!("check.{} in the configuration", setting.name),
        })
    }

    /// Returns the arguments of the option.
    fn words(&self, is_flag: bool) -> Vec<OsString> {
        if is_flag {
            let is_on = self.values.iter().any(|value| value == "true" || value == "1");
            return if is_on { vec![format!("--{}", self.name).into()] } else { Vec::new() };
        }
        let word = |value: &OsString| {
            let mut word = OsString::from(format!("--{}=", self.name));
            word.push(value);
            word
        };
        self.values.iter().map(word).collect()
    }
}

/// Returns whether the file at `path`, which a configuration in `folder` names, is not read because it is not below that
/// directory: another person may have written the configuration. Nothing outside of it is accessed.
fn is_refused(path: &Path, folder: &Path) -> bool {
    // What does not exist is reported where it is read.
    let found = resolve_within(&absolute(path), &[absolute(folder)]);
    found.is_err_and(|error| error.kind() == io::ErrorKind::PermissionDenied)
}

/// Returns a path, relative to the current directory if it is below it.
fn from_current(path: &Path) -> PathBuf {
    let current = std::env::current_dir().ok();
    current.and_then(|current| path.strip_prefix(current).ok()).unwrap_or(path).to_owned()
}

/// Returns the options of the table `check`.
pub fn keys() -> impl Iterator<Item = (&'static str, ConfigValues)> {
    let table = ConfigTable::ROOT.table(&["check"]).expect("the table is declared");
    table.keys().iter().map(|key| (key.name, key.values))
}

/// Returns the name of the variable of an option.
pub fn variable(name: &str) -> String {
    format!("{PREFIX}{}", name.replace('-', "_").to_uppercase())
}

/// Returns the settings of the environment, whose variables `value_of` returns.
fn of_environment(value_of: impl Fn(&str) -> Option<OsString>) -> Vec<Setting> {
    let names = keys().map(|(name, _)| name).chain(OF_USER);
    let setting = |name| {
        let source = variable(name);
        let value = value_of(&source).filter(|value| !value.is_empty())?;
        Some(Setting { name, values: vec![value], source })
    };
    names.filter_map(setting).collect()
}

/// Variables of the program that are no options of a run: of completions, of the inspector and of its tests.
const OTHERS: [&str; 4] = ["COMPLETE", "SETTINGS", "TEST_PANICS", "TEST_PROGRAM"];

/// Returns a message about each variable, of those in `names`, that has the prefix and no meaning.
pub fn unknown_variables(names: impl Iterator<Item = OsString>) -> Vec<String> {
    let known: Vec<String> = keys().map(|(name, _)| variable(name)).chain(OF_USER.map(variable)).collect();
    let others = OTHERS.map(|name| format!("{PREFIX}{name}"));
    let named = names.filter_map(|name| name.into_string().ok());
    let mut unknown: Vec<String> =
        named.filter(|name| name.starts_with(PREFIX) && !known.contains(name) && !others.contains(name)).collect();
    unknown.sort();
    let message = |name: String| {
        let tip = did_you_mean(&name, known.iter().map(String::as_str));
        format!("unknown variable {}{tip}", escape_line(&name))
    };
    unknown.into_iter().map(message).collect()
}
/// Returns the arguments after the settings that apply to them, parsed.
///
/// # Errors
/// If they are invalid, or if a variable is.
pub fn parse(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    let matches = Cli::command().try_get_matches_from(arguments)?;
    let mut cli = Cli::from_arg_matches(&matches)?;
    let Some((command, mut given)) = matches.subcommand().map(|(name, given)| (name.to_owned(), given.clone())) else {
        return Ok(cli);
    };
    // The command is the first argument: options before it follow it now.
    let mut words = arguments.to_vec();
    for variable in of_environment(|name| std::env::var_os(name)) {
        apply((&mut words, &mut cli), (&command, &given), &variable)?;
    }
    // A variable may name the configuration.
    let settings = configured(&cli);
    given = Cli::command().try_get_matches_from(&words)?.remove_subcommand().map_or(given, |(_, given)| given);
    for setting in settings.iter().rev() {
        apply((&mut words, &mut cli), (&command, &given), setting)?;
    }
    Ok(cli)
}

/// Returns the settings of the configuration of a run: that of the current directory, and then that of `--config`.
fn configured(cli: &Cli) -> Vec<Setting> {
    let files = match &cli.command {
        Some(Command::Check(check)) => &check.files,
        Some(Command::List { files, .. } | Command::Schema { files, .. }) => files,
        _ => return Vec::new(),
    };
    let file = Configs::new(files.config_source()).config_for(Path::new("-"));
    let inline = files.inline_config().0;
    let inline = ConfigFile { config: inline, ..ConfigFile::default() };
    file.check_settings().into_iter().chain(inline.check_settings()).filter_map(Setting::new).collect()
}

/// Adds a setting to the arguments `words`, unless it was given or contradicts them.
///
/// # Errors
/// If the option does not accept the value.
fn apply(
    (words, cli): (&mut Vec<OsString>, &mut Cli),
    (command, given): (&str, &ArgMatches),
    setting: &Setting,
) -> Result<(), clap::Error> {
    if command != "check" && !OF_FILES.contains(&setting.name) {
        return Ok(());
    }
    let all = Cli::command();
    let declared = all
        .find_subcommand(command)
        .and_then(|command| command.get_arguments().find(|argument| argument.get_long() == Some(setting.name)));
    let Some(declared) = declared else { return Ok(()) };
    if given.value_source(declared.get_id().as_str()) == Some(ValueSource::CommandLine) {
        return Ok(());
    }
    let invalid = |reason: &str| {
        let message = format!("{}: {reason}", setting.source);
        Cli::command().error(clap::error::ErrorKind::InvalidValue, message)
    };
    let mut extended = words.clone();
    let is_flag = !declared.get_action().takes_values();
    extended.splice(2..2, setting.words(is_flag));
    match Cli::try_parse_from(&extended) {
        Ok(parsed) if parsed.misuse_of_files().is_some() && cli.misuse_of_files().is_none() => {}
        Ok(parsed) => (*words, *cli) = (extended, parsed),
        Err(error) if error.kind() == clap::error::ErrorKind::ArgumentConflict => {}
        Err(error) => {
            let message = error.to_string();
            let reason = message.lines().next().unwrap_or_default();
            return Err(invalid(reason.strip_prefix("error: ").unwrap_or(reason)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_of_the_configuration_is_an_option_with_the_same_values() {
        let command = Cli::command();
        let check = command.find_subcommand("check").expect("it is a command");
        let option = |name: &str| check.get_arguments().find(|argument| argument.get_long() == Some(name));
        let mut words = 0;
        for (name, values) in keys() {
            let option = option(name).unwrap_or_else(|| panic!("no option --{name}"));
            let possible: Vec<String> =
                option.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
            match values {
                ConfigValues::Word(known) => {
                    words += 1;
                    assert!(known.iter().all(|word| possible.iter().any(|value| value == word)), "{name}");
                    assert_eq!(known.len(), possible.len(), "{name}");
                }
                ConfigValues::Boolean => assert!(!option.get_action().takes_values(), "{name}"),
                _ => assert!(option.get_action().takes_values(), "{name}"),
            }
        }
        assert!(words > 4);
        for name in OF_USER.into_iter().chain(OF_FILES) {
            assert!(option(name).is_some(), "{name}");
        }
    }

    #[test]
    fn each_option_is_a_setting_or_belongs_to_one_run() {
        // What changes files, what a project cannot know, and what another option does.
        let of_run = [
            "changed-since",
            "config",
            "diff",
            "exit-zero",
            "files-from",
            "fix",
            "fix-signed",
            "fix-suggested",
            "help",
            "list-files",
            "no-config",
            "null",
            "output-file",
            "print-config",
            "prune-baseline",
            "quiet",
            "rule",
            "show-fixes",
            "statistics",
            "stdin-filename",
            "watch",
            "write-baseline",
            "color",
            "include",
            "threads",
        ];
        let command = Cli::command();
        let check = command.find_subcommand("check").expect("it is a command");
        for option in check.get_arguments().filter_map(clap::Arg::get_long) {
            let is_key = keys().any(|(name, _)| name == option);
            assert!(is_key != of_run.contains(&option), "{option}");
        }
    }

    #[test]
    fn a_variable_without_a_meaning_is_reported() {
        let names = ["IRI_INSPECT_FORMAT", "IRI_INSPECT_FROMAT", "IRI_INSPECT_SETTINGS", "IRI_LSP_X", "PATH"];
        let unknown = unknown_variables(names.into_iter().map(OsString::from));
        assert_eq!(unknown, ["unknown variable IRI_INSPECT_FROMAT; did you mean 'IRI_INSPECT_FORMAT'?"]);
    }

    #[test]
    fn a_variable_has_the_name_of_its_option() {
        let value = |name: &str| (name == "IRI_INSPECT_FAIL_ON").then(|| OsString::from("never"));
        let found = of_environment(value);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].name, found[0].words(false)), ("fail-on", vec![OsString::from("--fail-on=never")]));
    }
}
