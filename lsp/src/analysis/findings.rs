//! The findings of a document, and the spans elsewhere that belong to them.

use iri_core::files::target_exists;
use iri_core::text::InDocument;
use iri_core::xml::document::DocumentFinding;
use iri_core::{Document, Span};

use crate::analysis::action::ActionRequest;

/// Maximum number of findings per document: more would overload the client.
const LIMIT: usize = 1_000;
/// Maximum number of findings whose actions are computed: a longer menu is of no use.
const REQUESTED_LIMIT: usize = 50;

/// Span in the document that belongs to a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelatedSpan {
    /// Location of the span.
    pub span: Span<InDocument>,
    /// Description of the relation to the finding.
    pub message: &'static str,
}

/// Returns the findings of a document in the order of the values.
pub fn findings(document: &Document) -> impl Iterator<Item = DocumentFinding<'_>> {
    let missing = document.missing_targets(target_exists);
    let all: Box<dyn Iterator<Item = DocumentFinding<'_>>> = if missing.is_empty() {
        Box::new(document.findings())
    } else {
        let mut all: Vec<_> = document.findings().chain(missing).collect();
        all.sort_by_key(|found| found.finding.span.start);
        Box::new(all.into_iter())
    };
    all.take(LIMIT)
}

/// Returns the spans that belong to `found`.
pub fn related_spans(document: &Document, found: &DocumentFinding<'_>) -> Vec<RelatedSpan> {
    let entity = found.declared.map(|span| RelatedSpan { span, message: "entity declared here" });
    let base = document.base_of(&found.site).map(|span| RelatedSpan { span, message: "resolved against this base" });
    entity.into_iter().chain(base).collect()
}

/// Returns the findings that share a byte or an end with `span`, those of missing targets last.
pub fn findings_in(document: &Document, span: Span<InDocument>) -> impl Iterator<Item = DocumentFinding<'_>> {
    let missing = document.missing_targets_in(span, target_exists).into_iter();
    let touches =
        move |found: &DocumentFinding<'_>| found.finding.span.start <= span.end && span.start <= found.finding.span.end;
    document.findings_in(span).chain(missing.filter(touches))
}

/// Returns the findings in the requested span, and those of the diagnostics that the client sent.
pub fn requested<'d>(document: &'d Document, request: &ActionRequest) -> Vec<DocumentFinding<'d>> {
    let mut all: Vec<DocumentFinding<'d>> = findings_in(document, request.span).take(REQUESTED_LIMIT).collect();
    for (span, rule) in request.diagnostics.iter().take(REQUESTED_LIMIT) {
        let is_sent = |found: &DocumentFinding<'_>| found.finding.span == *span && found.finding.rule.name == rule;
        if !all.iter().any(is_sent) {
            all.extend(findings_in(document, *span).find(is_sent));
        }
    }
    all
}
