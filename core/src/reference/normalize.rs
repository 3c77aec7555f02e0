//! Normalization of RFC 3987 section 5.3: each level includes those above it in this table.
//!
//! | level | what becomes equal |
//! |--|--|
//! | string | only equal strings |
//! | case | uppercase and lowercase in scheme and host (US-ASCII letters without marks), `%2f` and `%2F` |
//! | character | texts with the same NFC |
//! | percent | texts that are converted to one URI: a character and its percent-encoding, unless it is a delimiter |
//! | path | a path with `.` and `..` segments, and the path without them |
//! | scheme | empty, default and missing ports, an empty path after an authority and `/`, U-labels and A-labels, numbers and parameters of `geo`, `tel`, `sip`, … |
//!
//! Section 5.3.2.2 forbids software to apply NFC when it decides whether two references are equivalent. If two
//! references are equal only on the level `character` or above, perhaps their authors should have normalized them.
//! [`compare`](crate::reference::compare) returns the level, so that the caller decides.

mod rewritten;
mod schemes;

use core::net::Ipv6Addr;
use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;
use icu_normalizer::properties::CanonicalCombiningClassMapBorrowed;

use crate::reference::decode::{decode_characters, encode_inappropriate};
use crate::reference::host::is_ipv6;
use crate::reference::idna;
use crate::reference::normalize::rewritten::{AuthorityParts, Parts};
use crate::reference::parse::Reference;
use crate::reference::percent::{percent_encoding_at, percent_encodings};
use crate::reference::resolve::{protect_slashes, remove_dot_segments};
use crate::text::impl_names;

/// Level of normalization, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NormalizationLevel {
    /// Simple string comparison, section 5.3.1.
    String,
    /// Case normalization, section 5.3.2.1.
    Case,
    /// Character normalization (NFC), section 5.3.2.2.
    Character,
    /// Percent-encoding normalization, section 5.3.2.3.
    Percent,
    /// Path segment normalization, section 5.3.2.4.
    Path,
    /// Scheme-based normalization, section 5.3.3.
    Scheme,
}

impl NormalizationLevel {
    /// All six levels in ascending order.
    pub const ALL: [Self; 6] = [Self::String, Self::Case, Self::Character, Self::Percent, Self::Path, Self::Scheme];

    /// Returns the name used on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Case => "case",
            Self::Character => "character",
            Self::Percent => "percent",
            Self::Path => "path",
            Self::Scheme => "scheme",
        }
    }

    /// Returns the level with that [`name`](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

impl_names!(NormalizationLevel, "normalization level", Self::name, Display);

/// Returns `text` normalized up to `level` (RFC 3987 section 5.3). Accepts any text: one that is not a reference keeps the
/// components that it seems to have.
///
/// ```
/// use iri_core::reference::{NormalizationLevel, normalize};
///
/// assert_eq!(normalize("HTTP://h/%7e", NormalizationLevel::Case), "http://h/%7E");
/// assert_eq!(normalize("HTTP://h/%7e", NormalizationLevel::Percent), "http://h/~");
/// ```
pub fn normalize(text: &str, level: NormalizationLevel) -> String {
    if level == NormalizationLevel::String {
        return text.to_owned();
    }
    let is_relative = !Reference::parse(text).has_scheme();
    let composed = if level >= NormalizationLevel::Character { nfc(text) } else { Cow::Borrowed(text) };
    let composed = if is_relative { without_scheme(composed) } else { composed };
    let mut parts = Parts::new(&Reference::parse(&composed));
    parts.case();
    if level >= NormalizationLevel::Percent {
        parts.percent();
    }
    if level >= NormalizationLevel::Path {
        parts.path();
    }
    if level >= NormalizationLevel::Scheme {
        parts.scheme();
    }
    let normal = parts.recompose();
    if is_relative { without_scheme(normal.into()).into_owned() } else { normal }
}

/// Returns `text` without a scheme: `./` before what composed or decoded characters have turned into one (RFC 3986
/// section 4.2). Only a text that is not a reference, such as `a%2E:b`, needs it.
fn without_scheme(text: Cow<'_, str>) -> Cow<'_, str> {
    if Reference::parse(&text).has_scheme() { Cow::Owned(format!("./{text}")) } else { text }
}

/// Returns the NFC of `text`. A percent-encoding is not part of the text: its last digit and a combining mark that
/// follows stay two characters.
pub(crate) fn nfc(text: &str) -> Cow<'_, str> {
    let normalizer = ComposingNormalizerBorrowed::new_nfc();
    let bytes = text.as_bytes();
    if !bytes.contains(&b'%') || normalizer.is_normalized(text) {
        return normalizer.normalize(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for encoding in percent_encodings(bytes) {
        let end = encoding.start + "%41".len();
        out.push_str(&normalizer.normalize(&text[at..encoding.start]));
        out.push_str(&text[encoding.start..end]);
        at = end;
    }
    out.push_str(&normalizer.normalize(&text[at..]));
    if out == text { Cow::Borrowed(text) } else { Cow::Owned(out) }
}

impl Parts {
    fn case(&mut self) {
        if let Some(scheme) = &mut self.scheme {
            scheme.make_ascii_lowercase();
        }
        if let Some(authority) = &mut self.authority {
            lowercase(&mut authority.host);
        }
        self.encoded_parts().for_each(uppercase_percent_encodings);
    }

    fn percent(&mut self) {
        for part in self.encoded_parts() {
            // Marks that were encoded separately from their base are composed here. What is not readable is decoded
            // too, so that the NFC does not depend on the spelling, and encoded again.
            *part = encode_inappropriate(&nfc(&decode_characters(part)));
        }
        if let Some(authority) = &mut self.authority {
            lowercase(&mut authority.host);
            uppercase_percent_encodings(&mut authority.host);
        }
    }

    fn path(&mut self) {
        // Resolution removes the dot segments of any path after a scheme or an authority.
        if !self.path.starts_with('/') && self.scheme.is_none() {
            return;
        }
        self.path = remove_dot_segments(&self.path);
        if self.authority.is_none() {
            protect_slashes(&mut self.path);
        }
    }

    /// Applies RFC 3986 section 6.2.3, RFC 3987 section 5.3.3, RFC 5952 section 4, RFC 8089 appendix B, RFC 8141 section 3,
    /// and what `schemes` contains.
    fn scheme(&mut self) {
        let scheme = self.scheme.clone().unwrap_or_default();
        if scheme == "file" {
            self.file();
        }
        match &*scheme {
            "urn" => self.urn(),
            "geo" => self.path = schemes::geo(&self.path),
            "tel" => self.path = schemes::tel(&self.path),
            "sip" | "sips" => self.path = schemes::sip(&self.path),
            _ => {}
        }
        let Some(authority) = &mut self.authority else { return };
        authority.port = authority.port.take().filter(|port| !port.is_empty()).map(|port| without_zeros(&port));
        if authority.port.as_deref().is_some_and(|port| default_port(&scheme) == Some(port)) {
            authority.port = None;
        }
        if let Some(address) = canonical_ipv6(&authority.host) {
            authority.host = address;
        } else if idna::is_dns_scheme(&scheme)
            && let Some(ascii) = idna::to_ascii(&authority.host)
        {
            authority.host = ascii;
        }
        if self.path.is_empty() && !scheme.is_empty() {
            self.path.push('/');
        }
    }

    fn file(&mut self) {
        let local = AuthorityParts { userinfo: None, host: String::new(), port: None };
        match &mut self.authority {
            Some(authority) if authority.host == "localhost" => *authority = local,
            None if self.path.starts_with('/') => {
                self.authority = Some(local);
                // After an authority, two slashes at the start need no protection.
                self.path = remove_dot_segments(&self.path);
            }
            _ => {}
        }
    }

    /// Applies RFC 8141 section 3: the namespace ignores case, and the r-, q- and f-component do not count. Digits of a
    /// UUID ignore case too (RFC 9562 section 4).
    fn urn(&mut self) {
        let namespace = self.path.find(':').unwrap_or(self.path.len());
        let rest = self.path.split_off(namespace);
        lowercase(&mut self.path);
        let is_uuid = self.path == "uuid" && rest.starts_with(':');
        self.path.push_str(&rest);
        if is_uuid {
            lowercase(&mut self.path);
            uppercase_percent_encodings(&mut self.path);
        }
        if self.query.as_deref().is_some_and(|query| query.starts_with(['+', '='])) {
            self.query = None;
        }
        self.fragment = None;
    }
}

/// Returns an IPv6 address in brackets as RFC 5952 writes it; `None` if `host` is not one.
fn canonical_ipv6(host: &str) -> Option<String> {
    let address = host.strip_prefix('[')?.strip_suffix(']').filter(|address| is_ipv6(address.as_bytes()))?;
    address.parse::<Ipv6Addr>().ok().map(|address| format!("[{address}]"))
}

fn lowercase(part: &mut str) {
    let letters: Vec<usize> = uppercase_letters(part).collect();
    for at in letters {
        part[at..=at].make_ascii_lowercase();
    }
}

/// Returns the offsets of the uppercase US-ASCII letters in a part that ignores case. A letter before a combining mark is
/// not among them: the two are another spelling of one letter that is not US-ASCII, such as `É`, whose case only IDNA
/// ignores.
pub(crate) fn uppercase_letters(part: &str) -> impl Iterator<Item = usize> {
    let is_letter = |&(at, byte): &(usize, u8)| byte.is_ascii_uppercase() && !starts_with_mark(&part[at + 1..]);
    part.bytes().enumerate().filter(is_letter).map(|(at, _)| at)
}

/// Returns whether `text` starts with a combining mark, which may be percent-encoded.
fn starts_with_mark(text: &str) -> bool {
    let is_mark = |c| CanonicalCombiningClassMapBorrowed::new().get_u8(c) != 0;
    let Some(first) = text.chars().next() else { return false };
    if first != '%' {
        return is_mark(first);
    }
    let bytes = (0..4).map_while(|index| percent_encoding_at(text.as_bytes(), index * "%41".len()));
    let bytes: Vec<u8> = bytes.collect();
    bytes.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next()).is_some_and(is_mark)
}

fn uppercase_percent_encodings(part: &mut String) {
    let bytes = part.as_bytes();
    let mut out = String::with_capacity(part.len());
    let mut at = 0;
    for start in memchr::memchr_iter(b'%', bytes).filter(|&start| percent_encoding_at(bytes, start).is_some()) {
        out.push_str(&part[at..start]);
        out.push_str(&part[start..start + 3].to_ascii_uppercase());
        at = start + 3;
    }
    if at > 0 {
        out.push_str(&part[at..]);
        *part = out;
    }
}

/// Removes leading zeros of a port, which is a number: `0080` is 80.
fn without_zeros(port: &str) -> String {
    match port.trim_start_matches('0') {
        "" => "0".to_owned(),
        digits => digits.to_owned(),
    }
}

/// Returns the port that the specification of `scheme` names as its default; `None` if it names none, or if a reference
/// with that port is not equivalent to one without a port (`sip`, RFC 3261 section 19.1.4). The scheme is in lowercase.
///
/// ```
/// assert_eq!(iri_core::reference::default_port("https"), Some("443"));
/// assert_eq!(iri_core::reference::default_port("urn"), None);
/// ```
pub fn default_port(scheme: &str) -> Option<&'static str> {
    Some(match scheme {
        "http" | "ws" => "80",
        "https" | "wss" => "443",
        "ftp" => "21",
        "ldap" => "389",
        "nntp" => "119",
        "rtsp" => "554",
        "ssh" | "sftp" => "22",
        "telnet" => "23",
        "gopher" => "70",
        "imap" => "143",
        "coap" => "5683",
        "coaps" => "5684",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // The first was found by fuzzing.
    #[test]
    fn a_letter_with_a_mark_has_no_case() {
        let (first, last) = (NormalizationLevel::Case, NormalizationLevel::Percent);
        for (text, level, expected) in [
            ("foo://AE\u{301}", first, "foo://aE\u{301}"),
            ("foo://AE\u{301}", last, "foo://a\u{C9}"),
            ("foo://AE%cc%81", first, "foo://aE%CC%81"),
            ("foo://A%45%CC%81", last, "foo://a\u{C9}"),
            ("foo://AE%cc%2d", first, "foo://ae%CC%2D"),
            // Only the lowercase letters have compositions.
            ("foo://HH\u{331}", last, "foo://hH\u{331}"),
            ("urn:TT\u{308}:A", NormalizationLevel::Scheme, "urn:tT\u{308}:A"),
            ("urn:uuid:AT%CC%88", NormalizationLevel::Scheme, "urn:uuid:aT\u{308}"),
            // IDNA maps uppercase letters.
            ("http://AE\u{301}", NormalizationLevel::Scheme, "http://xn--a-bga/"),
        ] {
            let mut previous = text.to_owned();
            for level in NormalizationLevel::ALL.into_iter().filter(|&lower| lower <= level) {
                previous = normalize(&previous, level);
            }
            assert_eq!(normalize(text, level), expected, "{text} at {level}");
            assert_eq!(previous, expected, "{text} step by step");
        }
    }

    // Found by fuzzing: the result still had the dot segment.
    #[test]
    fn a_file_path_with_two_slashes_at_the_start_has_one_normal_form() {
        for text in ["file:/a/..//b/c", "file:/.//b/c", "file:///.//b/c", "file:////b/c", "FILE://localhost//b/c"] {
            assert_eq!(normalize(text, NormalizationLevel::Scheme), "file:////b/c", "{text}");
        }
        assert_eq!(normalize("foo:/a/..//b/c", NormalizationLevel::Scheme), "foo:/.//b/c");
    }

    #[test]
    fn composed_or_decoded_characters_make_no_scheme() {
        for (text, level, expected) in [
            ("a%2E:b", NormalizationLevel::Percent, "./a.:b"),
            ("\u{212A}:b", NormalizationLevel::Character, "./K:b"),
            ("%41/b:c", NormalizationLevel::Percent, "A/b:c"),
            ("A:%2E", NormalizationLevel::Percent, "a:."),
        ] {
            let normal = normalize(text, level);
            assert_eq!(normal, expected, "{text}");
            assert_eq!(normalize(&normal, level), normal, "{text} twice");
        }
    }
}
