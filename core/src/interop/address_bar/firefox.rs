//! Firefox's policy for one label.

use icu_properties::props::{GeneralCategory, Script};
use icu_properties::script::ScriptWithExtensions;
use unicode_security::GeneralSecurityProfile;

use super::checks::{
    DisplayCheck, TopLevelDomain, category, is_digit_look_alike, is_odd_middle_dot, is_of_other_domain,
    is_whole_script_look_alike, mixes_digits, script,
};
use super::letters;

/// Scripts that may occur together in a label: Chinese, Japanese and Korean with Latin.
const COMBINATIONS: [&[Script]; 3] = [
    &[Script::Latin, Script::Han, Script::Bopomofo],
    &[Script::Latin, Script::Han, Script::Hiragana, Script::Katakana],
    &[Script::Latin, Script::Han, Script::Hangul],
];

/// Returns the check for which the label is shown as its A-label; `None` if it is shown in Unicode.
pub(super) fn check(label: &[char], tld: &TopLevelDomain<'_>) -> Option<DisplayCheck> {
    if label.iter().any(|&c| is_restricted(c)) {
        return Some(DisplayCheck::RestrictedCharacter);
    }
    if mixes_scripts(label) {
        return Some(DisplayCheck::MixedScripts);
    }
    if let Some(check) = (0..label.len()).find_map(|at| check_character(label, at, tld)) {
        return Some(check);
    }
    if mixes_digits(label) {
        return Some(DisplayCheck::MixedDigits);
    }
    if is_digit_look_alike(label) {
        return Some(DisplayCheck::DigitLookAlike);
    }
    is_whole_script_look_alike(label, tld, &letters::FIREFOX).then_some(DisplayCheck::WholeScript)
}

/// Returns whether `c` is not allowed in identifiers (UTS #39), or is punctuation that Firefox excludes.
fn is_restricted(c: char) -> bool {
    const EXCLUDED: &str = "\u{2BB}\u{2BC}\u{338}\u{58A}\u{5F4}\u{2010}\u{2019}\u{2027}\u{30A0}";
    EXCLUDED.contains(c) || !c.identifier_allowed()
}

/// Returns the script of `c`; `None` if several scripts share it.
fn own_script(c: char) -> Option<Script> {
    Some(script(c)).filter(|script| !matches!(*script, Script::Common | Script::Inherited))
}

fn mixes_scripts(label: &[char]) -> bool {
    let scripts = || label.iter().filter_map(|&c| own_script(c));
    let is_single = scripts().all(|script| Some(script) == scripts().next());
    !is_single && !COMBINATIONS.iter().any(|allowed| scripts().all(|script| allowed.contains(&script)))
}

fn check_character(label: &[char], at: usize, tld: &TopLevelDomain<'_>) -> Option<DisplayCheck> {
    let c = label[at];
    let before = at.checked_sub(1).map(|before| label[before]);
    let after = label.get(at + 1).copied();
    let last = label[..at].iter().rev().find_map(|&c| own_script(c));
    let next = after.map(script);
    let is_kana = |script| matches!(script, Some(Script::Hiragana | Script::Katakana));
    let is_east_asian = |script| is_kana(script) || matches!(script, Some(Script::Han | Script::Bopomofo));
    let is_no_digit = |neighbor: Option<char>| neighbor.is_some_and(|c| !c.is_ascii_digit());
    let is_european = matches!(last, Some(Script::Latin | Script::Greek | Script::Cyrillic));
    let is_dangerous = match c {
        '\u{30FC}' => !is_kana(last),
        '\u{3078}'..='\u{307A}' => last == Some(Script::Katakana) || next == Some(Script::Katakana),
        '\u{30D8}'..='\u{30DA}' => last == Some(Script::Hiragana) || next == Some(Script::Hiragana),
        '\u{30FD}' | '\u{30FE}' => last != Some(Script::Katakana),
        '\u{30FB}' => last == Some(Script::Latin) || next == Some(Script::Latin),
        '\u{300}'..='\u{339}' if !is_european => true,
        '\u{307}' => matches!(before, Some('i' | 'j' | 'l')),
        _ if letters::SLASH_LOOK_ALIKES.contains(c) => {
            let is_japanese = |script| is_kana(script) || script == Some(Script::Han);
            label.len() > 1 && !is_japanese(last) && !is_japanese(next)
        }
        _ if letters::IDEOGRAPH_LOOK_ALIKES.contains(c) => {
            (!is_east_asian(last) && is_no_digit(before)) || (!is_east_asian(next) && is_no_digit(after))
        }
        _ => false,
    };
    if is_dangerous {
        return Some(DisplayCheck::DangerousPattern);
    }
    if is_odd_middle_dot(label, at, tld) {
        return Some(DisplayCheck::MiddleDot);
    }
    if is_of_other_domain(c, tld) {
        return Some(DisplayCheck::OtherDomain);
    }
    is_odd_mark(label, at, last).then_some(DisplayCheck::HiddenMark)
}

/// Returns whether the nonspacing mark at `at` repeats its predecessor, belongs to another script than its letter, or
/// hides that an `i` has no dot.
fn is_odd_mark(label: &[char], at: usize, last: Option<Script>) -> bool {
    let c = label[at];
    let is_mark = |c: char| category(c) == GeneralCategory::NonspacingMark;
    if !is_mark(c) || at == 0 {
        return false;
    }
    let extensions = ScriptWithExtensions::new();
    let is_shared = [Script::Common, Script::Inherited].iter().any(|&script| extensions.has_script(c, script));
    let is_foreign = last.is_some_and(|last| !is_shared && !extensions.has_script(c, last));
    let base = label[..at].iter().rev().find(|&&c| !is_mark(c));
    let hides_dot = base == Some(&'\u{131}') && matches!(c, '\u{300}'..='\u{314}' | '\u{31A}');
    label[at - 1] == c || is_foreign || hides_dot
}
