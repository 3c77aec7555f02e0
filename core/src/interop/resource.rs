//! The same resource: whether a reference leads to what another one leads to, by RFC 3986 and in a browser.
//!
//! ```text
//! iso-8859-1   http://h/?é    sent as   /?%E9
//!              http://h/?%C3%A9         /?%C3%A9    another resource
//!              http://h/ü               /%C3%BC     only queries are sent in the encoding of the document
//! ```
//!
//! Fixes, rewrites and conversions use these functions. A fragment is compared too: the resource contains what it names.

use crate::interop::browser::{self, BASES};
use crate::interop::whatwg::{self, Url};
use crate::reference::{Form, NormalizationLevel, QueryCharset, Reference, normalize, resolve};

/// Returns what a browser opens for `text`, relative to `base`; `None` if it rejects the text.
pub(crate) fn opened(text: &str, base: Option<&str>, charset: QueryCharset) -> Option<Url> {
    let base = base.and_then(|base| whatwg::parse(base, None, QueryCharset::UTF8).ok());
    whatwg::parse(text, base.as_ref(), charset).ok()
}

/// Returns whether `before` and `after` are sent as the same bytes, except for bytes that percent-encoding leaves
/// equivalent (RFC 3986 section 6.2.2). What has no meaning before is compared with nothing.
pub(crate) fn is_same(before: &str, after: &str, base: Option<&str>, charset: QueryCharset) -> bool {
    // Without a base, that of a page of the Web: the host of `//h` is a name of the DNS.
    let rfc_base = base.unwrap_or("http://base.invalid/a/b?q");
    let uri = |text| {
        let uri = Form::Uri.convert(&Reference::parse(text), charset, |_| None)?;
        Some(resolve(rfc_base, &uri).unwrap_or(uri))
    };
    browser::is_same_host(before, after)
        && uri(before).is_none_or(|before| uri(after).is_some_and(|after| is_equivalent(&before, &after)))
        && is_same_in_browser(before, after, base, charset)
}

fn is_same_in_browser(before: &str, after: &str, base: Option<&str>, charset: QueryCharset) -> bool {
    let is_same = |before: Option<Url>, after: Option<Url>| {
        before.is_none_or(|before| after.is_some_and(|after| is_equivalent(&before.href(), &after.href())))
    };
    let opened_in = |text, base| whatwg::parse(text, Some(base), charset).ok();
    match base {
        Some(_) => is_same(opened(before, base, charset), opened(after, base, charset)),
        None => BASES.iter().all(|base| is_same(opened_in(before, base), opened_in(after, base))),
    }
}

fn is_equivalent(before: &str, after: &str) -> bool {
    before == after || normal(before) == normal(after)
}

/// Returns one spelling of equivalent texts. Browsers send brackets as they are; no grammar allows them after the authority.
fn normal(text: &str) -> String {
    let end = Reference::parse(text).path.start;
    let text = format!("{}{}", &text[..end], text[end..].replace('[', "%5B").replace(']', "%5D"));
    normalize(&text, NormalizationLevel::Scheme)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sent_decides() {
        let is_same = |before, after| is_same(before, after, None, QueryCharset::UTF8);
        assert!(is_same("http://h/a b?\u{E9}#|", "http://h/a%20b?%C3%A9#%7C"));
        assert!(is_same("a%7E", "a~"));
        assert!(!is_same("http://h/a\u{1E}", "http://h/a%1E"));
        assert!(!is_same("http://h/a\tb", "http://h/a%09b"));
        assert!(!is_same("a", "b"));
        assert!(!is_same("http://h/%zz", "http://h/%25zz"));
    }

    #[cfg(feature = "xml")]
    #[test]
    fn queries_are_sent_in_the_encoding_of_the_document() {
        let latin_1 = |base| QueryCharset::new(Some(encoding_rs::WINDOWS_1252), base);
        for (before, after, base, expected) in [
            ("http://h/?\u{E9}", "http://h/?%E9", None, true),
            ("http://h/?\u{E9}", "http://h/?%C3%A9", None, false),
            ("http://h/?%C3%A9", "http://h/?\u{E9}", None, false),
            ("ws://h/?\u{E9}", "ws://h/?%C3%A9", None, true),
            ("?\u{E9}", "?%E9", Some("http://h/"), true),
            ("?\u{E9}", "?%C3%A9", Some("http://h/"), false),
            // How it is sent is not known.
            ("?\u{E9}", "?%C3%A9", None, false),
            ("?\u{E9}", "?%E9", None, false),
        ] {
            assert_eq!(is_same(before, after, base, latin_1(base)), expected, "{before} {after} {base:?}");
        }
    }
}
