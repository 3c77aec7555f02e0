//! The Bidi Rule of RFC 5893 section 2, for the labels of a domain name that has a right-to-left label.
//!
//! ```text
//! 1. The first character is L, R or AL: R or AL make an RTL label, L an LTR label.
//! 2. An RTL label contains only R, AL, AN, EN, ES, CS, ET, ON, BN, NSM.
//! 3. An RTL label ends with R, AL, EN or AN, and any number of NSM.
//! 4. An RTL label has EN or AN, not both.
//! 5. An LTR label contains only L, EN, ES, CS, ET, ON, BN, NSM.
//! 6. An LTR label ends with L or EN, and any number of NSM.
//! ```

use std::borrow::Cow;

use unicode_bidi::BidiClass::{self, AL, AN, BN, CS, EN, ES, ET, L, NSM, ON, R};

use super::DisplayOrder;
use crate::reference::idna;

/// Violation of a condition of RFC 5893 section 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BidiRuleViolation {
    /// Number of the condition, 1 to 6.
    pub rule: u8,
    /// Character that violates it.
    pub character: char,
}

/// Returns the U-label of `label`: decodes an A-label and returns any other label unchanged.
pub fn u_label(label: &str) -> Cow<'_, str> {
    match idna::punycode_of(label).and_then(idna::decode_punycode) {
        Some(decoded) => Cow::Owned(decoded),
        None => Cow::Borrowed(label),
    }
}

/// Returns whether a U-label is an RTL label, which makes its domain name a Bidi domain name (RFC 5893 section 1.4).
pub fn is_rtl(u_label: &str) -> bool {
    u_label.chars().any(|c| matches!(class(c), R | AL | AN))
}

/// Returns the first condition that a U-label of a Bidi domain name violates.
pub fn broken(u_label: &str) -> Option<BidiRuleViolation> {
    let first = u_label.chars().next()?;
    match class(first) {
        R | AL => broken_rtl(u_label),
        L => broken_ltr(u_label),
        _ => Some(BidiRuleViolation { rule: 1, character: first }),
    }
}

fn broken_rtl(label: &str) -> Option<BidiRuleViolation> {
    let alien = label.chars().find(|&c| !matches!(class(c), R | AL | AN | EN | ES | CS | ET | ON | BN | NSM));
    let second_kind = || {
        let mut numbers = label.chars().filter(|&c| matches!(class(c), EN | AN));
        let first = class(numbers.next()?);
        numbers.find(|&c| class(c) != first)
    };
    let broken = |rule| move |character| BidiRuleViolation { rule, character };
    alien
        .map(broken(2))
        .or_else(|| bad_end(label, |class| matches!(class, R | AL | EN | AN)).map(broken(3)))
        .or_else(|| second_kind().map(broken(4)))
}

fn broken_ltr(label: &str) -> Option<BidiRuleViolation> {
    let alien = label.chars().find(|&c| !matches!(class(c), L | EN | ES | CS | ET | ON | BN | NSM));
    let broken = |rule| move |character| BidiRuleViolation { rule, character };
    alien.map(broken(5)).or_else(|| bad_end(label, |class| matches!(class, L | EN)).map(broken(6)))
}

/// Returns the last character that is not a mark; `None` if its class is allowed.
fn bad_end(label: &str, is_allowed: impl Fn(BidiClass) -> bool) -> Option<char> {
    label.chars().rev().find(|&c| class(c) != NSM).filter(|&c| !is_allowed(class(c)))
}

fn class(c: char) -> BidiClass {
    DisplayOrder::Rfc.class(c)
}
