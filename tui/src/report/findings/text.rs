//! Findings for a person.
//!
//! ```text
//! docs/guide.xml:88:31: warning[leiri-space]: U+0020 SPACE is no IRI character: tools that split on …
//!    |
//! 88 |   <img xlink:href="..\img\figure 1.png"/>
//!    |                                 ^ fix: encode as %20
//!    = attribute {http://www.w3.org/1999/xlink}href of {http://docbook.org/ns/docbook}img: any-uri
//! ```

use std::io::{self, Write};

use iri_core::text::InDocument;
use iri_core::text::lines::line_column;
use iri_core::{ConfigProblem, Finding, Safety, Severity};

use crate::cells::escaped;
use crate::report::findings::located::{LocatedFinding, place};
use crate::report::output::OutputDevice;
use crate::report::source_line::MarkedText;
use crate::report::{source_line, styles};

/// Writes one finding, and a blank line.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(out: &mut impl Write, located: &LocatedFinding<'_>, screen: OutputDevice) -> io::Result<()> {
    let finding = &located.found.finding;
    let (line, label) = (located.start.line, styles::LABEL);
    let kind = Kind { severity: finding.severity, rule: Some(finding.rule.name) };
    write_head(out, (located.path, line, located.start.column), kind, &finding.message, screen)?;
    let source = MarkedText::Document(located.document, finding.span);
    source_line::write(out, (source, line), finding.severity, &note(finding, screen), screen)?;
    let blank = " ".repeat(line.to_string().len());
    let site = &located.found.site;
    let place = escaped(&place(site), screen.source());
    writeln!(out, "{label}{blank} ={label:#} {place}: {}", site.role.name)?;
    if let Some(declared) = located.found.declared {
        let at = located.document.line_column(declared.start);
        writeln!(out, "{label}{blank} ={label:#} by an entity that is declared at {}:{}", at.line, at.column)?;
    }
    writeln!(out)
}

/// Writes one problem of the configuration file at `path`, which says `text`, and a blank line.
///
/// # Errors
/// If `out` cannot be written.
pub fn write_problem(
    out: &mut impl Write,
    (path, text): (&str, &str),
    problem: &ConfigProblem,
    screen: OutputDevice,
) -> io::Result<()> {
    let at = line_column(text, problem.span.start);
    let kind = Kind { severity: problem.severity, rule: None };
    write_head(out, (path, at.line, at.column), kind, &problem.message, screen)?;
    if !text.is_empty() {
        let source = MarkedText::Config(text, problem.span);
        source_line::write(out, (source, at.line), problem.severity, "", screen)?;
    }
    writeln!(out)
}

/// What is said, before what it says.
#[derive(Clone, Copy)]
struct Kind {
    severity: Severity,
    rule: Option<&'static str>,
}

/// `path:line:column: severity[rule]: message`
fn write_head(
    out: &mut impl Write,
    (path, line, column): (&str, usize, usize),
    Kind { severity, rule }: Kind,
    message: &str,
    screen: OutputDevice,
) -> io::Result<()> {
    let (bold, style) = (styles::EMPHASIS, styles::severity(severity));
    let path = escaped(path, screen.path());
    let rule = rule.map_or_else(String::new, |rule| format!("[{rule}]"));
    let message = escaped(message, screen.source());
    writeln!(out, "{bold}{path}:{line}:{column}:{bold:#} {style}{severity}{style:#}{rule}: {message}")
}

/// What the preferred fix does.
fn note(finding: &Finding<InDocument>, screen: OutputDevice) -> String {
    let Some(fix) = finding.fixes.first() else { return String::new() };
    let word = match fix.safety {
        Safety::Safe => "fix",
        Safety::Suggested => "suggested",
    };
    format!(" {word}: {}", escaped(&fix.title, screen.source()))
}
