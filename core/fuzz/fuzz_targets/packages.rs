//! Target `packages`: see `src/packages.rs`.

#![cfg_attr(fuzzing, no_main)]

iri_fuzz::program!(packages);
