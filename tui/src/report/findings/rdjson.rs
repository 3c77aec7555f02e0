//! Findings in the diagnostic format of reviewdog, `rdjson`: one object.
//!
//! Columns count bytes of UTF-8, from 1.

use std::io::{self, Write};

use iri_core::Severity;
use iri_core::text::lines::PositionEncoding;
use iri_core::text::{InDocument, Span};
use iri_core::xml::document::Positions;
use serde_json::{Value, json};

use crate::report::findings::ReportedFindings;
use crate::report::findings::located::LocatedFinding;
use crate::report::findings::markdown::without_links_and_tags;
use crate::report::json_writer::write_value;

/// Text before the first finding.
pub const HEAD: &str = "{\"source\":{\"name\":\"iri-inspect\"},\"diagnostics\":[";
/// Text between findings.
pub const SEPARATOR: &str = ",\n";
/// Text after the last finding.
pub const TAIL: &str = "]}\n";

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
    let (path, entry) = located.on_disk();
    let path = path.strip_prefix("./").unwrap_or(path);
    let severity = match finding.severity {
        Severity::Error => "ERROR",
        Severity::Warning => "WARNING",
        Severity::Information | Severity::Hint => "INFO",
    };
    let mut diagnostic = json!({
        "message": without_links_and_tags(&located.message_on_disk()),
        "location": { "path": path },
        "severity": severity,
        "code": { "value": finding.rule.name },
    });
    // Ranges are those of a text.
    if entry.is_some() {
        return write_value(out, &diagnostic);
    }
    diagnostic["location"]["range"] = range(finding.span, &mut reported.edits);
    // A suggestion replaces one range.
    if let Some([edit]) = finding.fixes.first().map(|fix| fix.edits.as_slice()) {
        let range = range(edit.span, &mut reported.edits);
        diagnostic["suggestions"] = json!([{ "range": range, "text": edit.text }]);
    }
    write_value(out, &diagnostic)
}

fn range(span: Span<InDocument>, positions: &mut Positions<'_>) -> Value {
    let mut position = |offset| {
        let position = positions.position_at(offset, PositionEncoding::Utf8);
        json!({ "line": position.line + 1, "column": position.column + 1 })
    };
    let start = position(span.start);
    json!({ "start": start, "end": position(span.end) })
}
