//! The basic URL parser of the WHATWG URL Standard (section 4.4), which browsers and Node.js implement.
//!
//! ```text
//! input ─▶ trimmed, without tabs and line breaks
//!   ├─ file:            ─▶ file ─▶ file slash ─▶ file host ─┐
//!   ├─ special scheme   ─▶ slashes ─▶ authority ─▶ host ────┼─▶ path start ─▶ path ─▶ query ─▶ fragment
//!   ├─ other scheme, /  ─▶ authority ─▶ host ───────────────┘
//!   ├─ other scheme     ─▶ opaque path ─▶ query ─▶ fragment
//!   └─ no scheme        ─▶ relative (to the base)
//! ```
//!
//! The states of the standard are the methods of [`Parser`]; each receives the rest of the input, so that a state never
//! returns to an earlier character. The path is kept in serialized form: `/` and a segment for each item of the list.

mod encode_set;
mod error;
mod host;

use std::borrow::Cow;

pub(crate) use crate::interop::whatwg::error::UrlError;

use crate::interop::interpretation::{Interpretation, Rejection, non_empty};
use crate::interop::whatwg::encode_set::EncodeSet;
use crate::reference::{QueryCharset, is_drive};

/// URL record (section 4.1), in the form that its serialization has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Url {
    /// Scheme in lowercase.
    pub scheme: String,
    /// Percent-encoded username; empty without one.
    pub username: String,
    /// Percent-encoded password; empty without one.
    pub password: String,
    /// Serialized host; `None` without one.
    pub host: Option<String>,
    /// Port; `None` if it is absent or the default of the scheme.
    pub port: Option<u16>,
    /// Serialized path.
    pub path: String,
    /// Whether the path is opaque: one string instead of a list of segments.
    pub is_path_opaque: bool,
    /// Query without its `?`.
    pub query: Option<String>,
    /// Fragment without its `#`.
    pub fragment: Option<String>,
}

/// Parses `input` (section 4.4), relative to `base` if there is one. The query of a Web address is written in `charset`.
///
/// # Errors
/// If the standard returns failure: `new URL(input, base)` throws an error.
pub(crate) fn parse(input: &str, base: Option<&Url>, charset: QueryCharset) -> Result<Url, UrlError> {
    let input = stripped(input);
    let mut parser = Parser { url: Url::default(), base, charset };
    parser.scheme_start(&input)?;
    Ok(parser.url)
}

/// Returns the components of the URL that `reference` is parsed to.
pub(super) fn interpret(reference: &str, base: Option<&str>) -> Result<Interpretation, Rejection> {
    const REJECTED: Rejection = Rejection("the WHATWG URL Standard returns failure");
    let url = |text, base: Option<&Url>| parse(text, base, QueryCharset::UTF8).map_err(|_| REJECTED);
    let base = base.map(|base| url(base, None)).transpose()?;
    let url = url(reference, base.as_ref())?;
    let password = if url.password.is_empty() { String::new() } else { format!(":{}", url.password) };
    Ok(Interpretation {
        userinfo: non_empty(&(url.username + &password)),
        host: url.host.as_deref().and_then(non_empty),
        port: url.port.map(|port| port.to_string()),
        query: url.query.as_deref().and_then(non_empty),
        fragment: url.fragment.as_deref().and_then(non_empty),
        scheme: Some(url.scheme),
        path: url.path,
    })
}

/// Returns the default port of a special scheme; `None` if it has none or if `scheme` is not special.
pub(super) fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        "http" | "ws" => Some(80),
        "https" | "wss" => Some(443),
        "ftp" => Some(21),
        _ => None,
    }
}

/// Returns whether `scheme` is special (section 4.2): its URLs have a host, and `\` separates like `/`.
pub(super) fn is_special(scheme: &str) -> bool {
    matches!(scheme, "http" | "https" | "ws" | "wss" | "ftp" | "file")
}

/// Returns `input` without C0 controls and spaces at its ends, and without tabs and line breaks.
fn stripped(input: &str) -> Cow<'_, str> {
    let input = input.trim_matches(|c| c <= ' ');
    let is_removed = |c| matches!(c, '\t' | '\n' | '\r');
    if input.contains(is_removed) { Cow::Owned(input.replace(is_removed, "")) } else { Cow::Borrowed(input) }
}

impl Url {
    /// Returns the port, or the default of the scheme.
    pub(crate) fn port_or_default(&self) -> Option<u16> {
        self.port.or_else(|| default_port(&self.scheme))
    }

    /// Serializes the URL (section 4.5).
    pub(crate) fn href(&self) -> String {
        let mut out = format!("{}:", self.scheme);
        if let Some(host) = &self.host {
            out.push_str("//");
            if !self.username.is_empty() || !self.password.is_empty() {
                out.push_str(&self.username);
                if !self.password.is_empty() {
                    out.extend([":", &self.password]);
                }
                out.push('@');
            }
            out.push_str(host);
            if let Some(port) = self.port {
                out.extend([":", &port.to_string()]);
            }
        } else if !self.is_path_opaque && self.path.starts_with("//") {
            // Without it, the path would start an authority.
            out.push_str("/.");
        }
        out.push_str(&self.path);
        if let Some(query) = &self.query {
            out.extend(["?", query]);
        }
        if let Some(fragment) = &self.fragment {
            out.extend(["#", fragment]);
        }
        out
    }

    fn is_special(&self) -> bool {
        is_special(&self.scheme)
    }

    /// Returns whether `c` ends a segment or an authority.
    fn is_slash(&self, c: char) -> bool {
        c == '/' || (c == '\\' && self.is_special())
    }

    fn copy_authority(&mut self, base: &Self) {
        self.username.clone_from(&base.username);
        self.password.clone_from(&base.password);
        self.host.clone_from(&base.host);
        self.port = base.port;
    }

    /// Removes the last segment, unless it is the drive letter of a file URL (section 4.1, "shorten").
    fn shorten_path(&mut self) {
        if self.scheme == "file" && self.path.len() == "/C:".len() && first_drive(&self.path).is_some() {
            return;
        }
        self.path.truncate(self.path.rfind('/').unwrap_or(0));
    }
}

/// Returns the first segment of a path if it is a letter and `:`.
fn first_drive(path: &str) -> Option<&str> {
    let segment = path.strip_prefix('/')?.split('/').next()?;
    matches!(segment.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic()).then_some(segment)
}

/// Returns whether `text` starts with a drive letter that is a whole segment.
fn starts_with_drive(text: &str) -> bool {
    text.get(..2).is_some_and(is_drive) && matches!(text.as_bytes().get(2), None | Some(b'/' | b'\\' | b'?' | b'#'))
}

/// Returns whether a segment is `.`, possibly percent-encoded.
fn is_single_dot(segment: &str) -> bool {
    segment == "." || segment.eq_ignore_ascii_case("%2e")
}

/// Returns whether a segment is `..`, possibly percent-encoded.
fn is_double_dot(segment: &str) -> bool {
    matches!(segment.len(), 2 | 4 | 6)
        && ["..", ".%2e", "%2e.", "%2e%2e"].iter().any(|dots| segment.eq_ignore_ascii_case(dots))
}

/// State machine: the URL so far, and what it depends on.
struct Parser<'b> {
    url: Url,
    base: Option<&'b Url>,
    charset: QueryCharset,
}

impl Parser<'_> {
    /// Scheme start state and scheme state.
    fn scheme_start(&mut self, input: &str) -> Result<(), UrlError> {
        let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        let end = input.find(|c| !is_scheme(c)).unwrap_or(input.len());
        if !input.starts_with(|c: char| c.is_ascii_alphabetic()) || !input[end..].starts_with(':') {
            return self.no_scheme(input);
        }
        self.url.scheme = input[..end].to_ascii_lowercase();
        let rest = &input[end + 1..];
        if self.url.scheme == "file" {
            self.file(rest)
        } else if self.url.is_special() {
            match self.base {
                Some(base) if base.scheme == self.url.scheme && !rest.starts_with("//") => self.relative(base, rest),
                _ => self.authority_after_slashes(rest),
            }
        } else if let Some(rest) = rest.strip_prefix('/') {
            match rest.strip_prefix('/') {
                Some(rest) => self.authority(rest),
                None => self.path(rest),
            }
        } else {
            self.opaque_path(rest);
            Ok(())
        }
    }

    fn no_scheme(&mut self, rest: &str) -> Result<(), UrlError> {
        let base = self.base.ok_or(UrlError::Relative)?;
        if base.is_path_opaque {
            let fragment = rest.strip_prefix('#').ok_or(UrlError::Relative)?;
            self.url = base.clone();
            self.fragment(fragment);
            return Ok(());
        }
        if base.scheme == "file" {
            return self.file(rest);
        }
        self.relative(base, rest)
    }

    /// Relative state and relative slash state.
    fn relative(&mut self, base: &Url, rest: &str) -> Result<(), UrlError> {
        self.url.scheme.clone_from(&base.scheme);
        let is_special = self.url.is_special();
        let Some(after_slash) = rest.strip_prefix(|c| self.url.is_slash(c)) else {
            self.url.copy_authority(base);
            return self.relative_path(base, rest);
        };
        match after_slash.chars().next() {
            Some('/' | '\\') if is_special => self.authority_after_slashes(after_slash),
            Some('/') => self.authority(&after_slash[1..]),
            _ => {
                self.url.copy_authority(base);
                self.path(after_slash)
            }
        }
    }

    /// Continues the path of `base`, or keeps it in front of a query or fragment.
    fn relative_path(&mut self, base: &Url, rest: &str) -> Result<(), UrlError> {
        self.url.path.clone_from(&base.path);
        self.url.query.clone_from(&base.query);
        match rest.chars().next() {
            None => Ok(()),
            Some('?' | '#') => {
                self.query_or_fragment(rest);
                Ok(())
            }
            Some(_) => {
                self.url.query = None;
                if self.url.scheme == "file" && starts_with_drive(rest) {
                    self.url.path.clear();
                } else {
                    self.url.shorten_path();
                }
                self.path(rest)
            }
        }
    }

    /// Special authority slashes state and special authority ignore slashes state.
    fn authority_after_slashes(&mut self, rest: &str) -> Result<(), UrlError> {
        self.authority(rest.trim_start_matches(['/', '\\']))
    }

    /// Authority state, host state and port state.
    fn authority(&mut self, rest: &str) -> Result<(), UrlError> {
        let end = rest.find(|c| matches!(c, '?' | '#') || self.url.is_slash(c)).unwrap_or(rest.len());
        let (authority, rest) = rest.split_at(end);
        let host_and_port = match authority.rsplit_once('@') {
            Some((_, "")) => return Err(UrlError::NoHost),
            Some((credentials, host_and_port)) => {
                let (username, password) = credentials.split_once(':').unwrap_or((credentials, ""));
                self.url.username = EncodeSet::Userinfo.encoded(username);
                self.url.password = EncodeSet::Userinfo.encoded(password);
                host_and_port
            }
            None => authority,
        };
        let (host, port) = split_port(host_and_port);
        if host.is_empty() && (self.url.is_special() || port.is_some()) {
            return Err(UrlError::NoHost);
        }
        self.url.host = Some(host::parse(host, !self.url.is_special())?);
        if let Some(port) = port {
            self.url.port = parse_port(port)?.filter(|&port| Some(port) != default_port(&self.url.scheme));
        }
        self.path_start(rest)
    }

    /// File state and file slash state.
    fn file(&mut self, rest: &str) -> Result<(), UrlError> {
        "file".clone_into(&mut self.url.scheme);
        self.url.host = Some(String::new());
        let base = self.base.filter(|base| base.scheme == "file");
        let Some(after_slash) = rest.strip_prefix(['/', '\\']) else {
            let Some(base) = base else { return self.path(rest) };
            self.url.host.clone_from(&base.host);
            return self.relative_path(base, rest);
        };
        if let Some(rest) = after_slash.strip_prefix(['/', '\\']) {
            return self.file_host(rest);
        }
        if let Some(base) = base {
            if !starts_with_drive(after_slash)
                && let Some(drive) = first_drive(&base.path)
            {
                self.url.path = format!("/{drive}");
            }
            self.url.host.clone_from(&base.host);
        }
        self.path(after_slash)
    }

    fn file_host(&mut self, rest: &str) -> Result<(), UrlError> {
        let end = rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len());
        let (host, after_host) = rest.split_at(end);
        if is_drive(host) {
            return self.path(rest);
        }
        if !host.is_empty() {
            let host = host::parse(host, false)?;
            self.url.host = Some(if host == "localhost" { String::new() } else { host });
        }
        self.path_start(after_host)
    }

    fn path_start(&mut self, rest: &str) -> Result<(), UrlError> {
        if !self.url.is_special() && (rest.is_empty() || rest.starts_with(['?', '#'])) {
            self.query_or_fragment(rest);
            return Ok(());
        }
        self.path(rest.strip_prefix(|c| self.url.is_slash(c)).unwrap_or(rest))
    }

    #[allow(clippy::unnecessary_wraps)] // the last state of a chain in which others fail
    fn path(&mut self, rest: &str) -> Result<(), UrlError> {
        let end = rest.find(['?', '#']).unwrap_or(rest.len());
        let (path, after_path) = rest.split_at(end);
        let is_special = self.url.is_special();
        let mut segments = path.split(|c| c == '/' || (c == '\\' && is_special)).peekable();
        while let Some(segment) = segments.next() {
            self.segment(segment, segments.peek().is_none());
        }
        self.query_or_fragment(after_path);
        Ok(())
    }

    fn segment(&mut self, segment: &str, is_last: bool) {
        let url = &mut self.url;
        if is_double_dot(segment) || is_single_dot(segment) {
            if is_double_dot(segment) {
                url.shorten_path();
            }
            if is_last {
                url.path.push('/');
            }
            return;
        }
        let is_first = url.path.is_empty();
        url.path.push('/');
        if is_first && url.scheme == "file" && is_drive(segment) {
            url.path.extend([&segment[..1], ":"]);
        } else {
            EncodeSet::Path.push_encoded(segment, &mut url.path);
        }
    }

    fn opaque_path(&mut self, rest: &str) {
        let end = rest.find(['?', '#']).unwrap_or(rest.len());
        let (path, after_path) = rest.split_at(end);
        self.url.is_path_opaque = true;
        self.url.path = EncodeSet::C0Control.encoded(path);
        // A serialized path ends in no space, which a later parser would remove.
        if !after_path.is_empty() && self.url.path.ends_with(' ') {
            self.url.path.pop();
            self.url.path.push_str("%20");
        }
        self.query_or_fragment(after_path);
    }

    /// Continues after the path: `rest` is empty or starts with `?` or `#`.
    fn query_or_fragment(&mut self, rest: &str) {
        let (query, fragment) = match rest.split_once('#') {
            Some((query, fragment)) => (query, Some(fragment)),
            None => (rest, None),
        };
        if let Some(query) = query.strip_prefix('?') {
            self.query(query);
        }
        if let Some(fragment) = fragment {
            self.fragment(fragment);
        }
    }

    fn query(&mut self, query: &str) {
        let is_special = self.url.is_special();
        let set = if is_special { EncodeSet::SpecialQuery } else { EncodeSet::Query };
        let is_utf8 = !is_special || matches!(&*self.url.scheme, "ws" | "wss");
        let charset = if is_utf8 { QueryCharset::UTF8 } else { self.charset };
        let mut encoded = String::with_capacity(query.len());
        charset.push_percent_encoded(query, |byte| set.contains(byte), &mut encoded);
        self.url.query = Some(encoded);
    }

    fn fragment(&mut self, fragment: &str) {
        self.url.fragment = Some(EncodeSet::Fragment.encoded(fragment));
    }
}

/// Splits at the first `:` outside brackets.
fn split_port(host_and_port: &str) -> (&str, Option<&str>) {
    let mut is_in_brackets = false;
    for (at, byte) in host_and_port.bytes().enumerate() {
        match byte {
            b'[' => is_in_brackets = true,
            b']' => is_in_brackets = false,
            b':' if !is_in_brackets => return (&host_and_port[..at], Some(&host_and_port[at + 1..])),
            _ => {}
        }
    }
    (host_and_port, None)
}

/// Returns the number of a port; `None` if it is empty.
fn parse_port(digits: &str) -> Result<Option<u16>, UrlError> {
    if digits.is_empty() {
        return Ok(None);
    }
    // `parse` would accept a sign.
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(UrlError::Port);
    }
    digits.parse().map(Some).map_err(|_| UrlError::Port)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn href(input: &str, base: Option<&str>) -> Option<String> {
        let base = base.map(|base| parse(base, None, QueryCharset::UTF8).expect("a URL"));
        parse(input, base.as_ref(), QueryCharset::UTF8).ok().map(|url| url.href())
    }

    #[test]
    fn components_are_those_of_the_standard() {
        let url = parse("HTTP:\\\\u:p@q@H:81\\a\\..\\b?c'd#e f", None, QueryCharset::UTF8).expect("a URL");
        assert_eq!((&*url.scheme, &*url.username, &*url.password), ("http", "u", "p%40q"));
        assert_eq!((url.host.as_deref(), url.port, &*url.path), (Some("h"), Some(81), "/b"));
        assert_eq!((url.query.as_deref(), url.fragment.as_deref()), (Some("c%27d"), Some("e%20f")));
        assert_eq!(url.href(), "http://u:p%40q@h:81/b?c%27d#e%20f");
    }

    #[test]
    fn file_urls_keep_their_drive() {
        let base = Some("file://h/C:/a/b?q");
        for (input, expected) in [
            ("../../..", "file://h/C:/"),
            ("/x", "file://h/C:/x"),
            ("/D|/x", "file://h/D:/x"),
            ("D:/x", "d:/x"),
            ("D|/x", "file://h/D:/x"),
            ("//C|/x", "file:///C:/x"),
            ("//localhost/x", "file:///x"),
            ("file://i/C:/x", "file://i/C:/x"),
            ("?r", "file://h/C:/a/b?r"),
            ("", "file://h/C:/a/b?q"),
        ] {
            assert_eq!(href(input, base).as_deref(), Some(expected), "{input}");
        }
    }

    #[test]
    fn an_error_names_what_is_wrong() {
        for (input, error) in [
            ("a", UrlError::Relative),
            ("http://", UrlError::NoHost),
            ("http://u@/", UrlError::NoHost),
            ("a://:80", UrlError::NoHost),
            ("http://a b/", UrlError::Host),
            ("http://1.2.3.256/", UrlError::Ipv4),
            ("http://[::1/", UrlError::Ipv6),
            ("http://h:65536/", UrlError::Port),
            ("http://h:+1/", UrlError::Port),
        ] {
            assert_eq!(parse(input, None, QueryCharset::UTF8), Err(error), "{input}");
        }
    }
}
