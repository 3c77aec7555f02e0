//! One reference as JSON: schema 1, described in `docs/json.md`. The values are written without copies.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::bidi::DisplayOrder;
use crate::inspect::{CharacterFilter, Inspection};
use crate::interop::{DisplayCheck, DisplayedLabel};
use crate::present::{Conversions, ParserRow, Report};
use crate::reference::{Component, NormalizationLevel};

/// Top-level field of the JSON of one reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // docs/json.md describes them
pub enum ReportField {
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

impl ReportField {
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

/// Fields that are written, and the characters of `characters`.
#[derive(Clone, Debug)]
pub struct FieldSelection {
    fields: Vec<ReportField>,
    filter: CharacterFilter,
}

impl FieldSelection {
    /// Selects `fields`, which may have any order and duplicates.
    pub fn new(fields: &[ReportField], filter: CharacterFilter) -> Self {
        Self { fields: ReportField::ALL.into_iter().filter(|field| fields.contains(field)).collect(), filter }
    }

    /// Returns whether a field depends on the findings.
    pub fn uses_findings(&self) -> bool {
        self.fields.iter().any(|field| field.uses_findings())
    }
}

/// The selected fields of a reference. Each is computed when it is written.
#[derive(Clone, Copy, Debug)]
pub struct ReferenceRecord<'i, 't> {
    /// Reference.
    pub inspection: &'i Inspection<'t>,
    /// Input, if it was decoded first.
    pub source: Option<&'i str>,
    /// Selected fields.
    pub selection: &'i FieldSelection,
}

impl Serialize for ReferenceRecord<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for &field in &self.selection.fields {
            self.serialize_field(field, &mut map)?;
        }
        map.end()
    }
}

impl ReferenceRecord<'_, '_> {
    /// Writes a field; `source` and `resolved` only if they exist. What depends on an unknown reference is null.
    fn serialize_field<M: SerializeMap>(&self, field: ReportField, map: &mut M) -> Result<(), M::Error> {
        let (inspection, reference) = (self.inspection, self.inspection.reference());
        let report = || Report::new(inspection);
        let key = field.name();
        match field {
            ReportField::Schema => map.serialize_entry(key, &1),
            ReportField::Known => map.serialize_entry(key, &inspection.is_known()),
            ReportField::Source => self.source.map_or(Ok(()), |source| map.serialize_entry(key, source)),
            ReportField::Findings => map.serialize_entry(key, inspection.findings()),
            ReportField::Resolved if inspection.options().base.is_none() => Ok(()),
            _ if !inspection.is_known() => map.serialize_entry(key, &()),
            ReportField::Input => map.serialize_entry(key, reference.text),
            ReportField::Valid => map.serialize_entry(key, &report().valid().map(Keyed)),
            ReportField::Components => {
                let component =
                    |component: Component| ComponentLine { text: component.span.slice(reference.text), component };
                map.serialize_entry(key, &reference.components().into_iter().map(component).collect::<Vec<_>>())
            }
            ReportField::Host => {
                let kind = reference.authority.map(|authority| authority.kind);
                map.serialize_entry(key, &Keyed(vec![("kind", kind)]))
            }
            ReportField::Characters => map.serialize_entry(key, &inspection.characters(self.selection.filter)),
            ReportField::Bidi => map.serialize_entry(key, &BidiLine::new(inspection)),
            ReportField::Conversions => {
                // The schema contains the forms of a report; the XPath functions are only for `convert`.
                let forms = Conversions::FORMS.map(|form| (form.name(), inspection.converted(form)));
                map.serialize_entry(key, &Keyed(forms.into()))
            }
            ReportField::Normalized => {
                // The level `string` is `input` itself.
                let levels = NormalizationLevel::ALL.into_iter().skip(1);
                map.serialize_entry(
                    key,
                    &Keyed(levels.map(|level| (level.name(), inspection.normalized(level))).collect()),
                )
            }
            // Null if neither the base nor the reference has a scheme.
            ReportField::Resolved => map.serialize_entry(key, &inspection.resolved()),
            ReportField::Destination => {
                map.serialize_entry(key, &report().destination().map(|destination| destination.text))
            }
            ReportField::BrowserDisplay => {
                let bars = report().address_bars().into_iter().map(|(browser, shown)| {
                    let labels = shown.labels.into_iter().map(LabelLine::from).collect();
                    (browser.key(), AddressBarLine { host: shown.host, labels })
                });
                let bars: Vec<_> = bars.collect();
                map.serialize_entry(key, &(!bars.is_empty()).then_some(Keyed(bars)))
            }
            ReportField::Parsers => {
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

#[derive(serde::Serialize)]
struct ComponentLine<'t> {
    #[serde(flatten)]
    component: Component,
    text: &'t str,
}

#[derive(serde::Serialize)]
struct BidiLine {
    levels: Vec<u8>,
    logical_to_visual: Vec<usize>,
    visual: String,
    twins: Vec<String>,
    orders: Keyed<OrderLine>,
    across: Vec<AcrossLine>,
}

/// The display in another order than that of RFC 3987.
#[derive(serde::Serialize)]
struct OrderLine {
    visual: String,
    twins: Vec<String>,
}

/// A text that is displayed in the order `other` as the reference is in `order`.
#[derive(serde::Serialize)]
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

#[derive(serde::Serialize)]
struct AddressBarLine {
    host: String,
    labels: Vec<LabelLine>,
}

#[derive(serde::Serialize)]
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

#[derive(serde::Serialize)]
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
#[derive(serde::Serialize)]
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
