//! References in XML: where they stand, what their place admits, what is wrong with them.
//!
//! ```text
//!  text ─▶ tokens ─▶ elements, namespaces, base ─▶ places ─▶ sites ─▶ findings
//!         (lexer)    (scope)                      (places)  (reader)  (judge)
//!          └────────────────── Document: leaf by leaf, so that work follows an edit ──┘
//! ```
//!
//! Reading never fails: a broken document gives every site before the damage and after the next tag.

pub mod catalog;
pub mod document;
pub mod entities;
mod judge;
mod lexer;
pub mod mend;
mod namespaces;
pub mod places;
mod prolog;
mod reader;
mod scope;
pub mod settings;
mod silence;
pub mod site;
mod tag;
pub mod template;

pub use document::{Acquaintance, Document};
pub use entities::Entities;
pub use mend::{Mended, Mending, Patchwork, Unsound, mend, mend_value};
pub use places::{DocumentType, Name};
pub use settings::{IgnoredValue, Settings, UserPlace};
pub use site::{Kind, Site};
