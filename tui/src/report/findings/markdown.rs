//! Messages for services that may display them as Markdown, and for programs that display them unchanged.
//!
//! [`Escaper::Markdown`](iri_core::characters::Escaper::Markdown) puts a backslash before all punctuation, which people
//! would read where a program displays the message unchanged. So only messages that quote a possible link or tag change.

use std::borrow::Cow;

/// Returns `message`, a line, so that it has no link, image, autolink or tag in Markdown (CommonMark 0.31) and no embedded
/// link in SARIF (2.1.0, section 3.11.6). Only a message that could have one is changed: by backslashes.
pub fn without_links_and_tags(message: &str) -> Cow<'_, str> {
    let is_start = |at: usize| {
        let next = message[at + 1..].chars().next();
        match message.as_bytes()[at] {
            b']' => next == Some('('),
            b'<' => next.is_some_and(|c| c.is_ascii_alphabetic() || "/!?".contains(c)),
            _ => false,
        }
    };
    let starts: Vec<usize> = message.match_indices([']', '<']).map(|(at, _)| at).filter(|&at| is_start(at)).collect();
    if starts.is_empty() {
        return Cow::Borrowed(message);
    }
    let mut out = String::with_capacity(message.len() + starts.len());
    let mut starts = starts.into_iter().peekable();
    for (at, c) in message.char_indices() {
        // A backslash of the message must not make ours a literal one.
        if c == '\\' || starts.next_if_eq(&at).is_some() {
            out.push('\\');
        }
        out.push(c);
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::without_links_and_tags;

    #[test]
    fn a_possible_link_or_tag_is_escaped() {
        for (message, expected) in [
            ("unknown rule '[a](http://b)'", "unknown rule '[a\\](http://b)'"),
            ("unknown rule '![a](b)'", "unknown rule '![a\\](b)'"),
            ("unknown rule '[a\\](b)'", "unknown rule '[a\\\\\\](b)'"),
            ("host is '<b>' in curl", "host is '\\<b>' in curl"),
            ("'</b>', '<!-- x', '<?x', '<http://a>'", "'\\</b>', '\\<!-- x', '\\<?x', '\\<http://a>'"),
            ("'\\<b>'", "'\\\\\\<b>'"),
        ] {
            assert_eq!(without_links_and_tags(message), expected);
        }
    }

    #[test]
    fn other_messages_are_unchanged() {
        for message in [
            "'[' (U+005B) is only allowed around an IP address in the host",
            "'<' (U+003C) is not allowed in an IRI",
            "'\\' (U+005C) is used as a path separator instead of '/'",
            "port 99999 is out of range (0\u{2013}65535)",
        ] {
            assert_eq!(without_links_and_tags(message), message);
        }
    }
}
