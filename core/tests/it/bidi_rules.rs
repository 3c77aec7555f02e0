//! Section 4.2 of 3987bis per component, and RFC 5893 per label, in Bidi Notation (uppercase letters represent Hebrew
//! letters).

use iri_core::bidi::components::{BidiComponentKind, ComponentDirection, parts};
use iri_core::bidi::label::{broken, is_rtl, u_label};
use iri_core::{Options, Reference, Severity, inspect};

/// Converts uppercase letters to Hebrew letters.
fn hebrew(notation: &str) -> String {
    let letter = |c: char| match c {
        'A'..='Z' => char::from_u32(0x5D0 + u32::from(c) - u32::from('A')).expect("a Hebrew letter"),
        _ => c,
    };
    notation.chars().map(letter).collect()
}

fn verdict(component: &str) -> ComponentDirection {
    ComponentDirection::from_component(&hebrew(component))
}

/// Returns the number of the rule that a label violates; 0 for none.
fn rule(label: &str) -> u8 {
    broken(&hebrew(label)).map_or(0, |broken| broken.rule)
}

fn rules(text: &str) -> Vec<(&'static str, Severity)> {
    let inspection = inspect(text, &Options::default());
    inspection.findings().iter().map(|finding| (finding.rule.name, finding.severity)).collect()
}

#[test]
fn a_component_has_one_direction_from_edge_to_edge() {
    assert_eq!(verdict("ab.1"), ComponentDirection::LeftToRight);
    assert_eq!(verdict("123"), ComponentDirection::LeftToRight);
    assert_eq!(verdict("A1B"), ComponentDirection::RightToLeft);
    assert_eq!(verdict("AbC"), ComponentDirection::Mixed);
    assert_eq!(verdict("1A"), ComponentDirection::Start { end: false });
    assert_eq!(verdict("-A-"), ComponentDirection::Start { end: true });
    assert_eq!(verdict("A%31"), ComponentDirection::End);
    assert_eq!(verdict("A\u{5B0}\u{5B1}"), ComponentDirection::FinalMark);
    assert_eq!(verdict("A1\u{5B0}"), ComponentDirection::End);
}

#[test]
fn components_go_down_to_labels_segments_extensions_names_and_values() {
    let text = "s://u@a.b:1/c.d/.e/f?g=h;i&=j#k";
    let reference = Reference::parse(text);
    let found: Vec<(BidiComponentKind, &str)> =
        parts(&reference).map(|part| (part.kind, part.span.slice(text))).collect();
    assert_eq!(
        found,
        [
            (BidiComponentKind::Userinfo, "u"),
            (BidiComponentKind::Label, "a"),
            (BidiComponentKind::Label, "b"),
            (BidiComponentKind::Segment, "c"),
            (BidiComponentKind::Extension, "d"),
            (BidiComponentKind::Segment, ".e"),
            (BidiComponentKind::Segment, "f"),
            (BidiComponentKind::QueryName, "g"),
            (BidiComponentKind::QueryValue, "h"),
            (BidiComponentKind::QueryName, "i"),
            (BidiComponentKind::QueryValue, "j"),
            (BidiComponentKind::Fragment, "k"),
        ]
    );
}

#[test]
fn a_label_violates_the_rule_of_rfc_5893_with_its_number() {
    for label in ["", "AB", "A1", "A-1", "A\u{5B0}", "\u{627}\u{661}", "ab", "a1", "a-b"] {
        assert_eq!(rule(label), 0, "{label:?}");
    }
    for label in ["1A", "-a", "\u{5B0}A", "\u{661}A"] {
        assert_eq!(rule(label), 1, "{label:?}");
    }
    assert_eq!(rule("Aa"), 2);
    assert_eq!(rule("A-"), 3);
    assert_eq!(rule("A-\u{5B0}"), 3);
    assert_eq!(rule("A1\u{661}"), 4);
    assert_eq!(rule("aA"), 5);
    assert_eq!(rule("a\u{661}"), 5);
    assert_eq!(rule("a-"), 6);
}

#[test]
fn an_a_label_is_checked_by_its_u_label() {
    assert_eq!(u_label("XN--4dbrk0ce"), "\u{5D9}\u{5E9}\u{5E8}\u{5D0}\u{5DC}");
    assert_eq!(u_label("xn--\u{E9}"), "xn--\u{E9}");
    assert!(is_rtl(&u_label("xn--4dbrk0ce")) && is_rtl("\u{661}") && !is_rtl("a1"));
    assert_eq!(rules("http://xn--4dbrk0ce.1a/"), [("idna-bidi", Severity::Warning)]);
}

#[test]
fn a_final_mark_is_information() {
    assert_eq!(rules(&hebrew("http://a.example/A\u{5B0}")), [("rtl-edge", Severity::Information)]);
}

#[test]
fn joiners_with_a_purpose_are_hints() {
    for text in [
        "\u{1F468}\u{200D}\u{1F469}",
        "\u{2764}\u{FE0F}",
        "\u{645}\u{200C}\u{62E}",
        "\u{915}\u{94D}\u{200D}\u{937}",
        "1\u{FE0F}\u{20E3}",
    ] {
        let found = rules(text);
        assert!(found.contains(&("invisible-character", Severity::Hint)), "{:?} {found:?}", text.escape_unicode());
    }
    for text in ["a\u{200D}b", "a\u{FE0F}", "\u{1F468}\u{200D}", "\u{645}\u{200C}a", "\u{915}\u{200D}\u{200D}\u{937}"] {
        let found = rules(text);
        assert!(found.contains(&("invisible-character", Severity::Warning)), "{:?} {found:?}", text.escape_unicode());
    }
}

/// Checks that exactly one rule reports each invisible character that an IRI allows.
#[test]
fn every_invisible_character_is_reported_exactly_once() {
    let listed =
        ['\u{61C}', '\u{AD}', '\u{A0}', '\u{115F}', '\u{3164}', '\u{2028}', '\u{2029}', '\u{180E}', '\u{3000}'];
    let ranges = ('\u{2066}'..='\u{2069}').chain('\u{200B}'..='\u{200F}').chain('\u{2060}'..='\u{2064}');
    let more = ('\u{FE00}'..='\u{FE0F}').chain('\u{202A}'..='\u{202E}').chain('\u{E0001}'..='\u{E0020}');
    for c in listed.into_iter().chain(ranges).chain(more).chain(['\u{FEFF}', '\u{FFFB}', '\u{E0100}']) {
        let found = rules(&format!("a{c}b"));
        let seen = found.iter().filter(|(name, _)| *name == "invisible-character" || name.starts_with("leiri-"));
        assert_eq!(seen.count(), 1, "{:?} {found:?}", c.escape_unicode());
    }
}

#[test]
fn a_twin_is_quoted_in_notation() {
    let text = hebrew("http://ab.CDEFGH.123/kl");
    let inspection = inspect(&text, &Options::default());
    let twin = inspection.findings().iter().find(|finding| finding.rule.name == "bidi-twin").expect("a twin");
    assert_eq!(twin.message, "displays identically to another reference: http://ab.123.CDEFGH/kl");
    assert_eq!(inspection.twins()[0], hebrew("http://ab.123.CDEFGH/kl"));
}

#[test]
fn of_a_long_twin_the_difference_is_quoted() {
    let text = hebrew(&format!("http://ab.CDEFGH.123/{}", "k".repeat(80)));
    let inspection = inspect(&text, &Options::default());
    let twin = inspection.findings().iter().find(|finding| finding.rule.name == "bidi-twin").expect("a twin");
    assert_eq!(twin.message, "displays identically to another reference: \u{2026}123.CDEFGH\u{2026}");
}
