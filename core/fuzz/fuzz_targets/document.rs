//! Target `document`: see `src/document.rs`.

#![cfg_attr(fuzzing, no_main)]

iri_fuzz::program!(document);
