//! What references are resolved against, and what of that they are judged by.

use std::sync::Arc;

use iri_core::{Document, Settings};

fn read(text: &str, base: Option<&str>, location: Option<&str>) -> Document {
    let settings =
        Settings { base: base.map(str::to_owned), location: location.map(str::to_owned), ..Settings::default() };
    // Small leaves, so that what belongs together lies in several.
    Document::read_in_leaves(text, Arc::new(settings), 16)
}

fn link(attributes: &str, inside: &str) -> String {
    format!("<a xmlns:l='http://www.w3.org/1999/xlink' {attributes}><p>plain text</p>{inside}</a>")
}

fn last(document: &Document) -> (Option<String>, Option<String>) {
    let site = document.sites().last().expect("there is a reference");
    (site.resolved(), document.base_of(&site).map(|span| document.slice(span).into_owned()))
}

#[test]
fn a_reference_leads_from_the_nearest_base_around_it() {
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
fn a_base_may_stand_behind_the_reference_in_its_tag() {
    let document = read(&link("", "<c l:href='f.xml' xml:base='http://example.org/g/'/>"), None, None);
    let site = document.sites().find(|site| site.raw == "f.xml").expect("it is there");
    assert_eq!(document.slice(document.base_of(&site).expect("it has a base")), "http://example.org/g/");
}

#[test]
fn a_document_leads_from_where_it_is_but_is_not_judged_by_it() {
    let text = link("xml:base='b/'", "<c l:href='c/../../f.xml'/>");
    let safe = |document: &Document| document.findings().filter(|found| found.finding.safe_fix().is_some()).count();
    let (based, located) = (read(&text, Some("file:///d/a.xml"), None), read(&text, None, Some("file:///d/a.xml")));
    let nowhere = read(&text, None, None);
    let expected = Some("file:///d/f.xml".to_owned());
    assert_eq!((last(&based).0, last(&located).0, last(&nowhere).0), (expected.clone(), expected, None));
    assert_eq!(safe(&located), safe(&nowhere));
    assert_ne!(safe(&based), safe(&nowhere), "a base tells more");
    // What somebody says of the base counts, wherever the document is.
    let text = link("xml:base='http://example.org/b/'", "<c l:href='c/../../f.xml'/>");
    assert_eq!(safe(&read(&text, None, Some("file:///d/a.xml"))), safe(&read(&text, None, None)));
    assert_eq!(last(&read(&text, None, Some("file:///d/a.xml"))).0.as_deref(), Some("http://example.org/f.xml"));
}
