//! Parsers of argument values.

use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::OnceLock;

use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use encoding_rs::Encoding;
use iri_core::files::config::ConfigValues;
use iri_core::reference::Dialect;
use iri_core::reference::Form;
use iri_core::reference::NormalizationLevel;
use iri_core::rules::rule_names;
use iri_core::text::similar::similar;
use iri_core::{Severities, Severity};
use ratatui::layout::Size;

use crate::cells::escape_line;

/// One `NAME=SEVERITY`; the name is that of a rule or group.
#[derive(Clone, Debug)]
pub struct RuleSeverity {
    pub name: String,
    pub severity: Option<Severity>,
}

pub fn severity() -> impl TypedValueParser<Value = Severity> {
    one_of(Severity::ALL.map(Severity::name), Severity::from_name)
}

pub fn form() -> impl TypedValueParser<Value = Form> {
    one_of(Form::ALL.map(Form::name), Form::from_name)
}

pub fn level() -> impl TypedValueParser<Value = NormalizationLevel> {
    one_of(NormalizationLevel::ALL.map(NormalizationLevel::name), NormalizationLevel::from_name)
}

pub fn dialect() -> impl TypedValueParser<Value = Dialect> {
    one_of(Dialect::ALL.map(Dialect::name), Dialect::from_name)
}

/// Parses a base, which must have a scheme: otherwise nothing can be resolved against it.
pub fn base(text: &str) -> Result<String, String> {
    ConfigValues::Base.problem_of(text).map_or_else(|| Ok(text.to_owned()), |problem| Err(problem.to_owned()))
}

/// Returns a parser of paths. An empty one is probably a variable of a script without a value.
pub fn path() -> impl TypedValueParser<Value = PathBuf> {
    let not_empty = |path: OsString| if path.is_empty() { Err("the path is empty") } else { Ok(path.into()) };
    OsStringValueParser::new().try_map(not_empty)
}

pub fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a number of at least 1".to_owned())
}

/// Parser of the name of a rule or group. Unlike a list of possible values, it suggests the similar name.
#[derive(Clone, Copy, Debug)]
pub struct RuleName;

impl TypedValueParser for RuleName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let name = value.to_string_lossy();
        if rule_names().any(|known| known == name) {
            return Ok(name.into_owned());
        }
        Err(command.clone().error(ErrorKind::InvalidValue, unknown_rule(&name)))
    }

    /// For completions.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(rule_names().map(PossibleValue::new)))
    }
}

/// Name of a command, with all names for completions.
#[derive(Clone, Copy, Debug)]
pub struct CommandName;

impl TypedValueParser for CommandName {
    type Value = String;

    fn parse_ref(&self, _: &clap::Command, _: Option<&clap::Arg>, value: &OsStr) -> Result<Self::Value, clap::Error> {
        Ok(value.to_string_lossy().into_owned())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(COMMANDS.into_iter().map(PossibleValue::new)))
    }
}

/// Names of the commands. A test compares them.
const COMMANDS: [&str; 12] = [
    "show",
    "check",
    "list",
    "schema",
    "places",
    "convert",
    "compare",
    "explain",
    "tour",
    "init",
    "completions",
    "man",
];

/// Returns a parser that accepts `names` and converts them with `meaning`, which knows each of them.
fn one_of<T: Clone + Send + Sync + 'static, const N: usize>(
    names: [&'static str; N],
    meaning: fn(&str) -> Option<T>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names).map(move |name| meaning(&name).expect("only known names pass"))
}

/// Parses a label of the Encoding Standard.
pub fn charset(label: &str) -> Result<&'static Encoding, String> {
    let problem = || ConfigValues::Charset.problem_of(label).unwrap_or_default().to_owned();
    Encoding::for_label(label.as_bytes()).ok_or_else(problem)
}

/// Parser of `NAME=SEVERITY`, with all pairs for completions.
#[derive(Clone, Copy, Debug)]
pub struct RuleSeverityParser;

impl TypedValueParser for RuleSeverityParser {
    type Value = RuleSeverity;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        rule_severity.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        static PAIRS: OnceLock<Vec<String>> = OnceLock::new();
        let pairs = PAIRS.get_or_init(|| {
            let severities = || Severity::ALL.map(Severity::name).into_iter().chain(["off"]);
            rule_names().flat_map(|name| severities().map(move |severity| format!("{name}={severity}"))).collect()
        });
        Some(Box::new(pairs.iter().map(|pair| PossibleValue::new(pair.as_str()))))
    }
}

fn rule_severity(text: &str) -> Result<RuleSeverity, String> {
    let (name, word) = text.split_once('=').ok_or("expected NAME=SEVERITY, such as leiri-space=error")?;
    let severity = match word {
        "off" => None,
        _ => Some(Severity::from_name(word).ok_or("expected the severity error, warning, information, hint or off")?),
    };
    match Severities::default().set(name, severity) {
        Ok(()) => Ok(RuleSeverity { name: name.to_owned(), severity }),
        Err(_) => Err(unknown_rule(name)),
    }
}

/// Parses the size of a screen, such as `120x40`.
pub fn size(text: &str) -> Result<Size, String> {
    let (width, height) = text.split_once(['x', 'X']).ok_or("expected WIDTHxHEIGHT, such as 120x40")?;
    let cells = |text: &str| {
        let cells = text.parse::<u16>().ok().filter(|cells| (1..=2000).contains(cells));
        cells.ok_or("expected 1 to 2000 columns and rows".to_owned())
    };
    Ok(Size::new(cells(width)?, cells(height)?))
}

/// Returns the message about a name that no rule or group has.
pub fn unknown_rule(name: &str) -> String {
    let name = escape_line(name);
    match similar(&name, rule_names()) {
        Some(meant) => format!("unknown rule or group '{name}'; did you mean '{meant}'?"),
        None => format!("unknown rule or group '{name}'; 'iri-inspect explain' lists all"),
    }
}
