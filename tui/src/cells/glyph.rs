//! The only file that turns a character of the input into terminal cells, and the escaper forevery
//! other print of input text: no input can move the cursor, hide, or reorder the screen.
//!
//! ```text
//!   what stands in the text                     unicode        ascii
//!   a letter with its marks, a wide character   itself         itself        1 or 2 cells
//!   SPACE                                       ␠              [SP]
//!   C0, DEL                                     ␉              [TAB]
//!   C1, bidi controls, what shows nothing       [RLO]          [RLO]
//!   tags                                        [TAG a]        [TAG a]
//!   private use, noncharacters, unassigned      [E000]         [E000]
//!   a mark with nothing to stand on             on U+25CC      on U+25CC
//! ```
//!
//! A [`Piece`] is one of these: a character with the marks it carries, never a whole grapheme
//! cluster, for a cluster may hold what shows nothing (a ZERO WIDTH JOINER between two emoji) and
//! may be as long as the text. Pieces are made one at a time, so a long text costs what is drawn.

use std::borrow::Cow;
use std::str::CharIndices;

use iri_core::Span;
use ratatui::buffer::{Buffer, CellWidth};
use ratatui::layout::Position;
use ratatui::style::Style;

use crate::cells::joined::is_joined;
use crate::cells::right_to_left::{in_notation, is_right_to_left, may_be_reordered};
use crate::cells::stand_in::{is_mark, stand_in};
use crate::theme::drawing::{Drawing, Letters};

/// What a lone mark stands on.
const DOTTED_CIRCLE: char = '\u{25CC}';
/// Marks beyond these stand on a dotted circle of their own: a cell stays of bounded size.
const MARKS_A_CELL: usize = 3;

/// Marks spans of a text that is drawn: a reference, a part of a document, a form of a reference.
pub enum InDrawnText {}

/// What is drawn for a few characters of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece<'t> {
    /// The characters it stands for, as bytes of the text.
    pub span: Span<InDrawnText>,
    /// What is drawn.
    pub symbol: Cow<'t, str>,
    /// How many cells that takes.
    pub cells: u16,
    /// Whether a stand-in is drawn, which is styled apart, so that no text can imitate it.
    pub is_stand_in: bool,
}

/// The pieces of `text`, in order.
pub fn pieces(text: &str, drawing: impl Into<Drawing>) -> Pieces<'_> {
    Pieces { text, rest: text.char_indices(), drawing: drawing.into() }
}

/// Makes the pieces of a text.
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
        if let Some(symbol) = stand_in(c, self.drawing.glyphs) {
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
        Some(if c.is_ascii() { piece } else { piece.in_letters(c, self.drawing.letters) })
    }
}

impl Pieces<'_> {
    /// Takes what is drawn in the cells of `base`: its marks, or what makes one picture with it.
    fn take_joined(&mut self, base: char) {
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
    /// The same, which begins with `c`, as its letters are drawn.
    fn in_letters(mut self, c: char, letters: Letters) -> Self {
        match letters {
            Letters::Apart if may_be_reordered(c) => self.cells += 1,
            Letters::Notation if is_right_to_left(c) => {
                self.symbol = Cow::Owned(in_notation(c).to_string());
                self.cells = 1;
                self.is_stand_in = true;
            }
            _ => {}
        }
        self
    }

    /// Draws it from `at` up to, not including, column `end`; gives the column after it. What does not
    /// fit is not begun: a piece is seen whole or not at all.
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
