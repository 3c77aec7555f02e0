//! What a browser opens: the host that the WHATWG URL Standard finds in a text.
//!
//! ```text
//! RFC 3986   http://example.com\@evil.com/      userinfo `example.com\`, host `evil.com`
//! WHATWG     http://example.com\@evil.com/      host `example.com`, path `/@evil.com/`
//! ```
//!
//! Its parser removes tabs and line breaks anywhere and control characters at both ends, and parses `\` as `/` in
//! `http`, `https`, `file`, `ws`, `wss` and `ftp` URLs.

use std::sync::LazyLock;

use crate::interop::whatwg::{self, Url};
use crate::reference::QueryCharset;

/// Bases of a relative reference: in a `file` URL, `//C:` is a drive and not a host.
static BASES: LazyLock<Vec<Url>> = LazyLock::new(|| {
    ["http://base.invalid/a/b?q", "file:///a/b"].iter().filter_map(|base| parse(base, None)).collect()
});

/// Returns the offset up to which the text decides which host a browser opens: the end of what it can parse as scheme
/// and authority, or as the first segment of a path. An edit after it opens the same host.
pub(crate) fn host_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_removed = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r');
    let after_slashes = |from| position(bytes, from, |byte| !(matches!(byte, b'/' | b'\\') || is_removed(byte)));
    let end_of_name = |from| position(bytes, from, |byte| matches!(byte, b'/' | b'\\' | b'?' | b'#'));
    let start = position(bytes, 0, |byte| byte > b' ');
    let first = after_slashes(start);
    let end = end_of_name(first);
    // After a scheme, the slashes and the authority follow.
    let last = bytes[first..end].iter().rfind(|&&byte| !is_removed(byte));
    if first == start && last == Some(&b':') { end_of_name(after_slashes(end)) } else { end }
}

/// Returns the position of the first byte from `from` on for which `is_meant` returns true, or the end.
fn position(bytes: &[u8], from: usize, is_meant: impl Fn(u8) -> bool) -> usize {
    bytes[from..].iter().position(|&byte| is_meant(byte)).map_or(bytes.len(), |length| from + length)
}

/// Returns whether a browser that opens `before` opens the same host, with the same scheme and port, for `after`.
pub(crate) fn is_same_host(before: &str, after: &str) -> bool {
    has_host_of_base(before) && has_host_of_base(after) || is_same_host_by_standard(before, after)
}

/// Returns whether a browser finds the host of the base in `text`, whatever base that is: it starts with neither a scheme
/// nor a slash.
fn has_host_of_base(text: &str) -> bool {
    let is_slash = |byte: u8| matches!(byte, b'/' | b'\\');
    let has_start = text.bytes().next().is_none_or(|first| first > b' ' && !is_slash(first));
    has_start
        && text.bytes().take_while(|&byte| !is_slash(byte) && !matches!(byte, b'?' | b'#')).all(|byte| byte != b':')
}

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
            ("", ""),
        ] {
            assert_eq!(&text[..host_end(text)], expected, "{text:?}");
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
    fn a_path_has_the_host_of_its_base() {
        let pieces = ["", "a", ":", "/", "\\", "?", "#", " ", "\t", "\n", "\u{1}", "\u{A0}", "|", "%3A", "C", "."];
        let texts: Vec<String> = (0..pieces.len().pow(4))
            .map(|index| (0..4).map(|digit| pieces[index / pieces.len().pow(digit) % pieces.len()]).collect())
            .filter(|text: &String| has_host_of_base(text))
            .collect();
        assert!(texts.len() > 10_000, "only {} texts", texts.len());
        for text in &texts {
            assert!(is_same_host_by_standard("a", text) && is_same_host_by_standard(text, "a"), "{text:?}");
        }
    }
}
