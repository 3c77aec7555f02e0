//! What a check has to say of the findings of a file, in each format.
//!
//! A format writes each finding on its own, so that a file may have any number of them. What stands before
//! the first and behind the last one of all files is [`Format`]'s too.

pub mod fingerprint;
pub mod github;
pub mod gitlab;
pub mod json;
pub mod located;
pub mod sarif;
pub mod text;

use iri_core::xml::document::Positions;
use iri_core::{Document, Span};

use fingerprint::Fingerprints;
use located::LocatedFinding;

/// How much is told of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceDetail {
    /// All of it.
    Whole,
    /// Where it is: it is long, and the finding before has told it. A million findings about one reference of
    /// a megabyte would else be a terabyte.
    Place,
}

/// What is known of the findings of a file that were told before.
pub struct ReportedFindings<'d> {
    /// Their fingerprints.
    pub fingerprints: Fingerprints,
    /// Places that were counted, of edits.
    pub edits: Positions<'d>,
    /// The reference that the last one was about.
    site: Option<Span>,
}

impl<'d> ReportedFindings<'d> {
    /// What is longer, in bytes, is told once.
    const LONG: usize = 4096;

    /// Before the first finding of `document`.
    pub fn nothing(document: &'d Document) -> Self {
        Self { fingerprints: Fingerprints::default(), edits: document.positions(), site: None }
    }

    /// How much is to be told of the reference that `located` is about.
    pub fn detail(&mut self, located: &LocatedFinding<'_>) -> ReferenceDetail {
        let site = located.found.site.span;
        let is_told = self.site.replace(site) == Some(site);
        if is_told && site.len() > Self::LONG { ReferenceDetail::Place } else { ReferenceDetail::Whole }
    }
}
