//! Presentation of a reference, as data that every front end writes: location as the author wrote it, components,
//! conversions, notable characters, display order, findings.
//!
//! ```text
//! Document, Site ─▶ Place ─────┐
//! Inspection ─▶ Report ────────┴─▶ panes and reports (terminal), Markdown (editors), your program
//!               role · components · characters · conversions · direction · findings, also as rows of text
//! ```
//!
//! Texts in a report come from the input as they are: the front end writes them with the
//! [`Escaper`](crate::characters::Escaper) of its output. Labels are the same in all front ends.

mod characters;
mod conversions;
mod destination;
mod direction;
mod findings;

#[cfg(feature = "xml")]
mod place;
mod positions;
mod report;
mod role;
mod rows;

pub use characters::{CharacterKind, CharacterKinds};
pub use conversions::{Conversions, ConvertedText};
pub use destination::Destination;
pub use direction::Direction;
pub use findings::FindingGroup;

#[cfg(feature = "xml")]
pub use place::Place;
pub use positions::CharacterIndex;
pub use report::{ParserRow, Report, ReportedComponent};
pub use role::RoleDescription;
pub use rows::{ReportRow, RowKind, Section};
