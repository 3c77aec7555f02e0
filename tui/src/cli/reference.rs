//! Arguments about references: dialect, base, encoding, severities.

use clap::Args;
use encoding_rs::Encoding;
use iri_core::reference::Dialect;
use iri_core::rules::{ALL, Group, Rule};
use iri_core::{Decoded, Options, Role, Severities};

use super::value::{RuleName, RuleSeverity, RuleSeverityParser, base, charset, dialect};

/// Arguments about references on the command line or standard input.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "References")]
pub struct ReferenceArgs {
    /// Resolve references against this IRI
    #[arg(long, value_name = "IRI", value_parser = base)]
    pub base: Option<String>,

    /// Allow references of this dialect [default: leiri]
    #[arg(long = "as", value_name = "DIALECT", value_parser = dialect())]
    pub dialect: Option<Dialect>,

    /// Percent-encode queries in this encoding, that of the document [default: UTF-8]
    #[arg(long, value_name = "LABEL", value_parser = charset)]
    pub charset: Option<&'static Encoding>,

    /// Set the severity of a rule or group: error, warning, information, hint or off
    #[arg(long = "rule", value_name = "NAME=SEVERITY", value_parser = RuleSeverityParser, hide_possible_values = true)]
    pub rules: Vec<RuleSeverity>,

    /// Decode references first like an XML attribute value: &amp; is &, &#x20; is a space
    #[arg(long = "xml")]
    pub is_xml: bool,

    /// Whether references in unknown places are wanted.
    #[arg(skip)]
    pub are_unknown_wanted: bool,

    /// Rules that are on even if they are off by default.
    #[arg(skip)]
    pub selected: Vec<&'static Rule>,
}

impl ReferenceArgs {
    /// Returns the options of the core.
    pub fn options(&self) -> Options {
        let role = Role { dialect: self.dialect.unwrap_or(Role::default().dialect), ..Role::default() };
        let mut options =
            Options::default().with_role(role).with_charset(self.charset).with_severities(self.severities());
        options.base.clone_from(&self.base);
        options
    }

    /// Returns the value of a reference as it is written.
    pub fn decoded<'t>(&self, text: &'t str) -> Decoded<'t> {
        if self.is_xml { Decoded::xml(text) } else { Decoded::plain(text) }
    }

    /// Returns the severities that were set. That of a rule wins over that of its group, in any order, as in a configuration.
    pub fn severities(&self) -> Severities {
        let mut severities = Severities::default();
        let (groups, rules): (Vec<_>, Vec<_>) =
            self.rules.iter().partition(|rule| Group::from_name(&rule.name).is_some());
        for rule in groups.into_iter().chain(rules) {
            severities.set(&rule.name, rule.severity).expect("the name was known when it was read");
        }
        severities
    }

    /// Returns whether an argument shows that the user means a reference, not a file.
    pub const fn is_about_a_reference(&self) -> bool {
        self.base.is_some() || self.is_xml
    }
}

/// Arguments of `check` about the references in files.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "References")]
pub struct FileReferenceArgs {
    /// Resolve references against this IRI
    #[arg(long, value_name = "IRI", value_parser = base)]
    pub base: Option<String>,

    /// Allow references of this dialect [default: the dialect of the role]
    #[arg(long = "as", value_name = "DIALECT", value_parser = dialect())]
    pub dialect: Option<Dialect>,

    /// Percent-encode queries in this encoding [default: that of the file]
    #[arg(long, value_name = "LABEL", value_parser = charset)]
    pub charset: Option<&'static Encoding>,

    /// Set the severity of a rule or group: error, warning, information, hint or off
    #[arg(long = "rule", value_name = "NAME=SEVERITY", value_parser = RuleSeverityParser, hide_possible_values = true)]
    pub rules: Vec<RuleSeverity>,

    /// Check only these rules and groups, also those that are off by default
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = RuleName, hide_possible_values = true)]
    pub select: Vec<String>,

    /// Do not check these rules and groups
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = RuleName, hide_possible_values = true)]
    pub ignore: Vec<String>,
}

impl From<FileReferenceArgs> for ReferenceArgs {
    fn from(args: FileReferenceArgs) -> Self {
        let FileReferenceArgs { base, dialect, charset, rules, select, ignore } = args;
        let is_named =
            |names: &[String], rule: &Rule| names.iter().any(|name| name == rule.name || name == rule.group.name());
        let off = |name: &str| RuleSeverity { name: name.to_owned(), severity: None };
        let is_off = |rule: &Rule| is_named(&ignore, rule) || !select.is_empty() && !is_named(&select, rule);
        let selected = ALL.iter().copied().filter(|rule| !select.is_empty() && !is_off(rule)).collect();
        let rules = rules.into_iter().chain(ALL.iter().filter(|rule| is_off(rule)).map(|rule| off(rule.name)));
        Self { base, dialect, charset, rules: rules.collect(), is_xml: false, selected, are_unknown_wanted: false }
    }
}
