//! Fields of the JSON of one reference.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use iri_core::text::similar::did_you_mean;

use crate::cells::escape_line;

/// Top-level field of the JSON of one reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Schema,
    Known,
    Input,
    Source,
    Valid,
    Components,
    Host,
    Characters,
    Bidi,
    Conversions,
    Normalized,
    Resolved,
    Destination,
    BrowserDisplay,
    Parsers,
    Findings,
}

impl Field {
    /// All fields, in the order of the output.
    pub const ALL: [Self; 16] = [
        Self::Schema,
        Self::Known,
        Self::Input,
        Self::Source,
        Self::Valid,
        Self::Components,
        Self::Host,
        Self::Characters,
        Self::Bidi,
        Self::Conversions,
        Self::Normalized,
        Self::Resolved,
        Self::Destination,
        Self::BrowserDisplay,
        Self::Parsers,
        Self::Findings,
    ];

    /// Returns the key of the field.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Schema => "schema",
            Self::Known => "known",
            Self::Input => "input",
            Self::Source => "source",
            Self::Valid => "valid",
            Self::Components => "components",
            Self::Host => "host",
            Self::Characters => "characters",
            Self::Bidi => "bidi",
            Self::Conversions => "conversions",
            Self::Normalized => "normalized",
            Self::Resolved => "resolved",
            Self::Destination => "destination",
            Self::BrowserDisplay => "browser_display",
            Self::Parsers => "parsers",
            Self::Findings => "findings",
        }
    }

    /// Returns whether the value depends on the findings of the reference: `characters` lists the characters of
    /// findings, and the sentence of `destination` contains warnings of rules.
    pub const fn uses_findings(self) -> bool {
        matches!(self, Self::Characters | Self::Destination | Self::Findings)
    }
}

/// Parser of the name of a field. Its error suggests a similar name, worded like the errors about rules and files.
#[derive(Clone, Copy, Debug)]
pub struct FieldName;

impl TypedValueParser for FieldName {
    type Value = Field;

    fn parse_ref(&self, command: &clap::Command, _: Option<&clap::Arg>, value: &OsStr) -> Result<Field, clap::Error> {
        let name = value.to_string_lossy();
        let field = Field::ALL.into_iter().find(|field| field.name() == name);
        field.ok_or_else(|| command.clone().error(ErrorKind::InvalidValue, unknown_field(&name)))
    }

    /// For the help and completions.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Field::ALL.into_iter().map(|field| PossibleValue::new(field.name()))))
    }
}

/// Returns the message about a name that no field has.
fn unknown_field(name: &str) -> String {
    let names = Field::ALL.map(Field::name);
    let tip = did_you_mean(name, names);
    format!("unknown field '{}'{tip}\n  [possible values: {}]", escape_line(name), names.join(", "))
}
