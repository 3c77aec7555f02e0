//! The program `iri-lsp`: a language server on standard input and output.
//!
//! It ends when the client sends `exit` or closes the input: with status 0 after `shutdown`, otherwise 1; with 2
//! if it cannot start.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{CommandFactory, Parser};
use iri_lsp::transport::stdio::{BlockingIo, Input};
use iri_lsp::{ExitReason, log, serve};

/// It returns the memory of closed documents to the system, which that of glibc keeps.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
    /// Print the manual page
    #[arg(long, exclusive = true)]
    man: bool,
    /// Accept the process ID of the editor, which is not used: the input ends with the editor
    #[arg(long = "clientProcessId", value_name = "ID", hide = true)]
    client: Option<String>,
}

fn main() -> ExitCode {
    let Arguments { stdio: _, log: path, man, client: _ } = Arguments::parse();
    if man {
        return match print_manual(&mut io::stdout()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => start_error(&format!("cannot write the manual page: {error}")),
        };
    }
    if let Err(error) = log::init(path.as_deref(), std::env::var("RUST_LOG").ok().as_deref()) {
        let path = path.unwrap_or_default();
        return start_error(&format!("cannot open log file {}: {error}", path.display()));
    }
    if io::stdin().is_terminal() {
        print_purpose();
    }
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    // An idle thread keeps the memory of its allocator and of its automata.
    runtime.worker_threads(2).thread_keep_alive(Duration::from_secs(1));
    let runtime = match runtime.enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return start_error(&format!("cannot start threads: {error}")),
    };
    let input = match Input::new() {
        Ok(input) => input,
        Err(error) => return start_error(&format!("cannot read standard input: {error}")),
    };
    let reason = runtime.block_on(serve(input, BlockingIo(io::stdout())));
    // A write may still wait for a client that does not read.
    runtime.shutdown_background();
    if reason == ExitReason::Shutdown { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Sections of the manual page that the definition of the arguments does not contain.
const MANUAL: &str = r#".SH "EXIT STATUS"
.TP
\fB0\fR
The client sent shutdown and exit.
.TP
\fB1\fR
The input ended, or the client sent exit without shutdown.
.TP
\fB2\fR
The server cannot start.
.SH FILES
.TP
\fB\&.iri.toml\fR
Configuration of a project: the nearest one in the directory of a document or in a parent directory.
.SH ENVIRONMENT
.TP
\fBRUST_LOG\fR
Level of the log: error, warn, info, debug or trace.
.SH EXAMPLES
.PP
An editor starts the server. This writes a log that shows what it does:
.PP
.RS 4
.nf
iri\-lsp \-\-log /tmp/iri\-lsp.log
.fi
.RE
.SH "SEE ALSO"
\fBiri\-inspect\fR(1)
"#;

fn print_manual(out: &mut impl Write) -> io::Result<()> {
    let page = clap_mangen::Man::new(Arguments::command())
        .source(concat!("iri-lsp ", env!("CARGO_PKG_VERSION")))
        .manual("User Commands");
    // A closed pipe must not be an error halfway, so the page is written at once.
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    text.extend_from_slice(MANUAL.as_bytes());
    out.write_all(&text)?;
    out.flush()
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
