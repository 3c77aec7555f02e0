//! Python: `urlsplit` and `urljoin` of `urllib.parse`.
//!
//! * Controls and spaces are trimmed at the start; tabs and line breaks are removed everywhere.
//! * `\` is no delimiter, and the last `@` ends the userinfo. Hosts are only lowercased.
//! * A base of the same scheme applies to `http:x` and `http:///x` too.

use core::net::Ipv6Addr;

use icu_normalizer::ComposingNormalizer;

use super::bytes::is_scheme;
use super::interpretation::{Interpretation, Rejection, non_empty, port_number};

/// Schemes whose references are joined to a base.
const RELATIVE: [&str; 20] = [
    "", "ftp", "http", "gopher", "nntp", "imap", "wais", "file", "https", "shttp", "mms", "prospero", "rtsp", "rtsps",
    "rtspu", "sftp", "svn", "svn+ssh", "ws", "wss",
];

/// Schemes that have an authority.
const WITH_AUTHORITY: [&str; 27] = [
    "",
    "ftp",
    "http",
    "gopher",
    "nntp",
    "telnet",
    "imap",
    "wais",
    "file",
    "mms",
    "https",
    "shttp",
    "snews",
    "prospero",
    "rtsp",
    "rtsps",
    "rtspu",
    "rsync",
    "svn",
    "svn+ssh",
    "sftp",
    "nfs",
    "git",
    "git+ssh",
    "ws",
    "wss",
    "itms-services",
];

/// Schemes whose last segment has parameters after `;`.
const WITH_PARAMETERS: [&str; 16] = [
    "", "ftp", "hdl", "prospero", "http", "imap", "https", "shttp", "rtsp", "rtsps", "rtspu", "sip", "sips", "mms",
    "sftp", "tel",
];

pub(super) fn interpret(reference: &str, base: Option<&str>) -> Result<Interpretation, Rejection> {
    let split = match base {
        Some(base) => Split::new(&join(base, reference, Version::V3_13)?)?,
        None => Split::new(reference)?,
    };
    split.interpretation()
}

/// The versions of Python whose ways of writing a URL differ.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    /// The recorded `requests` ran on it.
    V3_11,
    /// The recorded `urllib.parse`.
    V3_13,
}

/// The result of `urlsplit`. Absent components are empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Split {
    pub(super) scheme: String,
    pub(super) authority: String,
    pub(super) path: String,
    pub(super) query: String,
    pub(super) fragment: String,
}

impl Split {
    pub(super) fn new(url: &str) -> Result<Self, Rejection> {
        Self::with_scheme(url, "")
    }

    /// Splits `url`, which has the scheme `default` if it names none.
    fn with_scheme(url: &str, default: &str) -> Result<Self, Rejection> {
        let url: String =
            url.trim_start_matches(|c| c <= ' ').chars().filter(|c| !matches!(c, '\t' | '\r' | '\n')).collect();
        let (scheme, rest) = match url.split_once(':') {
            Some((scheme, rest)) if is_scheme(scheme) => (scheme.to_ascii_lowercase(), rest),
            _ => (default.to_owned(), url.as_str()),
        };
        let (authority, rest) = match rest.strip_prefix("//") {
            Some(after) => after.split_at(after.find(['/', '?', '#']).unwrap_or(after.len())),
            None => ("", rest),
        };
        check_brackets(authority)?;
        let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        check_compatibility_characters(authority)?;
        Ok(Self {
            scheme,
            authority: authority.to_owned(),
            path: path.to_owned(),
            query: query.to_owned(),
            fragment: fragment.to_owned(),
        })
    }

    pub(super) fn interpretation(&self) -> Result<Interpretation, Rejection> {
        let (userinfo, server) = match self.authority.rsplit_once('@') {
            Some((userinfo, server)) => (Some(userinfo.to_owned()), server),
            None => (None, self.authority.as_str()),
        };
        let (host, port) = match server.split_once('[') {
            Some((_, bracketed)) => {
                let (host, after) = bracketed.split_once(']').unwrap_or((bracketed, ""));
                (host, after.split_once(':').map_or("", |(_, port)| port))
            }
            None => server.split_once(':').unwrap_or((server, "")),
        };
        // A zone keeps its case.
        let (address, zone) = host.split_at(host.find('%').unwrap_or(host.len()));
        let host = address.to_lowercase() + zone;
        Ok(Interpretation {
            scheme: non_empty(&self.scheme),
            userinfo,
            host: non_empty(&host),
            port: valid_port(port)?,
            path: self.path.clone(),
            query: non_empty(&self.query),
            fragment: non_empty(&self.fragment),
        })
    }

    /// Writes the components as `urlunsplit` does.
    pub(super) fn text(&self, version: Version) -> String {
        let has_authority = WITH_AUTHORITY.contains(&self.scheme.as_str()) && !self.scheme.is_empty();
        let writes_slashes = match version {
            Version::V3_11 => !self.authority.is_empty() || (has_authority && !self.path.starts_with("//")),
            Version::V3_13 => {
                let is_rooted = self.path.is_empty() || self.path.starts_with('/');
                !self.authority.is_empty() || self.path.starts_with("//") || (has_authority && is_rooted)
            }
        };
        let mut text = String::new();
        if !self.scheme.is_empty() {
            text.push_str(&self.scheme);
            text.push(':');
        }
        if writes_slashes {
            text.push_str("//");
            text.push_str(&self.authority);
            if !self.path.is_empty() && !self.path.starts_with('/') {
                text.push('/');
            }
        }
        text.push_str(&self.path);
        for (delimiter, part) in [('?', &self.query), ('#', &self.fragment)] {
            if !part.is_empty() {
                text.push(delimiter);
                text.push_str(part);
            }
        }
        text
    }

    /// Splits `url` as `urlparse` does, which drops a final `;` without parameters.
    pub(super) fn with_parameters(url: &str, default: &str) -> Result<Self, Rejection> {
        let mut split = Self::with_scheme(url, default)?;
        let path = split.without_parameters();
        if path.1.is_empty() && path.0.len() < split.path.len() {
            split.path.truncate(path.0.len());
        }
        Ok(split)
    }

    /// Splits the parameters off the path, as `urlparse` does.
    pub(super) fn without_parameters(&self) -> (&str, &str) {
        if !WITH_PARAMETERS.contains(&self.scheme.as_str()) {
            return (&self.path, "");
        }
        let last = self.path.rfind('/').unwrap_or(0);
        match self.path[last..].find(';') {
            Some(at) => (&self.path[..last + at], &self.path[last + at + 1..]),
            None => (&self.path, ""),
        }
    }
}

/// Joins `reference` to `base` as `urljoin` does.
pub(super) fn join(base: &str, reference: &str, version: Version) -> Result<String, Rejection> {
    if base.is_empty() || reference.is_empty() {
        return Ok(if base.is_empty() { reference } else { base }.to_owned());
    }
    let base = Split::with_parameters(base, "")?;
    let mut joined = Split::with_parameters(reference, &base.scheme)?;
    if joined.scheme != base.scheme || !RELATIVE.contains(&joined.scheme.as_str()) {
        return Ok(reference.to_owned());
    }
    if WITH_AUTHORITY.contains(&joined.scheme.as_str()) {
        if !joined.authority.is_empty() {
            return Ok(joined.text(version));
        }
        joined.authority.clone_from(&base.authority);
    }
    let (path, parameters) = joined.without_parameters();
    if path.is_empty() && parameters.is_empty() {
        if joined.query.is_empty() {
            joined.query.clone_from(&base.query);
        }
        joined.path.clone_from(&base.path);
        return Ok(joined.text(version));
    }
    let mut resolved = joined_path(base.without_parameters().0, path);
    if !parameters.is_empty() {
        resolved.push(';');
        resolved.push_str(parameters);
    }
    joined.path = resolved;
    Ok(joined.text(version))
}

fn joined_path(base: &str, path: &str) -> String {
    let mut segments: Vec<&str> = path.split('/').collect();
    if !path.starts_with('/') {
        let directory = base.rfind('/').map_or("", |slash| &base[..=slash]);
        let mut all: Vec<&str> = directory.split('/').collect();
        if all.last() == Some(&"") && !(directory.is_empty() && base.is_empty()) {
            all.pop();
        }
        all.append(&mut segments);
        // Doubled slashes are lost, except at the ends.
        let last = all.len() - 1;
        segments = all
            .into_iter()
            .enumerate()
            .filter(|(at, segment)| *at == 0 || *at == last || !segment.is_empty())
            .map(|(_, segment)| segment)
            .collect();
    }
    let mut kept: Vec<&str> = Vec::new();
    for segment in &segments {
        match *segment {
            ".." => {
                kept.pop();
            }
            "." => {}
            other => kept.push(other),
        }
    }
    if matches!(segments.last(), Some(&("." | ".."))) {
        kept.push("");
    }
    let joined = kept.join("/");
    if joined.is_empty() { "/".to_owned() } else { joined }
}

/// Brackets must be paired, and the first pair must contain an IPv6 address or an address of a later version.
fn check_brackets(authority: &str) -> Result<(), Rejection> {
    match (authority.find('['), authority.contains(']')) {
        (None, false) => Ok(()),
        (Some(open), true) => {
            let after = &authority[open + 1..];
            let literal = after.split_once(']').map_or(after, |(literal, _)| literal);
            let is_valid = match literal.strip_prefix('v') {
                Some(future) => future.split_once('.').is_some_and(|(version, rest)| {
                    !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_hexdigit()) && !rest.is_empty()
                }),
                None => is_ipv6(literal),
            };
            if is_valid { Ok(()) } else { Err(Rejection("brackets without an IPv6 address")) }
        }
        _ => Err(Rejection("unpaired bracket in the authority")),
    }
}

fn is_ipv6(literal: &str) -> bool {
    let (address, zone) = literal.split_once('%').map_or((literal, None), |(address, zone)| (address, Some(zone)));
    zone.is_none_or(|zone| !zone.is_empty() && !zone.contains('%')) && address.parse::<Ipv6Addr>().is_ok()
}

/// Rejects characters that become a delimiter under NFKC.
fn check_compatibility_characters(authority: &str) -> Result<(), Rejection> {
    if authority.is_ascii() {
        return Ok(());
    }
    let rest: String = authority.chars().filter(|c| !matches!(c, '@' | ':' | '#' | '?')).collect();
    let normalized = ComposingNormalizer::new_nfkc().normalize(&rest);
    if *normalized != rest && normalized.contains(['/', '?', '#', '@', ':']) {
        return Err(Rejection("a character of the authority becomes a delimiter under NFKC"));
    }
    Ok(())
}

fn valid_port(port: &str) -> Result<Option<String>, Rejection> {
    if !port.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Rejection("port is not a number"));
    }
    let port = port_number(port);
    match &port {
        Some(digits) if digits.parse::<u16>().is_err() => Err(Rejection("port out of range")),
        _ => Ok(port),
    }
}
