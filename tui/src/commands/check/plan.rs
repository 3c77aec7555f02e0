//! Processing of one file: inspected, fixed and saved if requested, and reported in the requested format.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use iri_core::files::{PathStyle, Saved};
use iri_core::text::encoding::Rewritten;
use iri_core::text::{InDocument, LineColumn, Span};
use iri_core::xml::document::{DocumentFinding, Limited, MAX_FINDINGS_PER_RULE, ValueLimit};
use iri_core::xml::{FixError, FixOutcome, FixedDocument, Fixer, ScopeCache};
use iri_core::{CancelToken, Document, Severity};

use crate::cells::escape_line;
use crate::cli::{Format, FormatKind};
use crate::commands::check::baseline::Baseline;
use crate::files::chunk::{Chunk, ChunkWriter, ReportWriter};
use crate::files::here::relative;
use crate::files::jobs::Job;
use crate::files::loader::{FileLoader, InputSource, LoadedFile, Selected};
use crate::files::recovery::RecoveredDirectories;
use crate::files::tally::{Tally, named};
use crate::files::workers::Sink;
use crate::report::diff::{self, PatchReader};
use crate::report::findings::located::LocatedFinding;
use crate::report::findings::{
    ReportedFindings, checkstyle, concise, csv, github, gitlab, html, json, junit, rdjson, sarif, text,
};
use crate::report::output::OutputDevice;

/// Processing of each file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Report its findings.
    Report,
    /// Fix it and report the remaining findings.
    Fix,
    /// Print the fixes as a patch and report the findings that would remain.
    Diff,
}

/// State that all files share.
pub(super) struct Plan {
    pub(super) loader: FileLoader,
    pub(super) action: Action,
    pub(super) fixer: Fixer,
    pub(super) least: Severity,
    /// Least severity at which the check fails, if any.
    pub(super) fail_on: Option<Severity>,
    /// The reports, the main one first.
    pub(super) reports: Vec<PlannedReport>,
    /// Maximum number of reported findings of a run.
    pub(super) max_findings: usize,
    pub(super) is_statistics: bool,
    pub(super) is_showing_fixes: bool,
    pub(super) patch_reader: PatchReader,
    pub(super) recovered: RecoveredDirectories,
    pub(super) baseline: Option<Baseline>,
}

/// Report of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlannedReport {
    pub(super) format: Format,
    pub(super) screen: OutputDevice,
}

/// A file in which fixes were applied.
struct Fixed {
    result: FixedDocument,
    rewritten: Rewritten,
    /// Text before them. The references and findings in it are not kept: in memory they would be there twice.
    original: Arc<String>,
}

/// Result of fixing a document.
#[allow(clippy::large_enum_variant)] // there is one per document
enum FixResult {
    /// There is no fix, or it cannot be applied.
    Same(Document),
    Fixed(Box<Fixed>),
}

thread_local! {
    /// Scopes of previous files of this thread.
    static KNOWN: RefCell<ScopeCache> = RefCell::default();
}

impl Plan {
    /// Processes one file.
    pub(super) fn work(&self, job: Job, sink: &Sink<Chunk>) -> io::Result<()> {
        if let (Action::Fix, Job::File { path, tree, .. }) = (self.action, &job) {
            let messages = self.recovered.recover(path, tree);
            messages.into_iter().try_for_each(|message| sink.send(Chunk::Note(message)))?;
        }
        let only = job.entry_name();
        let Some((place, is_named)) = self.loader.select(job, sink)? else { return Ok(()) };
        match self.loader.package_at(&place, sink)? {
            Selected::File => {}
            Selected::Package(file) => return self.package(&file, only.as_deref(), sink),
            Selected::Failed => return Ok(()),
        }
        let Some(mut input) = self.loader.load_selected(place, is_named, sink)? else { return Ok(()) };
        let mut tally = Tally::default();
        let text = std::mem::take(&mut input.text);
        let document = KNOWN.with_borrow_mut(|known| Document::parse_with_cache(known, text, &input.settings));
        if let Some(path) = input.place.path() {
            self.loader.record_ignore_uses(path, &document);
        }
        let document = match self.action {
            Action::Report => document,
            Action::Fix => match self.fixed(&input, document, sink)? {
                FixResult::Same(document) => {
                    pass_through(&input, &document, sink)?;
                    document
                }
                FixResult::Fixed(fixed) => save_fixed(&input, *fixed, &mut tally, sink)?,
            },
            Action::Diff => match self.fixed(&input, document, sink)? {
                FixResult::Same(document) => document,
                FixResult::Fixed(fixed) => {
                    diff(&input, &fixed, &mut tally, (sink, self.patch_reader))?;
                    parsed_again(fixed.original, &input)
                }
            },
        };
        let is_text_out = self.action == Action::Fix && matches!(input.place, InputSource::Stdin);
        let is_on_stderr = is_text_out || self.action == Action::Diff;
        self.report((&input.name, None), (&document, input.is_fixable), &mut tally, (sink, is_on_stderr))?;
        sink.send(Chunk::Done(Box::new(tally)))
    }

    /// Returns the bytes of the fixed file and the number of fixes; `None` if nothing is fixed.
    pub(super) fn fixed_bytes(
        &self,
        input: &LoadedFile,
        document: Document,
        sink: &Sink<Chunk>,
    ) -> io::Result<Option<(Vec<u8>, usize)>> {
        Ok(match self.fixed(input, document, sink)? {
            FixResult::Same(_) => None,
            FixResult::Fixed(fixed) => {
                let text = fixed.result.document.shared_text();
                Some((fixed.rewritten.bytes.into_vec(&text), fixed.result.fixed))
            }
        })
    }

    /// Reports the findings of a document of a package, whose file has a name of `package` bytes.
    pub(super) fn report_document(
        &self,
        (name, package): (&str, usize),
        (document, is_fixable): (&Document, bool),
        mut tally: Tally,
        sink: &Sink<Chunk>,
    ) -> io::Result<()> {
        self.report((name, Some(package)), (document, is_fixable), &mut tally, (sink, self.action == Action::Diff))?;
        sink.send(Chunk::Done(Box::new(tally)))
    }

    /// Returns the findings that are to be fixed, each with its line.
    fn fix_lines(&self, name: &str, document: &Document) -> Vec<(Span<InDocument>, String)> {
        let mut lines = Vec::new();
        let mut positions = document.positions();
        let mut limit = ValueLimit::new(MAX_FINDINGS_PER_RULE);
        for found in all(document) {
            if let Some(fix) = self.fixer.fix_of(&found.finding) {
                let (value, span, rule) = (found.value, found.finding.span, found.finding.rule);
                let title = escape_line(&fix.title);
                let LineColumn { line, column } = positions.line_column_at(span.start);
                let line = || (span, format!("{}:{line}:{column}: fixed[{}] {title}", escape_line(name), rule.name));
                lines.extend(limit.push(value, rule, line));
            }
        }
        lines.extend(limit.finish());
        let line = |Limited { finding: (span, line), more }| match more {
            0 => (span, line),
            more => (span, format!("{line} (and {more} more in this value)")),
        };
        lines.into_iter().take(self.max_findings).map(line).collect()
    }

    /// Fixes a file. If no fix is wanted or possible, it returns the same document.
    fn fixed(&self, input: &LoadedFile, document: Document, sink: &Sink<Chunk>) -> io::Result<FixResult> {
        if !input.is_fixable {
            return Ok(FixResult::Same(document));
        }
        let lines = if self.is_showing_fixes { self.fix_lines(&input.name, &document) } else { Vec::new() };
        let original = document.shared_text();
        let failure = match self.fixer.clone().with_encoding(input.form.encoding).fix_owned(document) {
            FixOutcome::Unchanged(document) => return Ok(FixResult::Same(document)),
            FixOutcome::Refused(error @ FixError::Signed) => {
                sink.send(Chunk::Note(format!("{}: not fixed: {error}", input.name)))?;
                return Ok(FixResult::Same(parsed_again(original, input)));
            }
            FixOutcome::Refused(error) => error.to_string(),
            FixOutcome::Fixed(result) => {
                let edited = result.document.shared_text();
                match input.form.rewritten(&input.bytes, (&original, &result.edits), &edited) {
                    Some(rewritten) => {
                        let mut writer = ChunkWriter::new(sink, Chunk::Stderr);
                        for (_, line) in lines.iter().filter(|(span, _)| !result.is_skipped(*span)) {
                            writeln!(writer, "{line}")?;
                        }
                        writer.flush()?;
                        if !result.skipped.is_empty() {
                            let places = named(result.skipped.len(), "place");
                            let error = FixError::Invalid;
                            sink.send(Chunk::Note(format!("{}: not fixed in {places}: {error}", input.name)))?;
                        }
                        return Ok(FixResult::Fixed(Box::new(Fixed { result, rewritten, original })));
                    }
                    None => "fixes cannot be written in the encoding of the file".to_owned(),
                }
            }
        };
        sink.send(Chunk::Failure(format!("{}: not fixed: {failure}", input.name)))?;
        Ok(FixResult::Same(parsed_again(original, input)))
    }
}

fn parsed_again(text: Arc<String>, input: &LoadedFile) -> Document {
    Document::parse(Arc::unwrap_or_clone(text), Arc::clone(&input.settings))
}

/// Writes standard input to standard output if nothing in it is fixed.
fn pass_through(input: &LoadedFile, document: &Document, sink: &Sink<Chunk>) -> io::Result<()> {
    match input.place {
        InputSource::Stdin => sink.send(Chunk::Document(input.bytes.of(&document.shared_text()).to_vec())),
        InputSource::File { .. } | InputSource::Entry { .. } => Ok(()),
    }
}

/// Saves a fixed file. Returns the document as it is now.
fn save_fixed(input: &LoadedFile, fixed: Fixed, tally: &mut Tally, sink: &Sink<Chunk>) -> io::Result<Document> {
    let Fixed { result: FixedDocument { document, fixed, .. }, rewritten, original } = fixed;
    let edited = document.shared_text();
    let (old, new) = (input.bytes.of(&original), rewritten.bytes.of(&edited));
    let is_written = match &input.place {
        InputSource::Stdin => {
            sink.send(Chunk::Document(new.to_vec()))?;
            true
        }
        InputSource::Entry { .. } => false,
        InputSource::File { path, tree, .. } => match iri_core::files::save(path, tree, old, new) {
            Ok(Saved::Replaced) => true,
            Ok(Saved::InPlace(reason)) => {
                sink.send(Chunk::Note(format!("{}: saved in place: {reason}", input.name)))?;
                true
            }
            Err(refused) => {
                sink.send(Chunk::Failure(format!("{}: not saved: {refused}", input.name)))?;
                false
            }
        },
    };
    if !is_written {
        return Ok(parsed_again(original, input));
    }
    (tally.fixed, tally.changed) = (fixed, 1);
    Ok(document)
}

fn diff(
    input: &LoadedFile,
    fixed: &Fixed,
    tally: &mut Tally,
    (sink, reader): (&Sink<Chunk>, PatchReader),
) -> io::Result<()> {
    (tally.fixed, tally.changed) = (fixed.result.fixed, 1);
    let mut out = ChunkWriter::new(sink, if reader == PatchReader::Person { Chunk::Out } else { Chunk::Patch });
    let path = relative(input.place.path().unwrap_or(Path::new(&input.name)));
    let path = path.strip_prefix(".").unwrap_or(&path);
    let name = match path.to_str() {
        Some(path) => PathStyle::SYSTEM.text_for_programs(path).into_owned().into_bytes(),
        None => path.as_os_str().as_encoded_bytes().to_vec(),
    };
    let edited = fixed.result.document.shared_text();
    let both = (input.bytes.of(&fixed.original), fixed.rewritten.bytes.of(&edited));
    diff::write(&mut out, &name, both, &fixed.rewritten.replaced, reader)?;
    out.flush()
}

impl Plan {
    /// Reports the findings of `document`, the file `name`, and counts them.
    fn report(
        &self,
        (name, package): (&str, Option<usize>),
        (document, is_fixable): (&Document, bool),
        tally: &mut Tally,
        (sink, is_on_stderr): (&Sink<Chunk>, bool),
    ) -> io::Result<()> {
        let for_programs = PathStyle::SYSTEM.text_for_programs(name);
        let mut formatted: Vec<Formatted<'_>> = Vec::new();
        for (index, report) in self.reports.iter().enumerate() {
            let shown = if report.format.kind() == FormatKind::Lines { name } else { &for_programs };
            formatted.push(Formatted {
                plan: self,
                report: *report,
                shown,
                writer: ReportWriter::new(sink, index, is_on_stderr && index == 0, (shown, package)),
                reported: ReportedFindings::nothing(document),
                annotated: HashMap::new(),
                written: 0,
                is_begun: false,
            });
        }
        let mut positions = document.positions();
        tally.files = 1;
        tally.references = document.reference_count();
        let is_remaining = |found: &DocumentFinding<'_>, tally: &Tally| {
            let is_in_patch = self.action == Action::Diff && tally.changed > 0;
            !is_in_patch || self.fixer.fix_of(&found.finding).is_none()
        };
        let known = self.baseline.as_ref().map(|baseline| baseline.compare(name, all(document)));
        let is_known = |index: usize| known.as_ref().is_some_and(|known| known[index]);
        // JUnit has the number of tests before the tests.
        if self.reports.iter().any(|report| report.format == Format::Junit) {
            let mut limit = ValueLimit::new(MAX_FINDINGS_PER_RULE);
            let (mut count, mut failures) = (0, 0);
            let mut add = |limited: Vec<Limited<Severity>>| {
                count += limited.len();
                failures += limited.iter().filter(|limited| self.is_failure(limited.finding)).count();
            };
            for (index, found) in all(document).enumerate() {
                let is_reported = found.finding.severity >= self.least && !is_known(index);
                if is_reported && is_remaining(&found, tally) {
                    add(limit.push(found.value, found.finding.rule, || found.finding.severity));
                }
            }
            add(limit.finish());
            formatted.iter_mut().try_for_each(|formatted| formatted.begin_file((count, failures)))?;
        }
        let mut write_all = |limited: Vec<Limited<LocatedFinding<'_>>>| {
            let count: usize = limited.iter().map(|limited| 1 + limited.more).sum();
            for Limited { finding, more } in limited {
                let mut located = LocatedFinding { package, more, ..finding };
                for formatted in &mut formatted {
                    located.path = formatted.shown;
                    formatted.write_counted(&located)?;
                }
            }
            io::Result::Ok(count)
        };
        let mut limit = ValueLimit::new(MAX_FINDINGS_PER_RULE);
        for (index, found) in all(document).enumerate() {
            if !is_remaining(&found, tally) {
                continue;
            }
            if is_known(index) {
                tally.known += 1;
                continue;
            }
            tally.count(&found.finding, is_fixable.then_some(&self.fixer));
            if found.finding.severity < self.least {
                tally.unreported += 1;
            } else if !self.is_statistics {
                let located = LocatedFinding::new(name, document, found, &mut positions);
                let (value, rule) = (located.found.value, located.found.finding.rule);
                tally.reported += write_all(limit.push(value, rule, || located))?;
            }
        }
        tally.reported += write_all(limit.finish())?;
        formatted.into_iter().try_for_each(Formatted::end_file)
    }
}

impl Plan {
    /// Returns whether a finding of this severity makes the check fail.
    fn is_failure(&self, severity: Severity) -> bool {
        self.fail_on.is_some_and(|least| severity >= least)
    }
}

/// Returns the findings of a document in order, including those that depend on the disk.
fn all(document: &Document) -> Box<dyn Iterator<Item = DocumentFinding<'_>> + '_> {
    let missing = document.related_findings(&CancelToken::default());
    if missing.is_empty() {
        return Box::new(document.findings());
    }
    let mut all: Vec<_> = document.findings().chain(missing).collect();
    all.sort_by_key(|found| found.finding.span.start);
    Box::new(all.into_iter())
}

/// State of a report across the findings of a file.
struct Formatted<'p> {
    plan: &'p Plan,
    report: PlannedReport,
    /// Path of the file in this format.
    shown: &'p str,
    writer: ReportWriter<'p>,
    reported: ReportedFindings<'p>,
    annotated: HashMap<Severity, usize>,
    /// Number of findings that were written.
    written: usize,
    /// Whether the start of the file was written.
    is_begun: bool,
}

impl Formatted<'_> {
    /// Writes the start of a file in JUnit, which lists all files, with the numbers of its findings and failures.
    fn begin_file(&mut self, counts: (usize, usize)) -> io::Result<()> {
        if self.report.format != Format::Junit {
            return Ok(());
        }
        self.is_begun = true;
        junit::begin_file(&mut self.writer, self.shown, counts)
    }

    /// Writes the start of a file with findings.
    fn begin_findings(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.is_begun, true) {
            return Ok(());
        }
        match self.report.format {
            Format::Checkstyle => checkstyle::begin_file(&mut self.writer, self.shown),
            Format::Html => html::begin_file(&mut self.writer, self.shown),
            _ => Ok(()),
        }
    }

    /// Writes the end of a file whose start was written.
    fn end_file(mut self) -> io::Result<()> {
        if self.is_begun {
            self.writer.write_all(match self.report.format {
                Format::Checkstyle => checkstyle::FILE_TAIL.as_bytes(),
                Format::Html => html::FILE_TAIL.as_bytes(),
                Format::Junit => junit::FILE_TAIL.as_bytes(),
                _ => b"",
            })?;
        }
        self.writer.flush()
    }

    /// Writes a finding. One that the limit of the run certainly leaves out is only counted.
    fn write_counted(&mut self, located: &LocatedFinding<'_>) -> io::Result<()> {
        if self.written < self.plan.max_findings {
            self.begin_findings()?;
            let start = self.writer.position();
            self.write(located)?;
            // Many files name the same missing schema.
            let is_once = self.report.format == Format::Text && located.found.finding.rule.name == "schema-not-loaded";
            let once = is_once.then(|| located.found.finding.message.to_string().into());
            self.writer.end_finding(start, 1 + located.more, once)?;
            self.written += 1;
        }
        if self.report.format == Format::Github { self.annotate(located) } else { Ok(()) }
    }

    fn write(&mut self, located: &LocatedFinding<'_>) -> io::Result<()> {
        let Self { plan, report: PlannedReport { format, screen }, writer: out, reported, .. } = self;
        match format {
            Format::Concise => concise::write(out, located, reported, *screen),
            Format::Junit => junit::write(out, located, plan.is_failure(located.found.finding.severity)),
            Format::Checkstyle => checkstyle::write(out, located),
            Format::Rdjson => rdjson::write(out, located, reported),
            Format::Csv => csv::write(out, located, reported),
            Format::Html => html::write(out, located, reported),
            Format::Text | Format::Github => text::write(out, located, reported, *screen),
            Format::Json => json::write(out, located, reported),
            Format::Sarif => sarif::write(out, located, reported, plan.baseline.is_some()),
            Format::Gitlab => gitlab::write(out, located, reported),
        }
    }

    /// GitHub shows only a few annotations per file and severity.
    fn annotate(&mut self, located: &LocatedFinding<'_>) -> io::Result<()> {
        let DocumentFinding { finding, .. } = &located.found;
        let number = self.annotated.entry(finding.severity).or_default();
        *number += 1;
        if *number > github::LIMIT {
            return Ok(());
        }
        self.writer.annotate(finding.severity, github::annotation(located))
    }
}
