//! Target `inspector`: see `src/inspector.rs`.

#![cfg_attr(fuzzing, no_main)]

iri_fuzz::program!(inspector);
