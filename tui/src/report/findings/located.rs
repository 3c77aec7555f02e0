//! A finding with its location in a file.

use iri_core::text::LineColumn;
use iri_core::xml::document::DocumentFinding;
use iri_core::xml::document::Positions;
use iri_core::{Document, Span};

/// A finding of a file, and where it stands.
pub struct LocatedFinding<'d> {
    /// The path of the file, as a person would write it.
    pub path: &'d str,
    /// The file.
    pub document: &'d Document,
    /// The finding.
    pub found: DocumentFinding<'d>,
    /// Where it begins.
    pub start: LineColumn,
    /// Where it ends: after its last scalar value.
    pub end: LineColumn,
}

impl<'d> LocatedFinding<'d> {
    /// `found` in its file. Fast where `positions` was asked for earlier findings before.
    pub fn new(
        path: &'d str,
        document: &'d Document,
        found: DocumentFinding<'d>,
        positions: &mut Positions<'_>,
    ) -> Self {
        let Span { start, end, .. } = found.finding.span;
        Self { path, document, start: positions.line_column_at(start), end: positions.line_column_at(end), found }
    }
}
