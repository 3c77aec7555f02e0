#![cfg_attr(feature = "xml", doc = include_str!("../README.md"))]
#![cfg_attr(not(feature = "xml"), doc = "Validates, converts, resolves, compares and displays URIs, IRIs and LEIRIs.")]
//!
//! ## Overview
//!
//! ```text
//!  text ─▶ Reference ─▶ rules ─▶ findings + fixes ─▶ Inspection ─▶ conversions, characters, display order
//!
//!  XML ──▶ Document ──▶ sites ─▶ references ───────▶ findings + fixes ─▶ fixed document        (feature `xml`)
//! ```
//!
//! | task | start with |
//! |--|--|
//! | parse and validate a string | [`Reference::parse`], [`Reference::validate`] |
//! | keep what is valid | [`Iri`], [`IriReference`], [`Uri`], [`UriReference`] |
//! | find what is wrong or risky, with fixes | [`inspect()`], [`Inspection::findings`], [`apply_edits`] |
//! | convert | [`leiri_to_iri`], [`iri_to_uri`], [`readable_iri`], [`Inspection::converted`] |
//! | resolve, normalize, compare | [`reference::resolve`], [`reference::normalize`], [`reference::compare`] |
//! | display order, and why | [`bidi::Bidi`], [`bidi::Trace`], [`bidi::twins`] |
//! | describe a character | [`unicode::Character`], [`characters::Escaper`] |
#![cfg_attr(
    feature = "xml",
    doc = "| references of a document | [`Document::parse`], [`Document::findings`], [`xml::Fixer`] |"
)]
#![cfg_attr(feature = "xml", doc = "| bytes of a file as text | [`text::encoding::decode`] |")]
#![cfg_attr(feature = "files", doc = "| files, `.iri.toml` | [`files::walk`], [`files::Configs`], [`files::save`] |")]

pub mod bidi;
mod cancel;
pub mod characters;
#[cfg(feature = "files")]
pub mod files;
pub mod inspect;
#[doc(hidden)] // for the programs of this workspace
pub mod interop;
#[doc(hidden)] // for the programs of this workspace
pub mod present;
#[cfg(feature = "rdf")]
mod rdf;
pub mod reference;
pub mod rules;
#[cfg(feature = "xml")]
#[doc(hidden)] // for the programs of this workspace
pub mod schema;
#[cfg(feature = "serde")]
#[doc(hidden)] // for the programs of this workspace
pub mod serialize;
pub mod text;
pub mod unicode;
#[cfg(feature = "xml")]
#[doc(hidden)] // the tables, for the page of the book
pub mod vocabularies;
#[cfg(feature = "files")]
pub mod workspace;
#[cfg(feature = "xml")]
pub mod xml;

pub use cancel::CancelToken;
#[cfg(feature = "files")]
pub use files::config::{Config, ConfigProblem};
pub use inspect::{Inspection, Options, inspect, inspect_decoded, parse_only};
pub use reference::{
    Dialect, Iri, IriReference, Reference, Uri, UriReference, Violation, iri_to_uri, iri_to_uri_with_idna,
    leiri_to_iri, leiri_to_uri, readable_iri,
};
pub use rules::{Cardinality, Finding, Fix, ReferenceUse, Role, Safety, Severities, Severity, UnknownRule, Whitespace};
pub use text::{Decoded, Edit, Span, UnknownName, apply_edits};
#[cfg(feature = "xml")]
pub use xml::{Document, Settings, Site};
