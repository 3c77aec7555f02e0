//! Findings and references as lines of JSON: schema 1, described in `docs/json.md`.

use std::io::{self, Write};

use iri_core::text::{InDocument, LineColumn};
use iri_core::{Fix, Site};
use serde::Serialize;

use crate::report::findings::located::LocatedFinding;
use crate::report::findings::{ReferenceDetail, ReportedFindings};
use crate::report::json_writer::write_line;

/// Keys of a finding in order.
#[derive(Serialize)]
struct FindingLine<'d> {
    schema: u8,
    path: &'d str,
    line: usize,
    column: usize,
    start: usize,
    end: usize,
    rule: &'static str,
    severity: &'static str,
    message: &'d str,
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<usize>,
    site: SiteLine<'d>,
    #[serde(skip_serializing_if = "Option::is_none")]
    declared: Option<PlaceLine>,
    fixes: &'d [Fix<InDocument>],
}

/// Keys of a reference in order.
#[derive(Serialize)]
struct ReferenceLine<'d> {
    schema: u8,
    path: &'d str,
    line: usize,
    column: usize,
    site: SiteLine<'d>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resolved: Option<String>,
}

/// Location and role of a reference.
#[derive(Serialize)]
struct SiteLine<'d> {
    kind: &'static str,
    element: &'d str,
    attribute: Option<&'d str>,
    role: &'static str,
    raw: Option<&'d str>,
    known: bool,
    value: Option<&'d str>,
    start: usize,
    end: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    type_origin: Option<OriginLine<'d>>,
}

/// Declaration of a schema that makes a value a reference.
#[derive(Serialize)]
struct OriginLine<'d> {
    schema: &'d str,
    line: usize,
    binding: &'static str,
}

impl<'d> SiteLine<'d> {
    fn new(site: &'d Site<'d>, telling: ReferenceDetail) -> Self {
        let is_whole = telling == ReferenceDetail::Whole;
        Self {
            kind: site.kind.name(),
            element: site.element,
            attribute: site.attribute,
            role: site.role.name,
            raw: is_whole.then_some(site.raw),
            known: site.is_known,
            value: site.known_value().filter(|_| is_whole),
            start: site.span.start,
            end: site.span.end,
            type_origin: site.origin.map(|origin| OriginLine {
                schema: &origin.location,
                line: origin.line,
                binding: origin.binding.name(),
            }),
        }
    }
}

/// Location of the declaration of an entity.
#[derive(Serialize)]
struct PlaceLine {
    line: usize,
    column: usize,
    start: usize,
    end: usize,
}

/// Writes one finding.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(
    out: &mut impl Write,
    located: &LocatedFinding<'_>,
    reported: &mut ReportedFindings<'_>,
) -> io::Result<()> {
    let LocatedFinding { path, document, found, start, more, .. } = located;
    let LineColumn { line, column } = *start;
    let finding = &found.finding;
    let declared = found.declared.map(|span| {
        let LineColumn { line, column } = document.line_column(span.start);
        PlaceLine { line, column, start: span.start, end: span.end }
    });
    write_line(
        out,
        &FindingLine {
            schema: 1,
            path,
            line,
            column,
            start: finding.span.start,
            end: finding.span.end,
            rule: finding.rule.name,
            severity: finding.severity.name(),
            message: &finding.message,
            more: Some(*more).filter(|&more| more > 0),
            site: SiteLine::new(&found.site, reported.detail(located)),
            declared,
            fixes: &finding.fixes,
        },
    )
}

/// Writes one reference, which starts at line and column `start`.
///
/// # Errors
/// If `out` cannot be written.
pub fn write_reference(out: &mut impl Write, path: &str, site: &Site<'_>, start: LineColumn) -> io::Result<()> {
    let LineColumn { line, column } = start;
    write_line(
        out,
        &ReferenceLine {
            schema: 1,
            path,
            line,
            column,
            site: SiteLine::new(site, ReferenceDetail::Whole),
            resolved: site.resolved(),
        },
    )
}
