//! Findings and references as lines of JSON: schema 1, described in `docs/json.md`.

use std::io::{self, Write};

use iri_core::Site;
use iri_core::serialize::{FindingRecord, SiteRecord};
use iri_core::text::LineColumn;

use crate::report::findings::ReportedFindings;
use crate::report::findings::located::LocatedFinding;
use crate::report::json_writer::write_line;

/// Writes one finding.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(
    out: &mut impl Write,
    located: &LocatedFinding<'_>,
    reported: &mut ReportedFindings<'_>,
) -> io::Result<()> {
    let LocatedFinding { path, document, found, start, end, more, .. } = located;
    write_line(out, &FindingRecord::new(path, document, found, (*start, *end), *more, reported.detail(located)))
}

/// Writes one reference, which starts at line and column `start`.
///
/// # Errors
/// If `out` cannot be written.
pub fn write_reference(out: &mut impl Write, path: &str, site: &Site<'_>, start: LineColumn) -> io::Result<()> {
    write_line(out, &SiteRecord::new(path, site, start))
}
