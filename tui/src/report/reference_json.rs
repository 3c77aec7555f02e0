//! One reference as one line of JSON: schema 1, described in `docs/json.md`.
//!
//! The values of the core are written without copies. Letters stay readable; characters that could hide, move or
//! reorder text are written as `\uXXXX`: those with a general category C* (controls, formatting, private use,
//! unassigned), default-ignorable ones, and the separators U+2028 and U+2029.

use std::io::{self, Write};

use iri_core::Inspection;
use iri_core::bidi::DisplayOrder;
use iri_core::inspect::CharacterFilter;
use iri_core::interop::{DisplayCheck, DisplayedLabel};
use iri_core::present::{Conversions, ParserRow, Report};
use iri_core::reference::{Component, NormalizationLevel};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::cli::fields::Field;
use crate::report::json_writer::write_line;

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
    /// Writes a field; `source` and `resolved` only if they exist. What depends on an unknown reference is null.
    fn serialize_field<M: SerializeMap>(&self, field: Field, map: &mut M) -> Result<(), M::Error> {
        let (inspection, reference) = (self.inspection, self.inspection.reference());
        let report = || Report::new(inspection);
        let key = field.name();
        match field {
            Field::Schema => map.serialize_entry(key, &1),
            Field::Known => map.serialize_entry(key, &inspection.is_known()),
            Field::Source => self.source.map_or(Ok(()), |source| map.serialize_entry(key, source)),
            Field::Findings => map.serialize_entry(key, inspection.findings()),
            Field::Resolved if inspection.options().base.is_none() => Ok(()),
            _ if !inspection.is_known() => map.serialize_entry(key, &()),
            Field::Input => map.serialize_entry(key, reference.text),
            Field::Valid => map.serialize_entry(key, &report().valid().map(Keyed)),
            Field::Components => {
                let component =
                    |component: Component| ComponentLine { text: component.span.slice(reference.text), component };
                map.serialize_entry(key, &reference.components().into_iter().map(component).collect::<Vec<_>>())
            }
            Field::Host => {
                let kind = reference.authority.map(|authority| authority.kind);
                map.serialize_entry(key, &Keyed(vec![("kind", kind)]))
            }
            Field::Characters => map.serialize_entry(key, &inspection.characters(self.selection.filter)),
            Field::Bidi => map.serialize_entry(key, &BidiLine::new(inspection)),
            Field::Conversions => {
                // The schema contains the forms of a report; the XPath functions are only for `convert`.
                let forms = Conversions::FORMS.map(|form| (form.name(), inspection.converted(form)));
                map.serialize_entry(key, &Keyed(forms.into()))
            }
            Field::Normalized => {
                // The level `string` is `input` itself.
                let levels = NormalizationLevel::ALL.into_iter().skip(1);
                map.serialize_entry(
                    key,
                    &Keyed(levels.map(|level| (level.name(), inspection.normalized(level))).collect()),
                )
            }
            // Null if neither the base nor the reference has a scheme.
            Field::Resolved => map.serialize_entry(key, &inspection.resolved()),
            Field::Destination => map.serialize_entry(key, &report().destination().map(|destination| destination.text)),
            Field::BrowserDisplay => {
                let bars = report().address_bars().into_iter().map(|(browser, shown)| {
                    let labels = shown.labels.into_iter().map(LabelLine::from).collect();
                    (browser.key(), AddressBarLine { host: shown.host, labels })
                });
                let bars: Vec<_> = bars.collect();
                map.serialize_entry(key, &(!bars.is_empty()).then_some(Keyed(bars)))
            }
            Field::Parsers => {
                let rows = report().parsers().into_iter().map(|row| (row.parser.key(), ParserLine::from(row)));
                map.serialize_entry(key, &Keyed(rows.collect()))
            }
        }
    }
}

/// A map from names, written as keys.
struct Keyed<V>(Vec<(&'static str, V)>);

impl<V: Serialize> Serialize for Keyed<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let key = |name: &str| name.to_ascii_lowercase().replace('-', "_");
        serializer.collect_map(self.0.iter().map(|(name, value)| (key(name), value)))
    }
}

#[derive(Serialize)]
struct ComponentLine<'t> {
    #[serde(flatten)]
    component: Component,
    text: &'t str,
}

#[derive(Serialize)]
struct BidiLine {
    levels: Vec<u8>,
    logical_to_visual: Vec<usize>,
    visual: String,
    twins: Vec<String>,
    orders: Keyed<OrderLine>,
    across: Vec<AcrossLine>,
}

/// The display in another order than that of RFC 3987.
#[derive(Serialize)]
struct OrderLine {
    visual: String,
    twins: Vec<String>,
}

/// A text that is displayed in the order `other` as the reference is in `order`.
#[derive(Serialize)]
struct AcrossLine {
    order: String,
    other: String,
    reference: String,
}

impl BidiLine {
    fn new(inspection: &Inspection<'_>) -> Self {
        let bidi = inspection.bidi();
        let order = |order: DisplayOrder| {
            let line = OrderLine { visual: inspection.bidi_in(order).visual(), twins: inspection.twins_in(order) };
            (order.name(), line)
        };
        let key = |order: DisplayOrder| order.name().replace('-', "_");
        let across = |(order, other, reference)| AcrossLine { order: key(order), other: key(other), reference };
        Self {
            visual: bidi.visual(),
            twins: inspection.twins(),
            orders: Keyed(DisplayOrder::ALL.into_iter().skip(1).map(order).collect()),
            across: inspection.twins_across().into_iter().map(across).collect(),
            levels: bidi.levels,
            logical_to_visual: bidi.logical_to_visual,
        }
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

impl From<DisplayedLabel> for LabelLine {
    fn from(label: DisplayedLabel) -> Self {
        Self { check: label.check.map(DisplayCheck::key), ascii: label.ascii, unicode: label.unicode }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum ParserLine {
    Opened { scheme: Option<String>, host: Option<String>, port: Option<Port> },
    Rejected { error: String },
}

impl From<ParserRow> for ParserLine {
    fn from(row: ParserRow) -> Self {
        match row.found {
            Ok(found) => {
                Self::Opened { port: found.non_default_port().map(Port::from), scheme: found.scheme, host: found.host }
            }
            Err(rejection) => Self::Rejected { error: rejection.to_string() },
        }
    }
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
