//! Standard output: buffered, colored where that is wanted, and as wide as it is.

use std::io::{self, BufWriter, IsTerminal, StderrLock, StdoutLock, Write};

use anstream::{AutoStream, ColorChoice};
use iri_core::characters::BidiNotation;

use crate::cells::RightToLeft;
use crate::cli::Color;

/// What a report may know of its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputDevice {
    /// The width in cells at which lines are wrapped; `None` if they are not.
    pub width: Option<usize>,
    /// Whether a person looks at it now, rather than a file or another program.
    pub is_terminal: bool,
}

/// The least width: below it, more lines would not help.
const NARROWEST: usize = 40;

impl OutputDevice {
    /// Describes standard output. `COLUMNS` overrides its width.
    pub fn stdout() -> Self {
        let is_terminal = io::stdout().is_terminal();
        let reported = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let measured = || crossterm::terminal::size().ok().map(|(columns, _)| usize::from(columns));
        let width = reported.or_else(|| is_terminal.then(measured).flatten());
        Self { width: width.filter(|&width| width > 0).map(|width| width.max(NARROWEST)), is_terminal }
    }

    /// Describes standard error.
    pub fn stderr() -> Self {
        Self { is_terminal: io::stderr().is_terminal(), ..Self::stdout() }
    }

    /// Returns how letters are printed that have to stay in stored order, with marks below them: as uppercase letters of
    /// `notation` if the output is not a terminal.
    pub const fn in_order(self, notation: BidiNotation) -> RightToLeft {
        if self.is_terminal { RightToLeft::Pinned } else { RightToLeft::Notation(notation) }
    }

    /// How letters of a path are printed, so that another program finds the file.
    pub const fn path(self) -> RightToLeft {
        if self.is_terminal { RightToLeft::Pinned } else { RightToLeft::Kept }
    }
}

/// Standard output for a program: bytes as they are.
pub fn plain() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(64 * 1024, io::stdout().lock())
}

/// Standard output for a person: styles are kept where `color` and the terminal want them.
pub fn styled(color: Color) -> BufWriter<AutoStream<StdoutLock<'static>>> {
    BufWriter::with_capacity(64 * 1024, AutoStream::new(io::stdout().lock(), choice(color)))
}

/// Standard error for a person.
pub fn styled_stderr(color: Color) -> AutoStream<StderrLock<'static>> {
    AutoStream::new(io::stderr().lock(), choice(color))
}

const fn choice(color: Color) -> ColorChoice {
    match color {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    }
}

/// Writes a whole text to standard output.
///
/// # Errors
/// If it cannot be written.
pub fn print(text: &[u8]) -> io::Result<()> {
    let mut out = plain();
    out.write_all(text)?;
    out.flush()
}
