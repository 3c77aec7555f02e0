//! One reference: its grammar, its components, conversion, resolution and comparison.

mod class;
mod compare;
mod convert;
mod decode;
mod dialect;
mod host;
pub mod idna;
mod normalize;
mod owned;
mod parse;
mod parts;
mod percent;
mod resolution;
mod resolve;
mod segment;
mod verdict;
mod violation;

pub(crate) use class::{Class, class_of};
pub use compare::compare;
pub(crate) use convert::QueryCharset;
pub use convert::{Form, iri_to_uri, iri_to_uri_with_idna, leiri_to_iri, leiri_to_uri, readable_iri};
pub(crate) use decode::decode_characters;
pub use dialect::Dialect;
#[doc(hidden)] // for the programs of this workspace
pub use dialect::SyntaxPosition;
pub use host::HostKind;
#[doc(hidden)] // for the programs of this workspace
pub use host::{is_ipv4, is_ipv6, is_ipvfuture};
#[doc(hidden)] // for the programs of this workspace
pub use normalize::default_port;
pub use normalize::{NormalizationLevel, normalize};
pub(crate) use normalize::{nfc, uppercase_letters};
pub use owned::{Iri, IriReference, Uri, UriReference};
pub use parse::{Authority, Reference};
pub(crate) use parts::is_drive;
pub use parts::{Component, ComponentName, QueryPair};
#[cfg(feature = "files")]
pub(crate) use percent::percent_decoded_bytes;
#[doc(hidden)] // for the programs of this workspace
pub use percent::{PercentEncoding, encode_str, percent_decoded, percent_encodings};
pub(crate) use percent::{PercentKinds, encode_byte, encode_char, hex_value, percent_encoding_at};
#[doc(hidden)] // for the programs of this workspace
pub use resolution::{PartOrigin, PathStep, Resolution, ResolvedPart, resolution};
pub use resolve::resolve;
#[doc(hidden)] // for the programs of this workspace
pub(crate) use segment::DIRECTIVE;
pub use segment::{fragment_from_id, path_segment, relative_path, without_directive, without_query_and_fragment};
pub use violation::{Violation, ViolationKind};
