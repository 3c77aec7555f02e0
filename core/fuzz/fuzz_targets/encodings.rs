//! Target `encodings`: see `src/encodings.rs`.

#![cfg_attr(fuzzing, no_main)]

iri_fuzz::program!(encodings);
