//! Contents of a table of places.
//!
//! ```text
//! at("a area", "href", Role::WEB)                          the attribute `href` of `a` and of `area`
//! at("*", "xlink:href", Role::ANY_URI)                     of any element; the prefix is one of `PREFIXES`
//! text("guid", Role::URI).unless("isPermaLink", "false")   the text of `guid`, except with that attribute
//! nothing("*", "xlink:href")                               no reference here, whatever a later table contains
//! ```
//!
//! Names of one row are separated by spaces. The first row that matches, and whose condition is satisfied, wins.

use crate::rules::Role;
use crate::xml::places::{Condition, ConditionalRole, DocumentType, ExpandedName};

/// Family: vocabularies of one kind.
#[derive(Debug)]
pub struct Family {
    /// Heading in the book.
    pub title: &'static str,
    /// Vocabularies of the family.
    pub vocabularies: &'static [Vocabulary],
}

/// Vocabulary: which of its attributes and elements contain references.
#[derive(Debug)]
pub struct Vocabulary {
    /// Common name.
    pub name: &'static str,
    /// Specification of its references.
    pub source: &'static str,
    /// Elements that the rows apply to.
    pub elements: Elements,
    /// Places of the vocabulary.
    pub rows: &'static [Row],
}

/// Elements that the rows of a vocabulary apply to.
#[derive(Clone, Copy, Debug)]
pub enum Elements {
    /// Elements with any namespace or without one.
    All,
    /// Elements of these namespaces; a `*` at the end matches any characters.
    In(&'static [&'static str]),
    /// Elements without a namespace, in documents of these types.
    Of(&'static [DocumentType]),
    /// Both of these.
    InOrOf(&'static [&'static str], &'static [DocumentType]),
    /// All elements in documents of these types.
    Within(&'static [DocumentType]),
}

/// Similar places of a vocabulary.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Local names of elements, or `*`.
    pub elements: &'static str,
    /// Names of attributes, or `*`; `None` is the text of the element.
    pub attributes: Option<&'static str>,
    /// Role of the references; `None` if they contain no references.
    pub role: Option<Role>,
    /// Condition on another attribute.
    pub condition: Option<Condition>,
    /// Whether only a value that looks like a reference is checked.
    pub is_guessed: bool,
}

/// Prefixes of attributes in these tables.
pub const PREFIXES: &[(&str, &str)] = &[
    ("app", "http://schemas.android.com/apk/res-auto"),
    ("epub", "http://www.idpf.org/2007/ops"),
    ("grddl", "http://www.w3.org/2003/g/data-view#"),
    ("its", "http://www.w3.org/2005/11/its"),
    ("ows", "http://www.opengis.net/ows/1.1"),
    ("ows2", "http://www.opengis.net/ows/2.0"),
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("soap", "http://schemas.xmlsoap.org/soap/envelope/"),
    ("soap12", "http://www.w3.org/2003/05/soap-envelope"),
    ("sp", "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702"),
    ("sp2005", "http://schemas.xmlsoap.org/ws/2005/07/securitypolicy"),
    ("ss", "urn:schemas-microsoft-com:office:spreadsheet"),
    ("wsam", "http://www.w3.org/2007/05/addressing/metadata"),
    ("wsaw", "http://www.w3.org/2006/05/addressing/wsdl"),
    ("wsdl", "http://schemas.xmlsoap.org/wsdl/"),
    ("xlink", "http://www.w3.org/1999/xlink"),
    ("xml", "http://www.w3.org/XML/1998/namespace"),
    ("xmlns", "http://www.w3.org/2000/xmlns/"),
    ("xsi", "http://www.w3.org/2001/XMLSchema-instance"),
];

/// Creates a row for attributes that contain references.
pub const fn at(elements: &'static str, attributes: &'static str, role: Role) -> Row {
    Row { elements, attributes: Some(attributes), role: Some(role), condition: None, is_guessed: false }
}

/// Creates a row for elements whose text is a reference.
pub const fn text(elements: &'static str, role: Role) -> Row {
    Row { elements, attributes: None, role: Some(role), condition: None, is_guessed: false }
}

/// Creates a row for attributes that contain no references, although a later table says so.
pub const fn nothing(elements: &'static str, attributes: &'static str) -> Row {
    Row { elements, attributes: Some(attributes), role: None, condition: None, is_guessed: false }
}

impl Row {
    /// Restricts the row to elements whose attribute `attribute` has one of `values`.
    pub const fn only_if(self, attribute: &'static str, values: &'static str) -> Self {
        Self { condition: Some(Condition { attribute, values, is_one_of: true }), ..self }
    }

    /// Excludes elements whose attribute `attribute` has one of `values`.
    pub const fn unless(self, attribute: &'static str, values: &'static str) -> Self {
        Self { condition: Some(Condition { attribute, values, is_one_of: false }), ..self }
    }

    /// Restricts the checks of the row to values that look like references.
    pub const fn if_likely(self) -> Self {
        Self { is_guessed: true, ..self }
    }

    /// Returns the place that the row describes.
    pub fn place(&self) -> Option<ConditionalRole> {
        let Self { condition, is_guessed, .. } = *self;
        self.role.map(|role| ConditionalRole { role, condition, is_guessed })
    }
}

impl Vocabulary {
    /// Returns whether the rows apply to `element` in such a document.
    pub fn applies_to(&self, document: DocumentType, element: ExpandedName<'_>) -> bool {
        match self.elements {
            Elements::All => true,
            Elements::In(namespaces) => is_namespace(namespaces, element.namespace),
            Elements::Of(documents) => element.namespace.is_empty() && documents.contains(&document),
            Elements::InOrOf(namespaces, documents) => match element.namespace {
                "" => documents.contains(&document),
                namespace => is_namespace(namespaces, namespace),
            },
            Elements::Within(documents) => documents.contains(&document),
        }
    }
}

/// Returns the places of the rows that match an attribute (or, without one, the text) of `element`.
pub fn find(
    vocabularies: impl Iterator<Item = &'static Vocabulary>,
    document: DocumentType,
    element: ExpandedName<'_>,
    attribute: Option<ExpandedName<'_>>,
) -> Vec<ConditionalRole> {
    let known = vocabularies.filter(|vocabulary| vocabulary.applies_to(document, element));
    let rows = known.flat_map(|vocabulary| vocabulary.rows);
    places(rows.filter(|row| fits(row, element, attribute)))
}

/// Returns the places of matching rows up to the first one without a condition: it hides all later ones.
pub fn places<'r>(rows: impl Iterator<Item = &'r Row>) -> Vec<ConditionalRole> {
    let mut places = Vec::new();
    for row in rows {
        places.extend(row.place());
        if row.condition.is_none() {
            break;
        }
    }
    places
}

/// Returns whether `row` applies to that attribute, or the text, of an element with that local name.
pub fn fits(row: &Row, element: ExpandedName<'_>, attribute: Option<ExpandedName<'_>>) -> bool {
    is_listed(row.elements, element.local) && is_attribute(row.attributes, attribute)
}

fn is_attribute(listed: Option<&str>, attribute: Option<ExpandedName<'_>>) -> bool {
    match (listed, attribute) {
        (None, None) => true,
        (Some(listed), Some(attribute)) => listed.split(' ').any(|name| is_name(name, attribute)),
        _ => false,
    }
}

/// Returns whether `attribute` is the one that a table calls `name`.
fn is_name(name: &str, attribute: ExpandedName<'_>) -> bool {
    let (namespace, local) = attribute_name(name);
    namespace.is_none_or(|namespace| namespace == attribute.namespace) && (local == "*" || local == attribute.local)
}

/// Returns the namespace and the local name that a table calls `name`; `None` for any namespace in `*`.
pub fn attribute_name(name: &str) -> (Option<&'static str>, &str) {
    let (prefix, local) = name.rsplit_once(':').unwrap_or(("", name));
    let namespace = PREFIXES.iter().find(|(known, _)| *known == prefix).map_or("", |(_, namespace)| namespace);
    ((name != "*").then_some(namespace), local)
}

fn is_listed(names: &str, name: &str) -> bool {
    names == "*" || names.split(' ').any(|listed| listed == name)
}

/// Returns whether `namespace` is in `known`; a `*` at the end of an entry matches any characters.
pub fn is_namespace(known: &[&str], namespace: &str) -> bool {
    known.iter().any(|known| match known.strip_suffix('*') {
        Some(start) => namespace.starts_with(start),
        None => namespace == *known,
    })
}
