//! Schemas: XML Schema, RELAX NG and its compact syntax, and a document with the types that they declare.
//!
//! Lines `----` separate documents: `file:///s/0` is the schema, and others can be included as `1`, `2`, … The last one
//! is also the document to which the types apply.

use std::sync::Arc;

use iri_core::schema::{self, LoadedSchema, MAX_PROBLEMS, SchemaText, SchemaTexts};
use iri_core::xml::types::{Binding, BoundSchema, SchemaPosition, Types};
use iri_core::{Document, Settings};

use crate::input::text_and_choices;

const MAX_LENGTH: usize = 8 * 1024;

/// Documents by their numbers.
struct Texts<'t>(Vec<&'t str>);

impl<'t> Texts<'t> {
    fn at(&self, location: &str) -> Option<&'t str> {
        let number: usize = location.strip_prefix("file:///s/")?.parse().ok()?;
        self.0.get(number).copied()
    }
}

impl SchemaTexts for Texts<'_> {
    fn text(&mut self, reference: &str, base: &str) -> Result<SchemaText, String> {
        let location = iri_core::reference::resolve(base, reference).ok_or("schema has no location")?;
        let text = self.at(&location).ok_or_else(|| format!("schema not found: {reference:?}"))?;
        Ok(SchemaText { location: location.into(), text: text.into() })
    }
}

/// Runs the target.
pub fn run(bytes: &[u8]) {
    let (text, mut choices) = text_and_choices(bytes);
    if text.len() > MAX_LENGTH {
        return;
    }
    // The end of a schema that is being typed.
    let end = (0..=choices.below(text.len() + 1)).rev().find(|&end| text.is_char_boundary(end)).unwrap_or_default();
    for text in [&text[..], &text[end..]] {
        let mut texts = Texts(text.split("\n----\n").collect());
        let LoadedSchema { declarations, problems } = schema::load("file:///s/0", &mut texts);
        assert!(problems.len() <= MAX_PROBLEMS, "{} problems", problems.len());
        let check = |at: SchemaPosition| {
            let location = declarations.location(at.file);
            let text = texts.at(location).unwrap_or_else(|| panic!("{location} is not a document"));
            assert!(at.offset as usize <= text.len(), "{at:?} is after the end of {location}");
            let line = declarations.line(at);
            assert!(line >= 1 && line <= text.split('\n').count(), "{at:?} is on line {line} of {location}");
        };
        for problem in &problems {
            assert!(!problem.message.is_empty() && !problem.message.contains('\n'), "{problem:?}");
            problem.at.into_iter().for_each(check);
        }
        declarations.places().for_each(|place| check(place.at));
        let document = texts.0.last().copied().unwrap_or_default();
        let bound = BoundSchema { declarations, binding: Binding::Configuration };
        let settings = Settings::default().with_types(Arc::new(Types::new(vec![bound])));
        let document = Document::parse(document, Arc::new(settings));
        let text = document.text();
        for site in document.sites() {
            assert!(text.get(site.span.range()).is_some(), "{site:?}");
        }
    }
}
