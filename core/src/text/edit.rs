//! Edits of a text: replacements at spans, and applying them.

use crate::text::Span;

/// Replacement of the text at a span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Replaced bytes; empty for an insertion.
    pub span: Span,
    /// Replacement text.
    pub text: String,
}

impl Edit {
    /// Returns the smallest edit that turns the part of `text` at `span` into `new`: what both have in common at
    /// the ends stays untouched in the source too.
    pub fn smallest(text: &str, span: Span, new: &str) -> Self {
        let old = span.slice(text);
        let same = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
            pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
        };
        let before = same(&mut old.chars().zip(new.chars()));
        let (old, new) = (&old[before..], &new[before..]);
        let after = same(&mut old.chars().rev().zip(new.chars().rev()));
        let start = span.start + before;
        Self { span: Span::new(start, span.end - after), text: new[..new.len() - after].to_owned() }
    }
}

/// Returns `text` with `edits` applied.
///
/// If two edits overlap, the one that starts first is applied and the other is skipped, so that applying the
/// fixes of the result again applies the skipped ones.
///
/// ```
/// use iri_core::text::{Edit, Span, apply_edits};
///
/// let edit = Edit { span: Span::new(1, 2), text: "%20".to_owned() };
/// assert_eq!(apply_edits("a b", [&edit]), "a%20b");
/// ```
pub fn apply_edits<'e>(text: &str, edits: impl IntoIterator<Item = &'e Edit>) -> String {
    let mut edits: Vec<&Edit> = edits.into_iter().collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        if edit.span.start < at {
            continue;
        }
        out.push_str(&text[at..edit.span.start]);
        out.push_str(&edit.text);
        at = edit.span.end;
    }
    out.push_str(&text[at..]);
    out
}
