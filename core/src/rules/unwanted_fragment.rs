//! A fragment where the format forbids one.
//!
//! "It is an error for a fragment identifier … to be part of a system identifier."  XML 1.0 section 4.2.2

use crate::characters::quotable;
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::{Fix, Safety};
use crate::text::{Edit, Span, fit};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(fragment) = context.reference.fragment.filter(|_| context.role.is_fragment_unwanted) else {
        return;
    };
    let span = Span::new(fragment.start - "#".len(), fragment.end);
    let written = fragment.slice(context.text);
    let finding = out.flag(span, "fragment is not allowed here");
    if may_be_path(written) && !context.reference.path.is_empty() {
        let hashes = memchr::memchr_iter(b'#', &context.text.as_bytes()[span.start..span.end]);
        let edits =
            hashes.map(|at| Edit { span: Span::new(span.start + at, span.start + at + 1), text: "%23".to_owned() });
        finding.fix(Fix { title: "encode '#' as %23".into(), safety: Safety::Suggested, edits: edits.collect() });
    }
    let title = fit(&quotable(span.slice(context.text), context.text), |fragment| format!("remove '{fragment}'"));
    finding.fix(Fix::suggested(title, span, ""));
}

/// Returns whether a fragment is rather the end of a path with a `#` in a name: it has a separator or the extension of a
/// file, and is no pointer.
pub(super) fn may_be_path(fragment: &str) -> bool {
    let name = fragment.rsplit(['/', '\\']).next().unwrap_or(fragment);
    let has_extension = name.rsplit_once('.').is_some_and(|(name, extension)| {
        !name.is_empty() && (2..=5).contains(&extension.len()) && extension.bytes().all(|b| b.is_ascii_alphanumeric())
    });
    !fragment.contains('(') && (has_extension || fragment.contains(['/', '\\']))
}
