//! Text of the input inside a message, quoted so that it cannot change the display.

use std::borrow::Cow;

use crate::characters::{BidiNotation, Escaper, boxed, needs_escape};
use crate::text::{MAX_MESSAGE_LENGTH, shorten};
use crate::unicode::is_mark;

/// Returns `text`, which is part of `whole`, as a message quotes it: invisible characters by their short name or code
/// point, and if it has right-to-left characters, in the Bidi Notation of `whole`.
///
/// ```
/// use iri_core::characters::quotable;
///
/// assert_eq!(quotable("a\u{200B}\u{E9}", "a\u{200B}\u{E9}"), "a[ZWSP]\u{E9}");
/// assert_eq!(quotable("\u{5D0}1", "http://h/\u{5D0}1"), "A1");
/// ```
pub fn quotable<'t>(text: &'t str, whole: &str) -> Cow<'t, str> {
    // A message contains no more than the ends of a long text.
    let is_short = text.len() <= 4 * MAX_MESSAGE_LENGTH;
    let text = if is_short { Cow::Borrowed(text) } else { shorten(text, MAX_MESSAGE_LENGTH) };
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text;
    }
    if BidiNotation::new(&text).is_needed() {
        let notation = BidiNotation::new(whole);
        // The notation would write the ellipsis as a code point.
        let parts: Vec<String> = text.split('\u{2026}').map(|part| notation.write(part)).collect();
        return Cow::Owned(parts.join("\u{2026}"));
    }
    let escaped = Escaper::PlainText.escape(&text);
    match text.chars().next() {
        // A combining mark would combine with the quotation mark before it.
        Some(first) if is_mark(first) && !needs_escape(first) => {
            Cow::Owned(format!("{}{}", boxed(first), &escaped[first.len_utf8()..]))
        }
        _ => Cow::Owned(escaped),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_is_visible_and_keeps_its_order() {
        let quoted = |text: &str| quotable(text, text).into_owned();
        assert_eq!(quoted("a b"), "a b");
        assert_eq!(quoted("a\n\u{202E}b"), "a[LF][RLO]b");
        assert_eq!(quoted("\u{301}e\u{301}"), "[0301]e\u{301}");
        let long = quoted(&format!("{}\u{5D0}", "b".repeat(2_000)));
        assert!(long.starts_with("bbb") && long.contains('\u{2026}') && long.ends_with("bA"), "{long}");
    }
}
