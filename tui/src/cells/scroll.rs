//! The visible part of a long reference, which always contains the cursor.

use crate::cells::cluster;
use crate::cells::glyph::pieces;
use crate::theme::drawing::Drawing;

/// Returns the first byte to show in `width` columns so that the cursor is visible: `view` if possible. No column is left empty
/// while text before it is not shown.
pub fn first_shown(text: &str, cursor: usize, view: usize, width: u16, drawing: Drawing) -> usize {
    let width = usize::from(width);
    // The cluster at the cursor, and an ellipsis on each side.
    let own = cells(&text[cursor..cluster::next(text, cursor)], drawing, width).max(1);
    let earliest = before(text, cursor, width.saturating_sub(own + 1), drawing);
    let is_boundary = view <= cursor && text.is_char_boundary(view);
    let is_seen = is_boundary && view >= earliest && (view < cursor || cursor == 0);
    let view = if is_seen { view } else { before(text, cursor, width * 3 / 4, drawing) };
    // At the end the cursor has a column of its own.
    let room = width.saturating_sub(usize::from(cursor == text.len()));
    let is_whole = || cells(text, drawing, width) <= room;
    if view == 0 || is_whole() { 0 } else { view.min(before(text, text.len(), room.saturating_sub(1), drawing)) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Theme;

    #[test]
    fn the_start_is_cut_only_if_there_is_no_room_for_it() {
        let shown = |text: &str, cursor, view| first_shown(text, cursor, view, 10, Theme::default().drawing());
        let text = "abcdefghijklmnop";
        for (length, cursor, view, expected) in [
            // After a deletion, and on a wider screen.
            (8, 8, 5, 0),
            (9, 9, 4, 0),
            (10, 3, 2, 0),
            (10, 10, 2, 2),
            // What is typed at the end of a line that is not scrolled.
            (16, 16, 0, 8),
            (16, 12, 11, 7),
            // A view with text on both sides stays.
            (16, 8, 4, 4),
        ] {
            assert_eq!(shown(&text[..length], cursor, view), expected, "{length} {cursor} {view}");
        }
    }
}
