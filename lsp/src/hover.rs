//! What is shown of the reference at the cursor.

use iri_core::{Document, Role, Span};

use crate::report::{Extent, Forms, Report};

/// A text for people, and where it belongs.
#[derive(Clone, Debug)]
pub struct Hover {
    /// The reference.
    pub span: Span,
    /// Which dialects admit it.
    pub verdict: &'static str,
    /// What is in it, line by line.
    pub body: String,
}

/// Everything about one reference.
#[derive(Clone, Debug)]
pub struct Inspected {
    /// As a text.
    pub report: String,
    /// In the forms that people copy.
    pub forms: Forms,
}

/// What is shown at `offset`.
pub fn hover(document: &Document, offset: usize) -> Option<Hover> {
    let site = document.site_at(offset)?;
    let report = Report::of_site(&site, Extent::Short);
    Some(Hover { span: site.span, verdict: report.verdict, body: report.body() })
}

/// Everything about the reference at `offset`.
pub fn inspected(document: &Document, offset: usize) -> Option<Inspected> {
    let site = document.site_at(offset)?;
    let report = Report::of_site(&site, Extent::Full);
    let value = if site.is_known { &site.value } else { site.raw };
    Some(Inspected { report: text(value, &report), forms: Forms::of_site(&site) })
}

/// Everything about a reference alone.
pub fn inspected_alone(value: &str) -> Inspected {
    let report = Report::of(value, Role::default(), Extent::Full);
    Inspected { report: text(value, &report), forms: Forms::of(value, Role::default()) }
}

fn text(value: &str, report: &Report) -> String {
    format!("{}\n{}\n\n{}\n", crate::shown::shown(value, usize::MAX), report.verdict, report.body())
}
