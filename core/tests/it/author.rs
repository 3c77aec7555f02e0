//! Functions for authors at one reference, on every sample document in leaves of every size.

use std::sync::Arc;

use crate::documents;
use fastrand::Rng;
use iri_core::text::{InDocument, apply_edits};
use iri_core::xml::document::DocumentFinding;
use iri_core::{Document, Edit, Settings, Span};

/// Returns the samples, each in small leaves and in leaves of the usual size.
fn all() -> Vec<Document> {
    let texts = documents::samples(200_000).into_iter().map(|sample| sample.text);
    let read = |text: String| {
        [16, 4096].map(|size| Document::parse_in_leaves(text.clone(), Arc::new(Settings::default()), size))
    };
    texts.flat_map(read).collect()
}

fn key(found: &DocumentFinding<'_>) -> (Span<InDocument>, &'static str, Span<InDocument>) {
    (found.finding.span, found.finding.rule.name, found.site.span)
}

#[test]
fn the_findings_at_a_place_are_those_of_the_document_that_touch_it() {
    let mut rng = Rng::with_seed(4);
    for document in all() {
        for _ in 0..200 {
            let start = rng.usize(..=document.len());
            let span = document.clamped(Span::new(start, start + rng.usize(..100)));
            let touches = |found: &DocumentFinding<'_>| {
                found.finding.span.start <= span.end && span.start <= found.finding.span.end
            };
            let expected: Vec<_> = document.findings().filter(touches).map(|found| key(&found)).collect();
            assert_eq!(document.findings_in(span).map(|found| key(&found)).collect::<Vec<_>>(), expected);
        }
    }
}

#[test]
fn the_markup_of_a_reference_begins_before_it() {
    for document in all() {
        for site in document.sites() {
            let at = document.markup_of(&site).expect("markup contains the reference");
            let before = document.slice(Span::new(at, site.span.start));
            assert!(before.starts_with('<') && !before.starts_with("</"), "{before}");
            // Only constructs that may contain any character are between them.
            assert!(before[1..].split('<').count() <= 2, "{before}");
        }
    }
}

#[test]
fn an_edit_of_the_value_is_written_for_its_source() {
    for document in all() {
        for site in document.sites() {
            let Some(first) = site.value.chars().next() else { continue };
            let edit = Edit { span: Span::new(0, first.len_utf8()), text: "q<&\"'".to_owned() };
            let Some(written) = document.author_edit(&site, &edit) else { continue };
            let mut then = document.clone();
            then.edit(written.span, &written.text);
            let now = then.site_at(site.span.start).expect("it is still there");
            assert!(apply_edits(&site.value, [&edit]).starts_with(&*now.value), "{} {}", site.raw, now.raw);
        }
    }
}

#[test]
fn every_byte_of_a_source_comes_from_a_byte_of_the_value() {
    let text = "<!DOCTYPE a [<!ENTITY e 'x&#38;y'>]><a xml:base='a&#x20;b&e;c&amp;d\r\n\u{1F600}'/>";
    let document = Document::parse(text, Arc::new(Settings::default()));
    let site =
        document.sites().find(|site| site.attribute.is_some_and(|name| name.ends_with("base"))).expect("it is there");
    assert_eq!(site.value, "a bx&yc&d \u{1F600}");
    let mut last = 0;
    for offset in site.span.start..=site.span.end {
        let at = document.offset_in(&site, offset);
        assert!(last <= at && site.value.is_char_boundary(at));
        last = at;
    }
    assert_eq!(last, site.value.len());
    let of = |part: &str| document.offset_in(&site, text.find(part).expect("it is there"));
    assert_eq!((of("&#x20;"), of("b&e;"), of("c&amp;"), of("&amp;d")), (1, 2, 6, 7));
}
