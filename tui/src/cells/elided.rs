//! Long paths in little room.
//!
//! ```text
//! a-very-long-project/with/more/levels/docs/guide.xml ─▶ a-very-l…/docs/guide.xml
//! ```

use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Returns `path` in at most `room` columns. The middle is elided, and of the end at least the name of the file stays if there
/// is room for it.
pub fn elided_path(path: &str, room: usize) -> Cow<'_, str> {
    if path.width() <= room {
        return path.into();
    }
    let Some(room) = room.checked_sub(1) else { return "".into() };
    let file = path.len() - path.rfind(['/', '\\']).unwrap_or(0);
    let file = path[path.len() - file..].width();
    let end = file.max(room * 2 / 3).min(room);
    let start: usize = fitting(path.chars(), room - end);
    let kept: usize = fitting(path.chars().rev(), end);
    format!("{}\u{2026}{}", &path[..start], &path[path.len() - kept..]).into()
}

/// Returns the number of bytes of the first characters that fit in `room` columns.
fn fitting(characters: impl Iterator<Item = char>, mut room: usize) -> usize {
    let is_fitting = |c: &char| {
        let left = room.checked_sub(c.width().unwrap_or(1));
        room = left.unwrap_or(0);
        left.is_some()
    };
    characters.take_while(is_fitting).map(char::len_utf8).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_file_stays_and_the_middle_is_elided() {
        let path = "a-very-long-project/with/more/levels/docs/guide.xml";
        for (room, expected) in [
            (60, path),
            (24, "a-very-l\u{2026}/docs/guide.xml"),
            (12, "a\u{2026}/guide.xml"),
            (5, "\u{2026}.xml"),
            (1, "\u{2026}"),
            (0, ""),
        ] {
            assert_eq!(elided_path(path, room), expected, "{room}");
        }
        for room in 0..60 {
            assert!(elided_path("\u{4E2D}\u{6587}/\u{E9}\u{4E2D}\u{6587}\u{4E2D}/x", room).width() <= room, "{room}");
        }
    }
}
