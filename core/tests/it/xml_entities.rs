//! Entities in documents: the effect of their replacements on a reference, and the location of findings about them.

use std::fmt::Write;
use std::sync::Arc;

use iri_core::Document;
use iri_core::xml::document::DocumentFinding;

/// Returns a document whose internal subset is `subset`, with a link to each of `values`.
fn document(subset: &str, values: &[&str]) -> Document {
    let links: Vec<String> = values.iter().map(|value| format!("<a x:href=\"{value}\"/>")).collect();
    let links = links.concat();
    let text = format!("<!DOCTYPE r [{subset}]><r xmlns:x=\"http://www.w3.org/1999/xlink\">{links}</r>");
    Document::parse(text, Arc::default())
}

/// Returns the violated rules, the source of each fault, and the declaration that it comes from.
fn reported(document: &Document) -> Vec<(&'static str, String, Option<String>)> {
    let text = document.text();
    let of = |found: DocumentFinding<'_>| {
        let declared = found.declared.map(|span| span.slice(&text).to_owned());
        (found.finding.rule.name, found.finding.span.slice(&text).to_owned(), declared)
    };
    document.findings().map(of).collect()
}

fn values(document: &Document) -> Vec<String> {
    document
        .sites()
        .filter(|site| site.attribute.is_some_and(|name| name.ends_with("href")))
        .map(|site| site.value.into_owned())
        .collect()
}

#[test]
fn a_fault_in_a_replacement_is_reported_at_the_reference_with_the_declaration() {
    let declaration = "<!ENTITY e 'http://h/a b'>";
    let document = document(declaration, &["&e;/c"]);
    assert_eq!(values(&document), ["http://h/a b/c"]);
    assert_eq!(reported(&document), [("leiri-space", "&e;".to_owned(), Some(declaration.to_owned()))]);
    assert!(document.findings().all(|found| found.finding.fixes.is_empty()), "the reference cannot be kept");
}

#[test]
fn a_fault_next_to_an_entity_is_fixed_and_the_entity_stays() {
    let document = document("<!ENTITY e 'http://h/'>", &["&e;a b"]);
    let found = document.findings().next().expect("a space is a fault");
    let edit = &found.finding.safe_fix().expect("a space has a safe fix").edits[0];
    assert_eq!((edit.span.slice(&document.text()), edit.text.as_str()), (" ", "%20"));
    assert_eq!(found.declared, None);
}

#[test]
fn many_faults_in_one_replacement_are_reported_once_per_rule_and_reference() {
    let document = document("<!ENTITY e 'a b|c d|e'>", &["&e;/&e;", "x|y|z"]);
    let rules: Vec<_> = reported(&document).into_iter().map(|(rule, source, _)| (rule, source)).collect();
    let of = |rule, source: &str| (rule, source.to_owned());
    let each = [of("leiri-space", "&e;"), of("leiri-unwise", "&e;")];
    let apart = [of("leiri-unwise", "|"), of("leiri-unwise", "|")];
    assert_eq!(rules, [each.clone(), each, apart].concat());
}

#[test]
fn unknown_text_has_no_findings() {
    let external = "<!ENTITY e SYSTEM 'e.ent'><!ENTITY % p SYSTEM 'p.ent'>%p;";
    for value in ["&e;", "&undeclared;", "http://&e;/", "&undeclared;#&e;", "&e;:80/"] {
        assert_eq!(reported(&document(external, &[value])), [], "{value}");
    }
    let beside = reported(&document(external, &["&e;/a b"]));
    assert_eq!(beside, [("leiri-space", " ".to_owned(), None)]);
}

#[test]
fn a_document_of_bombs_is_parsed() {
    // Full expansion, or a search through nested entities, would need too much memory or time.
    let mut subset = "<!ENTITY e0 'ha ha'>".to_owned();
    for level in 0..99 {
        let literal = format!("&e{level};").repeat(10);
        write!(subset, "<!ENTITY e{} '{literal}'>", level + 1).expect("a String takes all that is written to it");
    }
    let long = "l ".repeat(100_000);
    subset.extend(["<!ENTITY long '", &long, "'>"]);
    subset.push_str("<!ENTITY self '&self;'><!ENTITY ping '&pong;&pong;'><!ENTITY pong '&ping;&ping;'>");
    let bombs = ["&e99;", "&long;", "&self;", "&ping;", "&e9;&e8;&e7;"].repeat(2_000);
    let document = document(&subset, &bombs);
    assert_eq!(values(&document).len(), 10_000);
    assert_eq!(reported(&document), []);
}

#[test]
fn a_document_in_xml_1_1_may_refer_to_control_characters() {
    let parse = |version: &str| {
        let text = format!(
            "<?xml version='{version}'?><!DOCTYPE r [<!ENTITY e 'b&#2;'>]>\
             <r xmlns:x='http://www.w3.org/1999/xlink' x:href='a&#x1;&e;' x:role='x:&#0;'/>"
        );
        Document::parse(text, Arc::default())
    };
    let rules = |document: &Document| reported(document).into_iter().map(|(rule, ..)| rule).collect::<Vec<_>>();
    let old = parse("1.0");
    assert!(rules(&old).contains(&"non-xml-character"), "{:?}", rules(&old));
    assert_eq!(values(&old)[0], "a\u{FFFD}b\u{FFFD}");
    let new = parse("1.1");
    assert_eq!(values(&new)[0], "a\u{1}b\u{2}");
    assert_eq!(rules(&new), ["leiri-control", "leiri-control", "non-xml-character"]);
}
