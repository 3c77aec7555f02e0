//! The rows of an area of the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Returns the rows of `area`.
pub fn lines(area: Rect) -> impl Iterator<Item = Rect> {
    (area.y..area.bottom()).map(move |y| Rect { y, height: 1, ..area })
}

/// Returns the first of `count` lines to show in `rows`, so that `selected` is visible between others.
pub fn first_line(selected: usize, count: usize, rows: usize) -> usize {
    selected.saturating_sub(rows / 2).min(count.saturating_sub(rows))
}

/// Clears `area`.
pub fn clear(buffer: &mut Buffer, area: Rect) {
    for position in area.intersection(buffer.area).positions() {
        if let Some(cell) = buffer.cell_mut(position) {
            cell.reset();
        }
    }
}
