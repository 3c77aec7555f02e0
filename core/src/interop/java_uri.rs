//! Java: `java.net.URI`, by RFC 2396 with the "other" characters of its documentation.
//!
//! * An authority is server-based (userinfo, host, port) or registry-based; the second kind has no host. A host with `_`,
//!   a percent-encoding, a letter outside ASCII or a last label that starts with a digit is registry-based.
//! * Characters outside ASCII are allowed except in schemes and hosts, unless they are spaces or controls.
//! * `scheme:rest` without a slash is opaque. `///h` has no authority, and takes that of the base.

use core::net::Ipv6Addr;

use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;

use super::bytes::{is_scheme, percent_decoded};
use super::interpretation::{Interpretation, Rejection, non_empty, port_number};

pub(super) fn interpret(reference: &str, base: Option<&str>) -> Result<Interpretation, Rejection> {
    let uri = Uri::parse(reference)?;
    let uri = match base {
        Some(base) => uri.resolved(Uri::parse(base)?),
        None => uri,
    };
    Ok(uri.interpretation())
}

#[derive(Clone, Default)]
struct Uri {
    scheme: Option<String>,
    /// The part after the scheme, if that does not start with a slash.
    opaque: Option<String>,
    authority: Option<Authority>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
}

/// An authority; all components are `None` if it is registry-based.
#[derive(Clone, Default)]
struct Authority {
    userinfo: Option<String>,
    host: Option<String>,
    port: Option<String>,
}

const MARK: &[u8] = b"-_.!~*'()";
const USERINFO: &[u8] = b";:&=+$,";
const PATH: &[u8] = b":@&=+$,;/";
const URIC: &[u8] = b";/?:@&=+$,[]";

impl Uri {
    fn parse(text: &str) -> Result<Self, Rejection> {
        let (before, fragment) = text.split_once('#').map_or((text, None), |(before, after)| (before, Some(after)));
        if let Some(fragment) = fragment {
            check(fragment, URIC)?;
        }
        let scheme_end = before.find(['/', '?', ':']).filter(|end| before[*end..].starts_with(':'));
        let mut uri = match scheme_end {
            None => Self::parse_hierarchical(before, fragment.is_some())?,
            Some(end) => {
                let (scheme, rest) = (&before[..end], &before[end + 1..]);
                if !is_scheme(scheme) {
                    return Err(Rejection("a character in the scheme"));
                }
                let uri = if rest.starts_with('/') {
                    Self::parse_hierarchical(rest, fragment.is_some())?
                } else if rest.is_empty() {
                    return Err(Rejection("nothing after the scheme"));
                } else {
                    check(rest, URIC)?;
                    Self { opaque: Some(rest.to_owned()), ..Self::default() }
                };
                Self { scheme: Some(scheme.to_owned()), ..uri }
            }
        };
        uri.fragment = fragment.map(str::to_owned);
        Ok(uri)
    }

    fn parse_hierarchical(text: &str, has_fragment: bool) -> Result<Self, Rejection> {
        let mut uri = Self::default();
        let mut rest = text;
        if let Some(after) = text.strip_prefix("//") {
            let (authority, path) = after.split_at(after.find(['/', '?']).unwrap_or(after.len()));
            if !authority.is_empty() {
                uri.authority = Some(Authority::parse(authority)?);
            } else if path.is_empty() && !has_fragment {
                return Err(Rejection("no authority after '//'"));
            }
            rest = path;
        }
        let (path, query) = rest.split_once('?').map_or((rest, None), |(path, query)| (path, Some(query)));
        check(path, PATH)?;
        check(query.unwrap_or_default(), URIC)?;
        Ok(Self { path: path.to_owned(), query: query.map(str::to_owned), ..uri })
    }

    fn resolved(self, base: Self) -> Self {
        if self.opaque.is_some() || base.opaque.is_some() || self.scheme.is_some() {
            return self;
        }
        let is_fragment_alone = self.authority.is_none() && self.path.is_empty() && self.query.is_none();
        if is_fragment_alone && self.fragment.is_some() {
            return Self { fragment: self.fragment, ..base };
        }
        let (authority, path) = if self.authority.is_some() {
            (self.authority, self.path)
        } else if self.path.starts_with('/') {
            (base.authority, self.path)
        } else {
            let directory = base.path.rfind('/').map(|slash| &base.path[..=slash]);
            let is_rooted = base.scheme.is_some() && !self.path.is_empty();
            let directory = directory.unwrap_or(if is_rooted { "/" } else { "" });
            (base.authority, without_dot_segments(&format!("{directory}{}", self.path)))
        };
        Self { scheme: base.scheme, opaque: None, authority, path, query: self.query, fragment: self.fragment }
    }

    fn interpretation(self) -> Interpretation {
        let authority = self.authority.unwrap_or_default();
        Interpretation {
            scheme: self.scheme,
            userinfo: authority.userinfo,
            host: authority.host,
            port: authority.port,
            path: self.opaque.unwrap_or(self.path),
            query: self.query.as_deref().and_then(non_empty),
            fragment: self.fragment.as_deref().and_then(non_empty),
        }
    }
}

impl Authority {
    fn parse(text: &str) -> Result<Self, Rejection> {
        let registry = is_made_of(text, b"$,;:@&=+");
        let server = is_made_of(text, b";:&=+$,@[]")
            || (text.contains(']') && is_made_of(&text.replace('%', ""), b";:&=+$,@[]"));
        if !server {
            return if registry { Ok(Self::default()) } else { Err(Rejection("a character in the authority")) };
        }
        match Self::parse_server(text) {
            Err(_) if registry => Ok(Self::default()),
            parsed => parsed,
        }
    }

    fn parse_server(text: &str) -> Result<Self, Rejection> {
        let (userinfo, server) = text.split_once('@').map_or((None, text), |(userinfo, rest)| (Some(userinfo), rest));
        if userinfo.is_some_and(|userinfo| !is_made_of(userinfo, USERINFO)) {
            return Err(Rejection("a character in the userinfo"));
        }
        let host_end = if server.starts_with('[') {
            let close = server.find(']').ok_or(Rejection("no ']' after '['"))?;
            check_literal(&server[1..close])?;
            close + 1
        } else {
            let end = server.find(':').unwrap_or(server.len());
            if !is_ipv4(&server[..end]) {
                check_host_name(&server[..end])?;
            }
            end
        };
        let (host, port) = server.split_at(host_end);
        let port = match port.strip_prefix(':') {
            None if port.is_empty() => None,
            // `parseInt` reads at most 31 bits.
            Some(digits)
                if digits.is_empty()
                    || (digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.parse::<i32>().is_ok()) =>
            {
                port_number(digits)
            }
            _ => return Err(Rejection("not a port")),
        };
        Ok(Self { userinfo: userinfo.map(str::to_owned), host: Some(host.to_owned()), port })
    }
}

fn check_literal(literal: &str) -> Result<(), Rejection> {
    const BAD: Rejection = Rejection("not an IPv6 address");
    let (address, zone) = literal.split_once('%').map_or((literal, None), |(address, zone)| (address, Some(zone)));
    let is_zone =
        |zone: &str| !zone.is_empty() && zone.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.".contains(&byte));
    if zone.is_some_and(|zone| !is_zone(zone)) {
        return Err(BAD);
    }
    // Leading zeros in the IPv4 part are allowed.
    let address = match address.rsplit_once(':') {
        Some((before, ipv4)) if is_ipv4(ipv4) => format!("{before}:0:0"),
        _ => address.to_owned(),
    };
    address.parse::<Ipv6Addr>().map(|_| ()).map_err(|_| BAD)
}

/// Four numbers of at most 255, each in any number of digits.
fn is_ipv4(host: &str) -> bool {
    let is_byte = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_digit())
            && part.parse::<i32>().is_ok_and(|number| number <= 255)
    };
    host.split('.').count() == 4 && host.split('.').all(is_byte)
}

/// `hostname = *( domainlabel "." ) toplabel [ "." ]` (RFC 2396 section 3.2.2). A single label may start with a digit.
fn check_host_name(host: &str) -> Result<(), Rejection> {
    const BAD: Rejection = Rejection("a character in the host");
    let name = host.strip_suffix('.').unwrap_or(host);
    let is_label = |label: &str| {
        let bytes = label.as_bytes();
        bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
            && bytes.first().is_some_and(u8::is_ascii_alphanumeric)
            && bytes.last().is_some_and(u8::is_ascii_alphanumeric)
    };
    if !name.split('.').all(is_label) {
        return Err(BAD);
    }
    match name.rsplit_once('.') {
        Some((_, last)) if !last.starts_with(|c: char| c.is_ascii_alphabetic()) => Err(BAD),
        _ => Ok(()),
    }
}

fn check(text: &str, punctuation: &[u8]) -> Result<(), Rejection> {
    if is_made_of(text, punctuation) { Ok(()) } else { Err(Rejection("a character that Java does not allow")) }
}

/// Returns whether `text` consists of unreserved characters, "other" characters, percent-encodings and `punctuation`.
fn is_made_of(text: &str, punctuation: &[u8]) -> bool {
    text.char_indices().all(|(at, c)| match u8::try_from(u32::from(c)) {
        Ok(b'%') => percent_decoded(&text.as_bytes()[at..]).is_some(),
        Ok(byte) if byte.is_ascii() => {
            byte.is_ascii_alphanumeric() || MARK.contains(&byte) || punctuation.contains(&byte)
        }
        _ => is_other(c),
    })
}

/// Returns whether a character outside ASCII is neither a space nor a control.
fn is_other(c: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    !matches!(
        category,
        GeneralCategory::SpaceSeparator
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
            | GeneralCategory::Control
    )
}

/// Removes dot segments and empty segments; leading `..` segments stay.
fn without_dot_segments(path: &str) -> String {
    let is_absolute = path.starts_with('/');
    let mut kept: Vec<&str> = Vec::new();
    let mut ends_in_slash = path.ends_with('/');
    for segment in path.split('/').filter(|segment| !segment.is_empty()) {
        let goes_up = segment == ".." && kept.last().is_some_and(|last| *last != "..");
        if goes_up {
            kept.pop();
        } else if segment != "." {
            kept.push(segment);
        }
        ends_in_slash = path.ends_with('/') || goes_up || segment == ".";
    }
    let mut text = if is_absolute { "/".to_owned() } else { String::new() };
    // Without this, the first segment would look like a scheme.
    if !is_absolute && kept.first().is_some_and(|first| first.contains(':')) {
        text.push_str("./");
    }
    text.push_str(&kept.join("/"));
    if ends_in_slash && !kept.is_empty() {
        text.push('/');
    }
    text
}
