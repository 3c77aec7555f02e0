//! Attributes of any element: XML itself, its namespaces, XLink, and the hints of XML Schema; inclusion; processing
//! instructions.

use crate::rules::Role;
use crate::xml::namespaces::XINCLUDE;
use crate::xml::places::vocabulary::{Elements, Family, Vocabulary, at};

pub static ANYWHERE: Family = Family {
    title: "XML",
    vocabularies: &[
        Vocabulary {
            name: "XInclude",
            source: "XInclude 1.1 section 3.1",
            elements: Elements::In(&[XINCLUDE, "http://www.w3.org/2003/XInclude"]),
            rows: &[at("include", "href", Role::ANY_URI_WITHOUT_FRAGMENT)],
        },
        Vocabulary {
            name: "XML, namespaces, XLink, RDF, GRDDL and ITS attributes",
            source: "Namespaces in XML, XML Base, XLink 1.1, XML Schema 1.1 part 1 section 2.7, RDF/XML, GRDDL, ITS 2.0",
            elements: Elements::All,
            rows: &[
                at("*", "xmlns:*", Role::NAMESPACE_NAME),
                at("*", "xml:base", Role::ANY_URI),
                at("*", "xlink:href", Role::ANY_URI),
                at("*", "xlink:role xlink:arcrole", Role::IDENTIFIER),
                at("*", "xsi:schemaLocation", Role::SCHEMA_LOCATION),
                at("*", "xsi:noNamespaceSchemaLocation", Role::ANY_URI),
                at("*", "rdf:about rdf:resource rdf:datatype rdf:type rdf:annotation", Role::RDF),
                at("*", "its:provRef grddl:transformation", Role::ANY_URI_LIST),
                at(
                    "*",
                    "its:locNoteRef its:termInfoRef its:taClassRef its:taIdentRef its:orgRef its:personRef its:toolRef \
                     its:revOrgRef its:revPersonRef its:revToolRef its:locQualityIssueProfileRef \
                     its:locQualityRatingProfileRef its:locQualityIssuesRef its:provenanceRecordsRef",
                    Role::ANY_URI,
                ),
            ],
        },
    ],
};

pub static INSTRUCTIONS: Family = Family {
    title: "Processing instructions",
    vocabularies: &[Vocabulary {
        name: "Processing instructions, their targets as elements",
        source: "Associating Style Sheets with XML documents 1.0, Associating Schemas with XML documents 1.0, InfoPath",
        elements: Elements::All,
        rows: &[
            at("xml-stylesheet xml-model", "href", Role::LEIRI),
            at("xml-model", "schematypens", Role::NAMESPACE_NAME),
            at("mso-infoPathSolution", "href", Role::LEIRI),
            at("oxygen", "RNGSchema SCHSchema NVDLSchema", Role::LEIRI),
        ],
    }],
};
