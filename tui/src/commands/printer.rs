//! Prints what workers send: reports on standard output, or on standard error if standard output contains
//! something else, messages on standard error, everything in the order of the files.

use std::collections::HashSet;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use iri_core::Severity;
use iri_core::files::ConfigFile;
use iri_core::text::lines::LineIndex;

use crate::cells::{RightToLeft, escape_line, escaped};
use crate::cli::files::FileArgs;
use crate::cli::workflow_log::{self, Quoting};
use crate::cli::{Color, Format};
use crate::commands::progress::Progress;
use crate::files::chunk::Chunk;
use crate::files::jobs::{Job, from_here, jobs};
use crate::files::tally::{Tally, named};
use crate::files::workers::{self, Sink};
use crate::report::findings::github::{Annotations, StopToken};
use crate::report::findings::{gitlab, sarif, text};
use crate::report::output::{self, OutputDevice};

/// Prints chunks, and counts for the summary.
pub struct Printer<W> {
    out: W,
    format: Format,
    color: Color,
    progress: Progress,
    is_first_result: bool,
    configs: HashSet<Option<PathBuf>>,
    annotations: Annotations,
    token: StopToken,
    /// The counts so far.
    pub tally: Tally,
    /// Messages about failures.
    pub failures: Vec<String>,
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
            token: StopToken::random(),
            tally: Tally::default(),
            failures: Vec::new(),
        }
    }

    /// Prints the head of the format.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(&mut self) -> io::Result<()> {
        self.out.write_all(match self.format {
            Format::Sarif => sarif::HEAD.as_bytes(),
            Format::Gitlab => gitlab::HEAD.as_bytes(),
            Format::Github => return self.out.write_all(self.token.stop().as_bytes()),
            Format::Text | Format::Json => b"",
        })
    }

    /// Prints one chunk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn print(&mut self, chunk: Chunk) -> io::Result<()> {
        match chunk {
            Chunk::Out(bytes) => {
                let bytes = self.joined(&bytes).to_vec();
                self.progress.aside(|| self.out.write_all(&bytes))
            }
            Chunk::Raw(bytes) => self.raw(&bytes),
            Chunk::Aside(bytes) => self.aside(&bytes),
            Chunk::Failure(message) => {
                self.print_message(&message)?;
                self.failures.push(message);
                Ok(())
            }
            Chunk::Note(message) => self.print_message(&message),
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
            // Only the inspector asks for it.
            Chunk::Listed(_) => Ok(()),
        }
    }

    /// Prints the tail of the format and, for people, `summary`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn end(&mut self, summary: &str, is_aside: bool) -> io::Result<()> {
        self.progress.stop();
        let is_empty = self.tally.files == 0 && !summary.is_empty();
        match self.format {
            Format::Sarif => {
                let note = is_empty.then_some(summary);
                sarif::write_tail(&mut self.out, &self.tally.rules, &self.failures, note)?;
            }
            Format::Gitlab => self.out.write_all(gitlab::TAIL.as_bytes())?,
            Format::Github => {
                self.out.write_all(self.token.resume().as_bytes())?;
                self.annotations.write(&mut self.out)?;
            }
            Format::Text | Format::Json => {}
        }
        match self.format {
            // A pipeline must not take "nothing was checked" for "nothing was found".
            _ if is_empty => self.print_message(summary)?,
            Format::Text if is_aside => self.aside(format!("{summary}\n").as_bytes())?,
            Format::Text | Format::Github => writeln!(self.out, "{summary}")?,
            Format::Json | Format::Sarif | Format::Gitlab => {}
        }
        self.out.flush()
    }

    /// Removes the separator before the first result.
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

    /// Prints bytes unchanged, without the filter of styles; escaped on a terminal.
    fn raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.progress.aside(|| self.out.flush())?;
        let mut stdout = io::stdout().lock();
        if !stdout.is_terminal() {
            return stdout.write_all(bytes);
        }
        let text = String::from_utf8_lossy(bytes);
        text.lines().try_for_each(|line| writeln!(stdout, "{}", escaped(line, RightToLeft::Kept)))
    }

    /// Prints a message of the program.
    fn print_message(&mut self, message: &str) -> io::Result<()> {
        self.aside(format!("iri-inspect: {}\n", escape_line(message)).as_bytes())
    }

    fn config(&mut self, file: &ConfigFile) -> io::Result<()> {
        if !self.configs.insert(file.path.clone()) {
            return Ok(());
        }
        let path = file.path.as_deref().map_or_else(String::new, from_here);
        let (mut page, lines) = (Vec::new(), LineIndex::new(&file.text));
        for problem in &file.problems {
            text::write_problem(&mut page, (&path, &lines), problem, OutputDevice::stderr())?;
        }
        let errors = file.problems.iter().filter(|problem| problem.severity == Severity::Error).count();
        if errors > 0 {
            let errors = named(errors, "error");
            let message = format!("{path}: {errors}: the valid part is used, and no files are fixed");
            self.aside(&page)?;
            self.print_message(&message)?;
            self.failures.push(message);
            return Ok(());
        }
        self.aside(&page)
    }

    /// Prints on standard error, after what standard output has so far. If it is closed, the exit status
    /// still reports the failure. In a workflow log standard output has it, where the runner obeys no command.
    fn aside(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.format == Format::Github {
            return self.out.write_all(bytes);
        }
        self.progress.aside(|| {
            self.out.flush()?;
            let text = String::from_utf8_lossy(bytes);
            let _ = output::styled_stderr(self.color).write_all(workflow_log::message(&text).as_bytes());
            Ok(())
        })
    }
}

/// Printer of the chunks of files, before its end.
pub type FilePrinter = Printer<Box<dyn io::Write>>;

/// Runs `work` for every file and prints the chunks that it sends.
///
/// # Errors
/// If the output cannot be written.
pub fn print_files(
    files: &FileArgs,
    format: Format,
    color: Color,
    work: impl Fn(Job, &Sink<Chunk>) -> io::Result<()> + Sync,
) -> io::Result<FilePrinter> {
    let out: Box<dyn io::Write> = match format {
        Format::Github => Box::new(output::styled(color)),
        Format::Text => workflow_log::guarded(output::styled(color), Quoting::Text),
        Format::Json | Format::Sarif | Format::Gitlab => workflow_log::guarded(output::plain(), Quoting::Json),
    };
    print_files_to(out, files, format, color, work)
}

/// Runs `work` for every file and prints the paths that it sends, exactly, because other programs open them.
///
/// # Errors
/// If the output cannot be written.
pub fn print_paths(
    files: &FileArgs,
    work: impl Fn(Job, &Sink<Chunk>) -> io::Result<()> + Sync,
) -> io::Result<FilePrinter> {
    // JSON has no summary, which would follow the paths.
    print_files_to(Box::new(output::plain()), files, Format::Json, Color::Never, work)
}

fn print_files_to(
    out: Box<dyn io::Write>,
    files: &FileArgs,
    format: Format,
    color: Color,
    work: impl Fn(Job, &Sink<Chunk>) -> io::Result<()> + Sync,
) -> io::Result<FilePrinter> {
    let mut printer = Printer::new(out, format, color);
    printer.begin()?;
    workers::run(jobs(files), threads(files), work, |chunk| printer.print(chunk))?;
    Ok(printer)
}

fn threads(files: &FileArgs) -> NonZeroUsize {
    let processors = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    files.threads.unwrap_or_else(processors)
}
