//! The rules of the group `syntax` compared with the grammar: a text that is not a LEIRI has a finding with the reason,
//! and a LEIRI has none.

use crate::cases;
use crate::nasty;
use iri_core::characters::needs_escape;
use iri_core::rules::Group;
use iri_core::unicode::may_reorder;
use iri_core::{Decoded, Dialect, Finding, Options, inspect, inspect_decoded};
use proptest::proptest;

fn syntax_findings(text: &str) -> Vec<Finding> {
    let inspection = inspect(text, &Options::default());
    inspection.findings().iter().filter(|finding| finding.rule.group == Group::Syntax).cloned().collect()
}

proptest! {
    #![proptest_config(cases::config(60_000))]

    #[test]
    fn a_text_has_a_syntax_finding_exactly_if_it_is_not_a_leiri(text in nasty::strings()) {
        let inspection = inspect(&text, &Options::default());
        let is_leiri = inspection.reference().is_reference(Dialect::Leiri);
        let is_flagged = inspection.findings().iter().any(|finding| finding.rule.group == Group::Syntax);
        assert_eq!(is_leiri, !is_flagged, "{:?}", inspection.findings());
    }
}

proptest! {
    #![proptest_config(cases::config(20_000))]

    #[test]
    fn spans_are_on_character_boundaries_and_edits_inside_the_text(text in nasty::strings()) {
        for finding in inspect(&text, &Options::default()).findings() {
            assert!(text.get(finding.span.range()).is_some(), "{finding:?}");
            for edit in finding.fixes.iter().flat_map(|fix| &fix.edits) {
                assert!(text.get(edit.span.range()).is_some(), "{finding:?}");
            }
        }
    }

    #[test]
    fn messages_name_invisible_characters_instead_of_quoting_them(text in nasty::strings()) {
        for finding in inspect(&text, &Options::default()).findings() {
            let is_hidden = |c| c != ' ' && char::is_whitespace(c) || needs_escape(c) || may_reorder(c);
            let texts = finding.fixes.iter().map(|fix| &fix.title).chain([&finding.message]);
            let hidden = texts.map(|text| (text, text.chars().find(|&c| is_hidden(c)))).find(|(_, c)| c.is_some());
            assert_eq!(hidden, None, "{finding:?}");
        }
    }
}

#[test]
fn the_first_fixes_of_the_syntax_rules_leave_at_most_what_has_no_fix() {
    for text in ["?set[mets]=", "10%", "Compose##Nejb", "1a:b", "//a@b@c", "\u{20}http://a/", "http://::1/", "#[1]"] {
        let findings = syntax_findings(text);
        let edits: Vec<_> = findings.iter().filter_map(|f| f.fixes.first()).flat_map(|fix| &fix.edits).collect();
        let fixed = iri_core::text::apply_edits(text, edits);
        assert!(!findings.is_empty() && syntax_findings(&fixed).is_empty(), "{text:?} → {fixed:?}");
    }
}

#[test]
fn the_raw_ampersand_is_escaped_in_the_source_and_kept_in_the_value() {
    let decoded = Decoded::xml("?a=1&b=2");
    let inspection = inspect_decoded(&decoded, &Options::default());
    let fix = inspection.findings()[0].safe_fix().expect("escaping loses nothing");
    assert_eq!(iri_core::text::apply_edits(&decoded.value, &fix.edits), decoded.value);
    let edit = fix.edits[0].clone().in_value(decoded.whole());
    let edit = decoded.to_source(&edit, Some('"')).expect("a reference can be written");
    assert_eq!(iri_core::text::apply_edits(decoded.raw, [&edit]), "?a=1&amp;b=2");
}

#[test]
fn findings_and_their_edits_are_linear_in_the_text() {
    // Quadratic work would take minutes here.
    for fault in ["%", "[", "\\", "@", "a\\", "# ", " \n", "\u{FFFE}", ":1", "xn--é.", "\u{E000}a"] {
        for head in ["", "http://", "//[", "file:", "?", "#", " "] {
            let text = format!("{head}{}", fault.repeat(50_000));
            let inspection = inspect(&text, &Options::default());
            let edits = inspection.findings().iter().flat_map(|finding| &finding.fixes).map(|fix| fix.edits.len());
            assert!(edits.sum::<usize>() <= 4 * text.len(), "{head:?} {fault:?}");
        }
    }
}
