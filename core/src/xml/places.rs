//! The vocabulary: which attributes hold a reference, and which elements have one as their text.
//!
//! Each file below is a family of vocabularies, as tables: one row a place. To teach a new vocabulary, write
//! a [`Vocabulary`] there and name it in [`VOCABULARIES`]; the book's page on places is written from them.

mod document_type;
mod feeds;
mod office;
mod vocabulary;
mod xml;

use crate::options::Role;

pub use document_type::DocumentType;
pub use vocabulary::{Elements, Row, Vocabulary};

/// Every vocabulary, those that apply to all elements last: of the rows that fit, the first one decides.
pub static VOCABULARIES: &[&Vocabulary] = &[&feeds::ATOM, &feeds::RSS, &office::LIBREOFFICE, &xml::XML];

/// What processing instructions hold, their targets as elements.
static INSTRUCTIONS: &[&Vocabulary] = &[&xml::INSTRUCTIONS];

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
pub struct Place {
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
pub fn attribute(document: DocumentType, element: Name<'_>, attribute: Name<'_>) -> Option<Place> {
    vocabulary::find(VOCABULARIES, document, element, Some(attribute))
}

/// The place that the text of `element` is, if it is a reference.
pub fn text(document: DocumentType, element: Name<'_>) -> Option<Place> {
    vocabulary::find(VOCABULARIES, document, element, None)
}

/// The place that a system identifier is: of a document type, an entity or a notation.
pub fn system_identifier() -> Place {
    Place { role: Role::SYSTEM_IDENTIFIER, condition: None }
}

/// The place that the pseudo-attribute `attribute` of a processing instruction is, if it holds references.
pub fn pi(target: &str, attribute: &str) -> Option<Place> {
    let unqualified = |local| Name { namespace: "", local };
    vocabulary::find(INSTRUCTIONS, DocumentType::Unknown, unqualified(target), Some(unqualified(attribute)))
}

/// Whether `value` is written for a template language rather than as a reference: nothing is said of it.
pub fn is_template(_document: DocumentType, _element: Name<'_>, _value: &str) -> bool {
    false
}
