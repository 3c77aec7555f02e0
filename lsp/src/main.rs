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

/// Flags bad IRIs in XML and offers to mend them: a language server, started by an editor
#[derive(Debug, Parser)]
#[command(name = "iri-lsp", version)]
struct Arguments {
    /// Speak over standard input and output; there is no other way, and editors that say so are right
    #[arg(long)]
    stdio: bool,
    /// Add what happens to FILE; the variable RUST_LOG says how much (warn, info, debug, trace)
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// The process of the editor, which some send; the end of the input tells that it is gone
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
    // A write may still wait for a client that reads nothing.
    runtime.shutdown_background();
    if reason == ExitReason::Shutdown { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Reports an error; if stderr is closed as well, the exit status still does.
fn start_error(message: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "iri-lsp: {message}");
    ExitCode::from(2)
}

/// Tells a user at a terminal what this program is: a silent one seems to hang.
fn print_purpose() {
    let _ = writeln!(
        io::stderr(),
        "iri-lsp {}: language server for references in XML, waiting for an editor on standard input (Ctrl-D to quit). \
         To inspect a reference in the terminal, run iri-inspect.",
        env!("CARGO_PKG_VERSION")
    );
}
