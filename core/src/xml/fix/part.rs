//! Fixes of a part of a document: a value, or a reference that is edited.

use crate::rules::Severity;
use crate::text::{Edit, InDocument, Span};
use crate::xml::document::DocumentFinding;
use crate::xml::fix::chosen::{Chosen, Extent, ROUNDS};
use crate::xml::fix::fixer::Fixer;
use crate::xml::{Document, ReferenceDraft};

impl Fixer {
    /// Applies fixes to the single value at `value`, and returns their number; `None` if nothing can be applied, if the
    /// result is not valid, or if it is cancelled. Takes time for the text around the value only.
    pub fn fix_value(&self, document: &Document, value: Span<InDocument>) -> Option<(Edit<InDocument>, usize)> {
        let mut now = document.clone();
        let (mut span, mut fixed) = (value, 0);
        for _ in 0..ROUNDS {
            let chosen = Chosen::new(
                findings_of(&now, span).take_while(|_| !self.cancel.is_cancelled()),
                self,
                &Extent::EVERYWHERE,
            );
            if self.cancel.is_cancelled() {
                return None;
            }
            if chosen.fixes == 0 {
                break;
            }
            fixed += chosen.fixes;
            let source = now.slice(span).into_owned();
            let edits: Vec<_> = chosen.edits.into_values().map(|edit| edit.in_raw_value(span)).collect();
            let fixed_source = crate::text::apply_edits(&source, &edits);
            // One edit: each takes time for the whole value.
            let edit = Edit::smallest(&source, span, &fixed_source);
            now.edit(edit.span, &edit.text);
            span.end = span.start + fixed_source.len();
        }
        let errors = |document: &Document, value: Span<InDocument>| {
            findings_of(document, value).filter(|found| found.finding.severity == Severity::Error).count()
        };
        let is_valid = now.value_at(span.start) == Some(span)
            && errors(&now, span) <= errors(document, value)
            && Chosen::new(findings_of(&now, span), self, &Extent::EVERYWHERE).fixes == 0;
        (fixed > 0 && is_valid).then(|| (Edit::smallest(&document.slice(value), value, &now.slice(span)), fixed))
    }

    /// Applies fixes to one reference of `document`, which is `draft`. Returns the fixed draft and the number of fixed
    /// findings; `None` if there is no fix to apply, or if the result is not what it has to be.
    ///
    /// Costs what the text around the reference costs.
    pub fn fix_draft(&self, document: &Document, draft: &ReferenceDraft) -> Option<(ReferenceDraft, usize)> {
        let chosen_of = |now: &Document, draft: &ReferenceDraft| {
            Chosen::new(
                findings_of(now, draft.span()).filter(|found| found.site.span == draft.span()),
                self,
                &Extent::EVERYWHERE,
            )
        };
        let errors = |now: &Document, draft: &ReferenceDraft| {
            findings_of(now, draft.span()).filter(|found| found.finding.severity == Severity::Error).count()
        };
        let before = document.with_draft(draft);
        let (mut now, mut fixed_draft, mut fixed) = (before.clone(), draft.clone(), 0);
        for _ in 0..ROUNDS {
            let chosen = chosen_of(&now, &fixed_draft);
            if chosen.fixes == 0 {
                break;
            }
            fixed += chosen.fixes;
            // From the last on, so that the earlier ones stay where they are.
            let changes: Vec<_> =
                chosen.edits.into_values().rev().map(|edit| edit.in_raw_value(draft.value())).collect();
            fixed_draft = fixed_draft.with_changes(&changes);
            now = document.with_draft(&fixed_draft);
        }
        let is_valid = draft.has_same_neighbors(&fixed_draft)
            && now.site_at(fixed_draft.span().start).is_some_and(|site| site.span == fixed_draft.span())
            && errors(&now, &fixed_draft) <= errors(&before, draft)
            && chosen_of(&now, &fixed_draft).fixes == 0;
        (fixed > 0 && is_valid).then_some((fixed_draft, fixed))
    }
}

fn findings_of(document: &Document, value: Span<InDocument>) -> impl Iterator<Item = DocumentFinding<'_>> {
    document.findings_in(value).filter(move |found| {
        let site = found.site.span;
        value.start <= site.start && site.end <= value.end
    })
}
