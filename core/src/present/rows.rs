//! The report of a reference as rows, section by section.
//!
//! ```text
//! destination  opens 'example.org'
//!
//! scheme       http                                 components
//! host         example.org
//!
//! URI          http://example.org/a%20b             conversions
//!
//! [SP]         U+0020 SPACE, space, at 20           characters
//!
//! stored       http://AB.example                    direction, in Bidi Notation, with its legend
//!
//! warning      leiri-space at 20: …                 findings
//!              fix: encode SPACE as %20 (safe)
//! ```

use crate::characters::{LegendEntry, boxed, needs_escape};
use crate::present::characters::CharacterKind;
use crate::present::findings::FindingGroup;
use crate::present::positions::CharacterIndex;
use crate::present::report::{ParserRow, Report};
use crate::reference::Form;
use crate::rules::Fix;
use crate::unicode;

/// Section of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Section {
    /// What the reference opens, and what address bars show if that is not the same.
    Destination,
    /// Components with content.
    Components,
    /// Forms that the reference converts to, and why others are not available.
    Conversions,
    /// Base, and the resolved reference or why it is not available.
    Resolution,
    /// Characters that an IRI does not allow there or that a finding is about.
    Characters,
    /// What each class of parsers opens.
    Parsers,
    /// Stored and displayed order.
    Direction,
    /// Findings with their fixes.
    Findings,
}

/// ReportRow of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReportRow {
    /// Label; empty if the row belongs to the one above it. Safe to print.
    pub label: String,
    /// Text, which front ends escape.
    pub text: String,
    /// Origin of the text.
    pub kind: RowKind,
}

/// Origin of the text of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowKind {
    /// Our words, which may quote the input, or Bidi Notation.
    Words,
    /// A reference or a part of one.
    Input,
    /// Right-to-left letters that have to stay in the order of the text.
    Letters,
}

impl ReportRow {
    fn new(kind: RowKind, label: impl Into<String>, text: impl Into<String>) -> Self {
        Self { label: label.into(), text: text.into(), kind }
    }

    fn words(label: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(RowKind::Words, label, text)
    }

    fn input(label: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(RowKind::Input, label, text)
    }
}

impl Section {
    /// All sections, in the order of a full report.
    pub const ALL: [Self; 8] = [
        Self::Destination,
        Self::Components,
        Self::Conversions,
        Self::Resolution,
        Self::Characters,
        Self::Parsers,
        Self::Direction,
        Self::Findings,
    ];

    /// Returns the name of the section.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Destination => "destination",
            Self::Components => "components",
            Self::Conversions => "conversions",
            Self::Resolution => "resolution",
            Self::Characters => "characters",
            Self::Parsers => "parsers",
            Self::Direction => "direction",
            Self::Findings => "findings",
        }
    }
}

impl RowKind {
    /// Returns the name of the kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Input => "input",
            Self::Letters => "letters",
        }
    }
}

impl Report<'_, '_> {
    /// Returns the rows of a section. If a part of the reference is unknown, only the findings have rows.
    ///
    /// ```
    /// use iri_core::present::{Report, Section};
    /// use iri_core::{Options, inspect};
    ///
    /// let inspection = inspect("http://example.org/a b", &Options::default());
    /// let rows = Report::new(&inspection).rows(Section::Characters);
    /// assert_eq!((rows[0].label.as_str(), rows[0].text.as_str()), ("[SP]", "U+0020 SPACE, space, at 20"));
    /// ```
    pub fn rows(&self, section: Section) -> Vec<ReportRow> {
        match section {
            Section::Findings => self.findings().iter().flat_map(finding_rows).collect(),
            _ if self.unknown().is_some() => Vec::new(),
            Section::Destination => {
                let sentences = self.destination().map(|destination| destination.text).into_iter();
                let labels = std::iter::once("destination").chain(std::iter::repeat(""));
                labels
                    .zip(sentences.chain(self.address_bar_notes()))
                    .map(|(label, text)| ReportRow::words(label, text))
                    .collect()
            }
            Section::Components => {
                let text = self.inspection().text();
                let components = self.components().into_iter();
                components
                    .map(|component| ReportRow::input(component.name.name(), component.span.slice(text)))
                    .collect()
            }
            Section::Conversions => self.conversion_rows(),
            Section::Resolution => {
                let resolved = match self.resolution() {
                    Ok(resolution) => ReportRow::input("resolved", resolution.target),
                    Err(reason) => ReportRow::words("resolved", format!("not available: {reason}")),
                };
                let base = self.base().map(|base| ReportRow::input("base", base));
                base.into_iter().chain([resolved]).collect()
            }
            Section::Characters => {
                let kinds = self.characters();
                kinds.leiri_only.iter().chain(&kinds.hidden).map(character_row).collect()
            }
            Section::Parsers => self.parsers().iter().map(parser_row).collect(),
            Section::Direction => self.direction_rows(),
        }
    }

    /// Returns each conversion that differs from the reference once, with the label of its first form.
    fn conversion_rows(&self) -> Vec<ReportRow> {
        let conversions = self.conversions();
        let labels = |forms: &[Form]| forms.iter().map(|form| form.label()).collect::<Vec<_>>().join(", ");
        let mut rows = Vec::new();
        for converted in &conversions.changed {
            let (first, others) = converted.forms.split_at(1);
            rows.push(ReportRow::input(labels(first), &*converted.text));
            if !others.is_empty() {
                rows.push(ReportRow::words("", format!("also {}", labels(others))));
            }
        }
        let others =
            [("unchanged", labels(&conversions.unchanged)), ("not available", conversions.unavailable_in_words())];
        rows.extend(
            others.into_iter().filter(|(_, text)| !text.is_empty()).map(|(label, text)| ReportRow::words(label, text)),
        );
        rows
    }

    fn direction_rows(&self) -> Vec<ReportRow> {
        let Some(direction) = self.direction() else { return Vec::new() };
        let twins = direction.twins.iter().map(|twin| ReportRow::words("same display", &**twin));
        let labels = std::iter::once("legend").chain(std::iter::repeat(""));
        let entry = |(label, entry): (&str, LegendEntry)| {
            let text = format!("{} = {} {}", entry.capital, entry.letter, entry.name());
            ReportRow::new(RowKind::Letters, label, text)
        };
        let letters = [("as stored", self.inspection().text()), ("as displayed", &direction.displayed_letters)];
        [ReportRow::words("stored", &*direction.stored), ReportRow::words("displayed", &*direction.displayed)]
            .into_iter()
            .chain(twins)
            .chain(labels.zip(direction.legend()).map(entry))
            .chain(letters.map(|(label, text)| ReportRow::new(RowKind::Letters, label, text)))
            .collect()
    }
}

/// Returns a row such as `[SP]  U+0020 SPACE, space, at 3 and 7`.
fn character_row(kind: &CharacterKind) -> ReportRow {
    let group = kind.group.map_or(String::new(), |group| format!(", {}", group.name()));
    let text = format!("{}{group}, at {}", unicode::label(kind.c), CharacterIndex::list(&kind.numbers));
    // A single space would be invisible.
    ReportRow::words(if kind.c == ' ' || needs_escape(kind.c) { boxed(kind.c) } else { kind.c.to_string() }, text)
}

/// Returns a row such as `curl  scheme http, host example.org, port 81; opens another resource`.
fn parser_row(row: &ParserRow) -> ReportRow {
    let found = match &row.found {
        Ok(found) => found,
        Err(rejection) => return ReportRow::words(row.parser.name(), format!("rejects it: {rejection}")),
    };
    let parts =
        [("scheme", found.scheme.as_deref()), ("host", found.host.as_deref()), ("port", found.non_default_port())];
    let parts: Vec<String> = parts.iter().filter_map(|(name, part)| Some(format!("{name} {}", (*part)?))).collect();
    let parts = if parts.is_empty() { "no scheme and no host".to_owned() } else { parts.join(", ") };
    let other = if row.is_different { "; opens another resource" } else { "" };
    ReportRow::words(row.parser.name(), format!("{parts}{other}"))
}

/// Returns a row such as `error  leiri-space at 3 and 7: …`, and a row per fix.
fn finding_rows(group: &FindingGroup<'_>) -> Vec<ReportRow> {
    let finding = group.finding;
    let head = format!("{} at {}: {}", finding.rule.name, CharacterIndex::list(&group.numbers), finding.message);
    let fix = |fix: &Fix| ReportRow::words("", format!("fix: {} ({})", fix.title, fix.safety.name()));
    std::iter::once(ReportRow::words(finding.severity.name(), head)).chain(finding.fixes.iter().map(fix)).collect()
}
