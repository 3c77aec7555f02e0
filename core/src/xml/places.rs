//! The vocabulary: which attributes hold a reference, and which elements have one as their text.
//!
//! Each file below is a family of vocabularies, as tables: one row a place. To teach a new vocabulary, write
//! a [`Vocabulary`] into its family; the book's page on places is written from these tables.

mod books;
mod conditional_role;
mod document_type;
mod families;
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

pub use conditional_role::{Condition, ConditionalRole, ExpandedName};
pub use document_type::{DocumentType, XSLT};
pub use families::FAMILIES;
pub use vocabulary::{Elements, Family, Row, Vocabulary};

/// What processing instructions hold, their targets as elements.
pub static INSTRUCTIONS: &Family = &xml::INSTRUCTIONS;

/// The place that the attribute `attribute` of `element` is, if it holds references. A declaration of a
/// namespace is an attribute of the namespace `http://www.w3.org/2000/xmlns/`.
pub fn attribute(
    document: DocumentType,
    element: ExpandedName<'_>,
    attribute: ExpandedName<'_>,
) -> Option<ConditionalRole> {
    index::find(document, element, Some(attribute))
}

/// The place that the text of `element` is, if it is a reference.
pub fn text(document: DocumentType, element: ExpandedName<'_>) -> Option<ConditionalRole> {
    index::find(document, element, None)
}

/// The place that a system identifier is: of a document type, an entity or a notation.
pub fn system_identifier() -> ConditionalRole {
    ConditionalRole { role: Role::SYSTEM_IDENTIFIER, condition: None }
}

/// The place that the pseudo-attribute `attribute` of a processing instruction is, if it holds references.
pub fn pi(target: &str, attribute: &str) -> Option<ConditionalRole> {
    let unqualified = |local| ExpandedName { namespace: "", local };
    let (target, attribute) = (unqualified(target), unqualified(attribute));
    vocabulary::find(INSTRUCTIONS.vocabularies.iter(), DocumentType::Unknown, target, Some(attribute))
}

/// Whether `element` is one of an OpenDocument file.
pub fn is_office(element: ExpandedName<'_>) -> bool {
    vocabulary::is_namespace(office::ODF, element.namespace)
}
