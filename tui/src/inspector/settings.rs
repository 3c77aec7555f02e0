//! The settings of the user, not of a project: appearance and keys.
//!
//! ```toml
//! theme = "auto"            # auto, terminal, dark, light, none
//! glyphs = "unicode"        # unicode, ascii
//! bidi = "auto"             # auto, app, terminal, notation
//! mouse = true
//!
//! [colors]                  # a role = a color: one of the 16 by name, 0 to 255, "#rrggbb"
//! error = "#ff5f5f"
//!
//! [keys]                    # an action = its keys, in all contexts that have the action
//! quit = ["q", "ctrl-q"]
//!
//! [commands]                # the name of a command = a program and its arguments
//! browse = ["xdg-open", "{target}"]
//! ```
//!
//! Parsing never fails: an error is a problem with a span, and the rest applies.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use iri_core::files::config::{TomlReader, TomlValue, span_of};
use iri_core::{ConfigProblem, Severity};
use ratatui::style::Color;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::inspector::keys::{self, KeyMap, KeyPattern};
use crate::inspector::user_command::UserCommand;
use crate::theme::appearance::{Bidi, GlyphSet, ThemeName};
use crate::theme::palette::{Palette, Role};

/// Environment variable that names another file.
pub const VARIABLE: &str = "IRI_INSPECT_SETTINGS";

/// Settings of the user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Theme.
    pub theme: Option<ThemeName>,
    /// Symbols.
    pub glyphs: Option<GlyphSet>,
    /// Display of right-to-left letters.
    pub bidi: Option<Bidi>,
    /// Whether the inspector uses the mouse.
    pub mouse: Option<bool>,
    /// Colors of roles.
    pub colors: Vec<(Role, Color)>,
    /// Keys of actions.
    pub keys: Vec<(&'static str, Vec<KeyPattern>)>,
    /// Commands on the selected reference.
    pub commands: Vec<UserCommand>,
}

/// Settings that apply while the inspector runs; those of the appearance are applied before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AppliedSettings {
    /// Keys of each action.
    pub keys: KeyMap,
    /// Commands on the selected reference.
    pub commands: Vec<UserCommand>,
    /// Messages about the settings.
    pub problems: Vec<String>,
}

/// Returns the default path of the settings.
pub fn path() -> Option<PathBuf> {
    Some(own_folder(["XDG_CONFIG_HOME", "APPDATA"], ".config")?.join("config.toml"))
}

/// Returns the path of the positions at which the inspector was left.
pub fn positions_path() -> Option<PathBuf> {
    Some(own_folder(["XDG_STATE_HOME", "LOCALAPPDATA"], ".local/state")?.join("positions"))
}

/// Returns the directory of the program in the one that the first variable names, on Windows also the second, or else in the
/// home of the user.
fn own_folder([name, on_windows]: [&str; 2], in_home: &str) -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let of_system = if cfg!(windows) { folder(on_windows) } else { None };
    let folder = folder(name).or(of_system).or_else(|| std::env::home_dir().map(|home| home.join(in_home)))?;
    Some(folder.join("iri-inspect"))
}

impl Settings {
    /// Parses settings. Problems are in the order of the text.
    pub fn parse(text: &str) -> (Self, Vec<ConfigProblem>) {
        TomlReader::read(text, Severity::Warning, settings)
    }
}

/// Returns the text of a settings file with other values of top-level keys; the rest stays. `None` if the result would
/// not have these values, because the file is malformed.
pub fn with_values(text: &str, values: &[(&'static str, String)]) -> Option<String> {
    let mut text = text.to_owned();
    for (key, value) in values {
        let table = DeTable::parse(&text).ok()?;
        let value = format!("\"{value}\"");
        if let Some(span) = table.get_ref().get(*key).map(Spanned::span) {
            text.replace_range(span, &value);
        } else {
            let at = end_of_settings(&text, table.get_ref());
            let line_end = if at == 0 || text[..at].ends_with('\n') { "" } else { "\n" };
            text.insert_str(at, &format!("{line_end}{key} = {value}\n"));
        }
    }
    let table = DeTable::parse(&text).ok()?;
    let is_set =
        |(key, value): &(&str, String)| table.get_ref().get(*key).and_then(|set| set.get_ref().as_str()) == Some(value);
    values.iter().all(is_set).then_some(text)
}

/// Returns where a further setting can be inserted: after the line of the last one that belongs to no table.
fn end_of_settings(text: &str, table: &DeTable<'_>) -> usize {
    let is_outside = |value: &&TomlValue<'_>| !matches!(value.get_ref(), DeValue::Table(_) | DeValue::Array(_));
    let last = table.values().filter(is_outside).map(|value| value.span().end).max();
    last.map_or(0, |last| text[last..].find('\n').map_or(text.len(), |end| last + end + 1))
}

const KEYS: [&str; 7] = ["theme", "glyphs", "bidi", "mouse", "colors", "keys", "commands"];

/// Reads all settings.
fn settings<'t>(reader: &mut TomlReader<'t>, table: &DeTable<'t>) -> Settings {
    let mut settings = Settings::default();
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "theme" => settings.theme = choice(reader, value),
            "glyphs" => settings.glyphs = choice(reader, value),
            "bidi" => settings.bidi = choice(reader, value),
            "mouse" => settings.mouse = reader.boolean(value),
            "colors" => settings.colors = colors(reader, value),
            "keys" => settings.keys = keys(reader, value),
            "commands" => settings.commands = commands(reader, value),
            other => reader.unknown(span_of(key), "key", other, &KEYS),
        }
    }
    settings
}

fn choice<'t, T: ValueEnum>(reader: &mut TomlReader<'t>, value: &TomlValue<'t>) -> Option<T> {
    let word = reader.string(value)?;
    let chosen = T::from_str(word, false).ok();
    if chosen.is_none() {
        let values: Vec<_> = T::value_variants().iter().filter_map(ValueEnum::to_possible_value).collect();
        let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
        reader.unknown(span_of(value), "value", word, &names);
    }
    chosen
}

fn colors<'t>(reader: &mut TomlReader<'t>, value: &TomlValue<'t>) -> Vec<(Role, Color)> {
    let mut colors = Vec::new();
    for (key, value) in reader.table(value).into_iter().flatten() {
        let name = key.get_ref().as_ref();
        let Some(role) = Role::ALL.into_iter().find(|role| role.name() == name) else {
            reader.unknown(span_of(key), "role", name, &Role::ALL.map(Role::name));
            continue;
        };
        let Some(word) = reader.string(value) else { continue };
        match word.parse() {
            Ok(color) => colors.push((role, color)),
            Err(_) => reader.problem(
                span_of(value),
                format!("unknown color '{word}'; expected one of the 16 names, 0 to 255, or \"#rrggbb\""),
            ),
        }
    }
    colors
}

fn keys<'t>(reader: &mut TomlReader<'t>, value: &TomlValue<'t>) -> Vec<(&'static str, Vec<KeyPattern>)> {
    let actions: Vec<&'static str> = keys::actions().into_iter().map(|(action, ..)| action).collect();
    let mut bound = Vec::new();
    for (key, value) in reader.table(value).into_iter().flatten() {
        let name = key.get_ref().as_ref();
        let Some(action) = actions.iter().find(|action| **action == name) else {
            reader.unknown(span_of(key), "action", name, &actions);
            continue;
        };
        let mut keys = Vec::new();
        for (span, word) in reader.strings(value) {
            match KeyPattern::named(word) {
                Ok(key) => keys.push(key),
                Err(why) => reader.problem(span, why),
            }
        }
        if !keys.is_empty() {
            bound.push((*action, keys));
        }
    }
    bound
}

fn commands<'t>(reader: &mut TomlReader<'t>, value: &TomlValue<'t>) -> Vec<UserCommand> {
    let mut commands = Vec::new();
    for (key, value) in reader.table(value).into_iter().flatten() {
        let Some(array) = value.get_ref().as_array().filter(|array| !array.is_empty()) else {
            reader.problem(span_of(value), "expected an array: a program and its arguments".to_owned());
            continue;
        };
        let words: Option<Vec<String>> = array.iter().map(|word| Some(reader.string(word)?.to_owned())).collect();
        commands.extend(words.map(|words| UserCommand { name: key.get_ref().as_ref().to_owned(), words }));
    }
    commands
}

/// Returns the default settings as a file.
pub fn defaults() -> String {
    let mut out = String::from(
        "# All settings of iri-inspect with their defaults.\n\n\
         theme = \"auto\"       # auto, terminal, dark, light, none\n\
         # glyphs = \"unicode\" # unicode, ascii; depends on the locale\n\
         bidi = \"auto\"        # auto, app, terminal, notation\n\
         mouse = true\n\n\
         # A role and its color: one of the 16 by name, 0 to 255, or \"#rrggbb\". These are the defaults of theme \"terminal\".\n\
         [colors]\n",
    );
    for role in Role::ALL {
        let color = Palette::SIXTEEN.color(role).to_string().to_lowercase();
        let _ = writeln!(out, "# {} = \"{color}\"", role.name());
    }
    out.push_str("\n# An action and its keys, in all contexts that have the action.\n[keys]\n");
    for (name, keys, words) in keys::actions() {
        let keys: Vec<String> = keys.iter().map(|key| toml_string(key)).collect();
        let _ = writeln!(out, "# {name} = [{}]   # {words}", keys.join(", "));
    }
    out.push_str(
        "\n# Commands on the selected reference, for ':' and 'O': a program and its arguments. {target} is the file or address that\n\
         # it opens; {reference}, {file}, {line} and {column} are replaced too.\n\
         [commands]\n\
         # browse = [\"xdg-open\", \"{target}\"]\n",
    );
    out
}

fn toml_string(text: &str) -> String {
    let quote = if text.contains(['"', '\\']) { '\'' } else { '"' };
    format!("{quote}{text}{quote}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspector::keys;

    #[test]
    fn settings_in_the_file_apply() {
        let text = "theme = 'light'\nglyphs = 'ascii'\nbidi = 'notation'\nmouse = false\n\
                    [colors]\nerror = '#ff0000'\nstand-in = '5'\npath = 'light-blue'\n\
                    [keys]\nquit = ['ctrl-q', 'F10']\nhelp = 'H'\n";
        let (settings, problems) = Settings::parse(text);
        assert_eq!(problems, []);
        assert_eq!((settings.theme, settings.bidi), (Some(ThemeName::Light), Some(Bidi::Notation)));
        assert_eq!((settings.glyphs, settings.mouse), (Some(GlyphSet::Ascii), Some(false)));
        assert_eq!(settings.colors.len(), 3);
        assert!(settings.colors.contains(&(Role::Error, Color::Rgb(255, 0, 0))));
        let names: Vec<String> = settings.keys.iter().flat_map(|(_, keys)| keys).map(|key| key.name()).collect();
        assert_eq!(names, ["H", "ctrl-q", "F10"]);
    }

    #[test]
    fn errors_are_reported_and_the_rest_applies() {
        for (text, at, said) in [
            ("them = 'light'", "them", "did you mean 'theme'?"),
            ("theme = 'lihgt'", "'lihgt'", "did you mean 'light'?"),
            ("theme = 5", "5", "expected a string"),
            ("mouse = 'no'", "'no'", "expected true or false"),
            ("[colors]\nerrr = 'red'", "errr", "did you mean 'error'?"),
            ("[colors]\nerror = 'rde'", "'rde'", "unknown color"),
            ("[keys]\nqiut = 'q'", "qiut", "did you mean 'quit'?"),
            ("[keys]\nquit = 'crtl-q'", "'crtl-q'", "unknown key"),
            ("[keys]\nquit = 'ctrl-i'", "'ctrl-i'", "cannot distinguish"),
        ] {
            let (settings, problems) = Settings::parse(&format!("bidi = 'app'\n{text}\n"));
            assert_eq!(settings.bidi, Some(Bidi::App));
            let [problem] = &problems[..] else { panic!("{text}: {problems:?}") };
            assert_eq!(problem.span.slice(&format!("bidi = 'app'\n{text}\n")), at);
            assert!(problem.message.contains(said), "{}", problem.message);
        }
    }

    #[test]
    fn saved_values_leave_the_rest_of_the_file_unchanged() {
        let values = [("theme", "dark".to_owned()), ("bidi", "app".to_owned())];
        for (text, expected) in [
            ("", "theme = \"dark\"\nbidi = \"app\"\n"),
            ("[keys]\nquit = 'q'\n", "theme = \"dark\"\nbidi = \"app\"\n[keys]\nquit = 'q'\n"),
            ("mouse = false # mine", "mouse = false # mine\ntheme = \"dark\"\nbidi = \"app\"\n"),
            (
                "# mine\ntheme = 'light' # bright\n[keys]\nquit = 'q'\n",
                "# mine\ntheme = \"dark\" # bright\nbidi = \"app\"\n[keys]\nquit = 'q'\n",
            ),
            ("bidi='auto'\ntheme='x'", "bidi=\"app\"\ntheme=\"dark\""),
        ] {
            assert_eq!(with_values(text, &values).as_deref(), Some(expected));
        }
        assert_eq!(with_values("theme = ", &values), None);
        assert_eq!(with_values("[bidi]\nx = 1", &values).as_deref(), None);
    }

    #[test]
    fn the_defaults_are_settings_that_change_nothing() {
        let text = defaults();
        let (settings, problems) = Settings::parse(&text);
        assert_eq!(problems, []);
        assert_eq!(settings.colors, []);
        // They are also valid with all lines uncommented.
        let all: String = text
            .lines()
            .map(|line| line.strip_prefix("# ").filter(|line| line.contains(" = ")).unwrap_or(line).to_owned() + "\n")
            .collect();
        let (settings, problems) = Settings::parse(&all);
        assert_eq!(problems, [], "{all}");
        assert_eq!(settings.colors.len(), Role::ALL.len());
        assert_eq!(settings.keys.len(), keys::actions().len());
    }
}
