//! Findings as Checkstyle XML. Files without findings are not listed.

use std::io::{self, Write};

use iri_core::Severity;
use iri_core::characters::Escaper;

use crate::report::findings::located::LocatedFinding;

/// Text before the first file.
pub const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"8.0\">\n";
/// Text after a file.
pub const FILE_TAIL: &str = "</file>\n";
/// Text after the last file.
pub const TAIL: &str = "</checkstyle>\n";

/// Writes the start of a file.
///
/// # Errors
/// If `out` cannot be written.
pub fn begin_file(out: &mut impl Write, path: &str) -> io::Result<()> {
    writeln!(out, "<file name=\"{}\">", Escaper::Markup.escape(path))
}

/// Writes one finding.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(out: &mut impl Write, located: &LocatedFinding<'_>) -> io::Result<()> {
    let finding = &located.found.finding;
    let message = Escaper::Markup.escape(&located.message());
    let (line, column) = (located.start.line, located.start.column);
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "info",
    };
    let rule = finding.rule.name;
    writeln!(
        out,
        "<error line=\"{line}\" column=\"{column}\" severity=\"{severity}\" message=\"{message}\" \
         source=\"iri-inspect.{rule}\"/>"
    )
}
