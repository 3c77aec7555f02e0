//! The program `iri-inspect`: its modules, from the top down. A library only for the program, its tests and the fuzz
//! targets: use `iri-core` in your own programs.
//!
//! ```text
//!  lib ──▶ commands ─┬─▶ ui ─▶ inspector ─▶ files
//!                    ├─▶ report
//!                    └─▶ terminal
//!  ground: cli (arguments, exit status), cells, theme
//! ```

mod cells;
mod cli;
mod commands;
mod files;
mod inspector;
mod report;
mod terminal;
mod theme;
mod ui;

use std::io;
use std::process::ExitCode;

use cli::Cli;
use cli::outcome::fail;
#[doc(hidden)] // for the fuzz targets
pub use commands::Headless;

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    match commands::complete() {
        Ok(false) => {}
        Ok(true) => return ExitCode::SUCCESS,
        Err(error) => return fail(&error.to_string()).into(),
    }
    match commands::run(Cli::read()) {
        Ok(outcome) => outcome.into(),
        // The program that reads our output has stopped reading.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => fail(&error.to_string()).into(),
    }
}
