//! Translations and data about languages.

use crate::rules::Role;
use crate::xml::places::DocumentType;
use crate::xml::places::vocabulary::{Elements, Family, Vocabulary, at};

pub static LOCALIZATION: Family = Family {
    title: "Localization",
    vocabularies: &[
        Vocabulary {
            name: "XLIFF",
            source: "XLIFF 1.2, XLIFF 2.1; the `original` of a file may be any name",
            elements: Elements::In(&["urn:oasis:names:tc:xliff:*"]),
            rows: &[
                at("external-file skeleton source target reference", "href", Role::ANY_URI),
                at("mrk match glossEntry translation term", "ref", Role::ANY_IRI),
            ],
        },
        Vocabulary {
            name: "ITS rules",
            source: "ITS 2.0 section 5",
            elements: Elements::In(&["http://www.w3.org/2005/11/its"]),
            rows: &[
                at("rules", "xlink:href", Role::ANY_URI),
                at("*", "locNoteRef termInfoRef taClassRef taIdentRef orgRef personRef toolRef", Role::ANY_URI),
            ],
        },
        Vocabulary {
            name: "CLDR",
            source: "UTS #35",
            elements: Elements::Of(&[DocumentType::Cldr]),
            rows: &[at("reference", "uri", Role::ANY_URI)],
        },
    ],
};
