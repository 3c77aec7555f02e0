//! The program `iri-lsp`: a language server on standard input and output.
//!
//! ```text
//!  stdin ─▶ pump::Input ─▶ tower-lsp ─▶ Guard ─▶ Server          one message after the other
//!  stdout ◀─ pump::Output ◀─┘
//! ```
//!
//! It ends when the client says `exit` or closes its side: with status 0 after `shutdown`, else 1.

mod guard;
mod pump;
mod server;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;
use tower_lsp::LspService;

use crate::guard::{Guard, Lifecycle};

/// Flags bad IRIs in XML and offers to mend them: a language server, started by an editor
#[derive(Debug, Parser)]
#[command(name = "iri-lsp", version)]
struct Arguments {
    /// Speak over standard input and output; there is no other way, and editors that say so are right
    #[arg(long)]
    stdio: bool,
}

fn main() -> ExitCode {
    let Arguments { stdio: _ } = Arguments::parse();
    if io::stdin().is_terminal() {
        greet();
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            // If stderr is closed as well, the exit status still tells.
            let _ = writeln!(io::stderr(), "iri-lsp: cannot start: {error}");
            return ExitCode::from(2);
        }
    };
    let lifecycle = Lifecycle::default();
    runtime.block_on(serve(&lifecycle));
    // A read of standard input may still be waiting; nobody is left who would answer it.
    runtime.shutdown_background();
    if lifecycle.was_shut_down() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Says to a person what this is: a silent program looks like one that hangs.
fn greet() {
    let _ = writeln!(
        io::stderr(),
        "iri-lsp {}: a language server for IRIs in XML. It waits for an editor on standard input; \
         to look at a reference by hand run iri-inspect. Ctrl-D ends it.",
        env!("CARGO_PKG_VERSION")
    );
}

async fn serve(lifecycle: &Lifecycle) {
    let (service, socket) = LspService::new(server::Server::new);
    let input = pump::Input::new(tokio::io::stdin(), lifecycle.clone());
    let output = pump::Output::new(tokio::io::stdout());
    tower_lsp::Server::new(input, output, socket).serve(Guard::new(service, lifecycle.clone())).await;
}
