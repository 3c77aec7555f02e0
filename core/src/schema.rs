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

pub mod dtd;
mod loading;
mod outline;
pub mod relax_ng;
pub mod xsd;

pub use loading::{
    LoadedBytes, LoadedSchema, MAX_BYTES, MAX_DOCUMENTS, MAX_PROBLEMS, SchemaProblem, SchemaText, SchemaTexts,
};
pub use outline::Outline;

use std::sync::Arc;

use crate::schema::outline::SchemaLanguage;

/// Loads the schema at `location`. Its text shows the language.
pub fn load(location: &str, texts: &mut dyn SchemaTexts) -> LoadedSchema {
    let language = texts.text(location, "").map(|text| SchemaLanguage::detect(&text.text));
    match language {
        Ok(SchemaLanguage::RelaxNg | SchemaLanguage::Compact) => relax_ng::load(location, texts),
        Ok(SchemaLanguage::Dtd) => dtd::load(location, texts),
        Ok(SchemaLanguage::XmlSchema | SchemaLanguage::Unknown) | Err(_) => xsd::load(location, texts),
    }
}

/// Returns the first problem of a schema by itself, as a message with its line: the documents that it includes are not
/// loaded.
pub fn own_problem(location: &str, text: Arc<str>) -> Option<String> {
    struct OneText {
        location: Arc<str>,
        text: Arc<str>,
    }

    impl SchemaTexts for OneText {
        fn text(&mut self, reference: &str, _: &str) -> Result<SchemaText, String> {
            // Of any other text nothing is known, so that its absence is not a problem.
            let is_own = *reference == *self.location;
            is_own
                .then(|| SchemaText { location: self.location.clone(), text: self.text.clone() })
                .ok_or_else(String::new)
        }
    }

    let LoadedSchema { declarations, problems } = load(location, &mut OneText { location: location.into(), text });
    // What is not defined here may be defined in what is not loaded.
    let is_whole = problems.iter().all(|problem| !problem.message.is_empty());
    let is_own = |problem: &SchemaProblem| {
        !problem.message.is_empty() && (is_whole || !problem.message.starts_with("no definition of"))
    };
    let problem = problems.into_iter().find(is_own)?;
    Some(problem.located(&declarations))
}
