//! Loaders of schemas: the text of a schema ─▶ [`Declarations`](crate::xml::types::Declarations).
//!
//! ```text
//! location ─▶ SchemaTexts ─▶ text ─▶ loader ─▶ Declarations, problems
//!               ▲                      │
//!               ╰──── further texts ───╯           include, import, redefine, override, externalRef
//! ```
//!
//! A loader never fails: what it cannot use is a problem, and the rest is effective. It takes time linear in the texts,
//! of which it reads a limited amount, and does not use recursion on them.

pub mod relax_ng;
pub mod xsd;

use std::sync::Arc;

use crate::xml::types::{Declarations, SchemaPosition};

/// Maximum number of documents of one schema.
pub const MAX_DOCUMENTS: usize = 2_000;
/// Maximum number of bytes of all of them together.
pub const MAX_BYTES: usize = 64 << 20;
/// Maximum number of problems that are kept.
pub const MAX_PROBLEMS: usize = 100;

/// Source of the texts of schemas. Only the caller accesses a disk.
pub trait SchemaTexts {
    /// Returns the text that `reference`, resolved against `base`, identifies. For the first document of a schema,
    /// `reference` is its location and `base` is empty.
    ///
    /// # Errors
    /// Returns the reason as a message in the style of findings if there is no text: `schema not found: a.xsd`.
    fn text(&mut self, reference: &str, base: &str) -> Result<SchemaText, String>;

    /// Returns whether there is such a text, if its absence is not a problem: an import may omit the location, or give one
    /// on the web.
    fn is_available(&mut self, reference: &str, base: &str) -> bool {
        self.text(reference, base).is_ok()
    }
}

/// Text of a document of a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaText {
    /// Location, against which references in the text are resolved: an absolute IRI if it is known. Each document has one
    /// location.
    pub location: Arc<str>,
    /// Decoded text.
    pub text: Arc<str>,
}

/// Loads the schema at `location`, in whatever language it is.
pub fn load(location: &str, texts: &mut dyn SchemaTexts) -> LoadedSchema {
    xsd::load(location, texts)
}

/// Returns the namespace that a schema declares, and the references of the documents that it includes, from the start
/// of its text; `None` if it is not a schema.
pub fn outline(text: &str) -> Option<Outline> {
    xsd::outline(text)
}

/// What the start of a schema says about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// Namespace of its declarations; empty without one.
    pub namespace: String,
    /// References of the documents that it includes.
    pub includes: Vec<String>,
}

/// Problem in a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaProblem {
    /// Position in the schema; `None` if the schema itself has no text.
    pub at: Option<SchemaPosition>,
    /// Message in the style of findings.
    pub message: String,
}

/// Loaded schema.
#[derive(Clone, Debug)]
pub struct LoadedSchema {
    /// Declarations.
    pub declarations: Arc<Declarations>,
    /// Problems, in the order in which they were found.
    pub problems: Vec<SchemaProblem>,
}
