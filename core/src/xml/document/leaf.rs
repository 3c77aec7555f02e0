//! A stretch of a document, and what it holds.

use std::sync::Arc;

use crate::text::lines::Measure;
use crate::text::{InBuffer, Span};
use crate::xml::reader::{Content, State};

/// A stretch of a document. The text may be shared with other leaves.
#[derive(Debug)]
pub struct Leaf {
    text: Arc<String>,
    span: Span<InBuffer>,
    /// What is in force before it.
    pub state: State,
    /// What it contains.
    pub content: Content,
    /// How it moves the place that people count.
    pub measure: Measure,
}

impl Leaf {
    /// The part `span` of `text`.
    pub fn new(text: Arc<String>, span: Span<InBuffer>, state: State, mut content: Content) -> Self {
        content.sites.shrink_to_fit();
        content.findings.shrink_to_fit();
        content.unkept.shrink_to_fit();
        let measure = Measure::new(span.slice(&text));
        Self { text, span, state, content, measure }
    }

    /// The text that it may share with others, and which part of that is its own.
    pub fn source(&self) -> (Arc<String>, Span<InBuffer>) {
        (Arc::clone(&self.text), self.span)
    }

    /// Its text.
    pub fn text(&self) -> &str {
        self.span.slice(&self.text)
    }
}
