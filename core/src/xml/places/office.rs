//! Office documents.

use crate::rules::Role;
use crate::xml::places::vocabulary::{Elements, Family, Vocabulary, at, nothing};

/// Namespaces of OpenDocument and its predecessors.
pub const ODF: &[&str] = &[
    "urn:oasis:names:tc:opendocument:xmlns:*",
    "http://openoffice.org/2000/chart",
    "http://openoffice.org/2000/drawing",
    "http://openoffice.org/2000/form",
    "http://openoffice.org/2000/meta",
    "http://openoffice.org/2000/office",
    "http://openoffice.org/2000/presentation",
    "http://openoffice.org/2000/style",
    "http://openoffice.org/2000/table",
    "http://openoffice.org/2000/text",
];

pub static OFFICE: Family = Family {
    title: "Office documents",
    vocabularies: &[
        Vocabulary {
            name: "OpenDocument",
            source: "OpenDocument 1.3 part 3 section 18.3; the paths of the manifest are not references",
            elements: Elements::In(ODF),
            rows: &[
                at(
                    "applet background-image fill-image floating-frame font-face-uri image list-level-style-image \
                     object object-ole plugin sound",
                    "xlink:href",
                    Role::PACKAGE_IRI,
                ),
                at("*", "xlink:href", Role::ANY_IRI),
            ],
        },
        Vocabulary {
            name: "LibreOffice's own",
            source: "schemas of its user interface: commands such as `.uno:Print` replace references",
            elements: Elements::In(&[
                "http://openoffice.org/2001/accel",
                "http://openoffice.org/2001/event",
                "http://openoffice.org/2001/menu",
                "http://openoffice.org/2001/registry",
                "http://openoffice.org/2001/statusbar",
                "http://openoffice.org/2001/toolbar",
                "http://openoffice.org/2003/accel",
            ]),
            rows: &[nothing("*", "xlink:href")],
        },
        Vocabulary {
            name: "Office Open XML packages",
            source: "ECMA-376 part 2 section 6.5.3; `ext/@uri` is a token",
            elements: Elements::In(&["http://schemas.openxmlformats.org/package/2006/*"]),
            rows: &[
                at("Relationship", "Target", Role::OPC_EXTERNAL).only_if("TargetMode", "External"),
                at("Relationship", "Target", Role::OPC_EXTERNAL).only_if(
                    "Type",
                    "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink \
                     http://purl.oclc.org/ooxml/officeDocument/relationships/hyperlink",
                ),
                at("Relationship", "Target", Role::OPC_TARGET),
                at("Relationship", "Type", Role::IDENTIFIER),
                at("Override", "PartName", Role::OPC_TARGET),
            ],
        },
        Vocabulary {
            name: "Office 2003 and VML",
            source: "Office 2003 XML reference schemas",
            elements: Elements::In(&["urn:schemas-microsoft-com:*"]),
            rows: &[at("*", "ss:HRef", Role::ANY_URI), at("*", "src href", Role::ANY_URI)],
        },
    ],
};
