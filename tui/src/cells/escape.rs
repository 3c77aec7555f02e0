//! The escaper forevery print of input text that is not drawn in cells.

use crate::cells::glyph::{Piece, pieces};
use crate::cells::right_to_left::{LEFT_TO_RIGHT_MARK, in_notation, may_be_reordered};
use crate::theme::drawing::Glyphs;

/// How right-to-left letters appear in a line of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RightToLeft {
    /// Printed in stored order: the terminal of the reader orders them.
    Kept,
    /// Replaced with capital letters (Bidi Notation).
    Notation,
    /// Printed, each followed by a mark, so that no terminal reorders them: the line keeps the stored order.
    Pinned,
}

/// Returns `text` as one harmless line: stand-ins replace everything that is not a visible character, except
/// spaces.
pub fn escaped(text: &str, right_to_left: RightToLeft) -> String {
    let mut out = String::with_capacity(text.len());
    for piece in pieces(text, Glyphs::Unicode) {
        let source = piece.span.slice(text);
        if source == " " {
            out.push(' ');
        } else {
            piece.print(right_to_left, &mut out);
        }
    }
    out
}

/// Returns text of the input for a message on one line, in Bidi Notation.
pub fn escape_line(text: &str) -> String {
    escaped(text, RightToLeft::Notation)
}

impl Piece<'_> {
    /// Appends the piece to a line of a report.
    pub fn print(&self, right_to_left: RightToLeft, line: &mut String) {
        match right_to_left {
            RightToLeft::Notation => line.extend(self.symbol.chars().map(in_notation)),
            RightToLeft::Kept | RightToLeft::Pinned => line.push_str(&self.symbol),
        }
        let is_moved = |c: char| !c.is_ascii() && may_be_reordered(c);
        if right_to_left == RightToLeft::Pinned && self.symbol.chars().next().is_some_and(is_moved) {
            line.push(LEFT_TO_RIGHT_MARK);
        }
    }
}
