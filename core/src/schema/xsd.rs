//! XML Schema 1.0 and 1.1.
//!
//! ```text
//! documents ─▶ global components by name ─▶ contents of types ─▶ Declarations
//! (documents)  (components)                 (compile, particles, simple_types)
//! ```
//!
//! Only what determines the types of attributes and texts is used: order and number of elements, facets other than
//! enumerations, identity constraints, assertions and default values are not. What is not valid is used as far as
//! possible.

mod compile;
mod components;
mod documents;
mod simple_types;

use crate::schema::{LoadedSchema, SchemaTexts};
use crate::xml::namespaces::XSD;
use crate::xml::places::ExpandedName;

/// Returns whether a document with that root element is a schema in this language.
pub fn is_schema(root: ExpandedName<'_>) -> bool {
    root == ExpandedName { namespace: XSD, local: "schema" }
}

/// Loads the schema at `location`.
pub fn load(location: &str, texts: &mut dyn SchemaTexts) -> LoadedSchema {
    let documents = documents::Loader::load(location, texts);
    compile::Compiler::new(documents).compile()
}
