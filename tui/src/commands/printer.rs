//! Prints what workers send: reports on standard output, or on standard error if standard output contains
//! something else, messages on standard error, everything in the order of the files.

use std::collections::HashSet;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use iri_core::Severity;
use iri_core::files::ConfigFile;
use iri_core::files::config::{ConfigProblem, MAX_REPORTED_PROBLEMS};
use iri_core::text::lines::LineIndex;

use crate::cells::{RightToLeft, escape_line, escaped};
use crate::cli::files::FileArgs;
use crate::cli::workflow_log::{self, Guarded, Quoting};
use crate::cli::{CheckPrintingArgs, Color, Format, FormatKind};
use crate::commands::progress::Progress;
use crate::files::chunk::Chunk;
use crate::files::here::from_here;
use crate::files::jobs::{Job, jobs};
use crate::files::selection::Selection;
use crate::files::tally::{Tally, named};
use crate::files::workers::{self, Sink};
use crate::report::findings::github::{Annotations, StopToken};
use crate::report::findings::{checkstyle, csv, gitlab, html, junit, rdjson, sarif, statistics, text};
use crate::report::output::{self, OutputDevice};
use crate::report::output_file::OutputFile;

/// Destination of a report.
enum Destination {
    /// Standard output.
    Stdout(Box<dyn Write>),
    /// File of `--output-file`.
    File(Guarded<OutputFile>),
}

impl Destination {
    fn commit(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(file) => file.finish()?.commit(),
        }
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(file) => file.flush(),
        }
    }
}

/// Prints chunks, and counts for the summary.
pub struct FilePrinter {
    out: Destination,
    format: Format,
    color: Color,
    is_quiet: bool,
    is_statistics: bool,
    progress: Progress,
    is_first_result: bool,
    configs: HashSet<Option<PathBuf>>,
    annotations: Annotations,
    token: StopToken,
    /// Maximum number of reported findings.
    max_findings: usize,
    /// Number of findings in the report.
    listed: usize,
    /// Number of findings for which they stand.
    reported: usize,
    /// Line after which the log obeys commands again.
    line_after_patch: Option<String>,
    /// The counts so far.
    pub tally: Tally,
    /// Messages about failures.
    pub failures: Vec<String>,
}

impl FilePrinter {
    fn new(out: Destination, printing: &CheckPrintingArgs) -> Self {
        Self {
            out,
            format: printing.format,
            color: printing.color,
            is_quiet: printing.quiet,
            is_statistics: printing.statistics,
            progress: Progress::start(),
            is_first_result: true,
            configs: HashSet::new(),
            annotations: Annotations::default(),
            token: StopToken::random(),
            max_findings: printing.max_findings.count(),
            listed: 0,
            reported: 0,
            line_after_patch: None,
            tally: Tally::default(),
            failures: Vec::new(),
        }
    }

    /// Returns the number of findings in the report.
    pub const fn listed(&self) -> usize {
        self.listed
    }

    /// Returns the number of findings that `--max-findings` leaves out.
    pub const fn left_out(&self) -> usize {
        self.tally.reported - self.reported
    }

    /// Returns the note about findings that `--max-findings` leaves out, if any.
    pub fn left_out_note(&self) -> Option<String> {
        let (left_out, max) = (self.left_out(), self.max_findings);
        (left_out > 0).then(|| format!("{} not reported (--max-findings {max})", named(left_out, "finding")))
    }

    /// Prints the head of the format.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(&mut self) -> io::Result<()> {
        self.out.write_all(match self.format {
            _ if self.is_statistics => b"",
            Format::Sarif => sarif::HEAD.as_bytes(),
            Format::Gitlab => gitlab::HEAD.as_bytes(),
            Format::Github => return self.out.write_all(self.token.stop().as_bytes()),
            Format::Junit => junit::HEAD.as_bytes(),
            Format::Checkstyle => checkstyle::HEAD.as_bytes(),
            Format::Rdjson => rdjson::HEAD.as_bytes(),
            Format::Csv => csv::HEAD.as_bytes(),
            Format::Html => html::HEAD.as_bytes(),
            Format::Text | Format::Concise | Format::Json => b"",
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
            Chunk::Report(mut part) => {
                part.truncate(self.max_findings - self.listed);
                self.listed += part.findings.len();
                self.reported += part.findings.iter().map(|(_, count)| count).sum::<usize>();
                if part.is_aside {
                    return self.aside(&part.bytes);
                }
                let bytes = self.joined(&part.bytes).to_vec();
                self.progress.aside(|| self.out.write_all(&bytes))
            }
            Chunk::Document(bytes) => self.exact(&bytes),
            Chunk::Patch(bytes) => self.patch(&bytes),
            Chunk::Aside(bytes) => self.aside(&bytes),
            Chunk::Failure(message) => {
                self.print_message(&message)?;
                self.failures.push(message);
                Ok(())
            }
            Chunk::Note(_) if self.is_quiet => Ok(()),
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
            Chunk::Listed(_) | Chunk::Gone(_) | Chunk::Entries(..) | Chunk::Total(_) | Chunk::Whole => Ok(()),
        }
    }

    /// Prints the tail of the format and, for people, `summary`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn end(&mut self, summary: &str, is_aside: bool) -> io::Result<()> {
        self.progress.stop();
        if let Some(line) = self.line_after_patch.take() {
            self.exact(line.as_bytes())?;
        }
        let is_empty = self.tally.files == 0 && !summary.is_empty();
        match self.format {
            Format::Json if self.is_statistics => statistics::write_json(&mut self.out, &self.tally.rules)?,
            _ if self.is_statistics => statistics::write_text(&mut self.out, &self.tally.rules)?,
            Format::Sarif => {
                let note = is_empty.then(|| summary.to_owned()).or_else(|| self.left_out_note());
                sarif::write_tail(&mut self.out, &self.tally.rules, &self.failures, note.as_deref())?;
            }
            Format::Gitlab => self.out.write_all(gitlab::TAIL.as_bytes())?,
            Format::Github => {
                self.out.write_all(self.token.resume().as_bytes())?;
                self.annotations.write(&mut self.out, self.listed)?;
            }
            Format::Junit => junit::write_tail(&mut self.out, &self.failures)?,
            Format::Checkstyle => self.out.write_all(checkstyle::TAIL.as_bytes())?,
            Format::Rdjson => self.out.write_all(rdjson::TAIL.as_bytes())?,
            Format::Html => html::write_tail(&mut self.out, summary, &self.failures)?,
            Format::Text | Format::Concise | Format::Json | Format::Csv => {}
        }
        match self.format.kind() {
            // A pipeline must not take "nothing was checked" for "nothing was found".
            _ if is_empty => self.print_message(summary)?,
            FormatKind::Lines if self.is_quiet || summary.is_empty() => {}
            FormatKind::Lines if is_aside => self.aside(format!("{summary}\n").as_bytes())?,
            FormatKind::Lines => writeln!(self.out, "{summary}")?,
            FormatKind::Json | FormatKind::Markup | FormatKind::Plain => {}
        }
        self.out.commit()
    }

    /// Removes the separator before the first result.
    fn joined<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let separator = match self.format {
            Format::Sarif => sarif::SEPARATOR,
            Format::Gitlab => gitlab::SEPARATOR,
            Format::Rdjson => rdjson::SEPARATOR,
            _ => return bytes,
        };
        if std::mem::take(&mut self.is_first_result) {
            return bytes.strip_prefix(separator.as_bytes()).unwrap_or(bytes);
        }
        bytes
    }

    /// Prints bytes unchanged, without the filter of styles; escaped on a terminal.
    fn exact(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Destination::File(file) = &mut self.out {
            return file.finish()?.write_all(bytes);
        }
        self.progress.aside(|| self.out.flush())?;
        let mut stdout = io::stdout().lock();
        if !stdout.is_terminal() {
            return stdout.write_all(bytes);
        }
        let text = String::from_utf8_lossy(bytes);
        text.lines().try_for_each(|line| writeln!(stdout, "{}", escaped(line, RightToLeft::Kept)))
    }

    /// Prints a part of a patch unchanged. If it may be in the log of a workflow, the runner must obey no command in it.
    fn patch(&mut self, bytes: &[u8]) -> io::Result<()> {
        let is_in_log = workflow_log::is_in_workflow() && !output::is_regular_file();
        // A report for GitHub has stopped the commands.
        if !is_in_log || self.format == Format::Github || matches!(self.out, Destination::File(_)) {
            return self.exact(bytes);
        }
        if !workflow_log::can_stop_commands() {
            return self.out.write_all(bytes);
        }
        if self.line_after_patch.is_none() {
            // Programs that apply patches ignore other lines before and after.
            self.line_after_patch = Some(self.token.resume());
            self.exact(self.token.stop().as_bytes())?;
        }
        self.exact(bytes)
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
        let page = problems_page(&path, file, &file.problems)?;
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

    /// Prints the warnings about entries of a configuration that had no effect in the run.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn print_unused(&mut self, file: &ConfigFile, problems: &[ConfigProblem]) -> io::Result<()> {
        if self.is_quiet {
            return Ok(());
        }
        let path = file.path.as_deref().map_or_else(String::new, from_here);
        self.aside(&problems_page(&path, file, problems)?)
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
            let _ = output::text_on_stderr(self.color).write_all(workflow_log::message(&text).as_bytes());
            Ok(())
        })
    }
}

/// Returns the text about problems of the configuration at `path`.
fn problems_page(path: &str, file: &ConfigFile, problems: &[ConfigProblem]) -> io::Result<Vec<u8>> {
    let (mut page, lines) = (Vec::new(), LineIndex::new(&file.text));
    let (reported, more) = problems.split_at(problems.len().min(MAX_REPORTED_PROBLEMS));
    for problem in reported {
        text::write_problem(&mut page, (path, &lines), problem, OutputDevice::stderr())?;
    }
    if !more.is_empty() {
        writeln!(page, "{}: {} more", escape_line(path), named(more.len(), "problem"))?;
    }
    Ok(page)
}

/// Runs `work` for every file and prints the chunks that it sends.
///
/// # Errors
/// If the output cannot be written.
pub fn print_files(
    (files, selection): (&FileArgs, &Selection),
    printing: &CheckPrintingArgs,
    work: impl Fn(Job, &Sink<Chunk>) -> io::Result<()> + Sync,
) -> io::Result<FilePrinter> {
    let (color, kind) = (printing.color, printing.format.kind());
    let out = match &printing.output_file {
        Some(path) => {
            let file = OutputFile::create(path, kind != FormatKind::Lines || color == Color::Always);
            let named = |error: io::Error| {
                io::Error::new(error.kind(), format!("cannot write {}: {error}", escape_line(&path.to_string_lossy())))
            };
            let file = file.map_err(named)?;
            // A step may print the file later.
            Destination::File(match kind {
                _ if printing.format == Format::Github => Guarded::Exact(file),
                FormatKind::Plain => Guarded::Exact(file),
                FormatKind::Lines => workflow_log::guarded(file, Quoting::Text),
                FormatKind::Json => workflow_log::guarded(file, Quoting::Json),
                FormatKind::Markup => workflow_log::guarded(file, Quoting::Markup),
            })
        }
        None if printing.format == Format::Github => Destination::Stdout(Box::new(output::text_with_commands(color))),
        None => Destination::Stdout(match kind {
            FormatKind::Lines => Box::new(output::text(color)),
            FormatKind::Plain => Box::new(output::data(Quoting::Text)),
            FormatKind::Json => Box::new(output::data(Quoting::Json)),
            FormatKind::Markup => Box::new(output::data(Quoting::Markup)),
        }),
    };
    print_files_to(out, (files, selection), printing, work)
}

/// Runs `work` for every file and prints the paths that it sends, because other programs open them: exactly if `is_exact`.
///
/// # Errors
/// If the output cannot be written.
pub fn print_paths(
    (files, selection): (&FileArgs, &Selection),
    is_exact: bool,
    work: impl Fn(Job, &Sink<Chunk>) -> io::Result<()> + Sync,
) -> io::Result<FilePrinter> {
    let printing = CheckPrintingArgs::plain();
    let out = if is_exact { Guarded::Exact(output::exact()) } else { output::lines() };
    print_files_to(Destination::Stdout(Box::new(out)), (files, selection), &printing, work)
}

fn print_files_to(
    out: Destination,
    (files, selection): (&FileArgs, &Selection),
    printing: &CheckPrintingArgs,
    work: impl Fn(Job, &Sink<Chunk>) -> io::Result<()> + Sync,
) -> io::Result<FilePrinter> {
    let mut printer = FilePrinter::new(out, printing);
    printer.begin()?;
    workers::run(jobs(files, selection), threads(files), work, |chunk| printer.print(chunk))?;
    Ok(printer)
}

fn threads(files: &FileArgs) -> NonZeroUsize {
    let processors = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    files.threads.unwrap_or_else(processors)
}
