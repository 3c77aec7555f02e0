//! Names of the fields of the JSON of one reference, as arguments.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use iri_core::serialize::ReportField;
use iri_core::text::similar::did_you_mean;

use crate::cells::escape_line;

/// Parser of the name of a field. Its error suggests a similar name, worded like the errors about rules and files.
#[derive(Clone, Copy, Debug)]
pub struct FieldName;

impl TypedValueParser for FieldName {
    type Value = ReportField;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<ReportField, clap::Error> {
        let name = value.to_string_lossy();
        let field = ReportField::ALL.into_iter().find(|field| field.name() == name);
        field.ok_or_else(|| command.clone().error(ErrorKind::InvalidValue, unknown_field(&name)))
    }

    /// For the help and completions.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(ReportField::ALL.into_iter().map(|field| PossibleValue::new(field.name()))))
    }
}

/// Returns the message about a name that no field has.
fn unknown_field(name: &str) -> String {
    let names = ReportField::ALL.map(ReportField::name);
    let tip = did_you_mean(name, names);
    format!("unknown field '{}'{tip}\n  [possible values: {}]", escape_line(name), names.join(", "))
}
