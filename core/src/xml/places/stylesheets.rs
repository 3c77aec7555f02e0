//! Transformation and formatting.

use crate::rules::Role;
use crate::xml::places::document_type::XSLT;
use crate::xml::places::vocabulary::{Elements, Family, Vocabulary, at};

pub static STYLESHEETS: Family = Family {
    title: "Stylesheets and pipelines",
    vocabularies: &[
        Vocabulary {
            name: "XSLT",
            source: "XSLT 3.0",
            elements: Elements::In(&[XSLT]),
            rows: &[
                at("import include source-document stream result-document document", "href", Role::ANY_URI),
                at("import-schema", "schema-location", Role::ANY_URI),
                at("element attribute import-schema", "namespace", Role::NAMESPACE_ANY_URI),
                at("document output result-document", "doctype-system", Role::SYSTEM_IDENTIFIER),
                at("package use-package", "name", Role::IDENTIFIER_ANY_URI),
                at("*", "xpath-default-namespace", Role::NAMESPACE_ANY_URI),
                at("*", "default-collation", Role::IDENTIFIER_LIST),
                at("sort key for-each-group merge-key", "collation", Role::IDENTIFIER_ANY_URI),
            ],
        },
        Vocabulary {
            name: "XSL-FO",
            source: "XSL 1.1 section 5.11; Apache FOP's extensions",
            elements: Elements::In(&[
                "http://www.w3.org/1999/XSL/Format",
                "http://xmlgraphics.apache.org/fop/extensions",
            ]),
            rows: &[
                at("*", "src background-image external-destination", Role::URI_SPECIFICATION),
                at("*", "source-document", Role::URI_SPECIFICATION),
            ],
        },
        Vocabulary {
            name: "XProc",
            source: "XProc 1.0, 3.0",
            elements: Elements::In(&["http://www.w3.org/ns/xproc"]),
            rows: &[at("import import-functions document data", "href", Role::ANY_URI)],
        },
    ],
};
