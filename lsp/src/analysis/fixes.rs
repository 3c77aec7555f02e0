//! Fixes: each one, all of a value, all of the document.

use std::collections::HashMap;

use iri_core::text::InDocument;
use iri_core::xml::document::DocumentFinding;
use iri_core::xml::fix::written;
use iri_core::xml::{FixOptions, apply_fixes_cancellable, apply_fixes_to_value_cancellable};
use iri_core::{Document, Edit, Safety, Span};

use crate::analysis::action::{Action, ActionEdit, ActionKind, capitalized};
use crate::analysis::findings::REQUESTED_LIMIT;
use crate::demand::Demand;
use crate::encoding::document_encoding;

/// Returns an action for every fix of every finding, the preferred one first. A fix that resolves several findings is
/// one action.
pub fn each<'d>(document: &Document, findings: &[DocumentFinding<'d>]) -> Vec<Action<'d>> {
    let encoding = document_encoding(document);
    let mut actions: Vec<Action<'d>> = Vec::new();
    // Actions by the start and the title of their edit: a selection may contain many thousand findings.
    let mut known: HashMap<(usize, String), usize> = HashMap::new();
    for found in findings {
        for (number, fix) in found.finding.fixes.iter().enumerate() {
            let Some(edits) = written(fix, found, encoding) else { continue };
            let title = capitalized(&fix.title);
            let start = edits.first().map_or(0, |edit| edit.span.start);
            let edit = ActionEdit::Document(edits);
            let key = (start, title.clone());
            if let Some(same) = known.get(&key).map(|&index| &mut actions[index]).filter(|same| same.edit == edit) {
                same.resolves.push(found.clone());
                continue;
            }
            known.insert(key, actions.len());
            let is_preferred = number == 0 && fix.safety == Safety::Safe;
            actions.push(Action {
                title,
                kind: ActionKind::QuickFix,
                is_preferred,
                resolves: vec![found.clone()],
                edit,
            });
        }
    }
    actions
}

/// Returns an action for each value with several safe fixes, which applies all of them. It names at most
/// `REQUESTED_LIMIT` of the findings that it resolves.
pub fn of_values<'d>(document: &'d Document, findings: &[DocumentFinding<'d>], demand: &Demand) -> Vec<Action<'d>> {
    let mut values: Vec<_> = findings.iter().filter_map(|found| document.value_at(found.site.span.start)).collect();
    values.sort_unstable();
    values.dedup();
    values.into_iter().filter_map(|value| of_value(document, value, demand)).collect()
}

fn of_value<'d>(document: &'d Document, value: Span<InDocument>, demand: &Demand) -> Option<Action<'d>> {
    let inside = |found: &DocumentFinding<'_>| value.start <= found.site.span.start && found.site.span.end <= value.end;
    let all = document.findings_in(value).take_while(|_| demand.is_wanted()).filter(inside);
    let fixable = all.filter(|found| found.finding.safe_fix().is_some());
    let resolves: Vec<DocumentFinding<'_>> = fixable.take(REQUESTED_LIMIT).collect();
    if resolves.len() < 2 {
        return None;
    }
    let (edit, _) = apply_fixes_to_value_cancellable(document, value, &fix_options(document), || demand.is_wanted())?;
    Some(Action {
        title: "Apply all safe fixes to this value".to_owned(),
        kind: ActionKind::QuickFix,
        is_preferred: false,
        resolves,
        edit: ActionEdit::Document(vec![edit]),
    })
}

/// Returns the action that applies all safe fixes of the document; `None` if it has no safe fixes.
pub fn of_document<'d>(document: &'d Document, demand: &Demand) -> Option<Action<'d>> {
    if !document.findings().take_while(|_| demand.is_wanted()).any(|found| found.finding.safe_fix().is_some()) {
        return None;
    }
    let fixed = apply_fixes_cancellable(document, &fix_options(document), || demand.is_wanted()).ok().flatten()?;
    Some(Action {
        title: "IRI: Apply all safe fixes".to_owned(),
        kind: ActionKind::FixAll,
        is_preferred: false,
        resolves: Vec::new(),
        edit: ActionEdit::Document(joined(document, fixed.edits)),
    })
}

/// Maximum number of edits that are sent separately: an editor needs time for each.
const EDIT_LIMIT: usize = 10_000;

/// Joins `edits`, which are in order and do not overlap, into one edit if there are more than `EDIT_LIMIT`.
fn joined(document: &Document, edits: Vec<Edit<InDocument>>) -> Vec<Edit<InDocument>> {
    let (Some(first), Some(last), true) = (edits.first(), edits.last(), edits.len() > EDIT_LIMIT) else { return edits };
    let span = Span::new(first.span.start, last.span.end);
    let (mut text, mut at) = (String::with_capacity(span.len()), span.start);
    for edit in &edits {
        text.push_str(&document.slice(Span::new(at, edit.span.start)));
        text.push_str(&edit.text);
        at = edit.span.end;
    }
    vec![Edit { span, text }]
}

fn fix_options(document: &Document) -> FixOptions {
    FixOptions::default().with_encoding(document_encoding(document))
}
