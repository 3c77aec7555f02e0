//! References that start with `&`.
//!
//! ```text
//! Reference     ::= EntityRef | CharRef                                      XML 1.0 production 67
//! EntityRef     ::= '&' Name ';'                                                       production 68
//! CharRef       ::= '&#' [0-9]+ ';' | '&#x' [0-9a-fA-F]+ ';'                           production 66
//! Char          ::= #x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF]         2
//! Char          ::= [#x1-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF]          XML 1.1 production 2
//! Name          ::= NameStartChar (NameChar)*                                                      5
//! ```

use super::issue::DecodeIssueKind;

/// XmlReference of a `&`.
pub(crate) enum XmlReference<'t> {
    /// A character reference or a predefined entity. An invalid reference, or one to an invalid character, has the
    /// issue that the character represents.
    Character(char, Option<DecodeIssueKind>),
    /// A reference to an entity with that name.
    Entity(&'t str),
}

/// Returns the length in bytes of the reference at the start of `text`, which starts with `&`, and its reference.
pub(crate) fn reference(text: &str, is_xml_1_1: bool) -> (usize, XmlReference<'_>) {
    let after = &text[1..];
    let parsed = match after.strip_prefix('#') {
        Some(number) => character_reference(number, is_xml_1_1).map(|(length, reference)| (length + 2, reference)),
        None => name(after).map(|name| (name.len() + 2, named(name))),
    };
    let closed = parsed.filter(|(length, _)| text.as_bytes().get(length - 1) == Some(&b';'));
    closed.unwrap_or((1, XmlReference::Character('&', Some(DecodeIssueKind::RawAmpersand))))
}

fn named(name: &str) -> XmlReference<'_> {
    let c = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => return XmlReference::Entity(name),
    };
    XmlReference::Character(c, None)
}

/// Returns the length of the digits and the `;` after `&#`, and the character.
fn character_reference(number: &str, is_xml_1_1: bool) -> Option<(usize, XmlReference<'static>)> {
    let (digits, radix) = match number.strip_prefix('x') {
        Some(hex) => (hex, 16),
        None => (number, 10),
    };
    let length = digits.find(|c: char| !c.is_digit(radix)).filter(|&length| length > 0)?;
    let code = digits[..length]
        .chars()
        .filter_map(|digit| digit.to_digit(radix))
        .fold(0u32, |code, digit| code.saturating_mul(radix).saturating_add(digit));
    Some((number.len() - digits.len() + length + 1, character(code, is_xml_1_1)))
}

fn character(code: u32, is_xml_1_1: bool) -> XmlReference<'static> {
    let (c, issue) = match char::from_u32(code) {
        Some(c) if is_xml_character(c) || (is_xml_1_1 && matches!(c, '\u{1}'..='\u{1F}')) => (c, None),
        None if (0xD800..0xE000).contains(&code) => ('\u{FFFD}', Some(DecodeIssueKind::Surrogate(code))),
        _ => ('\u{FFFD}', Some(DecodeIssueKind::NonXmlCharacter(code))),
    };
    XmlReference::Character(c, issue)
}

/// Returns whether `c` is a `Char`, production 2.
pub(crate) const fn is_xml_character(c: char) -> bool {
    !matches!(c, '\0'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}')
}

/// Returns the Name at the start of `text`.
pub(crate) fn name(text: &str) -> Option<&str> {
    text.starts_with(is_name_start).then(|| &text[..text.find(|c| !is_name(c)).unwrap_or(text.len())])
}

/// Returns whether `c`, which is not ASCII, is a `PN_CHARS` of Turtle: the same characters as a NameChar.
#[cfg(feature = "rdf")]
pub(super) const fn is_local_name_character(c: char) -> bool {
    is_name(c)
}

/// Returns whether `c` is a NameStartChar, production 4.
const fn is_name_start(c: char) -> bool {
    matches!(c,
        ':' | '_' | 'A'..='Z' | 'a'..='z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}' | '\u{200D}' | '\u{2070}'..='\u{218F}'
        | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}'
        | '\u{10000}'..='\u{EFFFF}')
}

/// Returns whether `c` is a NameChar, production 4a.
const fn is_name(c: char) -> bool {
    is_name_start(c) || matches!(c, '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}' | '\u{2040}')
}
