//! The reference itself, always on top.
//!
//! ```text
//! ─ reference ─ 21 of 24: U+0020 SPACE ─────────────────────────
//! http://example.org/a␠b|c                  text, what is flagged underlined
//! ╰─┬╯   ╰────┬────╯╰─▲┬▲╯                  components; ▲ under what no IRI admits
//! scheme    host     path                   their names
//! ✗ a LEIRI, but no IRI · 2 findings        the verdict
//! ```
//!
//! Only the part from `App::view` on is drawn, so that the cursor is always seen.

mod brackets;
mod words;

use std::ops::Range;

use iri_core::Span;
use iri_core::reference::Dialect;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::cells::Ink;
use crate::cells::{Piece, pieces};
use crate::inspector::app::App;
use crate::inspector::app::Target;
use crate::inspector::pane::Pane;
use crate::ui::heading;
use crate::ui::lines;
use brackets::{draw_brackets, draw_names, parts};

use words::{note, verdict};

/// A piece, and the columns it is drawn in.
struct Column<'t> {
    piece: Piece<'t>,
    cells: Range<u16>,
}

/// Draws it; gives the cell of the cursor.
pub fn draw(buffer: &mut Buffer, app: &App, area: Rect) -> Option<Position> {
    let below = match area.height {
        0..=4 => area,
        _ => heading(buffer, app, Pane::Reference, area, &note(app)),
    };
    let columns = columns(app, below);
    let mut rows = lines(below);
    let text = rows.next()?;
    let cursor = draw_text(buffer, app, text, &columns);
    let parts = parts(&app.judged, &columns);
    // With two lines there is room for the text and the verdict.
    if below.height > 2 {
        rows.next().into_iter().for_each(|row| draw_brackets(buffer, app, row, &columns, &parts));
        if below.height > 3 {
            rows.next().into_iter().for_each(|row| draw_names(buffer, app, row, &parts));
        }
    }
    rows.next().into_iter().for_each(|row| draw_verdict(buffer, app, row));
    Some(cursor)
}

fn columns(app: &App, area: Rect) -> Vec<Column<'_>> {
    let mut x = area.x;
    let mut columns = Vec::new();
    for mut piece in pieces(&app.text()[app.view..], app.theme.drawing()) {
        let end = x.saturating_add(piece.cells);
        if end > area.right() {
            break;
        }
        piece.span = piece.span.moved(app.view);
        columns.push(Column { piece, cells: x..end });
        x = end;
    }
    columns
}

fn draw_text(buffer: &mut Buffer, app: &App, line: Rect, columns: &[Column<'_>]) -> Position {
    let theme = app.theme;
    if app.text().is_empty() {
        let words = "type or paste a reference, such as http://example.org/a b";
        Ink::new(buffer, line, theme).say(words, theme.dim());
        return line.as_position();
    }
    let selected = selected(app);
    for column in columns {
        let span = column.piece.span;
        let mut style = style_at(app, span, column.piece.is_stand_in);
        if selected.contains(span.start) {
            style = theme.selected(style);
        }
        column.piece.draw(buffer, Position::new(column.cells.start, line.y), line.right(), style);
    }
    mark_what_is_cut(buffer, app, line, columns);
    let at = columns.iter().find(|column| column.piece.span.end > app.editor.cursor());
    let x = at.or(columns.last()).map_or(line.x, |column| {
        if at.is_some() { column.cells.start } else { column.cells.end.min(line.right() - 1) }
    });
    Position::new(x, line.y)
}

/// What is selected: while nothing else is, the cluster at the cursor.
pub fn selected(app: &App) -> Span {
    let selection = app.editor.selection();
    if selection.is_empty() { app.editor.cluster() } else { selection }
}

/// The style of a character: its component's, and an underline where a finding covers it.
pub fn style_at(app: &App, span: Span, is_stand_in: bool) -> Style {
    let theme = app.theme;
    let mut style = theme.component(app.judged.component_at(span.start));
    if is_stand_in {
        style = theme.stand_in(style);
    }
    match app.judged.severity_at(span.start) {
        Some(severity) => theme.flagged(style, severity),
        None => style,
    }
}

/// An ellipsis at an end beyond which the text goes on.
fn mark_what_is_cut(buffer: &mut Buffer, app: &App, line: Rect, columns: &[Column<'_>]) {
    let theme = app.theme;
    let last = columns.last().map_or(app.view, |column| column.piece.span.end);
    if app.view > 0 {
        buffer.set_stringn(line.x, line.y, theme.ellipsis(), 1, theme.dim());
    }
    if last < app.text().len() && line.width > 0 {
        buffer.set_stringn(line.right() - 1, line.y, theme.ellipsis(), 1, theme.dim());
    }
}

fn draw_verdict(buffer: &mut Buffer, app: &App, line: Rect) {
    let theme = app.theme;
    let judged = &app.judged;
    let mut ink = Ink::new(buffer, line, theme);
    if app.text().is_empty() {
        ink.say("the empty reference: it means the document it stands in", theme.plain());
        return;
    }
    let is_iri = judged.is_a(Dialect::Iri);
    let (mark, style) = if is_iri { (theme.yes(), theme.good()) } else { (theme.no(), theme.bad()) };
    ink.say(mark, style).say(" ", theme.plain()).say(&verdict(judged), theme.strong());
    let count = judged.findings.len();
    let findings = match count {
        _ if !judged.is_complete => "a long text: it is being judged".to_owned(),
        0 => "nothing to mend".to_owned(),
        1 => "1 finding".to_owned(),
        _ => format!("{count} findings"),
    };
    ink.say(&format!("; {findings}"), theme.plain());
    if !judged.not_iri.is_empty() {
        let legend = format!("; {} under what no IRI admits", theme.no_iri());
        ink.say(&legend, theme.dim());
    }
}

/// The character under the mouse.
pub fn target(app: &App, area: Rect, at: Position) -> Target {
    Target::Character(Pane::Reference, offset_at(app, area, at.x))
}

/// The byte of the character in column `x`; the end of the text behind it.
pub fn offset_at(app: &App, area: Rect, x: u16) -> usize {
    let columns = columns(app, area);
    let under = columns.iter().find(|column| column.cells.contains(&x));
    under.map_or(app.text().len(), |column| column.piece.span.start)
}

/// Whether the character at byte `offset` is drawn, and no ellipsis in its place.
#[cfg(test)]
pub fn shows(app: &App, area: Rect, offset: usize) -> bool {
    let columns = columns(app, area);
    let last = columns.last().map_or(app.view, |column| column.piece.span.end);
    let cut = u16::from(last < app.text().len());
    let at = columns.iter().find(|column| column.piece.span.contains(offset));
    let is_end = offset == app.text().len() && last == offset;
    is_end
        || at.is_some_and(|column| {
            column.cells.end <= area.right() - cut && (app.view == 0 || column.cells.start > area.x)
        })
}
