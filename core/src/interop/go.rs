//! Go: `Parse` and `ResolveReference` of `net/url`.
//!
//! * A control character anywhere is an error. So are `\` and other characters in a host that are not in a short list.
//! * The last `@` ends the userinfo. Userinfo, host, path and fragment are decoded, and written again with Go's own sets.
//! * Without a slash after the scheme, the rest is opaque: no host, and no base applies.

use core::net::Ipv6Addr;

use super::bytes::{percent_decoded, push_encoded, readable};
use super::interpretation::{Interpretation, Rejection, non_empty, port_number};

pub(super) fn interpret(reference: &str, base: Option<&str>) -> Result<Interpretation, Rejection> {
    let url = Url::parse(reference)?;
    let url = match base {
        Some(base) => url.resolved(&Url::parse(base)?),
        None => url,
    };
    Ok(url.interpretation())
}

/// Which ASCII punctuation a component contains as it is, besides letters, digits and `-._~`.
#[derive(Clone, Copy)]
struct Set(&'static [u8]);

const USERINFO: Set = Set(b"$&+,;=");
const HOST: Set = Set(b"!\"$&'()*+,:;<=>[]");
const PATH: Set = Set(b"$&+,/:;=@");
const FRAGMENT: Set = Set(b"!$&()*+,/:;=?@");
/// Punctuation that Go keeps in a path or fragment as the reference writes it.
const KEPT: &[u8] = b"!$&'()*+,;=:@[]%";

impl Set {
    fn contains(self, byte: u8) -> bool {
        byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || self.0.contains(&byte)
    }

    fn encode(self, bytes: &[u8]) -> String {
        let mut text = String::with_capacity(bytes.len());
        for &byte in bytes {
            if self.contains(byte) {
                text.push(char::from(byte));
            } else {
                push_encoded(&mut text, byte);
            }
        }
        text
    }

    /// Returns `text` if it is encoded in a valid way, otherwise the result of decoding and encoding it.
    fn normalize(self, text: &str) -> Result<String, Rejection> {
        let decoded = decode(text)?;
        let is_valid = text.bytes().all(|byte| KEPT.contains(&byte) || self.contains(byte));
        Ok(if is_valid { text.to_owned() } else { self.encode(&decoded) })
    }
}

#[derive(Default)]
struct Url {
    scheme: String,
    opaque: String,
    userinfo: Option<String>,
    /// Host and port.
    server: String,
    path: String,
    forces_query: bool,
    query: String,
    fragment: String,
}

impl Url {
    fn parse(text: &str) -> Result<Self, Rejection> {
        let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
        let mut url = Self::parse_before_fragment(text)?;
        url.fragment = FRAGMENT.normalize(fragment)?;
        Ok(url)
    }

    fn parse_before_fragment(text: &str) -> Result<Self, Rejection> {
        if text.bytes().any(|byte| byte.is_ascii_control()) {
            return Err(Rejection("a control character"));
        }
        if text == "*" {
            return Ok(Self { path: text.to_owned(), ..Self::default() });
        }
        let (scheme, rest) = split_scheme(text)?;
        let (rest, query) = rest.split_once('?').map_or((rest, None), |(rest, query)| (rest, Some(query)));
        let mut url = Self {
            scheme: scheme.to_ascii_lowercase(),
            forces_query: query == Some(""),
            query: query.unwrap_or_default().to_owned(),
            ..Self::default()
        };
        if !rest.starts_with('/') {
            if !url.scheme.is_empty() {
                return Ok(Self { opaque: rest.to_owned(), ..url });
            }
            if rest.split('/').next().is_some_and(|segment| segment.contains(':')) {
                return Err(Rejection("a colon in the first segment"));
            }
        }
        let mut path = rest;
        if let Some(after) = rest.strip_prefix("//").filter(|_| !url.scheme.is_empty() || !rest.starts_with("///")) {
            let (authority, after) = after.split_at(after.find('/').unwrap_or(after.len()));
            path = after;
            let (userinfo, server) =
                authority.rsplit_once('@').map_or((None, authority), |(userinfo, server)| (Some(userinfo), server));
            url.server = parse_server(&url.scheme, server)?;
            url.userinfo = userinfo.map(parse_userinfo).transpose()?;
        }
        url.path = PATH.normalize(path)?;
        Ok(url)
    }

    fn resolved(self, base: &Self) -> Self {
        let has_scheme = !self.scheme.is_empty();
        let scheme = if has_scheme { self.scheme } else { base.scheme.clone() };
        if has_scheme || !self.server.is_empty() || self.userinfo.is_some() {
            return Self { scheme, path: resolved_path(&self.path, ""), ..self };
        }
        let (mut query, mut fragment) = (self.query, self.fragment);
        if self.path.is_empty() && !self.forces_query && query.is_empty() {
            query.clone_from(&base.query);
            if fragment.is_empty() {
                fragment.clone_from(&base.fragment);
            }
        }
        if self.path.is_empty() && !base.opaque.is_empty() {
            return Self { scheme, opaque: base.opaque.clone(), query, fragment, ..Self::default() };
        }
        Self {
            scheme,
            opaque: String::new(),
            userinfo: base.userinfo.clone(),
            server: base.server.clone(),
            path: resolved_path(&base.path, &self.path),
            forces_query: self.forces_query,
            query,
            fragment,
        }
    }

    fn interpretation(self) -> Interpretation {
        let (host, port) = match self.server.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (host, port),
            _ => (self.server.as_str(), ""),
        };
        let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        Interpretation {
            scheme: non_empty(&self.scheme),
            userinfo: self.userinfo,
            host: non_empty(host),
            port: port_number(port),
            path: if self.opaque.is_empty() { self.path } else { self.opaque },
            query: non_empty(&self.query),
            fragment: non_empty(&self.fragment),
        }
    }
}

fn split_scheme(text: &str) -> Result<(&str, &str), Rejection> {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c)));
    match end {
        Some(0) if text.starts_with(':') => Err(Rejection("no scheme before ':'")),
        Some(end) if text.starts_with(|c: char| c.is_ascii_alphabetic()) && text[end..].starts_with(':') => {
            Ok((&text[..end], &text[end + 1..]))
        }
        _ => Ok(("", text)),
    }
}

fn parse_userinfo(userinfo: &str) -> Result<String, Rejection> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(&byte);
    if !userinfo.bytes().all(is_allowed) {
        return Err(Rejection("a character in the userinfo"));
    }
    match userinfo.split_once(':') {
        Some((user, password)) => {
            Ok(format!("{}:{}", USERINFO.encode(&decode(user)?), USERINFO.encode(&decode(password)?)))
        }
        None => Ok(USERINFO.encode(&decode(userinfo)?)),
    }
}

fn parse_server(scheme: &str, server: &str) -> Result<String, Rejection> {
    const BAD_PORT: Rejection = Rejection("invalid port");
    match server.rfind('[') {
        Some(0) => {
            let close = server.rfind(']').ok_or(Rejection("no ']' after '['"))?;
            let (literal, port) = (&server[1..close], &server[close + 1..]);
            if !is_optional_port(port) {
                return Err(BAD_PORT);
            }
            let (address, zone) = literal.split_at(literal.find("%25").unwrap_or(literal.len()));
            let mut decoded = decode_host(address, false)?;
            decoded.extend(decode_host(zone, true)?);
            let decoded = String::from_utf8(decoded).map_err(|_| Rejection("not an IPv6 address"))?;
            let (address, zone) =
                decoded.split_once('%').map_or((decoded.as_str(), None), |(address, zone)| (address, Some(zone)));
            if zone == Some("") || address.parse::<Ipv6Addr>().is_err() {
                return Err(Rejection("not an IPv6 address"));
            }
            Ok(format!("[{decoded}]{port}"))
        }
        Some(_) => Err(Rejection("'[' inside the host")),
        None => {
            let colon = if matches!(scheme, "http" | "https") { server.find(':') } else { server.rfind(':') };
            if colon.is_some_and(|colon| !is_optional_port(&server[colon..])) {
                return Err(BAD_PORT);
            }
            decode_host(server, false).map(|host| readable(&host))
        }
    }
}

fn is_optional_port(text: &str) -> bool {
    text.is_empty() || text.strip_prefix(':').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn decode(text: &str) -> Result<Vec<u8>, Rejection> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut bytes = text.as_bytes();
    while let [byte, rest @ ..] = bytes {
        if *byte == b'%' {
            decoded.push(percent_decoded(bytes).ok_or(Rejection("an invalid percent-encoding"))?);
            bytes = &bytes[3..];
        } else {
            decoded.push(*byte);
            bytes = rest;
        }
    }
    Ok(decoded)
}

/// Decodes a host, in which only bytes above ASCII and `%25` may be encoded, or the zone of an address, in which more may.
fn decode_host(text: &str, is_zone: bool) -> Result<Vec<u8>, Rejection> {
    let mut bytes = text.as_bytes();
    while let [byte, rest @ ..] = bytes {
        if *byte == b'%' {
            let value = percent_decoded(bytes).ok_or(Rejection("an invalid percent-encoding"))?;
            let is_allowed =
                value == b'%' || if is_zone { value == b' ' || HOST.contains(value) } else { value >= 0x80 };
            if !is_allowed {
                return Err(Rejection("a percent-encoding in the host"));
            }
            bytes = &bytes[3..];
        } else {
            if byte.is_ascii() && !HOST.contains(*byte) {
                return Err(Rejection("a character in the host"));
            }
            bytes = rest;
        }
    }
    decode(text)
}

/// Joins a path to the directory of `base`, and removes dot segments.
fn resolved_path(base: &str, path: &str) -> String {
    let full = if path.is_empty() {
        base.to_owned()
    } else if path.starts_with('/') {
        path.to_owned()
    } else {
        format!("{}{path}", base.rfind('/').map_or("", |slash| &base[..=slash]))
    };
    if full.is_empty() {
        return full;
    }
    let mut resolved = String::from("/");
    let mut is_first = true;
    for segment in full.split('/') {
        match segment {
            "." => is_first = false,
            ".." => {
                resolved.truncate(resolved[1..].rfind('/').map_or(1, |slash| slash + 1));
                is_first = resolved.len() == 1;
            }
            _ => {
                if !is_first {
                    resolved.push('/');
                }
                resolved.push_str(segment);
                is_first = false;
            }
        }
    }
    if matches!(full.rsplit('/').next(), Some("." | "..")) {
        resolved.push('/');
    }
    if resolved[1..].starts_with('/') { resolved.split_off(1) } else { resolved }
}
