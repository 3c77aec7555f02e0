//! A malformed document gives every site before the damage and after the next tag.
//!
//! `IRI_DOCUMENTS` adds your own documents.

use std::collections::HashSet;

use crate::documents::{read, samples};
use iri_core::xml::SiteKind;
use iri_core::{Document, Site, Span};

/// Returns the properties of a site that do not change when text before it does.
fn key(site: &Site<'_>, moved: usize) -> (usize, SiteKind, String) {
    (site.span.start + moved, site.kind, site.raw.to_owned())
}

fn keys(document: &Document, moved: usize) -> HashSet<(usize, SiteKind, String)> {
    document.sites().map(|site| key(&site, moved)).collect()
}

/// Returns the end of the value of a site: after its quote, or at the start of the end tag.
fn closed(text: &str, site: &Site<'_>) -> usize {
    let closing = site.quote.map_or("</".to_owned(), String::from);
    let found = text[site.span.end..].find(&closing).expect("a value is closed");
    site.span.end + found + closing.len()
}

/// Returns whether the cut removes the namespace declaration from the tag of the site.
fn loses_its_namespace(text: &str, site: &Site<'_>, cut: usize) -> bool {
    let end = text[site.span.end..].find('>').map_or(text.len(), |length| site.span.end + length);
    cut < end && text[site.span.end..end].contains("xmlns")
}

#[test]
fn sites_before_a_cut_are_found() {
    for sample in samples(200_000) {
        let whole = read(&sample.text);
        let sites: Vec<_> = whole.sites().collect();
        let step = (sample.text.len() / 20_000).max(1) * if sample.text.len() > 20_000 { 37 } else { 1 };
        for cut in (0..=sample.text.len()).step_by(step).filter(|&cut| sample.text.is_char_boundary(cut)) {
            let cut_off = read(&sample.text[..cut]);
            let there = keys(&cut_off, 0);
            let before = sites.iter().filter(|site| closed(&sample.text, site) <= cut);
            let before = before.filter(|site| !loses_its_namespace(&sample.text, site, cut));
            for site in before {
                assert!(there.contains(&key(site, 0)), "{} cut at {cut}: {site:?}", sample.path.display());
            }
        }
    }
}

/// Returns the spans of the tags in `text`, found by a search that ignores comments.
fn tags(text: &str) -> Vec<Span> {
    let starts = text.match_indices('<').map(|(start, _)| start);
    let is_tag = |&start: &usize| text[start + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
    let ends = |start: usize| {
        let end = start + 1 + text[start + 1..].find(['<', '>'])?;
        text[end..].starts_with('>').then(|| Span::new(start, end + 1))
    };
    starts.filter(is_tag).filter_map(ends).collect()
}

#[test]
fn sites_after_the_tag_that_follows_a_broken_one_are_found() {
    for sample in samples(60_000) {
        let whole = read(&sample.text);
        let sites: Vec<_> = whole.sites().collect();
        let tags = tags(&sample.text);
        let step = (tags.len() / 150).max(1);
        for pair in tags.windows(2).step_by(step) {
            for (broken, moved) in breaks(&sample.text, pair[0]) {
                let document = read(&broken);
                let there: HashSet<_> = document.sites().map(|site| (site.span.start, site.raw.to_owned())).collect();
                // If a namespace declaration was lost, the references that need it are lost too.
                if declares(pair[0].slice(&sample.text)) {
                    continue;
                }
                for site in sites.iter().filter(|site| site.span.start >= pair[1].start) {
                    let expected = (site.span.start.wrapping_add_signed(moved), site.raw.to_owned());
                    assert!(
                        there.contains(&expected),
                        "{}: {:?} broken: {site:?}",
                        sample.path.display(),
                        pair[0].slice(&sample.text)
                    );
                }
            }
        }
    }
}

/// Returns whether other elements depend on a tag: for a namespace, or, if it is the root, for the type of the
/// document.
fn declares(tag: &str) -> bool {
    tag.contains("xmlns") || tag.contains("version=")
}

/// Returns the text with a tag broken, in each way, and the number of bytes by which the text after it moves.
fn breaks(text: &str, tag: Span) -> Vec<(String, isize)> {
    let without = |at: usize| (format!("{}{}", &text[..at], &text[at + 1..]), -1);
    let mut all = vec![without(tag.end - 1)];
    all.extend(tag.slice(text).find(['"', '\'']).map(|quote| without(tag.start + quote)));
    all.extend(tag.slice(text).rfind(['"', '\'']).map(|quote| without(tag.start + quote)));
    all.extend(tag.slice(text).find('=').map(|equals| without(tag.start + equals)));
    all.push((format!("{}<{}", &text[..tag.end - 1], &text[tag.end - 1..]), 1));
    all
}

#[test]
fn a_text_of_nothing_but_openings_takes_linear_time() {
    for opening in [
        "<",
        "<a ",
        "<a b='",
        "<!--",
        "<![CDATA[",
        "<?x ",
        "<!ENTITY a \"",
        "<!DOCTYPE a [",
        "<![IGNORE[",
        "</a",
        "<a>",
        "&a;",
        "<a b=\"<",
        "<!ENTITY a '<!ENTITY b \"",
    ] {
        let document = read(&opening.repeat(100_000));
        assert_eq!(document.sites().count(), 0, "{opening}");
    }
}
