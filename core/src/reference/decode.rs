//! URI to IRI: RFC 3987 section 3.2, on one component.
//!
//! Step 2 turns percent-encodings into bytes, except those of `%`, reserved characters and US-ASCII that a URI may not
//! contain. Steps 3 and 4 restore those that are not UTF-8, and those of characters that sections 2.2, 4.1 and 6.1
//! exclude. A restored percent-encoding has uppercase hex digits; one that was never changed keeps its case (so `%2f`
//! stays, and `%fc` becomes `%FC`).

use crate::reference::class::{Class, class_of};
use crate::reference::dialect::Beyond;
use crate::reference::percent::{encode_octet, triplet_at};
use crate::unicode::{CharacterProperties, LeiriGroup};

/// Decodes every percent-encoding of `component` that may be decoded.
pub(super) fn decode_component(component: &str, out: &mut String) {
    let bytes = component.as_bytes();
    let mut at = 0;
    let mut octets = Vec::new();
    while let Some(found) = memchr::memchr(b'%', &bytes[at..]) {
        out.push_str(&component[at..at + found]);
        at += found;
        octets.clear();
        while let Some(octet) = triplet_at(bytes, at).filter(|&octet| is_converted(octet)) {
            octets.push(octet);
            at += 3;
        }
        if octets.is_empty() {
            // Reserved, not a URI character, or a `%` without two digits: never changed.
            out.push('%');
            at += 1;
        } else {
            push_octets(&octets, out);
        }
    }
    out.push_str(&component[at..]);
}

/// Returns whether step 2 turns the percent-encoding of `octet` into a byte at all.
fn is_converted(octet: u8) -> bool {
    !octet.is_ascii() || Class::UNRESERVED.intersects(class_of(octet))
}

/// Applies steps 3 and 4.
fn push_octets(octets: &[u8], out: &mut String) {
    for chunk in octets.utf8_chunks() {
        for c in chunk.valid().chars() {
            if is_appropriate(c) {
                out.push(c);
            } else {
                c.encode_utf8(&mut [0; 4]).bytes().for_each(|octet| encode_octet(octet, out));
            }
        }
        chunk.invalid().iter().for_each(|&octet| encode_octet(octet, out));
    }
}

/// Returns whether a character may be decoded. Section 2.2: `iunreserved`; private use stays encoded too, because it
/// has no public meaning. Section 4.1: no bidi formatting. Section 6.1: no invisible character and nothing like a
/// space.
fn is_appropriate(c: char) -> bool {
    if c.is_ascii() {
        return true; // step 2 accepted only unreserved characters
    }
    Beyond::from_char(c) == Beyond::Ucschar
        && LeiriGroup::from_char(c).is_none()
        && !CharacterProperties::from_char(c).intersects(CharacterProperties::INVISIBLE)
}
