//! Texts: typed spans and edits, lines and columns, the encodings of files, and values decoded from XML with the
//! conversion back to their source.

mod boundary;
#[cfg(feature = "xml")]
mod byte_set;
mod changes;
mod decoded;
mod edit;
#[cfg(feature = "xml")]
pub mod encoding;
#[doc(hidden)] // for the programs of this workspace
pub mod entities;
#[cfg(feature = "xml")]
pub mod lines;
mod name;
mod shorten;
#[doc(hidden)] // for the programs of this workspace
pub mod similar;
mod span;

#[doc(hidden)] // for the programs of this workspace
pub use boundary::{ceil_char_boundary, floor_char_boundary};
#[cfg(feature = "xml")]
pub(crate) use byte_set::byte_set;
#[doc(hidden)] // for the programs of this workspace
pub use changes::{Changes, Moves};
#[cfg(feature = "xml")]
pub(crate) use decoded::is_xml_character;
#[doc(hidden)] // for the programs of this workspace
pub use decoded::issues_after_edits;
#[cfg(feature = "rdf")]
pub(crate) use decoded::longest_replacement;
pub use decoded::{DecodeIssue, DecodeIssueKind, Decoded};
pub(crate) use edit::without_overlaps;
pub use edit::{Edit, apply_edits};
#[doc(hidden)] // for the programs of this workspace
pub use entities::Entities;
#[cfg(feature = "xml")]
pub use lines::{LineColumn, Position, PositionEncoding};
pub use name::UnknownName;
pub(crate) use name::impl_names;
#[doc(hidden)] // for the programs of this workspace
pub use shorten::{MAX_MESSAGE_LENGTH, MAX_NAME_LENGTH, fit, shorten, shorten_name};
#[cfg(feature = "xml")]
pub(crate) use span::{InBuffer, InLeaf, InPart};
pub use span::{InConfig, InDocument, InRawValue, InReference, InValue, Span};

/// Whitespace: `S` of XML 1.0, production 3.
pub const WHITESPACE: [char; 4] = [' ', '\t', '\r', '\n'];
