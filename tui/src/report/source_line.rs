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

use std::io::{self, Write};

use iri_core::{Document, Span};

use crate::cells::{Piece, RightToLeft, pieces};
use crate::report::output::OutputDevice;
use crate::report::styles;
use crate::theme::drawing::Glyphs;

/// The width of a line if it is unknown.
const WIDTH: usize = 100;
/// A piece has at most some marks on a letter: so many bytes are enough for a cell.
const BYTES_A_CELL: usize = 4;

/// Writes the line on which `span` starts, line number `number`, with `note` after the marks.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(
    out: &mut impl Write,
    document: &Document,
    (number, span): (usize, Span),
    severity: iri_core::Severity,
    note: &str,
    screen: OutputDevice,
) -> io::Result<()> {
    let gutter = number.to_string();
    let blank = " ".repeat(gutter.len());
    let room = screen.width.unwrap_or(WIDTH).saturating_sub(gutter.len() + 4).max(20);
    let cut = Cut::new(document, span, room, screen.source());
    let (label, mark) = (styles::LABEL, styles::severity(severity));
    writeln!(out, "{label}{blank} |{label:#}")?;
    writeln!(out, "{label}{gutter} |{label:#} {}{mark}{}{mark:#}{}", cut.before, cut.marked, cut.after)?;
    let marks = "^".repeat(cut.marked_cells.max(1));
    writeln!(out, "{label}{blank} |{label:#} {}{mark}{marks}{mark:#}{note}", " ".repeat(cut.before_cells))
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
    /// At most `room` cells of the line around `span`.
    fn new(document: &Document, span: Span, room: usize, letters: RightToLeft) -> Self {
        let reach = room * BYTES_A_CELL;
        let around = Span::new(span.start.saturating_sub(reach), span.end.min(span.start + reach) + reach);
        let around = document.clamped(around);
        let text = document.slice(around);
        let start = span.start - around.start;
        let end = (span.end - around.start).min(text.len());

        let line_start = text[..start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let line_end = text[start..].find(['\n', '\r']).map_or(text.len(), |at| start + at);
        let is_begun = line_start > 0 || around.start == 0;
        let mut cut = Self::default();
        let (_, after) = fitting(&text[start..line_end], room, letters);
        cut.set_before(&text[line_start..start], is_begun, room - after.min(room / 2), letters);
        let rest = room.saturating_sub(cut.before_cells);
        let marked = &text[start..end.min(line_end)];
        (cut.marked, cut.marked_cells) = fitting(marked, rest.saturating_sub(room / 8), letters);
        let after = &text[end.min(line_end)..line_end];
        let is_ended = line_end < text.len() || around.end == document.len();
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
