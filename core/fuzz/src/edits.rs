//! Edits of a document: the result equals a newly parsed document with the same text.

use std::sync::Arc;

use iri_core::text::{InDocument, floor_char_boundary};
use iri_core::xml::document::DocumentFinding;
use iri_core::{Document, Settings, Site, Span};

use crate::input::{Choices, text_and_choices};

const MAX_LENGTH: usize = 16 * 1024;
const MAX_EDITS: usize = 24;

/// Text that users type, and text that breaks documents.
const PIECES: [&str; 40] = [
    "<",
    ">",
    "/>",
    "</",
    "\"",
    "'",
    "&",
    ";",
    "=",
    " ",
    "\r",
    "\n",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?",
    "?>",
    "<!DOCTYPE r [",
    "]>",
    "<!ENTITY e \"a b\">",
    "<!ENTITY e SYSTEM \"x y\">",
    "&e;",
    "&#x20;",
    "a",
    " xlink:href=\"a b\"",
    " xmlns:xlink=\"http://www.w3.org/1999/xlink\"",
    " xmlns=\"urn:x y\"",
    " xml:base=\"http://b/c d/\"",
    "<loc>a b</loc>",
    "<base href='c d/'/>",
    "<head>",
    "<!-- iri-ignore -->",
    "<!-- iri-ignore-file leiri-space -->",
    "\u{5D0}",
    "\u{1F600}",
    "%zz",
    "<!ATTLIST a xlink:href CDATA \"q r\">",
    "\u{0}",
    "<x ",
];

/// Runs the target.
pub fn run(bytes: &[u8]) {
    let (text, mut choices) = text_and_choices(bytes);
    if text.len() > MAX_LENGTH {
        return;
    }
    let mut text = text.into_owned();
    let mut settings = Settings::default();
    settings.syntax = choices.syntax();
    let settings = Arc::new(settings);
    let size = [64, 16, 1000][choices.below(3)];
    let mut document = Document::parse_in_leaves(text.clone(), Arc::clone(&settings), size);
    compare(&document, &text, &settings);
    for _ in 0..MAX_EDITS {
        if !choices.are_left() {
            break;
        }
        let (span, new) = edit(&mut choices, &text);
        let before = document.clone();
        document.edit(span, &new);
        text.replace_range(span.range(), &new);
        compare(&document, &text, &settings);
        what_differs_is_named(&before, &document);
    }
}

/// Chooses an edit of `text`: an insertion, a deletion, a replacement or a copy.
fn edit(choices: &mut Choices<'_>, text: &str) -> (Span<InDocument>, String) {
    let start = floor_char_boundary(text, choices.below(text.len() + 1));
    let length = [0, 1, 2, 5, 30, 300, usize::MAX / 2][choices.below(7)];
    let end = floor_char_boundary(text, start.saturating_add(length)).max(start);
    let new = match choices.below(PIECES.len() + 2) {
        0 => String::new(),
        1 => {
            let from = floor_char_boundary(text, choices.below(text.len() + 1));
            text[from..floor_char_boundary(text, from + choices.below(200)).max(from)].to_owned()
        }
        piece => PIECES[piece - 2].to_owned(),
    };
    (Span::new(start, end), new)
}

fn site_line(document: &Document, site: &Site<'_>) -> String {
    format!("{:?} {site:?}", document.line_column(site.span.start))
}

fn finding_line(document: &Document, found: &DocumentFinding<'_>) -> String {
    format!("{:?} {found:?}", document.line_column(found.finding.span.start))
}

/// Fails unless `document` equals a newly parsed document.
fn compare(document: &Document, text: &str, settings: &Arc<Settings>) {
    assert_eq!(document.text(), text);
    let fresh = Document::parse(text, Arc::clone(settings));
    let sites =
        |document: &Document| -> Vec<String> { document.sites().map(|site| site_line(document, &site)).collect() };
    assert_eq!(sites(document), sites(&fresh), "the sites of {text:?}");
    let findings = |document: &Document| -> Vec<String> {
        document.findings().map(|found| finding_line(document, &found)).collect()
    };
    assert_eq!(findings(document), findings(&fresh), "the findings of {text:?}");
}

/// Fails if the documents differ outside the spans in which they may differ.
fn what_differs_is_named(before: &Document, after: &Document) {
    let (old, new) = after.differs_from(before);
    assert_eq!(before.slice(Span::new(0, old.start)), after.slice(Span::new(0, new.start)));
    assert_eq!(before.slice(Span::new(old.end, before.len())), after.slice(Span::new(new.end, after.len())));
}
