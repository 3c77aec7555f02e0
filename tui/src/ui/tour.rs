//! The text of the current stop of the tour, below the reference.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::cells::{Ink, wrapped};
use crate::inspector::app::App;
use crate::inspector::tour::{STOPS, TourStop};
use crate::ui::heading::area_heading;
use crate::ui::rows::lines;

/// Rows with the heading; at 80 columns every text fits.
pub const ROWS: u16 = 4;

/// Draws the text of `stop`.
pub fn draw(buffer: &mut Buffer, app: &App, (number, stop): (usize, &TourStop), area: Rect) {
    let note = format!("{number} of {}: {}", STOPS.len(), stop.title);
    let below = area_heading(buffer, app, area, "tour", &note, false);
    let text = wrapped(&stop.text, usize::from(below.width), usize::from(below.height));
    for (line, row) in text.iter().zip(lines(below)) {
        Ink::new(buffer, row, app.look.theme).write(line, app.look.theme.plain());
    }
}
