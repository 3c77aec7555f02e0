//! Derived property of IDNA2008: whether a code point may be in a label that is registered (RFC 5892).
//!
//! ```text
//! Exceptions ─▶ Unassigned ─▶ LDH ─▶ JoinControl ─▶ Unstable, Ignorable*, OldHangulJamo ─▶ LetterDigits ─▶ DISALLOWED
//! ```

use icu_properties::props::{
    ChangesWhenNfkcCasefolded, DefaultIgnorableCodePoint, GeneralCategory, HangulSyllableType, NoncharacterCodePoint,
    WhiteSpace,
};
use icu_properties::{CodePointMapData, CodePointSetData};

/// Derived property of a code point (RFC 5892 section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IdnaProperty {
    /// PVALID: allowed in a label.
    Valid,
    /// CONTEXTJ: a joiner, allowed next to certain characters.
    ContextJ,
    /// CONTEXTO: allowed next to certain characters.
    ContextO,
    /// DISALLOWED: in no label.
    Disallowed,
    /// UNASSIGNED: not assigned in this version of Unicode.
    Unassigned,
}

impl IdnaProperty {
    /// Returns the property of `c`.
    ///
    /// ```
    /// use iri_core::unicode::IdnaProperty;
    ///
    /// assert_eq!(IdnaProperty::from_char('\u{E9}'), IdnaProperty::Valid);
    /// assert_eq!(IdnaProperty::from_char('\u{2665}'), IdnaProperty::Disallowed);
    /// ```
    pub fn from_char(c: char) -> Self {
        if let Some(exception) = exception(c) {
            return exception;
        }
        let category = CodePointMapData::<GeneralCategory>::new().get(c);
        if category == GeneralCategory::Unassigned && !is_noncharacter(c) {
            return Self::Unassigned;
        }
        match c {
            'a'..='z' | '0'..='9' | '-' => Self::Valid,
            '\u{200C}' | '\u{200D}' => Self::ContextJ,
            _ if is_unstable_or_ignorable(c) || is_old_hangul_jamo(c) => Self::Disallowed,
            _ if is_letter_or_digit(category) => Self::Valid,
            _ => Self::Disallowed,
        }
    }
}

/// Returns the property of the code points of section 2.6.
const fn exception(c: char) -> Option<IdnaProperty> {
    match c {
        '\u{DF}' | '\u{3C2}' | '\u{6FD}' | '\u{6FE}' | '\u{F0B}' | '\u{3007}' => Some(IdnaProperty::Valid),
        '\u{B7}' | '\u{375}' | '\u{5F3}' | '\u{5F4}' | '\u{30FB}' | '\u{660}'..='\u{669}' | '\u{6F0}'..='\u{6F9}' => {
            Some(IdnaProperty::ContextO)
        }
        '\u{640}' | '\u{7FA}' | '\u{302E}' | '\u{302F}' | '\u{3031}'..='\u{3035}' | '\u{303B}' => {
            Some(IdnaProperty::Disallowed)
        }
        _ => None,
    }
}

/// Returns whether `c` is in Unstable, IgnorableProperties or IgnorableBlocks (sections 2.2 to 2.4). A character that
/// NFKC_Casefold changes is unstable, or ignorable because that mapping removes it.
fn is_unstable_or_ignorable(c: char) -> bool {
    CodePointSetData::new::<ChangesWhenNfkcCasefolded>().contains(c)
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        || CodePointSetData::new::<WhiteSpace>().contains(c)
        || is_noncharacter(c)
        || matches!(c, '\u{20D0}'..='\u{20FF}' | '\u{1D100}'..='\u{1D24F}')
}

fn is_noncharacter(c: char) -> bool {
    CodePointSetData::new::<NoncharacterCodePoint>().contains(c)
}

/// Returns whether `c` is in OldHangulJamo (section 2.9).
fn is_old_hangul_jamo(c: char) -> bool {
    use HangulSyllableType as Type;
    matches!(CodePointMapData::<Type>::new().get(c), Type::LeadingJamo | Type::VowelJamo | Type::TrailingJamo)
}

/// Returns whether the category is one of LetterDigits (section 2.1).
const fn is_letter_or_digit(category: GeneralCategory) -> bool {
    use GeneralCategory as G;
    matches!(
        category,
        G::LowercaseLetter
            | G::UppercaseLetter
            | G::OtherLetter
            | G::DecimalNumber
            | G::ModifierLetter
            | G::NonspacingMark
            | G::SpacingMark
    )
}
