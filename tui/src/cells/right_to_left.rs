//! Right-to-left letters: which they are, and what keeps a terminal that reorders by itself from moving them.

pub use iri_core::unicode::may_reorder as may_be_reordered;
use ratatui::buffer::{Buffer, Cell, CellDiffOption};
use ratatui::layout::Rect;

/// LEFT-TO-RIGHT MARK: keeps a terminal that reorders text from moving the preceding cell.
pub const LEFT_TO_RIGHT_MARK: char = '\u{200E}';

/// The last pass over a frame: adds to every right-to-left letter and Arabic number a LEFT-TO-RIGHT
/// MARK in the same cell, so that a terminal which reorders finds nothing to reorder; and one before the
/// first, where no letter before it says that the row runs from left to right. In the `bare` row there are
/// none: it shows what the terminal does.
pub fn pin_direction(buffer: &mut Buffer, bare: Option<Rect>) {
    let area = buffer.area;
    let rows = buffer.content.chunks_mut(usize::from(area.width).max(1));
    for (_, row) in (area.y..).zip(rows).filter(|(y, _)| bare.is_none_or(|bare| bare.y != *y)) {
        let mut is_settled = false;
        for cell in row {
            let Some(first) = cell.symbol().chars().next() else { continue };
            if !first.is_ascii() && may_be_reordered(first) {
                let before = if is_settled { "" } else { "\u{200E}" };
                let pinned = format!("{before}{}{LEFT_TO_RIGHT_MARK}", cell.symbol());
                cell.set_symbol(&pinned);
                is_settled = true;
            }
            is_settled |= first.is_alphabetic();
        }
    }
}

/// Rows that hold right-to-left letters, now or in the frame `before`, are written from their first column
/// to their last: after such a letter mlterm moves the cursor to a wrong cell. Returns the
/// rows that hold them now.
pub fn write_whole_rows(buffer: &mut Buffer, before: &[u16]) -> Vec<u16> {
    let area = buffer.area;
    let width = usize::from(area.width).max(1);
    let is_turned = |cell: &Cell| cell.symbol().ends_with(LEFT_TO_RIGHT_MARK);
    let rows = (area.y..area.bottom()).zip(buffer.content.chunks(width));
    let now: Vec<u16> = rows.filter(|(_, cells)| cells.iter().any(is_turned)).map(|(row, _)| row).collect();
    for (row, cells) in (area.y..area.bottom()).zip(buffer.content.chunks_mut(width)) {
        if now.contains(&row) || before.contains(&row) {
            for cell in cells {
                cell.set_diff_option(CellDiffOption::AlwaysUpdate);
            }
        }
    }
    now
}
