//! The program `iri-inspect`, which the library implements.

use std::process::ExitCode;

/// With it `check` needs 8 % less time: each thread allocates and frees many short texts.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    iri_inspect::run()
}
