//! pct-encoded = "%" HEXDIG HEXDIG                                              RFC 3986 section 2.1

use std::borrow::Cow;

use crate::reference::class::{Class, class_of};

/// Percent-encoding: one `%HH` of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PercentEncoding {
    /// Byte offset of the `%`.
    pub start: usize,
    /// Encoded byte.
    pub byte: u8,
}

/// Returns the value of a hex digit, uppercase or lowercase; `None` if `byte` is not one.
pub const fn hex_value(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

/// Returns the byte whose percent-encoding starts at byte `at`; `None` if none does.
pub fn percent_encoding_at(bytes: &[u8], at: usize) -> Option<u8> {
    match bytes.get(at..at + 3) {
        Some(&[b'%', high, low]) => Some(hex_value(high)? << 4 | hex_value(low)?),
        _ => None,
    }
}

/// Returns every percent-encoding of `bytes`, in order.
///
/// ```
/// use iri_core::reference::percent_encodings;
///
/// let bytes: Vec<_> = percent_encodings(b"%41%C3%zz").map(|encoding| (encoding.start, encoding.byte)).collect();
/// assert_eq!(bytes, [(0, 0x41), (3, 0xC3)]);
/// ```
pub fn percent_encodings(bytes: &[u8]) -> impl Iterator<Item = PercentEncoding> + '_ {
    memchr::memchr_iter(b'%', bytes)
        .filter_map(|start| percent_encoding_at(bytes, start).map(|byte| PercentEncoding { start, byte }))
}

/// Returns whether each `%` starts a percent-encoding.
pub(super) fn are_whole(bytes: &[u8]) -> bool {
    memchr::memchr_iter(b'%', bytes).all(|at| percent_encoding_at(bytes, at).is_some())
}

/// Kinds of percent signs in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PercentKinds(u8);

impl PercentKinds {
    /// A `%` that starts no percent-encoding.
    pub const STRAY: Self = Self(1 << 0);
    /// `%25`.
    pub const PERCENT: Self = Self(1 << 1);
    /// A byte above 0x7F.
    pub const HIGH: Self = Self(1 << 2);
    /// An unreserved character.
    pub const UNRESERVED: Self = Self(1 << 3);
    /// A lowercase hex digit.
    pub const LOWERCASE: Self = Self(1 << 4);

    /// A bracket that closes a placeholder.
    pub const BRACKET: Self = Self(1 << 5);
    /// `#`, `&` or `;`.
    pub const MARK: Self = Self(1 << 6);

    /// Returns the kinds that occur in `bytes`.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        memchr::memchr_iter(b'%', bytes).fold(Self::default(), |kinds, at| kinds.or(Self::at(bytes, at)))
    }

    /// Returns the kinds of the percent sign at byte `at`.
    fn at(bytes: &[u8], at: usize) -> Self {
        let Some(byte) = percent_encoding_at(bytes, at) else { return Self::STRAY };
        let kind = match byte {
            b'%' => Self::PERCENT,
            b'>' | b']' | b'}' => Self::BRACKET,
            b'#' | b'&' | b';' => Self::MARK,
            0x80.. => Self::HIGH,
            _ if class_of(byte).intersects(Class::UNRESERVED) => Self::UNRESERVED,
            _ => Self::default(),
        };
        // Among hex digits only `a` to `f` have both the bit of lowercase letters and the bit that separates letters from
        // digits.
        let is_lowercase = (bytes[at + 1] & 0x60) == 0x60 || (bytes[at + 2] & 0x60) == 0x60;
        if is_lowercase { kind.or(Self::LOWERCASE) } else { kind }
    }

    const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether the two sets have a kind in common.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// Appends the percent-encodings of the UTF-8 bytes of `c`, with uppercase hex digits.
pub fn encode_char(c: char, out: &mut String) {
    for byte in c.encode_utf8(&mut [0; 4]).bytes() {
        encode_byte(byte, out);
    }
}

/// Percent-encodes every character of `text`.
pub fn encode_str(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 3);
    for c in text.chars() {
        encode_char(c, &mut out);
    }
    out
}

/// Percent-encodes everything above ASCII in `text`.
pub fn encode_non_ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 3);
    for c in text.chars() {
        if c.is_ascii() {
            out.push(c);
        } else {
            encode_char(c, &mut out);
        }
    }
    out
}

/// Appends the percent-encoding of one byte.
pub fn encode_byte(byte: u8, out: &mut String) {
    const HEX: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];
    out.extend(['%', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 0xF)]]);
}

/// Returns `text` with every percent-encoding decoded; `None` if the result is not UTF-8.
///
/// ```
/// use iri_core::reference::percent_decoded;
///
/// assert_eq!(percent_decoded("a%20b%C3%A9%").as_deref(), Some("a b\u{E9}%"));
/// assert_eq!(percent_decoded("%FF"), None);
/// ```
pub fn percent_decoded(text: &str) -> Option<Cow<'_, str>> {
    match percent_decoded_bytes(text) {
        Cow::Borrowed(_) => Some(Cow::Borrowed(text)),
        Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
    }
}

/// Returns the bytes of `text` with every percent-encoding decoded.
pub fn percent_decoded_bytes(text: &str) -> Cow<'_, [u8]> {
    let bytes = text.as_bytes();
    if !text.contains('%') {
        return Cow::Borrowed(bytes);
    }
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let decoded = percent_encoding_at(bytes, at);
        out.push(decoded.unwrap_or(byte));
        at += if decoded.is_some() { "%HH".len() } else { 1 };
    }
    Cow::Owned(out)
}
