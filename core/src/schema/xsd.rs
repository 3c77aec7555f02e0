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

use std::sync::Arc;

use crate::schema::{LoadedSchema, Outline, SchemaTexts};
use crate::xml::namespaces::XSD;
use crate::xml::places::ExpandedName;
use crate::xml::tree::Tree;

/// Returns whether a document with that root element is a schema in this language.
pub fn is_schema(root: ExpandedName<'_>) -> bool {
    root == ExpandedName { namespace: XSD, local: "schema" }
}

/// Returns the outline of the schema that starts with `text`; `None` if it is not a schema.
pub fn outline(text: &str) -> Option<Outline> {
    let tree = Tree::parse(&Arc::from(text));
    let root = tree.root().filter(|&root| is_schema(tree.name(root)))?;
    let included = tree.children(root).filter(|&node| {
        let name = tree.name(node);
        name.namespace == XSD && matches!(name.local, "include" | "redefine" | "override")
    });
    let includes = included.filter_map(|node| Some(tree.attribute(node, "schemaLocation")?.trim().to_owned()));
    let namespace = tree.attribute(root, "targetNamespace").unwrap_or_default().trim().to_owned();
    Some(Outline { namespace, includes: includes.collect() })
}

/// Loads the schema at `location`.
pub fn load(location: &str, texts: &mut dyn SchemaTexts) -> LoadedSchema {
    let documents = documents::Loader::load(location, texts);
    compile::Compiler::new(documents).compile()
}
