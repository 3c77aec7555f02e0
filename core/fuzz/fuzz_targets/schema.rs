//! Target `schema`: see `src/schema.rs`.

#![cfg_attr(fuzzing, no_main)]

iri_fuzz::program!(schema);
