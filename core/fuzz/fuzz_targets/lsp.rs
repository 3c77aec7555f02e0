//! Target `lsp`: see `src/lsp.rs`.

#![cfg_attr(fuzzing, no_main)]

iri_fuzz::program!(lsp);
