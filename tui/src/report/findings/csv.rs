//! Findings as comma-separated values (RFC 4180) with a header.
//!
//! Characters that are not visible are written by name. A spreadsheet would evaluate a value that starts like a formula, so
//! such a value gets an apostrophe, as does each part of it that a spreadsheet with other separators makes a cell.

use std::io::{self, Write};

use iri_core::characters::Escaper;
use iri_core::serialize::ReferenceDetail;

use crate::report::findings::ReportedFindings;
use crate::report::findings::located::LocatedFinding;

/// Names of the columns.
pub const HEAD: &str =
    "path,line,column,end_line,end_column,severity,rule,message,element,attribute,role,value,fix,fix_safety\n";

/// Characters that separate cells in some spreadsheet: those of RFC 4180, of Excel, and of LibreOffice.
const SEPARATORS: [char; 3] = [',', ';', '\t'];
/// Characters with which a formula starts, also in full width (OWASP, CSV injection).
const FORMULA: [char; 8] = ['=', '+', '-', '@', '\u{FF1D}', '\u{FF0B}', '\u{FF0D}', '\u{FF20}'];

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
    write!(out, "{},{},{},", finding.severity, finding.rule.name, cell(&located.message()))?;
    write!(out, "{},{},", cell(site.element), cell(site.attribute.unwrap_or_default()))?;
    write!(out, "{},{},", site.role.name, cell(if is_whole { site.shown() } else { "" }))?;
    let safety = fix.map_or("", |fix| fix.safety.name());
    writeln!(out, "{},{safety}", cell(fix.map_or("", |fix| &fix.title)))
}

/// Returns the text of a cell, in quotes if a separator or a quote is in it.
///
/// A spreadsheet in which `;` separates, as in Excel in many countries, knows no quotes within our cells. So each part
/// between two `;` is guarded like a cell.
fn cell(text: &str) -> String {
    let text = Escaper::PlainText.escape(text);
    let mut guarded = String::with_capacity(text.len());
    for part in text.split_inclusive(SEPARATORS) {
        // Excel removes quotes and spaces before it looks for a formula.
        if part.trim_start_matches([' ', '"']).starts_with(FORMULA) {
            guarded.push('\'');
        }
        guarded.push_str(part);
    }
    if guarded.contains(SEPARATORS)
        || guarded.contains(['"', '\r', '\n'])
        || guarded.starts_with(' ')
        || guarded.ends_with(' ')
    {
        guarded = format!("\"{}\"", guarded.replace('"', "\"\""));
    }
    guarded
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

    #[test]
    fn no_part_of_a_cell_is_a_formula_in_a_spreadsheet_with_other_separators() {
        assert_eq!(cell("x;=HYPERLINK(1);y"), "\"x;'=HYPERLINK(1);y\"");
        assert_eq!(cell("x; \"+1"), "\"x;' \"\"+1\"");
        assert_eq!(cell("a,@b"), "\"a,'@b\"");
        for c in ['\u{FF1D}', '\u{FF0B}', '\u{FF0D}', '\u{FF20}'] {
            assert_eq!(cell(&format!("{c}1")), format!("'{c}1"));
        }
        assert_eq!(cell("a;b"), "\"a;b\"");
        assert_eq!(cell("a-b=c"), "a-b=c");
    }
}
