//! What a table of places is made of.
//!
//! ```text
//! at("a area", "href", Role::WEB)                          the attribute `href` of `a` and of `area`
//! at("*", "xlink:href", Role::ANY_URI)                     of any element; the prefix is one of `PREFIXES`
//! text("guid", Role::URI).unless("isPermaLink", "false")   the text of `guid`, but where that attribute is so
//! nothing("*", "xlink:href")                               no reference here, whatever a later table says
//! ```
//!
//! Names of one row are parted by spaces. Of the rows that fit, the first one decides.

use crate::rules::Role;
use crate::xml::places::{Condition, ConditionalRole, DocumentType, ExpandedName};

/// Vocabularies of one kind.
#[derive(Debug)]
pub struct Family {
    /// The heading above them in the book.
    pub title: &'static str,
    /// The vocabularies.
    pub vocabularies: &'static [Vocabulary],
}

/// A vocabulary: which of its names hold references.
#[derive(Debug)]
pub struct Vocabulary {
    /// What people call it.
    pub name: &'static str,
    /// Where its references are defined.
    pub source: &'static str,
    /// Whose elements the rows are about.
    pub elements: Elements,
    /// Its places.
    pub rows: &'static [Row],
}

/// Whose elements the rows of a vocabulary are about.
#[derive(Clone, Copy, Debug)]
pub enum Elements {
    /// Those of any namespace and of none.
    All,
    /// Those of these namespaces; a `*` at the end stands for any characters.
    In(&'static [&'static str]),
    /// Those without a namespace, in documents of these types.
    Of(&'static [DocumentType]),
    /// Both of these.
    InOrOf(&'static [&'static str], &'static [DocumentType]),
    /// All those in documents of these types.
    Within(&'static [DocumentType]),
}

/// Some places of a vocabulary that are alike.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Local names of elements, or `*`.
    pub elements: &'static str,
    /// Names of attributes, or `*`; `None` is the text of the element.
    pub attributes: Option<&'static str>,
    /// What the format says of them; `None`: they hold no reference.
    pub role: Option<Role>,
    /// They are places only where another attribute is so.
    pub condition: Option<Condition>,
}

/// The prefixes of attributes in these tables.
pub const PREFIXES: &[(&str, &str)] = &[
    ("app", "http://schemas.android.com/apk/res-auto"),
    ("epub", "http://www.idpf.org/2007/ops"),
    ("grddl", "http://www.w3.org/2003/g/data-view#"),
    ("its", "http://www.w3.org/2005/11/its"),
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("soap", "http://schemas.xmlsoap.org/soap/envelope/"),
    ("soap12", "http://www.w3.org/2003/05/soap-envelope"),
    ("ss", "urn:schemas-microsoft-com:office:spreadsheet"),
    ("wsdl", "http://schemas.xmlsoap.org/wsdl/"),
    ("xlink", "http://www.w3.org/1999/xlink"),
    ("xml", "http://www.w3.org/XML/1998/namespace"),
    ("xmlns", "http://www.w3.org/2000/xmlns/"),
    ("xsi", "http://www.w3.org/2001/XMLSchema-instance"),
];

/// Attributes that hold references.
pub const fn at(elements: &'static str, attributes: &'static str, role: Role) -> Row {
    Row { elements, attributes: Some(attributes), role: Some(role), condition: None }
}

/// Elements whose text is a reference.
pub const fn text(elements: &'static str, role: Role) -> Row {
    Row { elements, attributes: None, role: Some(role), condition: None }
}

/// Attributes that hold none, though a later table says they do.
pub const fn nothing(elements: &'static str, attributes: &'static str) -> Row {
    Row { elements, attributes: Some(attributes), role: None, condition: None }
}

impl Row {
    /// Only where the attribute `attribute` is there, with one of `values`.
    pub const fn only_if(self, attribute: &'static str, values: &'static str) -> Self {
        Self { condition: Some(Condition { attribute, values, is_one_of: true }), ..self }
    }

    /// Everywhere but where the attribute `attribute` has one of `values`.
    pub const fn unless(self, attribute: &'static str, values: &'static str) -> Self {
        Self { condition: Some(Condition { attribute, values, is_one_of: false }), ..self }
    }

    /// The place that it makes of what it is about.
    pub fn place(&self) -> Option<ConditionalRole> {
        self.role.map(|role| ConditionalRole { role, condition: self.condition })
    }
}

impl Vocabulary {
    /// Whether its rows are about `element` in such a document.
    pub fn speaks_of(&self, document: DocumentType, element: ExpandedName<'_>) -> bool {
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

/// The row that decides about an attribute (or, without one, about the text) of `element`.
pub fn find(
    vocabularies: impl Iterator<Item = &'static Vocabulary>,
    document: DocumentType,
    element: ExpandedName<'_>,
    attribute: Option<ExpandedName<'_>>,
) -> Option<ConditionalRole> {
    let known = vocabularies.filter(|vocabulary| vocabulary.speaks_of(document, element));
    let mut rows = known.flat_map(|vocabulary| vocabulary.rows);
    rows.find(|row| fits(row, element, attribute))?.place()
}

/// Whether `row` is about that attribute, or the text, of an element of that local name.
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

/// Whether `attribute` is what a table calls `name`.
fn is_name(name: &str, attribute: ExpandedName<'_>) -> bool {
    let (namespace, local) = attribute_name(name);
    namespace.is_none_or(|namespace| namespace == attribute.namespace) && (local == "*" || local == attribute.local)
}

/// The namespace and the local name of what a table calls `name`; of `*`, any namespace.
pub fn attribute_name(name: &str) -> (Option<&'static str>, &str) {
    let (prefix, local) = name.rsplit_once(':').unwrap_or(("", name));
    let namespace = PREFIXES.iter().find(|(known, _)| *known == prefix).map_or("", |(_, namespace)| namespace);
    ((name != "*").then_some(namespace), local)
}

fn is_listed(names: &str, name: &str) -> bool {
    names == "*" || names.split(' ').any(|listed| listed == name)
}

/// Whether `namespace` is one of those known; a `*` at the end of one stands for any characters.
pub fn is_namespace(known: &[&str], namespace: &str) -> bool {
    known.iter().any(|known| match known.strip_suffix('*') {
        Some(start) => namespace.starts_with(start),
        None => namespace == *known,
    })
}
