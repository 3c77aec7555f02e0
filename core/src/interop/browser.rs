//! What a browser opens: the host and the drive that the WHATWG URL Standard finds in a text.
//!
//! ```text
//! RFC 3986   http://example.com\@evil.com/      userinfo `example.com\`, host `evil.com`
//! WHATWG     http://example.com\@evil.com/      host `example.com`, path `/@evil.com/`
//!
//! RFC 3986   file:///C|/../a                    path `/a`
//! WHATWG     file:///C|/../a                    path `/C:/a`
//! ```
//!
//! Its parser removes tabs and line breaks anywhere and control characters at both ends, and parses `\` as `/` in
//! `http`, `https`, `file`, `ws`, `wss` and `ftp` URLs.

use std::sync::LazyLock;

use crate::interop::whatwg::{self, Url};
use crate::reference::{QueryCharset, Reference, decode_characters, is_drive};
use crate::text::{InReference, Span};

/// Bases of a relative reference: in a `file` URL, `//C:` is a drive and not a host.
pub(super) static BASES: LazyLock<Vec<Url>> = LazyLock::new(|| {
    ["http://base.invalid/a/b?q", "file:///a/b"].iter().filter_map(|base| parse(base, None)).collect()
});

/// Returns the offset up to which the text decides which host a browser opens: the end of what it can parse as scheme
/// and authority, or as the first segment of a path. An edit after it opens the same host.
pub(crate) fn host_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let after_slashes = |from| position(bytes, from, |byte| !(matches!(byte, b'/' | b'\\') || is_removed(byte)));
    let start = position(bytes, 0, |byte| byte > b' ');
    let first = after_slashes(start);
    let end = position(bytes, first, ends_name);
    let last = bytes[first..end].iter().rposition(|&byte| !is_removed(byte));
    let Some(colon) = last.filter(|&last| first == start && bytes[first + last] == b':') else { return end };
    // After a scheme, the slashes and the authority follow.
    let end = position(bytes, after_slashes(end), ends_name);
    if bytes.get(end) != Some(&b'\\') {
        return end;
    }
    // Only the authority of a special scheme ends at a backslash.
    let scheme: String = text[first..first + colon].chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let is_special = whatwg::is_special(&scheme.to_ascii_lowercase());
    if is_special { end } else { position(bytes, end, |byte| ends_name(byte) && byte != b'\\') }
}

/// Returns the host that a browser opens for `host` in a reference of the Web; `None` if it rejects the host.
pub(crate) fn opened_host(host: &str) -> Option<String> {
    parse(&format!("http://{host}/"), None)?.host
}

/// Returns the position of the first byte from `from` on for which `matches` returns true, or the end.
fn position(bytes: &[u8], from: usize, matches: impl Fn(u8) -> bool) -> usize {
    bytes[from..].iter().position(|&byte| matches(byte)).map_or(bytes.len(), |length| from + length)
}

/// Returns the path that a browser parses up to the last segment that is a drive in a `file` URL, or is one after decoding: a
/// letter and `:` or `|`, after nothing but segments that dot segments remove. A browser keeps it before `..`, and takes `|`
/// for `:`.
pub(crate) fn path_up_to_drive(text: &str) -> Option<Span> {
    let path = path_of_file(text)?;
    // Most paths contain none of the characters of a drive.
    memchr::memchr3(b':', b'|', b'%', path.slice(text).as_bytes())?;
    let (mut at, mut depth, mut drive_end) = (path.start, 0_usize, None);
    for segment in path.slice(text).split(['/', '\\']) {
        let end = at + segment.len();
        match visible(segment).as_str() {
            "" | "." => {}
            ".." => depth = depth.saturating_sub(1),
            text => {
                if depth == 0 && is_drive(text) {
                    drive_end = Some(end);
                }
                depth += 1;
            }
        }
        at = end + 1;
    }
    drive_end.map(|end| Span::new(path.start, end))
}

/// Returns the path that a browser parses if the text is a `file` URL or relative to one, with the characters before it that
/// are removed; `None` if it has another scheme.
fn path_of_file(text: &str) -> Option<Span> {
    let bytes = text.as_bytes();
    let (mut start, mut has_scheme) = (position(bytes, 0, |byte| byte > b' '), false);
    let name_end = position(bytes, start, |byte| matches!(byte, b':' | b'/' | b'\\' | b'?' | b'#'));
    if bytes.get(name_end) == Some(&b':') {
        let name: String = text[start..name_end].chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
        if name.eq_ignore_ascii_case("file") {
            (start, has_scheme) = (name_end + 1, true);
        } else if Reference::parse(&format!("{name}:")).has_scheme() {
            return None;
        }
    }
    let slash_end = |from| {
        let at = position(bytes, from, |byte| !is_removed(byte));
        bytes.get(at).filter(|byte| matches!(byte, b'/' | b'\\')).map(|_| at + 1)
    };
    let host = slash_end(start)
        .and_then(slash_end)
        .map(|from| Span::<InReference>::new(from, position(bytes, from, ends_name)));
    let path_start = match host {
        Some(host) if !is_drive(&visible(host.slice(text))) => host.end,
        _ if has_scheme => start,
        _ => 0,
    };
    Some(Span::new(path_start, position(bytes, path_start, |byte| matches!(byte, b'?' | b'#'))))
}

/// Returns the decoded text without the characters that a browser removes: some anywhere, the others at both ends of the text.
fn visible(text: &str) -> String {
    decode_characters(text).chars().filter(|&c| c > ' ').collect()
}

/// Returns whether this byte ends the name of a host.
const fn ends_name(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\' | b'?' | b'#')
}

/// Returns whether a browser removes this byte anywhere.
const fn is_removed(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r')
}

/// Returns whether a browser that opens `before` opens the same host, with the same scheme and port, for `after`.
pub(crate) fn is_same_host(before: &str, after: &str) -> bool {
    match (ObviousHost::from_text(before), ObviousHost::from_text(after)) {
        (Some(ObviousHost::OfBase), Some(ObviousHost::OfBase)) => true,
        (Some(ObviousHost::Absent(one)), Some(ObviousHost::Absent(other))) => one.eq_ignore_ascii_case(other),
        _ => is_same_host_by_standard(before, after),
    }
}

/// Host that a browser opens for a text, if the text needs no parser.
enum ObviousHost<'t> {
    /// The host of the base, whatever base that is: the text starts with neither a scheme nor a slash.
    OfBase,
    /// No host: the text starts with this scheme, which is not a special one of the standard, and no slash follows.
    Absent(&'t str),
}

impl<'t> ObviousHost<'t> {
    /// Returns the host of `text`; `None` if that needs a parser.
    fn from_text(text: &'t str) -> Option<Self> {
        let bytes = text.as_bytes();
        let end = position(bytes, 0, |byte| matches!(byte, b':' | b'/' | b'\\' | b'?' | b'#'));
        if bytes.get(end) != Some(&b':') {
            let is_start = |byte: u8| byte > b' ' && !matches!(byte, b'/' | b'\\');
            return bytes.first().is_none_or(|&first| is_start(first)).then_some(Self::OfBase);
        }
        let scheme = &text[..end];
        let is_opaque = scheme.bytes().all(|byte| byte.is_ascii_alphabetic())
            && !scheme.is_empty()
            && !whatwg::is_special(&scheme.to_ascii_lowercase());
        // Browsers remove control characters at the end, and tabs and line breaks anywhere.
        let has_path = bytes.get(end + 1).is_some_and(|&next| next > b' ' && next != b'/');
        (is_opaque && has_path).then_some(Self::Absent(scheme))
    }
}

/// Returns the same as [`is_same_host`] with the parser of the standard.
fn is_same_host_by_standard(before: &str, after: &str) -> bool {
    // With a scheme and two slashes the base has no effect.
    let is_absolute =
        |text: &str| text.find("://").is_some_and(|at| text[..at].bytes().all(|b| b.is_ascii_alphabetic()));
    let count = if is_absolute(before) && is_absolute(after) { 1 } else { BASES.len() };
    BASES.iter().take(count).all(|base| {
        let Some(before) = parse(before, Some(base)) else { return true };
        parse(after, Some(base)).is_some_and(|after| host(&before) == host(&after))
    })
}

fn parse(text: &str, base: Option<&Url>) -> Option<Url> {
    whatwg::parse(text, base, QueryCharset::UTF8).ok()
}

fn host(url: &Url) -> (&str, Option<&str>, Option<u16>) {
    (&url.scheme, url.host.as_deref(), url.port_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_of_a_browser_ends_where_its_authority_ends() {
        for (text, expected) in [
            ("http://example.com\\@evil.com/", "http://example.com"),
            ("http:\\\\a b\\c", "http:\\\\a b"),
            ("ht\ntp:/\t/h\n/x", "ht\ntp:/\t/h\n"),
            ("/\t/h/x", "/\t/h"),
            ("a b/c", "a b"),
            ("a:b?c", "a:b"),
            (" \u{1}http://h", " \u{1}http://h"),
            ("\u{1}x://c:\\a@h\u{1E}/b", "\u{1}x://c:\\a@h\u{1E}"),
            ("x\t://c:\\a/b", "x\t://c:\\a"),
            ("", ""),
        ] {
            assert_eq!(&text[..host_end(text)], expected, "{text:?}");
        }
    }

    #[test]
    fn a_drive_is_the_first_segment_without_dot_segments_of_a_file_or_of_a_relative_reference() {
        for (text, expected) in [
            ("file:///C|/a", Some("/C|")),
            ("file://h/%43:", Some("/%43:")),
            ("/./../c:/a", Some("/./../c:")),
            ("\\C|\\a", Some("\\C|")),
            ("file:///a/../C|/x", Some("/a/../C|")),
            ("file:///a\\%2e%2E\\C|\\x", Some("/a\\%2e%2E\\C|")),
            ("/a/../../C\t|", Some("/a/../../C\t|")),
            ("file:///%43:/../C|/x", Some("/%43:/../C|")),
            ("/C| ", Some("/C| ")),
            ("\0\0//h/C|/x", Some("/C|")),
            ("/\t/h/C|", Some("/C|")),
            ("\\\\h\\C|", Some("\\C|")),
            ("\u{1}fi\nle:\\/h/C|", Some("/C|")),
            ("//C|/x", Some("//C|")),
            (" C|/x", Some(" C|")),
            ("file:C|/x", Some("C|")),
            ("\u{1}http://h/C|", None),
            ("x?/C|", None),
            ("/a/b/../C|", None),
            ("/a/C:", None),
            ("/CD:", None),
            ("/%3A:", None),
            ("http://h/C:", None),
            ("", None),
        ] {
            let found = path_up_to_drive(text).map(|span| span.slice(text));
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn an_encoded_backslash_opens_another_host() {
        assert!(!is_same_host("http://example.com\\@evil.com/", "http://example.com%5C@evil.com/"));
        assert!(!is_same_host("//C:", "//c"));
        assert!(is_same_host("http://example.com/a b", "http://example.com/a%20b"));
        assert!(is_same_host("HTTP://EXAMPLE.com:80", "http://example.com"));
        assert!(is_same_host("http://a b/", "http://a%20b/"));
    }

    #[test]
    fn an_obvious_host_is_that_of_the_standard() {
        let pieces =
            ["", "a", ":", "/", "\\", "?", "#", " ", "\t", "\n", "\u{1}", "\u{A0}", "|", "%3A", "C", "ftp", "1"];
        let (mut of_base, mut without) = (0, 0);
        for index in 0..pieces.len().pow(4) {
            let text: String = (0..4).map(|digit| pieces[index / pieces.len().pow(digit) % pieces.len()]).collect();
            let plain = match ObviousHost::from_text(&text) {
                None => continue,
                Some(ObviousHost::OfBase) => {
                    of_base += 1;
                    "a".to_owned()
                }
                Some(ObviousHost::Absent(scheme)) => {
                    without += 1;
                    format!("{scheme}:a")
                }
            };
            assert!(is_same_host_by_standard(&plain, &text), "{plain:?} and {text:?}");
            assert!(is_same_host_by_standard(&text, &plain), "{plain:?} and {text:?}");
        }
        assert!(of_base > 10_000 && without > 500, "only {of_base} and {without} texts");
    }
}
