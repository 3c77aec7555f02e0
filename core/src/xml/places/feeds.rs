//! Feeds.

use crate::options::Role;
use crate::xml::places::DocumentType;
use crate::xml::places::vocabulary::{Elements, Vocabulary, at, text};

pub static ATOM: Vocabulary = Vocabulary {
    name: "Atom",
    source: "RFC 4287",
    elements: Elements::In(&["http://www.w3.org/2005/Atom"]),
    rows: &[
        at("link", "href", Role::IRI),
        at("content", "src", Role::IRI),
        at("category", "scheme", Role::IRI),
        at("generator", "uri", Role::IRI),
        text("id", Role::IRI_IDENTIFIER),
        text("uri icon logo", Role::IRI),
    ],
};

pub static RSS: Vocabulary = Vocabulary {
    name: "RSS",
    source: "RSS 2.0 specification",
    elements: Elements::Of(&[DocumentType::Rss]),
    rows: &[
        text("link url docs comments", Role::URI),
        text("guid", Role::URI).unless("isPermaLink", "false"),
        at("enclosure source", "url", Role::URI),
    ],
};
