//! Target `edits`: see `src/edits.rs`.

#![cfg_attr(fuzzing, no_main)]

iri_fuzz::program!(edits);
