//! Stand-ins: symbols for characters that terminals do not show, or show in different ways.
//!
//! [`iri_core::characters`] defines these characters and their names for all outputs. A terminal adds the control
//! pictures, which take one cell, and the characters to which it gives no cell.

use std::borrow::Cow;

use iri_core::characters::{boxed, needs_escape};
pub use iri_core::unicode::is_mark;
use ratatui::buffer::CellWidth;

use crate::theme::drawing::Glyphs;

/// Returns the stand-in of `c`; `None` if it is drawn as itself.
pub fn stand_in(c: char, glyphs: Glyphs) -> Option<Cow<'static, str>> {
    match c {
        '!'..='~' => None,
        '\0'..=' ' | '\u{7F}' if glyphs == Glyphs::Unicode => Some(Cow::Owned(picture(c).to_string())),
        ' ' => Some(Cow::Owned(boxed(c))),
        _ => (needs_escape(c) || is_zero_width(c)).then(|| Cow::Owned(boxed(c))),
    }
}

/// Returns the control picture of a C0 control or DELETE; for SPACE an open box, because most fonts draw the letters of its
/// picture too small to read.
fn picture(c: char) -> char {
    if c == ' ' {
        return '\u{2423}';
    }
    char::from_u32(0x2400 + u32::from(c).min(0x21)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Returns whether a terminal gives `c` no cell although it is not a mark of its neighbor.
fn is_zero_width(c: char) -> bool {
    !is_mark(c) && c.encode_utf8(&mut [0; 4]).cell_width() == 0
}
