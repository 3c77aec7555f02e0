//! Findings as text for people.
//!
//! ```text
//! docs/guide.xml:88:31: warning[leiri-space]: SPACE (U+0020) is not allowed in an IRI
//!    |
//! 88 |   <img xlink:href="..\img\figure 1.png"/>
//!    |                                 ^ fix: encode SPACE as %20
//!    = xlink:href of <img>: any-uri
//! ```

use std::io::{self, Write};

use iri_core::characters::BidiNotation;
use iri_core::present::Place;
use iri_core::text::InDocument;
use iri_core::text::lines::LineIndex;
use iri_core::{ConfigProblem, Finding, Safety, Severity};

use crate::cells::{RightToLeft, escaped, escaped_message};
use crate::report::findings::located::LocatedFinding;
use crate::report::findings::{DescribedSite, ReportedFindings};
use crate::report::links::linked;
use crate::report::output::OutputDevice;
use crate::report::source_line::{MarkedText, SourceLine};
use crate::report::styles;
use crate::report::wrap::wrap;

/// Writes one finding, and a blank line.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(
    out: &mut impl Write,
    located: &LocatedFinding<'_>,
    reported: &mut ReportedFindings<'_>,
    screen: OutputDevice,
) -> io::Result<()> {
    let finding = &located.found.finding;
    let (line, label) = (located.start.line, styles::LABEL);
    let DescribedSite { place, notation } = reported.describe(located);
    let source = SourceLine::new(MarkedText::Document(located.document, finding.span), line, screen);
    let letters = screen.in_order(extended(*notation, finding, place, source.text()));
    let kind = Kind { severity: finding.severity, rule: Some(finding.rule.name) };
    let file = located.on_disk().0;
    write_head(out, (file, located.path, line, located.start.column), kind, &located.message(), (screen, letters))?;
    source.write(out, finding.severity, &note(finding, letters), letters)?;
    let blank = " ".repeat(line.to_string().len());
    let site = &located.found.site;
    let shown = |name: &str| escaped(name, letters);
    writeln!(out, "{label}{blank} ={label:#} {}: {}", place.escaped(shown), site.role.name)?;
    if let Some(origin) = place.origin() {
        writeln!(out, "{label}{blank} ={label:#} {}", origin.escaped(shown))?;
    }
    if let Some(declared) = located.found.declared {
        let at = located.document.line_column(declared.start);
        let name = located.found.declared_name();
        writeln!(out, "{label}{blank} ={label:#} {name} at {}:{}", at.line, at.column)?;
    }
    if let RightToLeft::Notation(notation) = letters {
        let legend = reported.legend(&notation);
        if !legend.is_empty() {
            let text = wrap(&format!("legend: {legend}"), blank.len() + 3, blank.len() + 3, screen.width);
            writeln!(out, "{label}{blank} ={label:#} {text}")?;
        }
    }
    writeln!(out)
}

/// Returns the notation of a reference, extended by all that is printed with the finding.
fn extended(notation: BidiNotation, finding: &Finding<InDocument>, place: &Place, source: &str) -> BidiNotation {
    let mut notation = notation;
    notation.extend(source);
    notation.extend(&place.to_string());
    notation.extend(&finding.message);
    if let Some(fix) = finding.fixes.first() {
        notation.extend(&fix.title);
    }
    notation
}

/// Writes one problem of the configuration file at `path` with the text of `lines`, and a blank line.
///
/// # Errors
/// If `out` cannot be written.
pub fn write_problem(
    out: &mut impl Write,
    (path, lines): (&str, &LineIndex<'_>),
    problem: &ConfigProblem,
    screen: OutputDevice,
) -> io::Result<()> {
    let (text, at) = (lines.text(), lines.line_column(problem.span.start));
    let kind = Kind { severity: problem.severity, rule: None };
    let source = SourceLine::new(MarkedText::Config(text, problem.span), at.line, screen);
    let mut notation = BidiNotation::new(source.text());
    notation.extend(&problem.message);
    let letters = screen.in_order(notation);
    write_head(out, (path, path, at.line, at.column), kind, &problem.message, (screen, letters))?;
    if !text.is_empty() {
        source.write(out, problem.severity, "", letters)?;
    }
    writeln!(out)
}

/// Returns the severity and rule of a message.
#[derive(Clone, Copy)]
struct Kind {
    severity: Severity,
    rule: Option<&'static str>,
}

/// `path:line:column: severity[rule]: message`
fn write_head(
    out: &mut impl Write,
    (file, path, line, column): (&str, &str, usize, usize),
    Kind { severity, rule }: Kind,
    message: &str,
    (screen, letters): (OutputDevice, RightToLeft),
) -> io::Result<()> {
    let (bold, style) = (styles::EMPHASIS, styles::severity(severity));
    let path = escaped(path, screen.path());
    let rule = rule.map_or_else(String::new, |rule| format!("[{rule}]"));
    let message = escaped_message(message, letters);
    let place = linked(&format!("{path}:{line}:{column}:"), file, screen);
    writeln!(out, "{bold}{place}{bold:#} {style}{severity}{style:#}{rule}: {message}")
}

/// Returns the title of the preferred fix.
fn note(finding: &Finding<InDocument>, letters: RightToLeft) -> String {
    let Some(fix) = finding.fixes.first() else { return String::new() };
    let word = match fix.safety {
        Safety::Safe => "fix",
        Safety::Suggested => "suggested",
    };
    format!(" {word}: {}", escaped_message(&fix.title, letters))
}
