//! The log: to a file with `--log`, otherwise to standard error, at the level in `RUST_LOG`.
//!
//! `RUST_LOG` is a level (`error`, `warn`, `info`, `debug`, `trace`, `off`), or a comma-separated list of levels by module
//! (`warn,iri_lsp=debug`). By default a file gets `info`, and standard error `error`, because editors show it to users.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Starts the log, which is appended to the file at `path` or written to standard error.
///
/// # Errors
/// If the file cannot be opened.
pub fn init(path: Option<&Path>, levels: Option<&str>) -> io::Result<()> {
    let default = || match path {
        Some(_) => Targets::new().with_default(LevelFilter::INFO),
        // tower-lsp logs a closed client as an error.
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
    let layer = fmt::layer().with_ansi(false).with_writer(Mutex::new(EscapingWriter(out)));
    // It fails only if a log was started before.
    let _ = tracing_subscriber::registry().with(targets).with(layer).try_init();
    if let Some(problem) = problem {
        tracing::error!("invalid RUST_LOG: {problem}");
    }
    std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
    Ok(())
}

/// A writer that escapes everything that could control a terminal.
struct EscapingWriter<W>(W);

impl<W: Write> Write for EscapingWriter<W> {
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
    fn the_log_contains_no_control_characters() {
        let mut out = Vec::new();
        EscapingWriter(&mut out)
            .write_all("a\u{1B}[2J\u{202E}\u{9B}b\tc\n".as_bytes())
            .expect("a vector accepts all bytes");
        assert_eq!(String::from_utf8_lossy(&out), "a\\u{1b}[2J\\u{202e}\\u{9b}b\\u{9}c\n");
    }
}
