//! What workers hand over, and how it is printed: reports on standard output or beside it, messages on
//! standard error, everything in the order of the files.

use std::collections::HashSet;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use iri_core::Severity;
use iri_core::workspace::ConfigFile;

use super::files::from_here;
use super::progress::Progress;
use super::tally::{Tally, named};
use super::workers::{self, Sink};
use crate::cli::{Color, Format};
use crate::output::{self, Screen};
use crate::report::check::{github, gitlab, sarif, text};
use crate::report::line_of;
use crate::ui::glyph::{RightToLeft, escaped};

/// A part of what is to be printed.
pub enum Chunk {
    /// A report for standard output.
    Out(Vec<u8>),
    /// For standard output, byte for byte: the text of a file, or a patch.
    Raw(Vec<u8>),
    /// A report for standard error, where standard output has something else.
    Aside(Vec<u8>),
    /// Something could not be done.
    Failure(String),
    /// Something that should be known.
    Note(String),
    /// The configuration of a file, if something is wrong with it.
    Config(Arc<ConfigFile>),
    /// A command for GitHub.
    Annotation(Severity, String),
    /// A file is done.
    Done(Box<Tally>),
}

impl workers::Chunk for Chunk {
    fn weight(&self) -> usize {
        let bytes = match self {
            Self::Out(bytes) | Self::Raw(bytes) | Self::Aside(bytes) => bytes.len(),
            Self::Failure(text) | Self::Note(text) | Self::Annotation(_, text) => text.len(),
            Self::Config(_) | Self::Done(_) => 0,
        };
        size_of::<Self>() + size_of::<Tally>() + bytes
    }
}

/// Collects what is written into chunks.
pub struct ChunkWriter<'s> {
    sink: &'s Sink<Chunk>,
    chunk: fn(Vec<u8>) -> Chunk,
    buffer: Vec<u8>,
}

/// About how large a chunk is.
const CHUNK: usize = 64 * 1024;

impl<'s> ChunkWriter<'s> {
    /// Writes to `sink`, as that kind of chunk.
    pub fn new(sink: &'s Sink<Chunk>, chunk: fn(Vec<u8>) -> Chunk) -> Self {
        Self { sink, chunk, buffer: Vec::new() }
    }
}

impl Write for ChunkWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= CHUNK {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        self.sink.send((self.chunk)(std::mem::take(&mut self.buffer)))
    }
}

/// Prints chunks, and keeps what is told at the end.
pub struct Printer<W> {
    out: W,
    format: Format,
    color: Color,
    progress: Progress,
    is_first_result: bool,
    configs: HashSet<Option<PathBuf>>,
    annotations: Annotations,
    /// What was counted.
    pub tally: Tally,
    /// What could not be done.
    pub failures: Vec<String>,
}

/// Commands for GitHub, the first of each severity, the least first.
#[derive(Default)]
struct Annotations {
    kept: [Vec<String>; 4],
    left_out: usize,
}

impl<W: Write> Printer<W> {
    /// Prints to `out`.
    pub fn new(out: W, format: Format, color: Color) -> Self {
        Self {
            out,
            format,
            color,
            progress: Progress::start(),
            is_first_result: true,
            configs: HashSet::new(),
            annotations: Annotations::default(),
            tally: Tally::default(),
            failures: Vec::new(),
        }
    }

    /// Prints what stands before everything else.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn begin(&mut self) -> io::Result<()> {
        self.out.write_all(match self.format {
            Format::Sarif => sarif::HEAD.as_bytes(),
            Format::Gitlab => gitlab::HEAD.as_bytes(),
            Format::Text | Format::Json | Format::Github => b"",
        })
    }

    /// Prints one chunk.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn print(&mut self, chunk: Chunk) -> io::Result<()> {
        match chunk {
            Chunk::Out(bytes) => {
                let bytes = self.joined(&bytes).to_vec();
                self.progress.aside(|| self.out.write_all(&bytes))
            }
            Chunk::Raw(bytes) => self.raw(&bytes),
            Chunk::Aside(bytes) => self.aside(&bytes),
            Chunk::Failure(message) => {
                self.say(&message)?;
                self.failures.push(message);
                Ok(())
            }
            Chunk::Note(message) => self.say(&message),
            Chunk::Config(file) => self.config(&file),
            Chunk::Annotation(severity, command) => {
                self.annotations.keep(severity, command);
                Ok(())
            }
            Chunk::Done(tally) => {
                self.tally.add(&tally);
                self.progress.show(self.tally.files, self.tally.all());
                self.progress.aside(|| self.out.flush())
            }
        }
    }

    /// Prints what stands behind everything else. `summary` goes where no program reads.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn end(&mut self, summary: &str, is_aside: bool) -> io::Result<()> {
        self.progress.stop();
        match self.format {
            Format::Sarif => sarif::write_tail(&mut self.out, &self.tally.rules, &self.failures)?,
            Format::Gitlab => self.out.write_all(gitlab::TAIL.as_bytes())?,
            Format::Github => {
                self.annotations.write(&mut self.out)?;
                writeln!(self.out, "{summary}")?;
            }
            Format::Text if is_aside => self.aside(format!("{summary}\n").as_bytes())?,
            Format::Text => writeln!(self.out, "{summary}")?,
            Format::Json => {}
        }
        self.out.flush()
    }

    /// The first result has none before it that it would have to be parted from.
    fn joined<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let separator = match self.format {
            Format::Sarif => sarif::SEPARATOR,
            Format::Gitlab => gitlab::SEPARATOR,
            Format::Text | Format::Json | Format::Github => return bytes,
        };
        if std::mem::take(&mut self.is_first_result) {
            return bytes.strip_prefix(separator.as_bytes()).unwrap_or(bytes);
        }
        bytes
    }

    /// Prints bytes as they are, past whatever takes styles out; for a person what a terminal can show.
    fn raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.progress.aside(|| self.out.flush())?;
        let mut stdout = io::stdout().lock();
        if !stdout.is_terminal() {
            return stdout.write_all(bytes);
        }
        let text = String::from_utf8_lossy(bytes);
        text.lines().try_for_each(|line| writeln!(stdout, "{}", escaped(line, RightToLeft::Kept)))
    }

    /// A message of ours.
    fn say(&mut self, message: &str) -> io::Result<()> {
        self.aside(format!("iri-inspect: {}\n", line_of(message)).as_bytes())
    }

    fn config(&mut self, file: &ConfigFile) -> io::Result<()> {
        if !self.configs.insert(file.path.clone()) {
            return Ok(());
        }
        let path = file.path.as_deref().map_or_else(String::new, from_here);
        let mut page = Vec::new();
        for problem in &file.problems {
            text::write_problem(&mut page, (&path, &file.text), problem, Screen::of_stderr())?;
        }
        let errors = file.problems.iter().filter(|problem| problem.severity == Severity::Error).count();
        if errors > 0 {
            let errors = named(errors, "error");
            let message = format!("{path}: {errors}: files are checked by the rest of it, and not fixed");
            self.aside(&page)?;
            self.say(&message)?;
            self.failures.push(message);
            return Ok(());
        }
        self.aside(&page)
    }

    /// Prints on standard error, behind what standard output has by now. If it is closed, the exit status
    /// still tells.
    fn aside(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.progress.aside(|| {
            self.out.flush()?;
            let _ = output::styled_stderr(self.color).write_all(bytes);
            Ok(())
        })
    }
}

impl Annotations {
    fn keep(&mut self, severity: Severity, command: String) {
        let kept = &mut self.kept[severity as usize];
        if kept.len() < github::MOST {
            kept.push(command);
        } else {
            self.left_out += 1;
        }
    }

    /// The worst first: GitHub shows only so many.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for command in self.kept.iter().rev().flatten() {
            out.write_all(command.as_bytes())?;
        }
        if self.left_out > 0 {
            writeln!(
                out,
                "{} more findings have no annotation: GitHub would not show it. They are above.",
                self.left_out
            )?;
        }
        Ok(())
    }
}
