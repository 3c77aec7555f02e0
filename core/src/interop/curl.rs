//! libcurl: `curl_url_set` and `curl_url_get`.
//!
//! * One to three slashes after any scheme start the authority. Without a base, curl guesses a missing scheme.
//! * `\` is not a delimiter. The first `@` ends the userinfo, and a further one makes the host invalid.
//! * A host is decoded once. Numbers are IPv4 addresses in all notations of `inet_aton`, except that a number must fit.
//! * A redirect edits the text of the base and parses the result again.
//! * With libidn2, a host above ASCII is converted by UTS #46, also to ASCII that no host contains.

use core::net::Ipv6Addr;

use super::bytes::{decode_all, ipv4_of, percent_decoded, push_encoded, readable};
use super::interpretation::{Interpretation, Rejection, non_empty};
use crate::reference::{idna::looked_up, is_drive};

/// Schemes that this build supports; others are rejected if a base is given, as in a redirect.
const SUPPORTED: [&str; 25] = [
    "dict", "file", "ftp", "ftps", "gopher", "gophers", "http", "https", "imap", "imaps", "ldap", "ldaps", "mqtt",
    "mqtts", "pop3", "pop3s", "rtsp", "scp", "sftp", "smtp", "smtps", "telnet", "tftp", "ws", "wss",
];

/// Schemes in whose userinfo `;` starts login options, which curl reports after the password.
const WITH_LOGIN_OPTIONS: [&str; 6] = ["imap", "imaps", "pop3", "pop3s", "smtp", "smtps"];

/// Schemes that are guessed from the first label of a host.
const GUESSED: [&str; 6] = ["ftp", "dict", "ldap", "imap", "smtp", "pop3"];

/// Bytes that a decoded host may not contain, besides controls.
const NOT_IN_HOSTS: &[u8] = b" /:#?!@{}[]\\$'\"^`*<>=;,+&()%|";

const LONGEST_SCHEME: usize = 39;

pub(super) fn interpret(reference: &str, base: Option<&str>) -> Result<Interpretation, Rejection> {
    if reference.contains('\0') || base.is_some_and(|base| base.contains('\0')) {
        return Err(Rejection("a C string ends at NUL"));
    }
    let url = match base {
        None => Url::parse(reference, Mode::First)?,
        Some(base) => {
            let base = Url::parse(base, Mode::Redirect)?;
            if reference.is_empty() {
                Url { fragment: String::new(), ..base }
            } else if scheme_of(reference, Mode::Redirect).is_some() {
                Url::parse(reference, Mode::Redirect)?
            } else {
                Url::parse(&base.redirected(reference), Mode::Redirect)?
            }
        }
    };
    Ok(url.into_interpretation())
}

/// Returns what curl opens if it is built with libidn2.
pub(super) fn interpret_with_idn(reference: &str, base: Option<&str>) -> Result<Interpretation, Rejection> {
    let found = interpret(reference, base)?;
    match found.host.as_deref().filter(|host| !host.is_ascii()) {
        None => Ok(found),
        // The zone of an address, and bytes that are not UTF-8, have no name.
        Some(host) if host.starts_with('[') || host.contains('\\') => Err(Rejection("libidn2 rejects the host")),
        Some(host) => match looked_up(host) {
            Some(host) => Ok(Interpretation { host: Some(host), ..found }),
            None => Err(Rejection("libidn2 rejects the host")),
        },
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Any scheme is accepted, and a missing one is guessed.
    First,
    /// The scheme must be there, and be supported.
    Redirect,
}

struct Url {
    scheme: String,
    userinfo: Option<String>,
    host: String,
    port: Option<u16>,
    path: String,
    query: String,
    fragment: String,
}

impl Url {
    fn parse(text: &str, mode: Mode) -> Result<Self, Rejection> {
        match scheme_of(text, mode) {
            Some("file") => Self::parse_file(text),
            Some(_) => {
                let (scheme, rest) = text.split_once(':').unwrap_or((text, ""));
                let scheme = scheme.to_ascii_lowercase();
                if mode == Mode::Redirect && !SUPPORTED.contains(&scheme.as_str()) {
                    return Err(Rejection("unsupported scheme"));
                }
                let after = rest.trim_start_matches('/');
                if !(1..=3).contains(&(rest.len() - after.len())) {
                    return Err(Rejection("unsupported number of slashes after the scheme"));
                }
                Self::parse_rest(Some(scheme), after)
            }
            None if mode == Mode::First => Self::parse_rest(None, text),
            None => Err(Rejection("no scheme")),
        }
    }

    fn parse_rest(scheme: Option<String>, text: &str) -> Result<Self, Rejection> {
        let end = text.find(['/', '?', '#']).unwrap_or(text.len());
        let (authority, rest) = text.split_at(end);
        if authority.is_empty() {
            return Err(Rejection("no host"));
        }
        let (userinfo, server) = match authority.split_once('@') {
            Some((userinfo, server)) => (Some(login(userinfo, scheme.as_deref())?), server),
            None => (None, authority),
        };
        let (host, port) = split_port(server, scheme.is_some())?;
        let host = host_of(host)?;
        let scheme = scheme.unwrap_or_else(|| guessed_scheme(&host).to_owned());
        let (path, query, fragment) = tail(rest)?;
        Ok(Self { scheme, userinfo, host, port, path, query, fragment })
    }

    /// A file URL has no host, or a name of this machine. On systems without drive letters they are rejected.
    fn parse_file(text: &str) -> Result<Self, Rejection> {
        const BAD: Rejection = Rejection("bad file URL");
        if text.len() <= "file:/".len() {
            return Err(BAD);
        }
        let mut path = &text["file:".len()..];
        if let Some(after) = path.strip_prefix("//") {
            path = after;
            if !after.starts_with('/') {
                let local = ["localhost/", "127.0.0.1/"].into_iter().find(|name| {
                    after.as_bytes().get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
                });
                path = &after[local.ok_or(BAD)?.len() - 1..];
            }
        }
        if !path.starts_with('/') || starts_with_drive(&path[1..]) {
            return Err(BAD);
        }
        let (path, query, fragment) = tail(path)?;
        Ok(Self { scheme: "file".to_owned(), userinfo: None, host: String::new(), port: None, path, query, fragment })
    }

    fn text(&self) -> String {
        let mut text = format!("{}://", self.scheme);
        if let Some(userinfo) = &self.userinfo {
            text.push_str(userinfo);
            text.push('@');
        }
        text.push_str(&self.host);
        if let Some(port) = self.port {
            text.extend([":", &port.to_string()]);
        }
        text.push_str(&self.path);
        if !self.query.is_empty() {
            text.push('?');
            text.push_str(&self.query);
        }
        text
    }

    /// Returns the text of this URL with the part replaced that `relative` replaces.
    fn redirected(&self, relative: &str) -> String {
        let base = self.text();
        let host = self.scheme.len() + "://".len();
        let before_query = base.find('?').unwrap_or(base.len());
        let (kept, added, keeps_host) = match relative.as_bytes() {
            [b'/', b'/', ..] => (host, &relative[2..], false),
            [b'/', ..] => (base[host..].find('/').map_or(base.len(), |slash| host + slash), relative, true),
            [b'#', ..] => (base.len(), relative, true),
            [b'?', ..] => (before_query, relative, true),
            _ => (base[host..before_query].rfind('/').map_or(base.len(), |slash| host + slash + 1), relative, true),
        };
        let mut text = base[..kept].to_owned();
        let encode_from = if keeps_host { 0 } else { end_of_host(added) };
        text.push_str(&added[..encode_from]);
        let bytes = &added.as_bytes()[encode_from..];
        let query = memchr::memchr(b'?', bytes).unwrap_or(bytes.len());
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'%' if percent_decoded(&bytes[at..]).is_some() => {
                    text.push_str(&added[encode_from + at..encode_from + at + 3].to_ascii_uppercase());
                    at += 2;
                }
                // After a `?`, curl writes a space as `+`.
                b' ' if at > query => text.push('+'),
                0..=b' ' | 0x7F.. => push_encoded(&mut text, byte),
                _ => text.push(char::from(byte)),
            }
            at += 1;
        }
        text
    }

    fn into_interpretation(self) -> Interpretation {
        Interpretation {
            scheme: Some(self.scheme),
            userinfo: self.userinfo,
            host: non_empty(&self.host),
            port: self.port.map(|port| port.to_string()),
            path: self.path,
            query: non_empty(&self.query),
            fragment: non_empty(&self.fragment),
        }
    }
}

/// Returns where curl supposes that the host of `text` ends: after `//`, if it is anywhere.
fn end_of_host(text: &str) -> usize {
    let host = text.find("//").map_or(0, |slashes| slashes + 2);
    text[host..].find(['/', '?']).map_or(text.len(), |end| host + end)
}

/// Returns the scheme that `text` starts with. If a scheme can be guessed, `host:80` is not one.
fn scheme_of(text: &str, mode: Mode) -> Option<&str> {
    let bytes = text.as_bytes();
    if !bytes.first()?.is_ascii_alphabetic() {
        return None;
    }
    let end = bytes.iter().position(|byte| !(byte.is_ascii_alphanumeric() || b"+-.".contains(byte)))?;
    let ends =
        bytes[end] == b':' && end <= LONGEST_SCHEME && (mode == Mode::Redirect || bytes.get(end + 1) == Some(&b'/'));
    if !ends {
        return None;
    }
    let scheme = &text[..end];
    Some(if scheme.eq_ignore_ascii_case("file") { "file" } else { scheme })
}

fn guessed_scheme(host: &str) -> &'static str {
    let label = host.split('.').next().filter(|label| label.len() < host.len());
    let guess = label.and_then(|label| GUESSED.into_iter().find(|scheme| scheme.eq_ignore_ascii_case(label)));
    guess.unwrap_or("http")
}

fn starts_with_drive(path: &str) -> bool {
    path.get(..2).is_some_and(is_drive) && matches!(path.as_bytes().get(2), None | Some(b'/' | b'\\'))
}

/// Returns `userinfo` as curl reports it: the options of a login come last.
fn login(userinfo: &str, scheme: Option<&str>) -> Result<String, Rejection> {
    if userinfo.bytes().any(is_junk) {
        return Err(Rejection("bad user or password"));
    }
    let has_options = scheme.is_some_and(|scheme| WITH_LOGIN_OPTIONS.contains(&scheme));
    if let (true, Some(semicolon)) = (has_options, userinfo.find(';'))
        && let Some(colon) = userinfo[semicolon..].find(':').map(|colon| semicolon + colon)
    {
        let options = Some(&userinfo[semicolon..colon]).filter(|options| *options != ";").unwrap_or_default();
        return Ok([&userinfo[..semicolon], &userinfo[colon..], options].concat());
    }
    let without_lone = userinfo.strip_suffix(';').filter(|user| has_options && !user.contains(';'));
    Ok(without_lone.unwrap_or(userinfo).to_owned())
}

fn split_port(server: &str, has_scheme: bool) -> Result<(&str, Option<u16>), Rejection> {
    const BAD: Rejection = Rejection("bad port");
    let end = if server.starts_with('[') {
        let end = server.find(']').ok_or(Rejection("bad IPv6 address"))? + 1;
        if !matches!(server.as_bytes().get(end), None | Some(b':')) {
            return Err(BAD);
        }
        end
    } else {
        server.find(':').unwrap_or(server.len())
    };
    let (host, port) = server.split_at(end);
    match port.strip_prefix(':') {
        None => Ok((host, None)),
        // A lone colon is dropped, except that `name:` looks like a scheme.
        Some("") if has_scheme => Ok((host, None)),
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            digits.parse().map(|port| (host, Some(port))).map_err(|_| BAD)
        }
        Some(_) => Err(BAD),
    }
}

fn host_of(host: &str) -> Result<String, Rejection> {
    const BAD: Rejection = Rejection("bad host");
    if host.is_empty() {
        return Err(Rejection("no host"));
    }
    let decoded = decode_all(host.as_bytes());
    if host.starts_with('[') {
        let literal = std::str::from_utf8(&decoded[1..]).ok().and_then(|host| host.split(']').next());
        return literal.and_then(ipv6).ok_or(Rejection("bad IPv6 address"));
    }
    if decoded.iter().copied().any(is_bad_in_host) || decoded == b"." || decoded.ends_with(b"..") {
        return Err(BAD);
    }
    Ok(ipv4(&decoded).unwrap_or_else(|| readable(&decoded)))
}

fn is_bad_in_host(byte: u8) -> bool {
    byte.is_ascii_control() || NOT_IN_HOSTS.contains(&byte)
}

/// Returns the address that `inet_aton` reads, with one final dot dropped.
fn ipv4(host: &[u8]) -> Option<String> {
    let host = host.strip_suffix(b".").unwrap_or(host);
    let parts: Vec<u32> = host.split(|byte| *byte == b'.').map(number).collect::<Option<_>>()?;
    ipv4_of(&parts).map(|address| address.to_string())
}

fn number(part: &[u8]) -> Option<u32> {
    let (digits, radix) = match part {
        [b'0', b'x' | b'X', digits @ ..] => (digits, 16),
        [b'0', ..] => (part, 8),
        _ => (part, 10),
    };
    let digits =
        std::str::from_utf8(digits).ok().filter(|digits| digits.bytes().all(|byte| byte.is_ascii_alphanumeric()))?;
    u32::from_str_radix(digits, radix).ok()
}

/// Returns the literal in its shortest form if that is not longer, with a zone.
fn ipv6(literal: &str) -> Option<String> {
    let (address, zone) = match literal.split_once('%') {
        None => (literal, None),
        Some((address, zone)) => {
            let zone = zone.strip_prefix("25").filter(|zone| !zone.is_empty()).unwrap_or(zone);
            if !(1..=15).contains(&zone.len()) {
                return None;
            }
            if zone.bytes().any(is_bad_in_host) {
                return None;
            }
            (address, Some(zone))
        }
    };
    let parsed: Ipv6Addr = address.parse().ok()?;
    let canonical = shortest(parsed);
    let written = if canonical.len() <= address.len() { &canonical } else { address };
    Some(match zone {
        None => format!("[{written}]"),
        Some(zone) => format!("[{written}%25{zone}]"),
    })
}

/// The text of `inet_ntop`, which writes IPv4-compatible addresses with dots.
pub(super) fn shortest(address: Ipv6Addr) -> String {
    match address.segments() {
        [0, 0, 0, 0, 0, 0, high, low] if high != 0 => {
            format!("::{}", core::net::Ipv4Addr::from(u32::from(high) << 16 | u32::from(low)))
        }
        _ => address.to_string(),
    }
}

/// Splits what follows the authority into path, query and fragment.
fn tail(text: &str) -> Result<(String, String, String), Rejection> {
    let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
    let (path, query) = text.split_once('?').unwrap_or((text, ""));
    if [path, query, fragment].iter().any(|part| part.bytes().any(is_junk)) {
        return Err(Rejection("a control or a space after the host"));
    }
    Ok((without_dot_segments(path), query.to_owned(), fragment.to_owned()))
}

fn is_junk(byte: u8) -> bool {
    byte <= b' ' || byte == 0x7F
}

/// Removes dot segments (RFC 3986 section 5.2.4), also percent-encoded ones.
fn without_dot_segments(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut ends_in_dots = false;
    for segment in path.split('/').skip(1) {
        let dots = dots_in(segment);
        ends_in_dots = dots > 0;
        match dots {
            0 => kept.push(segment),
            1 => {}
            _ => {
                kept.pop();
            }
        }
    }
    if ends_in_dots {
        kept.push("");
    }
    let mut text: String = kept.iter().flat_map(|segment| ["/", segment]).collect();
    if text.is_empty() {
        text.push('/');
    }
    text
}

/// Returns 1 for `.`, 2 for `..`, and 0 for other segments.
fn dots_in(segment: &str) -> usize {
    let mut rest = segment;
    let mut dots = 0;
    while let Some(after) = ["%2e", "%2E", "."].into_iter().find_map(|dot| rest.strip_prefix(dot)) {
        (rest, dots) = (after, dots + 1);
    }
    if rest.is_empty() && dots <= 2 { dots } else { 0 }
}
