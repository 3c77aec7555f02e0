//! Writes one line of cells from the left: our own words, and text of the input as pieces.

use iri_core::Span;
use iri_core::text::floor_char_boundary;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use crate::cells::glyph::{InDrawnText, pieces};
use crate::theme::Theme;
use crate::theme::drawing::Drawing;

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

    /// Returns whether text of the input fits into the columns that are left.
    pub fn fits(&self, text: &str) -> bool {
        let mut room = self.room();
        pieces(text, self.theme.drawing()).all(|piece| {
            let is_within = usize::from(piece.cells) <= room;
            room = room.saturating_sub(usize::from(piece.cells));
            is_within
        })
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

    fn write_pieces(
        &mut self,
        text: &str,
        from: usize,
        drawing: Drawing,
        is_blank: impl Fn(usize) -> bool,
        style: impl Fn(Span<InDrawnText>, bool) -> Style,
    ) -> &mut Self {
        let mut pieces = pieces(&text[from..], drawing).peekable();
        while let Some(piece) = pieces.next() {
            let span = piece.span.moved(from);
            // The last column is for the ellipsis, unless the text ends there.
            let end = if pieces.peek().is_some() { self.end.saturating_sub(1).max(self.at.x) } else { self.end };
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
