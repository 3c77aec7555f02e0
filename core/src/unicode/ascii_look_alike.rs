//! Names that look like ASCII (UTS #39 section 4).

use unicode_security::skeleton;

/// Returns the ASCII text that `name` looks like, with the characters above ASCII replaced by the letters that they look
/// like; `None` if `name` is ASCII, or if one of them looks like no ASCII letter.
///
/// ```
/// use iri_core::unicode::ascii_look_alike;
///
/// assert_eq!(ascii_look_alike("p\u{430}ypal").as_deref(), Some("paypal"));
/// assert_eq!(ascii_look_alike("\u{E9}t\u{E9}"), None);
/// ```
pub fn ascii_look_alike(name: &str) -> Option<String> {
    if name.is_ascii() {
        return None;
    }
    let mut ascii = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_ascii() {
            ascii.push(c);
            continue;
        }
        let before = ascii.len();
        ascii.extend(skeleton(c.encode_utf8(&mut [0; 4])));
        let letters = &ascii.as_bytes()[before..];
        if letters.is_empty() || !letters.iter().all(u8::is_ascii_alphabetic) {
            return None;
        }
    }
    Some(ascii)
}
