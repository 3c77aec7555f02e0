//! Whether parsers open different resources for one reference.
//!
//! A parser that rejects a reference does not disagree, and neither does one that finds no host. Two hosts are equal if
//! any later step can make them equal: percent-decoding, UTS #46, canonical IP addresses, case and a final dot.

use core::net::Ipv6Addr;

use super::browser::host_end;
use super::bytes::{decode_all, is_scheme, readable};
use super::interpretation::Interpretation;
use super::{Parser, whatwg};
use crate::reference::{idna, is_drive};

/// Parsers that open different resources for one reference.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Disagreement {
    /// The first component that differs.
    pub part: DifferingPart,
    /// What is found, at least two different ones, in the order of [`Parser::ALL`]. Parsers that reject the reference, or
    /// find no host, are in none.
    pub readings: Vec<Reading>,
}

/// What some parsers find in a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// The parsers; at least one.
    pub parsers: Vec<Parser>,
    /// What the first of them finds.
    pub found: Interpretation,
}

impl Reading {
    /// Returns the component that decides what is opened, as the first parser finds it; `None` for the default port.
    pub fn part(&self, part: DifferingPart) -> Option<&str> {
        match part {
            DifferingPart::Scheme => self.found.scheme.as_deref(),
            DifferingPart::Host => self.found.host.as_deref(),
            DifferingPart::Port => self.found.port.as_deref(),
        }
    }
}

/// A component that decides what is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DifferingPart {
    /// The scheme.
    Scheme,
    /// The host.
    Host,
    /// The port, where an absent one is the default of the scheme.
    Port,
}

/// Returns which parsers open different resources for `reference`; `None` if all that accept it agree.
///
/// ```
/// use iri_core::interop::{Parser, disagreement};
///
/// let found = disagreement("http://a.example\\@b.example/", None).expect("parsers disagree");
/// assert_eq!(found.readings[0].parsers, [Parser::Whatwg, Parser::Requests, Parser::Urllib3]);
/// assert_eq!(found.readings[0].found.host.as_deref(), Some("a.example"));
/// assert_eq!(found.readings[1].found.host.as_deref(), Some("b.example"));
/// assert_eq!(disagreement("http://a.example/", None), None);
/// ```
pub fn disagreement(reference: &str, base: Option<&str>) -> Option<Disagreement> {
    if may_disagree(reference) { disagreement_of_all(reference, base) } else { None }
}

/// Compares the parsers, however ordinary the reference is.
#[doc(hidden)] // for the test that holds the shortcut against it
pub fn disagreement_of_all(reference: &str, base: Option<&str>) -> Option<Disagreement> {
    let opened: Vec<Opened> =
        Parser::ALL.into_iter().filter_map(|parser| Opened::new(parser, reference, base)).collect();
    let part_of = [DifferingPart::Host, DifferingPart::Scheme, DifferingPart::Port];
    part_of.into_iter().find_map(|part| {
        let mut readings: Vec<(String, Reading)> = Vec::new();
        for opened in &opened {
            let Some(name) = opened.canonical(part) else { continue };
            match readings.iter_mut().find(|(known, _)| *known == name) {
                Some((_, reading)) => reading.parsers.push(opened.parser),
                None => readings.push((name, Reading { parsers: vec![opened.parser], found: opened.found.clone() })),
            }
        }
        let readings: Vec<Reading> = readings.into_iter().map(|(_, reading)| reading).collect();
        (readings.len() > 1).then_some(Disagreement { part, readings })
    })
}

/// Returns the offset up to which `text` decides which host any parser opens.
pub(crate) fn authority_end(text: &str) -> usize {
    let browser = host_end(text);
    // In other parsers a backslash does not end the host.
    let is_delimiter = |byte: &u8| matches!(byte, b'/' | b'?' | b'#');
    text.as_bytes()[browser..].iter().position(is_delimiter).map_or(text.len(), |length| browser + length)
}

/// Returns whether the start of `text` has something that parsers treat differently. Of references in documents, hardly
/// any has.
fn may_disagree(text: &str) -> bool {
    let bytes = text.as_bytes();
    let Some(first) = bytes.first() else { return false };
    if text.starts_with("///") {
        return true;
    }
    let start = &text[..authority_end(text)];
    let is_odd = || {
        let is_odd_byte = |byte: u8| byte <= b' ' || matches!(byte, b'\\' | b'[' | b']' | 0x7F);
        // requests takes port 0 for the default.
        let is_port_zero = || start.ends_with('0') && start.trim_end_matches('0').ends_with(':');
        without_ipv6(start).bytes().any(is_odd_byte)
            || text.starts_with(char::is_whitespace)
            || is_port_zero()
            // libidn2 removes a joiner that it rejects. .NET converts names as in 2003, without formatting.
            || !start.is_ascii() && start.contains(is_named_differently)
    };
    match memchr::memchr(b':', start.as_bytes()) {
        // With a scheme, also the number of slashes matters.
        Some(colon) if first.is_ascii_alphabetic() => {
            let rest = &start[colon + 1..];
            let has_slashes = rest.starts_with("//") && !rest.starts_with("///") && rest.len() > 2;
            !has_slashes && has_host(&start[..colon]) || is_odd()
        }
        Some(_) => is_odd(),
        None => (matches!(first, b'/' | b'\\' | ..=b' ') || !first.is_ascii()) && is_odd(),
    }
}

/// Returns whether the character has another A-label in some parsers, or is removed from a host.
fn is_named_differently(c: char) -> bool {
    matches!(c, '\u{DF}' | '\u{1E9E}' | '\u{3C2}' | '\u{200C}'..='\u{200F}' | '\u{202A}'..='\u{202E}')
}

/// Returns `start` without the brackets of its host if the authority is an IPv6 address with or without a port: every
/// parser that accepts one finds the same. A zone, a user or anything else next to the brackets makes a difference.
fn without_ipv6(start: &str) -> &str {
    if !start.contains('[') {
        return start;
    }
    let Some((before, host)) = start.split_once("//[") else { return start };
    let Some((address, after)) = host.split_once(']') else { return start };
    let is_port = after.is_empty() || after.starts_with(':') && after[1..].bytes().all(|byte| byte.is_ascii_digit());
    if is_port && address.parse::<Ipv6Addr>().is_ok() { before } else { start }
}

/// Returns whether references of this scheme have a host in every class of parsers.
pub(crate) fn has_host(scheme: &str) -> bool {
    ["http", "https", "ws", "wss", "ftp"].iter().any(|known| known.eq_ignore_ascii_case(scheme))
}

struct Opened {
    parser: Parser,
    found: Interpretation,
}

impl Opened {
    /// Returns what `parser` opens; `None` if it rejects the reference, or if that needs a guess. Whitespace around a scheme
    /// is ignored: what uses the expression of RFC 3986 appendix B removes it before.
    fn new(parser: Parser, reference: &str, base: Option<&str>) -> Option<Self> {
        let found = parser.interpret(reference, base).ok()?;
        let scheme = found.scheme.as_deref()?;
        let starts_with = |scheme: &str| {
            reference.split_once(':').is_some_and(|(start, _)| start.trim_start().eq_ignore_ascii_case(scheme))
        };
        let is_guess = match parser {
            // Without a base, curl takes `a:b` as a host and a port.
            Parser::Curl | Parser::CurlIdn => base.is_none() && !starts_with(scheme),
            // java.net.URL removes `url:`, which other rules report.
            Parser::JavaUrl => starts_with("url"),
            // .NET takes `c:` for a drive.
            Parser::DotNetUri => reference.trim_start().get(..2).is_some_and(is_drive),
            _ => false,
        };
        (is_scheme(scheme.trim()) && !is_guess).then_some(Self { parser, found })
    }

    /// Returns the component in the form in which all spellings of it are equal; `None` if there is no host.
    fn canonical(&self, part: DifferingPart) -> Option<String> {
        let host = self.found.host.as_deref().filter(|host| !host.is_empty());
        match part {
            DifferingPart::Scheme => self.found.scheme.as_deref().map(|scheme| scheme.trim().to_ascii_lowercase()),
            DifferingPart::Host => host.map(canonical_host),
            DifferingPart::Port => {
                host?;
                let port = self.found.port.clone().or_else(|| self.found.default_port())?;
                port.bytes().all(|byte| byte.is_ascii_digit()).then_some(port)
            }
        }
    }
}

fn canonical_host(host: &str) -> String {
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let address = bare.split('%').next().unwrap_or_default();
    if let Ok(address) = address.parse::<Ipv6Addr>() {
        return address.to_string();
    }
    let mut decoded = bare.as_bytes().to_vec();
    while decoded.contains(&b'%') {
        let again = decode_all(&decoded);
        if again.len() == decoded.len() {
            break;
        }
        decoded = again;
    }
    let mapped = idna::mapped(&readable(&decoded).to_lowercase());
    let name = mapped.strip_suffix('.').unwrap_or(&mapped);
    // The standard's parser of hosts finds IPv4 addresses in every notation.
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.');
    let url =
        is_plain.then(|| whatwg::parse(&format!("http://{name}/"), None, crate::reference::QueryCharset::UTF8).ok());
    url.flatten().and_then(|url| url.host).unwrap_or_else(|| name.to_owned())
}
