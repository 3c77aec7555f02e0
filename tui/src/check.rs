//! `check`: what is wrong with the references in files, and `--fix`.
//!
//! ```text
//! paths ─▶ files ─▶ workers: input ─▶ judge ─┬─▶ report ─▶ chunks ─▶ output, in order ─▶ tally
//!                                            └─▶ mend: --fix, --diff
//! ```

pub mod chunk;
pub mod files;
pub mod input;
mod mend;
mod output;
mod progress;
mod report;
pub mod show;
mod stop;
pub mod tally;
pub mod workers;

use std::io;
use std::num::NonZeroUsize;

use iri_core::Severity;
use iri_core::text::encoding::Encoding;
use iri_core::xml::FixOptions;

use crate::cli::files::{Check, Files};
use crate::cli::{Color, Format, Judging, Printing};
use crate::output::Screen;
use crate::report::check::sarif;
use crate::{Outcome, fail, say};
use chunk::Chunk;
use files::jobs;
use input::{Bytes, Opener};
use output::Printer;
use stop::Stop;
use tally::Tense;
use workers::Sink;

/// What is done with each file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    /// What is wrong is reported.
    Report,
    /// It is mended, and what is left is reported.
    Fix,
    /// What would be mended is printed as a patch, and what would be left is reported.
    Diff,
}

/// What is the same for every file.
struct Plan {
    opener: Opener,
    action: Action,
    mending: FixOptions,
    least: Severity,
    format: Format,
    screen: Screen,
}

/// Checks files.
///
/// # Errors
/// Where the output cannot be written.
pub fn run(check: &Check, judging: &Judging, printing: &Printing) -> io::Result<Outcome> {
    if let Some(message) = misuse(check, printing) {
        return Ok(fail(message));
    }
    if check.files.print_config {
        return show::config(&check.files);
    }
    let action = match (check.fix, check.diff) {
        (true, _) => Action::Fix,
        (false, true) => Action::Diff,
        (false, false) => Action::Report,
    };
    let bytes = match action {
        Action::Report => Bytes::Taken,
        Action::Fix => Bytes::Returned,
        Action::Diff => Bytes::Kept,
    };
    let opener = Opener::new(&check.files, judging, bytes);
    if check.files.list_files {
        return show::files(&check.files, &opener);
    }
    let is_aside = action == Action::Diff || (action == Action::Fix && reads_stdin(&check.files));
    let mending = FixOptions {
        least: check.fix_least,
        is_suggested_taken: check.fix_suggested,
        rule: None,
        encoding: Encoding::Utf8,
    };
    let screen = if is_aside { Screen::of_stderr() } else { Screen::of_stdout() };
    let plan = Plan { opener, action, mending, least: check.least, format: printing.format, screen };
    let stop = if action == Action::Fix { Stop::listen()? } else { Stop::default() };
    let work = |job, sink: &Sink<Chunk>| if stop.is_asked() { Ok(()) } else { plan.work(job, sink) };
    let mut printer = print(&check.files, printing.format, printing.color, work)?;
    if stop.is_asked() {
        printer.print(Chunk::Failure("stopped by a signal: the files behind were not looked at".to_owned()))?;
    }
    finish(check, &plan, is_aside, printer)
}

/// What is left to say, and the exit status.
fn finish(check: &Check, plan: &Plan, is_aside: bool, mut printer: Printed) -> io::Result<Outcome> {
    let tense = if plan.action == Action::Diff { Tense::Would } else { Tense::Did };
    let summary = printer.tally.summary(tense);
    printer.end(&summary, is_aside)?;
    if plan.format == Format::Sarif && printer.tally.all() > sarif::MOST {
        let most = sarif::MOST;
        say(&format!("GitHub refuses a SARIF file with more than {most} results"));
    }
    let is_patch = plan.action == Action::Diff && printer.tally.changed > 0;
    let is_broken = check.fail_on.severity().is_some_and(|least| printer.tally.reaches(least));
    Ok(match () {
        () if !printer.failures.is_empty() => Outcome::Failed,
        () if is_patch || is_broken => Outcome::Different,
        () => Outcome::Done,
    })
}

/// What has printed everything but the end.
type Printed = Printer<Box<dyn io::Write>>;

/// Does `work` for every file, and prints what comes of it.
///
/// # Errors
/// Where the output cannot be written.
pub fn print(
    files: &Files,
    format: Format,
    color: Color,
    work: impl Fn(files::Job, &Sink<Chunk>) -> io::Result<()> + Sync,
) -> io::Result<Printed> {
    let is_for_people = matches!(format, Format::Text | Format::Github);
    let out: Box<dyn io::Write> =
        if is_for_people { Box::new(crate::output::styled(color)) } else { Box::new(crate::output::plain()) };
    let mut printer = Printer::new(out, format, color);
    printer.begin()?;
    workers::run(jobs(files), threads(files), work, |chunk| printer.print(chunk))?;
    Ok(printer)
}

fn threads(files: &Files) -> NonZeroUsize {
    let processors = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    files.threads.unwrap_or_else(processors)
}

fn reads_stdin(files: &Files) -> bool {
    files.paths.iter().any(|path| path.as_os_str() == "-")
}

/// What was written and yet makes no sense.
fn misuse(check: &Check, printing: &Printing) -> Option<&'static str> {
    let is_several = reads_stdin(&check.files) && check.files.paths.len() > 1;
    let is_text = printing.format == Format::Text;
    match () {
        () if is_several && (check.fix || check.diff) => Some("with --fix and --diff, - stands alone"),
        () if check.diff && !is_text => Some("--diff prints a patch; take --format text"),
        () if check.fix && reads_stdin(&check.files) && !is_text => {
            Some("--fix prints the text of -; take --format text")
        }
        () if check.fix_suggested && !(check.fix || check.diff) => Some("--fix-suggested goes with --fix or --diff"),
        () => None,
    }
}
