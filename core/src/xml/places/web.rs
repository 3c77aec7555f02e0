//! The web: pages, pictures, formulas, presentations, forms.

use crate::rules::Role;
use crate::xml::places::DocumentType;
use crate::xml::places::vocabulary::{Elements, Family, Vocabulary, at};

pub static WEB: Family = Family {
    title: "The web",
    vocabularies: &[
        Vocabulary {
            name: "XHTML",
            source: "HTML section 2.4.1 and its index of attributes; HTML 4.01; RDFa's `vocab`",
            elements: Elements::InOrOf(
                &["http://www.w3.org/1999/xhtml", "http://www.w3.org/2002/06/xhtml2*"],
                &[DocumentType::Html],
            ),
            rows: &[
                at("a area base link", "href", Role::WEB),
                at("audio embed frame iframe img input script source track video", "src", Role::WEB),
                at("img source", "srcset", Role::WEB_CANDIDATES),
                at("link", "imagesrcset", Role::WEB_CANDIDATES),
                at("a area", "ping", Role::WEB_LIST),
                at("form", "action", Role::WEB),
                at("button input", "formaction", Role::WEB),
                at("object", "data classid codebase", Role::WEB),
                at("object", "archive", Role::WEB_LIST),
                at("applet", "codebase", Role::WEB),
                at("param", "value", Role::WEB).only_if("valuetype", "ref"),
                at("blockquote del ins q", "cite", Role::WEB),
                at("img frame iframe", "longdesc", Role::WEB),
                at("img input object", "usemap", Role::WEB),
                at("video", "poster", Role::WEB),
                at("html", "manifest", Role::WEB),
                at("body table tbody td tfoot th thead tr", "background", Role::WEB),
                at("head", "profile", Role::WEB_LIST),
                at("*", "itemid vocab", Role::WEB),
                at("*", "itemtype", Role::WEB_LIST),
                at("*", "style", Role::CSS),
            ],
        },
        Vocabulary {
            name: "SVG",
            source: "SVG 2 sections 6.6 and 16, SVG 1.1",
            elements: Elements::InOrOf(&["http://www.w3.org/2000/svg"], &[DocumentType::Svg]),
            rows: &[
                at("*", "xlink:href", Role::WEB),
                at("*", "href", Role::WEB),
                at("audio iframe image script source track video", "src", Role::WEB),
                at("a", "ping", Role::WEB_LIST),
                at("*", "requiredExtensions", Role::WEB_LIST),
                at(
                    "*",
                    "style clip-path cursor fill filter marker marker-end marker-mid marker-start mask stroke",
                    Role::CSS,
                ),
            ],
        },
        Vocabulary {
            name: "MathML",
            source: "MathML 3 appendix A",
            elements: Elements::In(&["http://www.w3.org/1998/Math/MathML"]),
            rows: &[
                at("*", "href altimg definitionURL", Role::ANY_URI),
                at("mglyph annotation annotation-xml", "src", Role::ANY_URI),
                at("math", "cdgroup", Role::ANY_URI),
            ],
        },
        Vocabulary {
            name: "SMIL",
            source: "SMIL 3.0",
            elements: Elements::InOrOf(
                &["http://www.w3.org/ns/SMIL*", "http://www.w3.org/2001/SMIL20/*", "http://www.w3.org/2005/SMIL21/*"],
                &[DocumentType::Smil],
            ),
            rows: &[at("*", "epub:textref", Role::WEB), at("*", "href longdesc src", Role::ANY_URI)],
        },
        Vocabulary {
            name: "XForms",
            source: "XForms 1.1",
            elements: Elements::In(&["http://www.w3.org/2002/xforms"]),
            rows: &[at("*", "src resource action", Role::ANY_URI), at("model", "schema", Role::ANY_URI_LIST)],
        },
        Vocabulary {
            name: "Speech and dialogs",
            source: "VoiceXML 2.1, SRGS 1.0, SSML 1.1, SCXML",
            elements: Elements::In(&[
                "http://www.w3.org/2001/vxml",
                "http://www.w3.org/2001/06/grammar",
                "http://www.w3.org/2001/10/synthesis",
                "http://www.w3.org/2005/07/scxml",
            ]),
            rows: &[
                at("audio data grammar invoke script subdialog", "src", Role::ANY_URI),
                at("choice goto link submit subdialog", "next", Role::ANY_URI),
                at("grammar vxml", "application", Role::ANY_URI),
                at("lexicon ruleref", "uri", Role::ANY_URI),
            ],
        },
        Vocabulary {
            name: "Output of stylesheets",
            source: "HTML, DocBook 4: literal result elements without a namespace",
            elements: Elements::Of(&[DocumentType::Xslt]),
            rows: &[
                at("*", "href HREF", Role::WEB),
                at("frame FRAME iframe img IMG script", "src SRC", Role::WEB),
                at("form", "action", Role::WEB),
                at("ulink", "url", Role::WEB),
            ],
        },
        Vocabulary {
            name: "Documents of no known type",
            source: "HTML, DocBook 4: their names; only values with a scheme or one of `/ \\ . # ?` are checked",
            elements: Elements::Of(&[DocumentType::Unknown]),
            rows: &[
                at("*", "href HREF", Role::WEB).if_likely(),
                at("frame FRAME iframe img IMG script", "src SRC", Role::WEB).if_likely(),
                at("form", "action", Role::WEB).if_likely(),
                at("ulink", "url", Role::WEB).if_likely(),
            ],
        },
    ],
};
