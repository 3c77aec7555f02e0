//! What any element may carry: XML itself, its namespaces, XLink, and the hints of XML Schema.

use crate::options::Role;
use crate::xml::places::vocabulary::{Elements, Vocabulary, at};

pub static XML: Vocabulary = Vocabulary {
    name: "XML, XLink, XML Schema instances",
    source: "Namespaces in XML, XML Base, XLink 1.1, XML Schema 1.1 part 1 section 2.7",
    elements: Elements::All,
    rows: &[
        at("*", "xmlns:*", Role::NAMESPACE_NAME),
        at("*", "xml:base", Role::ANY_URI),
        at("*", "xlink:href", Role::ANY_URI),
        at("*", "xlink:role xlink:arcrole", Role::IDENTIFIER),
        at("*", "xsi:schemaLocation", Role::SCHEMA_LOCATION),
        at("*", "xsi:noNamespaceSchemaLocation", Role::ANY_URI),
    ],
};

pub static INSTRUCTIONS: Vocabulary = Vocabulary {
    name: "Processing instructions",
    source: "Associating Style Sheets with XML documents 1.0, Associating Schemas with XML documents 1.0",
    elements: Elements::All,
    rows: &[
        at("xml-stylesheet xml-model", "href", Role::LEIRI),
        at("xml-model", "schematypens", Role::NAMESPACE_NAME),
        at("oxygen", "RNGSchema SCHSchema NVDLSchema", Role::LEIRI),
    ],
};
