//! The vocabulary: which attributes hold a reference, and which elements have one as their text.
//!
//! Each file below is a family of vocabularies, as tables: one row a place. To teach a new vocabulary, write
//! a [`Vocabulary`] into its family; the book's page on places is written from these tables.

mod books;
mod document_type;
mod feeds;
mod index;
mod localization;
mod office;
mod rdf;
mod records;
mod schemas;
mod services;
mod software;
mod stylesheets;
mod vocabulary;
mod web;
mod xml;

use crate::rules::Role;

pub use document_type::{DocumentType, XSLT};
pub use vocabulary::{Elements, Family, Row, Vocabulary};

/// Every family, that of what any element may carry last: of the rows that fit, the first one decides.
pub static FAMILIES: &[&Family] = &[
    &web::WEB,
    &books::BOOKS,
    &schemas::SCHEMAS,
    &stylesheets::STYLESHEETS,
    &rdf::RDF,
    &feeds::FEEDS,
    &office::OFFICE,
    &software::SOFTWARE,
    &localization::LOCALIZATION,
    &records::RECORDS,
    &services::SERVICES,
    &xml::ANYWHERE,
];

/// What processing instructions hold, their targets as elements.
pub static INSTRUCTIONS: &Family = &xml::INSTRUCTIONS;

/// A name with its namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Name<'n> {
    /// The namespace name; empty where there is none.
    pub namespace: &'n str,
    /// The local name.
    pub local: &'n str,
}

/// A place where a reference stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConditionalRole {
    /// What the format says of it.
    pub role: Role,
    /// It holds only where another attribute of the element is so.
    pub condition: Option<Condition>,
}

/// What another attribute of the element must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Its local name (no namespace).
    pub attribute: &'static str,
    /// Its values, parted by spaces.
    pub values: &'static str,
    /// Whether it must be one of the values (and there), or must not be one of them (or is absent).
    pub is_one_of: bool,
}

impl Condition {
    /// Whether it is met where the attribute has `value`, or is absent.
    pub fn holds(&self, value: Option<&str>) -> bool {
        value.is_some_and(|value| self.values.split(' ').any(|one| one == value)) == self.is_one_of
    }
}

/// The place that the attribute `attribute` of `element` is, if it holds references. A declaration of a
/// namespace is an attribute of the namespace `http://www.w3.org/2000/xmlns/`.
pub fn attribute(document: DocumentType, element: Name<'_>, attribute: Name<'_>) -> Option<ConditionalRole> {
    index::find(document, element, Some(attribute))
}

/// The place that the text of `element` is, if it is a reference.
pub fn text(document: DocumentType, element: Name<'_>) -> Option<ConditionalRole> {
    index::find(document, element, None)
}

/// The place that a system identifier is: of a document type, an entity or a notation.
pub fn system_identifier() -> ConditionalRole {
    ConditionalRole { role: Role::SYSTEM_IDENTIFIER, condition: None }
}

/// The place that the pseudo-attribute `attribute` of a processing instruction is, if it holds references.
pub fn pi(target: &str, attribute: &str) -> Option<ConditionalRole> {
    let unqualified = |local| Name { namespace: "", local };
    let (target, attribute) = (unqualified(target), unqualified(attribute));
    vocabulary::find(INSTRUCTIONS.vocabularies.iter(), DocumentType::Unknown, target, Some(attribute))
}

/// Whether `element` is one of an OpenDocument file.
pub fn is_office(element: Name<'_>) -> bool {
    vocabulary::is_namespace(office::ODF, element.namespace)
}
