//! Prints what workers send: reports on standard output, or on standard error if standard output contains
//! something else, messages on standard error, everything in the order of the files.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, IsTerminal, Write};
use std::iter;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

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

/// Report that is printed.
struct Report {
    out: Destination,
    format: Format,
    is_statistics: bool,
    is_first_result: bool,
    annotations: Annotations,
    token: StopToken,
    /// Number of findings in the report.
    listed: usize,
    /// Number of findings for which they stand.
    reported: usize,
    /// Messages that people read once, and how many further findings have each.
    once: BTreeMap<Box<str>, usize>,
    artifacts: sarif::Artifacts,
}

/// Result of a run, for the end of a report.
struct RunResult<'r> {
    summary: &'r str,
    note: Option<&'r str>,
    tally: &'r Tally,
    failures: &'r [String],
}

impl Report {
    fn new(out: Destination, format: Format, is_statistics: bool) -> Self {
        Self {
            out,
            format,
            is_statistics,
            is_first_result: true,
            annotations: Annotations::default(),
            token: StopToken::random(),
            listed: 0,
            reported: 0,
            once: BTreeMap::new(),
            artifacts: sarif::Artifacts::default(),
        }
    }

    /// Writes the head of the format.
    fn begin(&mut self) -> io::Result<()> {
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

    /// Writes bytes without the separator before the first result.
    fn write_results(&mut self, bytes: &[u8]) -> io::Result<()> {
        let separator = match self.format {
            Format::Sarif => sarif::SEPARATOR,
            Format::Gitlab => gitlab::SEPARATOR,
            Format::Rdjson => rdjson::SEPARATOR,
            _ => return self.out.write_all(bytes),
        };
        let is_first = std::mem::take(&mut self.is_first_result);
        let joined = bytes.strip_prefix(separator.as_bytes()).filter(|_| is_first).unwrap_or(bytes);
        self.out.write_all(joined)
    }

    /// Writes the tail of the format.
    fn end(&mut self, run: &RunResult<'_>) -> io::Result<()> {
        match self.format {
            Format::Json if self.is_statistics => statistics::write_json(&mut self.out, &run.tally.rules),
            _ if self.is_statistics => statistics::write_text(&mut self.out, &run.tally.rules),
            Format::Sarif => {
                sarif::write_tail(&mut self.out, &run.tally.rules, &self.artifacts, run.failures, run.note)
            }
            Format::Gitlab => self.out.write_all(gitlab::TAIL.as_bytes()),
            Format::Github => {
                self.out.write_all(self.token.resume().as_bytes())?;
                self.annotations.write(&mut self.out, self.listed)
            }
            Format::Junit => junit::write_tail(&mut self.out, run.failures),
            Format::Checkstyle => self.out.write_all(checkstyle::TAIL.as_bytes()),
            Format::Rdjson => self.out.write_all(rdjson::TAIL.as_bytes()),
            Format::Html => html::write_tail(&mut self.out, run.summary, run.failures),
            Format::Text | Format::Concise | Format::Json | Format::Csv => Ok(()),
        }
    }

    const fn is_file(&self) -> bool {
        matches!(self.out, Destination::File(_))
    }
}

/// Prints chunks, and counts for the summary.
pub struct FilePrinter {
    main: Report,
    /// Reports in files of their own.
    others: Vec<Report>,
    color: Color,
    is_quiet: bool,
    progress: Progress,
    configs: HashSet<Option<PathBuf>>,
    /// Maximum number of reported findings.
    max_findings: usize,
    /// Line after which the log obeys commands again.
    line_after_patch: Option<String>,
    /// The counts so far.
    pub tally: Tally,
    /// Messages about failures.
    pub failures: Vec<String>,
}

impl FilePrinter {
    fn new(main: Report, others: Vec<Report>, printing: &CheckPrintingArgs) -> Self {
        Self {
            main,
            others,
            color: printing.color,
            is_quiet: printing.quiet,
            progress: Progress::start(),
            configs: HashSet::new(),
            max_findings: printing.max_findings.count(),
            line_after_patch: None,
            tally: Tally::default(),
            failures: Vec::new(),
        }
    }

    /// Returns the maximum number of findings in a report of this format; 0 if there is no such report.
    pub fn listed(&self, format: Format) -> usize {
        let reports = iter::once(&self.main).chain(&self.others);
        reports.filter(|report| report.format == format).map(|report| report.listed).max().unwrap_or_default()
    }

    /// Returns the number of findings that `--max-findings` leaves out.
    pub const fn omitted(&self) -> usize {
        self.tally.reported - self.main.reported
    }

    /// Returns the note about findings that `--max-findings` leaves out, if any.
    pub fn left_out_note(&self) -> Option<String> {
        let (omitted, max) = (self.omitted(), self.max_findings);
        (omitted > 0).then(|| format!("{} not reported (--max-findings {max})", named(omitted, "finding")))
    }

    /// Returns whether people see the summary.
    pub fn is_summarized(&self) -> bool {
        !self.is_quiet && (self.main.format.kind() == FormatKind::Lines || self.main.is_file())
    }

    /// Prints the heads of the formats.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn begin(&mut self) -> io::Result<()> {
        self.main.begin()?;
        self.others.iter_mut().try_for_each(Report::begin)
    }

    /// Prints one chunk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn print(&mut self, chunk: Chunk) -> io::Result<()> {
        match chunk {
            Chunk::Out(bytes) => self.progress.suspend(|| self.main.write_results(&bytes)),
            Chunk::Report(mut part) => {
                let max_findings = self.max_findings;
                let report = self.report(part.report);
                let repeated: usize = report.once.values().sum();
                part.leave_out_known(&mut report.once);
                report.reported += report.once.values().sum::<usize>() - repeated;
                part.truncate(max_findings - report.listed);
                report.listed += part.findings.len();
                report.reported += part.findings.iter().map(|finding| finding.count).sum::<usize>();
                if let (Format::Sarif, Some((name, package))) = (report.format, &part.nested) {
                    part.bytes = report.artifacts.numbered(&part.bytes, (name, *package));
                }
                match part {
                    _ if part.is_on_stderr => self.write_stderr(&part.bytes),
                    _ if part.report > 0 => report.write_results(&part.bytes),
                    _ => self.progress.suspend(|| self.main.write_results(&part.bytes)),
                }
            }
            Chunk::Document(bytes) => self.exact(&bytes),
            Chunk::Patch(bytes) => self.patch(&bytes),
            Chunk::Stderr(bytes) => self.write_stderr(&bytes),
            Chunk::Failure(message) => {
                self.print_message(&message)?;
                self.failures.push(message);
                Ok(())
            }
            Chunk::Note(_) if self.is_quiet => Ok(()),
            Chunk::Note(message) => self.print_message(&message),
            Chunk::Config(file) => self.config(&file),
            Chunk::Annotation(index, severity, command) => {
                self.report(index).annotations.keep(severity, command);
                Ok(())
            }
            Chunk::Done(tally) => {
                self.tally.add(&tally);
                self.progress.show(self.tally.files, self.tally.all());
                self.progress.suspend(|| self.main.out.flush())
            }
            // Only the inspector asks for it.
            Chunk::Listed(_) | Chunk::Gone(_) | Chunk::Entries(..) | Chunk::Total(_) | Chunk::Whole => Ok(()),
        }
    }

    /// Prints the tails of the formats and, for people, `summary`.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn end(&mut self, summary: &str, is_on_stderr: bool) -> io::Result<()> {
        self.progress.stop();
        if let Some(line) = self.line_after_patch.take() {
            self.exact(line.as_bytes())?;
        }
        let is_empty = self.tally.files == 0 && !summary.is_empty();
        let note = is_empty.then(|| summary.to_owned()).or_else(|| self.left_out_note());
        let run = RunResult { summary, note: note.as_deref(), tally: &self.tally, failures: &self.failures };
        self.main.end(&run)?;
        self.others.iter_mut().try_for_each(|report| report.end(&run))?;
        let line = format!("{summary}\n");
        for report in iter::once(&mut self.main).chain(&mut self.others) {
            let is_for_people = report.format.kind() == FormatKind::Lines && !self.is_quiet && !summary.is_empty();
            if is_for_people && !is_empty && (report.is_file() || !is_on_stderr) {
                for (message, count) in report.once.iter().filter(|(_, count)| **count > 0) {
                    let message = escape_line(message);
                    writeln!(report.out, "{message} ({} not repeated)", named(*count, "finding"))?;
                }
                report.out.write_all(line.as_bytes())?;
            }
        }
        // A pipeline must not take "nothing was checked" for "nothing was found".
        if is_empty {
            self.print_message(summary)?;
        } else if self.is_summarized() && !summary.is_empty() && (is_on_stderr || self.main.is_file()) {
            self.on_stderr(line.as_bytes())?;
        }
        self.main.out.commit()?;
        self.others.iter_mut().try_for_each(|report| report.out.commit())
    }

    /// Returns the report with this index.
    fn report(&mut self, index: usize) -> &mut Report {
        match index.checked_sub(1) {
            Some(index) => &mut self.others[index],
            None => &mut self.main,
        }
    }

    /// Prints bytes unchanged, without the filter of styles; escaped on a terminal.
    fn exact(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Destination::File(file) = &mut self.main.out {
            return file.finish()?.write_all(bytes);
        }
        self.progress.suspend(|| self.main.out.flush())?;
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
        if !is_in_log || self.main.format == Format::Github || self.main.is_file() {
            return self.exact(bytes);
        }
        if !workflow_log::can_stop_commands() {
            return self.main.out.write_all(bytes);
        }
        if self.line_after_patch.is_none() {
            // Programs that apply patches ignore other lines before and after.
            self.line_after_patch = Some(self.main.token.resume());
            self.exact(self.main.token.stop().as_bytes())?;
        }
        self.exact(bytes)
    }

    /// Prints a message of the program.
    fn print_message(&mut self, message: &str) -> io::Result<()> {
        self.write_stderr(format!("iri-inspect: {}\n", escape_line(message)).as_bytes())
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
            self.write_stderr(&page)?;
            self.print_message(&message)?;
            self.failures.push(message);
            return Ok(());
        }
        self.write_stderr(&page)
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
        self.write_stderr(&problems_page(&path, file, problems)?)
    }

    /// Prints on standard error, after what standard output has so far. If it is closed, the exit status
    /// still reports the failure. In a workflow log standard output has it, where the runner obeys no command.
    fn write_stderr(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.main.format == Format::Github {
            return self.main.out.write_all(bytes);
        }
        self.on_stderr(bytes)
    }

    fn on_stderr(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.progress.suspend(|| {
            self.main.out.flush()?;
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
    let (color, format) = (printing.color, printing.format());
    let main = match &printing.output_file {
        Some(path) => file((format, path), color)?,
        None if format == Format::Github => Destination::Stdout(Box::new(output::text_with_commands(color))),
        None => Destination::Stdout(match format.kind() {
            FormatKind::Lines => Box::new(output::text(color)),
            FormatKind::Plain => Box::new(output::data(Quoting::Text)),
            FormatKind::Json => Box::new(output::data(Quoting::Json)),
            FormatKind::Markup => Box::new(output::data(Quoting::Markup)),
        }),
    };
    let main = Report::new(main, format, printing.statistics);
    let others = printing.files().map(|(format, path)| Ok(Report::new(file((format, path), color)?, format, false)));
    print_files_to((main, others.collect::<io::Result<_>>()?), (files, selection), printing, work)
}

/// Returns the file of a report.
fn file((format, path): (Format, &Path), color: Color) -> io::Result<Destination> {
    let kind = format.kind();
    let file = OutputFile::create(path, kind != FormatKind::Lines || color == Color::Always);
    let named = |error: io::Error| {
        io::Error::new(error.kind(), format!("cannot write {}: {error}", escape_line(&path.to_string_lossy())))
    };
    let file = file.map_err(named)?;
    // A step may print the file later.
    Ok(Destination::File(match kind {
        _ if format == Format::Github => Guarded::Exact(file),
        FormatKind::Plain => Guarded::Exact(file),
        FormatKind::Lines => workflow_log::guarded(file, Quoting::Text),
        FormatKind::Json => workflow_log::guarded(file, Quoting::Json),
        FormatKind::Markup => workflow_log::guarded(file, Quoting::Markup),
    }))
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
    let main = Report::new(Destination::Stdout(Box::new(out)), Format::Json, false);
    print_files_to((main, Vec::new()), (files, selection), &printing, work)
}

fn print_files_to(
    (main, others): (Report, Vec<Report>),
    (files, selection): (&FileArgs, &Selection),
    printing: &CheckPrintingArgs,
    work: impl Fn(Job, &Sink<Chunk>) -> io::Result<()> + Sync,
) -> io::Result<FilePrinter> {
    let mut printer = FilePrinter::new(main, others, printing);
    printer.begin()?;
    workers::run(jobs(files, selection), threads(files), work, |chunk| printer.print(chunk))?;
    Ok(printer)
}

fn threads(files: &FileArgs) -> NonZeroUsize {
    let processors = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    files.threads.unwrap_or_else(processors)
}
