//! What can go wrong while a value is decoded.

use crate::text::{InReference, Span};

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
