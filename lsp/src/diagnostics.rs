//! What is wrong with the references of a text, and what belongs to it elsewhere.

use iri_core::files::target_exists;
use iri_core::xml::document::DocumentFinding;
use iri_core::{Document, Span};

/// So many are told of one text: a document of nothing but faults would drown the client.
pub const MOST: usize = 1_000;

/// Something in the text that belongs to a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Where it stands.
    pub span: Span,
    /// What it has to do with the finding.
    pub message: &'static str,
}

/// What is wrong, in the order of the values.
pub fn found(document: &Document) -> impl Iterator<Item = DocumentFinding<'_>> {
    let missing = document.missing_targets(target_exists);
    let all: Box<dyn Iterator<Item = DocumentFinding<'_>>> = if missing.is_empty() {
        Box::new(document.findings())
    } else {
        let mut all: Vec<_> = document.findings().chain(missing).collect();
        all.sort_by_key(|found| found.finding.span.start);
        Box::new(all.into_iter())
    };
    all.take(MOST)
}

/// What belongs to `found`.
pub fn related(document: &Document, found: &DocumentFinding<'_>) -> Vec<Related> {
    let entity = found.declared.map(|span| Related { span, message: "the entity that brings it is declared here" });
    let base = document
        .base_of(&found.site)
        .map(|span| Related { span, message: "the reference is resolved against this base" });
    entity.into_iter().chain(base).collect()
}
