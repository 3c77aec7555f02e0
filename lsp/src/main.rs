//! The program `iri-lsp`: a language server on standard input and output.
//!
//! It ends when the client sends `exit` or closes the input: with status 0 after `shutdown`, otherwise 1; with 2
//! if it cannot start.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use iri_lsp::transport::stdio::BlockingIo;
use iri_lsp::{ExitReason, log, serve};

/// Report and fix invalid references in XML: a language server, started by an editor
#[derive(Debug, Parser)]
#[command(name = "iri-lsp", version)]
struct Arguments {
    /// Communicate over standard input and output [default]
    #[arg(long)]
    stdio: bool,
    /// Append a log to FILE; RUST_LOG sets the level [default: info]
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Accept the process ID of the editor, which is not used: the input ends with the editor
    #[arg(long = "clientProcessId", value_name = "ID", hide = true)]
    client: Option<String>,
}

fn main() -> ExitCode {
    let Arguments { stdio: _, log: path, client: _ } = Arguments::parse();
    if let Err(error) = log::init(path.as_deref(), std::env::var("RUST_LOG").ok().as_deref()) {
        let path = path.unwrap_or_default();
        return start_error(&format!("cannot open log file {}: {error}", path.display()));
    }
    if io::stdin().is_terminal() {
        print_purpose();
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return start_error(&format!("cannot start threads: {error}")),
    };
    let reason = runtime.block_on(serve(BlockingIo(io::stdin()), BlockingIo(io::stdout())));
    // A write may still wait for a client that does not read.
    runtime.shutdown_background();
    if reason == ExitReason::Shutdown { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Reports an error; if standard error is closed, the exit status alone reports it.
fn start_error(message: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "iri-lsp: {message}");
    ExitCode::from(2)
}

/// Explains to a user in a terminal what the program waits for; otherwise it would seem to hang.
fn print_purpose() {
    let _ = writeln!(
        io::stderr(),
        "iri-lsp {}: language server for references in XML, waiting for an editor on standard input (Ctrl-D to quit). \
         To inspect a reference in the terminal, run iri-inspect.",
        env!("CARGO_PKG_VERSION")
    );
}
