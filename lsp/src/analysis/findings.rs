//! The findings of a document, and the spans elsewhere that belong to them.

use std::borrow::Cow;

use iri_core::text::InDocument;
use iri_core::xml::document::{DocumentFinding, MAX_FINDINGS_PER_RULE, SelectionLimits};
use iri_core::{CancelToken, Document, Span};

use crate::analysis::action::ActionRequest;

/// Maximum number of findings per document, and per rule and value of a document with more: they would overload the
/// client.
const LIMITS: SelectionLimits = SelectionLimits { total: 1_000, per_rule: MAX_FINDINGS_PER_RULE };
/// Maximum number of findings whose actions are computed: a longer menu is of no use.
pub const REQUESTED_LIMIT: usize = 50;

/// Span in the document that belongs to a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelatedSpan {
    /// Location of the span.
    pub span: Span<InDocument>,
    /// Description of the relation to the finding.
    pub message: Cow<'static, str>,
}

/// Findings that are sent to the client.
#[derive(Debug, Default)]
pub struct SentFindings<'d> {
    /// Findings in the order of the values.
    pub findings: Vec<DocumentFinding<'d>>,
    /// What is not sent.
    pub omissions: Vec<Omission>,
}

/// Note about findings that are not sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Omission {
    /// Value with further findings; the start of the document if they are in several values.
    pub span: Span<InDocument>,
    /// Number of the findings, in words.
    pub message: String,
}

/// Returns the findings of a document: at most [`LIMITS`], the most severe ones. Empty if it is cancelled.
pub fn sent<'d>(document: &'d Document, cancel: &CancelToken) -> SentFindings<'d> {
    let missing = document.related_findings(cancel);
    let selection = document.select_findings(LIMITS, cancel);
    let total = selection.total + missing.len();
    let mut findings = selection.findings;
    if !missing.is_empty() {
        findings.extend(missing);
        // Both sorts are stable: a missing target follows the other findings of its reference.
        findings.sort_by_key(|found| std::cmp::Reverse(found.finding.severity));
        findings.truncate(LIMITS.total);
        findings.sort_by_key(|found| found.finding.span.start);
    }
    let of_value = |(span, count): (Span<InDocument>, usize)| {
        let findings = if count == 1 { "finding" } else { "findings" };
        Omission { span, message: format!("{count} more {findings} in this value") }
    };
    let mut omissions: Vec<Omission> = selection.shortened.into_iter().map(of_value).collect();
    let in_values: usize = total.saturating_sub(findings.len());
    if findings.len() >= LIMITS.total && in_values > 0 {
        let message = format!("showing {} of {total} findings, the most severe first", findings.len());
        omissions.insert(0, Omission { span: Span::empty(0), message });
    }
    SentFindings { findings, omissions }
}

/// Returns the spans that belong to `found`.
pub fn related_spans(document: &Document, found: &DocumentFinding<'_>) -> Vec<RelatedSpan> {
    let name = found.declared_name();
    let declared = found.declared.map(|span| RelatedSpan { span, message: format!("{name} here").into() });
    let base =
        document.base_of(&found.site).map(|span| RelatedSpan { span, message: "resolved against this base".into() });
    declared.into_iter().chain(base).collect()
}

/// Returns the findings that share a byte or an end with `span`, those of missing targets last.
pub fn findings_in(document: &Document, span: Span<InDocument>) -> impl Iterator<Item = DocumentFinding<'_>> {
    let missing = document.related_findings_in(span, &CancelToken::default()).into_iter();
    let touches =
        move |found: &DocumentFinding<'_>| found.finding.span.start <= span.end && span.start <= found.finding.span.end;
    document.findings_in(span).chain(missing.filter(touches))
}

/// Returns the findings of the diagnostics that the client sent, or those in the requested span if it sent none that is
/// current; the most severe first. A value is analyzed once, however many of them are in it.
pub fn requested<'d>(
    document: &'d Document,
    request: &ActionRequest,
    cancel: &CancelToken,
) -> Vec<DocumentFinding<'d>> {
    let mut all = of_diagnostics(document, request, cancel);
    if all.is_empty() {
        let in_span = findings_in(document, request.span).take_while(|_| !cancel.is_cancelled());
        all = in_span.take(REQUESTED_LIMIT).collect();
    }
    all.sort_by_key(|found| std::cmp::Reverse(found.finding.severity));
    all
}

/// Returns the findings of the diagnostics that the client sent, in their order.
fn of_diagnostics<'d>(
    document: &'d Document,
    request: &ActionRequest,
    cancel: &CancelToken,
) -> Vec<DocumentFinding<'d>> {
    let sent = request.diagnostics.iter().take(REQUESTED_LIMIT).take_while(|_| !cancel.is_cancelled());
    let find = |(span, rule): &(Span<InDocument>, String)| {
        let matches = |found: &DocumentFinding<'_>| found.finding.span == *span && found.finding.rule.name == *rule;
        findings_in(document, *span).take_while(|_| !cancel.is_cancelled()).find(matches)
    };
    sent.filter_map(find).collect()
}
