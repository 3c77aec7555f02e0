//! Twins: references with the same display. Completeness is shown with all strings of an alphabet.

use std::collections::HashMap;

use iri_core::Reference;
use iri_core::bidi::components::{BidiComponent, ComponentDirection, parts};
use iri_core::bidi::{Bidi, twins};

/// Returns all texts of `prefix` and at most `length` characters of `alphabet`, by their display.
fn groups(prefix: &str, alphabet: &str, length: u32) -> HashMap<String, Vec<String>> {
    let letters: Vec<char> = alphabet.chars().collect();
    let mut groups: HashMap<String, Vec<String>> = HashMap::new();
    for length in 0..=length {
        for number in 0..letters.len().pow(length) {
            let digit = |place| letters[number / letters.len().pow(place) % letters.len()];
            let text: String = prefix.chars().chain((0..length).map(digit)).collect();
            groups.entry(Bidi::new(&text).visual()).or_default().push(text);
        }
    }
    groups
}

fn assert_complete(prefix: &str, alphabet: &str, length: u32) {
    for (display, group) in groups(prefix, alphabet, length) {
        assert!(group.len() <= 64, "{}: {}", display.escape_unicode(), group.len());
        for text in &group {
            let mut found = twins(text);
            found.sort();
            let mut others: Vec<String> = group.iter().filter(|other| *other != text).cloned().collect();
            others.sort();
            assert_eq!(found, others, "{}", text.escape_unicode());
        }
    }
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

/// Returns whether each component of `text` satisfies both rules of section 4.2.
fn keeps_both_rules(text: &str) -> bool {
    let reference = Reference::parse(text);
    parts(&reference)
        .iter()
        .all(|part| matches!(part.verdict, ComponentDirection::LeftToRight | ComponentDirection::RightToLeft))
}

/// Returns whether each component has one direction and starts with a letter of it, as RFC 5893 requires.
fn starts_with_letters(text: &str) -> bool {
    let starts = |part: &BidiComponent| {
        part.verdict != ComponentDirection::Mixed && part.span.slice(text).starts_with(char::is_alphabetic)
    };
    parts(&Reference::parse(text)).iter().all(starts)
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
