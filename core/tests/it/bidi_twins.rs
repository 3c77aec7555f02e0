//! Twins: references with the same display. Completeness is shown with all strings of an alphabet.

use std::collections::HashMap;

use iri_core::Reference;
use iri_core::bidi::components::{BidiComponent, ComponentDirection, parts};
use iri_core::bidi::{Bidi, DisplayOrder, twins, twins_across, twins_in};

/// Returns all texts of `prefix` and at most `length` characters of `alphabet`, by their display.
fn groups(prefix: &str, alphabet: &str, length: u32) -> HashMap<String, Vec<String>> {
    groups_in(DisplayOrder::Rfc, prefix, alphabet, length)
}

/// Returns them by their display in `order`.
fn groups_in(order: DisplayOrder, prefix: &str, alphabet: &str, length: u32) -> HashMap<String, Vec<String>> {
    let letters: Vec<char> = alphabet.chars().collect();
    let mut groups: HashMap<String, Vec<String>> = HashMap::new();
    for length in 0..=length {
        for number in 0..letters.len().pow(length) {
            let digit = |place| letters[number / letters.len().pow(place) % letters.len()];
            let text: String = prefix.chars().chain((0..length).map(digit)).collect();
            groups.entry(Bidi::with_order(&text, order).visual()).or_default().push(text);
        }
    }
    groups
}

fn assert_complete(prefix: &str, alphabet: &str, length: u32) {
    assert_complete_in(DisplayOrder::Rfc, prefix, alphabet, length);
}

fn assert_complete_in(order: DisplayOrder, prefix: &str, alphabet: &str, length: u32) {
    for (display, group) in groups_in(order, prefix, alphabet, length) {
        assert!(group.len() <= 64, "{}: {}", display.escape_unicode(), group.len());
        for text in group.iter().filter(|text| has_right_to_left(text)) {
            assert_same(twins_in(text, order), group.iter().filter(|other| *other != text), text);
        }
    }
}

fn assert_same<'t>(mut found: Vec<String>, others: impl Iterator<Item = &'t String>, text: &str) {
    found.sort();
    let mut others: Vec<String> = others.cloned().collect();
    others.sort();
    assert_eq!(found, others, "{}", text.escape_unicode());
}

/// Returns whether a character of the text is right-to-left: without one a text has no twins.
fn has_right_to_left(text: &str) -> bool {
    text.contains(|c: char| c != '\u{5B0}' && ('\u{590}'..='\u{8FF}').contains(&c))
}

#[test]
fn every_twin_of_every_short_reference_is_found() {
    assert_complete("//", "a1\u{5D0}./", 7);
}

#[test]
fn terminators_arabic_letters_and_arabic_numbers_hide_no_twin() {
    assert_complete("", "a1\u{5D0}.%", 6);
    assert_complete("", "1\u{5D0}.%", 7);
    assert_complete("", "a1\u{627}.%", 6);
    assert_complete("", "1\u{5D0}\u{627}+%", 6);
    assert_complete("", "1\u{661}\u{5D0}./", 6);
    assert_complete("", "1\u{661}\u{627}-.", 6);
}

#[test]
fn brackets_and_ignored_characters_hide_no_twin_of_a_short_text() {
    assert_complete("", "a1\u{5D0}()", 6);
    assert_complete("", "a1\u{5D0}.\u{AD}", 6);
    assert_complete("", "a1\u{5D0}\u{5B0}/", 6);
}

#[test]
fn every_twin_in_an_address_bar_is_found() {
    assert_complete_in(DisplayOrder::Browser, "//", "a1\u{5D0}./", 6);
    assert_complete_in(DisplayOrder::Browser, "", "1\u{5D0}-%", 7);
    assert_complete_in(DisplayOrder::Browser, "", "1\u{661}\u{627}-,", 6);
}

#[test]
fn every_twin_in_a_right_to_left_paragraph_is_found() {
    assert_complete_in(DisplayOrder::RightToLeftParagraph, "//", "a1\u{5D0}./", 6);
    assert_complete_in(DisplayOrder::RightToLeftParagraph, "", "a1\u{5D0}.%", 6);
    assert_complete_in(DisplayOrder::RightToLeftParagraph, "", "1\u{5D0}\u{627}+%", 6);
    assert_complete_in(DisplayOrder::RightToLeftParagraph, "", "1\u{661}\u{627}-.", 6);
    // A mark at the start of a text has no letter; it is displayed as if it were on the last one.
    assert_complete_in(DisplayOrder::RightToLeftParagraph, "/", "a1\u{5D0}\u{5B0}/", 6);
}

/// A twin may differ in several regions, between letters that stay.
#[test]
fn regions_of_a_right_to_left_paragraph_have_twins_together() {
    let text = "\u{5D0}1/a\u{5D1}a/2.b\u{5D2}3/c";
    let order = DisplayOrder::RightToLeftParagraph;
    let display = Bidi::with_order(text, order).visual();
    let found = twins_in(text, order);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found.iter().all(|twin| twin != text && Bidi::with_order(twin, order).visual() == display), "{found:?}");
}

/// 3987bis section 4.1: a reference is displayed in a left-to-right embedding. Where it is not, another reference may be
/// displayed as it should be.
#[test]
fn every_text_that_another_order_displays_alike_is_found() {
    for other in DisplayOrder::ALL {
        let displayed = groups_in(other, "", "a1\u{5D0}./", 5);
        for order in DisplayOrder::ALL {
            for text in displayed.values().flatten().filter(|text| has_right_to_left(text)) {
                let display = Bidi::with_order(text, order).visual();
                let others = displayed.get(&display).into_iter().flatten().filter(|twin| *twin != text);
                assert_same(twins_across(text, order, other), others, &format!("{text} {order} {other}"));
            }
        }
    }
}

/// UAX #9 rule L3 keeps marks on their letter; a sign that UAX #29 joins to the next letter moves alone.
#[test]
fn prepended_signs_hide_no_twin() {
    for order in DisplayOrder::ALL {
        assert_complete_in(order, "", "a1\u{627}\u{6DD}/", 5);
        assert_complete_in(order, "", "a1\u{5D0}\u{70F}.", 5);
    }
}

/// Returns whether each component of `text` satisfies both rules of section 4.2.
fn keeps_both_rules(text: &str) -> bool {
    let reference = Reference::parse(text);
    parts(&reference)
        .all(|part| matches!(part.verdict, ComponentDirection::LeftToRight | ComponentDirection::RightToLeft))
}

/// Returns whether each component has one direction and starts with a letter of it, as RFC 5893 requires.
fn starts_with_letters(text: &str) -> bool {
    let starts = |part: BidiComponent| {
        part.verdict != ComponentDirection::Mixed && part.span.slice(text).starts_with(char::is_alphabetic)
    };
    parts(&Reference::parse(text)).all(starts)
}

#[test]
fn references_whose_components_start_with_letters_have_different_displays() {
    let mut count = 0;
    for group in groups("//", "a1\u{5D0}./", 7).into_values() {
        let such: Vec<&String> = group.iter().filter(|text| starts_with_letters(text)).collect();
        assert!(such.len() <= 1, "{such:?}");
        count += such.len();
    }
    assert!(count > 10_000, "{count}");
}

#[test]
#[allow(clippy::print_stderr)] // the figures are worth knowing
fn keeping_both_rules_of_section_4_2_does_not_prevent_twins() {
    let (mut keeping, mut shared) = (0, 0);
    for group in groups("//", "a1\u{5D0}./", 7).into_values() {
        let both: Vec<&String> =
            group.iter().filter(|text| text.contains('\u{5D0}') && keeps_both_rules(text)).collect();
        keeping += both.len();
        shared += if both.len() > 1 { both.len() } else { 0 };
    }
    eprintln!("{shared} of {keeping} right-to-left ones share their display with another that keeps both rules");
    assert!(shared > 0);
}

#[test]
fn a_long_text_without_a_left_to_right_letter_is_bounded_work() {
    for unit in ["\u{5D0}1.", "1%\u{5D0}.2%", "(\u{5D0}1)", "\u{661}-1.", "1.", "%", "a\u{5D0}(1)", "\u{5D0}1a\t"] {
        let text = unit.repeat((1 << 17) / unit.len()) + "\u{5D0}";
        let display = Bidi::new(&text).visual();
        assert!(twins(&text).iter().all(|twin| *twin != text && Bidi::new(twin).visual() == display));
    }
}

#[test]
fn a_twin_with_few_unusual_levels_is_found_among_many_choices() {
    let text = "https://\u{5D1}.\u{5D2}/71_87_\u{62F}\u{630}\u{62F}_\u{630}\u{62D}\u{627}\u{634}\u{631}\u{62D}\u{627}_(\
        \u{62B}\u{62F}\u{632}\u{628}\u{631}\u{62F}\u{62F}.2)+1";
    let display = Bidi::new(text).visual();
    let found = twins(text);
    assert!(!found.is_empty() && found.iter().all(|twin| twin != text && Bidi::new(twin).visual() == display));
}
