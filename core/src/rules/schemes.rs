//! What single schemes demand, for `scheme-syntax`: a file a family, each with its grammar at its head.

pub(super) mod data;
pub(super) mod file;
pub(super) mod mailto;
pub(super) mod names;
pub(super) mod numbers;
pub(super) mod urn;
pub(super) mod web;

use crate::reference::Reference;
use crate::text::Span;

/// The scheme with its colon, and `more` bytes behind it.
fn prefix(reference: &Reference<'_>, more: usize) -> Span {
    let scheme = reference.scheme.unwrap_or(Span::empty(reference.path.start));
    Span::new(scheme.start, scheme.end + 1 + more)
}

/// The `//` in front of an authority, and the authority.
fn slashed(authority: Span) -> Span {
    Span::new(authority.start - 2, authority.end)
}

/// `text` from its first byte that is not `admitted`, to the end of that character, as a span of the
/// whole in which it stands at `start`.
fn first_other(text: &str, start: usize, admitted: impl Fn(char) -> bool) -> Option<(Span, char)> {
    let (at, c) = text.char_indices().find(|&(_, c)| !admitted(c))?;
    Some((Span::new(start + at, start + at + c.len_utf8()), c))
}
