//! Pieces: characters of the input as terminal cells.
//!
//! ```text
//!   character                                   unicode        ascii
//!   a letter with its marks, a wide character   itself         itself        1 or 2 cells
//!   SPACE                                       ␣              [SP]
//!   C0, DEL                                     ␉              [TAB]
//!   C1, bidi controls, invisible characters     [RLO]          [RLO]
//!   tags                                        [TAG a]        [TAG a]
//!   private use, noncharacters, unassigned      [E000]         [E000]
//!   a mark without a base                       on U+25CC      on U+25CC
//!
//!   in Bidi Notation, if the output contains a right-to-left letter:
//!   a right-to-left letter                      uppercase      uppercase
//!   A, an Arabic-Indic digit, a brace           {A} {1} {{}    {A} {1} {{}
//! ```
//!
//! A [`Piece`] is a character with its marks. It is not a grapheme cluster: a cluster may contain an invisible
//! character, such as a ZERO WIDTH JOINER between two emoji, and may be as long as the text. Pieces are created one by
//! one, so that a long text costs only what is drawn.

use std::borrow::Cow;
use std::str::CharIndices;

use iri_core::Span;
use iri_core::characters::{boxed, needs_escape};
use ratatui::buffer::{Buffer, CellWidth};
use ratatui::layout::Position;
use ratatui::style::Style;

use crate::cells::joined::is_joined;
use crate::cells::right_to_left::may_be_reordered;
use crate::cells::stand_in::{is_mark, stand_in};
use crate::theme::drawing::{Drawing, Glyphs, Letters};

/// DOTTED CIRCLE, the base of a mark without one.
pub const DOTTED_CIRCLE: char = '\u{25CC}';
/// Maximum marks of a cell, so that its size is bounded; further marks get a dotted circle.
const MARKS_A_CELL: usize = 3;

/// Kind of spans of a drawn text: a reference, a part of a document, a form of a reference.
pub enum InDrawnText {}

/// Drawing of a few characters of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece<'t> {
    /// Represented characters, as bytes of the text.
    pub span: Span<InDrawnText>,
    /// Content of the cells.
    pub symbol: Cow<'t, str>,
    /// Number of cells.
    pub cells: u16,
    /// Whether this is a stand-in, which has another style, so that no text can imitate it.
    pub is_stand_in: bool,
}

/// Iterator over the pieces of a text.
pub fn pieces(text: &str, drawing: impl Into<Drawing>) -> Pieces<'_> {
    Pieces { text, rest: text.char_indices(), drawing: drawing.into() }
}

/// Returns the pieces of a text in order.
#[derive(Clone, Debug)]
pub struct Pieces<'t> {
    text: &'t str,
    rest: CharIndices<'t>,
    drawing: Drawing,
}

impl<'t> Iterator for Pieces<'t> {
    type Item = Piece<'t>;

    fn next(&mut self) -> Option<Piece<'t>> {
        let (start, c) = self.rest.next()?;
        if self.drawing.letters == Letters::Notation && self.is_in_notation(c) {
            return Some(self.noted(start, c));
        }
        let is_coded = self.drawing.is_ascii && !c.is_ascii();
        let own = is_coded.then(|| Cow::Owned(boxed(c)));
        if let Some(symbol) = own.or_else(|| stand_in(c, self.drawing.glyphs)) {
            let span = Span::new(start, self.rest.offset());
            let cells = symbol.cell_width();
            return Some(Piece { span, symbol, cells, is_stand_in: true });
        }
        let lone_mark = is_mark(c);
        self.take_joined(c);
        let span = Span::new(start, self.rest.offset());
        let mut symbol = Cow::Borrowed(span.slice(self.text));
        if lone_mark {
            symbol.to_mut().insert(0, DOTTED_CIRCLE);
        }
        let cells = symbol.cell_width().max(1);
        let piece = Piece { span, symbol, cells, is_stand_in: lone_mark };
        let is_apart = !c.is_ascii() && self.drawing.letters == Letters::Apart && may_be_reordered(c);
        Some(if is_apart { Piece { cells: piece.cells + 1, ..piece } } else { piece })
    }
}

impl<'t> Pieces<'t> {
    /// Returns whether Bidi Notation writes `c` in a way of its own.
    fn is_in_notation(&self, c: char) -> bool {
        let is_moved = || may_be_reordered(c) && !needs_escape(c);
        if !self.drawing.marks_capitals() {
            return !c.is_ascii() && is_moved();
        }
        match c {
            'A'..='Z' | '{' | '}' => true,
            '!'..='~' => false,
            // Controls have names, unless a control picture fits in one cell.
            '\0'..=' ' | '\u{7F}' => c != ' ' && self.drawing.glyphs == Glyphs::Ascii,
            _ => is_moved() || is_mark(c) || stand_in(c, self.drawing.glyphs).is_some(),
        }
    }

    /// Returns the piece that starts with `c` in Bidi Notation.
    fn noted(&mut self, start: usize, c: char) -> Piece<'t> {
        if !is_mark(c) {
            self.take_joined(c);
        }
        let span = Span::new(start, self.rest.offset());
        let notation = self.drawing.notation;
        let symbol: String =
            span.slice(self.text).char_indices().map(|(at, _)| notation.write_at(self.text, start + at)).collect();
        let cells = symbol.cell_width();
        Piece { span, symbol: Cow::Owned(symbol), cells, is_stand_in: true }
    }

    /// Consumes the characters that are drawn in the cells of `base`: its marks, and others that join it.
    fn take_joined(&mut self, base: char) {
        if self.drawing.is_ascii {
            return;
        }
        let mut last = base;
        for _ in 0..MARKS_A_CELL {
            let mut ahead = self.rest.clone();
            let Some((_, c)) = ahead.next() else { return };
            if !is_joined(last, c) {
                return;
            }
            self.rest = ahead;
            last = c;
        }
    }
}

impl Piece<'_> {
    /// Draws the piece from `at` up to column `end` (exclusive) and returns the column after it; `None` if it does not
    /// fit, in which case nothing is drawn.
    pub fn draw(&self, buffer: &mut Buffer, at: Position, end: u16, style: Style) -> Option<u16> {
        let after = at.x.checked_add(self.cells).filter(|after| *after <= end)?;
        if !self.is_stand_in || !self.symbol.is_ascii() {
            draw_cell(buffer, at, self.cells, &self.symbol, style);
            return Some(after);
        }
        for (x, c) in (at.x..).zip(self.symbol.chars()) {
            draw_cell(buffer, Position::new(x, at.y), 1, c.encode_utf8(&mut [0; 4]), style);
        }
        Some(after)
    }
}

fn draw_cell(buffer: &mut Buffer, at: Position, cells: u16, symbol: &str, style: Style) {
    for x in at.x..at.x + cells {
        if let Some(cell) = buffer.cell_mut(Position::new(x, at.y)) {
            cell.reset();
            cell.set_style(style);
        }
    }
    if let Some(cell) = buffer.cell_mut(at) {
        cell.set_symbol(symbol);
    }
}
