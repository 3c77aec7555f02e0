//! Text of the input inside a message, shortened in the middle.

use std::borrow::Cow;

/// Maximum length of a message about a text, in characters: longer quoted text is shortened.
pub const MAX_MESSAGE_LENGTH: usize = 100;
/// Number of characters of a quoted text that remain at least, however long the rest of the message is.
const MIN_QUOTED_LENGTH: usize = 8;

/// Returns `text` with at most `max_length` characters: an ellipsis replaces those in the middle.
///
/// ```
/// use iri_core::text::shorten;
///
/// assert_eq!(shorten("short.example", 20), "short.example");
/// assert_eq!(shorten("a-very-long-label.example", 11), "a-ver…ample");
/// ```
pub fn shorten(text: &str, max_length: usize) -> Cow<'_, str> {
    // A long text costs no more than a short one: a character has at most four bytes.
    if text.len() <= max_length || text.len() <= 4 * max_length && text.chars().count() <= max_length {
        return Cow::Borrowed(text);
    }
    let kept = max_length.saturating_sub(1);
    let end = kept / 2;
    let start = text.char_indices().nth(kept - end).map_or(text.len(), |(offset, _)| offset);
    let end = text.char_indices().rev().take(end).last().map_or(text.len(), |(offset, _)| offset);
    Cow::Owned(format!("{}\u{2026}{}", &text[..start], &text[end..]))
}

/// Maximum length of the name of an element or attribute in the results of an analysis, and of its namespace, in
/// characters: they are repeated with each value, and a document may have a name of any length.
pub const MAX_NAME_LENGTH: usize = 200;

/// Returns a name of the document with at most [`MAX_NAME_LENGTH`] characters.
pub fn shorten_name(name: &str) -> Cow<'_, str> {
    shorten(name, MAX_NAME_LENGTH)
}

/// Returns the sentence that `write` makes of `text`. If it is longer than [`MAX_MESSAGE_LENGTH`], `text` is shortened
/// in the middle.
///
/// ```
/// use iri_core::text::{MAX_MESSAGE_LENGTH, fit};
///
/// let message = fit(&"a".repeat(200), |name| format!("file not found: {name}"));
/// assert_eq!(message.chars().count(), MAX_MESSAGE_LENGTH);
/// assert_eq!(fit("a.xml", |name| format!("file not found: {name}")), "file not found: a.xml");
/// ```
pub fn fit(text: &str, write: impl Fn(&str) -> String) -> String {
    // A text of megabytes is not copied into a sentence first.
    let text = shorten(text, MAX_MESSAGE_LENGTH);
    let message = write(&text);
    let excess = message.chars().count().saturating_sub(MAX_MESSAGE_LENGTH);
    if excess == 0 {
        return message;
    }
    let room = text.chars().count().saturating_sub(excess).max(MIN_QUOTED_LENGTH);
    write(&shorten(&text, room))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_removed_between_characters() {
        assert_eq!(shorten("abcdef", 6), "abcdef");
        assert_eq!(shorten("abcdef", 5), "ab\u{2026}ef");
        assert_eq!(shorten("abcdef", 4), "ab\u{2026}f");
        assert_eq!(shorten("\u{E9}\u{E9}\u{E9}\u{E9}", 3), "\u{E9}\u{2026}\u{E9}");
        assert_eq!(shorten("\u{E9}\u{E9}\u{E9}", 3), "\u{E9}\u{E9}\u{E9}");
        assert_eq!(shorten("ab", 1), "\u{2026}");
        assert_eq!(shorten("", 0), "");
    }

    #[test]
    fn a_message_has_the_maximum_length_unless_its_own_words_are_longer() {
        for length in [1, 50, 89, 90, 91, 200, 2_000_000] {
            let message = fit(&"x".repeat(length), |text| format!("'{text}' is bad"));
            assert_eq!(message.chars().count(), (length + 9).min(MAX_MESSAGE_LENGTH), "{length}");
        }
        let words = "w".repeat(150);
        assert_eq!(fit(&"x".repeat(20), |text| format!("{words} {text}")), format!("{words} xxxx\u{2026}xxx"));
    }
}
