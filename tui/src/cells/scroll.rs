//! The visible part of a long reference, which always contains the cursor.

use crate::cells::cluster;
use crate::cells::glyph::pieces;
use crate::theme::drawing::Drawing;

/// Returns the first byte to show in `width` columns so that the cursor is visible: `view` if possible.
pub fn first_shown(text: &str, cursor: usize, view: usize, width: u16, drawing: Drawing) -> usize {
    let width = usize::from(width);
    // The cluster at the cursor, and an ellipsis on each side.
    let own = cells(&text[cursor..cluster::next(text, cursor)], drawing, width).max(1);
    let earliest = before(text, cursor, width.saturating_sub(own + 1), drawing);
    let is_boundary = view <= cursor && text.is_char_boundary(view);
    let is_seen = is_boundary && view >= earliest && (view < cursor || cursor == 0);
    if is_seen { view } else { before(text, cursor, width * 3 / 4, drawing) }
}

/// Returns the first boundary of a cluster that is at most `room` columns before `cursor`.
fn before(text: &str, cursor: usize, mut room: usize, drawing: Drawing) -> usize {
    let mut at = cursor;
    while at > 0 {
        let start = cluster::previous(text, at);
        let cells = cells(&text[start..at], drawing, room + 1);
        if cells > room {
            break;
        }
        room -= cells;
        at = start;
    }
    at
}

/// Returns the width of `text` in columns; it is not measured beyond `most`.
fn cells(text: &str, drawing: Drawing, most: usize) -> usize {
    let mut cells = 0;
    for piece in pieces(text, drawing) {
        cells += usize::from(piece.cells);
        if cells > most {
            break;
        }
    }
    cells
}
