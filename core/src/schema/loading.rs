//! What loaders receive and return.

use std::sync::Arc;

use crate::text::fit;
use crate::xml::tree::Tree;
use crate::xml::types::{Declarations, SchemaPosition};

/// Maximum number of documents of one schema.
pub const MAX_DOCUMENTS: usize = 2_000;
/// Maximum number of bytes of all of them together.
pub const MAX_BYTES: usize = 64 << 20;
/// Number of bytes of documents that may be used several times, beyond those in proportion to the documents.
const REPEATED_BYTES: usize = 2 << 20;
/// Number of repeated bytes per byte of the documents.
const REPEATED_PER_BYTE: usize = 8;
/// Maximum number of problems that are kept.
pub const MAX_PROBLEMS: usize = 100;

/// Bytes of the documents of a schema.
///
/// A document without a namespace has declarations for each namespace that includes it, and a grammar those for each
/// inclusion. So a few documents can have declarations without end; those of repetitions are limited in proportion to the
/// documents.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadedBytes {
    documents: usize,
    repeated: usize,
}

impl LoadedBytes {
    /// Adds a document of `length` bytes, which is used the first time or again.
    ///
    /// # Errors
    /// Returns the problem of the document with the name `name` if there are too many bytes; it is not used then.
    pub fn add(&mut self, length: usize, is_repeated: bool, name: &str) -> Result<(), String> {
        let bytes = if is_repeated { &mut self.repeated } else { &mut self.documents };
        *bytes = bytes.saturating_add(length);
        if self.documents.saturating_add(self.repeated) > MAX_BYTES {
            return Err(fit(name, |name| format!("schema is too large: {name}")));
        }
        if self.repeated > REPEATED_BYTES + self.documents * REPEATED_PER_BYTE {
            return Err(fit(name, |name| format!("schema is included too often: {name}")));
        }
        Ok(())
    }
}

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

    /// Returns the elements of `text`, which other schemas may use too.
    fn tree(&mut self, text: &SchemaText) -> Arc<Tree> {
        Arc::new(Tree::parse(&text.text))
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
