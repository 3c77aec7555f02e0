//! Writes one line of cells from the left: our own words, and text of the input as pieces.

use iri_core::Span;
use iri_core::bidi::DisplayOrder;
use iri_core::text::floor_char_boundary;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use crate::cells::displayed::displayed;
use crate::cells::glyph::{InDrawnText, Piece, pieces};
use crate::theme::Theme;
use crate::theme::drawing::Drawing;

/// Bytes on each side of the important one whose order is computed at least.
const LONG: usize = 1 << 10;
/// Maximum bytes of a piece, which has a limited number of marks.
const BYTES_A_CELL: usize = 4;
/// Number of pieces that are visible beside the important one.
const BESIDE: usize = 8;

/// A line that is being written.
pub struct Ink<'b> {
    buffer: &'b mut Buffer,
    theme: Theme,
    at: Position,
    end: u16,
}

impl<'b> Ink<'b> {
    /// Starts at the left end of the first row of `area`.
    pub fn new(buffer: &'b mut Buffer, area: Rect, theme: Theme) -> Self {
        let area = area.intersection(buffer.area);
        let end = if area.is_empty() { area.x } else { area.right() };
        Self { buffer, theme, at: area.as_position(), end }
    }

    /// Returns the next column.
    pub fn x(&self) -> u16 {
        self.at.x
    }

    /// Returns how many columns are left.
    pub fn room(&self) -> usize {
        usize::from(self.end - self.at.x)
    }

    /// Returns whether a column is left.
    pub fn has_room(&self) -> bool {
        self.at.x < self.end
    }

    /// Repeats `symbol` in all columns that are left.
    pub fn fill(&mut self, symbol: &str, style: Style) {
        while self.has_room() {
            self.write(symbol, style);
        }
    }

    /// Continues at column `x` of the screen, or at the current column if that is greater.
    pub fn skip_to(&mut self, x: u16) {
        self.at.x = x.clamp(self.at.x, self.end);
    }

    /// Writes our own words, shortened with an ellipsis if they do not fit.
    pub fn write(&mut self, words: &str, style: Style) -> &mut Self {
        if !self.has_room() {
            return self;
        }
        let words = &*self.theme.spelled(words);
        let is_cut = words.width() > self.room();
        let room = if is_cut { self.room() - 1 } else { self.room() };
        let (x, _) = self.buffer.set_stringn(self.at.x, self.at.y, words, room, style);
        self.at.x = x;
        if is_cut {
            self.ellipsis(style);
        }
        self
    }

    /// Writes a message that may quote the input, drawn as pieces.
    pub fn write_escaped(&mut self, message: &str, style: Style) -> &mut Self {
        // A message may quote the whole text. A few bytes more than fit are enough to show that it is shortened.
        let end = floor_char_boundary(message, 4 * self.room() + 4);
        let message = self.theme.spelled(&message[..end]).into_owned();
        self.write_pieces(&message, 0, self.theme.drawing().for_message(), |_| true, |_, _| style)
    }

    /// Writes text of the input from byte `from` on, shortened with an ellipsis if it does not fit.
    pub fn write_input(
        &mut self,
        text: &str,
        from: usize,
        style: impl Fn(Span<InDrawnText>, bool) -> Style,
    ) -> &mut Self {
        self.write_source(text, from, |_| false, style)
    }

    /// Writes text like [`Self::write_input`]; a space or tab for which `is_blank` returns true becomes a space.
    pub fn write_source(
        &mut self,
        text: &str,
        from: usize,
        is_blank: impl Fn(usize) -> bool,
        style: impl Fn(Span<InDrawnText>, bool) -> Style,
    ) -> &mut Self {
        self.write_pieces(text, from, self.theme.drawing(), is_blank, style)
    }

    /// Writes text of the input in displayed order. If it does not fit, the part around the byte at `important` is visible.
    pub fn write_displayed(
        &mut self,
        text: &str,
        important: usize,
        style: impl Fn(Span<InDrawnText>, bool) -> Style,
    ) -> &mut Self {
        self.write_ordered((text, DisplayOrder::Rfc), important, |_| false, style)
    }

    /// Writes a reference with its components in stored order, and each of them as it is displayed. So two references that
    /// display identically differ.
    pub fn write_by_component(&mut self, text: &str, style: Style) -> &mut Self {
        self.write_ordered((text, DisplayOrder::Browser), 0, |_| false, |_, _| style)
    }

    /// Writes a name in displayed order, such as that of a file; its spaces are spaces.
    pub fn write_name(&mut self, name: &str, style: Style) -> &mut Self {
        self.write_ordered((name, DisplayOrder::Rfc), 0, |_| true, |_, _| style)
    }

    fn write_ordered(
        &mut self,
        (text, order): (&str, DisplayOrder),
        important: usize,
        is_blank: impl Fn(usize) -> bool,
        style: impl Fn(Span<InDrawnText>, bool) -> Style,
    ) -> &mut Self {
        // A long text costs no more than what is visible: its order is that of the part around the byte.
        let reach = LONG.max(BYTES_A_CELL * self.room());
        let start = floor_char_boundary(text, important.saturating_sub(reach));
        let end = floor_char_boundary(text, (important + reach).min(text.len()));
        let drawing = self.theme.drawing();
        let all = displayed(&text[start..end], order, drawing);
        let cells = |pieces: &[Piece<'_>]| pieces.iter().map(|piece| usize::from(piece.cells)).sum::<usize>();
        let at = all.iter().position(|piece| piece.span.moved(start).contains(important)).unwrap_or(0);
        let room = self.room();
        let is_seen = start == 0 && cells(&all[..(at + 1 + BESIDE).min(all.len())]) < room;
        let is_whole = start == 0 && end == text.len() && cells(&all) <= room;
        let mut first = if is_seen || is_whole { 0 } else { at.saturating_sub(BESIDE) };
        // No room stays empty at the end.
        while first > 0 && end == text.len() && cells(&all[first - 1..]) < room {
            first -= 1;
        }
        if first > 0 || start > 0 {
            let ellipsis = self.theme.ellipsis();
            self.write(ellipsis, self.theme.dim());
        }
        let is_cut = end < text.len();
        let last = all.len();
        let shown = all.into_iter().enumerate().skip(first).map(|(number, piece)| {
            let span = piece.span.moved(start);
            (Piece { span, ..piece }, is_cut || number + 1 < last)
        });
        self.write_each(text, shown, is_blank, style)
    }

    fn write_pieces(
        &mut self,
        text: &str,
        from: usize,
        drawing: Drawing,
        is_blank: impl Fn(usize) -> bool,
        style: impl Fn(Span<InDrawnText>, bool) -> Style,
    ) -> &mut Self {
        let end = text.len();
        let pieces = pieces(&text[from..], drawing).map(|piece| {
            let span = piece.span.moved(from);
            (Piece { span, ..piece }, span.end < end)
        });
        self.write_each(text, pieces, is_blank, style)
    }

    /// Writes pieces of `text`, each with whether another one follows.
    fn write_each<'t>(
        &mut self,
        text: &str,
        pieces: impl Iterator<Item = (Piece<'t>, bool)>,
        is_blank: impl Fn(usize) -> bool,
        style: impl Fn(Span<InDrawnText>, bool) -> Style,
    ) -> &mut Self {
        for (piece, is_followed) in pieces {
            let span = piece.span;
            // The last column is for the ellipsis, unless the text ends there.
            let end = if is_followed { self.end.saturating_sub(1).max(self.at.x) } else { self.end };
            if matches!(span.slice(text), " " | "\t") && is_blank(span.start) && self.at.x < end {
                self.write(" ", style(span, false));
                continue;
            }
            let style = style(span, piece.is_stand_in);
            let Some(x) = piece.draw(self.buffer, self.at, end, style) else {
                self.ellipsis(self.theme.dim());
                break;
            };
            self.at.x = x;
        }
        self
    }

    fn ellipsis(&mut self, style: Style) {
        if self.has_room() {
            self.buffer.set_stringn(self.at.x, self.at.y, self.theme.ellipsis(), 1, style);
            self.at.x = self.end;
        }
    }
}

/// Returns `text`, our own words, as at most `most` lines of `width` columns. A word that is longer than a line gets its
/// own line.
pub fn wrapped(text: &str, width: usize, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let word = &word[..floor_char_boundary(word, 4 * width + 4)];
        if lines.len() == most {
            return lines;
        }
        if !line.is_empty() && line.width() + 1 + word.width() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}
