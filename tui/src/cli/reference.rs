//! Arguments about references: dialect, base, encoding, severities.

use clap::Args;
use encoding_rs::Encoding;
use iri_core::reference::Dialect;
use iri_core::{Options, Role, Severities};

use super::value::{RuleSeverity, base, charset, dialect, rule_severity};

/// Arguments about references on the command line or standard input.
#[derive(Args, Debug, Default)]
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
    #[arg(long = "rule", value_name = "NAME=SEVERITY", value_parser = rule_severity)]
    pub rules: Vec<RuleSeverity>,

    /// Decode references first like an XML attribute value: &amp; is &, &#x20; is a space
    #[arg(long = "xml")]
    pub is_xml: bool,
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

    /// Returns the severities that were set.
    pub fn severities(&self) -> Severities {
        let mut severities = Severities::default();
        for rule in &self.rules {
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
    #[arg(long = "rule", value_name = "NAME=SEVERITY", value_parser = rule_severity)]
    pub rules: Vec<RuleSeverity>,
}

impl From<FileReferenceArgs> for ReferenceArgs {
    fn from(args: FileReferenceArgs) -> Self {
        let FileReferenceArgs { base, dialect, charset, rules } = args;
        Self { base, dialect, charset, rules, is_xml: false }
    }
}
