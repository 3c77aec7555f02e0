//! The program `iri-inspect`, which the library implements.

use std::process::ExitCode;

fn main() -> ExitCode {
    iri_inspect::run()
}
