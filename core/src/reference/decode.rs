//! URI to IRI: RFC 3987 section 3.2, on one component.
//!
//! Step 2 turns triplets into octets, but for those of `%`, reserved characters and US-ASCII that no
//! URI holds. Steps 3 and 4 put back those that are no UTF-8, and those that spell a character which
//! sections 2.2, 4.1 and 6.1 bar. What is put back is in upper case; what was never touched keeps its
//! case (so `%2f` stays, and `%fc` becomes `%FC`).

use crate::reference::class::{Class, class_of};
use crate::reference::dialect::Beyond;
use crate::reference::percent::{encode_octet, triplet_at};
use crate::unicode::{CharacterProperties, LeiriGroup};

/// `component` with every triplet decoded that may be.
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
            // Reserved, no URI character, or a `%` that opens no triplet: never touched.
            out.push('%');
            at += 1;
        } else {
            push_octets(&octets, out);
        }
    }
    out.push_str(&component[at..]);
}

/// Step 2: whether the triplet of `octet` becomes an octet at all.
fn is_converted(octet: u8) -> bool {
    !octet.is_ascii() || Class::UNRESERVED.intersects(class_of(octet))
}

/// Steps 3 and 4.
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

/// Section 2.2: `iunreserved`; private use too stays encoded, for nobody can read it. Section 4.1: no
/// bidi formatting. Section 6.1: nothing that looks like a space or like nothing.
fn is_appropriate(c: char) -> bool {
    if c.is_ascii() {
        return true; // step 2 let only unreserved characters through
    }
    Beyond::from_char(c) == Beyond::Ucschar
        && LeiriGroup::from_char(c).is_none()
        && !CharacterProperties::from_char(c).intersects(CharacterProperties::INVISIBLE)
}
