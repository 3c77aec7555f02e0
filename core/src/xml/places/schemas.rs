//! Schemas, their bindings to documents, and catalogs.

use crate::rules::Role;
use crate::xml::namespaces::XSD;
use crate::xml::places::vocabulary::{Elements, Family, Vocabulary, at, text};
use crate::xml::places::{DocumentType, ExpandedName};

pub static SCHEMAS: Family = Family {
    title: "Schemas and catalogs",
    vocabularies: &[
        Vocabulary {
            name: "XML Schema",
            source: "XML Schema 1.1 part 1; also `default`, `fixed` and `enumeration` values of the type `anyURI`",
            elements: Elements::In(&[XSD]),
            rows: &[
                at("schema element attribute", "targetNamespace", Role::NAMESPACE_ANY_URI),
                at("import", "namespace", Role::NAMESPACE_ANY_URI),
                at("import include redefine override", "schemaLocation", Role::ANY_URI),
                at("any anyAttribute", "namespace notNamespace", Role::NAMESPACE_LIST),
                at("*", "xpathDefaultNamespace", Role::NAMESPACE_ANY_URI),
                at("appinfo documentation", "source", Role::ANY_URI),
                at("notation", "system", Role::ANY_URI),
            ],
        },
        Vocabulary {
            name: "RELAX NG",
            source: "RELAX NG specification, sections 3 and 4",
            elements: Elements::In(&["http://relaxng.org/ns/structure/*"]),
            rows: &[
                at("include externalRef", "href", Role::ANY_URI_WITHOUT_FRAGMENT),
                text("value", Role::ANY_URI).only_if("type", "anyURI"),
                at("*", "datatypeLibrary", Role::DATATYPE_LIBRARY),
                at("*", "ns", Role::NAMESPACE_UNCHECKED),
            ],
        },
        Vocabulary {
            name: "Schematron",
            source: "ISO/IEC 19757-3; Schematron 1.5",
            elements: Elements::In(&["http://purl.oclc.org/dsdl/schematron", "http://www.ascc.net/xml/schematron"]),
            rows: &[
                at("ns", "uri", Role::NAMESPACE_ANY_URI),
                at("schema", "ns", Role::NAMESPACE_ANY_URI),
                at("include extends", "href", Role::ANY_URI),
                at("*", "see icon", Role::ANY_URI),
            ],
        },
        Vocabulary {
            name: "NVDL",
            source: "ISO/IEC 19757-4",
            elements: Elements::In(&["http://purl.oclc.org/dsdl/nvdl/ns/structure/1.0"]),
            rows: &[at("namespace", "ns", Role::NAMESPACE_UNCHECKED), at("validate", "schema", Role::ANY_URI)],
        },
        Vocabulary {
            name: "Schema locating rules",
            source: "nXML mode; its patterns are not references",
            elements: Elements::In(&["http://thaiopensource.com/ns/locating-rules/1.0"]),
            rows: &[
                at("namespace", "ns", Role::NAMESPACE_NAME),
                at("*", "uri", Role::ANY_URI),
                at("include", "rules", Role::ANY_URI),
                at("uri", "resource", Role::ANY_URI),
            ],
        },
        Vocabulary {
            name: "XML catalogs",
            source: "OASIS XML Catalogs 1.1 section 6; public identifiers and suffixes are not references",
            elements: Elements::InOrOf(&["urn:oasis:names:tc:entity:xmlns:*"], &[DocumentType::Catalog]),
            rows: &[
                at("uri", "name", Role::ANY_URI),
                at("system", "systemId", Role::ANY_URI),
                at("*", "uri catalog rewritePrefix systemIdStartString uriStartString", Role::ANY_URI),
            ],
        },
    ],
};

/// Returns the attribute of an element of XML Schema that names the type of values in the schema itself.
pub fn type_attribute(local: &str) -> Option<&'static str> {
    match local {
        "restriction" => Some("base"),
        "attribute" | "element" => Some("type"),
        _ => None,
    }
}

/// Returns whether an attribute without a namespace contains a value of the type that the element `element` names, or that
/// its parent names.
pub fn typed_value(element: ExpandedName<'_>, attribute: &str) -> Option<TypeName> {
    match (element.local, attribute) {
        _ if element.namespace != XSD => None,
        ("attribute" | "element", "default" | "fixed") => Some(TypeName::Own),
        ("enumeration", "value") => Some(TypeName::OfParent),
        _ => None,
    }
}

/// Element that names the type of a value in a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeName {
    /// The element with the value.
    Own,
    /// The parent of that element.
    OfParent,
}
