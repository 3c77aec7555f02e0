//! Between the core's types and the protocol's: the only file that knows both.

use std::path::PathBuf;

use iri_core::xml::document::{CodeUnit, Found, Point, Positions};
use iri_core::{Document, Severity, Span};
use serde_json::json;
use tower_lsp::lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position,
    PositionEncodingKind, Range, TextDocumentContentChangeEvent, Url,
};

use crate::abilities::Abilities;
use crate::diagnostics::{found, related};
use crate::documents::{Change, Snapshot};

/// The code unit of positions: UTF-8 where the client has it, for it costs least; else what it prefers; UTF-16
/// where it says nothing (LSP 3.17 section PositionEncodingKind).
pub fn code_unit(abilities: &Abilities) -> CodeUnit {
    let units = abilities.position_encodings.iter().filter_map(|name| unit_of(name));
    let offered: Vec<CodeUnit> = units.collect();
    let first = offered.first().copied().unwrap_or_default();
    if offered.contains(&CodeUnit::Utf8) { CodeUnit::Utf8 } else { first }
}

fn unit_of(name: &str) -> Option<CodeUnit> {
    [CodeUnit::Utf8, CodeUnit::Utf16, CodeUnit::Utf32].into_iter().find(|unit| encoding_kind(*unit).as_str() == name)
}

/// The name of a code unit.
pub fn encoding_kind(unit: CodeUnit) -> PositionEncodingKind {
    match unit {
        CodeUnit::Utf8 => PositionEncodingKind::UTF8,
        CodeUnit::Utf16 => PositionEncodingKind::UTF16,
        CodeUnit::Utf32 => PositionEncodingKind::UTF32,
    }
}

/// A place that the client named.
pub fn point(position: Position) -> Point {
    // What is too far is clamped with the rest.
    let count = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    Point { line: count(position.line), column: count(position.character) }
}

/// A change that the client sent.
pub fn change(event: TextDocumentContentChangeEvent) -> Change {
    Change { range: event.range.map(|range| (point(range.start), point(range.end))), text: event.text }
}

/// Spans of one document as ranges. In the order of the text it is fast.
pub struct Ranges<'d> {
    positions: Positions<'d>,
    unit: CodeUnit,
}

impl<'d> Ranges<'d> {
    /// Those of `document`.
    pub fn of(document: &'d Document, unit: CodeUnit) -> Self {
        Self { positions: document.positions(), unit }
    }

    /// The range of `span`.
    pub fn range(&mut self, span: Span) -> Range {
        Range { start: self.position(span.start), end: self.position(span.end) }
    }

    fn position(&mut self, offset: usize) -> Position {
        let Point { line, column } = self.positions.point_at(offset, self.unit);
        let count = |number| u32::try_from(number).unwrap_or(u32::MAX);
        Position { line: count(line), character: count(column) }
    }
}

/// What is wrong with the text, as the client shows it.
pub fn diagnostics(snapshot: &Snapshot, unit: CodeUnit, abilities: &Abilities) -> Vec<Diagnostic> {
    let mut ranges = Ranges::of(&snapshot.document, unit);
    let uri = abilities.related_information.then(|| Url::parse(&snapshot.uri).ok()).flatten();
    let mut elsewhere = Ranges::of(&snapshot.document, unit);
    let mut one = |found: Found<'_>| Diagnostic {
        range: ranges.range(found.finding.span),
        severity: Some(severity(found.finding.severity)),
        code: Some(NumberOrString::String(found.finding.rule.name.to_owned())),
        source: Some("iri".to_owned()),
        related_information: uri
            .as_ref()
            .and_then(|uri| related_information(&snapshot.document, &found, uri, &mut elsewhere)),
        data: Some(json!({"rule": found.finding.rule.name, "group": found.finding.rule.group.name()})),
        message: found.finding.message,
        ..Diagnostic::default()
    };
    found(&snapshot.document).map(&mut one).collect()
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Hint => DiagnosticSeverity::HINT,
        Severity::Information => DiagnosticSeverity::INFORMATION,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Error => DiagnosticSeverity::ERROR,
    }
}

fn related_information(
    document: &Document,
    found: &Found<'_>,
    uri: &Url,
    ranges: &mut Ranges<'_>,
) -> Option<Vec<DiagnosticRelatedInformation>> {
    let all: Vec<_> = related(document, found)
        .into_iter()
        .map(|related| DiagnosticRelatedInformation {
            location: Location { uri: uri.clone(), range: ranges.range(related.span) },
            message: related.message.to_owned(),
        })
        .collect();
    (!all.is_empty()).then_some(all)
}

/// The path of a document that is a file.
pub fn path_of(uri: &str) -> Option<PathBuf> {
    let url = Url::parse(uri).ok().filter(|url| url.scheme() == "file")?;
    url.to_file_path().ok()
}
