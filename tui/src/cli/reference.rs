//! The arguments about references: dialect, base, encoding, severities.

use clap::Args;
use encoding_rs::Encoding;
use iri_core::reference::Dialect;
use iri_core::{Options, Role, Severities};

use super::value::{RuleSeverity, charset, dialect, rule_severity};

/// How references are judged.
#[derive(Args, Debug)]
#[command(next_help_heading = "Judging")]
pub struct ReferenceArgs {
    /// Resolve each reference against this IRI
    #[arg(long, value_name = "IRI", global = true)]
    pub base: Option<String>,

    /// What the place of the reference admits [default: leiri]
    #[arg(long = "as", value_name = "DIALECT", global = true, value_parser = dialect())]
    pub dialect: Option<Dialect>,

    /// The encoding of the document, in which its queries are percent-encoded [default: UTF-8]
    #[arg(long, value_name = "LABEL", global = true, value_parser = charset)]
    pub charset: Option<&'static Encoding>,

    /// Set a rule, or every rule of a group, to error, warning, information, hint or off
    #[arg(long = "rule", value_name = "NAME=SEVERITY", global = true, value_parser = rule_severity)]
    rules: Vec<RuleSeverity>,

    /// The reference is written as in an XML attribute: &amp; and &#x20; are read as what they mean
    #[arg(long = "xml", global = true)]
    pub is_xml: bool,
}

impl ReferenceArgs {
    /// The same in the words of the core.
    pub fn options(&self) -> Options {
        let role = Role { dialect: self.dialect.unwrap_or(Role::default().dialect), ..Role::default() };
        let mut options =
            Options::default().with_role(role).with_charset(self.charset).with_severities(self.severities());
        options.base.clone_from(&self.base);
        options
    }

    /// The severities that were set.
    pub fn severities(&self) -> Severities {
        let mut severities = Severities::default();
        for rule in &self.rules {
            severities.set(&rule.name, rule.severity).expect("the name was known when it was read");
        }
        severities
    }
}
