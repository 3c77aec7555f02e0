//! Fixes of generated documents, most of which are not well-formed.

use std::sync::Arc;

use crate::cases;
use iri_core::xml::{Fixer, SiteKind};
use iri_core::{Document, Settings, Severity};
use proptest::collection::vec;
use proptest::proptest;
use proptest::sample::select;

const STARTS: [&str; 7] = [
    "",
    "<!DOCTYPE r [",
    "<!DOCTYPE r [<!ENTITY e 'a b'><!ENTITY g 'x|y<a/>'>]><r>",
    "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><loc>",
    "<html xmlns='http://www.w3.org/1999/xhtml'>",
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>",
    "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>",
];

#[rustfmt::skip]
const PIECES: [&str; 96] = [
    // Delimiters
    "<", "</", "<!", "<!--", "<![CDATA[", "<![IGNORE[", "<![INCLUDE[", "<?", "=", "'", "\"", "[", "]", "{", "}", ">", "/>", "]>", "]]>",
    "-->", "?>",
    // References, and parts of them
    "a b", "a b", "x|y", "HTTP://H/", "http://a b/", "//", "\\", "%", "%zz", "#", "&", ";", "&e;", "&g;", "%p;", "&lt;", "&gt;", "&amp;",
    "&quot;", "&apos;", "&#x20;", "&#13;", " ", " ", "\n", "\r\n", "\r", "\t", "xn--", "\u{5D0}", "\u{FFFD}",
    // Elements
    "<a", "<a ", "<a>", "</a", "</a>", "<loc", "<loc>", "<loc>", "<loc/>", "</loc>", "</loc>", "<base href='c d'>", "<style>", "</style>",
    "url(a b)", "url('a b')",
    // Attributes
    " href='a b'", " href=a|b", " xml:base='a b'", " xlink:href=", " xlink:href=\"a b", " srcset='a b 1x, c|d 2x'",
    " style=\"fill:url(x|y)\"", " xmlns='a b'", " xmlns:x=\"", " xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'",
    " xsi:schemaLocation='a b  c|d e'",
    // Comments and instructions
    "<!-- iri-ignore -->", "<!-- iri-ignore leiri-space -->", "<!-- iri-ignore leiri-space x -->", "<!-- iri-ignore-file -->", "<?pi ",
    "<?xml-stylesheet href='a b'", "<?xml-stylesheet href='a b'?>",
    // Declarations
    "<!x", "<!ENTITY e ", "<!ENTITY e 'a b'>", "<!ENTITY e SYSTEM \"a b", "<!ENTITY f SYSTEM 'x|y' NDATA n>",
    "<!ENTITY % p SYSTEM \"a b\">", "SYSTEM '", "<!DOCTYPE r SYSTEM 'a b' [", "<!ATTLIST a xlink:href CDATA 'a b'>",
    "<!NOTATION n PUBLIC 'p' 'a b'>",
];

/// Parts of tags.
const TAG_PIECES: [&str; 10] = ["'", "\"", "=", " ", ">", "/", "<", "b", " href=", " href='"];

fn read(text: &str) -> Document {
    Document::parse(text, Arc::new(Settings::default()))
}

fn all_are_applied(text: &str) {
    let document = read(text);
    for least in [Severity::Hint, Severity::Warning] {
        let options = Fixer::default().with_least(least);
        let Some(fixed) = options.fix(&document).expect("the result is valid") else { continue };
        assert!(fixed.skipped.is_empty(), "{:?}", fixed.skipped);
        let again = read(&fixed.document.text());
        assert_eq!(again.reference_count(), document.reference_count());
        assert!(options.fix(&again).expect("it is valid").is_none(), "a second run changes it");
    }
}

proptest! {
    #![proptest_config(cases::config(30_000))]

    #[test]
    fn all_safe_fixes_are_applied(start in select(&STARTS), pieces in vec(select(&PIECES), 1..50)) {
        all_are_applied(&(start.to_owned() + &pieces.concat()));
    }

    #[test]
    fn all_safe_fixes_in_damaged_tags_are_applied(pieces in vec(select(&TAG_PIECES), 1..20)) {
        all_are_applied(&("<html xmlns='http://www.w3.org/1999/xhtml'><a".to_owned() + &pieces.concat()));
    }

    #[test]
    fn references_are_in_order_and_separate(start in select(&STARTS), pieces in vec(select(&PIECES), 1..50)) {
        let document = read(&(start.to_owned() + &pieces.concat()));
        let mut end = 0;
        for site in document.sites() {
            // References from one entity share a span.
            assert!(end <= site.span.start || site.raw.starts_with('&'), "{site:?}");
            end = end.max(site.span.end);
        }
    }

    #[test]
    fn each_safe_fix_can_be_applied_alone(start in select(&STARTS), pieces in vec(select(&PIECES), 1..50)) {
        let document = read(&(start.to_owned() + &pieces.concat()));
        let options = Fixer::default().with_least(Severity::Hint);
        let findings = document.findings().filter(|found| found.site.kind != SiteKind::Comment);
        for found in findings.filter(|found| found.finding.safe_fix().is_some()) {
            let value = document.value_at(found.site.span.start).expect("a reference is in a value");
            assert!(options.fix_value(&document, value).is_some(), "{found:?}");
            let draft = document.draft(&found.site).expect("a reference has a draft");
            assert!(options.fix_draft(&document, &draft).is_some(), "{found:?}");
        }
    }
}
