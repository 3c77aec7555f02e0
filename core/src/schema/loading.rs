//! What loaders receive and return.

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

/// Problem in a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaProblem {
    /// Position in the schema; `None` if the schema itself has no text.
    pub at: Option<SchemaPosition>,
    /// Message in the style of findings.
    pub message: String,
}

impl SchemaProblem {
    /// Returns the message with the position in the schema whose `declarations` are given: `… (a.xsd, line 5)`.
    pub fn located(&self, declarations: &Declarations) -> String {
        let place = self.at.map(|at| {
            let name = declarations.location(at.file).rsplit('/').next().unwrap_or_default();
            format!(" ({name}, line {})", declarations.line(at))
        });
        format!("{}{}", self.message, place.unwrap_or_default())
    }
}

/// Loaded schema.
#[derive(Clone, Debug)]
pub struct LoadedSchema {
    /// Declarations.
    pub declarations: Arc<Declarations>,
    /// Problems, in the order in which they were found.
    pub problems: Vec<SchemaProblem>,
}
