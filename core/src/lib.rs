//! Parse, judge, convert and display IRIs as XML writes them.
//!
//! ```text
//!  text ─▶ Reference ─▶ rules ─▶ findings + fixes ─▶ Inspection ─▶ panes, reports, diagnostics
//!          (reference,           (finding)            (this door)
//!           unicode)
//! ```
//!
//! [`inspect`] is the door: it never fails, whatever the text. What costs more than judging
//! (characters, direction, conversions) is worked out when the [`Inspection`] is asked for it.
//!
//! ```
//! let inspection = iri_core::inspect("http://example.org/a b", &iri_core::Options::default());
//! assert_eq!(inspection.findings()[0].rule.name, "leiri-space");
//! ```

pub mod bidi;
pub mod characters;
#[cfg(feature = "files")]
pub mod files;
pub mod inspect;
pub mod present;
pub mod reference;
pub mod rules;
#[cfg(feature = "serde")]
mod serialize;
pub mod text;
pub mod unicode;
#[cfg(feature = "xml")]
pub mod xml;

#[cfg(feature = "files")]
pub use files::config::{Config, ConfigProblem};
pub use inspect::{Inspection, Options, inspect, inspect_cancellable, inspect_decoded, parse_only};
pub use reference::{
    Dialect, Reference, Violation, iri_to_uri, iri_to_uri_with_idna, leiri_to_iri, leiri_to_uri, uri_to_iri,
};
pub use rules::{Cardinality, Finding, Fix, ReferenceUse, Role, Safety, Severities, Severity, UnknownRule, WhiteSpace};
pub use text::{Decoded, Edit, Span, UnknownName, apply_edits};
#[cfg(feature = "xml")]
pub use xml::{Document, Settings, Site};

/// The examples of the page that people see first.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
