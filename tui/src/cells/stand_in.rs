//! What is drawn in the place of a character that no terminal shows, or shows in a way of its own.

use std::borrow::Cow;

pub use iri_core::unicode::is_mark;
use iri_core::unicode::{is_invisible, is_noncharacter, is_unassigned_or_grouped};
use ratatui::buffer::CellWidth;

use crate::cells::short_names;
use crate::theme::drawing::Glyphs;

/// What is drawn in the place of `c`, where it is not shown as itself.
pub fn stand_in(c: char, glyphs: Glyphs) -> Option<Cow<'static, str>> {
    match c {
        '!'..='~' => return None,
        '\0'..=' ' | '\u{7F}' if glyphs == Glyphs::Unicode => return Some(Cow::Borrowed(short_names::picture(c))),
        _ => {}
    }
    if let Some(name) = short_names::short_name(c) {
        return Some(Cow::Owned(format!("[{name}]")));
    }
    has_no_glyph(c).then(|| Cow::Owned(format!("[{:04X}]", u32::from(c))))
}

/// What no terminal shows, or shows in a way of its own. The table of names has the common ones.
fn has_no_glyph(c: char) -> bool {
    if c == '\u{FFFD}' {
        return false;
    }
    is_invisible(c)
        || is_unassigned_or_grouped(c)
        || is_noncharacter(c)
        || c == '\u{2800}'
        || !is_mark(c) && c.encode_utf8(&mut [0; 4]).cell_width() == 0
}
