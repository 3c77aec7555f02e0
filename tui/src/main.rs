//! The program `iri-inspect`, which the library implements.

use std::process::ExitCode;

/// A tenth of the time of `check` depends on it: each thread allocates and frees many short texts.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    iri_inspect::run()
}
