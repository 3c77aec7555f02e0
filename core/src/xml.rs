//! References in XML: where they are, what their format allows, and their findings.
//!
//! ```text
//!  text ─▶ tokens ─▶ elements, namespaces, base ─▶ places ─▶ sites ─▶ findings
//!         (lexer)    (scope)                      (places)  (reader)  (analysis)
//!          └────────────────── Document: leaf by leaf, so that work follows an edit ──┘
//! ```
//!
//! Parsing never fails: a malformed document gives every site before the damage and after the next tag.

mod analysis;
#[doc(hidden)] // for the programs of this workspace
pub mod catalog;
pub mod document;
pub(crate) mod elements;
pub mod fix;
mod guess;
mod half_typed;
#[doc(hidden)] // for the programs of this workspace
pub mod head;
#[doc(hidden)] // for the programs of this workspace
pub mod ids;
mod ignored;
#[doc(hidden)] // for the programs of this workspace
pub mod keys;
pub(crate) mod lexer;
pub(crate) mod namespaces;
#[doc(hidden)] // for the programs of this workspace
pub mod paths;
mod pointer;
pub(crate) mod prolog;
pub(crate) mod reader;
pub(crate) mod scope;
pub mod settings;
mod signature;
pub mod site;
pub(crate) mod suppression;
mod surroundings;
mod tag;
mod target_lookup;
#[doc(hidden)] // for the programs of this workspace
pub mod targets;
#[doc(hidden)] // the table, for the page of the book
pub mod template;
pub(crate) mod tree;
#[doc(hidden)] // for the programs of this workspace
pub mod types;

pub use document::Document;
#[doc(hidden)] // for the programs of this workspace
pub use document::{DraftError, ReferenceDraft, ScopeCache};

pub use crate::vocabularies::{DocumentType, ExpandedName};
pub use fix::{FixChoice, FixError, FixOutcome, FixedDocument, Fixer, LeftFix};
#[doc(hidden)] // for the programs of this workspace
pub use half_typed::ends_unquoted;
#[doc(hidden)] // for the programs of this workspace
pub use ignored::{IgnoredValue, IgnoredValues};
pub use settings::{Settings, Syntax, UnknownPlaces, UserPlace};
#[cfg(feature = "files")]
pub(crate) use signature::signed_spans;
pub use site::{Site, SiteKind};
pub use suppression::SuppressionScope;
#[doc(hidden)] // for the programs of this workspace
pub use surroundings::surroundings;
#[doc(hidden)] // for the programs of this workspace
pub use targets::{SiteTarget, TARGET_RULES, Targets, are_targets_checked};
