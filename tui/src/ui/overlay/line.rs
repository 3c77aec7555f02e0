//! The line that is typed in a menu or a prompt: what is selected of it is marked, and the mouse finds its characters.

use iri_core::Span;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use unicode_width::UnicodeWidthStr;

use super::{MENU_LABEL, menu_area, prompt_area, within_frame};
use crate::cells::Ink;
use crate::cells::first_shown;
use crate::cells::pieces;
use crate::inspector::app::App;
use crate::inspector::editor::Editor;
use crate::inspector::overlay::Overlay;
use crate::theme::Theme;

/// A line that is typed behind `label`; gives the cell of its cursor.
pub fn draw_line(buffer: &mut Buffer, theme: Theme, row: Rect, label: &str, line: &Editor) -> Position {
    let mut ink = Ink::new(buffer, row, theme);
    ink.say(label, theme.strong());
    let from = first(theme, line, ink.room());
    let selection = line.selection();
    let style = |span: Span, is_stand_in| {
        let style = if is_stand_in { theme.stand_in(theme.plain()) } else { theme.plain() };
        if selection.contains(span.start) { theme.selected(style) } else { style }
    };
    ink.show(&line.text()[..line.cursor()], from, style);
    let cursor = Position::new(ink.x().min(row.right().saturating_sub(1)), row.y);
    ink.show(line.text(), line.cursor(), style);
    cursor
}

/// The byte of the character of the line of `overlay` that is drawn at `at`; behind the text its end.
pub fn offset_at(app: &App, overlay: &Overlay, at: Position) -> Option<usize> {
    let (row, label) = match overlay {
        Overlay::Menu(menu) => {
            let area = within_frame(menu_area(app, menu));
            (Rect { y: area.y + 1, height: 1, ..area }.intersection(area), MENU_LABEL)
        }
        Overlay::Prompt(prompt) => (prompt_area(app), prompt.purpose.label()),
        Overlay::Help { .. } | Overlay::Page(_) | Overlay::Calibration => return None,
    };
    let line = overlay.typed().filter(|_| row.contains(at))?;
    let mut left = usize::from(at.x - row.x).saturating_sub(label.width());
    let from = first(app.theme, line, usize::from(row.width).saturating_sub(label.width()));
    for piece in pieces(&line.text()[from..], app.theme.drawing()) {
        if left < usize::from(piece.cells) {
            return Some(from + piece.span.start);
        }
        left -= usize::from(piece.cells);
    }
    Some(line.text().len())
}

/// The first byte of the line that is shown in `room` columns.
fn first(theme: Theme, line: &Editor, room: usize) -> usize {
    let room = u16::try_from(room).unwrap_or(u16::MAX).max(3);
    first_shown(line.text(), line.cursor(), 0, room, theme.drawing())
}
