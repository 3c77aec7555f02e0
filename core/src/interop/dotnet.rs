//! The class `Uri` of .NET.
//!
//! * A known scheme has properties of its own: whether a host is needed, whether `\` is `/`, whether there is a query.
//! * `\` may start the authority, but not end it. The first `@` ends the userinfo.
//! * A host is a name, or an IPv4 address in any notation; anything else is rejected. Nothing in it is decoded.
//! * Names are converted by UTS #46 with the mapping of IDNA 2003, also by recent versions.
//! * A path is written with the escapes that it needs, and without dot segments.

use core::fmt::Write as _;
use core::net::{Ipv4Addr, Ipv6Addr};

use super::bytes::{ipv4_of, is_scheme, percent_decoded, push_encoded};
use super::curl::shortest;
use super::interpretation::{Interpretation, Rejection, non_empty};
use crate::reference::idna::{LONGEST_DNS_LABEL, is_label_separator, looked_up_in_2003};

/// Whitespace that is removed at both ends.
const WHITESPACE: [char; 4] = [' ', '\t', '\n', '\r'];

/// What a text cannot be: an absolute reference only, or any.
enum Failure {
    Relative(&'static str),
    Any(&'static str),
}

impl From<Failure> for Rejection {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Relative(reason) | Failure::Any(reason) => Self(reason),
        }
    }
}

const NO_HOST: Failure = Failure::Any("no valid host");

/// Properties of a scheme.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "a scheme has them independently")]
struct Syntax {
    needs_authority: bool,
    may_have_authority: bool,
    allows_empty_host: bool,
    has_userinfo: bool,
    has_port: bool,
    has_query: bool,
    /// A path starts with `/`, if there is an authority.
    is_rooted: bool,
    /// `\` in a path is `/`, and dot segments are removed.
    is_hierarchical: bool,
    allows_drive: bool,
    is_file: bool,
    is_mail: bool,
    is_unknown: bool,
    default_port: Option<u16>,
}

impl Syntax {
    fn new(scheme: &str) -> Self {
        let server = |default_port| Self {
            needs_authority: true,
            may_have_authority: true,
            allows_empty_host: false,
            has_userinfo: true,
            has_port: true,
            has_query: false,
            is_rooted: true,
            is_hierarchical: false,
            allows_drive: false,
            is_file: false,
            is_mail: false,
            is_unknown: false,
            default_port,
        };
        let web = |port| Self { has_query: true, is_hierarchical: true, ..server(Some(port)) };
        let no_authority = Self { needs_authority: false, may_have_authority: false, is_rooted: false, ..server(None) };
        match scheme {
            "http" | "ws" => web(80),
            "https" | "wss" => web(443),
            "ftp" => Self { is_hierarchical: true, ..server(Some(21)) },
            "file" => Self {
                allows_empty_host: true,
                has_userinfo: false,
                has_port: false,
                has_query: true,
                is_hierarchical: true,
                allows_drive: true,
                is_file: true,
                ..server(None)
            },
            "gopher" => server(Some(70)),
            "nntp" => server(Some(119)),
            "telnet" => server(Some(23)),
            "ldap" => Self { allows_empty_host: true, has_query: true, ..server(Some(389)) },
            "net.tcp" => Self { has_userinfo: false, ..web(808) },
            "net.pipe" => Self { has_userinfo: false, has_port: false, default_port: None, ..web(0) },
            "news" | "uuid" => no_authority,
            "mailto" => {
                Self { allows_empty_host: true, has_query: true, is_mail: true, default_port: Some(25), ..no_authority }
            }
            _ => Self {
                needs_authority: false,
                allows_empty_host: true,
                has_query: true,
                is_hierarchical: true,
                allows_drive: true,
                is_unknown: true,
                ..server(None)
            },
        }
    }
}

/// A path of a file system that is written without a scheme, or after `file:`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FilePath {
    None,
    Unix,
    Drive,
    Share,
}

struct Uri {
    scheme: String,
    syntax: Syntax,
    has_authority: bool,
    file: FilePath,
    is_implicit_file: bool,
    userinfo: Option<String>,
    host: String,
    /// The host is a name of the DNS, which is converted by IDNA.
    is_name: bool,
    port: Option<u16>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
}

pub(super) fn interpret(reference: &str, base: Option<&str>) -> Result<Interpretation, Rejection> {
    let uri = match base {
        None => Uri::parse(reference, false)?,
        Some(base) => Uri::parse(base, false)?.resolved(reference)?,
    };
    let host = if uri.is_name { name(&uri.host)? } else { uri.host.trim_matches(['[', ']']).to_owned() };
    Ok(Interpretation {
        scheme: Some(uri.scheme),
        userinfo: uri.userinfo.filter(|userinfo| !userinfo.is_empty()),
        host: non_empty(&host),
        port: uri.port.filter(|port| *port != uri.syntax.default_port.unwrap_or(0)).map(|port| port.to_string()),
        path: uri.path,
        query: uri.query.filter(|query| !query.is_empty()),
        fragment: uri.fragment.filter(|fragment| !fragment.is_empty()),
    })
}

impl Uri {
    fn parse(text: &str, may_be_relative: bool) -> Result<Self, Failure> {
        let start = text.len() - text.trim_start_matches(WHITESPACE).len();
        let (scheme, mut at, mut file) = scheme(text, start)?;
        let is_implicit_file = file != FilePath::None;
        if may_be_relative && matches!(file, FilePath::Unix | FilePath::Share) && !text.starts_with("\\\\") {
            return Err(Failure::Relative("relative"));
        }
        let syntax = Syntax::new(&scheme);
        let end = text.trim_end_matches(WHITESPACE).len().max(at);
        let bytes = &text.as_bytes()[..end];
        let mut has_authority = is_implicit_file;
        let slashes = bytes[at..].iter().take_while(|byte| is_slash(**byte)).count();
        if syntax.allows_drive && !is_implicit_file && at + 1 < end && (syntax.is_file || slashes <= 3) {
            let first = at + slashes;
            has_authority = slashes >= 2;
            if bytes.get(first).is_some_and(u8::is_ascii_alphabetic)
                && matches!(bytes.get(first + 1), Some(b':' | b'|'))
            {
                if bytes.get(first + 2).is_some_and(|byte| is_slash(*byte)) {
                    file = FilePath::Drive;
                    has_authority |= syntax.needs_authority;
                    at = if slashes == 0 || slashes == 2 { first } else { first - 1 };
                } else if syntax.is_file {
                    return Err(Failure::Any("a path with a drive must start with a slash"));
                }
            } else if syntax.is_file && slashes == 3 && bytes[first - 1] == b'/' {
                file = FilePath::Unix;
                at += 2;
            } else if syntax.is_file
                && slashes >= 2
                && slashes != 3
                && !matches!(bytes.get(first), None | Some(b'?' | b'#'))
            {
                file = FilePath::Share;
                at = first;
            }
        }
        if file == FilePath::None {
            let is_authority = bytes.get(at..at + 2).is_some_and(|start| {
                if syntax.needs_authority {
                    start.iter().all(|byte| is_slash(*byte))
                } else {
                    syntax.may_have_authority && (has_authority || start == b"//")
                }
            });
            if is_authority {
                has_authority = true;
                at += 2;
            } else if syntax.needs_authority {
                return Err(Failure::Relative("no '//'"));
            }
        }
        let mut uri = Self {
            scheme,
            syntax,
            has_authority,
            file,
            is_implicit_file,
            userinfo: None,
            host: String::new(),
            is_name: false,
            port: None,
            path: String::new(),
            query: None,
            fragment: None,
        };
        let is_decoded = is_decoded(text);
        if file != FilePath::Drive && (has_authority || syntax.is_mail) {
            at = uri.set_authority(&text[..end], at, is_decoded)?;
        }
        // What is decoded is not trimmed again.
        uri.set_rest(&text[at..if is_decoded { text.len() } else { end }], is_decoded);
        Ok(uri)
    }

    /// Sets what is before the path, and returns where that starts.
    fn set_authority(&mut self, text: &str, at: usize, is_decoded: bool) -> Result<usize, Failure> {
        let syntax = self.syntax;
        let bytes = text.as_bytes();
        let ends = |byte: u8| matches!(byte, b'/' | b'?' | b'#') || byte == b'\\' && syntax.is_file;
        if bytes.get(at).is_none_or(|byte| ends(*byte)) {
            return if syntax.allows_empty_host { Ok(at) } else { Err(NO_HOST) };
        }
        let mut start = at;
        if syntax.has_userinfo {
            let stop = bytes[at..].iter().position(|byte| matches!(byte, b'@' | b'/' | b'?' | b'#' | b'\\'));
            if let Some(length) = stop.filter(|length| bytes[at + length] == b'@' && at + length + 1 < bytes.len()) {
                self.userinfo = Some(written(&text[at..at + length], is_decoded, b"?#"));
                start = at + length + 1;
            }
        }
        let is_implicit = self.is_implicit_file;
        let is_end = |byte: u8| matches!(byte, b'/' | b'\\') || !is_implicit && matches!(byte, b':' | b'?' | b'#');
        let length = bytes[start..].iter().position(|byte| is_end(*byte)).unwrap_or(bytes.len() - start);
        let candidate = &text[start..start + length];
        let (host, end) = if let Some((literal, end)) = ipv6(&text[start..]) {
            (Some(literal), start + end)
        } else if let Some(address) = ipv4(candidate, syntax.is_unknown) {
            (Some(address.to_string()), start + length)
        } else if is_name(candidate) || is_share_name(candidate) {
            self.is_name = is_name(candidate);
            (Some(candidate.to_lowercase()), start + length)
        } else {
            (None, start)
        };
        let mut end = end;
        let mut host = host;
        match bytes.get(end) {
            Some(b'\\') if !syntax.is_file => host = None,
            Some(b':') if host.is_some() && syntax.has_port => {
                let rest = &bytes[end + 1..];
                let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
                if !matches!(rest.get(digits), None | Some(b'/' | b'?' | b'#')) {
                    return Err(Failure::Any("bad port"));
                }
                let port = &text[end + 1..end + 1 + digits];
                let significant = port.trim_start_matches('0');
                self.port = match (port.is_empty(), significant.is_empty()) {
                    (true, _) => None,
                    (_, true) => Some(0),
                    _ => Some(significant.parse().map_err(|_| Failure::Any("bad port"))?),
                };
                end += 1 + digits;
            }
            Some(b':') if !syntax.has_port => host = None,
            _ => {}
        }
        if let Some(host) = host {
            self.host = host;
            return Ok(end);
        }
        // Of an unknown scheme, one or two dots are a host.
        let dots = bytes[at..].iter().take_while(|byte| **byte == b'.').count();
        if syntax.is_unknown
            && (1..=2).contains(&dots)
            && matches!(bytes.get(at + dots), None | Some(b'/' | b'?' | b'#'))
        {
            self.is_name = false;
            self.host = ".".repeat(dots);
            return Ok(at + dots);
        }
        Err(NO_HOST)
    }

    fn set_rest(&mut self, rest: &str, is_decoded: bool) {
        let is_implicit = self.is_implicit_file;
        let (before, fragment) = match rest.split_once('#').filter(|_| !is_implicit) {
            Some((before, fragment)) => (before, Some(fragment)),
            None => (rest, None),
        };
        let (path, query) = match before.split_once('?').filter(|_| self.syntax.has_query && !is_implicit) {
            Some((path, query)) => (path, Some(query)),
            None => (before, None),
        };
        self.query = query.map(|query| written(query, is_decoded, b""));
        self.fragment = fragment.map(|fragment| written(fragment, is_decoded, b""));
        let mut path = if is_decoded { decoded(path) } else { path.to_owned() };
        if self.has_authority && self.syntax.is_rooted && !path.starts_with(['/', '\\']) {
            path.insert(0, '/');
        }
        if self.syntax.is_hierarchical && (self.has_authority || self.file == FilePath::Drive) {
            if self.syntax.is_file && !is_implicit {
                path = unescaped_dots_and_slashes(&path, self.file);
            }
            path = self.hierarchical(path);
        }
        self.path = escaped(&path, if is_implicit { b"?#%" } else { b"?#" });
    }

    /// Returns `path` with slashes for backslashes, except in a path of Unix, and without dot segments after a drive.
    fn hierarchical(&self, mut path: String) -> String {
        if self.file != FilePath::Unix {
            path = path.replace('\\', "/");
        }
        let drive = if self.file == FilePath::Drive { path.find(['|', ':']).unwrap_or(0) + 1 } else { 0 };
        path[..drive].replace('|', ":") + &without_dots(&path[drive..])
    }

    fn resolved(self, reference: &str) -> Result<Self, Failure> {
        match Self::parse(reference, true) {
            Ok(uri) => return Ok(uri),
            Err(failure @ Failure::Any(_)) => return Err(failure),
            Err(Failure::Relative(_)) => {}
        }
        let relative = reference.trim_matches(WHITESPACE);
        let scheme = relative.split_once(':').filter(|(scheme, _)| is_scheme(scheme) && scheme.len() > 1);
        let text = match (scheme, relative.as_bytes()) {
            // The scheme of the base is ignored.
            (Some((scheme, rest)), _) => {
                if !scheme.eq_ignore_ascii_case(&self.scheme) || self.file == FilePath::Unix {
                    return Self::parse(relative, false);
                }
                if rest.is_empty() { self.text(true, true) } else { self.combined(rest) }
            }
            (None, []) => self.text(true, true),
            (None, [b'#', ..]) => self.text(true, false) + relative,
            (None, [b'?', ..]) if self.syntax.has_query => self.text(false, false) + relative,
            (None, [drive, b':' | b'|', slash, ..])
                if drive.is_ascii_alphabetic() && is_slash(*slash) && self.syntax.allows_drive =>
            {
                format!("{}:{}{relative}", self.scheme, if self.has_authority { "///" } else { "/" })
            }
            (None, _) => self.combined(relative),
        };
        Self::parse(&text, false)
    }

    /// Returns the text of this reference with the end replaced by `relative`, which is not empty.
    fn combined(&self, relative: &str) -> String {
        match relative.as_bytes() {
            [first, second, ..] if self.syntax.is_file && is_slash(*first) && is_slash(*second) => {
                format!("file:{relative}")
            }
            [first, ..] if self.syntax.is_file && is_slash(*first) => format!("file://{relative}"),
            [b'/', b'/', ..] => format!("{}:{relative}", self.scheme),
            [b'\\', b'/', ..] if self.syntax.is_hierarchical => format!("{}:{relative}", self.scheme),
            [first, ..] if *first == b'/' || *first == b'\\' && self.syntax.is_hierarchical => {
                format!("{}/{}", self.start(), &relative[1..])
            }
            _ => {
                let end = relative.find(|c| c == '#' || c == '?' && self.syntax.has_query).unwrap_or(relative.len());
                let directory = self.path.rfind('/').map_or("", |slash| &self.path[..=slash]);
                let path = format!("{directory}{}", &relative[..end]);
                let path = if self.syntax.is_hierarchical { self.hierarchical(path) } else { without_dots(&path) };
                format!("{}{path}{}", self.start(), &relative[end..])
            }
        }
    }

    /// Returns the text before the path.
    fn start(&self) -> String {
        let mut text = format!("{}:", self.scheme);
        if self.has_authority {
            text.push_str("//");
        }
        if let Some(userinfo) = &self.userinfo {
            text.extend([userinfo, "@"]);
        }
        text.push_str(&self.host);
        if let Some(port) = self.port {
            let _ = write!(text, ":{port}");
        }
        text
    }

    fn text(&self, with_query: bool, with_fragment: bool) -> String {
        let mut text = self.start() + &self.path;
        if let Some(query) = self.query.as_ref().filter(|_| with_query) {
            text.extend(["?", query]);
        }
        if let Some(fragment) = self.fragment.as_ref().filter(|_| with_fragment) {
            text.extend(["#", fragment]);
        }
        text
    }
}

/// Returns the scheme in lowercase, the offset after it, and what kind of file path is written without one.
fn scheme(text: &str, start: usize) -> Result<(String, usize, FilePath), Failure> {
    let bytes = &text.as_bytes()[start..];
    let file = |at, path| Ok(("file".to_owned(), at, path));
    if bytes.first() == Some(&b'/') {
        return file(start, FilePath::Unix);
    }
    let colon = memchr::memchr(b':', bytes);
    if bytes.len() < 3 || colon == Some(0) {
        return Err(Failure::Relative("no scheme"));
    }
    match bytes {
        [drive, b':' | b'|', slash, ..] if drive.is_ascii_alphabetic() => {
            return if is_slash(*slash) {
                file(start, FilePath::Drive)
            } else {
                Err(Failure::Any("a path with a drive must start with a slash"))
            };
        }
        [b'\\', b'\\' | b'/', ..] => {
            let slashes = bytes.iter().take_while(|byte| is_slash(**byte)).count();
            return file(start + slashes, FilePath::Share);
        }
        _ => {}
    }
    let colon = colon.ok_or(Failure::Relative("no scheme"))?;
    let scheme = text.get(start..start + colon).filter(|scheme| is_scheme(scheme) && scheme.len() > 1);
    let scheme = scheme.ok_or(Failure::Relative("bad scheme"))?;
    Ok((scheme.to_ascii_lowercase(), start + colon + 1, FilePath::None))
}

fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

/// Returns the literal at the start of `text` with brackets, in its shortest form, and its length.
fn ipv6(text: &str) -> Option<(String, usize)> {
    let literal = text.strip_prefix('[')?.split(']').next()?;
    let length = literal.len() + 2;
    if length > text.len() {
        return None;
    }
    let (address, zone) = literal.split_at(literal.find('%').unwrap_or(literal.len()));
    let address: Ipv6Addr = address.parse().ok()?;
    let is_zone = !zone.contains('/');
    is_zone.then(|| (format!("[{}{zone}]", shortest(address)), length))
}

/// Returns the address in any notation of `inet_aton`; of an unknown scheme, only in that of the standard.
fn ipv4(host: &str, is_strict: bool) -> Option<Ipv4Addr> {
    if is_strict {
        return host.parse().ok();
    }
    if !host.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let number = |part: &str| {
        let (digits, radix) = match part.as_bytes() {
            [b'0', b'x' | b'X', ..] => (&part[2..], 16),
            [b'0', _, ..] => (&part[1..], 8),
            _ => (part, 10),
        };
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if is_plain { u32::from_str_radix(digits, radix).ok() } else { None }
    };
    let parts: Vec<u32> = host.split('.').map(number).collect::<Option<_>>()?;
    ipv4_of(&parts)
}

/// Returns whether `host` is a name of the DNS: ASCII is limited to letters, digits, `-` and `_`.
fn is_name(host: &str) -> bool {
    let is_plain = |c: char| c >= '\u{A0}' || c.is_ascii_alphanumeric();
    let is_label = |label: &str| {
        let length: usize = label.chars().map(|c| if c > '\u{FF}' { 2 * c.len_utf16() } else { 1 }).sum();
        let prefix = if label.chars().any(|c| c >= '\u{A0}') { "xn--".len() } else { 0 };
        length + prefix <= LONGEST_DNS_LABEL
            && label.starts_with(is_plain)
            && label.chars().all(|c| is_plain(c) || matches!(c, '-' | '_'))
    };
    let rooted = host.strip_suffix(is_label_separator).unwrap_or(host);
    rooted.split(is_label_separator).all(is_label)
}

/// Returns whether `host` is a name in a network of Windows.
fn is_share_name(host: &str) -> bool {
    let is_plain = |c: char| c.is_alphabetic() && c.len_utf16() == 1 || matches!(c, '-' | '_');
    let (first, rest) = host.split_once('.').map_or((host, None), |(first, rest)| (first, Some(rest)));
    let is_character = |c: char| is_plain(c) || c.is_ascii_digit();
    if !first.contains(is_plain) || !first.chars().all(is_character) || host.encode_utf16().count() > 256 {
        return false;
    }
    let Some(rest) = rest else { return true };
    let rooted = rest.strip_suffix('.').unwrap_or(rest);
    rest.is_empty()
        || rooted
            .split('.')
            .all(|label| !label.is_empty() && !label.starts_with(['-', '_']) && label.chars().all(is_character))
}

/// Returns the name that is looked up.
fn name(host: &str) -> Result<String, Rejection> {
    if host.is_ascii() {
        return Ok(host.to_owned());
    }
    let is_formatting = |c: char| matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}');
    let found = looked_up_in_2003(&host.replace(is_formatting, ""));
    let is_unsafe = |name: &String| name.contains(['\\', '/', '?', '@', '#', ':', '[', ']']);
    found.filter(|name| !is_unsafe(name)).ok_or(Rejection("IDNA rejects the host"))
}

/// Returns whether escapes are decoded where they are not needed: if one of a plain letter occurs, or a character above
/// ASCII.
fn is_decoded(text: &str) -> bool {
    let is_unreserved = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    !text.is_ascii()
        || memchr::memchr_iter(b'%', text.as_bytes())
            .filter_map(|at| percent_decoded(&text.as_bytes()[at..]))
            .any(is_unreserved)
        || !decoded(text).is_ascii()
}

/// Returns a component as it is reported.
fn written(part: &str, is_decoded: bool, forced: &[u8]) -> String {
    if is_decoded { escaped(&decoded(part), forced) } else { escaped(part, forced) }
}

/// Decodes what an IRI may contain as it is.
fn decoded(part: &str) -> String {
    let bytes = part.as_bytes();
    let mut out = String::with_capacity(part.len());
    let mut at = 0;
    while at < bytes.len() {
        let run: Vec<u8> = core::iter::successors(Some(at), |at| Some(at + 3))
            .map_while(|at| percent_decoded(bytes.get(at..)?).filter(|byte| !byte.is_ascii()))
            .collect();
        if !run.is_empty() {
            let end = at + 3 * run.len();
            push_decoded(&mut out, &run, &part[at..end]);
            at = end;
            continue;
        }
        match percent_decoded(&bytes[at..]) {
            Some(byte) if !is_kept(byte) => {
                out.push(char::from(byte));
                at += 3;
            }
            found => {
                // After `%`, the two characters that are not digits are not looked at again.
                let count =
                    if bytes[at] == b'%' && (found.is_some() || part[at..].chars().nth(2).is_some()) { 3 } else { 1 };
                let length = part[at..].chars().take(count).map(char::len_utf8).sum::<usize>();
                out.push_str(&part[at..at + length]);
                at += length;
            }
        }
    }
    out
}

/// Decodes a run of escaped bytes above ASCII; `text` is the run as it is written.
fn push_decoded(out: &mut String, run: &[u8], text: &str) {
    if run.utf8_chunks().all(|chunk| chunk.valid().is_empty()) {
        out.push_str(text);
        return;
    }
    for chunk in run.utf8_chunks() {
        out.push_str(chunk.valid());
        chunk.invalid().iter().for_each(|byte| push_encoded(out, *byte));
    }
}

/// Returns whether an escape of this byte is always kept.
fn is_kept(byte: u8) -> bool {
    byte.is_ascii_control() || b";/?:@&=+$,#[]!'()*%\\".contains(&byte)
}

/// Escapes what a URI cannot contain, and the bytes `forced`.
fn escaped(part: &str, forced: &[u8]) -> String {
    let bytes = part.as_bytes();
    let mut out = String::with_capacity(part.len());
    for (at, &byte) in bytes.iter().enumerate() {
        let is_plain = byte.is_ascii_alphanumeric()
            || b"-_.~;/?:@&=+$,#[]!'()*".contains(&byte) && !forced.contains(&byte)
            || byte == b'%' && !forced.contains(&byte) && percent_decoded(&bytes[at..]).is_some();
        if is_plain { out.push(char::from(byte)) } else { push_encoded(&mut out, byte) }
    }
    out
}

/// Decodes the escapes of dots and slashes, as in paths of files.
fn unescaped_dots_and_slashes(path: &str, file: FilePath) -> String {
    let path = path.replace("%2e", ".").replace("%2E", ".").replace("%2f", "/").replace("%2F", "/");
    if file == FilePath::Unix { path } else { path.replace("%5c", "/").replace("%5C", "/") }
}

/// Removes dot segments, except at the start of a path without a slash.
fn without_dots(path: &str) -> String {
    let mut segments = path.split('/');
    let mut kept: Vec<&str> = segments.next().into_iter().collect();
    let mut ends_in_dots = false;
    for segment in segments {
        ends_in_dots = matches!(segment, "." | "..");
        if !ends_in_dots {
            kept.push(segment);
        } else if segment == ".." && kept.len() > 1 {
            kept.pop();
        }
    }
    if ends_in_dots {
        kept.push("");
    }
    kept.join("/")
}
