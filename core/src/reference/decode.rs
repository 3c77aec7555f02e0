//! URI to IRI: RFC 3987 section 3.2, on one component; and the one spelling of a component for comparison.
//!
//! Step 2 turns percent-encodings into bytes, except those of `%`, reserved characters and US-ASCII that a URI may not
//! contain. Steps 3 and 4 restore those that are not UTF-8, and those of characters that sections 2.2, 4.1 and 6.1
//! exclude. A restored percent-encoding has uppercase hex digits; one that was never changed keeps its case (so `%2f`
//! stays, and `%fc` becomes `%FC`).

use crate::reference::class::{Class, class_of};
use crate::reference::dialect::CharacterProduction;
use crate::reference::percent::{encode_byte, encode_char, percent_encoding_at};
use crate::unicode::{CharacterProperties, LeiriGroup};

/// Decodes every percent-encoding of `component` that may be decoded.
pub(super) fn decode_component(component: &str, out: &mut String) {
    decode_where(component, is_appropriate, out);
}

/// Decodes every percent-encoding of `component` that step 2 turns into a character, whether or not people can read it.
pub(crate) fn decode_characters(component: &str) -> String {
    let mut out = String::with_capacity(component.len());
    decode_where(component, |_| true, &mut out);
    out
}

/// Percent-encodes each character that [`decode_component`] would not decode: the text has the same percent-encodings,
/// however many its author wrote. Reserved characters and `%` stay.
pub(super) fn encode_inappropriate(component: &str) -> String {
    let mut out = String::with_capacity(component.len());
    for c in component.chars() {
        let is_kept = if c.is_ascii() { LeiriGroup::from_char(c).is_none() } else { is_appropriate(c) };
        if is_kept { out.push(c) } else { encode_char(c, &mut out) }
    }
    out
}

fn decode_where(component: &str, is_decoded: impl Fn(char) -> bool, out: &mut String) {
    let bytes = component.as_bytes();
    let mut at = 0;
    let mut decoded = Vec::new();
    while let Some(found) = memchr::memchr(b'%', &bytes[at..]) {
        out.push_str(&component[at..at + found]);
        at += found;
        decoded.clear();
        while let Some(byte) = percent_encoding_at(bytes, at).filter(|&byte| is_converted(byte)) {
            decoded.push(byte);
            at += 3;
        }
        if decoded.is_empty() {
            // Reserved, not a URI character, or a `%` without two digits: never changed.
            out.push('%');
            at += 1;
        } else {
            push_bytes(&decoded, &is_decoded, out);
        }
    }
    out.push_str(&component[at..]);
}

/// Returns whether step 2 turns the percent-encoding of `byte` into a byte at all.
fn is_converted(byte: u8) -> bool {
    !byte.is_ascii() || Class::UNRESERVED.intersects(class_of(byte))
}

/// Applies steps 3 and 4.
fn push_bytes(decoded: &[u8], is_decoded: impl Fn(char) -> bool, out: &mut String) {
    for chunk in decoded.utf8_chunks() {
        for c in chunk.valid().chars() {
            if is_decoded(c) && !would_complete_encoding(c, out) {
                out.push(c);
            } else {
                encode_char(c, out);
            }
        }
        chunk.invalid().iter().for_each(|&byte| encode_byte(byte, out));
    }
}

/// Returns whether `c` after `out` would complete a `%` without two digits: `%4%41` would become the percent-encoding of
/// another character.
fn would_complete_encoding(c: char, out: &str) -> bool {
    let is_incomplete = match out.as_bytes() {
        [.., b'%'] => true,
        [.., b'%', digit] => digit.is_ascii_hexdigit(),
        _ => false,
    };
    is_incomplete && c.is_ascii_hexdigit()
}

/// Returns whether a character may be decoded. Section 2.2: `iunreserved`; private use stays encoded too, because it
/// has no public meaning. Section 4.1: no bidi formatting. Section 6.1: no invisible character and nothing like a
/// space.
fn is_appropriate(c: char) -> bool {
    if c.is_ascii() {
        return true; // step 2 accepted only unreserved characters
    }
    CharacterProduction::from_char(c) == CharacterProduction::Ucschar
        && LeiriGroup::from_char(c).is_none()
        && !CharacterProperties::from_char(c).intersects(CharacterProperties::INVISIBLE)
}
