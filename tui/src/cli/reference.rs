//! Arguments about references: dialect, base, encoding, severities.

use clap::Args;
use encoding_rs::Encoding;
use iri_core::reference::Dialect;
use iri_core::{Options, Role, Severities};

use super::value::{RuleSeverity, charset, dialect, rule_severity};

/// Arguments about references.
#[derive(Args, Debug)]
#[command(next_help_heading = "References")]
pub struct ReferenceArgs {
    /// Resolve references against this IRI
    #[arg(long, value_name = "IRI", global = true)]
    pub base: Option<String>,

    /// Allow references of this dialect [default: leiri; in files, the dialect of the role]
    #[arg(long = "as", value_name = "DIALECT", global = true, value_parser = dialect())]
    pub dialect: Option<Dialect>,

    /// Percent-encode queries in this encoding, that of the document [default: UTF-8]
    #[arg(long, value_name = "LABEL", global = true, value_parser = charset)]
    pub charset: Option<&'static Encoding>,

    /// Set the severity of a rule or group: error, warning, information, hint or off
    #[arg(long = "rule", value_name = "NAME=SEVERITY", global = true, value_parser = rule_severity)]
    rules: Vec<RuleSeverity>,

    /// Decode references first like an XML attribute value: &amp; is &, &#x20; is a space
    #[arg(long = "xml", global = true)]
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
}
