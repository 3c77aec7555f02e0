//! The findings of a file in each format.
//!
//! A format writes each finding on its own, so that a file may have any number of them. The head before
//! the first and the tail after the last one of all files belong to the format too.

pub mod fingerprint;
pub mod github;
pub mod gitlab;
pub mod json;
pub mod located;
pub mod sarif;
pub mod text;

use iri_core::characters::BidiNotation;
use iri_core::present::Place;
use iri_core::text::InDocument;
use iri_core::xml::document::Positions;
use iri_core::{Document, Span};

use fingerprint::Fingerprints;
use located::LocatedFinding;

/// How much of a reference is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceDetail {
    /// All of it.
    Whole,
    /// Only its location: it is long, and a previous finding contains it. A million findings about one reference of
    /// a megabyte would else be a terabyte.
    Place,
}

/// State across the reported findings of a file.
pub struct ReportedFindings<'d> {
    /// Their fingerprints.
    pub fingerprints: Fingerprints,
    /// Places that were counted, of edits.
    pub edits: Positions<'d>,
    /// The reference that the last one was about.
    site: Option<Span<InDocument>>,
    described: Option<(Span<InDocument>, DescribedSite)>,
    /// The legend of the last notation.
    legend: (BidiNotation, String),
}

/// What is written about a reference with each of its findings.
#[derive(Clone)]
pub struct DescribedSite {
    /// Its place as the author wrote it.
    pub place: Place,
    /// The Bidi Notation of the reference, as its messages have it.
    pub notation: BidiNotation,
}

impl<'d> ReportedFindings<'d> {
    /// A longer reference, in bytes, is reported once.
    const LONG: usize = 4096;

    /// Before the first finding of `document`.
    pub fn nothing(document: &'d Document) -> Self {
        Self {
            fingerprints: Fingerprints::default(),
            edits: document.positions(),
            site: None,
            described: None,
            legend: <_>::default(),
        }
    }

    /// Describes the reference of `located`, once for all its findings that follow one another.
    pub fn describe(&mut self, located: &LocatedFinding<'_>) -> &DescribedSite {
        let site = &located.found.site;
        let known = self.described.take().filter(|(span, _)| *span == site.span);
        let (_, described) = self.described.insert(known.unwrap_or_else(|| {
            let place = Place::new(located.document, site);
            (site.span, DescribedSite { place, notation: BidiNotation::new(&site.value) })
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
        let site = located.found.site.span;
        let is_reported = self.site.replace(site) == Some(site);
        if is_reported && site.len() > Self::LONG { ReferenceDetail::Place } else { ReferenceDetail::Whole }
    }
}
