//! Kinds of mistakes for `common-mistake`, in the order in which they are looked for. The page of the rule shows each.

mod between;
mod mistake;
mod start;
mod text;

use crate::reference::Reference;
use crate::rules::rule::Rule;
use crate::text::{Span, WHITESPACE};
pub(super) use mistake::Mistake;
use mistake::Text;
#[cfg(feature = "xml")]
pub(crate) use text::is_guid;

/// The kinds, the more specific ones first.
const KINDS: &[fn(&Text<'_, '_>) -> Option<Mistake>] = &[
    text::data_fragment,
    start::mail_name,
    start::enclosed,
    start::drive,
    start::look_alike,
    start::spaced_scheme,
    start::doubled_scheme,
    start::mistyped_scheme,
    start::missing_scheme,
    between::doi_with_space,
    between::second_reference,
    between::spaced_port,
    between::password,
    start::file_without_root,
    text::drive_bar,
    text::escaped_colon,
    text::braced_guid,
    text::mojibake,
    text::windows_control,
    text::swapped_brackets,
    text::pointer_without_hash,
    text::encoded_separator,
];

/// Returns the first mistake in the text.
pub(super) fn find(reference: &Reference<'_>) -> Option<Mistake> {
    let whole = reference.text;
    let start = whole.len() - whole.trim_start_matches(WHITESPACE).len();
    let inner = Span::new(start, whole.trim_end_matches(WHITESPACE).len().max(start));
    let text = Text { reference, whole, inner };
    KINDS.iter().find_map(|kind| kind(&text))
}

/// Returns whether a rule reports something else than the trace of a mistake.
pub(super) fn is_kept(rule: &Rule) -> bool {
    matches!(rule.name, "password" | "surrogate" | "non-xml-character" | "host-length" | "parsers-disagree")
}
