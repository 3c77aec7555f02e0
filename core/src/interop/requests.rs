//! Python's `requests`, which parses with `urllib3` first, and joins redirects with `urllib.parse`.
//!
//! * Without a base, `\` ends the authority, as in `urllib3`. With a base it is percent-encoded before.
//! * Hosts are decoded where that is harmless, and encoded by IDNA 2008 without mapping.
//! * Only `http://` and `https://` are opened.

use core::net::Ipv6Addr;

use icu_normalizer::ComposingNormalizer;
use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;

use super::bytes::{decode_all, is_scheme, percent_decoded, push_encoded};
use super::interpretation::{Interpretation, Rejection};
use super::python::{Split, Version, join};
use crate::reference::idna::label_to_ascii;

const NO_ADAPTER: Rejection = Rejection("only http and https are supported");
const BAD_HOST: Rejection = Rejection("not a valid host or port");

pub(super) fn interpret(reference: &str, base: Option<&str>) -> Result<Interpretation, Rejection> {
    let url = match base {
        None => prepared(reference)?,
        Some(base) => redirected(base, reference)?,
    };
    let start = url.trim_start().to_ascii_lowercase();
    if !start.starts_with("http://") && !start.starts_with("https://") {
        return Err(NO_ADAPTER);
    }
    let split = Split::new(&url)?;
    let path = split.without_parameters().0.to_owned();
    Ok(Interpretation { path, ..split.interpretation()? })
}

/// Returns what `urllib3.util.parse_url` finds, which resolves nothing. What is relative to `base` has no host.
pub(super) fn interpret_alone(reference: &str, base: Option<&str>) -> Result<Interpretation, Rejection> {
    let Url { scheme, userinfo, host, port, path, query, fragment } = Url::parse(reference)?;
    if base.is_some() && scheme.is_none() {
        return Err(Rejection("it resolves nothing"));
    }
    let [query, fragment] = [query, fragment].map(|part| Some(part).filter(|part| !part.is_empty()));
    let host = host.filter(|host| !host.is_empty());
    Ok(Interpretation { scheme, userinfo, host, port: port.map(|port| port.to_string()), path, query, fragment })
}

/// The text of a URL that is requested directly.
fn prepared(reference: &str) -> Result<String, Rejection> {
    let url = reference.trim_start_matches(is_python_space);
    if url.contains(':') && !url.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("http")) {
        return Err(NO_ADAPTER);
    }
    let url = Url::parse(url)?;
    let scheme = url.scheme.ok_or(Rejection("no scheme"))?;
    let host = url.host.filter(|host| !host.is_empty()).ok_or(Rejection("no host"))?;
    if host.starts_with(['*', '.']) {
        return Err(Rejection("host starts with '*' or '.'"));
    }
    if let Some((user, password)) = url.userinfo.as_deref().and_then(|userinfo| userinfo.split_once(':'))
        && ![user, password].into_iter().all(is_latin_1)
    {
        return Err(Rejection("credentials outside Latin-1"));
    }
    let mut authority = url.userinfo.map(|userinfo| userinfo + "@").unwrap_or_default();
    authority.push_str(&host);
    if let Some(port) = url.port.filter(|port| *port != 0) {
        authority.extend([":", &port.to_string()]);
    }
    let path = if url.path.is_empty() { "/".to_owned() } else { url.path };
    let split = Split { scheme, authority, path, query: url.query, fragment: url.fragment };
    Ok(requoted(&split.text(Version::V3_11)))
}

/// Returns whether the decoded text fits into an HTTP header.
fn is_latin_1(text: &str) -> bool {
    String::from_utf8_lossy(&decode_all(text.as_bytes())).chars().all(|c| c <= '\u{FF}')
}

/// The text of a URL that a response redirects to.
fn redirected(base: &str, reference: &str) -> Result<String, Rejection> {
    let mut reference = reference.to_owned();
    if reference.starts_with("//") {
        reference = format!("{}:{reference}", Split::new(base)?.scheme);
    }
    let split = Split::with_parameters(&reference, "")?;
    let text = requoted(&split.text(Version::V3_11));
    if split.authority.is_empty() { join(base, &text, Version::V3_11) } else { Ok(text) }
}

/// The result of `urllib3.util.parse_url`.
struct Url {
    scheme: Option<String>,
    userinfo: Option<String>,
    host: Option<String>,
    port: Option<u16>,
    path: String,
    query: String,
    fragment: String,
}

impl Url {
    fn parse(url: &str) -> Result<Self, Rejection> {
        let (scheme, rest) = split_scheme(url);
        let with_slashes;
        let rest = if scheme.is_none() && !url.starts_with('/') && !has_dotless_scheme(url) {
            with_slashes = format!("//{rest}");
            with_slashes.as_str()
        } else {
            rest
        };
        let (authority, rest) = match rest.strip_prefix("//") {
            Some(after) => {
                let (authority, rest) = after.split_at(after.find(['\\', '/', '?', '#']).unwrap_or(after.len()));
                (Some(authority), rest)
            }
            None => (None, rest),
        };
        let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        let is_http = scheme.as_deref().is_none_or(|scheme| matches!(scheme, "http" | "https"));
        let (mut userinfo, mut host, mut port) = (None, None, None);
        if let Some(authority) = authority.filter(|authority| !authority.is_empty()) {
            let (before, server) = authority.rsplit_once('@').unwrap_or(("", authority));
            let (name, digits) = split_server(server)?;
            if let Some(digits) = digits {
                port = Some(digits.parse::<u16>().map_err(|_| BAD_HOST)?);
            }
            userinfo = (!before.is_empty())
                .then(|| if is_http { encoded(before, &|byte| is_userinfo(byte)) } else { before.to_owned() });
            if name.bytes().any(|byte| byte <= b' ' || byte == 0x7F) {
                return Err(Rejection("a control or a space in the host"));
            }
            host = Some(if is_http { normalized_host(name)? } else { name.to_owned() });
        }
        let mut path = path.to_owned();
        let (mut query, mut fragment) = (query.to_owned(), fragment.to_owned());
        if is_http {
            path = encoded(&without_dot_segments(&path), &|byte| is_userinfo(byte) || b"@/".contains(&byte));
            query = encoded(&query, &|byte| is_userinfo(byte) || b"@/?".contains(&byte));
            fragment = encoded(&fragment, &|byte| is_userinfo(byte) || b"@/?".contains(&byte));
        }
        if !path.is_empty() && !path.starts_with('/') {
            path.insert(0, '/');
        }
        Ok(Self { scheme, userinfo, host, port, path, query, fragment })
    }
}

fn split_scheme(url: &str) -> (Option<String>, &str) {
    match url.split_once(':') {
        Some((scheme, rest)) if has_dotless_scheme(url) => (Some(scheme.to_ascii_lowercase()), rest),
        _ => (None, url),
    }
}

/// `urllib3` adds `//` before a text that does not start with a scheme without dots.
fn has_dotless_scheme(url: &str) -> bool {
    url.split_once(':').is_some_and(|(scheme, _)| is_scheme(scheme) && !scheme.contains('.'))
}

/// Splits host and port; the host is a name, or an address in brackets.
fn split_server(server: &str) -> Result<(&str, Option<&str>), Rejection> {
    let end = if server.starts_with('[') {
        let end = server.find(']').ok_or(BAD_HOST)? + 1;
        if !is_ipv6_literal(&server[1..end - 1]) {
            return Err(BAD_HOST);
        }
        end
    } else {
        let end = server.find(':').unwrap_or(server.len());
        if !is_reg_name(&server[..end]) {
            return Err(BAD_HOST);
        }
        end
    };
    let (host, port) = server.split_at(end);
    let Some(digits) = port.strip_prefix(':') else {
        return if port.is_empty() { Ok((host, None)) } else { Err(BAD_HOST) };
    };
    let significant = digits.trim_start_matches('0');
    if digits.bytes().any(|byte| !byte.is_ascii_digit()) || significant.len() > 5 {
        return Err(BAD_HOST);
    }
    Ok((host, (!digits.is_empty()).then_some(if significant.is_empty() { "0" } else { significant })))
}

fn is_reg_name(host: &str) -> bool {
    let bytes = host.as_bytes();
    let is_encoded = |at: usize| percent_decoded(&bytes[at..]).is_some();
    bytes.iter().enumerate().all(|(at, byte)| match byte {
        b'%' => is_encoded(at),
        _ => !b"[]:/?#".contains(byte),
    })
}

fn is_ipv6_literal(literal: &str) -> bool {
    let (address, zone) = literal.split_at(literal.find('%').unwrap_or(literal.len()));
    // The expression allows any three digits between the dots of an IPv4 address.
    let address = match address.rsplit_once(':') {
        Some((before, ipv4)) if ipv4.contains('.') => {
            let parts: Vec<&str> = ipv4.split('.').collect();
            let is_part = |part: &&str| (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
            if parts.len() != 4 || !parts.iter().all(is_part) {
                return false;
            }
            format!("{before}:0:0")
        }
        _ => address.to_owned(),
    };
    let is_zone = |zone: &str| {
        let zone = zone.strip_prefix("%25").filter(|zone| !zone.is_empty()).unwrap_or(&zone[1..]);
        !zone.is_empty()
            && zone.bytes().enumerate().all(|(at, byte)| {
                is_unreserved(byte) || (byte == b'%' && percent_decoded(&zone.as_bytes()[at..]).is_some())
            })
    };
    address.parse::<Ipv6Addr>().is_ok() && (zone.is_empty() || is_zone(zone))
}

fn normalized_host(host: &str) -> Result<String, Rejection> {
    if host.starts_with('[') {
        let (address, zone) = host.split_at(host.find('%').unwrap_or(host.len()));
        let zone = zone.trim_end_matches(']');
        let zone = zone.strip_prefix("%25").filter(|zone| !zone.is_empty()).or_else(|| zone.strip_prefix('%'));
        return Ok(match zone {
            None => address.to_ascii_lowercase(),
            Some(zone) => format!("{}%{}]", address.to_ascii_lowercase(), encoded(zone, &|byte| is_unreserved(byte))),
        });
    }
    if is_ipv4_like(host) {
        return Ok(host.to_owned());
    }
    let mut decoded = String::with_capacity(host.len());
    let mut rest = host;
    while let Some(percent) = rest.find('%') {
        decoded.push_str(&rest[..percent]);
        let byte = percent_decoded(&rest.as_bytes()[percent..]).ok_or(BAD_HOST)?;
        match byte {
            ..0x20 | 0x7F => return Err(Rejection("a percent-encoded control in the host")),
            _ if is_unreserved(byte) => decoded.push(char::from(byte)),
            _ => push_encoded(&mut decoded, byte),
        }
        rest = &rest[percent + 3..];
    }
    decoded.push_str(rest);
    let labels: Option<Vec<String>> = decoded.split('.').map(idna2008).collect();
    labels.map(|labels| labels.join(".")).ok_or(Rejection("not a valid IDNA label"))
}

/// A number per label, decimal or after `0x`: left as it is.
fn is_ipv4_like(host: &str) -> bool {
    let is_number = |part: &str| match part.strip_prefix("0x").or_else(|| part.strip_prefix("0X")) {
        Some(hex) => !hex.is_empty() && hex.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()),
    };
    host.split('.').count() <= 4 && host.split('.').all(is_number)
}

/// Returns the A-label of a valid U-label; nothing is mapped but case.
fn idna2008(label: &str) -> Option<String> {
    if label.is_ascii() {
        return Some(lowercase_outside_percent(label));
    }
    let label = label.to_lowercase();
    let categories = CodePointMapData::<GeneralCategory>::new();
    let is_letter_or_digit = |c: char| {
        c == '-'
            || matches!(c, '\u{200C}' | '\u{200D}')
            || matches!(
                categories.get(c),
                GeneralCategory::LowercaseLetter
                    | GeneralCategory::OtherLetter
                    | GeneralCategory::ModifierLetter
                    | GeneralCategory::NonspacingMark
                    | GeneralCategory::SpacingMark
                    | GeneralCategory::DecimalNumber
            )
    };
    let is_normal = ComposingNormalizer::new_nfkc().is_normalized(&label.replace(['\u{200C}', '\u{200D}'], ""));
    let hyphens = label.starts_with('-') || label.ends_with('-') || label.get(2..4) == Some("--");
    if !is_normal || hyphens || !label.chars().all(is_letter_or_digit) {
        return None;
    }
    label_to_ascii(&label).filter(|ascii| ascii.len() <= 63)
}

/// Lowercases a label; the digits of percent-encodings are uppercase.
fn lowercase_outside_percent(label: &str) -> String {
    let lower = label.to_ascii_lowercase();
    let mut text = String::with_capacity(lower.len());
    let mut rest = lower.as_str();
    while let Some(percent) = rest.find('%') {
        text.push_str(&rest[..percent]);
        let end = (percent + 3).min(rest.len());
        text.push_str(&rest[percent..end].to_ascii_uppercase());
        rest = &rest[end..];
    }
    text.push_str(rest);
    text
}

/// Percent-encodes what `is_allowed` excludes. If every `%` starts a percent-encoding, those stay.
fn encoded(part: &str, is_allowed: &dyn Fn(u8) -> bool) -> String {
    let bytes = part.as_bytes();
    let mut at = 0;
    let mut text = String::with_capacity(part.len());
    let all_encoded =
        bytes.iter().enumerate().all(|(at, byte)| *byte != b'%' || percent_decoded(&bytes[at..]).is_some());
    while let Some(&byte) = bytes.get(at) {
        if byte == b'%' && percent_decoded(&bytes[at..]).is_some() {
            text.push_str(if all_encoded { "%" } else { "%25" });
            text.push_str(&part[at + 1..at + 3].to_ascii_uppercase());
            at += 3;
            continue;
        }
        if is_allowed(byte) {
            text.push(char::from(byte));
        } else {
            push_encoded(&mut text, byte);
        }
        at += 1;
    }
    text
}

/// Removes dot segments of a path, also of one without a leading slash.
fn without_dot_segments(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "." => {}
            ".." => {
                kept.pop();
            }
            other => kept.push(other),
        }
    }
    if path.starts_with('/') && kept.first().is_none_or(|first| !first.is_empty()) {
        kept.insert(0, "");
    }
    if path.ends_with("/.") || path.ends_with("/..") {
        kept.push("");
    }
    kept.join("/")
}

/// Decodes percent-encoded unreserved characters and encodes what is not ASCII or not allowed anywhere
/// (`requests.utils.requote_uri`).
fn requoted(url: &str) -> String {
    const ALLOWED: &[u8] = b"!#$&'()*+,/:;=?@[]~";
    let (text, keeps_percent) = match decoded_unreserved(url) {
        Some(decoded) => (decoded, true),
        None => (url.to_owned(), false),
    };
    let mut quoted = String::with_capacity(text.len());
    for byte in text.bytes() {
        if is_unreserved(byte) || ALLOWED.contains(&byte) || (byte == b'%' && keeps_percent) {
            quoted.push(char::from(byte));
        } else {
            push_encoded(&mut quoted, byte);
        }
    }
    quoted
}

/// `None` if two letters or digits after a `%` are not hexadecimal.
fn decoded_unreserved(url: &str) -> Option<String> {
    let mut parts = url.split('%');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut two = part.chars();
        let digits = (two.next(), two.next());
        match digits {
            (Some(high), Some(low)) if high.is_alphanumeric() && low.is_alphanumeric() => {
                let byte = percent_decoded(format!("%{high}{low}").as_bytes())?;
                if is_unreserved(byte) {
                    text.push(char::from(byte));
                    text.push_str(two.as_str());
                    continue;
                }
            }
            _ => {}
        }
        text.push('%');
        text.push_str(part);
    }
    Some(text)
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

fn is_userinfo(byte: u8) -> bool {
    is_unreserved(byte) || b"!$&'()*+,;=:".contains(&byte)
}

/// What `str.lstrip` of Python removes.
fn is_python_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1C}'..='\u{1F}')
}
