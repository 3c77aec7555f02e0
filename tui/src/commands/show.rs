//! `show`: a report of each reference.

use std::collections::BTreeMap;
use std::io::{self, Write};

use iri_core::serialize::{FieldSelection, ReferenceRecord, ReportField};
use iri_core::{Decoded, Inspection, Options, inspect, inspect_decoded, parse_only};

use crate::cli::outcome::{Outcome, fail};
use crate::cli::workflow_log::Quoting;
use crate::cli::{Format, PrintingArgs, ReferenceArgs};
use crate::commands::references::{ReferenceVisitor, References};
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
    let options = reference_args.options();
    let is_xml = reference_args.is_xml;
    if is_statistics {
        return statistics(source, (options, is_xml), printing);
    }
    let skipped = match printing.format {
        Format::Json => {
            let fields = if fields.is_empty() { &ReportField::ALL } else { fields.as_slice() };
            let selection = FieldSelection::new(fields, printing.characters.filter());
            source.each(&mut Lines { out: output::data(Quoting::Json), options, is_xml, selection })
        }
        // The other formats are for `check` and are rejected before.
        _ => source.each(&mut Pages {
            out: output::text(printing.color),
            options,
            is_xml,
            sections: Sections { characters: printing.characters, shows_parsers },
            screen: OutputDevice::stdout(),
            is_first: true,
        }),
    }?;
    Ok(if skipped == 0 { Outcome::Done } else { Outcome::Failed })
}

/// Prints the number of findings of each rule.
fn statistics(source: References, (options, is_xml): (Options, bool), printing: &PrintingArgs) -> io::Result<Outcome> {
    let mut counts = Counts { options, is_xml, references: 0, with_findings: 0, rules: BTreeMap::new() };
    let skipped = source.each(&mut counts)?;
    if printing.format == Format::Json {
        let mut out = output::data(Quoting::Json);
        statistics::write_json(&mut out, &counts.rules)?;
        out.flush()?;
    } else {
        let mut out = output::text(printing.color);
        statistics::write_text(&mut out, &counts.rules)?;
        write!(out, "{}, {} with findings", named(counts.references, "reference"), counts.with_findings)?;
        writeln!(out, "{}", if skipped > 0 { format!(", {skipped} skipped") } else { String::new() })?;
        out.flush()?;
    }
    Ok(if skipped == 0 { Outcome::Done } else { Outcome::Failed })
}

/// Counts findings.
struct Counts {
    options: Options,
    is_xml: bool,
    references: usize,
    with_findings: usize,
    rules: BTreeMap<&'static str, RuleCount>,
}

impl ReferenceVisitor for Counts {
    fn reference(&mut self, text: &str) -> io::Result<()> {
        let rules = &mut self.rules;
        let count = inspected(text, self.is_xml, true, &self.options, |inspection, _| {
            for finding in inspection.findings() {
                rules.entry(finding.rule.name).or_default().all += 1;
            }
            inspection.findings().len()
        });
        self.references += 1;
        self.with_findings += usize::from(count > 0);
        Ok(())
    }

    fn pause(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Prints reports for programs.
struct Lines<W> {
    out: W,
    options: Options,
    is_xml: bool,
    selection: FieldSelection,
}

impl<W: Write> ReferenceVisitor for Lines<W> {
    fn reference(&mut self, text: &str) -> io::Result<()> {
        let (out, selection) = (&mut self.out, &self.selection);
        let write = |inspection: &Inspection<'_>, source: Option<&str>| {
            write_line(out, &ReferenceRecord { inspection, source, selection })
        };
        inspected(text, self.is_xml, selection.uses_findings(), &self.options, write)
    }

    fn pause(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Prints reports for people, separated by a blank line.
struct Pages<W> {
    out: W,
    options: Options,
    is_xml: bool,
    sections: Sections,
    screen: OutputDevice,
    is_first: bool,
}

impl<W: Write> ReferenceVisitor for Pages<W> {
    fn reference(&mut self, text: &str) -> io::Result<()> {
        if !std::mem::take(&mut self.is_first) {
            self.out.write_all(b"\n")?;
        }
        let (out, screen, sections) = (&mut self.out, self.screen, self.sections);
        inspected(text, self.is_xml, true, &self.options, |inspection, source| {
            reference_text::write(out, inspection, source, sections, screen)
        })
    }

    fn pause(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Inspects `text`; if it is written as in XML, it is decoded first, and the source is passed too. Without `runs_rules`, the
/// inspection has no findings.
fn inspected<R>(
    text: &str,
    is_xml: bool,
    runs_rules: bool,
    options: &Options,
    report: impl FnOnce(&Inspection<'_>, Option<&str>) -> R,
) -> R {
    let decoded = is_xml.then(|| Decoded::xml(text));
    let inspection = match (&decoded, runs_rules) {
        (Some(decoded), true) => inspect_decoded(decoded, options),
        (Some(decoded), false) => parse_only(
            &decoded.value,
            &options.clone().with_decode_issues(decoded.issues_in(decoded.whole()).collect()),
        ),
        (None, true) => inspect(text, options),
        (None, false) => parse_only(text, options),
    };
    report(&inspection, is_xml.then_some(text))
}
