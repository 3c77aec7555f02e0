//! Target `reference`: see `src/reference.rs`.

#![cfg_attr(fuzzing, no_main)]

iri_fuzz::program!(reference);
