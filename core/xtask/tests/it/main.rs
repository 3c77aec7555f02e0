//! Tests of the repository: its layers, words and invariants, and the pages of the book that are generated from the
//! sources. They read files outside their package, so no published package contains them.

// What several tests use.
#[path = "../../../tests/it/keep.rs"]
mod keep;
mod modules;
mod repository;

mod book_links;
mod conformance;
mod docs;
mod extension;
mod layering;
mod marked;
mod mistakes_page;
mod once;
mod places_page;
mod published;
mod tidy;
mod words;
mod workflows;
