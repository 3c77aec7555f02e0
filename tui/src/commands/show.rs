//! `show`: a report of each reference.

use std::collections::BTreeMap;
use std::io::{self, Write};

use iri_core::serialize::{FieldSelection, ReferenceRecord, ReportField};
use iri_core::{Inspection, Options, inspect_decoded, parse_only};

use crate::cli::outcome::{Outcome, fail};
use crate::cli::workflow_log::Quoting;
use crate::cli::{Format, PrintingArgs, ReferenceArgs};
use crate::commands::references::References;
use crate::files::tally::{RuleCount, named};
use crate::report::findings::statistics;
use crate::report::json_writer::write_line;
use crate::report::output::{self, OutputDevice};
use crate::report::reference_text;
use crate::report::reference_text::Sections;

/// Parts of the report.
#[derive(Debug, Default)]
pub struct Selection {
    /// Whether the text has a section of the parsers.
    pub shows_parsers: bool,
    /// Fields of the JSON; all if empty.
    pub fields: Vec<ReportField>,
    /// Whether only the numbers of findings are printed.
    pub is_statistics: bool,
}

/// Prints a report of each reference.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn run(
    source: References,
    reference_args: &ReferenceArgs,
    printing: &PrintingArgs,
    selection: &Selection,
) -> io::Result<Outcome> {
    let Selection { shows_parsers, ref fields, is_statistics } = *selection;
    if !fields.is_empty() && printing.format != Format::Json {
        return Ok(fail("--fields requires --format json"));
    }
    if is_statistics {
        return statistics(source, reference_args, printing);
    }
    let options = reference_args.options();
    let skipped = if printing.format == Format::Json {
        let fields = if fields.is_empty() { &ReportField::ALL } else { fields.as_slice() };
        let selection = &FieldSelection::new(fields, printing.characters.filter());
        source.each(output::data(Quoting::Json), |out, text| {
            inspected(text, reference_args, &options, selection.uses_findings(), |inspection, source| {
                write_line(out, &ReferenceRecord { inspection, source, selection })
            })
        })
    } else {
        // The other formats are for `check` and are rejected before.
        let sections = Sections { characters: printing.characters, shows_parsers };
        let (screen, mut is_first) = (OutputDevice::stdout(), true);
        source.each(output::text(printing.color), |out, text| {
            if !std::mem::take(&mut is_first) {
                out.write_all(b"\n")?;
            }
            inspected(text, reference_args, &options, true, |inspection, source| {
                reference_text::write(out, inspection, source, sections, screen)
            })
        })
    }?;
    Ok(if skipped == 0 { Outcome::Done } else { Outcome::Failed })
}

/// Prints the number of findings of each rule.
fn statistics(source: References, reference_args: &ReferenceArgs, printing: &PrintingArgs) -> io::Result<Outcome> {
    let options = reference_args.options();
    let (mut references, mut with_findings) = (0, 0);
    let mut rules: BTreeMap<&'static str, RuleCount> = BTreeMap::new();
    let skipped = source.each(io::sink(), |_, text| {
        let decoded = reference_args.decoded(text);
        let inspection = inspect_decoded(&decoded, &options);
        for finding in inspection.findings() {
            rules.entry(finding.rule.name).or_default().all += 1;
        }
        references += 1;
        with_findings += usize::from(!inspection.findings().is_empty());
        Ok(())
    })?;
    if printing.format == Format::Json {
        let mut out = output::data(Quoting::Json);
        statistics::write_json(&mut out, &rules)?;
        out.flush()?;
    } else {
        let mut out = output::text(printing.color);
        statistics::write_text(&mut out, &rules)?;
        write!(out, "{}, {with_findings} with findings", named(references, "reference"))?;
        writeln!(out, "{}", if skipped > 0 { format!(", {skipped} skipped") } else { String::new() })?;
        out.flush()?;
    }
    Ok(if skipped == 0 { Outcome::Done } else { Outcome::Failed })
}

/// Inspects `text`; if it is written as in XML, its source is passed too. Without `runs_rules`, the inspection has no
/// findings.
fn inspected<R>(
    text: &str,
    reference_args: &ReferenceArgs,
    options: &Options,
    runs_rules: bool,
    report: impl FnOnce(&Inspection<'_>, Option<&str>) -> R,
) -> R {
    let decoded = reference_args.decoded(text);
    let inspection = if runs_rules {
        inspect_decoded(&decoded, options)
    } else {
        let issues = decoded.issues_in(decoded.whole()).collect();
        parse_only(&decoded.value, &options.clone().with_decode_issues(issues))
    };
    report(&inspection, reference_args.is_xml.then_some(text))
}
