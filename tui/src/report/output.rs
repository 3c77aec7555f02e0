//! Standard output and its properties: buffering, colors, width.
//!
//! ```text
//! text, data   anything that contains input, without commands in the log of a workflow
//! exact        bytes that another program needs as they are, and our own text
//! ```

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, StderrLock, StdoutLock, Write};

use anstream::{AutoStream, ColorChoice};
use iri_core::characters::BidiNotation;

use crate::cells::{RightToLeft, escaped};
use crate::cli::Color;
use crate::cli::workflow_log::{self, Guarded, Quoting};

/// Properties of the destination of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputDevice {
    /// Width in cells at which lines are wrapped; `None` if they are not.
    pub width: Option<usize>,
    /// Whether it is a terminal, not a file or another program.
    pub is_terminal: bool,
    /// Whether it shows links.
    pub has_links: bool,
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
        let width = width.filter(|&width| width > 0).map(|width| width.max(NARROWEST));
        Self { width, is_terminal, has_links: is_terminal && shows_links() }
    }

    /// Describes a file.
    pub fn file() -> Self {
        Self { is_terminal: false, width: None, has_links: false }
    }

    /// Describes standard error.
    pub fn stderr() -> Self {
        let is_terminal = io::stderr().is_terminal();
        Self { is_terminal, has_links: is_terminal && shows_links(), ..Self::stdout() }
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

/// Standard output for a program.
pub type Exact = BufWriter<StdoutLock<'static>>;

/// Standard output for a person.
pub type Styled = BufWriter<AutoStream<StdoutLock<'static>>>;

/// Returns standard output for a program that gets exact bytes, also those of commands of a workflow.
pub fn exact() -> Exact {
    BufWriter::with_capacity(64 * 1024, io::stdout().lock())
}

/// Returns standard output for a program. In a workflow, commands in it are broken in the way of its format.
pub fn data(quoting: Quoting) -> Guarded<Exact> {
    workflow_log::guarded(exact(), quoting)
}

/// Returns standard output for lines that a program may read. They are exact, unless the log of a workflow may show them.
pub fn lines() -> Guarded<Exact> {
    if is_regular_file() { Guarded::Exact(exact()) } else { data(Quoting::Text) }
}

/// Returns standard output for a person, with styles if `color` and the terminal allow them.
pub fn text(color: Color) -> Guarded<Styled> {
    workflow_log::guarded(text_with_commands(color), Quoting::Text)
}

/// Returns the same for a report that contains commands of a workflow.
pub fn text_with_commands(color: Color) -> Styled {
    BufWriter::with_capacity(64 * 1024, AutoStream::new(io::stdout().lock(), choice(color)))
}

/// Returns whether standard output is a file, and not a terminal or a pipe, which may be the log of a workflow.
pub fn is_regular_file() -> bool {
    #[cfg(unix)]
    let handle = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned();
    #[cfg(windows)]
    let handle = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned();
    #[cfg(any(unix, windows))]
    let is_file = handle.and_then(|handle| File::from(handle).metadata()).is_ok_and(|metadata| metadata.is_file());
    #[cfg(not(any(unix, windows)))]
    let is_file = false;
    is_file
}

/// Returns standard error for a person.
pub fn text_on_stderr(color: Color) -> AutoStream<StderrLock<'static>> {
    AutoStream::new(io::stderr().lock(), choice(color))
}

fn choice(color: Color) -> ColorChoice {
    match color {
        Color::Auto if is_color_forced() => ColorChoice::Always,
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    }
}

/// Returns whether a terminal shows links: all ignore unknown control strings, except the console of Linux.
fn shows_links() -> bool {
    let is_off = std::env::var_os("FORCE_HYPERLINK").is_some_and(|value| value == "0");
    !is_off && std::env::var("TERM").is_ok_and(|term| !matches!(term.as_str(), "" | "dumb" | "linux"))
}

/// Returns whether FORCE_COLOR asks for colors, as in other programs, and NO_COLOR does not contradict.
fn is_color_forced() -> bool {
    let value_of = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    value_of("FORCE_COLOR").is_some_and(|value| value != "0") && value_of("NO_COLOR").is_none()
}

/// Writes a whole text to standard output, which may contain input.
///
/// # Errors
/// If it cannot be written.
pub fn print(text: &[u8]) -> io::Result<()> {
    write_to(data(Quoting::Text), text)
}

/// Writes references to standard output, one per line.
///
/// # Errors
/// If they cannot be written.
pub fn print_references(references: &[String]) -> io::Result<()> {
    let (mut out, is_terminal) = (lines(), io::stdout().is_terminal());
    references.iter().try_for_each(|text| write_reference(&mut out, text, b'\n', is_terminal))?;
    out.flush()
}

/// Writes a reference, followed by `end`: a terminal gets escaped text, another program the exact characters.
///
/// # Errors
/// If it cannot be written.
pub fn write_reference(out: &mut impl Write, text: &str, end: u8, is_terminal: bool) -> io::Result<()> {
    if is_terminal {
        out.write_all(escaped(text, RightToLeft::Kept).as_bytes())?;
    } else {
        out.write_all(text.as_bytes())?;
    }
    out.write_all(&[end])
}

/// Writes a whole text without input to standard output.
///
/// # Errors
/// If it cannot be written.
pub fn print_exact(text: &[u8]) -> io::Result<()> {
    write_to(exact(), text)
}

fn write_to(mut out: impl Write, text: &[u8]) -> io::Result<()> {
    out.write_all(text)?;
    out.flush()
}
