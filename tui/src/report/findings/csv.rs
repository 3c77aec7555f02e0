//! Findings as comma-separated values (RFC 4180) with a header.
//!
//! Characters that are not visible are written by name. A spreadsheet would evaluate a value that starts like a formula, so
//! such a value gets an apostrophe.

use std::io::{self, Write};

use iri_core::characters::Escaper;

use crate::report::findings::located::LocatedFinding;
use crate::report::findings::{ReferenceDetail, ReportedFindings};

/// Names of the columns.
pub const HEAD: &str =
    "path,line,column,end_line,end_column,severity,rule,message,element,attribute,role,value,fix,fix_safety\n";

/// Writes one finding.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(
    out: &mut impl Write,
    located: &LocatedFinding<'_>,
    reported: &mut ReportedFindings<'_>,
) -> io::Result<()> {
    let (finding, site) = (&located.found.finding, &located.found.site);
    let (start, end) = (located.start, located.end);
    let is_whole = reported.detail(located) == ReferenceDetail::Whole;
    let fix = finding.fixes.first();
    write!(out, "{},{},{},{},{},", cell(located.path), start.line, start.column, end.line, end.column)?;
    write!(out, "{},{},{},", finding.severity, finding.rule.name, cell(&finding.message))?;
    write!(out, "{},{},", cell(site.element), cell(site.attribute.unwrap_or_default()))?;
    write!(out, "{},{},", site.role.name, cell(if is_whole { &site.value } else { "" }))?;
    let safety = fix.map_or("", |fix| fix.safety.name());
    writeln!(out, "{},{safety}", cell(fix.map_or("", |fix| &fix.title)))
}

/// Returns the text of a cell, in quotes if necessary.
fn cell(text: &str) -> String {
    let text = Escaper::PlainText.escape(text);
    let guard = if text.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
    if text.contains([',', '"']) || text.starts_with(' ') || text.ends_with(' ') {
        format!("\"{guard}{}\"", text.replace('"', "\"\""))
    } else {
        format!("{guard}{text}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_no_formulas() {
        assert_eq!(cell("a b"), "a b");
        assert_eq!(cell("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(cell("-rf,"), "\"'-rf,\"");
        assert_eq!(cell("a\r\nb"), "a[CR][LF]b");
    }
}
