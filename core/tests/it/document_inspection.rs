//! A reference of a document has one inspection: `Document::inspect` reports what `Document::findings` reports.

use std::sync::Arc;

use crate::faulty_documents::{Combination, EXISTING, combinations};
use iri_core::files::config::Config;
use iri_core::reference::Form;
use iri_core::rules::Finding;
use iri_core::text::encoding::Encoding;
use iri_core::xml::{DraftError, Fixer, ReferenceDraft, SiteKind};
use iri_core::{CancelToken, Document, Edit, Settings, Severity, Span};

/// Returns the displayed parts of a finding.
fn seen<S>(finding: &Finding<S>) -> (&'static str, Severity, String, Vec<String>) {
    let fixes = finding.fixes.iter().map(|fix| format!("{} {}", fix.title, fix.safety.name()));
    (finding.rule.name, finding.severity, finding.message.to_string(), fixes.collect())
}

fn documents() -> impl Iterator<Item = (String, Document)> {
    combinations().map(|Combination { path, text, configuration }| {
        let (config, problems) = Config::parse(configuration);
        assert!(problems.is_empty(), "{problems:?}");
        let mut settings = config.settings_for("one.xml");
        settings.location = Some("file:///folder/one.xml".to_owned());
        let settings = settings.with_targets(|file: &str| file.ends_with(EXISTING));
        let document = Document::parse(text.as_str(), Arc::new(settings));
        (format!("{path}: {text}"), document)
    })
}

#[test]
fn a_site_is_inspected_as_the_document_reports_it() {
    let (mut compared, mut reported) = (0, 0);
    for (name, document) in documents() {
        let mut all: Vec<_> = document.findings().chain(document.related_findings(&CancelToken::default())).collect();
        for found in &all {
            let mut edits = found.finding.fixes.iter().flat_map(|fix| &fix.edits);
            let site = found.site.span;
            let is_outside = |edit: &&Edit<_>| edit.span.start < site.start || site.end < edit.span.end;
            assert_eq!(edits.find(is_outside), None, "{name}: {found:?}");
        }
        for site in document.sites() {
            let inspection =
                document.inspect_with_targets(&site, &CancelToken::default()).expect("it is a site of the document");
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
        let left: Vec<_> = all.iter().filter(|found| found.site.kind != SiteKind::Comment).collect();
        assert!(left.is_empty(), "{name}: unexpected {left:?}");
    }
    assert!(compared > 5000 && reported > 5000, "only {compared} sites with {reported} findings");
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

    // An edit that would lose an entity reference is not possible.
    let document = parse("<!DOCTYPE r [<!ENTITY e 'a b'>]><a xml:base=\"x&e;\"/>");
    let site = document.sites().next().expect("one reference");
    assert!(document.with_reference(&site, "x").is_none());
    assert!(document.with_reference(&site, "yxa b").is_some());
}

#[test]
fn an_insertion_at_the_end_of_a_reference_stays_in_its_cdata_section() {
    let text = "<r xmlns='http://www.w3.org/2005/Atom'><id><![CDATA[http://[::1]]><!-- a --></id></r>";
    let mut document = Document::parse(text, Arc::new(Settings::default()));
    let edit = document.findings().find_map(|found| found.finding.fixes.first().map(|fix| fix.edits[0].clone()));
    let edit = edit.expect("the missing bracket can be inserted");
    document.edit(edit.span, &edit.text);
    assert_eq!(document.text(), text.replace("[::1]]>", "[::1]]]>"));
    assert_eq!(document.findings().count(), 0);
}

#[test]
fn an_inspection_has_no_suppressed_or_ignored_findings() {
    let text = "<r><!-- iri-ignore leiri-space --><a xml:base=\"a b\"/><a xml:base=\"c d\"/></r>";
    let document = Document::parse(text, Arc::new(Settings::default()));
    let counts: Vec<_> =
        document.sites().map(|site| document.inspect(&site).expect("a site").findings().len()).collect();
    assert_eq!(counts, [0, 1]);
    let site = document.sites().nth(1).expect("two references");
    let converted = document.inspect(&site).and_then(|inspection| inspection.converted(Form::Iri));
    assert_eq!(converted.as_deref(), Some("c%20d"));
}

/// Returns the draft of the first reference of `text`.
fn draft(text: &str) -> (Document, ReferenceDraft) {
    let document = Document::parse(text, Arc::new(Settings::default()));
    let site = document.sites().next().expect("one reference");
    let draft = document.draft(&site).expect("it is a site of the document");
    (document, draft)
}

fn insertion(at: usize, text: &str) -> Edit {
    Edit { span: Span::empty(at), text: text.to_owned() }
}

#[test]
fn edits_on_both_sides_of_a_surrogate_leave_it() {
    let (document, first) = draft("<a xml:base=\"a&#xD800;b\"/>");
    let (second, _) = first.edited(&insertion(0, "x"), Encoding::Utf8).expect("it can be written");
    let (third, change) = second.edited(&insertion(second.text().len(), "y"), Encoding::Utf8).expect("it can");
    assert_eq!(document.with_draft(&third).text(), "<a xml:base=\"xa&#xD800;by\"/>");
    let back = Edit { span: Span::new(change.span.start, change.span.start + change.text.len()), text: String::new() };
    assert_eq!(third.with_changes([&back]).source(), second.source());
    // U+FFFD in the text represents the surrogate; as a typed character it would overwrite it.
    let whole = Edit { span: Span::new(0, first.text().len()), text: "xa\u{FFFD}b".to_owned() };
    assert_eq!(first.edited(&whole, Encoding::Utf8).err(), Some(DraftError::Inexpressible));
}

#[test]
fn a_character_that_xml_does_not_allow_is_refused() {
    let (_, first) = draft("<a xml:base=\"a\"/>");
    assert_eq!(first.edited(&insertion(1, "\u{1B}"), Encoding::Utf8).err(), Some(DraftError::Forbidden));
}

#[test]
fn a_reference_cannot_be_edited_into_two() {
    let list =
        "<r xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"urn:x a.xsd urn:y b\"/>";
    let document = Document::parse(list, Arc::new(Settings::default()));
    let site = document.sites().find(|site| site.value == "urn:x").expect("the first item");
    let first = document.draft(&site).expect("it is a site of the document");
    for text in [" ", "a b"] {
        assert_eq!(first.edited(&insertion(3, text), Encoding::Utf8).err(), Some(DraftError::Divided), "{text:?}");
    }
    let (longer, _) = first.edited(&insertion(5, "yz"), Encoding::Utf8).expect("it can be written");
    let edited = document.with_draft(&longer);
    let site = edited.site_at(longer.span().start).expect("it is a reference");
    assert_eq!((site.span, &*site.value), (longer.span(), "urn:xyz"));
    assert_eq!(edited.sites().count(), document.sites().count());
}

#[test]
fn a_character_outside_of_the_encoding_becomes_a_reference_if_one_is_read_there() {
    let (_, attribute) = draft("<a xml:base=\"a\"/>");
    let (written, _) = attribute.edited(&insertion(1, "\u{5D0}"), Encoding::Ascii).expect("it can be written");
    assert_eq!((written.source(), written.text()), ("a&#x5D0;", "a\u{5D0}"));
    let (_, system) = draft("<!DOCTYPE r SYSTEM \"a.dtd\"><r/>");
    assert_eq!(system.edited(&insertion(1, "\u{5D0}"), Encoding::Ascii).err(), Some(DraftError::Unencodable));
}

#[test]
fn the_fixes_of_one_reference_are_those_of_the_document_and_leave_its_neighbors() {
    let options = Fixer::default().with_least(Severity::Hint).with_encoding(Encoding::Utf8);
    let fixed = |text: &str| {
        let (document, draft) = draft(text);
        options.fix_draft(&document, &draft).map(|(draft, _)| document.with_draft(&draft).text())
    };
    assert_eq!(fixed("<a xml:base=\"q&#xD800;z\"/>"), None, "check --fix changes nothing either");
    assert_eq!(fixed("<a xml:base=\"a q&#xD800;z b\"/>").as_deref(), Some("<a xml:base=\"a%20q&#xD800;z%20b\"/>"));
    let (one, both) =
        ("<r><a xml:base=\"a%20b\"/><a xml:base=\"a b\"/></r>", "<r><a xml:base=\"a b\"/><a xml:base=\"a b\"/></r>");
    assert_eq!(fixed(both).as_deref(), Some(one));
    assert_eq!(fixed("<r><!-- iri-ignore leiri-space --><a xml:base=\"a b\"/></r>"), None);
}
