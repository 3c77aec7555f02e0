//! Namespaces in effect: the namespace name of each prefix (Namespaces in XML 1.0).

use std::sync::Arc;

use rustc_hash::FxHashMap;

/// Namespace of the prefix `xml`.
pub const XML: &str = "http://www.w3.org/XML/1998/namespace";
/// Namespace of `xmlns` and of prefixes declared by it.
pub const XMLNS: &str = "http://www.w3.org/2000/xmlns/";
/// XML Schema instance: `xsi:type`.
pub const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";
/// XML Schema: the type `anyURI`.
pub const XSD: &str = "http://www.w3.org/2001/XMLSchema";
/// XInclude.
pub const XINCLUDE: &str = "http://www.w3.org/2001/XInclude";
/// XHTML.
pub const XHTML: &str = "http://www.w3.org/1999/xhtml";

/// Namespaces of well-known prefixes whose declaration is missing in a damaged document, or is in a DTD.
const USUAL: [(&str, &str); 25] = [
    ("xlink", "http://www.w3.org/1999/xlink"),
    ("xi", XINCLUDE),
    ("xsi", XSI),
    ("xs", XSD),
    ("xsd", XSD),
    ("xsl", "http://www.w3.org/1999/XSL/Transform"),
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("owl", "http://www.w3.org/2002/07/owl#"),
    ("svg", "http://www.w3.org/2000/svg"),
    ("html", XHTML),
    ("xhtml", XHTML),
    ("fo", "http://www.w3.org/1999/XSL/Format"),
    ("atom", "http://www.w3.org/2005/Atom"),
    ("dc", "http://purl.org/dc/elements/1.1/"),
    ("dcterms", "http://purl.org/dc/terms/"),
    ("foaf", "http://xmlns.com/foaf/0.1/"),
    ("skos", "http://www.w3.org/2004/02/skos/core#"),
    ("schema", "http://schema.org/"),
    ("prov", "http://www.w3.org/ns/prov#"),
    ("dcat", "http://www.w3.org/ns/dcat#"),
    ("void", "http://rdfs.org/ns/void#"),
    ("sh", "http://www.w3.org/ns/shacl#"),
    ("sioc", "http://rdfs.org/sioc/ns#"),
    ("doap", "http://usefulinc.com/ns/doap#"),
];

/// Declaration: a prefix, empty for the default namespace, and the namespace name.
pub type NamespaceDeclaration = (Box<str>, Arc<str>);

/// Declarations of one element, and those of the elements around it.
#[derive(Debug, Default)]
pub struct Bindings {
    around: Option<Arc<Bindings>>,
    own: ElementDeclarations,
}

/// Declarations of one element: few of them as a list, because a linear search is fastest then.
#[derive(Debug)]
enum ElementDeclarations {
    Few(Vec<NamespaceDeclaration>),
    Many(FxHashMap<Box<str>, Arc<str>>),
}

impl Default for ElementDeclarations {
    fn default() -> Self {
        Self::Few(Vec::new())
    }
}

impl Bindings {
    /// Returns the bindings of an element with the declarations `own`, inside `around`.
    pub fn within(around: &Arc<Self>, own: &[NamespaceDeclaration]) -> Arc<Self> {
        if own.is_empty() {
            return Arc::clone(around);
        }
        let own = if own.len() <= 16 {
            ElementDeclarations::Few(own.to_vec())
        } else {
            ElementDeclarations::Many(own.iter().cloned().collect())
        };
        Arc::new(Self { around: Some(Arc::clone(around)), own })
    }

    /// Returns whether `name` is declared by one of the elements; on the innermost only before the declaration of
    /// `prefix`, if given.
    pub fn declares(&self, name: &str, prefix: Option<&str>) -> bool {
        if self.own.declares(name, prefix) {
            return true;
        }
        let mut level = self.around.as_deref();
        while let Some(bindings) = level {
            if bindings.own.declares(name, None) {
                return true;
            }
            level = bindings.around.as_deref();
        }
        false
    }

    /// Returns the namespace name of `prefix`; the usual one for a well-known prefix that is not declared.
    pub fn namespace(&self, prefix: &str) -> Option<Arc<str>> {
        if prefix == "xml" {
            return Some(XML.into());
        }
        let mut level = Some(self);
        while let Some(bindings) = level {
            if let Some(namespace) = bindings.own.namespace(prefix) {
                return Some(Arc::clone(namespace));
            }
            level = bindings.around.as_deref();
        }
        usual(prefix).map(Arc::from)
    }
}

impl ElementDeclarations {
    fn declares(&self, wanted: &str, before: Option<&str>) -> bool {
        match self {
            Self::Few(own) => {
                let mut earlier = own.iter().take_while(|(prefix, _)| before.is_none_or(|before| **prefix != *before));
                earlier.any(|(_, namespace)| **namespace == *wanted)
            }
            // Their order is unknown.
            Self::Many(own) => before.is_none() && own.values().any(|namespace| **namespace == *wanted),
        }
    }

    fn namespace(&self, prefix: &str) -> Option<&Arc<str>> {
        match self {
            Self::Few(own) => own.iter().find(|(name, _)| **name == *prefix).map(|(_, namespace)| namespace),
            Self::Many(own) => own.get(prefix),
        }
    }
}

/// Returns the usual namespace name of `prefix`.
pub fn usual(prefix: &str) -> Option<&'static str> {
    USUAL.into_iter().find(|(name, _)| *name == prefix).map(|(_, namespace)| namespace)
}

/// Returns the prefix that the attribute written `name` declares; `None` if it declares no namespace.
pub fn declared_prefix(name: &str) -> Option<&str> {
    match name.strip_prefix("xmlns")? {
        "" => Some(""),
        rest => rest.strip_prefix(':'),
    }
}

/// Splits a qualified name into its prefix (empty if it has none) and its local part.
pub fn split(name: &str) -> (&str, &str) {
    // Names are short: a vectorized search, which `split_once` uses, would take longer to start.
    match name.bytes().position(|byte| byte == b':') {
        Some(colon) => (&name[..colon], &name[colon + 1..]),
        None => ("", name),
    }
}

/// Returns a name in Clark notation: `{namespace}local`.
pub fn clark(namespace: &str, local: &str) -> Box<str> {
    if namespace.is_empty() { local.into() } else { format!("{{{namespace}}}{local}").into() }
}
