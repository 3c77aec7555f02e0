//! A finding with its location in a file.

use std::borrow::Cow;

use iri_core::files::ENTRY_SEPARATOR;
use iri_core::text::LineColumn;
use iri_core::xml::document::DocumentFinding;
use iri_core::xml::document::Positions;
use iri_core::{Document, Span};

/// A finding of a file with its location.
pub struct LocatedFinding<'d> {
    /// Path of the file, relative to the current directory if possible.
    pub path: &'d str,
    /// Length of the path of the package in it, if the file is in one.
    pub package: Option<usize>,
    /// Document of the file.
    pub document: &'d Document,
    /// Finding.
    pub found: DocumentFinding<'d>,
    /// Start.
    pub start: LineColumn,
    /// End, after the last scalar value.
    pub end: LineColumn,
    /// Number of further findings of its rule in the value that are not reported.
    pub more: usize,
}

impl<'d> LocatedFinding<'d> {
    /// Locates `found` in its file. This is fast if `positions` was used for previous findings.
    pub fn new(
        path: &'d str,
        document: &'d Document,
        found: DocumentFinding<'d>,
        positions: &mut Positions<'_>,
    ) -> Self {
        let Span { start, end, .. } = found.finding.span;
        let (start, end) = (positions.line_column_at(start), positions.line_column_at(end));
        Self { path, package: None, document, start, end, found, more: 0 }
    }

    /// Returns the file on the disk, and the name in it if it is a package.
    pub fn on_disk(&self) -> (&'d str, Option<&'d str>) {
        let split = self.package.and_then(|length| self.path.split_at_checked(length));
        split.map_or((self.path, None), |(package, entry)| (package, entry.strip_prefix(ENTRY_SEPARATOR)))
    }

    /// Returns the message for a report that shows only files on the disk: in a package it starts with the position in it.
    pub fn message_on_disk(&self) -> Cow<'_, str> {
        let LineColumn { line, column } = self.start;
        match self.on_disk().1 {
            Some(entry) => Cow::Owned(format!("{entry}:{line}:{column}: {}", self.message())),
            None => self.message(),
        }
    }

    /// Returns the message, with the number of findings that are not reported.
    pub fn message(&self) -> Cow<'_, str> {
        let message = &*self.found.finding.message;
        match self.more {
            0 => Cow::Borrowed(message),
            more => Cow::Owned(format!("{message} (and {more} more in this value)")),
        }
    }
}
