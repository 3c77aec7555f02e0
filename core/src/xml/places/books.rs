//! Books, articles, help pages, and library records.

use crate::rules::Role;
use crate::xml::places::DocumentType;
use crate::xml::places::vocabulary::{Elements, Family, Vocabulary, at, nothing, text};

pub static BOOKS: Family = Family {
    title: "Books and documentation",
    vocabularies: &[
        Vocabulary {
            name: "DocBook 5",
            source: "DocBook 5.1, its RELAX NG schema; its links are XLinks",
            elements: Elements::In(&["http://docbook.org/ns/docbook"]),
            rows: &[
                at("*", "fileref", Role::ANY_URI),
                at("tag", "namespace", Role::NAMESPACE_ANY_URI),
                text("biblioid bibliosource bibliorelation bibliocoverage", Role::ANY_URI).only_if("class", "uri"),
            ],
        },
        Vocabulary {
            name: "DocBook 4",
            source: "DocBook 4.5, its DTD; DocBook 5 types the same attributes `xs:anyURI`",
            elements: Elements::Of(&[DocumentType::DocBook4]),
            rows: &[
                at("ulink", "url", Role::ANY_URI),
                at("*", "fileref", Role::ANY_URI),
                at("a", "href", Role::WEB),
                at("img", "src", Role::WEB),
                text("biblioid bibliosource bibliorelation bibliocoverage", Role::ANY_URI).only_if("class", "uri"),
            ],
        },
        Vocabulary {
            name: "DITA",
            source: "DITA 1.3 part 3; keys are not references",
            elements: Elements::Of(&[DocumentType::Dita]),
            rows: &[
                at("*", "href conref conrefend mapref anchorref copy-to", Role::LEIRI),
                at("object", "data classid codebase", Role::LEIRI),
                at("object", "archive", Role::ANY_URI_LIST),
                at("param", "value", Role::LEIRI).only_if("valuetype", "ref"),
                at("image", "longdescref", Role::LEIRI),
            ],
        },
        Vocabulary {
            name: "TEI P5",
            source: "TEI P5, `teidata.pointer` and `teidata.namespace`; the `scheme` of `gi`, `att` and `tag` is a word, the `start` of `schemaSpec` names elements",
            elements: Elements::In(&["http://www.tei-c.org/ns/1.0"]),
            rows: &[
                nothing("schemaSpec", "start"),
                at("equiv", "uri", Role::ANY_URI),
                at("anyElement", "except", Role::IDENTIFIER_LIST),
                at("catRef classCode keywords", "scheme", Role::ANY_URI),
                at("elementSpec attDef schemaSpec elementRef constraintSpec", "ns", Role::NAMESPACE_ANY_URI),
                at("namespace", "name", Role::NAMESPACE_ANY_URI),
                at("*", "url", Role::ANY_URI),
                at("span app", "from to", Role::ANY_URI_LIST),
                at(
                    "*",
                    "target targetEnd ana corresp synch exclude select facs decls rendition ref resp source wit who \
                     change edRef datcat valueDatcat targetDatcat active mutual passive parts nymRef period calendar \
                     domains start end scribeRef scriptRef datingPoint datingMethod inst given feats fVal",
                    Role::ANY_URI_LIST,
                ),
                at("*", "sameAs copyOf next prev spanTo hand new since origin filter", Role::ANY_URI),
                text("idno", Role::ANY_URI).only_if("type", "URI URL uri url"),
            ],
        },
        Vocabulary {
            name: "TEI P4",
            source: "TEI P4; its `target` is an IDREF",
            elements: Elements::Of(&[DocumentType::TeiP4]),
            rows: &[at("*", "url", Role::ANY_URI)],
        },
        Vocabulary {
            name: "Mallard",
            source: "Mallard 1.1; `xref` names a page",
            elements: Elements::In(&["http://projectmallard.org/*"]),
            rows: &[at("*", "href src", Role::ANY_URI)],
        },
        Vocabulary {
            name: "JATS",
            source: "NISO Z39.96, NISO RP-22 (ALI); its links are XLinks",
            elements: Elements::In(&["http://www.niso.org/schemas/ali/1.0/"]),
            rows: &[text("license_ref", Role::ANY_URI)],
        },
        Vocabulary {
            name: "JATS articles",
            source: "NISO Z39.96, by its public identifiers; identifiers of other types are not references",
            elements: Elements::Of(&[DocumentType::Jats]),
            rows: &[
                text("contrib-id", Role::ANY_URI).only_if("contrib-id-type", "orcid ORCID"),
                text("institution-id", Role::ANY_URI).only_if("institution-id-type", "ror ROR"),
            ],
        },
        Vocabulary {
            name: "EPUB",
            source: "EPUB 3.3 sections 5 and 7, OPF 2.0.1, NCX; the paths of the container are not references",
            elements: Elements::In(&[
                "http://www.idpf.org/2007/opf",
                "http://www.daisy.org/z3986/2005/ncx/",
                "urn:oasis:names:tc:opendocument:xmlns:container",
            ]),
            rows: &[
                at("item", "href", Role::WEB_WITHOUT_FRAGMENT),
                at("reference link site", "href", Role::WEB),
                at("content img audio", "src", Role::WEB),
            ],
        },
        Vocabulary {
            name: "DAISY",
            source: "ANSI/NISO Z39.86",
            elements: Elements::In(&[
                "http://www.daisy.org/z3986/2005/dtbook/",
                "http://www.daisy.org/ns/z3998/authoring/",
            ]),
            rows: &[at("a link", "href", Role::ANY_URI), at("*", "src smilref cite longdesc", Role::ANY_URI)],
        },
        Vocabulary {
            name: "Libraries and archives",
            source: "MODS 3.8, METS, EAD 3, OAI-PMH 2.0, DataCite 4; METS and EAD 2002 link by XLinks",
            elements: Elements::In(&[
                "http://www.loc.gov/mods/v3",
                "http://www.loc.gov/METS/",
                "http://ead3.archivists.org/schema/",
                "http://www.openarchives.org/OAI/2.0/",
                "http://datacite.org/schema/*",
            ]),
            rows: &[
                at("*", "href", Role::ANY_URI),
                at("*", "authorityURI valueURI schemeURI rightsURI", Role::ANY_URI),
                text("url baseURL schema", Role::ANY_URI),
                text("metadataNamespace", Role::NAMESPACE_ANY_URI),
            ],
        },
        Vocabulary {
            name: "Citation styles",
            source: "CSL 1.0.2, its RELAX NG schema",
            elements: Elements::In(&["http://purl.org/net/xbiblio/csl"]),
            rows: &[
                at("link", "href", Role::ANY_URI),
                at("rights", "license", Role::ANY_URI),
                text("id", Role::IDENTIFIER_ANY_URI),
                text("uri", Role::ANY_URI),
            ],
        },
        Vocabulary {
            name: "Canonical Text Services",
            source: "CTS 5 text inventories: URNs of texts",
            elements: Elements::In(&["http://chs.harvard.edu/xmlns/cts*"]),
            rows: &[at("*", "urn workUrn groupUrn", Role::IDENTIFIER_ANY_URI)],
        },
        Vocabulary {
            name: "EAD 2002 by its DTD",
            source: "EAD 2002",
            elements: Elements::Of(&[DocumentType::Ead]),
            rows: &[at("*", "href", Role::ANY_URI)],
        },
    ],
};
