//! The only file that turns a character of the input into terminal cells, and the escaper for every
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

mod names;

use std::borrow::Cow;
use std::str::CharIndices;

use iri_core::Span;
use iri_core::unicode::{Character, Features, is_noncharacter};
use ratatui::buffer::{Buffer, Cell, CellDiffOption, CellWidth};
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

/// LEFT-TO-RIGHT MARK: keeps a terminal that reorders by itself from moving the cell before it.
const LEFT_TO_RIGHT_MARK: char = '\u{200E}';
/// What a lone mark stands on.
const DOTTED_CIRCLE: char = '\u{25CC}';
/// Marks beyond these stand on a dotted circle of their own: a cell stays of bounded size.
const MARKS_A_CELL: usize = 3;

/// Which characters our own glyphs are taken from. Letters of the input are shown in both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// Control pictures, box drawing.
    #[default]
    Unicode,
    /// Nothing above ASCII.
    Ascii,
}

/// How right-to-left letters are drawn on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Letters {
    /// As they are, each with a mark in its cell that holds it there.
    #[default]
    Together,
    /// Each in two cells, the second of them empty: no terminal was found that moves these.
    Apart,
    /// Capitals stand for them (Bidi Notation).
    Notation,
}

/// How characters of the text are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// What stand-ins are made of.
    pub glyphs: Glyphs,
    /// Right-to-left letters.
    pub letters: Letters,
}

impl From<Glyphs> for Drawing {
    fn from(glyphs: Glyphs) -> Self {
        Self { glyphs, ..Self::default() }
    }
}

/// What becomes of right-to-left letters in a line of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RightToLeft {
    /// They are printed, in the order of the text: the reader's terminal arranges them.
    Kept,
    /// Capitals stand for them (Bidi Notation).
    Notation,
    /// They are printed, each with a mark behind it, so that no terminal arranges them: the line stays in
    /// the order of the text.
    Pinned,
}

/// What is drawn for a few characters of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece<'t> {
    /// The characters it stands for, as bytes of the text.
    pub span: Span,
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

/// `text` in one line that can do no harm: stand-ins for all that is no visible character, but for
/// spaces, which stay.
pub fn escaped(text: &str, right_to_left: RightToLeft) -> String {
    let mut out = String::with_capacity(text.len());
    for piece in pieces(text, Glyphs::Unicode) {
        let source = piece.span.of(text);
        if source == " " {
            out.push(' ');
        } else {
            piece.print(right_to_left, &mut out);
        }
    }
    out
}

/// A right-to-left letter as a capital; others as they are.
pub fn in_notation(c: char) -> char {
    if !is_right_to_left(c) {
        return c;
    }
    // The letters of a script follow one another from a block's middle: ALEF is U+05D0 and U+0627.
    let from = if ('\u{5D0}'..='\u{5EA}').contains(&c) { 0x5D0 } else { 0x620 };
    let index = (u32::from(c) - from.min(u32::from(c))) % 26;
    char::from_u32(u32::from('A') + index).unwrap_or('?')
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
        let mut symbol = Cow::Borrowed(span.of(self.text));
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

/// Whether `c` is drawn in the cells of what stands before it.
fn is_joined(before: char, c: char) -> bool {
    if c.is_ascii() {
        return false;
    }
    let conjoins = is_jamo(before) && is_vowel_or_final_jamo(c);
    let flag = is_regional(before) && is_regional(c);
    let skin = matches!(c, '\u{1F3FB}'..='\u{1F3FF}') && before.len_utf8() > 2;
    (conjoins || flag || skin || is_mark(c)) && stand_in(c, Glyphs::Unicode).is_none_or(|_| conjoins)
}

fn is_jamo(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{115E}' | '\u{A960}'..='\u{A97C}') || is_vowel_or_final_jamo(c)
}

fn is_vowel_or_final_jamo(c: char) -> bool {
    matches!(c, '\u{1161}'..='\u{11FF}' | '\u{D7B0}'..='\u{D7C6}' | '\u{D7CB}'..='\u{D7FB}')
}

fn is_regional(c: char) -> bool {
    matches!(c, '\u{1F1E6}'..='\u{1F1FF}')
}

fn is_mark(c: char) -> bool {
    // Every mark leaves NFC or sorts in it, so that one load settles it for nearly all letters.
    Features::of_char(c).intersects(Features::NFC_SUSPECT) && Character::of(c).category.starts_with('M')
}

/// Whether `c` is of bidi class R or AL.
fn is_right_to_left(c: char) -> bool {
    Features::of_char(c).intersects(Features::RIGHT_TO_LEFT)
}

/// What is drawn in the place of `c`, where it is not shown as itself.
fn stand_in(c: char, glyphs: Glyphs) -> Option<Cow<'static, str>> {
    match c {
        '!'..='~' => return None,
        '\0'..=' ' | '\u{7F}' if glyphs == Glyphs::Unicode => return Some(Cow::Borrowed(names::picture(c))),
        _ => {}
    }
    if let Some(name) = names::short_name(c) {
        return Some(Cow::Owned(format!("[{name}]")));
    }
    has_no_glyph(c).then(|| Cow::Owned(format!("[{:04X}]", u32::from(c))))
}

/// What no terminal shows, or shows in a way of its own. The table of names has the common ones.
fn has_no_glyph(c: char) -> bool {
    let bad = Features::INVISIBLE.or(Features::UNASSIGNED).or(Features::LEIRI_GROUPED);
    if c == '\u{FFFD}' {
        return false;
    }
    Features::of_char(c).intersects(bad)
        || is_noncharacter(c)
        || c == '\u{2800}'
        || !is_mark(c) && c.encode_utf8(&mut [0; 4]).cell_width() == 0
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

    /// Appends it to a line of a report.
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

/// The last pass over a frame: behind every right-to-left letter and Arabic number a LEFT-TO-RIGHT
/// MARK in the same cell, so that a terminal which reorders finds nothing to reorder; and one before the
/// first, where no letter before it says that the row runs from left to right. In the `bare` row there are
/// none: it shows what the terminal does.
pub fn pin_direction(buffer: &mut Buffer, bare: Option<Rect>) {
    let area = buffer.area;
    let rows = buffer.content.chunks_mut(usize::from(area.width).max(1));
    for (_, row) in (area.y..).zip(rows).filter(|(y, _)| bare.is_none_or(|bare| bare.y != *y)) {
        let mut is_settled = false;
        for cell in row {
            let Some(first) = cell.symbol().chars().next() else { continue };
            if !first.is_ascii() && may_be_reordered(first) {
                let before = if is_settled { "" } else { "\u{200E}" };
                let pinned = format!("{before}{}{LEFT_TO_RIGHT_MARK}", cell.symbol());
                cell.set_symbol(&pinned);
                is_settled = true;
            }
            is_settled |= first.is_alphabetic();
        }
    }
}

/// Rows that hold right-to-left letters, now or in the frame `before`, are written from their first column
/// to their last: behind such a letter mlterm takes the cursor to another cell than it is sent to. Gives the
/// rows that hold them now.
pub fn write_whole_rows(buffer: &mut Buffer, before: &[u16]) -> Vec<u16> {
    let area = buffer.area;
    let width = usize::from(area.width).max(1);
    let is_turned = |cell: &Cell| cell.symbol().ends_with(LEFT_TO_RIGHT_MARK);
    let rows = (area.y..area.bottom()).zip(buffer.content.chunks(width));
    let now: Vec<u16> = rows.filter(|(_, cells)| cells.iter().any(is_turned)).map(|(row, _)| row).collect();
    for (row, cells) in (area.y..area.bottom()).zip(buffer.content.chunks_mut(width)) {
        if now.contains(&row) || before.contains(&row) {
            for cell in cells {
                cell.set_diff_option(CellDiffOption::AlwaysUpdate);
            }
        }
    }
    now
}

fn may_be_reordered(c: char) -> bool {
    Features::of_char(c).intersects(Features::RIGHT_TO_LEFT.or(Features::BIDI_CONTROL))
}

#[cfg(test)]
mod tests;
