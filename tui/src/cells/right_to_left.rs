//! Right-to-left letters, and the characters that prevent terminals from reordering them.

pub use iri_core::unicode::may_reorder as may_be_reordered;
use ratatui::buffer::{Buffer, Cell, CellDiffOption};
use ratatui::layout::Rect;

/// LEFT-TO-RIGHT MARK: prevents a terminal from moving the preceding cell.
pub const LEFT_TO_RIGHT_MARK: char = '\u{200E}';

/// Adds marks to right-to-left letters and Arabic numbers, as the last pass over a frame, so that terminals do not reorder
/// them. The `bare` row gets none: it shows the behavior of the terminal.
pub fn pin_direction(buffer: &mut Buffer, bare: Option<Rect>) {
    let area = buffer.area;
    let rows = buffer.content.chunks_mut(usize::from(area.width).max(1));
    for (_, row) in (area.y..).zip(rows).filter(|(y, _)| bare.is_none_or(|bare| bare.y != *y)) {
        pin_cells(row);
    }
}

/// Adds a LEFT-TO-RIGHT MARK to the cell of every such character. The first in a row also gets one before it, unless a
/// left-to-right letter precedes it.
fn pin_cells(row: &mut [Cell]) {
    let mut is_settled = false;
    for cell in row {
        let Some(first) = cell.symbol().chars().next() else { continue };
        if is_moved(cell) {
            let before = if is_settled { "" } else { "\u{200E}" };
            let pinned = format!("{before}{}{LEFT_TO_RIGHT_MARK}", cell.symbol());
            cell.set_symbol(&pinned);
            is_settled = true;
        }
        is_settled |= first.is_alphabetic();
    }
}

/// Returns whether a terminal may move this cell.
fn is_moved(cell: &Cell) -> bool {
    cell.symbol().chars().next().is_some_and(|first| !first.is_ascii() && may_be_reordered(first))
}

/// Marks rows with right-to-left letters, now or in the frame `before`, to be written completely: after such a letter
/// mlterm moves the cursor to a wrong cell. Returns the rows that contain such letters now.
pub fn write_whole_rows(buffer: &mut Buffer, before: &[u16]) -> Vec<u16> {
    let area = buffer.area;
    let width = usize::from(area.width).max(1);
    let is_pinned = |cell: &Cell| cell.symbol().ends_with(LEFT_TO_RIGHT_MARK);
    let rows = (area.y..area.bottom()).zip(buffer.content.chunks(width));
    let now: Vec<u16> = rows.filter(|(_, cells)| cells.iter().any(is_pinned)).map(|(row, _)| row).collect();
    for (row, cells) in (area.y..area.bottom()).zip(buffer.content.chunks_mut(width)) {
        if now.contains(&row) || before.contains(&row) {
            for cell in cells {
                cell.set_diff_option(CellDiffOption::AlwaysUpdate);
            }
        }
    }
    now
}
