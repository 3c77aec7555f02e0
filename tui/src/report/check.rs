//! What a check has to say of the findings of a file, in each format.
//!
//! A format writes each finding on its own, so that a file may have any number of them. What stands before
//! the first and behind the last one of all files is [`Format`]'s too.

pub mod fingerprint;
pub mod github;
pub mod gitlab;
pub mod json;
pub mod sarif;
pub mod text;

use iri_core::text::LineColumn;
use iri_core::xml::document::DocumentFinding;
use iri_core::xml::document::Positions;
use iri_core::{Document, Span};

use fingerprint::Fingerprints;

/// A finding of a file, and where it stands.
pub struct Placed<'d> {
    /// The path of the file, as a person would write it.
    pub path: &'d str,
    /// The file.
    pub document: &'d Document,
    /// The finding.
    pub found: DocumentFinding<'d>,
    /// Where it begins.
    pub start: LineColumn,
    /// Where it ends; one scalar value behind the last.
    pub end: LineColumn,
}

impl<'d> Placed<'d> {
    /// `found` in its file. Fast where `positions` was asked for earlier findings before.
    pub fn of(
        path: &'d str,
        document: &'d Document,
        found: DocumentFinding<'d>,
        positions: &mut Positions<'_>,
    ) -> Self {
        let Span { start, end } = found.finding.span;
        Self { path, document, start: positions.line_column_at(start), end: positions.line_column_at(end), found }
    }
}

/// How much is told of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telling {
    /// All of it.
    Whole,
    /// Where it is: it is long, and the finding before has told it. A million findings about one reference of
    /// a megabyte would else be a terabyte.
    Place,
}

/// What is known of the findings of a file that were told before.
pub struct Told<'d> {
    /// Their fingerprints.
    pub fingerprints: Fingerprints,
    /// Places that were counted, of edits.
    pub edits: Positions<'d>,
    /// The reference that the last one was about.
    site: Option<Span>,
}

impl<'d> Told<'d> {
    /// What is longer, in bytes, is told once.
    const LONG: usize = 4096;

    /// Before the first finding of `document`.
    pub fn nothing(document: &'d Document) -> Self {
        Self { fingerprints: Fingerprints::default(), edits: document.positions(), site: None }
    }

    /// How much is to be told of the reference that `placed` is about.
    pub fn telling(&mut self, placed: &Placed<'_>) -> Telling {
        let site = placed.found.site.span;
        let is_told = self.site.replace(site) == Some(site);
        if is_told && site.len() > Self::LONG { Telling::Place } else { Telling::Whole }
    }
}

/// What holds a reference, in words: "attribute {http://www.w3.org/1999/xlink}href of figure".
pub fn place(site: &iri_core::Site<'_>) -> String {
    use iri_core::xml::Kind;
    let element = site.element;
    match (site.kind, site.attribute) {
        (Kind::Attribute, Some(attribute)) => format!("attribute {attribute} of {element}"),
        (Kind::Attribute | Kind::Element, _) => format!("text of {element}"),
        (Kind::Doctype, _) => format!("document type of {element}"),
        (Kind::Entity, _) => format!("external entity {element}"),
        (Kind::Notation, _) => format!("notation {element}"),
        (Kind::Comment, _) => format!("comment {element}"),
        (Kind::Pi, attribute) => format!("{} of the processing instruction {element}", attribute.unwrap_or_default()),
    }
}
