//! What the address bar of a browser shows for an internationalized host: each label in Unicode or as its A-label.
//!
//! A browser shows a label in Unicode only if it passes checks against look-alikes. The checks are those that Chrome
//! and Firefox publish: [Chrome's policy for internationalized domain names][chrome], and `nsIDNService` of Firefox.
//! One check needs data that is not shipped, and is left out: Chrome also shows the A-labels of a host that looks like
//! one of the most visited domains, for example with one accent more.
//!
//! [chrome]: https://chromium.googlesource.com/chromium/src/+/main/docs/idn.md

mod chrome;
mod firefox;
mod letters;

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, Script};

use crate::reference::idna;

/// A browser whose policy is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Browser {
    /// Chrome, and other browsers built on Chromium.
    Chrome,
    /// Firefox.
    Firefox,
}

impl Browser {
    /// All browsers, in the order of the JSON output.
    pub const ALL: [Self; 2] = [Self::Chrome, Self::Firefox];

    /// Returns the key of this browser in JSON.
    pub fn key(self) -> &'static str {
        match self {
            Self::Chrome => "chrome",
            Self::Firefox => "firefox",
        }
    }

    /// Returns the name of this browser.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chrome => "Chrome",
            Self::Firefox => "Firefox",
        }
    }

    fn check(self, label: &[char], tld: &TopLevelDomain<'_>) -> Option<DisplayCheck> {
        match self {
            Self::Chrome => chrome::check(label, tld),
            Self::Firefox => firefox::check(label, tld),
        }
    }
}

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

/// An internationalized label, and how a browser shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DisplayedLabel {
    /// The label in ASCII.
    pub ascii: String,
    /// The label in Unicode; the A-label itself if it does not decode.
    pub unicode: String,
    /// The check for which the browser shows the A-label; `None` if it shows Unicode.
    pub check: Option<DisplayCheck>,
}

/// What the address bar of a browser shows for a host.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AddressBar {
    /// The host as it is shown.
    pub host: String,
    /// The internationalized labels.
    pub labels: Vec<DisplayedLabel>,
}

/// Top-level domain of a host, in both forms.
struct TopLevelDomain<'h> {
    ascii: &'h str,
    unicode: String,
}

/// Returns what `browser` shows for `host`, which is in ASCII as [`Parser::Whatwg`](super::Parser::Whatwg) reports it;
/// `None` if no label is internationalized.
///
/// ```
/// use iri_core::interop::{Browser, DisplayCheck, address_bar};
///
/// let shown = address_bar("xn--80ak6aa92e.com", Browser::Chrome).expect("it has an A-label");
/// assert_eq!(shown.host, "xn--80ak6aa92e.com");
/// assert_eq!(shown.labels[0].check, Some(DisplayCheck::WholeScript));
/// assert_eq!(address_bar("xn--bcher-kva.de", Browser::Chrome).expect("it has an A-label").host, "b\u{FC}cher.de");
/// assert_eq!(address_bar("example.com", Browser::Chrome), None);
/// ```
pub fn address_bar(host: &str, browser: Browser) -> Option<AddressBar> {
    host.split('.').find_map(idna::punycode_of)?;
    let ascii = host.split('.').rfind(|label| !label.is_empty()).unwrap_or_default();
    let tld = TopLevelDomain { ascii, unicode: idna::to_unicode(ascii) };
    let mut labels = Vec::new();
    let shown = host.split('.').map(|label| {
        if idna::punycode_of(label).is_none() {
            return label.to_owned();
        }
        let unicode = idna::to_unicode(label);
        let check = if unicode == label {
            Some(DisplayCheck::InvalidALabel)
        } else {
            browser.check(&unicode.chars().collect::<Vec<_>>(), &tld)
        };
        let shown = if check.is_none() { unicode.clone() } else { label.to_owned() };
        labels.push(DisplayedLabel { ascii: label.to_owned(), unicode, check });
        shown
    });
    let host = shown.collect::<Vec<_>>().join(".");
    Some(AddressBar { host, labels })
}

fn script(c: char) -> Script {
    CodePointMapData::<Script>::new().get(c)
}

fn category(c: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(c)
}

/// Returns whether the decimal digits of `label` belong to more than one numbering system.
fn mixes_digits(label: &[char]) -> bool {
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
fn is_whole_script_look_alike(label: &[char], tld: &TopLevelDomain<'_>, scripts: &[letters::LatinLookAlikes]) -> bool {
    scripts.iter().any(|known| {
        let mut own = label.iter().filter(|&&c| script(c) == known.script).peekable();
        let is_at_home =
            || known.domains.contains(&tld.ascii) || tld.unicode.chars().any(|c| script(c) == known.script);
        own.peek().is_some() && own.all(|&c| known.letters.contains(c)) && !is_at_home()
    })
}

/// Returns whether `label` has only digits and characters that look like digits, and at least one of the latter.
fn is_digit_look_alike(label: &[char]) -> bool {
    let is_known = |c: char| c.is_ascii_digit() || letters::DIGIT_LOOK_ALIKES.contains(c);
    label.iter().all(|&c| is_known(c)) && label.iter().any(|c| !c.is_ascii_digit())
}

/// Returns whether the middle dot at `at` of `label` is not that of Catalan.
fn is_odd_middle_dot(label: &[char], at: usize, tld: &TopLevelDomain<'_>) -> bool {
    let is_between = at > 0 && label[at - 1] == 'l' && label.get(at + 1) == Some(&'l');
    label[at] == '\u{B7}' && !(tld.ascii == "cat" && is_between)
}

/// Returns whether `c` is a letter that browsers only allow in the top-level domains of Iceland, the Faroe Islands and
/// Azerbaijan.
fn is_of_other_domain(c: char, tld: &TopLevelDomain<'_>) -> bool {
    match c {
        '\u{FE}' | '\u{F0}' => !matches!(tld.ascii, "is" | "fo"),
        '\u{259}' => tld.ascii != "az",
        _ => false,
    }
}
