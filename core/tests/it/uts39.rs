//! UTS #39: the rules `mixed-script` and `look-alike` compared with restriction levels and skeletons.

use icu_properties::CodePointMapData;
use icu_properties::props::Script;
use iri_core::{Options, inspect};
use unicode_security::restriction_level::{RestrictionLevel, RestrictionLevelDetection};
use unicode_security::{GeneralSecurityProfile, skeleton};

/// Letters of the identifier profile from many scripts, and characters that all scripts share.
const LETTERS: [char; 25] = [
    'a', 'z', '\u{E9}', '\u{142}', // Latin
    '\u{430}', '\u{436}', // Cyrillic
    '\u{3B1}', '\u{3C9}', // Greek
    '\u{6771}', '\u{3055}', '\u{30B5}', '\u{D55C}', // Han, Hiragana, Katakana, Hangul
    '\u{64E}', '\u{30FC}', // Arabic or Syriac, Hiragana or Katakana
    '\u{5D0}', '\u{627}', '\u{561}', '\u{10D0}', '\u{E01}', '\u{915}', '\u{B85}', '\u{1200}', '\u{1780}', '7', '-',
];

/// Returns whether the rule reports something in the host `label.example`.
fn is_reported(rule: &str, label: &str) -> bool {
    let reference = format!("http://{label}.example/");
    inspect(&reference, &Options::default()).findings().iter().any(|finding| finding.rule.name == rule)
}

#[test]
fn a_label_is_reported_exactly_if_it_is_below_highly_restrictive() {
    assert!(LETTERS.iter().all(|&letter| GeneralSecurityProfile::identifier_allowed(letter)));
    let (mut reported, mut accepted) = (0, 0);
    for length in 1..=4_u32 {
        // All labels of at most three letters, and a part of those with four.
        let step = if length == 4 { 7 } else { 1 };
        for number in (0..LETTERS.len().pow(length)).step_by(step) {
            let letter = |place| LETTERS[number / LETTERS.len().pow(place) % LETTERS.len()];
            let label: String = (0..length).map(letter).collect();
            let is_mixed = label.as_str().detect_restriction_level() > RestrictionLevel::HighlyRestrictive;
            assert_eq!(is_reported("mixed-script", &label), is_mixed, "{}", label.escape_unicode());
            *(if is_mixed { &mut reported } else { &mut accepted }) += 1;
        }
    }
    assert!(reported > 10_000 && accepted > 1_000, "{reported} reported, {accepted} accepted");
}

#[test]
fn a_label_is_reported_exactly_if_its_skeleton_is_in_ascii_letters() {
    let mut reported = 0;
    for c in '\u{A0}'..=char::MAX {
        let script = CodePointMapData::<Script>::new().get(c);
        // Latin letters are forms of the same letter, and no script owns the characters that all share.
        if matches!(script, Script::Latin | Script::Common | Script::Inherited | Script::Unknown) {
            continue;
        }
        let label = format!("{c}{c}");
        let skeleton: String = skeleton(&label).collect();
        let is_confusable = !skeleton.is_empty() && skeleton.bytes().all(|byte| byte.is_ascii_alphabetic());
        assert_eq!(is_reported("look-alike", &label), is_confusable, "U+{:04X}", u32::from(c));
        reported += usize::from(is_confusable);
    }
    assert!(reported > 300, "{reported}");
}
