//! The findings of a document, and the spans elsewhere that belong to them.

use std::collections::HashSet;

use iri_core::files::target_exists;
use iri_core::text::InDocument;
use iri_core::xml::document::DocumentFinding;
use iri_core::{Document, Span};

use crate::analysis::action::ActionRequest;
use crate::demand::Demand;

/// Maximum number of findings per document: more would overload the client.
const LIMIT: usize = 1_000;
/// Maximum number of findings whose actions are computed: a longer menu is of no use.
pub const REQUESTED_LIMIT: usize = 50;

/// Span in the document that belongs to a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelatedSpan {
    /// Location of the span.
    pub span: Span<InDocument>,
    /// Description of the relation to the finding.
    pub message: &'static str,
}

/// Returns the findings of a document in the order of the values, until the `demand` ends.
pub fn findings<'d>(document: &'d Document, demand: &Demand) -> impl Iterator<Item = DocumentFinding<'d>> {
    let missing = document.missing_targets(|iri| !demand.is_wanted() || exists(document, iri));
    let all: Box<dyn Iterator<Item = DocumentFinding<'_>>> = if missing.is_empty() {
        Box::new(document.findings())
    } else {
        let mut all: Vec<_> = document.findings().chain(missing).collect();
        all.sort_by_key(|found| found.finding.span.start);
        Box::new(all.into_iter())
    };
    all.take_while(|_| demand.is_wanted()).take(LIMIT)
}

/// Returns whether the target file of `document` at `iri` exists, as far as it may be accessed.
pub fn exists(document: &Document, iri: &str) -> bool {
    target_exists(iri, &document.settings().roots)
}

/// Returns the spans that belong to `found`.
pub fn related_spans(document: &Document, found: &DocumentFinding<'_>) -> Vec<RelatedSpan> {
    let entity = found.declared.map(|span| RelatedSpan { span, message: "entity declared here" });
    let base = document.base_of(&found.site).map(|span| RelatedSpan { span, message: "resolved against this base" });
    entity.into_iter().chain(base).collect()
}

/// Returns the findings that share a byte or an end with `span`, those of missing targets last.
pub fn findings_in(document: &Document, span: Span<InDocument>) -> impl Iterator<Item = DocumentFinding<'_>> {
    let missing = document.missing_targets_in(span, |iri| exists(document, iri)).into_iter();
    let touches =
        move |found: &DocumentFinding<'_>| found.finding.span.start <= span.end && span.start <= found.finding.span.end;
    document.findings_in(span).chain(missing.filter(touches))
}

/// Returns the findings in the requested span, and those of the diagnostics that the client sent. A value is analyzed once,
/// however many of them are in it.
pub fn requested<'d>(document: &'d Document, request: &ActionRequest, demand: &Demand) -> Vec<DocumentFinding<'d>> {
    let wanted = |found: &DocumentFinding<'_>| (found.finding.span, found.finding.rule.name);
    let in_span = findings_in(document, request.span).take_while(|_| demand.is_wanted());
    let mut all: Vec<DocumentFinding<'d>> = in_span.take(REQUESTED_LIMIT).collect();
    let known: HashSet<_> = all.iter().map(wanted).collect();
    let sent = request.diagnostics.iter().take(REQUESTED_LIMIT).map(|(span, rule)| (*span, &**rule));
    let mut sent: Vec<_> = sent.filter(|sent| !known.contains(sent)).collect();
    while let Some((span, _)) = sent.last().copied()
        && demand.is_wanted()
    {
        let value = document.value_at(span.start).unwrap_or(span);
        let found = findings_in(document, Span::new(value.start.min(span.start), value.end.max(span.end)));
        for found in found.take_while(|_| demand.is_wanted()) {
            if let Some(index) = sent.iter().position(|sent| *sent == wanted(&found)) {
                sent.swap_remove(index);
                all.push(found);
            }
        }
        // The client may have sent diagnostics of other servers.
        sent.retain(|(other, _)| *other != span);
    }
    all
}
