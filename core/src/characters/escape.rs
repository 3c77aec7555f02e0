//! Escapes: one policy per output for text that came from a document, a file name or a configuration.

use crate::characters::short_name;
use crate::unicode::{is_invisible, is_noncharacter, is_right_to_left, is_unassigned_or_grouped, may_reorder};

/// Way to write text to one kind of output, so that the text cannot move the cursor, reorder its neighbors, hide, or be
/// parsed as a command or as markup.
///
/// A character that is invisible, or that would change the display of its neighbors, is written as its short name or
/// its code point in brackets. Right-to-left letters are written unchanged, or in Bidi Notation by
/// [`BidiNotation`](crate::characters::BidiNotation).
///
/// ```
/// use iri_core::characters::Escaper;
///
/// assert_eq!(Escaper::PlainText.escape("a\u{202E}b\n"), "a[RLO]b[LF]");
/// assert_eq!(Escaper::Markdown.escape("*a* <b>"), "\\*a\\* \\<b\\>");
/// assert_eq!(Escaper::Markup.escape("<a b='\u{202E}'>"), "&lt;a b=&#39;[RLO]&#39;&gt;");
/// assert_eq!(Escaper::WorkflowProperty.escape("100%\n::error::"), "100%25%0A%3A%3Aerror%3A%3A");
/// assert_eq!(Escaper::WorkflowMessage.escape("100%\n::error::"), "100%25%0A::error::");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Escaper {
    /// A line of a terminal or a log, or a text that an editor displays without markup.
    PlainText,
    /// Markdown (CommonMark 0.31). The text starts no markup, link or HTML.
    Markdown,
    /// The text of an element or the value of an attribute in HTML or XML: `&`, `<`, `>` and quotes are references.
    Markup,
    /// A property of a workflow command of GitHub Actions: `%`, CR, LF, `:` and `,` are percent-encoded.
    WorkflowProperty,
    /// The message of a workflow command of GitHub Actions: `%`, CR and LF are percent-encoded.
    WorkflowMessage,
}

impl Escaper {
    /// Returns `text` escaped for this output.
    pub fn escape(self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        self.write(text, &mut out);
        out
    }

    /// Returns at most `most` characters of `text`, escaped for this output, with `…` for the rest.
    pub fn escape_at_most(self, text: &str, most: usize) -> String {
        match text.char_indices().nth(most) {
            None => self.escape(text),
            Some((end, _)) => {
                let mut out = self.escape(&text[..end]);
                out.push('\u{2026}');
                out
            }
        }
    }

    /// Writes `text` escaped for this output to `out`.
    pub fn write(self, text: &str, out: &mut String) {
        for c in text.chars() {
            let is_workflow = matches!(self, Self::WorkflowProperty | Self::WorkflowMessage);
            if is_workflow && matches!(c, '\r' | '\n') {
                out.push_str(if c == '\r' { "%0D" } else { "%0A" });
            } else if needs_escape(c) {
                self.write_plain(&boxed(c), out);
            } else {
                self.write_plain(c.encode_utf8(&mut [0; 4]), out);
            }
        }
    }

    /// Writes a text of visible characters.
    fn write_plain(self, text: &str, out: &mut String) {
        for c in text.chars() {
            match self {
                Self::Markdown if c.is_ascii_punctuation() => out.extend(['\\', c]),
                Self::Markup if matches!(c, '&' | '<' | '>' | '"' | '\'') => {
                    out.push_str(match c {
                        '&' => "&amp;",
                        '<' => "&lt;",
                        '>' => "&gt;",
                        '"' => "&quot;",
                        _ => "&#39;",
                    });
                }
                Self::WorkflowProperty | Self::WorkflowMessage if c == '%' => out.push_str("%25"),
                Self::WorkflowProperty if c == ':' => out.push_str("%3A"),
                Self::WorkflowProperty if c == ',' => out.push_str("%2C"),
                _ => out.push(c),
            }
        }
    }
}

/// Returns whether `c` is written as its name or code point for readers: it is invisible, unassigned, or would change
/// the order of its neighbors. Right-to-left letters and the space are not escaped.
pub fn needs_escape(c: char) -> bool {
    match c {
        ' '..='~' | '\u{FFFD}' => false,
        // BRAILLE PATTERN BLANK is a symbol, but invisible.
        '\u{2800}' => true,
        _ => {
            c.is_control()
                || is_noncharacter(c)
                || is_invisible(c)
                || is_unassigned_or_grouped(c)
                || may_reorder(c) && !is_right_to_left(c) && !is_digit(c)
        }
    }
}

/// Returns whether `c` is a digit of an Arabic number: it affects reordering, but is visible.
fn is_digit(c: char) -> bool {
    c.is_numeric()
}

/// Returns the short name or the code point of `c` in brackets: `[RLO]`, `[E000]`.
pub fn boxed(c: char) -> String {
    short_name(c).map_or_else(|| format!("[{:04X}]", u32::from(c)), |name| format!("[{name}]"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_named() {
        assert_eq!(
            Escaper::PlainText.escape("a b\u{202E}\u{E9}\u{5D0}\n\u{E000}\u{FDD0}\u{FEFF}\u{1F600}\u{661}"),
            "a b[RLO]\u{E9}\u{5D0}[LF][E000][FDD0][BOM]\u{1F600}\u{661}"
        );
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(Escaper::PlainText.escape_at_most("abcdef", 3), "abc\u{2026}");
        assert_eq!(Escaper::PlainText.escape_at_most("abc", 3), "abc");
        assert_eq!(Escaper::PlainText.escape_at_most("a\u{202E}c", 2), "a[RLO]\u{2026}");
    }

    #[test]
    fn no_character_escapes_its_output() {
        for c in '\0'..=char::MAX {
            let plain = Escaper::PlainText.escape(&c.to_string());
            assert!(!plain.contains(|c: char| c.is_control() || matches!(c, '\u{202A}'..='\u{202E}')), "{c:?}");
            assert!(!plain.contains(|c: char| matches!(c, '\u{2066}'..='\u{2069}' | '\u{200E}' | '\u{200F}')), "{c:?}");
            let property = Escaper::WorkflowProperty.escape(&c.to_string());
            assert!(!property.contains([':', ',', '\r', '\n']), "{c:?}");
            let markup = Escaper::Markup.escape(&c.to_string());
            assert!(!markup.contains(['<', '>', '"', '\'']) && markup.matches('&').count() <= 1, "{c:?}");
            assert!(!markup.contains(|c: char| c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}')), "{c:?}");
            let message = Escaper::WorkflowMessage.escape(&c.to_string());
            assert!(!message.contains(|c: char| c.is_control()), "{c:?}");
        }
        let markdown = Escaper::Markdown.escape("[a](b) ![c] <d> `e` *f* _g_ # h & \\ | ~");
        assert_eq!(markdown, "\\[a\\]\\(b\\) \\!\\[c\\] \\<d\\> \\`e\\` \\*f\\* \\_g\\_ \\# h \\& \\\\ \\| \\~");
    }
}
