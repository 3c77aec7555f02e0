//! `check`: the findings in files, and their fixes.
//!
//! ```text
//! paths ─▶ jobs ─▶ workers: load ─▶ inspect ─▶ fix (--fix, --diff) ─▶ report ─▶ chunks ─▶ printer, in order
//! ```

mod baseline;
mod packages;
mod plan;
mod stop;
mod watch;

use std::io;
use std::iter;
use std::path::PathBuf;

use iri_core::xml::Fixer;

use crate::cli::files::CheckArgs;
use crate::cli::outcome::{Outcome, fail, warn};
use crate::cli::{CheckPrintingArgs, Format, ReferenceArgs};
use crate::commands::preview;
use crate::commands::printer::{FilePrinter, print_files};
use crate::files::chunk::Chunk;
use crate::files::ignore_uses::IgnoreUses;
use crate::files::loader::{FileLoader, KeepBytes};
use crate::files::recovery::RecoveredDirectories;
use crate::files::selection::selected;
use crate::files::tally::outside_words;
use crate::files::workers::Sink;
use crate::report::diff::PatchReader;
use crate::report::findings::sarif;
use crate::report::output::OutputDevice;
use baseline::Baseline;
use plan::{Action, Plan, PlannedReport};
use stop::Stop;

/// Checks files.
///
/// # Errors
/// If the output cannot be written.
pub fn run(check: &CheckArgs, reference_args: &ReferenceArgs) -> io::Result<Outcome> {
    if let Some(message) = check.misuse() {
        return Ok(fail(message));
    }
    if check.watch {
        return watch::run(check, |check, stop, files| {
            once(check, &check.reference_args.clone().into(), Some(stop), files)
        });
    }
    once(check, reference_args, None, &mut Vec::new())
}

/// Checks files once, until `stop`; `None` if only a check that changes files can be stopped. Stores in `depends` the other
/// files and directories that the findings depend on.
fn once(
    check: &CheckArgs,
    reference_args: &ReferenceArgs,
    stop: Option<&Stop>,
    depends: &mut Vec<PathBuf>,
) -> io::Result<Outcome> {
    // A baseline is written instead of a report.
    let plain = CheckPrintingArgs { quiet: check.printing.quiet, ..CheckPrintingArgs::plain() };
    let printing = if check.write_baseline.is_some() { &plain } else { &check.printing };
    if check.files.print_config {
        return preview::config(&check.files);
    }
    let action = match (check.fix, check.diff) {
        (true, _) => Action::Fix,
        (false, true) => Action::Diff,
        (false, false) => Action::Report,
    };
    let bytes = match action {
        Action::Report => KeepBytes::No,
        Action::Fix => KeepBytes::ForOutput,
        Action::Diff => KeepBytes::Yes,
    };
    let (files, selection) = match selected(&check.files) {
        Ok(selected) => selected,
        Err(message) => return Ok(fail(&message)),
    };
    let loader = FileLoader::new(&files, reference_args, bytes).with_packages().with_links(check.links);
    let loader = loader.with_ignore_uses(IgnoreUses::new(&check.files, reference_args));
    if let Some(message) = loader.unread_config(&check.files) {
        return Ok(fail(&message));
    }
    if check.files.list_files {
        return preview::files((&files, &selection), &loader);
    }
    let is_on_stderr = action == Action::Diff || (action == Action::Fix && check.files.reads_stdin());
    let fixer = Fixer::default().with_least(check.fix_least).with_suggested(check.fix_suggested);
    let fixer = fixer.with_signed(check.fix_signed);
    let main_screen = match () {
        () if is_on_stderr => OutputDevice::stderr(),
        () if printing.is_for_stdout() => OutputDevice::stdout(),
        () => OutputDevice::file(),
    };
    let patch_reader = if printing.is_for_stdout() { PatchReader::stdout() } else { PatchReader::Program };
    let baseline = match (&check.baseline, &check.write_baseline) {
        (Some(path), _) => match Baseline::read(path) {
            Ok(baseline) => Some(baseline),
            Err(message) => return Ok(fail(&message)),
        },
        (None, path) => path.as_deref().map(Baseline::new),
    };
    let plan = Plan {
        loader,
        action,
        fixer,
        least: check.least,
        fail_on: check.fail_on.severity().filter(|_| !check.exit_zero),
        reports: iter::once(PlannedReport { format: printing.format(), screen: main_screen })
            .chain(printing.files().map(|(format, _)| PlannedReport { format, screen: OutputDevice::file() }))
            .collect(),
        max_findings: printing.max_findings.count(),
        is_statistics: printing.statistics || check.write_baseline.is_some(),
        is_showing_fixes: check.show_fixes,
        patch_reader,
        recovered: RecoveredDirectories::default(),
        baseline,
    };
    let stop = match stop {
        Some(stop) => stop.clone(),
        None if action == Action::Fix => Stop::listen()?,
        None => Stop::default(),
    };
    let work = |job, sink: &Sink<Chunk>| if stop.is_asked() { Ok(()) } else { plan.work(job, sink) };
    let mut printer = print_files((&files, &selection), printing, work)?;
    *depends = plan.loader.files();
    if stop.is_asked() {
        printer.print(Chunk::Failure("stopped by a signal: the remaining files were not checked".to_owned()))?;
    }
    finish(check, &plan, is_on_stderr, printer)
}

/// Prints the summary and returns the exit status.
fn finish(check: &CheckArgs, plan: &Plan, is_on_stderr: bool, mut printer: FilePrinter) -> io::Result<Outcome> {
    if let Some(baseline) = plan.baseline.as_ref().filter(|_| check.write_baseline.is_some()) {
        // Without all files it would lose their findings.
        if !printer.failures.is_empty() {
            return Ok(fail("the baseline was not written, because files could not be checked"));
        }
        let written = baseline.write()?;
        printer.print(Chunk::Note(written))?;
        printer.end("", false)?;
        return Ok(Outcome::Done);
    }
    let notes = match &plan.baseline {
        Some(baseline) if check.prune_baseline && printer.failures.is_empty() => vec![baseline.prune()?],
        Some(baseline) => baseline.removable(),
        None => Vec::new(),
    };
    notes.into_iter().try_for_each(|note| printer.print(Chunk::Note(note)))?;
    if let Some(uses) = plan.loader.ignore_uses().filter(|_| printer.failures.is_empty()) {
        // Files that could not be checked may need an entry.
        uses.problems().iter().try_for_each(|(config, problems)| printer.print_unused(config, problems))?;
    }
    printer.tally.omitted = printer.omitted();
    printer.tally.outside = plan.loader.targets_outside();
    let summary = printer.tally.summary(plan.action == Action::Diff);
    printer.end(&summary, is_on_stderr)?;
    let outside = outside_words(printer.tally.outside).filter(|_| !check.printing.quiet);
    for note in [printer.left_out_note(), outside].into_iter().flatten().filter(|_| !printer.is_summarized()) {
        warn(&note);
    }
    if printer.listed(Format::Sarif) > sarif::LIMIT {
        let most = sarif::LIMIT;
        warn(&format!("GitHub shows only the {most} most severe results of a SARIF file, and rejects more than 25000"));
    }
    let is_patch = plan.action == Action::Diff && printer.tally.changed > 0;
    let is_broken = plan.fail_on.is_some_and(|least| printer.tally.reaches(least));
    Ok(match () {
        () if !printer.failures.is_empty() => Outcome::Failed,
        () if is_patch || is_broken => Outcome::Different,
        () => Outcome::Done,
    })
}
