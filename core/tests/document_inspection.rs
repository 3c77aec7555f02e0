//! A reference of a document has one inspection: `Document::inspect` reports what `Document::findings` reports.

#![cfg(feature = "files")]

mod faulty_documents;

use std::sync::Arc;

use iri_core::files::config::Config;
use iri_core::reference::Form;
use iri_core::rules::Finding;
use iri_core::{Document, Settings, Severity, Span};

use faulty_documents::{CONFIGURATIONS, SURROUNDINGS, VALUES};

/// What people see of a finding.
fn seen<S>(finding: &Finding<S>) -> (&'static str, Severity, String, Vec<String>) {
    let fixes = finding.fixes.iter().map(|fix| format!("{} {}", fix.title, fix.safety.name()));
    (finding.rule.name, finding.severity, finding.message.clone(), fixes.collect())
}

fn documents() -> impl Iterator<Item = (String, Document)> {
    let all = VALUES.iter().flat_map(|value| SURROUNDINGS.iter().map(move |around| around.replace('@', value)));
    all.flat_map(|text| {
        CONFIGURATIONS.iter().map(move |configuration| {
            let (config, problems) = Config::parse(configuration);
            assert!(problems.is_empty(), "{problems:?}");
            let location = Some("file:///folder/one.xml".to_owned());
            let mut settings = config.settings_for("one.xml");
            settings.location = location;
            (format!("{text}\n{configuration}"), Document::parse(text.as_str(), Arc::new(settings)))
        })
    })
}

#[test]
fn a_site_is_inspected_as_the_document_reports_it() {
    let (mut compared, mut reported) = (0, 0);
    for (name, document) in documents() {
        let exists = |_: &str| false;
        let mut all: Vec<_> = document.findings().chain(document.missing_targets(exists)).collect();
        for site in document.sites() {
            let inspection = document.inspect_with_targets(&site, exists).expect("it is a site of the document");
            assert_eq!(inspection.text(), site.value, "{name}");
            let mut inspected: Vec<_> = inspection.findings().iter().map(|finding| seen(finding)).collect();
            let about = |span: Span<_>| site.span.start <= span.start && span.end <= site.span.end;
            let (own, others) = all.into_iter().partition(|found| {
                found.site.span == site.span || found.finding.rule.name == "uneven-pairs" && about(found.finding.span)
            });
            all = others;
            let mut expected: Vec<_> = own.iter().map(|found| seen(&found.finding)).collect();
            inspected.sort();
            expected.sort();
            assert_eq!(inspected, expected, "{name}: {site:?}");
            compared += 1;
            reported += expected.len();
        }
        let left: Vec<_> = all.iter().filter(|found| found.finding.rule.name != "unknown-rule").collect();
        assert!(left.is_empty(), "{name}: nobody's {left:?}");
    }
    assert!(compared > 800 && reported > 1000, "only {compared} sites with {reported} findings");
}

#[test]
fn a_reference_is_written_in_its_place_and_inspected_there() {
    let parse = |text: &str| Document::parse(text, Arc::new(Settings::default()));
    let document = parse("<r>\n<a xml:base=\"q&#xD800;z\"/>\n</r>\n");
    let site = document.sites().next().expect("one reference");
    let (edited, span) = document.with_reference(&site, "q\u{FFFD}zy").expect("it can be written");
    assert_eq!(edited.text(), "<r>\n<a xml:base=\"q&#xD800;zy\"/>\n</r>\n");
    let site = edited.site_at(span.start).expect("it is still a reference");
    assert_eq!(site.span, span);
    let rules: Vec<_> = edited.inspect(&site).expect("a site").findings().iter().map(|f| f.rule.name).collect();
    assert_eq!(rules, ["surrogate"], "the character reference is still the author's");

    // What would lose an entity reference cannot be written.
    let document = parse("<!DOCTYPE r [<!ENTITY e 'a b'>]><a xml:base=\"x&e;\"/>");
    let site = document.sites().next().expect("one reference");
    assert!(document.with_reference(&site, "x").is_none());
    assert!(document.with_reference(&site, "yxa b").is_some());
}

#[test]
fn suppressed_and_ignored_findings_are_no_findings_of_an_inspection() {
    let text = "<r><!-- iri-ignore leiri-space --><a xml:base=\"a b\"/><a xml:base=\"c d\"/></r>";
    let document = Document::parse(text, Arc::new(Settings::default()));
    let counts: Vec<_> =
        document.sites().map(|site| document.inspect(&site).expect("a site").findings().len()).collect();
    assert_eq!(counts, [0, 1]);
    let site = document.sites().nth(1).expect("two references");
    let converted = document.inspect(&site).and_then(|inspection| inspection.converted(Form::Iri));
    assert_eq!(converted.as_deref(), Some("c%20d"));
}
