//! A line of a file with what is wrong underlined.
//!
//! ```text
//!    |
//! 88 | …mg xlink:href="..\img\figure 1.png"/> <caption>as it was in the spring…
//!    |                              ^ fix: encode as %20
//! ```
//!
//! The line is cut around the span, so that a line of 100 MB costs no more than one of 100 bytes. It is made
//! of pieces, as everything that is printed of the input, and the marks stand below the cells of those.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;

use iri_core::text::{InConfig, InDocument, floor_char_boundary};
use iri_core::{Document, Span};

use crate::cells::{Piece, RightToLeft, pieces};
use crate::report::output::OutputDevice;
use crate::report::styles;
use crate::theme::drawing::Glyphs;

/// The width of a line if it is unknown.
const WIDTH: usize = 100;
/// A piece has at most some marks on a letter: so many bytes are enough for a cell.
const BYTES_A_CELL: usize = 4;

/// Writes the line on which the span of `source` starts, line number `number`, with `note` after the marks.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(
    out: &mut impl Write,
    (source, number): (MarkedText<'_>, usize),
    severity: iri_core::Severity,
    note: &str,
    screen: OutputDevice,
) -> io::Result<()> {
    let gutter = number.to_string();
    let blank = " ".repeat(gutter.len());
    let room = screen.width.unwrap_or(WIDTH).saturating_sub(gutter.len() + 4).max(20);
    let cut = Cut::new(&source.around(room * BYTES_A_CELL), room, screen.source());
    let (label, mark) = (styles::LABEL, styles::severity(severity));
    writeln!(out, "{label}{blank} |{label:#}")?;
    writeln!(out, "{label}{gutter} |{label:#} {}{mark}{}{mark:#}{}", cut.before, cut.marked, cut.after)?;
    let marks = "^".repeat(cut.marked_cells.max(1));
    writeln!(out, "{label}{blank} |{label:#} {}{mark}{marks}{mark:#}{note}", " ".repeat(cut.before_cells))
}

/// A span and the text that it is of.
#[derive(Clone, Copy)]
pub enum MarkedText<'t> {
    /// A document.
    Document(&'t Document, Span<InDocument>),
    /// The text of a configuration file.
    Config(&'t str, Span<InConfig>),
}

/// A part of a text with a span in it.
struct Excerpt<'t> {
    text: Cow<'t, str>,
    /// The span, in `text`.
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

/// What is shown of a line.
#[derive(Default)]
struct Cut {
    before: String,
    before_cells: usize,
    marked: String,
    marked_cells: usize,
    after: String,
}

impl Cut {
    /// At most `room` cells of the line around the marked span.
    fn new(excerpt: &Excerpt<'_>, room: usize, letters: RightToLeft) -> Self {
        let Excerpt { text, marked: Range { start, end }, is_first, is_last } = excerpt;
        let (start, end) = (*start, *end);
        let line_start = text[..start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let line_end = text[start..].find(['\n', '\r']).map_or(text.len(), |at| start + at);
        let is_begun = line_start > 0 || *is_first;
        let mut cut = Self::default();
        let (_, after) = fitting(&text[start..line_end], room, letters);
        cut.set_before(&text[line_start..start], is_begun, room - after.min(room / 2), letters);
        let rest = room.saturating_sub(cut.before_cells);
        let marked = &text[start..end.min(line_end)];
        (cut.marked, cut.marked_cells) = fitting(marked, rest.saturating_sub(room / 8), letters);
        let after = &text[end.min(line_end)..line_end];
        let is_ended = line_end < text.len() || *is_last;
        let (shown, _) = fitting(after, rest.saturating_sub(cut.marked_cells), letters);
        cut.after = if is_ended || shown.ends_with('…') { shown } else { shown + "…" };
        cut
    }

    /// Sets the last `room` cells before the span; indentation as spaces.
    fn set_before(&mut self, text: &str, is_begun: bool, room: usize, letters: RightToLeft) {
        let all: Vec<Piece<'_>> = pieces(text, Glyphs::Unicode).collect();
        let indentation = text.len() - text.trim_start_matches([' ', '\t']).len();
        let mut from = all.len();
        let mut cells = 0;
        while from > 0 && cells + usize::from(all[from - 1].cells) < room {
            from -= 1;
            cells += usize::from(all[from].cells);
        }
        if from > 0 || !is_begun {
            self.before.push('…');
            cells += 1;
        }
        for piece in &all[from..] {
            let source = piece.span.slice(text);
            if source == " " || (is_begun && piece.span.end <= indentation) {
                self.before.push(' ');
            } else {
                piece.print(letters, &mut self.before);
            }
        }
        self.before_cells = cells;
    }
}

/// As much of `text` as fits in `room` cells, and how many it takes; an ellipsis where something is left out.
fn fitting(text: &str, room: usize, letters: RightToLeft) -> (String, usize) {
    let mut line = String::new();
    let mut cells = 0;
    for piece in pieces(text, Glyphs::Unicode) {
        if cells + usize::from(piece.cells) > room {
            line.push('…');
            return (line, cells + 1);
        }
        cells += usize::from(piece.cells);
        if piece.span.slice(text) == " " {
            line.push(' ');
        } else {
            piece.print(letters, &mut line);
        }
    }
    (line, cells)
}
