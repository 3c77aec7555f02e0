//! The escaper for all output of input text that is not drawn as cells.

use iri_core::characters::BidiNotation;

use crate::cells::glyph::{Piece, pieces};
use crate::cells::right_to_left::{LEFT_TO_RIGHT_MARK, may_be_reordered};
use crate::theme::drawing::{Drawing, Glyphs, Letters};

/// Output of right-to-left letters in a line of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RightToLeft {
    /// Printed in stored order; the terminal reorders them.
    Kept,
    /// Replaced with uppercase letters of Bidi Notation, in which uppercase letters of the text are marked if necessary.
    Notation(BidiNotation),
    /// Printed with a mark after each, so that terminals display the stored order.
    Pinned,
}

impl RightToLeft {
    /// Returns the drawing of characters for a line of a report.
    pub fn drawing(self) -> Drawing {
        match self {
            Self::Kept | Self::Pinned => Drawing::from(Glyphs::Ascii),
            Self::Notation(notation) => {
                Drawing { letters: Letters::Notation, notation, ..Drawing::from(Glyphs::Ascii) }
            }
        }
    }
}

/// Returns `text` as one harmless line: stand-ins replace all characters that are not visible, except spaces.
pub fn escaped(text: &str, right_to_left: RightToLeft) -> String {
    line(text, right_to_left, right_to_left.drawing())
}

/// Returns a message, which may quote the input, as one harmless line. Its own uppercase letters are not marked.
pub fn escaped_message(text: &str, right_to_left: RightToLeft) -> String {
    line(text, right_to_left, right_to_left.drawing().for_message())
}

/// Returns text of the input for a message of one line, in stored order.
pub fn escape_line(text: &str) -> String {
    escaped(text, RightToLeft::Pinned)
}

fn line(text: &str, right_to_left: RightToLeft, drawing: Drawing) -> String {
    let mut out = String::with_capacity(text.len());
    for piece in pieces(text, drawing) {
        let source = piece.span.slice(text);
        if source == " " {
            out.push(' ');
        } else {
            piece.print(right_to_left, &mut out);
        }
    }
    out
}

impl Piece<'_> {
    /// Appends the piece to a line of a report.
    pub fn print(&self, right_to_left: RightToLeft, line: &mut String) {
        line.push_str(&self.symbol);
        let is_moved = |c: char| !c.is_ascii() && may_be_reordered(c);
        if right_to_left == RightToLeft::Pinned && self.symbol.chars().next().is_some_and(is_moved) {
            line.push(LEFT_TO_RIGHT_MARK);
        }
    }
}
