//! Graphs: stores compare these names, and reject those that are not IRIs.

use crate::rules::Role;
use crate::xml::places::DocumentType;
use crate::xml::places::vocabulary::{Elements, Family, Vocabulary, at, text};

pub static RDF: Family = Family {
    title: "RDF",
    vocabularies: &[
        Vocabulary {
            name: "RDF/XML",
            source: "RDF 1.1 XML Syntax section 5.3",
            elements: Elements::In(&["http://www.w3.org/1999/02/22-rdf-syntax-ns#"]),
            rows: &[at("*", "about resource", Role::RDF)],
        },
        Vocabulary {
            name: "Base of a graph",
            source: "RDF 1.1 XML Syntax section 5.3: another base is another name of every relative one",
            elements: Elements::Within(&[DocumentType::Rdf]),
            rows: &[at("*", "xml:base", Role::RDF_BASE)],
        },
        Vocabulary {
            name: "Literals of the type anyURI",
            source: "RDF 1.1 XML Syntax section 2.9; also if the type starts with an entity `xsd`",
            elements: Elements::Within(&[DocumentType::Rdf]),
            rows: &[
                text("*", Role::ANY_IRI).only_if("rdf:datatype", "http://www.w3.org/2001/XMLSchema#anyURI &xsd;anyURI")
            ],
        },
        Vocabulary {
            name: "OWL/XML",
            source: "OWL 2 XML Serialization",
            elements: Elements::In(&["http://www.w3.org/2002/07/owl#"]),
            rows: &[at("*", "IRI ontologyIRI versionIRI datatypeIRI facet", Role::RDF), text("IRI Import", Role::RDF)],
        },
        Vocabulary {
            name: "SPARQL results, TriX",
            source: "SPARQL Query Results XML Format section 2.3, TriX",
            elements: Elements::In(&[
                "http://www.w3.org/2005/sparql-results#",
                "http://www.w3.org/2004/03/trix/trix-1/",
            ]),
            rows: &[
                text("uri", Role::RDF),
                at("literal typedLiteral", "datatype", Role::RDF),
                at("link", "href", Role::IRI),
            ],
        },
    ],
};
