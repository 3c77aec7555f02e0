//! References in RDF: Turtle, TriG, N-Triples, N-Quads, SPARQL and JSON-LD (`json`).
//!
//! ```text
//!  text ─▶ tokens ─▶ base, prefixes ─▶ sites ─▶ findings
//!         (lexer)       (reader)              (as of XML: `xml::Document`)
//! ```
//!
//! A document is parsed leaf by leaf as one of XML. A leaf starts at the first token of a line. Only a long string reaches
//! over a line break. An IRI without its `>` and a string without its quote cost no more than their first word.

mod json;
pub mod json_ld;
mod json_ld_context;
mod lexer;
pub mod namespace;
pub mod reader;
