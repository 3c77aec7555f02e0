//! What is wrong with the references of a text, and what belongs to it elsewhere.

use iri_core::Span;
use iri_core::xml::document::Found;

use crate::documents::Snapshot;

/// So many are told of one text: a document of nothing but faults would drown the client.
pub const MOST: usize = 10_000;

/// Something in the text that belongs to a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Where it stands.
    pub span: Span,
    /// What it has to do with the finding.
    pub message: &'static str,
}

/// What is wrong, in the order of the values.
pub fn found(snapshot: &Snapshot) -> impl Iterator<Item = Found<'_>> {
    snapshot.document.findings().take(MOST)
}

/// What belongs to `found`.
pub fn related(found: &Found<'_>) -> Vec<Related> {
    let entity = found.declared.map(|span| Related { span, message: "the entity that brings it is declared here" });
    entity.into_iter().collect()
}
