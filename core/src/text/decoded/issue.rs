//! What can go wrong while a value is decoded.

use crate::text::{Edit, InReference, Span};

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
}

impl DecodeIssue<InReference> {
    /// Returns the issue in the text after `edits`, which do not overlap and are in the order of the text; `None` if one
    /// of them replaces its characters.
    ///
    /// ```
    /// use iri_core::text::{Edit, Span};
    /// use iri_core::{Decoded, Options, inspect_decoded};
    ///
    /// let decoded = Decoded::xml("a&#xD800;");
    /// let inspection = inspect_decoded(&decoded, &Options::default());
    /// let issue = inspection.decode_issues()[0];
    /// let insertion = Edit { span: Span::empty(0), text: "./".to_owned() };
    /// assert_eq!(issue.after_edits([&insertion]).map(|issue| issue.span.start), Some(3));
    /// let replacement = Edit { span: issue.span, text: "b".to_owned() };
    /// assert_eq!(issue.after_edits([&replacement]), None);
    /// ```
    #[must_use]
    pub fn after_edits<'e>(self, edits: impl IntoIterator<Item = &'e Edit>) -> Option<Self> {
        let (mut added, mut removed) = (0, 0);
        for edit in edits {
            if edit.span.end <= self.span.start {
                (added, removed) = (added + edit.text.len(), removed + edit.span.len());
            } else if edit.span.start < self.span.end {
                return None;
            }
        }
        let moved = |at: usize| at + added - removed;
        Some(Self { span: Span::new(moved(self.span.start), moved(self.span.end)), ..self })
    }
}
