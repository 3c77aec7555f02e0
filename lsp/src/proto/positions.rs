//! Positions and ranges of the protocol, and spans of documents and configuration files.

use iri_core::text::{InConfig, InDocument, Position, PositionEncoding, lines};
use iri_core::xml::document::Positions;
use iri_core::{Document, Span};
use tower_lsp::lsp_types;

use crate::client::capabilities::ClientCapabilities;

/// Chooses the position encoding: UTF-8 if the client offers it, because it costs least; otherwise the one that it
/// prefers; UTF-16 if it offers none (LSP 3.17 section PositionEncodingKind).
pub fn position_encoding(capabilities: &ClientCapabilities) -> PositionEncoding {
    let offered = capabilities.position_encodings.iter().filter_map(|name| encoding_from_name(name));
    let offered: Vec<PositionEncoding> = offered.collect();
    let preferred = offered.first().copied().unwrap_or_default();
    if offered.contains(&PositionEncoding::Utf8) { PositionEncoding::Utf8 } else { preferred }
}

fn encoding_from_name(name: &str) -> Option<PositionEncoding> {
    let all = [PositionEncoding::Utf8, PositionEncoding::Utf16, PositionEncoding::Utf32];
    all.into_iter().find(|encoding| encoding_kind(*encoding).as_str() == name)
}

/// Returns the name of an encoding in the protocol.
pub fn encoding_kind(encoding: PositionEncoding) -> lsp_types::PositionEncodingKind {
    match encoding {
        PositionEncoding::Utf8 => lsp_types::PositionEncodingKind::UTF8,
        PositionEncoding::Utf16 => lsp_types::PositionEncodingKind::UTF16,
        PositionEncoding::Utf32 => lsp_types::PositionEncodingKind::UTF32,
    }
}

/// Converts a position from the client. The document clamps one that is out of bounds.
pub fn point(position: lsp_types::Position) -> Position {
    let count = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    Position { line: count(position.line), column: count(position.character) }
}

/// Converter of spans of one document to ranges; fastest in the order of the document.
pub struct RangeConverter<'d> {
    positions: Positions<'d>,
    encoding: PositionEncoding,
}

impl<'d> RangeConverter<'d> {
    /// Creates a converter of spans of `document`.
    pub fn new(document: &'d Document, encoding: PositionEncoding) -> Self {
        Self { positions: document.positions(), encoding }
    }

    /// Returns the range of `span`.
    pub fn range(&mut self, span: Span<InDocument>) -> lsp_types::Range {
        lsp_types::Range { start: self.position(span.start), end: self.position(span.end) }
    }

    /// Returns the position of the byte at `offset`.
    pub fn position(&mut self, offset: usize) -> lsp_types::Position {
        position(self.positions.position_at(offset, self.encoding))
    }
}

/// Returns the range of `span` in a configuration file that contains `text`.
pub fn config_range(text: &str, span: Span<InConfig>, encoding: PositionEncoding) -> lsp_types::Range {
    let position = |offset| position(lines::position(text, offset, encoding));
    lsp_types::Range { start: position(span.start), end: position(span.end) }
}

fn position(Position { line, column }: Position) -> lsp_types::Position {
    let count = |number| u32::try_from(number).unwrap_or(u32::MAX);
    lsp_types::Position { line: count(line), character: count(column) }
}
