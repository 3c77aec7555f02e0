//! Findings and references of a document as JSON: schema 1, described in `docs/json.md`.

use serde::Serialize;

use crate::rules::Fix;
use crate::text::{InDocument, LineColumn, Span};
use crate::xml::document::DocumentFinding;
use crate::xml::{Document, Site};

/// Part of a reference that is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceDetail {
    /// The whole reference.
    Whole,
    /// Only the location: previous findings contain the reference often enough. A million findings about one reference
    /// of a megabyte would otherwise need a terabyte.
    Place,
}

/// The last reference that was reported, and how often.
#[derive(Debug, Default)]
pub struct ReportedSite {
    /// Reference of the last finding, and the bytes of its repetitions.
    site: Option<(Span<InDocument>, usize)>,
}

impl ReportedSite {
    /// Maximum bytes of the repetitions of a reference.
    const MAX_REPEATED: usize = 4096;

    /// Returns how much of the reference at `site` to report with the next finding.
    pub fn detail(&mut self, site: Span<InDocument>) -> ReferenceDetail {
        let repeated = match self.site {
            Some((last, repeated)) if last == site => repeated + site.len(),
            _ => 0,
        };
        self.site = Some((site, repeated));
        if repeated > Self::MAX_REPEATED { ReferenceDetail::Place } else { ReferenceDetail::Whole }
    }
}

/// Keys of a finding in order.
#[derive(Debug, Serialize)]
pub struct FindingRecord<'d> {
    schema: u8,
    path: &'d str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    start: usize,
    end: usize,
    rule: &'static str,
    severity: &'static str,
    message: &'d str,
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<usize>,
    site: SiteValue<'d>,
    #[serde(skip_serializing_if = "Option::is_none")]
    declared: Option<DeclarationValue>,
    fixes: &'d [Fix<InDocument>],
}

/// Keys of a reference in order.
#[derive(Debug, Serialize)]
pub struct SiteRecord<'d> {
    schema: u8,
    path: &'d str,
    line: usize,
    column: usize,
    site: SiteValue<'d>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resolved: Option<String>,
}

/// Location and role of a reference.
#[derive(Debug, Serialize)]
struct SiteValue<'d> {
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
    type_origin: Option<OriginValue<'d>>,
}

/// Declaration of a schema that makes a value a reference.
#[derive(Debug, Serialize)]
struct OriginValue<'d> {
    schema: &'d str,
    line: usize,
    binding: &'static str,
}

impl<'d> SiteValue<'d> {
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
            type_origin: site.origin.map(|origin| OriginValue {
                schema: &origin.location,
                line: origin.line,
                binding: origin.binding.name(),
            }),
        }
    }
}

/// Location of the declaration of an entity.
#[derive(Debug, Serialize)]
struct DeclarationValue {
    line: usize,
    column: usize,
    start: usize,
    end: usize,
}

impl<'d> FindingRecord<'d> {
    /// Creates the record of a finding of the file `path` from `start` to `end`. `more` is the number of further findings
    /// of its rule in the value that are not reported.
    pub fn new(
        path: &'d str,
        document: &Document,
        found: &'d DocumentFinding<'d>,
        (start, end): (LineColumn, LineColumn),
        more: usize,
        detail: ReferenceDetail,
    ) -> Self {
        let finding = &found.finding;
        let declared = found.declared.map(|span| {
            let LineColumn { line, column } = document.line_column(span.start);
            DeclarationValue { line, column, start: span.start, end: span.end }
        });
        Self {
            schema: 1,
            path,
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            start: finding.span.start,
            end: finding.span.end,
            rule: finding.rule.name,
            severity: finding.severity.name(),
            message: &finding.message,
            more: Some(more).filter(|&more| more > 0),
            site: SiteValue::new(&found.site, detail),
            declared,
            fixes: &finding.fixes,
        }
    }
}

impl<'d> SiteRecord<'d> {
    /// Creates the record of a reference of the file `path` that starts at `start`.
    pub fn new(path: &'d str, site: &'d Site<'d>, start: LineColumn) -> Self {
        let LineColumn { line, column } = start;
        let resolved = site.resolved();
        Self { schema: 1, path, line, column, site: SiteValue::new(site, ReferenceDetail::Whole), resolved }
    }
}
