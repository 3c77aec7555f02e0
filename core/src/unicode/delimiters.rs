//! Characters that look like the delimiters of a reference (UTS #39 section 4).

/// Delimiters of a reference and of its parts, `%`, and the brackets that texts put around references.
const DELIMITERS: [char; 13] = ['/', ':', '.', '?', '#', '@', '\\', '%', ';', '=', '&', '<', '>'];

/// Returns the delimiter that `c` looks like, or that is part of what it looks like; `None` for other characters and
/// for ASCII.
///
/// ```
/// use iri_core::unicode::delimiter_look_alike;
///
/// assert_eq!(delimiter_look_alike('\u{2215}'), Some('/'));
/// assert_eq!(delimiter_look_alike('\u{E9}'), None);
/// ```
pub fn delimiter_look_alike(c: char) -> Option<char> {
    match c {
        _ if c.is_ascii() => None,
        // The confusables do not contain these. IDNA replaces the full stops with '.'.
        '\u{337}' | '\u{338}' => Some('/'),
        '\u{203D}' => Some('?'),
        '\u{3002}' | '\u{FE52}' | '\u{FF0E}' | '\u{FF61}' => Some('.'),
        // The confusables compose percent signs of a ring, a slash and zeros.
        '\u{609}' | '\u{60A}' | '\u{66A}' | '\u{2030}' | '\u{2031}' | '\u{2052}' => Some('%'),
        _ => unicode_security::skeleton(c.encode_utf8(&mut [0; 4])).find(|part| DELIMITERS.contains(part)),
    }
}
