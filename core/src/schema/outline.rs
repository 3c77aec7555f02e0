//! SchemaLanguage of a schema, and what its start says about it.

use std::sync::Arc;

use crate::schema::xsd;
use crate::vocabularies::ExpandedName;
use crate::xml::tree::Tree;

/// Namespace of RELAX NG.
const RELAX_NG: &str = "http://relaxng.org/ns/structure/1.0";

/// Schema language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemaLanguage {
    /// XML Schema.
    XmlSchema,
    /// RELAX NG in XML.
    RelaxNg,
    /// RELAX NG in the compact syntax.
    Compact,
    /// A document type definition.
    Dtd,
    /// An XML document that is not a schema.
    Unknown,
}

/// What the start of a schema says about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// Namespace of its declarations; empty without one.
    pub namespace: String,
    /// References of the documents that it includes.
    pub includes: Vec<String>,
}

impl SchemaLanguage {
    /// Returns the language of a text: whatever is not XML is in the compact syntax.
    pub fn detect(text: &str) -> Self {
        if !is_xml(text) {
            return Self::Compact;
        }
        match crate::xml::head::DocumentHead::parse(text).root {
            Some((namespace, _)) if *namespace == *RELAX_NG => Self::RelaxNg,
            Some((namespace, local)) if xsd::is_schema(ExpandedName { namespace: &namespace, local: &local }) => {
                Self::XmlSchema
            }
            None if ["<!ATTLIST", "<!ENTITY", "<!ELEMENT"].iter().any(|start| text.contains(start)) => Self::Dtd,
            _ => Self::Unknown,
        }
    }
}

impl Outline {
    /// Returns the outline of the schema that starts with `text`; `None` if it is not a schema. `is_compact` tells whether
    /// a text that is not XML is one.
    pub fn new(text: &str, is_compact: bool) -> Option<Self> {
        if !is_xml(text) {
            return is_compact
                .then(|| Self { namespace: default_namespace(text).unwrap_or_default(), includes: Vec::new() });
        }
        let tree = Tree::parse(&Arc::from(text));
        let root = tree.root()?;
        let (is_xsd, is_relax_ng) = (xsd::is_schema(tree.name(root)), tree.name(root).namespace == RELAX_NG);
        if !is_xsd && !is_relax_ng {
            return None;
        }
        let (namespace, location) = if is_xsd { ("targetNamespace", "schemaLocation") } else { ("ns", "href") };
        let is_including = |name: &str| matches!(name, "include" | "redefine" | "override");
        let included = tree.children(root).filter(|&node| is_including(tree.name(node).local));
        let includes = included.filter_map(|node| Some(tree.attribute(node, location)?.trim().to_owned()));
        let namespace = tree.attribute(root, namespace).unwrap_or_default().trim().to_owned();
        Some(Self { namespace, includes: includes.collect() })
    }
}

fn is_xml(text: &str) -> bool {
    text.trim_start_matches('\u{FEFF}').trim_start().starts_with('<')
}

/// Returns the default namespace of a schema in the compact syntax.
fn default_namespace(text: &str) -> Option<String> {
    let mut rest = text;
    while let Some(at) = rest.find("default") {
        rest = &rest[at + "default".len()..];
        let Some(named) = rest.trim_start().strip_prefix("namespace") else { continue };
        let Some((prefix, value)) = named.split_once('=') else { continue };
        let value = value.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        if let (Some(quote), true) = (quote, prefix.trim().chars().all(|c| c.is_alphanumeric() || "-_.".contains(c))) {
            return value[1..].split_once(quote).map(|(namespace, _)| namespace.to_owned());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_has_the_namespace_and_the_includes() {
        let of = |namespace: &str, includes: &[&str]| {
            Some(Outline {
                namespace: namespace.to_owned(),
                includes: includes.iter().map(|&include| include.to_owned()).collect(),
            })
        };
        let xsd =
            "<schema xmlns='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:s'><include schemaLocation='a'/>";
        assert_eq!(
            (Outline::new(xsd, false), SchemaLanguage::detect(xsd)),
            (of("urn:s", &["a"]), SchemaLanguage::XmlSchema)
        );
        let rng = "<grammar ns='urn:s' xmlns='http://relaxng.org/ns/structure/1.0'><include href='a'/></grammar>";
        assert_eq!(
            (Outline::new(rng, false), SchemaLanguage::detect(rng)),
            (of("urn:s", &["a"]), SchemaLanguage::RelaxNg)
        );
        let rnc = "# default\ndefault namespace d = 'urn:s'\nelement a { empty }";
        assert_eq!((Outline::new(rnc, true), SchemaLanguage::detect(rnc)), (of("urn:s", &[]), SchemaLanguage::Compact));
        assert_eq!(Outline::new("element a { text }", true), of("", &[]));
        assert_eq!((Outline::new(rnc, false), Outline::new("<a/>", true)), (None, None));
        assert_eq!(SchemaLanguage::detect("<a/>"), SchemaLanguage::Unknown);
        assert_eq!(SchemaLanguage::detect("<!-- a --><!ELEMENT a ANY>"), SchemaLanguage::Dtd);
    }
}
