//! A document: its text, the references in it, and what is wrong with them.

use std::sync::Arc;

use crate::finding::Finding;
use crate::text::Span;
use crate::xml::{Settings, Site};

/// A document, read.
#[derive(Clone, Debug)]
pub struct Document {
    text: Arc<str>,
    #[allow(dead_code)]
    settings: Arc<Settings>,
}

/// A finding of a document, and the site it is about. Spans and edits are of the document.
#[derive(Clone, Debug)]
pub struct Found<'d> {
    /// What is wrong; its edits are written for the quotes around the value.
    pub finding: Finding,
    /// The reference that it is about; of a finding about a whole list, the list.
    pub site: Site<'d>,
    /// Where the entity is declared in whose replacement the fault stands.
    pub declared: Option<Span>,
}

/// A place in a text as people count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// From 1. A line ends at LF, CR, or CR LF.
    pub line: usize,
    /// From 1, in Unicode scalar values.
    pub column: usize,
}

impl Document {
    /// Reads a document. Never fails; linear in its length.
    pub fn read(text: impl Into<Arc<str>>, settings: Arc<Settings>) -> Self {
        Self { text: text.into(), settings }
    }

    /// Replaces the text at `span`, and reads again what that changes.
    pub fn edit(&mut self, _span: Span, _text: &str) {}

    /// Length of the text in bytes.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The whole text.
    pub fn text(&self) -> String {
        self.text.as_ref().to_owned()
    }

    /// Every reference, in the order of the text.
    pub fn sites(&self) -> impl Iterator<Item = Site<'_>> {
        std::iter::empty()
    }

    /// Every finding that is not silenced, in the order of the text.
    pub fn findings(&self) -> impl Iterator<Item = Found<'_>> {
        std::iter::empty()
    }

    /// The reference that holds the byte at `offset`, or ends there.
    pub fn site_at(&self, _offset: usize) -> Option<Site<'_>> {
        None
    }

    /// The line and column of the byte at `offset`.
    pub fn position(&self, _offset: usize) -> Position {
        Position { line: 1, column: 1 }
    }

    /// The span of line number `line`, from 1, without its end.
    pub fn line(&self, _line: usize) -> Span {
        Span::empty(0)
    }
}
