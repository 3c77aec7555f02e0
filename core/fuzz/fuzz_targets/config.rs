//! Target `config`: see `src/config.rs`.

#![cfg_attr(fuzzing, no_main)]

iri_fuzz::program!(config);
