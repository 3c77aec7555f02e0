//! `check`: the findings in files, and their fixes.
//!
//! ```text
//! paths ─▶ jobs ─▶ workers: load ─▶ inspect ─▶ fix (--fix, --diff) ─▶ report ─▶ chunks ─▶ printer, in order
//! ```

mod plan;
mod stop;

use std::io;

use iri_core::xml::FixOptions;

use crate::cli::files::CheckArgs;
use crate::cli::outcome::{Outcome, fail, warn};
use crate::cli::{Format, PrintingArgs, ReferenceArgs};
use crate::commands::preview;
use crate::commands::printer::{FilePrinter, print_files};
use crate::files::chunk::Chunk;
use crate::files::loader::{Bytes, FileLoader};
use crate::files::recovery::RecoveredDirectories;
use crate::files::tally::Tense;
use crate::files::workers::Sink;
use crate::report::findings::sarif;
use crate::report::output::OutputDevice;
use plan::{Action, Plan};
use stop::Stop;

/// Checks files.
///
/// # Errors
/// If the output cannot be written.
pub fn run(check: &CheckArgs, reference_args: &ReferenceArgs, printing: &PrintingArgs) -> io::Result<Outcome> {
    if let Some(message) = check.files.misuse().or_else(|| misuse(check, printing)) {
        return Ok(fail(message));
    }
    if check.files.print_config {
        return preview::config(&check.files);
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
    let loader = FileLoader::new(&check.files, reference_args, bytes);
    if let Some(message) = loader.unread_config() {
        return Ok(fail(&message));
    }
    if check.files.list_files {
        return preview::files(&check.files, &loader);
    }
    let is_aside = action == Action::Diff || (action == Action::Fix && check.files.reads_stdin());
    let fix_options = FixOptions::default().with_least(check.fix_least).with_suggested(check.fix_suggested);
    let screen = if is_aside { OutputDevice::stderr() } else { OutputDevice::stdout() };
    let (least, format, recovered) = (check.least, printing.format, RecoveredDirectories::default());
    let plan = Plan { loader, action, fix_options, least, format, screen, recovered };
    let stop = if action == Action::Fix { Stop::listen()? } else { Stop::default() };
    let work = |job, sink: &Sink<Chunk>| if stop.is_asked() { Ok(()) } else { plan.work(job, sink) };
    let mut printer = print_files(&check.files, printing.format, printing.color, work)?;
    if stop.is_asked() {
        printer.print(Chunk::Failure("stopped by a signal: the remaining files were not checked".to_owned()))?;
    }
    finish(check, &plan, is_aside, printer)
}

/// Prints the summary and returns the exit status.
fn finish(check: &CheckArgs, plan: &Plan, is_aside: bool, mut printer: FilePrinter) -> io::Result<Outcome> {
    let tense = if plan.action == Action::Diff { Tense::Would } else { Tense::Did };
    let summary = printer.tally.summary(tense);
    printer.end(&summary, is_aside)?;
    if plan.format == Format::Sarif && printer.tally.all() > sarif::LIMIT {
        let most = sarif::LIMIT;
        warn(&format!("GitHub rejects SARIF files with more than {most} results"));
    }
    let is_patch = plan.action == Action::Diff && printer.tally.changed > 0;
    let is_broken = check.fail_on.severity().is_some_and(|least| printer.tally.reaches(least));
    Ok(match () {
        () if !printer.failures.is_empty() => Outcome::Failed,
        () if is_patch || is_broken => Outcome::Different,
        () => Outcome::Done,
    })
}

/// Returns the error about arguments that contradict each other.
fn misuse(check: &CheckArgs, printing: &PrintingArgs) -> Option<&'static str> {
    let is_several = check.files.reads_stdin() && check.files.paths.len() > 1;
    let is_text = printing.format == Format::Text;
    match () {
        () if is_several && (check.fix || check.diff) => Some("- must be the only path with --fix or --diff"),
        () if check.diff && !is_text => Some("--diff requires --format text, because it prints a patch"),
        () if check.fix && check.files.reads_stdin() && !is_text => {
            Some("--fix with - requires --format text, because it prints the text")
        }
        () if check.fix_suggested && !(check.fix || check.diff) => Some("--fix-suggested requires --fix or --diff"),
        () => None,
    }
}
