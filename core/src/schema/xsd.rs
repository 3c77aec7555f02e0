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
mod nodes;
mod simple_types;

use crate::schema::{LoadedSchema, SchemaTexts};

pub use documents::is_schema;

/// Loads the schema at `location`.
pub fn load(location: &str, texts: &mut dyn SchemaTexts) -> LoadedSchema {
    let documents = documents::Loader::load(location, texts);
    compile::Compiler::new(documents).compile()
}
