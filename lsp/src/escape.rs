//! Text of a document that an editor can display safely: a character that is invisible, or that would move its
//! neighbors, is replaced by its name in brackets.

use iri_core::characters::short_name;
use iri_core::unicode::{is_invisible, is_noncharacter, is_right_to_left, is_unassigned_or_grouped, may_reorder};

/// Escapes at most `limit` characters of `text`; `…` replaces the rest.
pub fn escaped(text: &str, limit: usize) -> String {
    let mut out = String::new();
    for (number, c) in text.chars().enumerate() {
        if number == limit {
            out.push('…');
            break;
        }
        if is_plain(c) { out.push(c) } else { out.push_str(&bracketed(c)) }
    }
    out
}

/// Escapes one character; a space as well, because it would be invisible alone.
pub fn escaped_char(c: char) -> String {
    if c == ' ' || !is_plain(c) { bracketed(c) } else { c.to_string() }
}

fn is_plain(c: char) -> bool {
    // Right-to-left letters are displayed as themselves; other characters that reorder are not.
    let is_hidden = || is_invisible(c) || is_unassigned_or_grouped(c) || may_reorder(c) && !is_right_to_left(c);
    matches!(c, ' '..='~') || !(c.is_control() || is_noncharacter(c) || is_hidden())
}

fn bracketed(c: char) -> String {
    short_name(c).map_or_else(|| format!("[{:04X}]", u32::from(c)), |name| format!("[{name}]"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_replaced_by_their_names() {
        assert_eq!(
            escaped("a b\u{202E}\u{E9}\u{5D0}\n\u{E000}\u{FDD0}\u{FEFF}\u{1F600}", 99),
            "a b[RLO]\u{E9}\u{5D0}[LF][E000][FDD0][BOM]\u{1F600}"
        );
        assert_eq!(escaped("abcdef", 3), "abc…");
        assert_eq!(escaped("abc", 3), "abc");
        assert_eq!((escaped_char(' '), escaped_char('|')), ("[SP]".to_owned(), "|".to_owned()));
    }
}
