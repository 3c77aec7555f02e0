//! Financial, security and trade reports.

use crate::rules::Role;
use crate::xml::places::vocabulary::{Elements, Family, Vocabulary, at};

pub static RECORDS: Family = Family {
    title: "Reports and records",
    vocabularies: &[
        Vocabulary {
            name: "XBRL",
            source: "XBRL 2.1, XBRL Dimensions 1.0; its links are XLinks",
            elements: Elements::In(&["http://www.xbrl.org/*", "http://xbrl.org/*"]),
            rows: &[
                at("roleType roleRef", "roleURI", Role::IDENTIFIER),
                at("arcroleType arcroleRef", "arcroleURI", Role::IDENTIFIER),
                at("identifier", "scheme", Role::IDENTIFIER_ANY_URI),
            ],
        },
        Vocabulary {
            name: "XCCDF",
            source: "NISTIR 7275",
            elements: Elements::In(&["http://checklists.nist.gov/xccdf/*"]),
            rows: &[
                at("*", "href style-href", Role::ANY_URI),
                at("check fix ident model score target-id-ref", "system", Role::ANY_URI),
                at("version", "update", Role::ANY_URI),
                at("*", "uri", Role::ANY_URI),
            ],
        },
        Vocabulary {
            name: "OVAL, CPE, OCIL",
            source: "OVAL 5.11, CPE dictionary 2.3, OCIL 2.0; names of platforms have a grammar of their own",
            elements: Elements::In(&[
                "http://oval.mitre.org/XMLSchema/*",
                "http://cpe.mitre.org/*",
                "http://scap.nist.gov/schema/*",
            ]),
            rows: &[
                at("check check-fact-ref reference", "href", Role::ANY_URI),
                at("reference", "ref_url", Role::ANY_URI),
                at("check check-fact-ref", "system", Role::ANY_URI),
                at("item", "target_namespace", Role::NAMESPACE_ANY_URI),
            ],
        },
        Vocabulary {
            name: "OSCAL",
            source: "OSCAL 1.1, its metaschema",
            elements: Elements::In(&["http://csrc.nist.gov/ns/oscal/*"]),
            rows: &[
                at("*", "href", Role::ANY_URI),
                at("*", "ns system", Role::IDENTIFIER_ANY_URI),
                at("document-id external-id", "scheme", Role::IDENTIFIER_ANY_URI),
            ],
        },
        Vocabulary {
            name: "Genealogy",
            source: "Gramps XML 1.7.1",
            elements: Elements::In(&["http://gramps-project.org/xml/*"]),
            rows: &[at("url", "href", Role::ANY_URI)],
        },
        Vocabulary {
            name: "UBL",
            source: "UBL 2.3, unqualified data types",
            elements: Elements::In(&["urn:oasis:names:specification:ubl:*"]),
            rows: &[at("*", "schemeURI schemeDataURI listURI listSchemeURI", Role::ANY_URI)],
        },
    ],
};
