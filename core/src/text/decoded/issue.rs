//! What can go wrong while a value is decoded.

use crate::text::{Edit, InReference, Moves, Span};

/// Construct of the source that could not be decoded as intended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeIssue<S = InReference> {
    /// Its text in the value.
    pub span: Span<S>,
    /// Kind of the issue.
    pub kind: DecodeIssueKind,
}

/// Kind of a decode issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeIssueKind {
    /// A `&` that does not start a reference.
    RawAmpersand,
    /// A character reference to a surrogate, U+D800 to U+DFFF.
    Surrogate(u32),
    /// A character reference to a character that XML 1.0 does not allow.
    NonXmlCharacter(u32),
    /// A line break, which XML processors replace with a space. Not an error, but the space is probably not part of a
    /// name.
    LineBreak,
    /// A character that a prefixed name in RDF cannot contain without a backslash, or at all.
    NotInLocalName,
    /// A prefix that no directive declares: only the source has it.
    UndeclaredPrefix,
}

/// Returns the issues in the text after `edits`, without those whose characters an edit replaces. Both are in the order
/// of the text, and the edits do not overlap.
///
/// ```
/// use iri_core::text::{Edit, Span, issues_after_edits};
/// use iri_core::{Decoded, Options, inspect_decoded};
///
/// let decoded = Decoded::xml("a&#xD800;");
/// let inspection = inspect_decoded(&decoded, &Options::default());
/// let issues = inspection.decode_issues();
/// let insertion = Edit { span: Span::empty(0), text: "./".to_owned() };
/// assert_eq!(issues_after_edits(issues, [&insertion])[0].span.start, 3);
/// let replacement = Edit { span: issues[0].span, text: "b".to_owned() };
/// assert!(issues_after_edits(issues, [&replacement]).is_empty());
/// ```
pub fn issues_after_edits<'e>(issues: &[DecodeIssue], edits: impl IntoIterator<Item = &'e Edit>) -> Vec<DecodeIssue> {
    let moves = Moves::new(edits);
    let after = |issue: &DecodeIssue| {
        let span = moves.moved_unless_replaced(issue.span)?;
        Some(DecodeIssue { span, ..*issue })
    };
    issues.iter().filter_map(after).collect()
}
