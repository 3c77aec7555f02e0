//! Host parser and serializer (URL Standard, sections 3.3 to 3.5).

use std::borrow::Cow;
use std::fmt::Write;

use idna::AsciiDenyList;
use idna::uts46::{DnsLength, Hyphens, Uts46};

use crate::interop::whatwg::encode_set::EncodeSet;
use crate::interop::whatwg::error::UrlError;
use crate::reference::idna::has_repeated_prefix;
use crate::reference::percent_encoding_at;

/// Parses a host and serializes it. The host of a URL whose scheme is not special is opaque: only percent-encoded.
pub(super) fn parse(host: &str, is_opaque: bool) -> Result<String, UrlError> {
    if let Some(rest) = host.strip_prefix('[') {
        let address = rest.strip_suffix(']').and_then(|address| parse_ipv6(address.as_bytes()));
        return address.map(serialize_ipv6).ok_or(UrlError::Ipv6);
    }
    if is_opaque {
        let is_forbidden = host.contains(is_forbidden_in_host);
        return if is_forbidden { Err(UrlError::Host) } else { Ok(EncodeSet::C0Control.encoded(host)) };
    }
    let bytes = percent_decoded(host);
    let domain = domain_to_ascii(&String::from_utf8_lossy(&bytes)).ok_or(UrlError::Host)?;
    if !ends_in_number(&domain) {
        return Ok(domain);
    }
    parse_ipv4(&domain).map(serialize_ipv4).ok_or(UrlError::Ipv4)
}

/// Returns whether `c` is a forbidden host code point (section 3.1).
fn is_forbidden_in_host(c: char) -> bool {
    matches!(
        c,
        '\0' | '\t' | '\n' | '\r' | ' ' | '#' | '/' | ':' | '<' | '>' | '?' | '@' | '[' | '\\' | ']' | '^' | '|'
    )
}

/// Returns whether `c` is a forbidden domain code point (section 3.1).
fn is_forbidden_in_domain(c: char) -> bool {
    is_forbidden_in_host(c) || matches!(c, '\0'..='\x1F' | '%' | '\x7F')
}

/// Returns the bytes of `text` with its percent-encodings decoded.
fn percent_decoded(text: &str) -> Cow<'_, [u8]> {
    let bytes = text.as_bytes();
    if !bytes.contains(&b'%') {
        return Cow::Borrowed(bytes);
    }
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let byte = percent_encoding_at(bytes, at);
        decoded.push(byte.unwrap_or(bytes[at]));
        at += if byte.is_some() { 3 } else { 1 };
    }
    Cow::Owned(decoded)
}

/// Returns the domain in ASCII (section 3.3, without `beStrict`); `None` if it is empty or invalid. A domain that is
/// already in ASCII is only converted to lowercase, even if IDNA rejects a label.
fn domain_to_ascii(domain: &str) -> Option<String> {
    let ascii = if domain.is_ascii() {
        domain.to_ascii_lowercase()
    } else {
        let bytes = domain.as_bytes();
        let ascii = Uts46::new().to_ascii(bytes, AsciiDenyList::EMPTY, Hyphens::Allow, DnsLength::Ignore);
        ascii.ok().filter(|ascii| !has_repeated_prefix(ascii))?.into_owned()
    };
    (!ascii.is_empty() && !ascii.contains(is_forbidden_in_domain)).then_some(ascii)
}

/// Returns whether the last label is a number, so that the host must be an IPv4 address.
fn ends_in_number(domain: &str) -> bool {
    let domain = domain.strip_suffix('.').unwrap_or(domain);
    let last = domain.rsplit('.').next().unwrap_or(domain);
    !last.is_empty() && (last.bytes().all(|byte| byte.is_ascii_digit()) || parse_ipv4_number(last).is_some())
}

/// Parses one to four numbers, each decimal, octal after `0`, or hexadecimal after `0x`. The last one fills the rest.
fn parse_ipv4(domain: &str) -> Option<u32> {
    let domain = domain.strip_suffix('.').unwrap_or(domain);
    let mut numbers = [0; 4];
    let mut count = 0;
    for label in domain.split('.') {
        *numbers.get_mut(count)? = parse_ipv4_number(label)?;
        count += 1;
    }
    let (last, others) = numbers[..count].split_last()?;
    if others.iter().any(|&number| number > 0xFF) || *last >= 1 << (8 * (5 - count)) {
        return None;
    }
    let high = others.iter().zip([24, 16, 8]).map(|(number, shift)| number << shift).sum::<u64>();
    u32::try_from(high + last).ok()
}

/// Returns the value of a label; `None` if it is not a number. A number that is too large becomes the largest.
fn parse_ipv4_number(label: &str) -> Option<u64> {
    let (digits, radix) = match label.as_bytes() {
        [] => return None,
        [b'0', b'x' | b'X', ..] => (&label[2..], 16),
        [b'0', _, ..] => (&label[1..], 8),
        _ => (label, 10),
    };
    digits.chars().try_fold(0_u64, |value, digit| {
        let digit = digit.to_digit(radix)?;
        Some(value.saturating_mul(u64::from(radix)).saturating_add(u64::from(digit)))
    })
}

fn serialize_ipv4(address: u32) -> String {
    let [a, b, c, d] = address.to_be_bytes();
    format!("{a}.{b}.{c}.{d}")
}

/// Parses the text between the brackets (section 3.4, "IPv6 parser").
fn parse_ipv6(text: &[u8]) -> Option<[u16; 8]> {
    let mut pieces = [0; 8];
    let (mut count, mut compress, mut at) = (0, None, 0);
    if text.starts_with(b":") {
        if !text.starts_with(b"::") {
            return None;
        }
        // The two colons take the place of at least one piece.
        (at, count, compress) = (2, 1, Some(1));
    }
    while at < text.len() {
        if count == 8 {
            return None;
        }
        if text[at] == b':' {
            if compress.is_some() {
                return None;
            }
            (at, count) = (at + 1, count + 1);
            compress = Some(count);
            continue;
        }
        let digits = text[at..].iter().take(4).take_while(|byte| byte.is_ascii_hexdigit()).count();
        let value = text[at..at + digits].iter().fold(0, |value, &digit| value << 4 | hex_digit(digit));
        match text.get(at + digits) {
            Some(b'.') => {
                if digits == 0 || count > 6 {
                    return None;
                }
                let [a, b, c, d] = parse_dotted(&text[at..])?;
                pieces[count] = u16::from_be_bytes([a, b]);
                pieces[count + 1] = u16::from_be_bytes([c, d]);
                count += 2;
                break;
            }
            Some(b':') if at + digits + 1 < text.len() => at += digits + 1,
            Some(_) => return None,
            None => at += digits,
        }
        pieces[count] = value;
        count += 1;
    }
    match compress {
        Some(compress) => pieces[compress..].rotate_right(8 - count),
        None if count != 8 => return None,
        None => {}
    }
    Some(pieces)
}

fn hex_digit(digit: u8) -> u16 {
    char::from(digit).to_digit(16).and_then(|value| u16::try_from(value).ok()).unwrap_or(0)
}

/// Parses four decimal numbers without leading zeros, separated by dots.
fn parse_dotted(text: &[u8]) -> Option<[u8; 4]> {
    let mut numbers = [0; 4];
    let mut count = 0;
    for number in text.split(|&byte| byte == b'.') {
        let is_number = matches!(number, [b'0'] | [b'1'..=b'9', ..]) && number.iter().all(u8::is_ascii_digit);
        let number = std::str::from_utf8(number).ok().filter(|_| is_number)?;
        *numbers.get_mut(count)? = number.parse().ok()?;
        count += 1;
    }
    (count == 4).then_some(numbers)
}

/// Serializes an IPv6 address with its brackets: the first longest run of at least two zeros becomes `::`.
fn serialize_ipv6(pieces: [u16; 8]) -> String {
    let zeros = |start: usize| pieces[start..].iter().take_while(|&&piece| piece == 0).count();
    let (mut run, mut length) = (8, 1);
    for start in 0..8 {
        if zeros(start) > length {
            (run, length) = (start, zeros(start));
        }
    }
    let mut out = String::from("[");
    let mut at = 0;
    while at < 8 {
        if at == run {
            out.push_str(if at == 0 { "::" } else { ":" });
            at += length;
            continue;
        }
        let end = if at == 7 { "" } else { ":" };
        // Writing to a String cannot fail.
        let _ = write!(out, "{:x}{end}", pieces[at]);
        at += 1;
    }
    out.push(']');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv6_address_has_one_form() {
        for (text, expected) in [
            ("0:0:0:0:0:0:0:1", Some("[::1]")),
            ("1:0:0:2:0:0:0:3", Some("[1:0:0:2::3]")),
            ("1::8", Some("[1::8]")),
            ("1:2:3:4:5:6:7::", Some("[1:2:3:4:5:6:7:0]")),
            ("::", Some("[::]")),
            ("::ffff:192.0.2.1", Some("[::ffff:c000:201]")),
            ("1:2:3:4:5:6:7:8:9", None),
            ("::1::", None),
            (":1", None),
            ("1:", None),
            ("::1.2.3", None),
            ("::1.2.3.04", None),
            ("::1.2.3.256", None),
            ("1:2:3:4:5:6:7:1.2.3.4", None),
            ("", None),
            ("::g", None),
        ] {
            assert_eq!(parse(&format!("[{text}]"), false).ok().as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn an_ipv4_address_has_many_notations() {
        for (text, expected) in [
            ("127.1", Ok("127.0.0.1")),
            ("0x7f.0.0.1.", Ok("127.0.0.1")),
            ("0177.0.0.1", Ok("127.0.0.1")),
            ("2130706433", Ok("127.0.0.1")),
            ("0x", Ok("0.0.0.0")),
            ("\u{FF11}\u{FF12}\u{FF17}.0.0.1", Ok("127.0.0.1")),
            ("256.0.0.1", Err(UrlError::Ipv4)),
            ("1.2.3.4.5", Err(UrlError::Ipv4)),
            ("4294967296", Err(UrlError::Ipv4)),
            ("99999999999999999999999999", Err(UrlError::Ipv4)),
            ("08", Err(UrlError::Ipv4)),
            ("a..1", Err(UrlError::Ipv4)),
            ("1a", Ok("1a")),
        ] {
            assert_eq!(parse(text, false), expected.map(str::to_owned), "{text}");
        }
    }
}
