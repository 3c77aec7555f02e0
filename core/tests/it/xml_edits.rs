//! An edited document equals the result of parsing its text.
//!
//! `IRI_EDITS` sets the number of edits; `IRI_DOCUMENTS` adds your own documents.

use std::env;
use std::sync::Arc;

use crate::documents::{findings, read, samples, sites};
use fastrand::Rng;
use iri_core::text::{InDocument, floor_char_boundary};
use iri_core::xml::ScopeCache;
use iri_core::{Document, Settings, Span};

/// Text that users type, and text that breaks documents.
const PIECES: [&str; 48] = [
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
    "\n",
    "\r\n",
    "\r",
    "<!--",
    "-->",
    "--",
    "<![CDATA[",
    "]]>",
    "<?",
    "?>",
    "<!DOCTYPE r [",
    "]",
    "<!ENTITY e \"a b\">",
    "<!ENTITY e SYSTEM \"x y\">",
    "&e;",
    "&#x20;",
    "a",
    "x:href",
    " xlink:href=\"a b\"",
    " xmlns:xlink=\"http://www.w3.org/1999/xlink\"",
    " xmlns=\"urn:x y\"",
    " xml:base=\"http://b/c d/\"",
    "<g xlink:href='c|d'>",
    "</g>",
    "<loc>a b</loc>",
    "<base href='c d/'/>",
    "<head>",
    "<!-- iri-ignore -->",
    "<!-- iri-ignore-file leiri-space -->",
    "<!-- iri-ignore leiri-spcae, x -- y -->",
    "<!-- iri-ignore-file unknown-rule -->",
    "\u{5D0}",
    "\u{1F600}",
    "%zz",
    "<x ",
    "<!ATTLIST a xlink:href CDATA \"q r\">",
    "\u{0}",
    "]>",
];

/// Returns an edit of `text`: a piece inserted, or something deleted or doubled.
fn edit(rng: &mut Rng, text: &str) -> (Span<InDocument>, String) {
    let start = floor_char_boundary(text, rng.usize(..=text.len()));
    let length = [0, 0, 0, 1, 2, 5, 30, 300][rng.usize(..8)];
    let end = floor_char_boundary(text, start + length);
    let new = match rng.usize(..6) {
        0 => String::new(),
        1 => {
            let from = floor_char_boundary(text, rng.usize(..=text.len()));
            text[from..floor_char_boundary(text, from + rng.usize(..200))].to_owned()
        }
        _ => PIECES[rng.usize(..PIECES.len())].to_owned(),
    };
    (Span::new(start, end), new)
}

#[test]
fn an_edited_document_equals_a_newly_parsed_one() {
    let samples = samples(200_000);
    let edits: usize = env::var("IRI_EDITS").ok().and_then(|edits| edits.parse().ok()).unwrap_or(6_000);
    let each = (edits / samples.len()).max(1);
    let settings = Arc::new(Settings::default());
    let mut rng = Rng::with_seed(20_261_120);
    let mut found = 0;
    for sample in &samples {
        let mut text = sample.text.clone();
        let mut document = Document::parse_in_leaves(text.clone(), Arc::clone(&settings), 64 + rng.usize(..2000));
        for number in 0..each {
            let (span, new) = edit(&mut rng, &text);
            document.edit(span, &new);
            text.replace_range(span.range(), &new);
            let fresh = read(&text);
            found += fresh.findings().count();
            assert_eq!(document.len(), text.len());
            let at = format!("{} after edit {number}: {span:?} {new:?}", sample.path.display());
            assert_eq!(sites(&document), sites(&fresh), "sites of {at}");
            assert_eq!(findings(&document), findings(&fresh), "findings of {at}");
            if number % 64 == 63 {
                // Otherwise the damage of one edit would hide the effects of the next ones.
                text.clone_from(&sample.text);
                document = Document::parse_in_leaves(text.clone(), Arc::clone(&settings), 64 + rng.usize(..2000));
            }
        }
        assert_eq!((&document.text(), &*document.shared_text()), (&text, &text), "{}", sample.path.display());
    }
    assert!(found > edits, "only {found} findings in {edits} edits");
}

#[test]
fn an_edit_beyond_the_text_is_clamped() {
    let mut document = read("<a/>");
    document.edit(Span::new(100, 200), "\u{5D0}");
    document.edit(Span::new(5, 6), "b");
    assert_eq!(document.text(), "<a/>b");
}

#[test]
fn an_empty_document_can_be_typed_into() {
    let mut document = read("");
    for (at, c) in "<a xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='a b'/>".char_indices() {
        document.edit(Span::empty(at), &c.to_string());
    }
    assert_eq!(document.findings().count(), 1);
    document.edit(Span::new(0, document.len()), "");
    assert!(document.is_empty() && document.sites().count() == 0);
}

#[test]
fn leaves_do_not_become_smaller_under_continued_typing() {
    let mut document = read(&"<a b='c'/>\n".repeat(20_000));
    for number in 0..2_000 {
        document.edit(Span::empty(110_000 + 11 * number), "<a b='c'/>\n");
    }
    assert!(document.leaves() < 2 * document.len() / 4096, "{} leaves", document.leaves());
}

#[test]
fn a_document_parsed_with_a_cache_equals_one_parsed_alone() {
    let settings = Arc::new(Settings::default());
    let mut known = ScopeCache::default();
    for round in 0..2 {
        for sample in samples(200_000) {
            let document = Document::parse_with_cache(&mut known, sample.text.clone(), &settings);
            let alone = read(&sample.text);
            assert_eq!(sites(&document), sites(&alone), "{} in round {round}", sample.path.display());
            assert_eq!(findings(&document), findings(&alone), "{} in round {round}", sample.path.display());
        }
    }
}

#[test]
fn text_that_is_a_reference_may_continue_in_the_next_leaf() {
    let head = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>";
    let text = format!("{head}http://example.org/</url>{}", "<lastmod>2026</lastmod>".repeat(50));
    let mut document = Document::parse_in_leaves(text, Arc::default(), 64);
    document.edit(Span::empty(head.len() + 19), "a b");
    document.edit(Span::empty(head.len() + 22), "<![CDATA[");
    document.edit(Span::empty(head.len() + 22), "<!-- ");
    let fresh = read(&document.text());
    assert_eq!(sites(&document), sites(&fresh));
}

#[test]
fn findings_do_not_depend_on_their_number() {
    let (head, line) = ("<!DOCTYPE r [<!ENTITY e 'c d'>]><r>", "<a xml:base='a b|&e;'/>\n");
    let reported = |document: &Document, moved: usize| -> Vec<String> {
        let one = |found: iri_core::xml::document::DocumentFinding<'_>| {
            let line = moved + head.len() + (found.site.span.start - moved - head.len()) / line.len() * line.len();
            let edits = found.finding.fixes.iter().flat_map(|fix| &fix.edits);
            let edits: Vec<_> = edits.map(|edit| (edit.span.start - line, edit.text.clone())).collect();
            let span = (found.finding.span.start - line, found.finding.span.end - line);
            format!("{} {span:?} {} {edits:?} {:?}", found.finding.rule.name, found.finding.message, found.declared)
        };
        document.findings().map(one).collect()
    };
    let once = reported(&read(&format!("{head}{line}")), 0);
    assert_eq!(once.len(), 3);
    let is_once_more = |(number, one): (usize, &String)| *one == once[number % 3];
    // More findings than are kept.
    let text = format!("{head}{}", line.repeat(10_000));
    let mut document = read(&text);
    let all = reported(&document, 0);
    assert!(all.len() == 30_000 && all.iter().enumerate().all(is_once_more));
    let last = text.len() - line.len();
    assert_eq!(document.findings_in(Span::new(last, text.len())).count(), 3);
    // The rest of the document is in another element now.
    document.edit(Span::empty(head.len()), "<b>");
    let all = reported(&document, 3);
    assert!(all.len() == 30_000 && all.iter().enumerate().all(is_once_more));
}

#[test]
fn a_repeated_namespace_with_a_placeholder_stays_unknown() {
    let settings = Arc::new(Settings::default());
    let text = "<r><a xmlns:x='urn:${p}'/><a xmlns:x='urn:${p}'/></r>";
    let mut known = ScopeCache::default();
    for _ in 0..2 {
        let document = Document::parse_with_cache(&mut known, text, &settings);
        assert_eq!(document.sites().map(|site| site.is_known).collect::<Vec<_>>(), [false, false]);
    }
}
