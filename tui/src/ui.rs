//! The screen.
//!
//! ```text
//!  narrow (below 84 columns): stacked             wide
//!  ┌──────────────────────────────────┐           ┌─────────────────────────────────────────────┐
//!  │ title: verdicts, last action     │           │ title                                       │
//!  │ ─ reference ──────────────────── │           │ ─ reference ─────────────────────────────── │
//!  │ http://example.org/a␣b           │           │ text, brackets, names, verdict              │
//!  │ ╰─┬╯   ╰────┬────╯╰▲─╯           │           │ ─ direction ─────────────────────────────── │
//!  │ scheme    host    path           │           │ slots                                       │
//!  │ verdict                          │           │ ─ findings ─────────  ─ characters ──────── │
//!  │ ─ findings ───────────────────── │           │ …                     …                     │
//!  │ ─ characters ─────────────────── │           │ ─ conversions ───────────────────────────── │
//!  │ ─ direction ──────────────────── │           │ …                                           │
//!  │ ─ conversions ────────────────── │           │ footer: keys                                │
//!  │ footer: keys                     │           └─────────────────────────────────────────────┘
//!  └──────────────────────────────────┘
//! ```
//!
//! If panes are stacked, the selected pane gets the rows that it needs and the others the rest; below 18 rows only the
//! selected pane is shown. Nothing here changes the state: drawing takes `&App`.

pub mod areas;
pub mod bytes;
pub mod calibration;
mod character_detail;
mod character_style;
pub mod characters;
pub mod comparison;
pub mod conversions;
pub mod direction;
pub mod findings;
pub mod fix_list;
mod fix_preview;
mod heading;
pub mod help;
mod hints;
pub mod list;
pub mod overlay;
pub mod parsers;
pub mod reference;
mod reference_rows;
pub mod resolution;
mod rows;
pub mod source;
mod target;
mod title;
mod tour;
pub mod viewport;

use ratatui::Frame;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect, Size};
use unicode_width::UnicodeWidthStr;

use crate::cells::{self, Ink};
use crate::inspector::app::App;
use crate::inspector::origin::Screen;
use crate::inspector::overlay::Overlay;
use crate::inspector::pane::Pane;
use areas::areas;

/// Draws the whole screen.
pub fn draw(frame: &mut Frame<'_>, app: &App) {
    // The terminal may be resized between an update and its frame; the next frame fits again.
    if frame.area().as_size() != app.look.size {
        return;
    }
    let mut cursor = match app.origin.screen() {
        Screen::List => list::draw(frame.buffer_mut(), app),
        Screen::Reference => draw_panes(frame.buffer_mut(), app),
    };
    for overlay in &app.overlays {
        cursor = match overlay {
            Overlay::Fixes(_) => fix_list::draw(frame.buffer_mut(), app),
            _ => overlay::draw(frame.buffer_mut(), app, overlay),
        };
    }
    if let Some(cursor) = cursor {
        frame.set_cursor_position(cursor);
    }
    let is_calibrated = matches!(app.overlays.last(), Some(Overlay::Calibration));
    let bare = is_calibrated.then(|| calibration::bare_row(app)).flatten();
    cells::pin_direction(frame.buffer_mut(), bare);
}

/// Returns the lines of a pane of this size with its heading.
pub fn pane_lines(app: &App, pane: Pane, size: Size) -> Vec<String> {
    let area = Rect::from((Position::ORIGIN, size));
    let mut buffer = Buffer::empty(area);
    draw_pane(&mut buffer, app, pane, area);
    lines(&buffer)
}

/// Returns the text of each row of a buffer, without spaces at its end.
pub fn lines(buffer: &Buffer) -> Vec<String> {
    let line = |row: &[Cell]| {
        let (mut text, mut covered) = (String::new(), 0);
        for cell in row {
            // The cell after a wide character belongs to it.
            if covered == 0 {
                text.push_str(cell.symbol());
                covered = cell.symbol().width();
            }
            covered = covered.saturating_sub(1);
        }
        text.trim_end().to_owned()
    };
    buffer.content.chunks(usize::from(buffer.area.width).max(1)).map(line).collect()
}

/// Returns the cell of the cursor, which is on the selected character: a screen reader follows it.
fn draw_panes(buffer: &mut Buffer, app: &App) -> Option<Position> {
    let areas = areas(app);
    title::draw(buffer, app, areas.title);
    let cursor = reference::draw(buffer, app, areas.reference);
    if let Some(stop) = app.origin.tour_stop().filter(|_| areas.source.height > 0) {
        tour::draw(buffer, app, stop, areas.source);
    } else if let Some(documents) = app.origin.documents().filter(|_| areas.source.height > 0) {
        source::draw(buffer, app, documents, areas.source);
    }
    for (pane, area) in &areas.panes {
        draw_pane(buffer, app, *pane, *area);
    }
    hints::draw(buffer, app, areas.hints);
    cursor
}

fn draw_pane(buffer: &mut Buffer, app: &App, pane: Pane, area: Rect) {
    if let Some(reason) = app.panes.analysis.unknown.filter(|_| pane != Pane::Findings) {
        let below = heading::heading(buffer, app, pane, area, "");
        Ink::new(buffer, below, app.look.theme).write(&format!("  {reason}"), app.look.theme.dim());
        return;
    }
    match pane {
        Pane::Findings => findings::draw(buffer, app, area),
        Pane::Characters => characters::draw(buffer, app, area),
        Pane::Direction => direction::draw(buffer, app, area),
        Pane::Conversions => conversions::draw(buffer, app, area),
        Pane::Bytes => bytes::draw(buffer, app, area),
        Pane::Parsers => parsers::draw(buffer, app, area),
        Pane::Resolution => resolution::draw(buffer, app, area),
        Pane::Comparison => comparison::draw(buffer, app, area),
        Pane::Reference => {}
    }
}

#[cfg(test)]
pub mod tests;
