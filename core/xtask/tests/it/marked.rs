//! The document of the editor tests has the findings that it marks: a rule that changes fails here, before an editor runs.

use std::sync::Arc;

use iri_core::xml::{Document, Settings};

use crate::repository::{read, root};

/// Returns the text of a marked document and its findings, as `editors/tests/fixture.js` describes them.
fn parse(marked: &str) -> (String, Vec<(usize, usize, String)>) {
    let (mut text, mut open, mut found) = (String::new(), Vec::new(), Vec::new());
    let mut rest = marked;
    while let Some(first) = rest.chars().next() {
        rest = &rest[first.len_utf8()..];
        if let ('\u{27E6}', Some((rule, after))) = (first, rest.split_once('|')) {
            open.push((text.len(), rule.to_owned()));
            rest = after;
        } else if first == '\u{27E7}' {
            let (start, rule) = open.pop().expect("a bracket is open");
            found.push((start, text.len(), rule));
        } else if let ('\\', Some((code, after))) = (first, rest.strip_prefix("u{").and_then(|it| it.split_once('}'))) {
            let code = u32::from_str_radix(code, 16).expect("a code point");
            text.push(char::from_u32(code).expect("a character"));
            rest = after;
        } else {
            text.push(first);
        }
    }
    (text, found)
}

#[test]
fn the_marked_document_has_the_findings_that_it_marks() {
    let (text, mut marked) = parse(&read(&root().join("editors/tests/faults.marked")));
    let document = Document::parse(text, Arc::new(Settings::default()));
    let findings = document.findings().map(|found| found.finding);
    let mut found: Vec<_> = findings.map(|one| (one.span.start, one.span.end, one.rule.name.to_owned())).collect();
    marked.sort();
    found.sort();
    assert!(!found.is_empty());
    assert_eq!(found, marked);
}
