//! Fixes: one by one, of a whole value, of the whole document.

use iri_core::xml::document::DocumentFinding;
use iri_core::xml::fix::written;
use iri_core::xml::{FixOptions, apply_fixes, apply_fixes_to_value};
use iri_core::{Document, Edit, Safety, Severity, Span};

use super::{Action, Change, Kind};
use crate::encoding::document_encoding;

/// Every fix of every finding, the preferred one first. One that answers several is there once.
pub fn each<'d>(document: &Document, findings: &[DocumentFinding<'d>]) -> Vec<Action<'d>> {
    let encoding = document_encoding(document);
    let mut actions: Vec<Action<'d>> = Vec::new();
    for found in findings {
        for (number, fix) in found.finding.fixes.iter().enumerate() {
            let Some(edits) = written(fix, found, encoding) else { continue };
            let title = capitalized(&fix.title);
            let change = Change::Document(edits);
            if let Some(known) = actions.iter_mut().find(|known| known.title == title && known.change == change) {
                known.mends.push(found.clone());
                continue;
            }
            let is_preferred = number == 0 && fix.safety == Safety::Safe;
            actions.push(Action { title, kind: Kind::QuickFix, is_preferred, mends: vec![found.clone()], change });
        }
    }
    actions
}

/// All safe fixes of each value that has more than one.
pub fn values<'d>(document: &'d Document, findings: &[DocumentFinding<'d>]) -> Vec<Action<'d>> {
    let mut values: Vec<Span> = findings.iter().filter_map(|found| document.value_at(found.site.span.start)).collect();
    values.sort_unstable();
    values.dedup();
    values.into_iter().filter_map(|value| of_value(document, value)).collect()
}

fn of_value(document: &Document, value: Span) -> Option<Action<'_>> {
    let inside = |found: &DocumentFinding<'_>| value.start <= found.site.span.start && found.site.span.end <= value.end;
    let all = document.findings_in(value).filter(inside);
    let mends: Vec<DocumentFinding<'_>> = all.filter(|found| found.finding.safe_fix().is_some()).collect();
    if mends.len() < 2 {
        return None;
    }
    let (edit, _) = apply_fixes_to_value(document, value, &mending(document))?;
    Some(Action {
        title: "Apply all safe fixes to this value".to_owned(),
        kind: Kind::QuickFix,
        is_preferred: false,
        mends,
        change: Change::Document(vec![edit]),
    })
}

/// All safe fixes of the document.
pub fn document(document: &Document) -> Option<Action<'_>> {
    if !document.findings().any(|found| found.finding.safe_fix().is_some()) {
        return None;
    }
    let mended = apply_fixes(document, &mending(document)).ok().flatten()?;
    Some(Action {
        title: "Apply all safe fixes to the references".to_owned(),
        kind: Kind::FixAll,
        is_preferred: false,
        mends: Vec::new(),
        change: Change::Document(joined(document, mended.edits)),
    })
}

/// So many edits are made one by one: an editor works through each.
const MOST: usize = 10_000;

/// `edits`, which stand in order and apart, as one where they are very many.
fn joined(document: &Document, edits: Vec<Edit>) -> Vec<Edit> {
    let (Some(first), Some(last), true) = (edits.first(), edits.last(), edits.len() > MOST) else { return edits };
    let span = Span::new(first.span.start, last.span.end);
    let (mut text, mut at) = (String::with_capacity(span.len()), span.start);
    for edit in &edits {
        text.push_str(&document.slice(Span::new(at, edit.span.start)));
        text.push_str(&edit.text);
        at = edit.span.end;
    }
    vec![Edit { span, text }]
}

fn mending(document: &Document) -> FixOptions {
    FixOptions { least: Severity::Hint, is_suggested_taken: false, rule: None, encoding: document_encoding(document) }
}

/// `title` as the first words of a line.
pub fn capitalized(title: &str) -> String {
    let mut rest = title.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}
