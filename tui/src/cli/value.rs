//! Words of the command line ─▶ values of the core.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use encoding_rs::Encoding;
use iri_core::reference::{Dialect, Form, Rung};
use iri_core::{Severities, Severity};

use crate::names;

/// One `NAME=SEVERITY`, the name known to be a rule's or a group's.
#[derive(Clone, Debug)]
pub struct RuleSeverity {
    pub name: String,
    pub severity: Option<Severity>,
}

pub fn severity() -> impl TypedValueParser<Value = Severity> {
    let names = PossibleValuesParser::new(Severity::ALL.map(Severity::name));
    names.map(|name| Severity::from_name(&name).expect("only the names of severities pass"))
}

pub fn form() -> impl TypedValueParser<Value = Form> {
    let names = PossibleValuesParser::new(Form::ALL.map(Form::name));
    names.map(|name| Form::from_name(&name).expect("only the names of forms pass"))
}

pub fn rung() -> impl TypedValueParser<Value = Rung> {
    let names = PossibleValuesParser::new(Rung::ALL.map(Rung::name));
    names.map(|name| Rung::from_name(&name).expect("only the names of rungs pass"))
}

pub fn dialect() -> impl TypedValueParser<Value = Dialect> {
    let names = PossibleValuesParser::new(Dialect::ALL.map(Dialect::name));
    names.map(|name| Dialect::from_name(&name).expect("only the names of dialects pass"))
}

pub fn charset(label: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label(label.as_bytes()).ok_or_else(|| {
        "no encoding has this label; the labels are those of the Encoding Standard, such as windows-1252".to_owned()
    })
}

pub fn rule_severity(text: &str) -> Result<RuleSeverity, String> {
    let (name, word) = text.split_once('=').ok_or("write NAME=SEVERITY, such as leiri-space=error")?;
    let severity = match word {
        "off" => None,
        _ => Some(Severity::from_name(word).ok_or("a severity is error, warning, information, hint or off")?),
    };
    match Severities::default().set(name, severity) {
        Ok(()) => Ok(RuleSeverity { name: name.to_owned(), severity }),
        Err(_) => Err(names::unknown_rule(name)),
    }
}
