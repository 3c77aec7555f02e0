//! Work grows linearly with the input: quadratic work would take minutes in each of these tests.

#![cfg(feature = "files")]

use std::sync::Arc;

use iri_core::text::LineColumn;
use iri_core::xml::{FixOptions, IgnoredValue, apply_fixes, apply_fixes_to_value};
use iri_core::{Config, Document, Options, Settings, Span, inspect};

fn parse(text: &str) -> Document {
    Document::parse(text, Arc::new(Settings::default()))
}

/// Returns `count` attributes, one per number.
fn attributes(count: usize, attribute: impl Fn(usize) -> String) -> String {
    (0..count).map(attribute).collect()
}

#[test]
fn long_labels_of_hosts_are_neither_encoded_nor_decoded() {
    let ideographs: String = (0x4E00..0x9FA0).chain(0x20000..0x2A000).filter_map(char::from_u32).collect();
    for label in [format!("xn--{}", "a9".repeat(1_000_000)), ideographs.repeat(4)] {
        let text = format!("http://{label}/");
        let inspection = inspect(&text, &Options::default());
        assert!(inspection.findings().iter().any(|finding| finding.rule.name == "host-length"));
    }
}

#[test]
fn findings_that_share_a_tag_or_a_value_are_located_in_linear_time() {
    let declarations = attributes(50_000, |number| format!("xmlns:n{number}='u v' "));
    let labels = "\u{5D0}b.".repeat(100_000);
    for (text, least) in [
        (format!("<a {declarations}/>"), 50_000),
        (format!("<a xml:base='http://{labels}'/>"), 100_000),
        (format!("<a xml:base='{}'/>", "a b\n".repeat(200_000)), 200_000),
    ] {
        let document = parse(&text);
        let mut positions = document.positions();
        let mut count = 0;
        for found in document.findings() {
            // The span of a finding ends after the next one starts: the positions are in no order.
            let (start, end) = (found.finding.span.start, found.finding.span.end);
            assert!(positions.line_column_at(start) <= positions.line_column_at(end));
            for edit in found.finding.fixes.iter().flat_map(|fix| &fix.edits) {
                assert!(positions.line_column_at(edit.span.start) >= LineColumn { line: 1, column: 1 });
            }
            count += 1;
        }
        assert!(count >= least, "{count}");
    }
}

#[test]
fn nested_bases_take_a_bounded_length() {
    let segment = format!("{}/", "d".repeat(2_000));
    let (open, close) = (format!("<a xml:base='{segment}'>").repeat(4_000), "</a>".repeat(4_000));
    let settings = Settings::default().with_location("file:///d/a.xml");
    let document = Document::parse(format!("{open}<b xml:base='x y'/>{close}"), Arc::new(settings));
    let length: usize = document.sites().filter_map(|site| site.resolved()).map(|resolved| resolved.len()).sum();
    assert!(length < 100_000, "{length}");
    assert_eq!(document.findings().count(), 1);
}

#[test]
fn a_value_is_compared_with_the_ignored_ones_once_per_rule() {
    let ignored = |number| IgnoredValue { value: format!("*never{number}*"), rules: Vec::new() };
    let settings = Settings::default().with_ignored((0..20).map(ignored));
    let text = format!("<a xml:base='{}'/>", "a b".repeat(300_000));
    assert_eq!(Document::parse(text, Arc::new(settings)).findings().count(), 300_000);
}

#[test]
fn the_entries_of_a_configuration_are_as_many_as_rules() {
    let (config, problems) = Config::parse(&"[[ignore]]\nrules = ['leiri']\n".repeat(20_000));
    assert_eq!(problems, []);
    let text = format!("<a>{}</a>", "<b xml:base='a b'/>".repeat(20_000));
    assert_eq!(Document::parse(text, Arc::new(config.settings_for("a.xml"))).findings().count(), 0);
}

#[test]
fn an_entity_is_expanded_to_a_bounded_text() {
    let entity = "x y".repeat(170);
    let text = format!("<!DOCTYPE a [<!ENTITY a '{entity}'>]><a xml:base='{}'/>", "&a;".repeat(1_000_000));
    let document = parse(&text);
    let site = document.sites().last().expect("a reference");
    assert!(site.value.len() < 5_000_000, "{}", site.value.len());
    assert!(document.findings().next().is_some());
}

#[test]
fn all_safe_fixes_of_a_value_are_applied_in_linear_time() {
    let path = "%3Cpath d=\"M 1 2\"/> ";
    let text =
        format!("<a xmlns:x='http://www.w3.org/1999/xlink' x:href='data:image/svg+xml,{}'/>", path.repeat(5_000));
    let document = parse(&text);
    let value = document.sites().last().expect("a reference").span;
    let (edit, fixed) = apply_fixes_to_value(&document, value, &FixOptions::default()).expect("it has safe fixes");
    assert!(fixed > 5_000, "{fixed}");
    let all = apply_fixes(&document, &FixOptions::default()).expect("nothing else changes").expect("there are fixes");
    assert_eq!(all.document.text(), iri_core::text::apply_edits(&text, [&edit]));
}

#[test]
fn edits_of_a_long_tag_are_found_by_their_position() {
    let mut document = parse(&format!("<a {}/>", attributes(20_000, |number| format!("b{number}='c'\n"))));
    for line in [19_000, 10, 12_345] {
        let span = document.line(line);
        assert_eq!(document.line_column(span.start), LineColumn { line, column: 1 });
        document.edit(Span::empty(span.start), " ");
        assert_eq!(document.line(line), Span::new(span.start, span.end + 1));
    }
}
