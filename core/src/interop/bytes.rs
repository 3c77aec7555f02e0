//! Parts that several models have: the syntax of a scheme, and percent-decoding and addresses by parsers that work on bytes.

use core::net::Ipv4Addr;

/// Returns whether `text` is a scheme (RFC 3986 section 3.1).
pub(super) fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// Returns the value of the percent-encoding at the start of `bytes`.
pub(super) fn percent_decoded(bytes: &[u8]) -> Option<u8> {
    let [b'%', high, low, ..] = bytes else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    Some(digit(*high)? << 4 | digit(*low)?)
}

/// Returns `bytes` with every percent-encoding decoded; other `%` stay.
pub(super) fn decode_all(bytes: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if let Some(value) = percent_decoded(&bytes[at..]) {
            decoded.push(value);
            at += 3;
        } else {
            decoded.push(byte);
            at += 1;
        }
    }
    decoded
}

/// Appends `byte` to `text` as a percent-encoding.
pub(super) fn push_encoded(text: &mut String, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    text.push('%');
    text.push(char::from(DIGITS[usize::from(byte >> 4)]));
    text.push(char::from(DIGITS[usize::from(byte & 15)]));
}

/// Returns `bytes` as text, with `\xE4` for bytes that are not UTF-8.
pub(super) fn readable(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            text.extend(["\\x".to_owned(), format!("{byte:02x}")]);
        }
    }
    text
}

/// Returns the address that up to four numbers are, of which the last fills the bits that are left (`inet_aton`).
pub(super) fn ipv4_of(parts: &[u32]) -> Option<Ipv4Addr> {
    let (last, first) = parts.split_last()?;
    if first.len() > 3 || first.iter().any(|part| *part > 0xFF) {
        return None;
    }
    let rest_bits = 32 - 8 * u32::try_from(first.len()).ok()?;
    if u64::from(*last) >> rest_bits != 0 {
        return None;
    }
    let start = first.iter().zip([24, 16, 8]).fold(0, |sum, (part, shift)| sum | part << shift);
    Some(Ipv4Addr::from(start | last))
}
