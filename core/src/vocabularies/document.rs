//! Types of documents, if a namespace does not determine them.
//!
//! The lines of `documents.tsv` are the name of a type, what recognizes it, and its text:
//!
//! ```text
//! html⇥public⇥DTD XHTML                 a part of the public identifier; this decides first
//! docbook4⇥root⇥chapter article         root elements without a namespace
//! ant⇥root⇥project⇥@default             the same, if the root has that attribute: conditions as in other files
//! rdf⇥namespace⇥http://www.w3.org/…     namespace of the root
//! xmi⇥attribute⇥xmi:version             attribute of a root of any name, if no other line matches
//! soap⇥envelope⇥http://… Body Header    elements of a namespace that contain documents of their own, without a namespace
//! ```
//!
//! The first line that matches decides.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::vocabularies::{Condition, ExpandedName, XSLT};

/// Type of a document, which distinguishes vocabularies without a namespace, and documents in which attributes are
/// templates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DocumentType(&'static str);

/// Line of the file.
struct Recognition {
    document: DocumentType,
    by: &'static str,
    text: &'static str,
    conditions: Vec<Condition>,
}

const FILE: &str = include_str!("documents.tsv");

static LINES: LazyLock<Vec<Recognition>> = LazyLock::new(|| lines().filter_map(|(_, line)| parse(line)).collect());

/// Names of envelopes by their namespaces.
static ENVELOPES: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| {
    let envelopes = LINES.iter().filter(|line| line.by == "envelope");
    envelopes.filter_map(|line| line.text.split_once(' ')).collect()
});

/// Lines of root elements, by the name of the element.
static ROOTS: LazyLock<FxHashMap<&str, Vec<&Recognition>>> = LazyLock::new(|| {
    let mut roots: FxHashMap<&str, Vec<&Recognition>> = FxHashMap::default();
    for line in LINES.iter().filter(|line| line.by == "root") {
        for name in line.text.split(' ') {
            roots.entry(name).or_default().push(line);
        }
    }
    roots
});

fn lines() -> impl Iterator<Item = (usize, &'static str)> {
    let lines = FILE.lines().enumerate().map(|(index, line)| (index + 1, line));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

fn parse(line: &'static str) -> Option<Recognition> {
    let mut columns = line.split('\t');
    let (name, by, text) = (columns.next()?, columns.next()?, columns.next()?);
    let conditions = columns.next().into_iter().flat_map(|conditions| conditions.split("; "));
    let conditions = conditions.map(Condition::parse).collect::<Option<_>>()?;
    let is_known = ["namespace", "public", "root", "attribute", "envelope"].contains(&by) && columns.next().is_none();
    is_known.then_some(Recognition { document: DocumentType(name), by, text, conditions })
}

/// Returns the lines that cannot be read.
pub fn problems() -> impl Iterator<Item = String> {
    let malformed = lines().filter(|(_, line)| parse(line).is_none());
    malformed.map(|(number, line)| format!("documents.tsv:{number}: {line}"))
}

/// What a document type declaration names.
#[derive(Clone, Copy, Debug, Default)]
pub struct DoctypeNames<'d> {
    /// Name of the root element.
    pub root: Option<&'d str>,
    /// Public identifier.
    pub public_id: Option<&'d str>,
}

impl DocumentType {
    /// A document of which only the namespaces are known.
    pub const UNKNOWN: Self = Self("");
    /// An XSLT stylesheet, including a simplified one: literal result elements contain attribute value templates.
    pub const XSLT: Self = Self("xslt");
    /// A graph in RDF/XML.
    pub const RDF: Self = Self("rdf");

    /// Returns the type with that name in the data files; `None` if no document has it.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "unknown" => Some(Self::UNKNOWN),
            "xslt" => Some(Self::XSLT),
            _ => LINES.iter().map(|line| line.document).find(|document| document.0 == name),
        }
    }

    /// Returns the name in the data files; empty if the type is unknown.
    pub const fn name(self) -> &'static str {
        self.0
    }

    /// Returns whether the content of elements with that name is a document of its own.
    pub fn is_envelope(name: ExpandedName<'_>) -> bool {
        ENVELOPES.get(name.namespace).is_some_and(|names| names.split(' ').any(|known| known == name.local))
    }

    /// Detects the type from the root element and the document type declaration. Attributes are given as written: name and
    /// value. HTML may leave out its root element, which the declaration names.
    pub fn detect(root: ExpandedName<'_>, root_attributes: &[(&str, &str)], doctype: DoctypeNames<'_>) -> Self {
        if root.namespace == XSLT || is_simplified(root_attributes) {
            return Self::XSLT;
        }
        match Self::of_root(root, root_attributes, doctype) {
            Self::UNKNOWN => find("attribute", |line| root_attributes.iter().any(|(name, _)| *name == line.text)),
            known => known,
        }
    }

    fn of_root(root: ExpandedName<'_>, root_attributes: &[(&str, &str)], doctype: DoctypeNames<'_>) -> Self {
        if !root.namespace.is_empty() {
            return find("namespace", |line| line.text == root.namespace);
        }
        let by_public_id =
            find("public", |line| doctype.public_id.is_some_and(|public_id| public_id.contains(line.text)));
        if by_public_id != Self::UNKNOWN {
            return by_public_id;
        }
        let value = |name: &str| root_attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        let is_it = |line: &&&Recognition| {
            line.conditions.iter().all(|condition| condition.is_satisfied_by(value(condition.attribute)))
        };
        let of = |name: &str| ROOTS.get(name).and_then(|lines| lines.iter().find(is_it));
        let found = of(root.local).or_else(|| of(&doctype.root?.to_ascii_lowercase()));
        found.map_or(Self::UNKNOWN, |line| line.document)
    }
}

fn find(by: &str, is_it: impl Fn(&Recognition) -> bool) -> DocumentType {
    let found = LINES.iter().find(|line| line.by == by && is_it(line));
    found.map_or(DocumentType::UNKNOWN, |line| line.document)
}

/// Returns whether the root is a literal result element that is a whole stylesheet: it has `xsl:version`.
fn is_simplified(attributes: &[(&str, &str)]) -> bool {
    let is_bound = |prefix: &str| {
        let mut declarations =
            attributes.iter().filter_map(|(name, value)| Some((name.strip_prefix("xmlns:")?, value)));
        declarations.any(|(declared, value)| declared == prefix && *value == XSLT)
    };
    attributes.iter().any(|(name, _)| name.strip_suffix(":version").is_some_and(is_bound))
}
