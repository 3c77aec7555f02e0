//! Standard output and its properties: buffering, colors, width.

use std::io::{self, BufWriter, IsTerminal, StderrLock, StdoutLock, Write};

use anstream::{AutoStream, ColorChoice};
use iri_core::characters::BidiNotation;

use crate::cells::RightToLeft;
use crate::cli::Color;

/// Properties of the destination of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputDevice {
    /// Width in cells at which lines are wrapped; `None` if they are not.
    pub width: Option<usize>,
    /// Whether it is a terminal, not a file or another program.
    pub is_terminal: bool,
}

/// Minimum width: with less, more lines would not help.
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

    /// Describes a file.
    pub fn file() -> Self {
        Self { is_terminal: false, width: None }
    }

    /// Describes standard error.
    pub fn stderr() -> Self {
        Self { is_terminal: io::stderr().is_terminal(), ..Self::stdout() }
    }

    /// Returns how letters are printed that must stay in stored order, because marks are printed below them: as uppercase
    /// letters of `notation` if the output is not a terminal.
    pub const fn in_order(self, notation: BidiNotation) -> RightToLeft {
        if self.is_terminal { RightToLeft::Pinned } else { RightToLeft::Notation(notation) }
    }

    /// Returns how letters of a path are printed, so that another program finds the file.
    pub const fn path(self) -> RightToLeft {
        if self.is_terminal { RightToLeft::Pinned } else { RightToLeft::Kept }
    }
}

/// Returns standard output for a program, which gets exact bytes.
pub fn plain() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(64 * 1024, io::stdout().lock())
}

/// Returns standard output for a person, with styles if `color` and the terminal allow them.
pub fn styled(color: Color) -> BufWriter<AutoStream<StdoutLock<'static>>> {
    BufWriter::with_capacity(64 * 1024, AutoStream::new(io::stdout().lock(), choice(color)))
}

/// Returns standard error for a person.
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
