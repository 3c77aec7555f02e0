//! Chrome's policy for one label, in the order in which Chrome applies the checks.

use icu_normalizer::DecomposingNormalizer;
use icu_properties::props::{GeneralCategory, Script};
use icu_properties::script::ScriptWithExtensions;
use unicode_security::GeneralSecurityProfile;
use unicode_security::mixed_script::AugmentedScriptSet;

use super::checks::{
    DisplayCheck, TopLevelDomain, category, is_digit_look_alike, is_odd_middle_dot, is_of_other_domain,
    is_whole_script_look_alike, mixes_digits, script,
};
use super::letters;

const JAPANESE: [Script; 3] = [Script::Katakana, Script::Hiragana, Script::Han];
const EAST_ASIAN: [Script; 4] = [Script::Katakana, Script::Hiragana, Script::Han, Script::Bopomofo];
const EUROPEAN: [Script; 3] = [Script::Latin, Script::Greek, Script::Cyrillic];

/// How the scripts of a label combine (UTS #39 section 5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mixture {
    SingleScript,
    LatinWithEastAsian,
    Other,
}

/// Returns the check for which the label is shown as its A-label; `None` if it is shown in Unicode.
pub(super) fn check(label: &[char], tld: &TopLevelDomain<'_>) -> Option<DisplayCheck> {
    let mixture = mixture(label);
    if label.iter().any(|&c| is_restricted(c)) {
        return Some(DisplayCheck::RestrictedCharacter);
    }
    if mixture == Mixture::Other {
        return Some(DisplayCheck::MixedScripts);
    }
    if mixes_digits(label) {
        return Some(DisplayCheck::MixedDigits);
    }
    if has_hidden_mark(label) {
        return Some(DisplayCheck::HiddenMark);
    }
    if label.len() > 1 && label.iter().any(|&c| is_of_other_domain(c, tld)) {
        return Some(DisplayCheck::OtherDomain);
    }
    if (0..label.len()).any(|at| is_odd_middle_dot(label, at, tld)) {
        return Some(DisplayCheck::MiddleDot);
    }
    let is_exception = |c: char| {
        matches!(c, '\u{3078}'..='\u{307A}' | '\u{30D8}'..='\u{30DA}' | '\u{30FB}'..='\u{30FE}') || is_mark(c)
    };
    let is_ordinary = mixture == Mixture::SingleScript && !label.iter().any(|&c| is_exception(c));
    let is_known_word = || letters::CHROME_WORDS.iter().any(|word| word.chars().eq(label.iter().copied()));
    if is_ordinary && is_whole_script_look_alike(label, tld, &letters::CHROME) && !is_known_word() {
        return Some(DisplayCheck::WholeScript);
    }
    if is_digit_look_alike(label) {
        return Some(DisplayCheck::DigitLookAlike);
    }
    if is_ordinary {
        return None;
    }
    let is_accented = label.iter().any(|&c| !c.is_ascii() && script(c) == Script::Latin);
    let is_european = |c: char| EUROPEAN.contains(&script(c)) || c.is_ascii() || is_mark(c);
    if is_accented && !label.iter().all(|&c| is_european(c)) {
        return Some(DisplayCheck::AccentedLatin);
    }
    has_dangerous_pattern(label).then_some(DisplayCheck::DangerousPattern)
}

/// Returns whether `c` is not allowed in identifiers (UTS #39), or is one that Chrome excludes: historic and rare
/// letters, and characters that look like a slash, a hyphen or a quotation mark.
fn is_restricted(c: char) -> bool {
    let is_excluded = matches!(
        c,
        '\u{338}' | '\u{58A}' | '\u{2010}' | '\u{2019}' | '\u{2027}' | '\u{30A0}' | '\u{2BB}' | '\u{2BC}' | '\u{2EC}'
            | '\u{138}' | '\u{200C}' | '\u{200D}'
            | '\u{1CD}'..='\u{1DC}' | '\u{1C80}'..='\u{1C8F}' | '\u{1E00}'..='\u{1E9B}' | '\u{1F00}'..='\u{1FFF}'
            | '\u{A640}'..='\u{A69F}' | '\u{A720}'..='\u{A7FF}'
    );
    is_excluded || !c.identifier_allowed()
}

/// Returns whether `c` is one of the diacritics that combine with Latin, Greek and Cyrillic letters.
fn is_mark(c: char) -> bool {
    ('\u{300}'..='\u{339}').contains(&c)
}

fn mixture(label: &[char]) -> Mixture {
    let mut all = AugmentedScriptSet::default();
    let mut without_latin = AugmentedScriptSet::default();
    for &c in label {
        let set = AugmentedScriptSet::for_char(c);
        all.intersect_with(set);
        if script(c) != Script::Latin {
            without_latin.intersect_with(set);
        }
    }
    if !all.is_empty() {
        Mixture::SingleScript
    } else if without_latin.hanb || without_latin.jpan || without_latin.kore {
        Mixture::LatinWithEastAsian
    } else {
        Mixture::Other
    }
}

/// Returns whether a nonspacing mark occurs twice above one letter, or a dot above a letter that has one.
fn has_hidden_mark(label: &[char]) -> bool {
    let text: String = label.iter().collect();
    let mut marks: Vec<char> = Vec::new();
    let mut base = None;
    for c in DecomposingNormalizer::new_nfd().normalize(&text).chars() {
        if category(c) != GeneralCategory::NonspacingMark {
            marks.clear();
            base = Some(c);
            continue;
        }
        let is_second_dot = c == '\u{307}' && marks.is_empty() && matches!(base, Some('i' | 'j' | 'l' | '\u{131}'));
        if is_second_dot || marks.contains(&c) {
            return true;
        }
        marks.push(c);
    }
    false
}

fn has_dangerous_pattern(label: &[char]) -> bool {
    let scripts = ScriptWithExtensions::new();
    let is_of = |c: char, wanted: &[Script]| wanted.iter().any(|&script| scripts.has_script(c, script));
    let is_at = |at: usize| {
        let c = label[at];
        let before = at.checked_sub(1).map(|before| label[before]);
        let after = label.get(at + 1).copied();
        let is_other = |neighbor: Option<char>, wanted: &[Script]| neighbor.is_some_and(|c| !is_of(c, wanted));
        let is_letter = |neighbor: Option<char>| neighbor.is_some_and(|c| c.is_ascii_lowercase());
        match c {
            _ if letters::SLASH_LOOK_ALIKES.contains(c) => is_other(before, &JAPANESE) && is_other(after, &JAPANESE),
            _ if letters::IDEOGRAPH_LOOK_ALIKES.contains(c) => {
                is_other(before, &EAST_ASIAN) || is_other(after, &EAST_ASIAN)
            }
            '\u{30FD}' | '\u{30FE}' => before.is_none() || is_other(before, &[Script::Katakana]),
            '\u{30FC}' => before.is_none() || is_other(before, &[Script::Katakana, Script::Hiragana]),
            '\u{30FB}' => is_letter(before) || is_letter(after),
            '\u{3099}' | '\u{309A}' => true,
            _ if is_mark(c) => is_other(before, &EUROPEAN) || before == Some('\u{131}'),
            _ => false,
        }
    };
    // Three letters of Hiragana look exactly like those of Katakana.
    let is_lone = |letters: core::ops::RangeInclusive<char>, around: Script| {
        let mut odd = label.iter().enumerate().filter(|&(_, &c)| !is_of(c, &[around]));
        let inner = odd.next().is_some_and(|(at, c)| letters.contains(c) && at > 0 && at + 1 < label.len());
        inner && odd.next().is_none()
    };
    (0..label.len()).any(is_at)
        || is_lone('\u{3078}'..='\u{307A}', Script::Katakana)
        || is_lone('\u{30D8}'..='\u{30DA}', Script::Hiragana)
}
