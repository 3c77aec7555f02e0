//! Lines of a document with changes that are not analyzed yet.
//!
//! ```text
//! changes ─▶ text of the lines around the first one ─▶ one edit of the document ─▶ one analysis
//! ```
//!
//! The positions of a change count in the text after the previous change. So the lines are a text of their own, in which
//! they are found. It has another line on each side that no change touches: a CR and an LF that a change puts side by
//! side are one line end.

use iri_core::text::lines::{line_column, offset};
use iri_core::text::{Edit, InDocument, Position, PositionEncoding};
use iri_core::{Document, Span};

/// Maximum length of the lines in bytes: each change costs time for all of them.
const MAX_LENGTH: usize = 1 << 20;

/// Change of a document, as an editor sends it.
#[derive(Clone, Debug)]
pub struct TextChange {
    /// Range that is replaced; the whole text if `None`.
    pub range: Option<(Position, Position)>,
    /// Unit of the columns in `range`.
    pub encoding: PositionEncoding,
    /// Replacement text.
    pub text: String,
}

/// Lines of a document with changes that are not analyzed yet.
pub struct ChangedLines {
    /// Number of the first line, from 0.
    first: usize,
    /// Their span in the document.
    span: Span<InDocument>,
    /// Whether the span ends where the document does.
    is_last: bool,
    /// Their present text.
    text: String,
}

impl ChangedLines {
    /// Returns the lines around `change`; `None` if it replaces the whole text, or the lines are too long.
    pub fn around(document: &Document, change: &TextChange) -> Option<Self> {
        let (start, end) = change.range?;
        let first = start.line.saturating_sub(1);
        // Lines of a document count from 1. The next line belongs to the text too.
        let line_start = |line: usize| document.line(line.saturating_add(1)).start;
        let span = Span::new(line_start(first), line_start(end.line.max(start.line).saturating_add(2)));
        let is_short = span.len() <= MAX_LENGTH;
        is_short.then(|| {
            let text = document.slice(span).into_owned();
            Self { first, span, is_last: span.end == document.len(), text }
        })
    }

    /// Applies `change` if it touches only these lines; returns whether it does.
    pub fn apply(&mut self, change: &TextChange) -> bool {
        let Some((start, end)) = change.range else { return false };
        let last = self.first + line_column(&self.text, self.text.len()).line - 1;
        let is_after_first = self.first == 0 || self.first < start.line;
        // A text that ends with a line end has an empty last line, which belongs to the text after it.
        let is_before_last = self.is_last || end.line.max(start.line) + 1 < last;
        if !is_after_first || !is_before_last {
            return false;
        }
        let within = |at: Position| offset(&self.text, Position { line: at.line - self.first, ..at }, change.encoding);
        let start = within(start);
        let end = if end.line < self.first { start } else { within(end).max(start) };
        self.text.replace_range(start..end, &change.text);
        true
    }

    /// Returns the edit of the document; `None` if the lines are as before.
    pub fn edit(self, document: &Document) -> Option<Edit<InDocument>> {
        let edit = Edit::smallest(&document.slice(self.span), self.span, &self.text);
        (!edit.span.is_empty() || !edit.text.is_empty()).then_some(edit)
    }
}
