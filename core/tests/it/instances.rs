//! Instances of vocabularies: each document has exactly the references that its specification describes.

use std::sync::Arc;

use iri_core::ReferenceUse;
use iri_core::xml::{Document, Settings};

/// A line with a name, and a line with a document in which `⟦⟧` enclose each reference, except for namespace names.
const INSTANCES: &str = include_str!("../data/instances.txt");

#[test]
fn exactly_the_references_of_each_format_are_listed() {
    let lines: Vec<&str> = INSTANCES.lines().filter(|line| !line.is_empty()).collect();
    let mut wrong = Vec::new();
    for instance in lines.chunks(2) {
        let [name, marked] = instance else { panic!("{instance:?} has no document") };
        let text = marked.replace(['\u{27E6}', '\u{27E7}'], "");
        let document = Document::parse(text.clone(), Arc::new(Settings::default()));
        let is_namespace = |role: iri_core::Role| role.reference_use == ReferenceUse::Namespace;
        let sites = document.sites().filter(|site| !is_namespace(site.role));
        let listed: Vec<&str> = sites.map(|site| site.span.slice(&text)).collect();
        let expected: Vec<&str> =
            marked.split('\u{27E6}').skip(1).filter_map(|rest| rest.split('\u{27E7}').next()).collect();
        if listed != expected {
            wrong.push(format!("{name}: {listed:?}, not {expected:?}"));
        }
        wrong.extend(document.findings().map(|found| format!("{name}: {}", found.finding.message)));
    }
    assert!(lines.len() > 60 && wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn values_of_a_schema_are_compared_and_not_fixed_safely() {
    let text = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:simpleType name='t'><xs:restriction base='xs:anyURI'>\
        <xs:enumeration value='My Name'/><xs:enumeration value='OJ:L:2010'/></xs:restriction></xs:simpleType></xs:schema>";
    let document = Document::parse(text, Arc::new(Settings::default()));
    let roles: Vec<&str> = document.sites().map(|site| site.role.name).collect();
    assert_eq!(roles, ["namespace-name", "identifier-any-uri", "identifier-any-uri"]);
    let mut fixes = document.findings().flat_map(|found| found.finding.fixes);
    assert!(fixes.all(|fix| fix.safety == iri_core::Safety::Suggested));
}

#[test]
#[cfg(feature = "rdf")]
fn a_document_with_an_xml_declaration_is_xml() {
    let mut settings = Settings::default();
    settings.syntax = iri_core::xml::Syntax::Sparql;
    let of = |text: &str| settings.clone().for_text(text).syntax;
    assert_eq!(of("\u{FEFF}<?xml version='1.0'?><a/>"), iri_core::xml::Syntax::Xml);
    assert_eq!(of("<?xmlx> <p> <o> ."), iri_core::xml::Syntax::Sparql);
}
