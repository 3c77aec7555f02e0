//! References in places that no vocabulary, schema or configuration knows.
//!
//! A value is looked at if it starts as only references do, and is no prose, template or program. Only what no format can
//! mean is a finding there, see [`is_reported`].

use crate::reference::Reference;
use crate::rules::Rule;

/// Starts of values that are looked at, and of those with a common slip, in lowercase.
const STARTS: [&str; 13] = [
    "http:", "https:", "http//", "https//", "http;", "htpp:", "htpps:", "htttp:", "ftp:", "file:/", "urn:", "mailto:",
    "tel:",
];

/// Maximum length of a start.
const MAX_START: usize = 7;

/// Characters of templates, programs and XPath, and those in which prose encloses references.
const OF_CODE: [char; 18] =
    ['{', '}', '[', ']', '(', ')', '<', '>', '$', '|', '^', '*', '"', '\'', '`', '\\', '“', '‘'];

/// Rules whose findings are reported, since no format gives another meaning to what they report.
const REPORTED: [&str; 12] = [
    "bidi-twin",
    "broken-percent",
    "common-mistake",
    "host-look-alike",
    "invisible-character",
    "leiri-bidi-formatting",
    "leiri-control",
    "leiri-noncharacter",
    "leiri-space",
    "leiri-special",
    "leiri-tag",
    "scheme-syntax",
];

/// Returns whether `text`, an undecoded value or the text after a start tag, starts as a reference does. `is_cut` is true
/// if more text may follow: then a start that may become one counts, too.
pub fn may_start(text: &str, is_cut: bool) -> bool {
    let start = text.trim_ascii_start().as_bytes();
    // Most values start with another letter.
    match start.first() {
        None => return is_cut,
        Some(b'h' | b'H' | b'f' | b'F' | b'u' | b'U' | b'm' | b'M' | b't' | b'T') => {}
        Some(_) => return false,
    }
    let has = |known: &str| start.get(..known.len()).is_some_and(|start| start.eq_ignore_ascii_case(known.as_bytes()));
    STARTS.iter().any(|known| has(known)) || is_cut && start.len() < MAX_START
}

/// Returns whether the decoded `value` is a reference, perhaps with a fault.
pub fn is_reference(value: &str) -> bool {
    if !may_start(value, false) || value.contains(OF_CODE) || value.contains("...") || value.contains('…') {
        return false;
    }
    // The name of a scheme alone is a word of a text about schemes.
    if !value.split_once(':').is_none_or(|(_, rest)| rest.contains(char::is_alphanumeric)) {
        return false;
    }
    // `%s` and `%NAME%` are variables.
    let mut percents = value.split('%').skip(1);
    if percents.any(|rest| rest.is_empty() || rest.starts_with(|c: char| c.is_alphabetic() && !c.is_ascii_hexdigit())) {
        return false;
    }
    let mut words = value.split_ascii_whitespace();
    let first = words.next().unwrap_or_default();
    if first.len() >= 4 && first.as_bytes()[..4].eq_ignore_ascii_case(b"tel:") {
        return !value.contains(|c: char| c.is_alphabetic() && !c.is_ascii());
    }
    // A sentence has more words, and a list has another reference.
    let second = words.next();
    words.next().is_none() && second.is_none_or(|second| !Reference::parse(second).has_scheme())
}

/// Returns whether findings of `rule` are reported in such a place.
pub fn is_reported(rule: &Rule) -> bool {
    REPORTED.contains(&rule.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_a_reference_in_any_format_is_looked_at() {
        for value in [
            "http://h/a b",
            " HTTPS://h/",
            "http//h/",
            "htpp://h/",
            "tel: +1 555 123",
            "mailto:a@b",
            "urn:x:y z",
            "http://h/100% b",
            "ftp://h/%2",
            "http://h/\u{200B}a",
        ] {
            assert!(is_reference(value), "{value}");
        }
        for value in [
            "http",
            "httpd is a server",
            "h",
            "",
            "http://h/ is a host",
            "http://a/ http://b/",
            "http://h/{x}",
            "http://h/%s",
            "http://h/%TEMP%/a",
            "concat('http://h/', $x)",
            "http://h/[id]",
            "http://…",
            "http://h/...",
            "urns: a b",
            "telephone",
            "http://",
            "file:",
            "file:a/b",
            "http://h/$1",
            "see http://h/a",
        ] {
            assert!(!is_reference(value), "{value}");
        }
    }

    #[test]
    fn a_text_that_is_cut_may_become_a_reference() {
        for text in ["", " \n", "h", " http", "mailto", "TEL"] {
            assert!(may_start(text, true), "{text}");
            assert!(!may_start(text, false), "{text}");
        }
        assert!(!may_start("horizontal", true));
        assert!(!may_start("x", true));
        assert!(STARTS.iter().all(|start| start.len() <= MAX_START));
    }
}
