//! References in places that no vocabulary, schema or configuration knows.
//!
//! A value is looked at if it starts as only references do, and is no prose, template or program. Only what no format can
//! mean is a finding there, see [`is_reported`].

use crate::reference::Reference;
use crate::rules::{Rule, is_file_name};
use crate::text::WHITESPACE;

/// Starts of values that are looked at, besides any scheme with `://`, and of those with a common slip, in lowercase.
const STARTS: [&str; 17] = [
    "http:",
    "https:",
    "http//",
    "https//",
    "http;",
    "htpp:",
    "htpps:",
    "htttp:",
    "ftp:",
    "file:",
    "urn:",
    "mailto:",
    "tel:",
    "jar:file:",
    "classpath:",
    "platform:/",
    "cocoon:/",
];

/// Maximum length of a scheme before `://`.
const MAX_SCHEME: usize = 16;

/// Maximum length of the extension of a file name, and number of words in a path with spaces.
const MAX_EXTENSION: usize = 5;
const MAX_WORDS: usize = 6;

/// Characters of templates, programs and XPath, and those in which prose encloses references.
const OF_CODE: [char; 14] = ['{', '}', '[', ']', '<', '>', '$', '|', '^', '"', '`', '\\', '“', '‘'];

/// Characters of URIs that enclose them in a text with several words.
const OF_PROSE: [char; 3] = ['(', ')', '\''];

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
    const CDATA: &str = "<![CDATA[";
    let text = text.trim_ascii_start();
    let text = text.strip_prefix(CDATA).map_or(text, str::trim_ascii_start);
    let start = text.as_bytes();
    // Most values start with something else, or end there.
    match start.first() {
        None => return is_cut,
        Some(b'<') => return is_cut && CDATA.starts_with(text),
        Some(first) if !first.is_ascii_alphabetic() => return false,
        Some(_) => {}
    }
    let is_of_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let length = start.iter().take(MAX_SCHEME + 1).position(|byte| !is_of_scheme(byte));
    let Some(length) = length else { return is_cut && start.len() <= MAX_SCHEME };
    let rest = &start[length..];
    let has = |known: &str| start.get(..known.len()).is_some_and(|start| start.eq_ignore_ascii_case(known.as_bytes()));
    rest.starts_with(b"://")
        || matches!(rest[0], b':' | b'/' | b';')
            && (STARTS.iter().any(|known| has(known)) || is_cut && b"://".starts_with(rest))
}

/// Returns whether the decoded `value` is a reference, perhaps with a fault.
pub fn is_reference(value: &str) -> bool {
    let is_pattern = |(at, _)| {
        let (before, after) = (&value[..at], &value[at + 1..]);
        after.is_empty() || before.ends_with(['.', ':', '/', ')']) && !after.starts_with(char::is_alphanumeric)
    };
    // A mark at the end is a mistake.
    let value = value.trim_end_matches(WHITESPACE);
    let value = value.strip_suffix('"').unwrap_or(value);
    if !may_start(value, false)
        || value.contains(OF_CODE)
        || value.match_indices('*').any(is_pattern)
        || value.contains("...")
        || value.contains('…')
        || value.contains("##")
        || is_list(value)
    {
        return false;
    }
    if is_file_with_blanks(value) {
        return true;
    }
    if after_file(value).is_some_and(|path| !path.starts_with('/')) {
        return is_file_path(value);
    }
    let mut words = value.split_ascii_whitespace();
    let first = words.next().unwrap_or_default();
    let second = words.next();
    if second.is_some_and(|second| is_label(first, second) || value.contains(OF_PROSE)) {
        return false;
    }
    // The name of a scheme alone is a word of a text about schemes.
    if !value.split_once(':').is_none_or(|(_, rest)| rest.contains(char::is_alphanumeric)) {
        return false;
    }
    if is_variable_after_percent(value) {
        return false;
    }
    if first.len() >= 4 && first.as_bytes()[..4].eq_ignore_ascii_case(b"tel:") {
        return !value.contains(|c: char| c.is_alphabetic() && !c.is_ascii());
    }
    // A sentence has more words, and a list has another reference.
    words.next().is_none() && second.is_none_or(|second| !Reference::parse(second).has_scheme())
}

/// Returns whether another reference follows a comma or a semicolon.
fn is_list(value: &str) -> bool {
    value.match_indices([',', ';']).any(|(at, _)| {
        let after = value[at + 1..].trim_start_matches(WHITESPACE);
        after.contains("://") && may_start(after, false)
    })
}

/// Returns what follows the scheme `file` in `value`.
fn after_file(value: &str) -> Option<&str> {
    const SCHEME: &str = "file:";
    let value = value.trim_matches(WHITESPACE);
    let start = value.get(..SCHEME.len())?;
    start.eq_ignore_ascii_case(SCHEME).then(|| &value[SCHEME.len()..])
}

/// Returns whether `value` is a relative path to a file after the scheme `file`, as Java and others accept it.
pub fn is_file_path(value: &str) -> bool {
    after_file(value).is_some_and(|path| !path.starts_with('/') && is_relative_file(path))
}

/// Returns whether `value` is a relative path in one word to a file with an extension.
fn is_relative_file(value: &str) -> bool {
    is_relative(value) && has_extension(path_of(value)) && !value.contains(WHITESPACE)
}

/// Returns whether the decoded `value` is a host that starts with `www.`, perhaps with a path, or a relative path to a file
/// with a usual extension, each in one word.
pub fn is_named(value: &str) -> bool {
    let value = value.trim_matches(WHITESPACE);
    let is_host = || {
        let host = value.get(4..).filter(|_| value[..4].eq_ignore_ascii_case("www."))?;
        host.split(['/', '?', '#', ':']).next()?.split_once('.')
    };
    let is_label =
        |label: &str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '.'));
    let is_site = || is_host().is_some_and(|(label, rest)| is_label(label) && is_label(rest));
    is_relative_file(value) && is_file_name(path_of(value))
        || !value.contains(WHITESPACE) && !value.contains(OF_CODE) && !value.contains([',', ';', '*']) && is_site()
}

/// Returns the path of a relative reference.
fn path_of(value: &str) -> &str {
    value.split(['?', '#']).next().unwrap_or_default()
}

/// Returns whether a path ends in a name with an extension: a word is the name of a file if it has one.
fn has_extension(path: &str) -> bool {
    path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).is_some_and(|(stem, extension)| {
        let is_extension = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        !stem.is_empty()
            && (2..=MAX_EXTENSION).contains(&extension.len())
            && extension.starts_with(|first: char| first.is_ascii_lowercase())
            && extension.bytes().all(is_extension)
    })
}

/// Returns whether `value` is a reference to a file with blanks in its name, and no text after a reference:
/// `http://h/User Manual.pdf`.
fn is_file_with_blanks(value: &str) -> bool {
    let value = value.trim_matches(WHITESPACE);
    let (first, _) = value.split_once(' ').unwrap_or_default();
    let path = Reference::parse(first).path;
    let is_name_started = path.len() > 1 && !first.ends_with(['/', ',', ';']);
    is_name_started
        && !is_file_name(first)
        && is_file_name(value)
        && value.split_ascii_whitespace().count() <= MAX_WORDS
        && !value[first.len()..].contains(['/', ',', ';', ':', '?', '='])
}

/// Returns whether `value` contains a variable such as `%s` or `%NAME%`.
fn is_variable_after_percent(value: &str) -> bool {
    let mut percents = value.split('%').skip(1);
    percents.any(|rest| rest.is_empty() || rest.starts_with(|c: char| c.is_alphabetic() && !c.is_ascii_hexdigit()))
}

/// Returns whether `text`, an undecoded value or the text after a start tag, may be a relative reference. `is_cut` is true if
/// more text may follow.
pub fn may_be_relative(text: &str, is_cut: bool) -> bool {
    let text = text.trim_ascii_start().as_bytes();
    text.first().map_or(is_cut, |first| *first != b'<')
}

/// Returns whether the decoded `value` is a relative reference, perhaps with a fault: a fragment, or a path that starts with
/// `/`, `./` or `../` or ends in the name of a file.
pub fn is_relative(value: &str) -> bool {
    let value = value.trim_matches(WHITESPACE);
    let path = path_of(value);
    let has_text = value.contains(char::is_alphanumeric);
    let fragments = value.bytes().filter(|&byte| byte == b'#').count();
    let is_one = !value.contains(OF_CODE) && !value.contains(['*', ',', ';', '\n']) && !value.contains("...");
    let is_rooted = value.starts_with(['/', '#', '?']) || value.starts_with("./") || value.starts_with("../");
    let is_one_word = || !value.contains(WHITESPACE);
    let is_short = || value.split_ascii_whitespace().count() <= MAX_WORDS && !value.contains(OF_PROSE);
    has_text
        && is_one
        && fragments <= 1
        && !Reference::parse(value).has_scheme()
        && !is_variable_after_percent(value)
        // With whitespace only an extension shows that it is not prose.
        && (has_extension(path) && is_short() || is_one_word() && (is_rooted || path.contains('/')))
}

/// Returns whether `second` is the text of a link to `first`, or the next item of a list: `http://h/licenses/MIT MIT`.
fn is_label(first: &str, second: &str) -> bool {
    first.ends_with([',', ';']) || second.starts_with(char::is_uppercase) && !second.contains('.')
}

/// Returns whether findings of `rule` about `text` are reported in such a place.
pub fn is_reported(rule: &Rule, text: &str) -> bool {
    REPORTED.contains(&rule.name) && !(rule.name == "scheme-syntax" && is_file_path(text))
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
            "http://h/A_(b)?c='d'",
            "opc.tcp://h:4840/a",
            "http://h/*checkout*/a",
            "http://h/My File.pdf",
            "http://h/TZ68G User Manual.pdf",
            "http://h/a\"",
            "ftp://h/%2",
            "http://h/\u{200B}a",
            "file:a/b.txt",
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
            "http://h/*",
            "https://h:.*/a",
            "http://h/ (a)",
            "http://h/licenses/MIT MIT",
            "http://h/a.js, b.js",
            "http://h/a Manual: b.pdf",
            "http://h/a/ User Manual.pdf",
            "http://h/a\"b\"",
            "opc.tcp: a",
        ] {
            assert!(!is_reference(value), "{value}");
        }
    }

    #[test]
    fn a_path_with_a_name_of_a_file_is_a_relative_reference() {
        for value in
            ["a.html", "./a", "../a/b", "/a", "#a", "a/b.png#c", "a b.html", " a/b ", "?q=a", "a.xml?b=c.d e", "a%2"]
        {
            let is_path = value != "a%2";
            assert_eq!(is_relative(value), is_path, "{value}");
            assert!(may_be_relative(value, false), "{value}");
        }
        for value in [
            "",
            "#",
            "/",
            "true",
            "a b",
            "a.b c",
            "http://h/a.html",
            "a:b.html",
            "a.B",
            "1.5",
            "a.html, b.html",
            "*.html",
            "{a}.html",
            "a\\b.html",
            "#a#b",
            "%s.html",
            "one two three four five six seven.html",
        ] {
            assert!(!is_relative(value), "{value}");
        }
    }

    #[test]
    fn a_host_with_www_and_a_usual_file_are_named() {
        for value in
            ["www.example.org", "WWW.example.org/a?b", " www.example.co.uk:80 ", "a.xml", "../a/b.png#c", "a%20b.pdf"]
        {
            assert!(is_named(value), "{value}");
        }
        for value in [
            "www",
            "www.",
            "www.a",
            "www.a b.c",
            "www..b",
            "a.b.c",
            "a/b",
            "#a",
            "/a",
            "a b.xml",
            "a\\b.xml",
            "x:a.xml",
        ] {
            assert!(!is_named(value), "{value}");
        }
        for value in ["file:a.txt", "FILE:a/b.xml", "file:../a.dat"] {
            assert!(is_file_path(value), "{value}");
        }
        for value in ["file:", "file: a.txt", "file:a", "file:a/b", "file:/a.txt", "file:main.rs:12", "a.txt"] {
            assert!(!is_file_path(value), "{value}");
        }
    }

    #[test]
    fn a_text_that_is_cut_may_become_a_reference() {
        for text in ["", " \n", "h", " http", "mailto", "TEL", "x", "opc.tcp", "a:/", "<![CDATA[", "<![CD"] {
            assert!(may_start(text, true), "{text}");
            assert!(!may_start(text, false), "{text}");
        }
        assert!(may_start("<![CDATA[ http://h/]]>", false));
        assert!(
            ["horizontal line", "x:y", "1", "<a>", "a-very-long-word-of-text"]
                .iter()
                .all(|text| !may_start(text, true))
        );
    }
}
