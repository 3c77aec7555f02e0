//! Java's `java.net.URL`: the constructor, and the protocol handlers of the JDK.
//!
//! * Only protocols with a handler are accepted. One that equals that of the base is ignored.
//! * `\` is not a delimiter. If there are several `@`, there is no host.
//! * Nothing is decoded. A host is rejected if it contains controls, or a character that NFKC turns into a delimiter.

use core::net::Ipv6Addr;

use super::interpretation::{Interpretation, Rejection, non_empty};

/// Protocols with a handler.
const HANDLED: [&str; 8] = ["http", "https", "ftp", "file", "jar", "mailto", "jrt", "jmod"];

/// Fields of a `java.net.URL`.
#[derive(Clone, Default)]
struct Url {
    protocol: String,
    authority: Option<String>,
    userinfo: Option<String>,
    host: String,
    port: Option<u32>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
}

pub(super) fn interpret(reference: &str, base: Option<&str>) -> Result<Interpretation, Rejection> {
    let base = base.map(|base| Url::new(base, None)).transpose()?;
    let url = Url::new(reference, base.as_ref())?;
    Ok(Interpretation {
        scheme: Some(url.protocol),
        userinfo: url.userinfo,
        host: non_empty(&url.host),
        port: url.port.map(|port| port.to_string()),
        path: url.path,
        query: url.query.filter(|query| !query.is_empty()),
        fragment: url.fragment.filter(|fragment| !fragment.is_empty()),
    })
}

impl Url {
    fn new(spec: &str, base: Option<&Self>) -> Result<Self, Rejection> {
        let spec = spec.trim_matches(|c: char| c <= ' ');
        let spec = match spec.get(..4) {
            Some(start) if start.eq_ignore_ascii_case("url:") => &spec[4..],
            _ => spec,
        };
        let (protocol, rest) = split_protocol(spec);
        let base = base.filter(|base| protocol.as_ref().is_none_or(|protocol| *protocol == base.protocol));
        let keeps = base.filter(|base| protocol.is_none() || base.path.starts_with('/'));
        let mut url = match keeps {
            Some(base) => Self { fragment: None, query: None, ..base.clone() },
            None => Self { protocol: protocol.ok_or(Rejection("no protocol"))?, ..Self::default() },
        };
        if !HANDLED.contains(&url.protocol.as_str()) {
            return Err(Rejection("unknown protocol"));
        }
        let (rest, fragment) = match rest.split_once('#') {
            Some((rest, fragment)) => (rest, Some(fragment.to_owned())),
            None => (rest, None),
        };
        url.fragment = fragment;
        if let Some(base) = keeps.filter(|_| rest.is_empty()) {
            url.query.clone_from(&base.query);
            if url.fragment.is_none() {
                url.fragment.clone_from(&base.fragment);
            }
        }
        match url.protocol.as_str() {
            "mailto" => url.set_mail(rest)?,
            "jar" => url.set_entry(rest)?,
            _ => url.parse(rest)?,
        }
        Ok(url)
    }

    fn set_mail(&mut self, text: &str) -> Result<(), Rejection> {
        if text.trim().is_empty() {
            return Err(Rejection("no email address"));
        }
        let (path, query) = text.rsplit_once('?').map_or((text, None), |(path, query)| (path, Some(query)));
        (self.path, self.query, self.fragment) = (path.to_owned(), query.map(str::to_owned), None);
        Ok(())
    }

    /// Sets the entry of an archive, whose URL is before `!/`.
    fn set_entry(&mut self, text: &str) -> Result<(), Rejection> {
        let (archive, _) = text.rsplit_once("!/").ok_or(Rejection("no !/ in spec"))?;
        Self::new(archive, None)?;
        text.clone_into(&mut self.path);
        Ok(())
    }

    /// `URLStreamHandler.parseURL`.
    fn parse(&mut self, spec: &str) -> Result<(), Rejection> {
        let (spec, query) = match spec.split_once('?') {
            Some((spec, query)) => (spec, Some(query.to_owned())),
            None => (spec, None),
        };
        let is_query_only = query.is_some() && spec.is_empty();
        self.query = query.or_else(|| self.query.take());
        let mut rest = spec;
        if let Some(after) = spec.strip_prefix("//").filter(|after| !after.starts_with("//")) {
            let (authority, path) = after.split_at(after.find('/').unwrap_or(after.len()));
            self.set_authority(authority)?;
            rest = path;
            if !authority.is_empty() {
                self.path.clear();
            }
        }
        // Only of a merged path, dot segments are removed.
        if rest.starts_with('/') {
            rest.clone_into(&mut self.path);
        } else if !rest.is_empty() {
            let (slash, is_merged) = (self.path.rfind('/'), !self.path.is_empty());
            let separator = if slash.is_none() && self.authority.is_some() { "/" } else { "" };
            self.path.truncate(slash.map_or(0, |slash| slash + 1));
            self.path.push_str(separator);
            self.path.push_str(rest);
            if is_merged {
                without_dots(&mut self.path);
            }
        } else if is_query_only {
            self.path.truncate(self.path.rfind('/').unwrap_or(0));
            self.path.push('/');
        }
        Ok(())
    }

    fn set_authority(&mut self, authority: &str) -> Result<(), Rejection> {
        const BAD: Rejection = Rejection("bad authority");
        self.authority = Some(authority.to_owned());
        self.userinfo = None;
        self.host.clear();
        let server = match authority.split_once('@') {
            None => authority,
            Some((_, server)) if server.contains('@') => return Ok(()),
            Some((userinfo, server)) => {
                self.userinfo = Some(userinfo.to_owned());
                server
            }
        };
        let end = if server.starts_with('[') {
            let end = server.find(']').filter(|&end| server[..end].encode_utf16().count() > 2).ok_or(BAD)?;
            if !is_ipv6(&server[1..end]) || !matches!(server[end + 1..].chars().next(), None | Some(':')) {
                return Err(BAD);
            }
            end + 1
        } else {
            server.find(':').unwrap_or(server.len())
        };
        let (host, port) = server.split_at(end);
        self.port = match port.strip_prefix(':').filter(|digits| !digits.is_empty()) {
            None | Some("-1") => None,
            Some(digits) => {
                let digits = digits.strip_prefix('+').unwrap_or(digits);
                let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
                let number = is_number.then(|| digits.parse::<u32>().ok()).flatten();
                Some(number.filter(|&number| i32::try_from(number).is_ok()).ok_or(Rejection("bad port"))?)
            }
        };
        if !host.starts_with('[') && host.contains(is_rejected) {
            return Err(Rejection("a character in the host"));
        }
        host.clone_into(&mut self.host);
        Ok(())
    }
}

/// Returns the protocol in lowercase, if there is one, and the rest.
fn split_protocol(spec: &str) -> (Option<String>, &str) {
    let end = if spec.starts_with('#') { None } else { spec.find([':', '/']) };
    let Some(end) = end.filter(|&end| spec.as_bytes()[end] == b':') else { return (None, spec) };
    let is_protocol = spec[..end].starts_with(char::is_alphabetic)
        && spec[..end].chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '+' | '-'));
    if is_protocol { (Some(spec[..end].to_lowercase()), &spec[end + 1..]) } else { (None, spec) }
}

/// Returns whether `c` may not be in a host.
fn is_rejected(c: char) -> bool {
    c.is_ascii_control()
        || matches!(c, '\u{2047}'..='\u{2049}' | '\u{2100}' | '\u{2101}' | '\u{2105}' | '\u{2106}' | '\u{2A74}')
        || matches!(c, '\u{FE55}' | '\u{FE56}' | '\u{FE5F}' | '\u{FE6B}' | '\u{FF03}' | '\u{FF0F}' | '\u{FF1A}')
        || matches!(c, '\u{FF1F}' | '\u{FF20}')
}

fn is_ipv6(literal: &str) -> bool {
    let (address, zone) = literal.split_once('%').map_or((literal, None), |(address, zone)| (address, Some(zone)));
    address.parse::<Ipv6Addr>().is_ok() && zone != Some("")
}

/// Removes dot segments as `parseURL` does: `..` at the start stays.
fn without_dots(path: &mut String) {
    while let Some(at) = path.find("/./") {
        path.replace_range(at..at + 2, "");
    }
    let mut from = 0;
    while let Some(at) = path[from..].find("/../").map(|at| from + at) {
        // It stays after nothing but another one.
        let before = path[..at].rfind('/').filter(|&before| before > 0 || !path.starts_with("/../"));
        match before {
            Some(before) => {
                path.replace_range(before..at + 3, "");
                from = 0;
            }
            None => from = at + 3,
        }
    }
    while path.ends_with("/..") {
        let at = path.find("/..").unwrap_or(0);
        let Some(before) = path[..at].rfind('/') else { break };
        path.truncate(before + 1);
    }
    if path.starts_with("./") && path.len() > 2 {
        path.replace_range(..2, "");
    }
    if path.ends_with("/.") {
        path.pop();
    }
}
