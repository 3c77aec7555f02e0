//! The checks of all browsers, and parts that several browsers have.

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, Script};

use super::letters;

/// The check for which a browser shows a label as its A-label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DisplayCheck {
    /// The label does not decode to a U-label (UTS #46).
    InvalidALabel,
    /// A character is not allowed in identifiers (UTS #39 section 3.1), or the browser excludes it.
    RestrictedCharacter,
    /// The scripts are not "highly restrictive" (UTS #39 section 5.2).
    MixedScripts,
    /// Digits of two numbering systems.
    MixedDigits,
    /// A mark that occurs twice in a row or hides above another, so that it is not visible.
    HiddenMark,
    /// A letter that the browser only allows in the top-level domains of its language.
    OtherDomain,
    /// A middle dot outside Catalan `l·l`.
    MiddleDot,
    /// All letters of its script look like Latin letters.
    WholeScript,
    /// Only digits and characters that look like digits.
    DigitLookAlike,
    /// A Latin letter outside ASCII next to letters of another script.
    AccentedLatin,
    /// A character that looks like punctuation or another letter at this position.
    DangerousPattern,
}

impl DisplayCheck {
    /// Returns the key of this check in JSON.
    pub fn key(self) -> &'static str {
        match self {
            Self::InvalidALabel => "invalid-a-label",
            Self::RestrictedCharacter => "restricted-character",
            Self::MixedScripts => "mixed-scripts",
            Self::MixedDigits => "mixed-digits",
            Self::HiddenMark => "hidden-mark",
            Self::OtherDomain => "other-domain",
            Self::MiddleDot => "middle-dot",
            Self::WholeScript => "whole-script",
            Self::DigitLookAlike => "digit-look-alike",
            Self::AccentedLatin => "accented-latin",
            Self::DangerousPattern => "dangerous-pattern",
        }
    }

    /// Returns the reason in words, to follow "because".
    pub fn reason(self) -> &'static str {
        match self {
            Self::InvalidALabel => "it is not a valid 'xn--' label",
            Self::RestrictedCharacter => "a character is not allowed in identifiers",
            Self::MixedScripts => "it mixes scripts",
            Self::MixedDigits => "it mixes digits of two scripts",
            Self::HiddenMark => "a mark in it is not visible",
            Self::OtherDomain => "a letter is only allowed in other top-level domains",
            Self::MiddleDot => "a middle dot is only allowed in Catalan names",
            Self::WholeScript => "all its letters look like Latin letters",
            Self::DigitLookAlike => "all its characters look like digits",
            Self::AccentedLatin => "it mixes accented Latin letters with another script",
            Self::DangerousPattern => "a character in it looks like another",
        }
    }
}

/// Top-level domain of a host, in both forms.
pub(super) struct TopLevelDomain<'h> {
    pub ascii: &'h str,
    pub unicode: String,
}

/// Returns whether names in `script` are usual below the top-level domain `tld`, which is in Unicode: it is in that
/// script itself, or belongs to a country that uses it.
pub(crate) fn is_usual_in_domain(script: Script, tld: &str) -> bool {
    let known = letters::CHROME.iter().find(|known| known.script == script);
    known.is_some_and(|known| known.domains.contains(&tld)) || tld.chars().any(|c| self::script(c) == script)
}

pub(super) fn script(c: char) -> Script {
    CodePointMapData::<Script>::new().get(c)
}

pub(super) fn category(c: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(c)
}

/// Returns whether the decimal digits of `label` belong to more than one numbering system.
pub(super) fn mixes_digits(label: &[char]) -> bool {
    let mut zeros = label.iter().filter(|&&c| category(c) == GeneralCategory::DecimalNumber).map(|&c| zero_of(c));
    zeros.next().is_some_and(|first| zeros.any(|zero| zero != first))
}

/// Returns the zero of the numbering system of a decimal digit. The digits of a system are ten neighbors.
fn zero_of(digit: char) -> u32 {
    let code = u32::from(digit);
    let is_digit = |code: u32| char::from_u32(code).is_some_and(|c| category(c) == GeneralCategory::DecimalNumber);
    let start = (0..code).rev().find(|&before| !is_digit(before)).map_or(0, |before| before + 1);
    code - (code - start) % 10
}

/// Returns whether all letters of `label` that belong to one of the scripts look like Latin letters, although its
/// top-level domain does not belong to that script.
pub(super) fn is_whole_script_look_alike(
    label: &[char],
    tld: &TopLevelDomain<'_>,
    scripts: &[letters::LatinLookAlikes],
) -> bool {
    scripts.iter().any(|known| {
        let mut own = label.iter().filter(|&&c| script(c) == known.script).peekable();
        let is_at_home =
            || known.domains.contains(&tld.ascii) || tld.unicode.chars().any(|c| script(c) == known.script);
        own.peek().is_some() && own.all(|&c| known.letters.contains(c)) && !is_at_home()
    })
}

/// Returns whether `label` has only digits and characters that look like digits, and at least one of the latter.
pub(super) fn is_digit_look_alike(label: &[char]) -> bool {
    let is_known = |c: char| c.is_ascii_digit() || letters::DIGIT_LOOK_ALIKES.contains(c);
    label.iter().all(|&c| is_known(c)) && label.iter().any(|c| !c.is_ascii_digit())
}

/// Returns whether the middle dot at `at` of `label` is not that of Catalan.
pub(super) fn is_odd_middle_dot(label: &[char], at: usize, tld: &TopLevelDomain<'_>) -> bool {
    let is_between = at > 0 && label[at - 1] == 'l' && label.get(at + 1) == Some(&'l');
    label[at] == '\u{B7}' && !(tld.ascii == "cat" && is_between)
}

/// Returns whether `c` is a letter that browsers only allow in the top-level domains of Iceland, the Faroe Islands and
/// Azerbaijan.
pub(super) fn is_of_other_domain(c: char, tld: &TopLevelDomain<'_>) -> bool {
    match c {
        '\u{FE}' | '\u{F0}' => !matches!(tld.ascii, "is" | "fo"),
        '\u{259}' => tld.ascii != "az",
        _ => false,
    }
}
