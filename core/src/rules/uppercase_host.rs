//! RFC 3986 section 3.2.2: a reg-name ignores case; producers should use lowercase letters.

use crate::characters::quotable;
use crate::reference::uppercase_letters;
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::{Fix, Safety};
use crate::rules::schemes::Grammar;
use crate::text::{Edit, Span, apply_edits, fit};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(span) = context.reference.reg_name() else { return };
    let host = span.slice(context.text);
    // A program may know a name without a dot by its case: `pathmap://UML_LIBRARIES/`.
    let is_known = || host.contains('.') || Grammar::for_reference(context.reference).is_some();
    // Uppercase hex digits are correct, and host-percent fixes such a host as a whole. What DNS does not contain may be a
    // text that a program replaces: `http://HOST_AND_PORT/`.
    if host.contains(['%', '_', '*', ' ', '$']) || !is_known() {
        return;
    }
    let edits = lowercase_edits(host);
    if edits.is_empty() {
        return;
    }
    let title =
        fit(&quotable(&apply_edits(host, &edits), context.text), |lower| format!("replace host with '{lower}'"));
    out.flag(span, "host contains uppercase letters").fix(Fix {
        title: title.into(),
        safety: Safety::Safe,
        edits: edits.into_iter().map(|edit| Edit { span: edit.span.moved(span.start), ..edit }).collect(),
    });
}

/// Returns an edit for each run of uppercase letters: other rules fix what is between them.
fn lowercase_edits(host: &str) -> Vec<Edit> {
    let letters: Vec<usize> = uppercase_letters(host).collect();
    let runs = letters.chunk_by(|first, second| first + 1 == *second);
    let spans = runs.map(|run| Span::new(run[0], run[0] + run.len()));
    spans.map(|span| Edit { span, text: span.slice(host).to_ascii_lowercase() }).collect()
}
