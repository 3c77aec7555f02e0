//! The findings of a file in each format.
//!
//! A format writes each finding separately, so that a file may have any number of them. It also has a head before the
//! first and a tail after the last finding of all files.

pub mod checkstyle;
pub mod concise;
pub mod csv;
pub mod fingerprint;
pub mod github;
pub mod gitlab;
pub mod html;
pub mod json;
pub mod junit;
pub mod located;
pub mod markdown;
pub mod rdjson;
pub mod sarif;
pub mod statistics;
pub mod text;

use iri_core::characters::BidiNotation;
use iri_core::present::Place;
use iri_core::serialize::{ReferenceDetail, ReportedSite};
use iri_core::text::InDocument;
use iri_core::xml::document::Positions;
use iri_core::{Document, Span};

use fingerprint::Fingerprints;
use located::LocatedFinding;

/// State across the reported findings of a file.
pub struct ReportedFindings<'d> {
    /// Fingerprints of the findings.
    pub fingerprints: Fingerprints,
    /// Positions of edits.
    pub edits: Positions<'d>,
    site: ReportedSite,
    described: Option<(Span<InDocument>, DescribedSite)>,
    /// Legend of the last notation.
    legend: (BidiNotation, String),
}

/// Description of a reference, which is written with each of its findings.
#[derive(Clone)]
pub struct DescribedSite {
    /// Place, named as the author wrote it.
    pub place: Place,
    /// Bidi Notation of the reference, as in its messages.
    pub notation: BidiNotation,
}

impl<'d> ReportedFindings<'d> {
    /// Creates the state before the first finding of `document`.
    pub fn nothing(document: &'d Document) -> Self {
        Self {
            fingerprints: Fingerprints::default(),
            edits: document.positions(),
            site: ReportedSite::default(),
            described: None,
            legend: <_>::default(),
        }
    }

    /// Describes the reference of `located`, once for consecutive findings.
    pub fn describe(&mut self, located: &LocatedFinding<'_>) -> &DescribedSite {
        let site = &located.found.site;
        let known = self.described.take().filter(|(span, _)| *span == site.span);
        let (_, described) = self.described.insert(known.unwrap_or_else(|| {
            let place = Place::new(located.document, site);
            (site.span, DescribedSite { place, notation: BidiNotation::new(site.shown()) })
        }));
        described
    }

    /// Returns the legend of `notation`, which is often that of the previous finding.
    pub fn legend(&mut self, notation: &BidiNotation) -> &str {
        if self.legend.0 != *notation {
            self.legend = (*notation, notation.legend_line());
        }
        &self.legend.1
    }

    /// Returns how much of the reference of `located` to report.
    pub fn detail(&mut self, located: &LocatedFinding<'_>) -> ReferenceDetail {
        self.site.detail(located.found.site.span)
    }
}
