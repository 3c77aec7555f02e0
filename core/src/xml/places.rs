//! The vocabulary: which attributes and elements contain references.
//!
//! Each module below is a family of vocabularies, as tables with one row per place. To support a new vocabulary, add a
//! [`Vocabulary`] to its family; the page of the book about places is generated from these tables.

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
pub use schemas::{TypeName, type_attribute, typed_value};
pub use vocabulary::{Elements, Family, Row, Vocabulary};

/// Processing instructions, with their targets as elements.
pub static INSTRUCTIONS: &Family = &xml::INSTRUCTIONS;

/// Returns the possible places of the attribute `attribute` of `element`: the first whose condition is satisfied
/// applies. Without one it contains no references. A namespace declaration is an attribute of the namespace
/// `http://www.w3.org/2000/xmlns/`.
pub fn attribute(
    document: DocumentType,
    element: ExpandedName<'_>,
    attribute: ExpandedName<'_>,
) -> Vec<ConditionalRole> {
    index::find(document, element, Some(attribute))
}

/// Returns the possible places of the text of `element`: the first whose condition is satisfied applies. Without
/// one it is not a reference.
pub fn text(document: DocumentType, element: ExpandedName<'_>) -> Vec<ConditionalRole> {
    index::find(document, element, None)
}

/// Returns the place of a system identifier: of a document type, an entity or a notation.
pub fn system_identifier() -> ConditionalRole {
    Role::SYSTEM_IDENTIFIER.into()
}

/// Returns the place of the pseudo-attribute `attribute` of a processing instruction; `None` if it contains no
/// references.
pub fn pi(target: &str, attribute: &str) -> Option<ConditionalRole> {
    let unqualified = |local| ExpandedName { namespace: "", local };
    let (target, attribute) = (unqualified(target), unqualified(attribute));
    vocabulary::find(INSTRUCTIONS.vocabularies.iter(), DocumentType::Unknown, target, Some(attribute)).pop()
}

/// Returns whether `element` is an element of OpenDocument.
pub fn is_office(element: ExpandedName<'_>) -> bool {
    vocabulary::is_namespace(office::ODF, element.namespace)
}
