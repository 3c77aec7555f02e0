//! Bases of references, and their effect on findings.

use std::sync::Arc;

use iri_core::{Document, Settings};

fn read(text: &str, base: Option<&str>, location: Option<&str>) -> Document {
    let mut settings = Settings::default();
    settings.base = base.map(str::to_owned);
    settings.location = location.map(str::to_owned);
    // Small leaves, so that related parts are in several leaves.
    Document::parse_in_leaves(text, Arc::new(settings), 16)
}

fn link(attributes: &str, inside: &str) -> String {
    format!("<a xmlns:l='http://www.w3.org/1999/xlink' {attributes}><p>plain text</p>{inside}</a>")
}

fn last(document: &Document) -> (Option<String>, Option<String>) {
    let site = document.sites().last().expect("there is a reference");
    (site.resolved(), document.base_of(&site).map(|span| document.slice(span).into_owned()))
}

#[test]
fn a_reference_is_resolved_against_the_nearest_enclosing_base() {
    let inside = "<b xml:base='d/'><c xml:base='e/'/><c l:href='f.xml'/></b>";
    let base = Some("http://example.org/x");
    let resolved = |path: &str| Some(format!("http://example.org/{path}f.xml"));
    let of = |text: &str| last(&read(text, base, None));
    assert_eq!(of(&link("xml:base='c/'", inside)), (resolved("c/d/"), Some("d/".to_owned())));
    assert_eq!(of(&link("", inside)), (resolved("d/"), Some("d/".to_owned())));
    assert_eq!(of(&link("xml:base='c/'", "<c l:href='f.xml'/>")), (resolved("c/"), Some("c/".to_owned())));
    assert_eq!(of(&link("", "<c l:href='f.xml'/>")), (resolved(""), None));
    assert_eq!(of(&link("", "<c l:href='f.xml' xml:base='g/'/>")).1, None, "the last one is the base itself");
}

#[test]
fn a_base_that_nested_elements_make_too_long_is_unknown() {
    let segment = format!("{}/", "d".repeat(4_000));
    let nested = |inside: &str| link(&format!("xml:base='{segment}'"), &link(&format!("xml:base='{segment}'"), inside));
    let of = |inside: &str| last(&read(&nested(inside), Some("http://h/"), None)).0;
    assert_eq!(of("<c l:href='f'/>"), Some(format!("http://h/{segment}{segment}f")));
    assert_eq!(of(&format!("<b xml:base='{segment}'><c l:href='f'/></b>")), None);
    assert_eq!(of(&format!("<b xml:base='{segment}'><c xml:base='/a/b' l:href='f'/></b>")), None);
    let absolute = format!("<b xml:base='{segment}'><b xml:base='http://i/'><c l:href='f'/></b></b>");
    assert_eq!(of(&absolute).as_deref(), Some("http://i/f"));
}

/// The document of XML Base section 3.1, and what its text says of each link.
#[test]
fn the_example_of_xml_base_resolves_as_the_standard_says() {
    let document = read(
        "<?xml version='1.0'?>\n\
         <doc xml:base='http://example.org/today/' xmlns:xlink='http://www.w3.org/1999/xlink'>\n\
         <head><title>Virtual Library</title></head>\n\
         <body><paragraph>See <link xlink:type='simple' xlink:href='new.xml'>what's new</link>!</paragraph>\n\
         <paragraph>Check out the hot picks of the day!</paragraph>\n\
         <olist xml:base='/hotpicks/'>\n\
         <item><link xlink:type='simple' xlink:href='pick1.xml'>Hot Pick #1</link></item>\n\
         <item><link xlink:type='simple' xlink:href='pick2.xml'>Hot Pick #2</link></item>\n\
         <item><link xlink:type='simple' xlink:href='pick3.xml'>Hot Pick #3</link></item>\n\
         </olist></body></doc>\n",
        None,
        None,
    );
    let resolved = |raw: &str| {
        let site = document.sites().find(|site| site.raw == raw).expect("it is in the document");
        site.resolved().expect("it has a base")
    };
    assert_eq!(resolved("new.xml"), "http://example.org/today/new.xml");
    assert_eq!(resolved("/hotpicks/"), "http://example.org/hotpicks/");
    for number in 1..=3 {
        let pick = format!("pick{number}.xml");
        assert_eq!(resolved(&pick), format!("http://example.org/hotpicks/{pick}"));
    }
}

#[test]
fn a_base_may_follow_the_reference_in_its_tag() {
    let document = read(&link("", "<c l:href='f.xml' xml:base='http://example.org/g/'/>"), None, None);
    let site = document.sites().find(|site| site.raw == "f.xml").expect("it is there");
    assert_eq!(document.slice(document.base_of(&site).expect("it has a base")), "http://example.org/g/");
}

#[test]
fn the_location_of_a_document_resolves_references_but_does_not_change_findings() {
    let text = link("xml:base='b/'", "<c l:href='c/../../f.xml'/>");
    let safe = |document: &Document| document.findings().filter(|found| found.finding.safe_fix().is_some()).count();
    let (based, located) = (read(&text, Some("file:///d/a.xml"), None), read(&text, None, Some("file:///d/a.xml")));
    let nowhere = read(&text, None, None);
    let expected = Some("file:///d/f.xml".to_owned());
    assert_eq!((last(&based).0, last(&located).0, last(&nowhere).0), (expected.clone(), expected, None));
    assert_eq!(safe(&located), safe(&nowhere));
    assert_ne!(safe(&based), safe(&nowhere), "a base tells more");
    // An explicit base has an effect, wherever the document is.
    let text = link("xml:base='http://example.org/b/'", "<c l:href='c/../../f.xml'/>");
    assert_eq!(safe(&read(&text, None, Some("file:///d/a.xml"))), safe(&read(&text, None, None)));
    assert_eq!(last(&read(&text, None, Some("file:///d/a.xml"))).0.as_deref(), Some("http://example.org/f.xml"));
}

/// Returns a page in the directory `/d/` of a site, with `head` in its head, and in its body a link to `f`.
fn page(head: &str) -> String {
    let html = "<!DOCTYPE html [<!ENTITY known 'g/'>]><html xmlns='http://www.w3.org/1999/xhtml'>";
    format!("{html}<head><link href='c'/>{head}</head><body><p>text</p><a href='f'/></body></html>")
}

fn parse_page(text: &str) -> Document {
    read(text, Some("http://example.org/d/page"), None)
}

/// Returns the targets of the references of a page.
fn targets(document: &Document) -> Vec<Option<String>> {
    document.sites().filter(|site| site.raw != "http://www.w3.org/1999/xhtml").map(|site| site.resolved()).collect()
}

#[test]
fn the_base_of_a_page_applies_to_everything_after_it() {
    let of = |head: &str| last(&parse_page(&page(head)));
    let leads = |to: &str| Some(format!("http://example.org/{to}"));
    assert_eq!(of(""), (leads("d/f"), None));
    for head in
        ["<base href='/e/'/>", "<base target='x' href=' /e/ '/>", "<base href='/e/'></base>", "<base href='/e/'>"]
    {
        let said = head.split('\'').nth_back(1).map(str::to_owned);
        assert_eq!(of(head), (leads("e/f"), said), "{head}");
    }
    assert_eq!(of("<base href='&known;'/>").0, leads("d/g/f"));
    assert_eq!(of("<base href='&unknown;'/>").0, None);
    let all = targets(&parse_page(&page("<base href='/e/'/><link href='h'/>")));
    assert_eq!(
        all,
        [leads("d/c"), leads("e/"), leads("e/h"), leads("e/f")],
        "it is not the base of earlier references"
    );
}

#[test]
fn only_the_first_base_in_the_head_of_a_page_is_effective() {
    let of = |head: &str| last(&parse_page(&page(head))).0;
    let leads = |to: &str| Some(format!("http://example.org/{to}"));
    assert_eq!(of("<base href='/e/'/><base href='/h/'/>"), leads("e/f"));
    assert_eq!(of("<base target='x'/><base href='/h/'/>"), leads("h/f"));
    for none in ["<style><base href='/e/'/></style>", "<x:base xmlns:x='urn:x' href='/e/'/>", "<base hrefs='/e/'/>"] {
        assert_eq!(of(none), leads("d/f"), "{none}");
    }
    assert_eq!(of("</head><body><base href='/e/'/></body><head>"), leads("d/f"));
    assert_eq!(of("<base href='/e/'/><p xml:base='k/'/>"), leads("e/f"));
}

#[test]
fn a_base_that_is_edited_changes_the_targets_of_the_page() {
    let head = "<base href='/e/'/><link href='h'/>";
    let (before, after) = (page(""), page(head));
    let mut document = parse_page(&before);
    let mut at = before.find("</head>").expect("it has a head");
    for c in head.chars() {
        document.edit(iri_core::Span::empty(at), &c.to_string());
        at += c.len_utf8();
        let fresh = parse_page(&document.text());
        assert_eq!(targets(&document), targets(&fresh), "{}", document.text());
    }
    assert_eq!(document.text(), after);
    assert_eq!(last(&document).0.as_deref(), Some("http://example.org/e/f"));
}
