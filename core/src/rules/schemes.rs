//! Requirements of single schemes, for `scheme-syntax`: one file per family, which starts with the grammar.

pub(super) mod data;
pub(super) mod file;
pub(super) mod mailto;
pub(super) mod names;
pub(super) mod numbers;
pub(super) mod urn;
pub(super) mod web;

use crate::reference::Reference;
use crate::text::Span;

/// Returns the span of the scheme, its colon and `more` bytes after it.
fn prefix(reference: &Reference<'_>, more: usize) -> Span {
    let scheme = reference.scheme.unwrap_or(Span::empty(reference.path.start));
    Span::new(scheme.start, scheme.end + 1 + more)
}

/// Returns the span of an authority with the `//` before it.
fn slashed(authority: Span) -> Span {
    Span::new(authority.start - 2, authority.end)
}

/// Returns the first character of `text` that is not `allowed`, with its span in the whole text, in which `text` starts
/// at `start`.
fn first_other(text: &str, start: usize, is_allowed: impl Fn(char) -> bool) -> Option<(Span, char)> {
    let (at, c) = text.char_indices().find(|&(_, c)| !is_allowed(c))?;
    Some((Span::new(start + at, start + at + c.len_utf8()), c))
}
