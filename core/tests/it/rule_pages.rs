//! The page of a rule tests the rule: exactly the marked text has findings, and the first fix gives the text on the
//! page.

use iri_core::rules::{self, Example, Page, Rule};
use iri_core::text::apply_edits;
use iri_core::{Decoded, Finding, Options, Severity, inspect_decoded};

fn pages() -> impl Iterator<Item = (&'static Rule, Page)> {
    rules::ALL.iter().map(|rule| (*rule, Page::parse(rule.page())))
}

fn findings(rule: &'static Rule, decoded: &Decoded<'_>, example: &Example) -> Vec<Finding> {
    let mut options = Options::from(example);
    if example.is_on {
        options.severities.set(rule.name, Some(Severity::Warning)).expect("a rule knows its own name");
    }
    let inspection = inspect_decoded(decoded, &options);
    inspection.findings().iter().filter(|finding| finding.rule == rule).cloned().collect()
}

#[test]
fn a_page_is_named_after_its_rule_and_opens_with_one_sentence() {
    for (rule, page) in pages() {
        assert_eq!(page.title, rule.name);
        assert!(page.summary.ends_with('.'), "{}: {}", rule.name, page.summary);
        for heading in ["## Why it matters", "## What to write", "## Examples", "## Sources"] {
            assert!(rule.page().contains(heading), "{} has no {heading}", rule.name);
        }
    }
}

#[test]
fn a_page_shows_what_is_flagged_and_what_is_not() {
    for (rule, page) in pages() {
        assert!(page.examples.iter().any(|example| !example.spans.is_empty()), "{} flags nothing", rule.name);
        assert!(page.examples.iter().any(|example| example.spans.is_empty()), "{} accepts nothing", rule.name);
    }
}

#[test]
fn examples_have_findings_at_their_marks_and_fixes_as_shown() {
    for (rule, page) in pages() {
        for example in &page.examples {
            let decoded = example.decoded();
            let found = findings(rule, &decoded, example);
            let source = |finding: &Finding| decoded.source_of(finding.span.in_value(decoded.whole()));
            let spans: Vec<_> = found.iter().map(source).collect();
            assert_eq!(spans, example.spans, "{}: {:?}", rule.name, example.text);
            if let Some(fixed) = &example.fixed {
                let first = found.iter().filter_map(|finding| finding.fixes.first());
                let edits: Vec<_> = first
                    .flat_map(|fix| &fix.edits)
                    .map(|edit| edit.clone().in_value(decoded.whole()))
                    .map(|edit| decoded.to_source(&edit, Some('"')).expect("an example has nothing to lose"))
                    .collect();
                assert_eq!(apply_edits(&example.text, &edits), *fixed, "{}: {:?}", rule.name, example.text);
            }
        }
    }
}

#[test]
fn names_are_unique() {
    let mut names: Vec<_> = rules::ALL.iter().map(|rule| rule.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), rules::ALL.len());
}

#[test]
fn readers_get_every_example_without_the_notation_of_the_tests() {
    for (rule, page) in pages() {
        let markdown = rule.markdown();
        for notation in ["\u{27E6}", "\u{27E7}", "\u{2192}", "\\u{", "```flagged", "```accepted"] {
            assert!(!markdown.contains(notation), "{} contains {notation}", rule.name);
        }
        let mut lines = markdown.lines();
        for example in &page.examples {
            let is_plain = example.text.chars().all(|c| c.is_ascii_graphic());
            if is_plain && !example.text.is_empty() {
                assert!(lines.any(|line| line == example.text), "{} has no {}", rule.name, example.text);
                if !example.spans.is_empty() {
                    let carets = lines.next().unwrap_or_default();
                    let marked: usize = example.spans.iter().map(|span| span.len().max(1)).sum();
                    assert_eq!(carets.matches('^').count(), marked, "{}: {}", rule.name, example.text);
                }
            }
        }
    }
}
