//! The rows of the reference: wrapped if there are rows for it, and in stored or in displayed order.
//!
//! ```text
//!  fits in one row       http://example.org/a␣b
//!  fits in the rows      http://example.org/one/two/th
//!                        ree?four=five
//!  is longer             http://example.org/one/two/th    the start, which has the host
//!                        …x/cursor/y                      the text around the cursor
//!  only one row          example.org…x/cursor/y           the host, then the text around the cursor
//! ```

use std::ops::Range;

use iri_core::Span;
use iri_core::reference::ComponentName;
use ratatui::layout::Rect;

use crate::cells::{Piece, cluster, displayed_by, first_shown, pieces};
use crate::inspector::app::App;
use crate::inspector::origin::Screen;

/// Minimum height of a screen on which the reference is wrapped.
const TALL: u16 = 18;
/// Screen rows per row of the reference.
const ROWS_PER_ROW: u16 = 12;
/// Maximum width of a piece: a row may end this much before its right end.
const PIECE: u16 = 12;

/// A piece and its columns.
pub struct Column<'t> {
    pub piece: Piece<'t>,
    pub cells: Range<u16>,
}

/// A row of the reference.
#[derive(Default)]
pub struct TextRow<'t> {
    pub columns: Vec<Column<'t>>,
    /// Whether text before it is not shown.
    pub is_cut_before: bool,
    /// Whether text after it is not shown.
    pub is_cut_after: bool,
}

/// Returns how many rows the text takes on this screen.
pub fn count(app: &App) -> u16 {
    let most = match app.look.size.height {
        _ if app.origin.screen() == Screen::List => 1,
        ..TALL => 1,
        height => (height / ROWS_PER_ROW).max(2),
    };
    let width = usize::from(app.look.size.width.max(1));
    let mut cells = 0;
    for piece in pieces(app.panes.text(), app.look.theme.drawing()) {
        cells += usize::from(piece.cells);
        if cells > width * usize::from(most) {
            break;
        }
    }
    u16::try_from(cells.div_ceil(width)).unwrap_or(most).clamp(1, most)
}

/// Returns the first byte of the text around the cursor; 0 if everything is shown.
pub fn view(app: &App, view: usize) -> usize {
    let (text, cursor, drawing) = (app.panes.text(), app.panes.reference.editor.cursor(), app.look.theme.drawing());
    let width = app.look.size.width;
    let rows = count(app);
    if rows == 1 {
        let first = first_shown(text, cursor, view, width, drawing);
        let pin = pinned(app, first);
        if pin.is_empty() {
            return first;
        }
        return first_shown(text, cursor, view, width.saturating_sub(width_of(&pin)), drawing);
    }
    // Pieces that do not fit at the end of a row leave columns empty.
    let ends = row_ends(app, rows);
    let (Some(first), Some(last)) = (ends.first(), ends.last()) else { return 0 };
    if last.end >= text.len() {
        return 0;
    }
    let start = first.end;
    // The last column has an ellipsis.
    if cursor < last.start {
        return start;
    }
    let room = width.saturating_sub(PIECE).max(1).saturating_mul(rows - 1);
    first_shown(text, cursor, view.max(start), room, drawing).max(start)
}

/// Returns the last piece of each of the first `rows` rows.
fn row_ends(app: &App, rows: u16) -> Vec<Range<usize>> {
    let whole = Rect::new(0, 0, app.look.size.width, 1);
    let mut at = 0;
    let mut ends = Vec::new();
    for _ in 0..rows {
        let last = columns(app, whole, at, 0).last().map_or(at..at, |column| column.piece.span.range());
        at = last.end;
        ends.push(last);
    }
    ends
}

/// Returns the rows of the text in `area`, which is as wide as the screen or a part of it.
pub fn rows<'t>(app: &'t App, area: Rect) -> Vec<TextRow<'t>> {
    if app.panes.is_displayed_order()
        && let Some(rows) = displayed_rows(app, area)
    {
        return rows;
    }
    let length = app.panes.text().len();
    let mut rows: Vec<TextRow<'t>> = Vec::new();
    let mut at = app.panes.view;
    let most = count(app);
    if most == 1 {
        let pin = pinned(app, app.panes.view);
        let used = width_of(&pin).min(area.width);
        let mut row = TextRow { is_cut_before: app.panes.view > 0 && pin.is_empty(), ..TextRow::default() };
        let mut x = area.x;
        for piece in pin {
            let cells = x..x + piece.cells;
            x = cells.end;
            row.columns.push(Column { piece, cells });
        }
        row.columns.extend(columns(app, area, app.panes.view, used));
        row.is_cut_after = row.columns.last().map_or(at, |column| column.piece.span.end) < length;
        return vec![row];
    }
    if at > 0 {
        let columns = columns(app, area, 0, 0);
        let end = columns.last().map_or(0, |column| column.piece.span.end);
        rows.push(TextRow { columns, is_cut_after: at > end, ..TextRow::default() });
    }
    while rows.len() < usize::from(most) && (at < length || rows.is_empty()) {
        let columns = columns(app, area, at, 0);
        let is_cut_before = rows.last().is_some_and(|row| row.is_cut_after);
        let Some(end) = columns.last().map(|column| column.piece.span.end) else { break };
        at = end;
        rows.push(TextRow { columns, is_cut_before, is_cut_after: false });
    }
    if let Some(last) = rows.last_mut() {
        last.is_cut_after = at < length;
    }
    rows
}

/// Returns the columns of one row from byte `from` on, after `used` columns.
fn columns(app: &App, area: Rect, from: usize, used: u16) -> Vec<Column<'_>> {
    let mut x = area.x + used;
    let mut columns = Vec::new();
    for mut piece in pieces(&app.panes.text()[from..], app.look.theme.drawing()) {
        let end = x.saturating_add(piece.cells);
        if end > area.right() {
            break;
        }
        piece.span = piece.span.moved(from);
        columns.push(Column { piece, cells: x..end });
        x = end;
    }
    columns
}

/// Returns the pieces that show the host before the text from byte `view` on; empty if that includes the host. Of a long
/// host the end is shown, which says who owns it.
fn pinned(app: &App, view: usize) -> Vec<Piece<'_>> {
    let host = app.panes.analysis.components.iter().find(|component| component.name == ComponentName::Host);
    let Some(host) = host.filter(|host| host.span.end <= view && !host.span.is_empty()) else { return Vec::new() };
    let Span { start, end, .. } = host.span;
    let text = app.panes.text();
    let mut room = app.look.size.width / 3;
    let mut from = end;
    while from > start {
        let before = cluster::previous(text, from);
        let cells: u16 = pieces(&text[before..from], app.look.theme.drawing()).map(|piece| piece.cells).sum();
        if cells > room {
            break;
        }
        room -= cells;
        from = before;
    }
    let within = pieces(&text[from..end], app.look.theme.drawing());
    within.map(|piece| Piece { span: piece.span.moved(from), ..piece }).collect()
}

fn width_of(pieces: &[Piece<'_>]) -> u16 {
    pieces.iter().map(|piece| piece.cells).sum()
}

/// Returns the rows in displayed order; `None` before the order is known.
fn displayed_rows(app: &App, area: Rect) -> Option<Vec<TextRow<'_>>> {
    let direction = app.panes.analysis.direction.as_ref()?;
    let text = app.panes.text();
    let mut rows = vec![TextRow::default()];
    let (mut x, mut current) = (area.x, 0);
    for piece in displayed_by(text, &direction.levels, &direction.to_visual, app.look.theme.drawing()) {
        if x.saturating_add(piece.cells) > area.right() && x > area.x {
            rows.push(TextRow::default());
            x = area.x;
        }
        let cells = x..x.saturating_add(piece.cells).min(area.right());
        x = cells.end;
        if piece.span.contains(app.panes.reference.editor.cursor()) {
            current = rows.len() - 1;
        }
        rows.last_mut()?.columns.push(Column { piece, cells });
    }
    let (all, most) = (rows.len(), usize::from(count(app)));
    let first = current.saturating_sub(most / 2).min(all.saturating_sub(most));
    let mut rows: Vec<TextRow<'_>> = rows.into_iter().skip(first).take(most).collect();
    let shown = rows.len();
    rows.first_mut()?.is_cut_before = first > 0;
    rows.last_mut()?.is_cut_after = first + shown < all;
    Some(rows)
}
