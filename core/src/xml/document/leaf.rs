//! Leaf: a part of a document, and its contents.

use std::sync::{Arc, OnceLock};

use crate::rules::{Rule, Severity};
use crate::text::lines::{Mark, Measure};
use crate::text::{InBuffer, Span};
use crate::xml::document::part::ParseState;
use crate::xml::reader::Content;

/// Part of a document. The text may be shared with other leaves.
#[derive(Debug)]
pub struct Leaf {
    text: Arc<String>,
    span: Span<InBuffer>,
    /// State before it.
    pub state: ParseState,
    /// Contents.
    pub content: Content,
    /// Numbers of its findings, computed when they are first needed.
    pub counts: OnceLock<Box<[FindingCount]>>,
    /// Extent of its text, and marks in it in order, none if it is short; computed when they are first needed. A checker
    /// needs no position in most documents.
    measured: OnceLock<(Measure, Box<[Mark]>)>,
}

/// Number of the findings of one rule and severity.
#[derive(Clone, Copy, Debug)]
pub struct FindingCount {
    /// Rule.
    pub rule: &'static Rule,
    /// Effective severity.
    pub severity: Severity,
    /// Number of findings.
    pub count: usize,
}

/// Moves a list to memory of its own size. `shrink_to_fit` would not be enough: mimalloc, which the programs use, leaves a
/// block that shrinks to more than its half where it is.
fn fit<T>(list: &mut Vec<T>) {
    if list.capacity() > list.len() {
        let mut fitting = Vec::with_capacity(list.len());
        fitting.append(list);
        *list = fitting;
    }
}

impl Leaf {
    /// Creates the leaf at `span` of `text`.
    pub fn new(text: Arc<String>, span: Span<InBuffer>, state: ParseState, mut content: Content) -> Self {
        fit(&mut content.sites);
        fit(&mut content.findings);
        fit(&mut content.unkept);
        fit(&mut content.variants);
        fit(&mut content.events);
        Self { text, span, state, content, counts: OnceLock::new(), measured: OnceLock::new() }
    }

    /// Returns the text that it may share with others, and its own part of it.
    pub fn source(&self) -> (Arc<String>, Span<InBuffer>) {
        (Arc::clone(&self.text), self.span)
    }

    /// Returns whether it is a part of `text`, which it shares.
    pub fn is_of(&self, text: &Arc<String>) -> bool {
        Arc::ptr_eq(&self.text, text)
    }

    /// Returns the extent of its text.
    pub fn measure(&self) -> Measure {
        self.measured().0
    }

    /// Returns the last mark for which `is_before` returns true, or its start.
    pub fn mark(&self, is_before: impl Fn(&Mark) -> bool) -> Mark {
        Mark::last(&self.measured().1, is_before)
    }

    fn measured(&self) -> &(Measure, Box<[Mark]>) {
        self.measured.get_or_init(|| Measure::with_marks(self.text()))
    }

    /// Returns its text.
    pub fn text(&self) -> &str {
        self.span.slice(&self.text)
    }
}
