//! Findings as a GitLab Code Quality report: an array of issues.

use std::borrow::Cow;
use std::io::{self, Write};

use iri_core::Severity;
use serde::Serialize;

use crate::report::findings::ReportedFindings;
use crate::report::findings::located::LocatedFinding;
use crate::report::findings::markdown::without_links_and_tags;
use crate::report::json_writer::write_value;

#[derive(Serialize)]
struct Issue<'d> {
    description: Cow<'d, str>,
    check_name: &'static str,
    fingerprint: String,
    severity: &'static str,
    location: Location<'d>,
}

#[derive(Serialize)]
struct Location<'d> {
    path: &'d str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: usize,
    end: usize,
}

/// Text before the first issue.
pub const HEAD: &str = "[";
/// Text between issues.
pub const SEPARATOR: &str = ",\n";
/// Text after the last issue.
pub const TAIL: &str = "]\n";

/// Writes one finding, a [`SEPARATOR`] before it.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(
    out: &mut impl Write,
    located: &LocatedFinding<'_>,
    reported: &mut ReportedFindings<'_>,
) -> io::Result<()> {
    out.write_all(SEPARATOR.as_bytes())?;
    let finding = &located.found.finding;
    let path = located.path.strip_prefix("./").unwrap_or(located.path);
    let (file, entry) = located.on_disk();
    let file = file.strip_prefix("./").unwrap_or(file);
    // A package has no lines.
    let lines = match entry {
        Some(_) => Lines { begin: 1, end: 1 },
        None => Lines { begin: located.start.line, end: located.end.line },
    };
    let message = located.message_on_disk();
    let issue = Issue {
        description: without_links_and_tags(&message),
        check_name: finding.rule.name,
        fingerprint: reported.fingerprints.next(&located.found, path),
        severity: match finding.severity {
            Severity::Error => "major",
            Severity::Warning => "minor",
            Severity::Information | Severity::Hint => "info",
        },
        location: Location { path: file, lines },
    };
    write_value(out, &issue)
}
