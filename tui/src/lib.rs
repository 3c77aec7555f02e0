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
    if let Err(error) = outlive_limits() {
        return fail(&error.to_string()).into();
    }
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

/// Makes the limit of the size of files an error of the write that exceeds it, as a full disk is, instead of the end of the
/// program: there is a message, and no temporary file remains.
fn outlive_limits() -> io::Result<()> {
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default())?;
    Ok(())
}
