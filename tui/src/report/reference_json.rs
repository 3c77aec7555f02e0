//! One reference as one line of JSON: schema 1, described in `docs/json.md`.
//!
//! The values of the core are written without copies. Letters stay readable; characters that could hide, move or
//! reorder text are written as `\uXXXX`: those with a general category C* (controls, formatting, private use,
//! unassigned), default-ignorable ones, and the separators U+2028 and U+2029.

use std::io::{self, Write};

use iri_core::inspect::CharacterAt;
use iri_core::inspect::CharacterFilter;
use iri_core::interop::{DisplayCheck, DisplayedLabel};
use iri_core::present;
use iri_core::reference::NormalizationLevel;
use iri_core::unicode::code_point;
use iri_core::{Dialect, Inspection, Reference};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::cli::fields::Field;
use crate::report::json_writer::{FindingList, write_line};

/// Fields that are written, and the characters of `characters`.
#[derive(Clone, Debug)]
pub struct Selection {
    fields: Vec<Field>,
    filter: CharacterFilter,
}

impl Selection {
    /// Selects `fields`, which may have any order and duplicates.
    pub fn new(fields: &[Field], filter: CharacterFilter) -> Self {
        Self { fields: Field::ALL.into_iter().filter(|field| fields.contains(field)).collect(), filter }
    }

    /// Returns whether a field depends on the findings.
    pub fn uses_findings(&self) -> bool {
        self.fields.iter().any(|field| field.uses_findings())
    }
}

/// Writes the selected fields of `inspection` as one line. `source` is the input if that was decoded first.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(
    out: &mut impl Write,
    inspection: &Inspection<'_>,
    source: Option<&str>,
    selection: &Selection,
) -> io::Result<()> {
    write_line(out, &Line { inspection, source, selection })
}

/// A line. Each field is computed when it is written.
struct Line<'i, 't> {
    inspection: &'i Inspection<'t>,
    source: Option<&'i str>,
    selection: &'i Selection,
}

impl Serialize for Line<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for &field in &self.selection.fields {
            self.serialize_field(field, &mut map)?;
        }
        map.end()
    }
}

impl Line<'_, '_> {
    /// Writes a field; `source` and `resolved` only if they exist.
    fn serialize_field<M: SerializeMap>(&self, field: Field, map: &mut M) -> Result<(), M::Error> {
        let (inspection, reference, key) = (self.inspection, self.inspection.reference(), field.name());
        match field {
            Field::Schema => map.serialize_entry(key, &1),
            Field::Input => map.serialize_entry(key, reference.text),
            Field::Source => self.source.map_or(Ok(()), |source| map.serialize_entry(key, source)),
            Field::Valid => map.serialize_entry(key, &Valid(reference)),
            Field::Components => map.serialize_entry(key, &Components(reference)),
            Field::Host => {
                let kind = reference.authority.map(|authority| authority.kind.name());
                map.serialize_entry(key, &Host { kind })
            }
            Field::Characters => {
                let characters = inspection.characters(self.selection.filter).into_iter();
                map.serialize_entry(key, &characters.map(CharacterLine::from).collect::<Vec<_>>())
            }
            Field::Bidi => map.serialize_entry(key, &BidiLine::new(inspection)),
            Field::Conversions => map.serialize_entry(key, &Conversions(inspection)),
            Field::Normalized => map.serialize_entry(key, &Normalized(inspection)),
            Field::Resolved if inspection.options().base.is_none() => Ok(()),
            // Null if neither the base nor the reference has a scheme.
            Field::Resolved => map.serialize_entry(key, &inspection.resolved()),
            Field::Destination => {
                let destination = present::Report::new(inspection).destination();
                map.serialize_entry(key, &destination.map(|destination| destination.text))
            }
            Field::BrowserDisplay => map.serialize_entry(key, &BrowserDisplay(inspection)),
            Field::Parsers => map.serialize_entry(key, &Parsers(inspection)),
            Field::Findings => map.serialize_entry(key, &FindingList(inspection.findings())),
        }
    }
}

struct Valid<'i, 't>(&'i Reference<'t>);

impl Serialize for Valid<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(6))?;
        let names = [
            ("uri-reference", "uri", Dialect::Uri),
            ("iri-reference", "iri", Dialect::Iri),
            ("leiri-reference", "leiri", Dialect::Leiri),
        ];
        for (reference, absolute, dialect) in names {
            map.serialize_entry(reference, &self.0.is_reference(dialect))?;
            map.serialize_entry(absolute, &self.0.is_non_relative(dialect))?;
        }
        map.end()
    }
}

struct Components<'i, 't>(&'i Reference<'t>);

impl Serialize for Components<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.components().into_iter().map(|component| ComponentLine {
            name: component.name.name(),
            start: component.span.start,
            end: component.span.end,
            text: component.span.slice(self.0.text),
        }))
    }
}

#[derive(Serialize)]
struct ComponentLine<'t> {
    name: &'static str,
    start: usize,
    end: usize,
    text: &'t str,
}

#[derive(Serialize)]
struct Host {
    kind: Option<&'static str>,
}

#[derive(Serialize)]
struct CharacterLine {
    index: usize,
    start: usize,
    code_point: String,
    name: String,
    category: &'static str,
    script: &'static str,
    bidi_class: &'static str,
    group: Option<&'static str>,
    admitted_by: Vec<&'static str>,
}

impl From<CharacterAt> for CharacterLine {
    fn from(at: CharacterAt) -> Self {
        Self {
            index: at.index,
            start: at.start,
            code_point: code_point(at.character.c),
            name: at.character.name,
            category: at.character.category,
            script: at.character.script,
            bidi_class: at.character.bidi_class,
            group: at.character.group.map(iri_core::unicode::LeiriGroup::name),
            admitted_by: at.allowed_by.into_iter().map(Dialect::name).collect(),
        }
    }
}

#[derive(Serialize)]
struct BidiLine {
    levels: Vec<u8>,
    logical_to_visual: Vec<usize>,
    visual: String,
    twins: Vec<String>,
}

impl BidiLine {
    fn new(inspection: &Inspection<'_>) -> Self {
        let bidi = inspection.bidi();
        let visual = bidi.visual();
        Self { levels: bidi.levels, logical_to_visual: bidi.logical_to_visual, visual, twins: inspection.twins() }
    }
}

struct Conversions<'i, 't>(&'i Inspection<'t>);

impl Serialize for Conversions<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // The schema contains the forms of a report; the XPath functions are only for `convert`.
        let forms = present::Conversions::FORMS;
        serializer.collect_map(forms.map(|form| (form.name().replace('-', "_"), self.0.converted(form))))
    }
}

struct Normalized<'i, 't>(&'i Inspection<'t>);

impl Serialize for Normalized<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // The level `string` is `input` itself.
        let levels = NormalizationLevel::ALL.into_iter().skip(1);
        serializer.collect_map(levels.map(|level| (level.name(), self.0.normalized(level))))
    }
}

/// What the address bars of browsers show; null if no label of the host is internationalized.
struct BrowserDisplay<'i, 't>(&'i Inspection<'t>);

impl Serialize for BrowserDisplay<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bars = present::Report::new(self.0).address_bars();
        if bars.is_empty() {
            return serializer.serialize_none();
        }
        serializer.collect_map(bars.into_iter().map(|(browser, shown)| {
            let label = |label: DisplayedLabel| LabelLine {
                check: label.check.map(DisplayCheck::key),
                ascii: label.ascii,
                unicode: label.unicode,
            };
            let labels = shown.labels.into_iter().map(label).collect();
            (browser.key(), AddressBarLine { host: shown.host, labels })
        }))
    }
}

#[derive(Serialize)]
struct AddressBarLine {
    host: String,
    labels: Vec<LabelLine>,
}

#[derive(Serialize)]
struct LabelLine {
    ascii: String,
    unicode: String,
    check: Option<&'static str>,
}

/// What each class of parsers opens.
struct Parsers<'i, 't>(&'i Inspection<'t>);

impl Serialize for Parsers<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(present::Report::new(self.0).parsers().into_iter().map(|row| {
            let line = match row.found {
                Ok(found) => ParserLine::Opened {
                    port: found.non_default_port().map(Port::from),
                    scheme: found.scheme,
                    host: found.host,
                },
                Err(rejection) => ParserLine::Rejected { error: rejection.to_string() },
            };
            (row.parser.key(), line)
        }))
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum ParserLine {
    Opened { scheme: Option<String>, host: Option<String>, port: Option<Port> },
    Rejected { error: String },
}

/// A number, or the text of a port that is not one.
#[derive(Serialize)]
#[serde(untagged)]
enum Port {
    Number(u64),
    Text(String),
}

impl From<&str> for Port {
    fn from(port: &str) -> Self {
        port.parse().map_or_else(|_| Self::Text(port.to_owned()), Self::Number)
    }
}
