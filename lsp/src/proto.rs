//! Between the core's types and the protocol's: the only place that knows both.

pub mod actions;
pub mod diagnostics;
pub mod reading;

use iri_core::text::PositionEncoding;
use iri_core::xml::document::Positions;
use iri_core::{Document, Span};
use tower_lsp::lsp_types::{Position, PositionEncodingKind, Range, TextDocumentContentChangeEvent};

use crate::abilities::Abilities;
use crate::documents::Change;

/// The code unit of positions: UTF-8 where the client has it, for it costs least; else what it prefers; UTF-16
/// where it says nothing (LSP 3.17 section PositionEncodingKind).
pub fn code_unit(abilities: &Abilities) -> PositionEncoding {
    let units = abilities.position_encodings.iter().filter_map(|name| unit_of(name));
    let offered: Vec<PositionEncoding> = units.collect();
    let first = offered.first().copied().unwrap_or_default();
    if offered.contains(&PositionEncoding::Utf8) { PositionEncoding::Utf8 } else { first }
}

fn unit_of(name: &str) -> Option<PositionEncoding> {
    [PositionEncoding::Utf8, PositionEncoding::Utf16, PositionEncoding::Utf32]
        .into_iter()
        .find(|unit| encoding_kind(*unit).as_str() == name)
}

/// The name of a code unit.
pub fn encoding_kind(unit: PositionEncoding) -> PositionEncodingKind {
    match unit {
        PositionEncoding::Utf8 => PositionEncodingKind::UTF8,
        PositionEncoding::Utf16 => PositionEncodingKind::UTF16,
        PositionEncoding::Utf32 => PositionEncodingKind::UTF32,
    }
}

/// A place that the client named.
pub fn position_of(position: Position) -> iri_core::text::Position {
    // What is too far is clamped with the rest.
    let count = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    iri_core::text::Position { line: count(position.line), column: count(position.character) }
}

/// The changes that a client with these abilities sent.
pub fn changes(events: Vec<TextDocumentContentChangeEvent>, abilities: &Abilities) -> Vec<Change> {
    let encoding = code_unit(abilities);
    events.into_iter().map(|event| change(event, encoding)).collect()
}

fn change(event: TextDocumentContentChangeEvent, encoding: PositionEncoding) -> Change {
    Change {
        range: event.range.map(|range| (position_of(range.start), position_of(range.end))),
        encoding,
        text: event.text,
    }
}

/// Spans of one document as ranges. In the order of the text it is fast.
pub struct Ranges<'d> {
    positions: Positions<'d>,
    unit: PositionEncoding,
}

impl<'d> Ranges<'d> {
    /// Those of `document`.
    pub fn of(document: &'d Document, unit: PositionEncoding) -> Self {
        Self { positions: document.positions(), unit }
    }

    /// The range of `span`.
    pub fn range(&mut self, span: Span) -> Range {
        Range { start: self.position(span.start), end: self.position(span.end) }
    }

    /// The position of the byte at `offset`.
    pub fn position(&mut self, offset: usize) -> Position {
        let iri_core::text::Position { line, column } = self.positions.position_at(offset, self.unit);
        let count = |number| u32::try_from(number).unwrap_or(u32::MAX);
        Position { line: count(line), character: count(column) }
    }
}

/// The span that a range of the client covers in `document`.
pub fn span(range: Range, document: &Document, unit: PositionEncoding) -> Span {
    let start = document.offset(position_of(range.start), unit);
    Span::new(start, document.offset(position_of(range.end), unit).max(start))
}
