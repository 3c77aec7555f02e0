//! The vocabulary: which attributes hold a reference, and which elements have one as their text.

use crate::options::Role;

/// A name with its namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Name<'n> {
    /// The namespace name; empty where there is none.
    pub namespace: &'n str,
    /// The local name.
    pub local: &'n str,
}

/// What tells apart vocabularies without a namespace, and documents in which attributes are templates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DocumentType {
    /// Nothing is known of it.
    #[default]
    Unknown,
}

impl DocumentType {
    /// What the root element and the public identifier of the document type declaration say.
    pub fn of(_root: Name<'_>, _root_attributes: &[(&str, &str)], _public_id: Option<&str>) -> Self {
        Self::Unknown
    }
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
    /// Its values.
    pub values: &'static [&'static str],
    /// Whether it must be one of the values (and there), or must not be one of them (or is absent).
    pub is_one_of: bool,
}

/// The place that the attribute `attribute` of `element` is, if it holds references.
pub fn attribute(_document: DocumentType, _element: Name<'_>, attribute: Name<'_>) -> Option<Place> {
    let is_xlink = attribute == Name { namespace: "http://www.w3.org/1999/xlink", local: "href" };
    is_xlink.then_some(Place { role: Role::LEIRI, condition: None })
}

/// The place that the text of `element` is, if it is a reference.
pub fn text(_document: DocumentType, _element: Name<'_>) -> Option<Place> {
    None
}

/// Whether `value` is written for a template language rather than as a reference: nothing is said of it.
pub fn is_template(_document: DocumentType, _element: Name<'_>, _value: &str) -> bool {
    false
}
