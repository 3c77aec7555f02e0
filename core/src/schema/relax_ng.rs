//! RELAX NG (`ISO/IEC 19757-2`), in the XML syntax and in the compact syntax.
//!
//! ```text
//! XML syntax (xml)     ─┐
//!                       ├▶ patterns, definitions (pattern, grammar) ─▶ Declarations (compile)
//! compact syntax       ─┘
//! (compact)
//! ```
//!
//! Each document of a schema may use either syntax: one that starts with `<` is XML.

mod compact;
mod compile;
mod grammar;
mod pattern;
mod xml;

use crate::schema::{LoadedSchema, SchemaTexts};
use grammar::PatternsBuilder;

/// Loads the schema at `location`.
pub fn load(location: &str, texts: &mut dyn SchemaTexts) -> LoadedSchema {
    let mut builder = PatternsBuilder::new(location);
    while let Some((context, text)) = builder.next_document(texts) {
        let is_xml = text.trim_start_matches('\u{FEFF}').trim_start().starts_with('<');
        let parse = if is_xml { xml::parse } else { compact::parse };
        let pattern = parse(&mut builder, &context, &text);
        builder.complete(&context, pattern);
    }
    compile::compile(builder.finish())
}
