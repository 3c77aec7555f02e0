//! A line of a file with a span underlined.
//!
//! ```text
//!    |
//! 88 | …mg xlink:href="..\img\figure 1.png"/> <caption>as it was in the spring…
//!    |                              ^ fix: encode SPACE as %20
//! ```
//!
//! The line is shortened around the span, so that a line of 100 MB costs no more than one of 100 bytes. It consists of
//! pieces, and the marks are below their cells.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;

use iri_core::text::{InConfig, InDocument, floor_char_boundary};
use iri_core::{Document, Span};

use crate::cells::{Piece, RightToLeft, pieces};
use crate::report::output::OutputDevice;
use crate::report::styles;

/// Width of a line if that of the output is unknown.
const WIDTH: usize = 100;
/// Maximum bytes of a cell: a piece has a limited number of marks.
const BYTES_A_CELL: usize = 4;

/// A line of a file around a span.
pub struct SourceLine<'t> {
    number: usize,
    /// Part of the line that may be visible.
    text: Cow<'t, str>,
    /// Span in that part, as far as it is on this line.
    marked: Range<usize>,
    /// Whether the line starts and ends within that part.
    is_whole: (bool, bool),
    room: usize,
}

impl<'t> SourceLine<'t> {
    /// Finds the line on which the span of `source` starts, line number `number`.
    pub fn new(source: MarkedText<'t>, number: usize, screen: OutputDevice) -> Self {
        let gutter = number.to_string().len();
        let room = screen.width.unwrap_or(WIDTH).saturating_sub(gutter + 4).max(20);
        let Excerpt { text, marked: Range { start, end }, is_first, is_last } = source.around(room * BYTES_A_CELL);
        let line_start = text[..start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let line_end = text[start..].find(['\n', '\r']).map_or(text.len(), |at| start + at);
        let is_whole = (line_start > 0 || is_first, line_end < text.len() || is_last);
        let text = match text {
            Cow::Borrowed(text) => Cow::Borrowed(&text[line_start..line_end]),
            Cow::Owned(text) => Cow::Owned(text[line_start..line_end].to_owned()),
        };
        let marked = start - line_start..end.min(line_end) - line_start;
        Self { number, text, marked, is_whole, room }
    }

    /// Returns the part of the line that may be visible.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the visible text before, in and after the span, unchanged but for ellipses.
    pub fn parts(&self) -> [String; 3] {
        let Self { text, marked: Range { start, end }, is_whole: (is_begun, is_ended), room, .. } = self;
        let first = |text: &str, most: usize| text.chars().take(most).collect::<String>();
        let skipped = text[..*start].chars().count().saturating_sub(room / 2);
        let before: String = text[..*start].chars().skip(skipped).collect();
        let marked = first(&text[*start..*end], *room);
        let after = first(&text[*end..], *room);
        let is_cut_before = skipped > 0 || !is_begun;
        let is_cut_after = end + after.len() < text.len() || !is_ended;
        let is_cut_inside = start + marked.len() < *end;
        [
            if is_cut_before { format!("\u{2026}{before}") } else { before },
            if is_cut_inside { marked + "\u{2026}" } else { marked },
            if is_cut_after { after + "\u{2026}" } else { after },
        ]
    }

    /// Writes the line, with `note` after the marks.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(
        &self,
        out: &mut impl Write,
        severity: iri_core::Severity,
        note: &str,
        letters: RightToLeft,
    ) -> io::Result<()> {
        let gutter = self.number.to_string();
        let blank = " ".repeat(gutter.len());
        let cut = Cut::new(self, letters);
        let (label, mark) = (styles::LABEL, styles::severity(severity));
        writeln!(out, "{label}{blank} |{label:#}")?;
        writeln!(out, "{label}{gutter} |{label:#} {}{mark}{}{mark:#}{}", cut.before, cut.marked, cut.after)?;
        let marks = "^".repeat(cut.marked_cells.max(1));
        writeln!(out, "{label}{blank} |{label:#} {}{mark}{marks}{mark:#}{note}", " ".repeat(cut.before_cells))
    }
}

/// A span and its text.
#[derive(Clone, Copy)]
pub enum MarkedText<'t> {
    /// A document.
    Document(&'t Document, Span<InDocument>),
    /// Text of a configuration file.
    Config(&'t str, Span<InConfig>),
}

/// A part of a text with a span.
struct Excerpt<'t> {
    text: Cow<'t, str>,
    /// Span in `text`.
    marked: Range<usize>,
    /// Whether the part starts where the whole text does.
    is_first: bool,
    /// Whether it ends where the whole text does.
    is_last: bool,
}

impl<'t> MarkedText<'t> {
    /// Returns the text from `reach` bytes before the start of the span to as many after its end.
    fn around(self, reach: usize) -> Excerpt<'t> {
        let ends = |span: Range<usize>| (span.start.saturating_sub(reach), span.end.min(span.start + reach) + reach);
        match self {
            Self::Document(document, span) => {
                let (start, end) = ends(span.range());
                let part = document.clamped(Span::new(start, end));
                Excerpt::new(document.slice(part), part.range(), span.range(), document.len())
            }
            Self::Config(text, span) => {
                let (start, end) = ends(span.range());
                let part = floor_char_boundary(text, start)..floor_char_boundary(text, end);
                Excerpt::new(Cow::Borrowed(&text[part.clone()]), part, span.range(), text.len())
            }
        }
    }
}

impl<'t> Excerpt<'t> {
    /// Creates the part `part` of a text that is `length` bytes long and in which `marked` is marked.
    fn new(text: Cow<'t, str>, part: Range<usize>, marked: Range<usize>, length: usize) -> Self {
        let marked = marked.start - part.start..(marked.end - part.start).min(text.len());
        Self { text, marked, is_first: part.start == 0, is_last: part.end == length }
    }
}

/// Visible part of a line.
#[derive(Default)]
struct Cut {
    before: String,
    before_cells: usize,
    marked: String,
    marked_cells: usize,
    after: String,
}

impl Cut {
    /// Shortens the line around its span so that it fits.
    fn new(line: &SourceLine<'_>, letters: RightToLeft) -> Self {
        let SourceLine { text, marked: Range { start, end }, is_whole: (is_begun, is_ended), room, .. } = line;
        let mut cut = Self::default();
        let (_, after) = fitting(&text[*start..], *room, letters);
        cut.set_before(&text[..*start], *is_begun, room - after.min(room / 2), letters);
        let rest = room.saturating_sub(cut.before_cells);
        let (_, least_after) = fitting(&text[*end..], room / 8, letters);
        (cut.marked, cut.marked_cells) = fitting(&text[*start..*end], rest.saturating_sub(least_after), letters);
        let (shown, _) = fitting(&text[*end..], rest.saturating_sub(cut.marked_cells), letters);
        cut.after = if *is_ended || shown.ends_with('…') { shown } else { shown + "…" };
        cut
    }

    /// Sets the last `room` cells before the span; indentation becomes spaces.
    fn set_before(&mut self, text: &str, is_begun: bool, room: usize, letters: RightToLeft) {
        let all: Vec<Piece<'_>> = pieces(text, letters.drawing()).collect();
        let indentation = text.len() - text.trim_start_matches([' ', '\t']).len();
        let mut from = all.len();
        let mut cells = 0;
        let is_blank = |piece: &Piece<'_>| piece.span.slice(text) == " " || is_begun && piece.span.end <= indentation;
        let width = |piece: &Piece<'_>| if is_blank(piece) { 1 } else { usize::from(piece.cells) };
        while from > 0 {
            // The first piece needs no cell for an ellipsis.
            let is_start = from == 1 && is_begun;
            let wider = cells + width(&all[from - 1]) + usize::from(!is_start);
            if wider > room {
                break;
            }
            from -= 1;
            cells += width(&all[from]);
        }
        if from > 0 || !is_begun {
            self.before.push('…');
            cells += 1;
        }
        for piece in &all[from..] {
            if is_blank(piece) {
                self.before.push(' ');
            } else {
                piece.print(letters, &mut self.before);
            }
        }
        self.before_cells = cells;
    }
}

/// Returns as much of `text` as fits in `room` cells, with an ellipsis if it is shortened, and its width.
fn fitting(text: &str, room: usize, letters: RightToLeft) -> (String, usize) {
    let mut line = String::new();
    let mut cells = 0;
    for piece in pieces(text, letters.drawing()) {
        let is_space = piece.span.slice(text) == " ";
        let width = if is_space { 1 } else { usize::from(piece.cells) };
        if cells + width > room {
            line.push('…');
            return (line, cells + 1);
        }
        cells += width;
        if is_space {
            line.push(' ');
        } else {
            piece.print(letters, &mut line);
        }
    }
    (line, cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_fits_is_not_shortened() {
        let text = format!("{}marked after", "before ".repeat(12));
        let device = OutputDevice { width: Some(text.len() + 5), ..OutputDevice::file() };
        for start in 0..text.len() {
            for end in start + 1..=text.len() {
                let source = MarkedText::Config(&text, Span::new(start, end));
                let cut = Cut::new(&SourceLine::new(source, 1, device), RightToLeft::Kept);
                let parts = [cut.before, cut.marked, cut.after];
                assert_eq!(parts, [&text[..start], &text[start..end], &text[end..]], "{start} {end}");
            }
        }
    }
}
