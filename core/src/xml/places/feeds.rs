//! Feeds, lists of pages and songs, and maps.

use crate::rules::Role;
use crate::xml::places::DocumentType;
use crate::xml::places::vocabulary::{Elements, Family, Vocabulary, at, text};

pub static FEEDS: Family = Family {
    title: "Feeds, lists and maps",
    vocabularies: &[
        Vocabulary {
            name: "Atom",
            source: "RFC 4287, RFC 4685, RFC 5023; Atom 0.3",
            elements: Elements::In(&[
                "http://www.w3.org/2005/Atom",
                "http://purl.org/atom/ns#",
                "http://www.w3.org/2007/app",
                "http://purl.org/syndication/thread/1.0",
            ]),
            rows: &[
                at("link", "rel", Role::IDENTIFIER_ANY_URI),
                at("link categories collection in-reply-to", "href", Role::IRI),
                at("in-reply-to", "ref", Role::IRI_IDENTIFIER),
                at("content", "src", Role::IRI),
                at("in-reply-to", "source", Role::IRI),
                at("category categories", "scheme", Role::IRI),
                at("generator", "uri url", Role::IRI),
                text("id", Role::IRI_IDENTIFIER),
                text("uri url icon logo", Role::IRI),
            ],
        },
        Vocabulary {
            name: "RSS 2.0",
            source: "RSS 2.0 specification",
            elements: Elements::Of(&[DocumentType::Rss]),
            rows: &[
                text("link url docs comments", Role::ABSOLUTE_URI),
                text("guid", Role::URI).unless("isPermaLink", "false"),
                at("enclosure source", "url", Role::ABSOLUTE_URI),
            ],
        },
        Vocabulary {
            name: "RSS 1.0",
            source: "RSS 1.0 specification",
            elements: Elements::In(&["http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/"]),
            rows: &[text("link url", Role::URI)],
        },
        Vocabulary {
            name: "Extensions of RSS",
            source: "Media RSS 1.5.1, iTunes, Well-Formed Web, Podcast namespace 1.0, FeedBurner",
            elements: Elements::In(&[
                "http://search.yahoo.com/mrss*",
                "http://www.itunes.com/dtds/podcast-1.0.dtd",
                "http://wellformedweb.org/CommentAPI/",
                "https://podcastindex.org/namespace/1.0",
                "https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md",
                "http://rssnamespace.org/feedburner/ext/1.0",
            ]),
            rows: &[
                at(
                    "chapters content copyright embed funding license player thumbnail trailer transcript",
                    "url",
                    Role::URI,
                ),
                at("category contentLink feedFlare image license peerLink person subTitle", "href", Role::URI),
                at("category credit rating", "scheme", Role::IDENTIFIER_ANY_URI),
                at("feedFlare", "src", Role::URI),
                at("person", "img", Role::URI),
                at("socialInteract source", "uri", Role::URI),
                at("remoteItem", "feedUrl", Role::URI),
                at("images", "srcset", Role::WEB_CANDIDATES),
                text("backLink comment commentRss new-feed-url origEnclosureLink origLink response", Role::URI),
            ],
        },
        Vocabulary {
            name: "Sitemaps",
            source: "Sitemaps protocol 0.90, Google's images and videos",
            elements: Elements::In(&[
                "http://www.sitemaps.org/schemas/sitemap/*",
                "http://www.google.com/schemas/sitemap*",
            ]),
            rows: &[text("loc license thumbnail_loc content_loc player_loc", Role::URI)],
        },
        Vocabulary {
            name: "OpenSearch",
            source: "OpenSearch 1.1; templates without parameters are checked",
            elements: Elements::In(&["http://a9.com/-/spec/opensearch/1.1/"]),
            rows: &[at("Url", "template", Role::ANY_URI), text("Image", Role::ANY_URI)],
        },
        Vocabulary {
            name: "OPML",
            source: "OPML 2.0",
            elements: Elements::Of(&[DocumentType::Opml]),
            rows: &[at("outline", "htmlUrl url xmlUrl", Role::ANY_URI), text("docs ownerId", Role::ANY_URI)],
        },
        Vocabulary {
            name: "XBEL",
            source: "XML Bookmark Exchange Language 1.0",
            elements: Elements::Of(&[DocumentType::Xbel]),
            rows: &[at("bookmark", "href", Role::ANY_URI)],
        },
        Vocabulary {
            name: "XSPF",
            source: "XSPF 1",
            elements: Elements::In(&["http://xspf.org/ns/0/"]),
            rows: &[
                text("location identifier info image license", Role::ANY_URI),
                at("link meta", "rel", Role::ANY_URI),
            ],
        },
        Vocabulary {
            name: "KML",
            source: "OGC KML 2.2",
            elements: Elements::In(&[
                "http://www.opengis.net/kml/*",
                "http://earth.google.com/kml/*",
                "http://www.google.com/kml/*",
            ]),
            rows: &[
                text("href styleUrl sourceHref targetHref", Role::ANY_URI),
                at("SchemaData", "schemaUrl", Role::ANY_URI),
            ],
        },
        Vocabulary {
            name: "GPX",
            source: "GPX 1.0, GPX 1.1",
            elements: Elements::In(&["http://www.topografix.com/GPX/*"]),
            rows: &[at("link", "href", Role::ANY_URI), text("license url", Role::ANY_URI)],
        },
        Vocabulary {
            name: "GML and geographic metadata",
            source: "GML 3.2, ISO 19139; their links are XLinks",
            elements: Elements::In(&["http://www.opengis.net/gml*", "http://www.isotc211.org/2005/*"]),
            rows: &[
                at("*", "srsName codeSpace", Role::IDENTIFIER_ANY_URI),
                at("*", "codeList", Role::ANY_URI),
                text("URL", Role::ANY_URI),
            ],
        },
        Vocabulary {
            name: "OGC web services",
            source: "OWS Common 1.1 and 2.0; their links are XLinks",
            elements: Elements::In(&["http://www.opengis.net/ows*"]),
            rows: &[at("*", "ows:reference ows2:reference", Role::IDENTIFIER_ANY_URI)],
        },
        Vocabulary {
            name: "Alerts",
            source: "Common Alerting Protocol 1.2",
            elements: Elements::In(&["urn:oasis:names:tc:emergency:cap:*"]),
            rows: &[text("uri web", Role::ANY_URI)],
        },
    ],
};
