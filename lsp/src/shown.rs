//! Text of a document as an editor may show it: what cannot be seen, or would move what stands beside it, is
//! written by its name.

use iri_core::characters::short_name;
use iri_core::unicode::{is_invisible, is_noncharacter, is_right_to_left, is_unassigned_or_grouped, may_reorder};

/// At most `most` characters of `text`, with `…` for the rest.
pub fn shown(text: &str, most: usize) -> String {
    let mut out = String::new();
    for (number, c) in text.chars().enumerate() {
        if number == most {
            out.push('…');
            break;
        }
        if is_plain(c) { out.push(c) } else { out.push_str(&boxed(c)) }
    }
    out
}

/// One character, which is seen.
pub fn shown_char(c: char) -> String {
    if c == ' ' || !is_plain(c) { boxed(c) } else { c.to_string() }
}

fn is_plain(c: char) -> bool {
    // Right-to-left letters are displayed as themselves; other characters that reorder are not.
    let is_hidden = || is_invisible(c) || is_unassigned_or_grouped(c) || may_reorder(c) && !is_right_to_left(c);
    matches!(c, ' '..='~') || !(c.is_control() || is_noncharacter(c) || is_hidden())
}

fn boxed(c: char) -> String {
    short_name(c).map_or_else(|| format!("[{:04X}]", u32::from(c)), |name| format!("[{name}]"))
}

/// How a client puts letters on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Screen {
    /// By the bidi algorithm, so that marks and isolates of ours keep each letter in its place.
    #[default]
    Bidi,
    /// One behind the other, in cells, where a mark would be seen as `<200e>`.
    Cells,
}

impl Screen {
    /// That of the client of this name.
    pub fn of(client: &str) -> Self {
        const IN_TERMINALS: [&str; 6] = ["Neovim", "helix", "coc.nvim", "vim-lsp", "kakoune-lsp", "kak-lsp"];
        if IN_TERMINALS.contains(&client) { Self::Cells } else { Self::Bidi }
    }

    /// A text of ours as it is for that screen. What the input holds of marks is there by name already.
    pub fn text(self, text: String) -> String {
        match self {
            Self::Bidi => text,
            Self::Cells => text.replace(['\u{200E}', '\u{2068}', '\u{2069}'], ""),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_named() {
        assert_eq!(
            shown("a b\u{202E}\u{E9}\u{5D0}\n\u{E000}\u{FDD0}\u{FEFF}\u{1F600}", 99),
            "a b[RLO]\u{E9}\u{5D0}[LF][E000][FDD0][BOM]\u{1F600}"
        );
        assert_eq!(shown("abcdef", 3), "abc…");
        assert_eq!(shown("abc", 3), "abc");
        assert_eq!((shown_char(' '), shown_char('|')), ("[SP]".to_owned(), "|".to_owned()));
    }
}
