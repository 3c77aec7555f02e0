//! One whole input: its bytes, spans of it, and the way from a decoded value back to its source.

mod decoded;
pub mod encoding;
mod span;

pub use decoded::{DecodeIssue, DecodeIssueKind, Decoded};
pub(crate) use decoded::{Meaning, name, reference};
pub use span::Span;

/// White space: `S` of XML 1.0, production 3.
pub const WHITE_SPACE: [char; 4] = [' ', '\t', '\r', '\n'];
