//! Findings in one line each.
//!
//! ```text
//! docs/guide.xml:88:31: warning[leiri-space] SPACE (U+0020) is not allowed in an IRI
//! ```

use std::io::{self, Write};

use crate::cells::{escaped, escaped_message};
use crate::report::findings::ReportedFindings;
use crate::report::findings::located::LocatedFinding;
use crate::report::links::linked;
use crate::report::output::OutputDevice;
use crate::report::styles;

/// Writes one finding.
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
    let mut notation = reported.describe(located).notation;
    notation.extend(&finding.message);
    let (path, message) =
        (escaped(located.path, screen.path()), escaped_message(&located.message(), screen.in_order(notation)));
    let (line, column) = (located.start.line, located.start.column);
    let (bold, style) = (styles::EMPHASIS, styles::severity(finding.severity));
    let (severity, rule) = (finding.severity, finding.rule.name);
    let place = linked(&format!("{path}:{line}:{column}:"), located.on_disk().0, screen);
    writeln!(out, "{bold}{place}{bold:#} {style}{severity}{style:#}[{rule}] {message}")
}
