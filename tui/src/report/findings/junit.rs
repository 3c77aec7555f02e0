//! Findings as JUnit XML: a test suite per file, a test case per finding. It fails if the finding makes the check fail. A
//! file without findings has one test case that passes, so that the report shows what was checked.

use std::io::{self, Write};

use iri_core::characters::Escaper;

use crate::report::findings::located::LocatedFinding;

/// Text before the first file.
pub const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"iri-inspect\">\n";

/// Writes the start of a file with `count` findings, `failures` of which fail.
///
/// # Errors
/// If `out` cannot be written.
pub fn begin_file(out: &mut impl Write, path: &str, (count, failures): (usize, usize)) -> io::Result<()> {
    let (path, tests) = (Escaper::Markup.escape(path), count.max(1));
    writeln!(out, "<testsuite name=\"{path}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\">")?;
    if count == 0 {
        writeln!(out, "<testcase name=\"references\" classname=\"{path}\"/>")?;
    }
    Ok(())
}

/// Writes one finding, as a failure or as output of a test that passes.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(out: &mut impl Write, located: &LocatedFinding<'_>, is_failure: bool) -> io::Result<()> {
    let finding = &located.found.finding;
    let (path, message) = (Escaper::Markup.escape(located.path), Escaper::Markup.escape(&located.message()));
    let (line, column) = (located.start.line, located.start.column);
    let (rule, severity) = (finding.rule.name, finding.severity);
    write!(out, "<testcase name=\"{rule} at {line}:{column}\" classname=\"{path}\">")?;
    let text = format!("{path}:{line}:{column}: {severity}[{rule}] {message}");
    if is_failure {
        write!(out, "<failure type=\"{rule}\" message=\"{message}\">{text}</failure>")?;
    } else {
        write!(out, "<system-out>{text}</system-out>")?;
    }
    writeln!(out, "</testcase>")
}

/// Text after a file.
pub const FILE_TAIL: &str = "</testsuite>\n";

/// Writes the text after the last file: the failures of the program.
///
/// # Errors
/// If `out` cannot be written.
pub fn write_tail(out: &mut impl Write, failures: &[String]) -> io::Result<()> {
    if !failures.is_empty() {
        let count = failures.len();
        writeln!(
            out,
            "<testsuite name=\"iri-inspect\" tests=\"{count}\" failures=\"0\" errors=\"{count}\" skipped=\"0\">"
        )?;
        for (index, failure) in failures.iter().enumerate() {
            let message = Escaper::Markup.escape(failure);
            writeln!(
                out,
                "<testcase name=\"failure {}\" classname=\"iri-inspect\"><error message=\"{message}\"/></testcase>",
                index + 1
            )?;
        }
        out.write_all(FILE_TAIL.as_bytes())?;
    }
    out.write_all(b"</testsuites>\n")
}
