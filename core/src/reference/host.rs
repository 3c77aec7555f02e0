//! ihost = IP-literal / IPv4address / ireg-name                                 RFC 3987 section 2.2
//!
//! The alternatives are tried in that order and the first match wins (RFC 3986 section 3.2.2), so `256.1.1.1` is a
//! registered name.

use crate::reference::class::{Class, class_of};

/// Alternative of `ihost` that a host matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HostKind {
    /// `ireg-name`, including an empty one.
    RegName,
    /// `IPv4address`.
    Ipv4,
    /// `"[" IPv6address "]"`, or a text that starts like one.
    Ipv6,
    /// `"[" IPvFuture "]"`, or a text that starts like one.
    IpvFuture,
}

impl HostKind {
    /// Returns the name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RegName => "reg-name",
            Self::Ipv4 => "ipv4",
            Self::Ipv6 => "ipv6",
            Self::IpvFuture => "ipvfuture",
        }
    }

    /// Returns the kind of a host, which includes its brackets.
    pub(super) fn detect(host: &[u8]) -> Self {
        match host {
            [b'[', b'v' | b'V', ..] => Self::IpvFuture,
            [b'[', ..] => Self::Ipv6,
            _ if is_ipv4(host) => Self::Ipv4,
            _ => Self::RegName,
        }
    }
}

/// Returns whether `text` is an IPv4 address:
///
/// IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet       RFC 3986 section 3.2.2
pub fn is_ipv4(text: &[u8]) -> bool {
    // The shortest is 0.0.0.0, the longest 255.255.255.255.
    (7..=15).contains(&text.len())
        && text[0].is_ascii_digit()
        && text.split(|&b| b == b'.').count() == 4
        && text.split(|&b| b == b'.').all(is_dec_octet)
}

/// Returns whether `text` is a `dec-octet`: 0 to 255 without leading zeros.
fn is_dec_octet(text: &[u8]) -> bool {
    match *text {
        [a] => a.is_ascii_digit(),
        [b'1'..=b'9', b] => b.is_ascii_digit(),
        [b'1', b, c] => b.is_ascii_digit() && c.is_ascii_digit(),
        [b'2', b'0'..=b'4', c] => c.is_ascii_digit(),
        [b'2', b'5', b'0'..=b'5'] => true,
        _ => false,
    }
}

/// Returns whether `text`, without brackets, is an IPv6 address: eight `h16`, of which the last two may be an
/// IPv4address, and one run of at least one may be `::`.
pub fn is_ipv6(text: &[u8]) -> bool {
    if text.len() > 45 {
        return false;
    }
    let Some(gap) = text.windows(2).position(|pair| pair == b"::") else {
        return groups(text, true) == Some(8);
    };
    let (before, after) = (&text[..gap], &text[gap + 2..]);
    let count = |part: &[u8], last| if part.is_empty() { Some(0) } else { groups(part, last) };
    match (count(before, false), count(after, true)) {
        (Some(left), Some(right)) => left + right <= 7,
        _ => false,
    }
}

/// Returns the number of 16-bit groups in `h16 *( ":" h16 )`; an IPv4 address counts as two at the end if `last` is
/// true.
fn groups(text: &[u8], last: bool) -> Option<usize> {
    let mut parts = text.split(|&b| b == b':').peekable();
    let mut count = 0;
    while let Some(part) = parts.next() {
        count += match part.len() {
            1..=4 if part.iter().all(u8::is_ascii_hexdigit) => 1,
            _ if last && parts.peek().is_none() && is_ipv4(part) => 2,
            _ => return None,
        };
    }
    Some(count)
}

/// Returns whether `text`, without brackets, is an `IPvFuture`:
///
/// IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )        RFC 3986 section 3.2.2
///
/// Strings in ABNF ignore case, so `V` is allowed too.
pub fn is_ipvfuture(text: &[u8]) -> bool {
    let [b'v' | b'V', rest @ ..] = text else { return false };
    let Some(dot) = rest.iter().position(|&b| b == b'.') else { return false };
    let (version, address) = (&rest[..dot], &rest[dot + 1..]);
    !version.is_empty()
        && version.iter().all(u8::is_ascii_hexdigit)
        && !address.is_empty()
        && address.iter().all(|&b| Class::USERINFO.intersects(class_of(b)))
}
