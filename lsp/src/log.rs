//! The log: to a file with `--log`, else to standard error, and as much as `RUST_LOG` says.
//!
//! `RUST_LOG` is a level (`error`, `warn`, `info`, `debug`, `trace`, `off`), or levels by module parted by commas
//! (`warn,iri_lsp=debug`). Without it a file gets `info`, and standard error `error`: editors show it to people.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Begins to log to the file at `path`, which is added to, or to standard error.
///
/// # Errors
/// Where the file cannot be opened.
pub fn begin(path: Option<&Path>, levels: Option<&str>) -> io::Result<()> {
    let default = || match path {
        Some(_) => Targets::new().with_default(LevelFilter::INFO),
        // tower-lsp calls it an error that a client has gone.
        None => Targets::new().with_target("iri_lsp", LevelFilter::ERROR),
    };
    let (targets, problem) = match levels.map(str::parse::<Targets>) {
        Some(Ok(targets)) => (targets, None),
        Some(Err(error)) => (default(), Some(error)),
        None => (default(), None),
    };
    let out: Box<dyn Write + Send> = match path {
        Some(path) => Box::new(File::options().create(true).append(true).open(path)?),
        None => Box::new(io::stderr()),
    };
    let layer = fmt::layer().with_ansi(false).with_writer(Mutex::new(Plain(out)));
    // It fails only where a log was begun before.
    let _ = tracing_subscriber::registry().with(targets).with(layer).try_init();
    if let Some(problem) = problem {
        tracing::error!("RUST_LOG is not understood: {problem}");
    }
    std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
    Ok(())
}

/// A writer of lines that can do a terminal no harm.
struct Plain<W>(W);

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let mut plain = String::with_capacity(text.len());
        for c in text.chars() {
            if c == '\n' || matches!(c, ' '..='~') { plain.push(c) } else { plain.extend(c.escape_unicode()) }
        }
        self.0.write_all(plain.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_log_moves_nothing_on_a_terminal() {
        let mut out = Vec::new();
        Plain(&mut out).write_all("a\u{1B}[2J\u{202E}\u{9B}b\tc\n".as_bytes()).expect("a vector takes all");
        assert_eq!(String::from_utf8_lossy(&out), "a\\u{1b}[2J\\u{202e}\\u{9b}b\\u{9}c\n");
    }
}
