//! The reference, which is always at the top.
//!
//! ```text
//! ─ reference ─ at 20 of 24: SPACE (U+0020) ────────────────────
//! http://example.org/a␠b|c                  text, findings underlined
//! ╰─┬╯   ╰────┬────╯╰─▲┬▲╯                  components; ▲ under what is not allowed in an IRI
//! scheme    host     path                   their names
//! ✗ valid LEIRI, not an IRI; 2 findings     verdict
//! opens 'example.org'                       destination
//! ```
//!
//! Only the part from `App::view` on is drawn, so that the cursor is always visible.

use std::ops::Range;

use iri_core::Severity;
use iri_core::reference::{ComponentName, Dialect, HostKind};
use iri_core::unicode;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::cells::{Ink, Piece, pieces};
use crate::files::tally::named;
use crate::inspector::analysis::Analysis;
use crate::inspector::app::{App, Target};
use crate::inspector::pane::Pane;
use crate::ui::character_style::{selected, style_at};
use crate::ui::direction::words;
use crate::ui::heading::heading;
use crate::ui::rows::lines;

/// A piece and its columns.
struct Column<'t> {
    piece: Piece<'t>,
    cells: Range<u16>,
}

/// Draws the reference and returns the cell of the cursor.
pub fn draw(buffer: &mut Buffer, app: &App, area: Rect) -> Option<Position> {
    let below = match area.height {
        0..=5 => area,
        _ => heading(buffer, app, Pane::Reference, area, &note(app)),
    };
    let columns = columns(app, below);
    let mut rows = lines(below);
    let text = rows.next()?;
    let cursor = draw_text(buffer, app, text, &columns);
    let parts = parts(&app.analysis, &columns);
    // Three lines have room for the text, the verdict and the destination.
    if below.height > 3 {
        rows.next().into_iter().for_each(|row| draw_brackets(buffer, app, row, &columns, &parts));
        if below.height > 4 {
            rows.next().into_iter().for_each(|row| draw_names(buffer, app, row, &parts));
        }
    }
    rows.next().into_iter().for_each(|row| draw_verdict(buffer, app, row));
    rows.next().into_iter().for_each(|row| draw_destination(buffer, app, row));
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
        Ink::new(buffer, line, theme).write(words, theme.dim());
        return line.as_position();
    }
    let selected = selected(app);
    for column in columns {
        let span = column.piece.span;
        let mut style = style_at(app, span.start, column.piece.is_stand_in);
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

/// Draws an ellipsis at each end where the text continues.
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
    let analysis = &app.analysis;
    let mut ink = Ink::new(buffer, line, theme);
    if app.text().is_empty() {
        ink.write("empty reference: identifies the document that contains it", theme.plain());
        return;
    }
    let worst = analysis.findings.worst().filter(|worst| *worst >= Severity::Warning);
    let (mark, style) = match worst {
        _ if !analysis.is_a(Dialect::Iri) => (theme.no(), theme.bad()),
        Some(worst) => (theme.severity_mark(worst), theme.severity(worst)),
        None => (theme.yes(), theme.good()),
    };
    ink.write(mark, style).write(" ", theme.plain()).write(&verdict(analysis), theme.strong());
    let count = analysis.findings.len();
    let findings = match count {
        _ if !analysis.is_complete => "analyzing …".to_owned(),
        0 => "nothing to fix".to_owned(),
        _ => named(count, "finding"),
    };
    ink.write(&format!("; {findings}"), theme.plain());
    if !analysis.not_iri.is_empty() {
        let legend = format!("; {} not allowed in an IRI", theme.no_iri());
        ink.write(&legend, theme.dim());
    }
}

/// Draws what the reference opens. The name that is usually registered is emphasized.
fn draw_destination(buffer: &mut Buffer, app: &App, line: Rect) {
    let Some(destination) = &app.analysis.destination else { return };
    let theme = app.theme;
    let text = destination.text.as_str();
    let emphasis = destination.emphasis.clone().unwrap_or(0..0);
    let mut ink = Ink::new(buffer, line, theme);
    ink.write_escaped(&text[..emphasis.start], theme.plain());
    ink.write_escaped(&text[emphasis.clone()], theme.strong());
    ink.write_escaped(&text[emphasis.end..], theme.plain());
}

/// Returns the columns of each visible component in order.
fn parts(analysis: &Analysis, columns: &[Column<'_>]) -> Vec<(ComponentName, Range<u16>)> {
    let seen = analysis.components.iter().filter(|component| component.name != ComponentName::Authority);
    seen.filter_map(|component| {
        let inside = |column: &&Column<'_>| component.span.contains(column.piece.span.start);
        let first = columns.iter().find(inside)?;
        let last = columns.iter().rev().find(inside)?;
        Some((component.name, first.cells.start..last.cells.end))
    })
    .collect()
}

/// Returns the column of the stem of a bracket, which is the middle of the name below it.
fn center(cells: &Range<u16>) -> u16 {
    cells.start + (cells.end - cells.start).saturating_sub(1) / 2
}

/// Draws the brackets, and a mark under characters that are not allowed in an IRI.
fn draw_brackets(
    buffer: &mut Buffer,
    app: &App,
    line: Rect,
    columns: &[Column<'_>],
    parts: &[(ComponentName, Range<u16>)],
) {
    let theme = app.theme;
    let [left, middle, stem, right] = theme.bracket();
    for (name, cells) in parts {
        let style = theme.component(Some(*name));
        let center = center(cells);
        for x in cells.clone() {
            let symbol = match x {
                _ if x == center => stem,
                _ if x == cells.start => left,
                _ if x + 1 == cells.end => right,
                _ => middle,
            };
            buffer.set_stringn(x, line.y, symbol, 1, style);
        }
    }
    for column in columns {
        if app.analysis.not_iri.binary_search(&column.piece.span.start).is_ok() {
            let severity = app.analysis.severity_at(column.piece.span.start);
            let style = severity.map_or(theme.bad(), |severity| theme.severity(severity));
            buffer.set_stringn(column.cells.start, line.y, theme.no_iri(), 1, style);
        }
    }
}

/// Draws the names under their brackets.
fn draw_names(buffer: &mut Buffer, app: &App, line: Rect, parts: &[(ComponentName, Range<u16>)]) {
    let mut ink = Ink::new(buffer, line, app.theme);
    for (name, cells) in parts {
        let label = match (name, app.analysis.host) {
            (ComponentName::Host, Some(kind)) if kind != HostKind::RegName => kind.name(),
            _ => name.name(),
        };
        let length = u16::try_from(label.len()).unwrap_or(0);
        let center = center(cells);
        ink.skip_to(center.saturating_sub(length.saturating_sub(1) / 2));
        if ink.room() < label.len() {
            break;
        }
        ink.write(label, app.theme.component(Some(*name))).write(" ", app.theme.plain());
    }
}

/// Returns the position and the name of the selected character.
fn note(app: &App) -> String {
    let selection = app.editor.selection();
    if !selection.is_empty() {
        let count = selection.slice(app.text()).chars().count();
        return format!("{count} of {} selected", app.analysis.length);
    }
    let cluster = app.editor.cluster().slice(app.text());
    let Some(c) = app.text()[app.selected_character()..].chars().next() else {
        let place = words::place(app).map_or_else(String::new, |place| format!(", {place}"));
        return format!("at end ({}){place}", named(app.analysis.length, "character"));
    };
    let number = app.text()[..app.selected_character()].chars().count();
    let more = match cluster.chars().count() {
        1 => "",
        _ if app.selected_character() == app.editor.cursor() => ", displayed with the next character",
        _ => ", displayed with the previous character",
    };
    let place = words::place(app).map_or_else(String::new, |place| format!(", {place}"));
    format!("at {number} of {}{place}: {}{more}", app.analysis.length, unicode::quoted(c))
}

/// Returns the verdict.
fn verdict(analysis: &Analysis) -> String {
    let kind = if analysis.has_scheme { "" } else { "relative: " };
    let words = match analysis.dialect {
        Some(Dialect::Uri) => "valid URI (also IRI and LEIRI)",
        Some(Dialect::Iri) if !analysis.is_a(Dialect::Iri) => "IRI grammar, but with characters RFC 3987 forbids",
        Some(Dialect::Iri) => "valid IRI (also LEIRI), not a URI",
        Some(Dialect::IriBis) => "valid IRI under draft 3987bis only",
        Some(Dialect::Leiri) => "valid LEIRI, not an IRI",
        Some(Dialect::WebAddress) => "not a LEIRI, but browsers accept it",
        None => "not a URI, IRI or LEIRI",
    };
    format!("{kind}{words}")
}

/// Returns the character under the mouse.
pub fn target(app: &App, area: Rect, at: Position) -> Target {
    Target::Character(Pane::Reference, offset_at(app, area, at.x))
}

/// Returns the offset of the character in column `x`; the end of the text after it.
pub fn offset_at(app: &App, area: Rect, x: u16) -> usize {
    let columns = columns(app, area);
    let under = columns.iter().find(|column| column.cells.contains(&x));
    under.map_or(app.text().len(), |column| column.piece.span.start)
}

/// Returns whether the character at byte `offset` is drawn and not replaced by an ellipsis.
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
