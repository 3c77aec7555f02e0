//! The overlays: menus in the middle, prompts at the bottom, pages over everything except the footer.
//!
//! ```text
//!  ┌─ commands ─────────────────┐
//!  │ : fix▏                     │
//!  │❯ apply all safe fixes    F │
//!  │  apply the first fix     f │
//!  └─ 1 of 2 ───────────────────┘
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use crate::cells::{InDrawnText, Ink, first_shown, pieces};
use crate::inspector::app::App;
use crate::inspector::editor::Editor;
use crate::inspector::overlay::{LineStyle, Menu, Overlay, Page, PageLine, PageRow, Prompt};
use crate::theme::Theme;
use crate::ui::rows::{clear, first_line, lines};
use crate::ui::{calibration, help};
use iri_core::Span;

/// Maximum width of a menu.
const MENU_COLUMNS: u16 = 72;
/// Indentation of the continuation of a line in the text viewer.
const CONTINUED: u16 = 2;
/// Label of the input line of a menu.
const MENU_LABEL: &str = " : ";

/// Draws the topmost overlay and returns the cell of its cursor.
pub fn draw(buffer: &mut Buffer, app: &App, overlay: &Overlay) -> Option<Position> {
    match overlay {
        Overlay::Help { top, found } => {
            help::draw(buffer, app, *top, *found);
            None
        }
        Overlay::Page(page) => {
            draw_page(buffer, app, page);
            None
        }
        Overlay::Calibration => {
            calibration::draw(buffer, app);
            None
        }
        // It has a module of its own.
        Overlay::Fixes(_) => None,
        Overlay::Menu(menu) => Some(draw_menu(buffer, app, menu)),
        Overlay::Prompt(prompt) => Some(draw_prompt(buffer, app, prompt)),
    }
}

/// Returns the area of a menu: as high as its matching choices, with the upper edge of the unfiltered menu.
fn menu_area(app: &App, menu: &Menu) -> Rect {
    let rows = |choices: usize| {
        let wanted = u16::try_from(choices).unwrap_or(u16::MAX).saturating_add(3);
        wanted.min(app.look.size.height.saturating_sub(1).max(1))
    };
    let width = MENU_COLUMNS.min(app.look.size.width);
    let x = (app.look.size.width - width) / 2;
    let y = app.look.size.height.saturating_sub(rows(menu.choices.len()) + 1) / 3;
    Rect { x, y, width, height: rows(menu.shown().len()) }.intersection(Rect::from((Position::ORIGIN, app.look.size)))
}

/// Returns the area of a prompt.
fn prompt_area(app: &App) -> Rect {
    let y = app.look.size.height.saturating_sub(1);
    Rect { x: 0, y, width: app.look.size.width, height: app.look.size.height.min(1) }
}

/// Returns the number of visible choices of a menu.
pub fn menu_rows(app: &App, menu: &Menu) -> usize {
    usize::from(menu_area(app, menu).height.saturating_sub(3))
}

/// Returns the number of visible lines of a page.
pub fn page_rows(app: &App) -> usize {
    usize::from(app.look.size.height.saturating_sub(2))
}

/// Returns the index of the choice at `at`, among those that match.
pub fn choice_at(app: &App, menu: &Menu, at: Position) -> Option<usize> {
    let area = menu_area(app, menu);
    let rows = menu_rows(app, menu);
    let row = usize::from(at.y.checked_sub(area.y + 2)?);
    let first = first_line(menu.selected, menu.shown().len(), rows);
    (area.contains(at) && row < rows && first + row < menu.shown().len()).then_some(first + row)
}

/// Returns the area inside the frame of a menu.
fn within_frame(area: Rect) -> Rect {
    Rect { x: area.x + area.width.min(1), width: area.width.saturating_sub(2), ..area }
}

fn draw_menu(buffer: &mut Buffer, app: &App, menu: &Menu) -> Position {
    let theme = app.look.theme;
    let area = menu_area(app, menu);
    clear(buffer, area);
    let shown = menu.shown();
    let below = match shown.len() {
        0 => "no match".to_owned(),
        count => format!("{} of {count}", menu.selected + 1),
    };
    frame(buffer, theme, area, [&menu.title, &below]);
    let mut rows = lines(within_frame(area)).skip(1);
    let mut cursor = area.as_position();
    if let Some(row) = rows.next() {
        cursor = draw_line(buffer, theme, row, MENU_LABEL, &menu.line);
    }
    let room = menu_rows(app, menu);
    let first = first_line(menu.selected, shown.len(), room);
    for ((index, choice), row) in shown.iter().enumerate().skip(first).take(room).zip(rows) {
        let is_selected = index == menu.selected;
        let style = if is_selected { theme.selected(theme.plain()) } else { theme.plain() };
        let note = choice.note.width();
        let words = Rect { width: row.width.saturating_sub(u16::try_from(note).unwrap_or(0) + 3), ..row };
        let mut ink = Ink::new(buffer, words, theme);
        ink.write(if is_selected { theme.pointer() } else { " " }, theme.strong()).write(" ", theme.plain());
        ink.write_escaped(&choice.words, style);
        let mut ink = Ink::new(buffer, row, theme);
        ink.skip_to(words.right() + 1);
        ink.write_escaped(&choice.note, theme.key());
    }
    cursor
}

/// Draws the frame of a menu, with words in its upper and its lower edge.
fn frame(buffer: &mut Buffer, theme: Theme, area: Rect, [above, below]: [&str; 2]) {
    let [upper_left, upper_right, lower_left, lower_right, side] = theme.frame();
    for row in lines(area) {
        let (left, right) = match row.y {
            y if y == area.y => (upper_left, upper_right),
            y if y + 1 == area.bottom() => (lower_left, lower_right),
            _ => (side, side),
        };
        Ink::new(buffer, row, theme).write(left, theme.dim());
        let mut ink = Ink::new(buffer, row, theme);
        ink.skip_to(row.right().saturating_sub(1));
        ink.write(right, theme.dim());
    }
    let inside = within_frame(area);
    title(buffer, theme, Rect { height: 1, ..inside }, above, theme.heading_with_keys());
    if area.height > 1 {
        title(buffer, theme, Rect { y: area.bottom() - 1, height: 1, ..inside }, below, theme.plain());
    }
}

fn draw_prompt(buffer: &mut Buffer, app: &App, prompt: &Prompt) -> Position {
    let row = prompt_area(app).intersection(buffer.area);
    clear(buffer, row);
    draw_line(buffer, app.look.theme, row, prompt.purpose.label(), &prompt.line)
}

fn draw_page(buffer: &mut Buffer, app: &App, page: &Page) {
    let theme = app.look.theme;
    let area = Rect::new(0, 0, app.look.size.width, app.look.size.height.saturating_sub(1));
    clear(buffer, area);
    let mut rows = lines(area);
    if let Some(row) = rows.next() {
        let last = (page.top + page_rows(app)).min(page.rows.len());
        let note = match page.note.as_str() {
            "" => format!("lines {}\u{2013}{last} of {}", page.top + 1, page.rows.len()),
            note => note.to_owned(),
        };
        let note = if app.notice.is_empty() || app.notice.starts_with(&page.title) { note } else { app.notice.clone() };
        let words = format!("{} {} {note}", page.title, theme.rule());
        title(buffer, theme, row, &words, theme.heading_with_keys());
    }
    for (index, row) in (page.top..page.rows.len()).zip(rows) {
        draw_page_row(buffer, theme, page, index, row);
    }
}

pub fn draw_page_row(buffer: &mut Buffer, theme: Theme, page: &Page, index: usize, area: Rect) {
    let PageRow { line: number, start } = page.rows[index];
    let Some(line) = page.lines.get(number) else { return };
    let end = page.rows.get(index + 1).filter(|next| next.line == number).map_or(line.text.len(), |next| next.start);
    let style = match line.style {
        LineStyle::Plain => theme.plain(),
        LineStyle::Heading => theme.strong(),
        LineStyle::Dim => theme.dim(),
        LineStyle::Removed => theme.bad(),
        LineStyle::Added => theme.good(),
    };
    let style = if page.found == Some(index) { theme.selected(style) } else { style };
    let shown = |span: Span<InDrawnText>, is_stand_in| {
        let style = theme.piece(style, is_stand_in);
        let is_changed = line.changed.iter().any(|changed| changed.contains(&span.start));
        if is_changed { theme.selected(style) } else { style }
    };
    let mut ink = Ink::new(buffer, area, theme);
    if start > 0 {
        let is_of_change = matches!(line.style, LineStyle::Removed | LineStyle::Added);
        ink.write(if is_of_change { theme.ellipsis() } else { " " }, style).skip_to(area.x + CONTINUED);
    }
    // Of a change also the spaces are visible.
    let is_same = |at: usize| !line.changed.iter().any(|changed| changed.contains(&at));
    ink.write_source(&line.text[..end], start, is_same, shown);
}

/// Returns the rows of `lines`, wrapped at the width of the screen.
pub fn wrapped_rows(app: &App, lines: &[PageLine]) -> Vec<PageRow> {
    let drawing = app.look.theme.drawing();
    let mut rows = Vec::with_capacity(lines.len());
    for (number, line) in lines.iter().enumerate() {
        rows.push(PageRow { line: number, start: 0 });
        let (mut used, mut room) = (0, app.look.size.width);
        // The start of the last word, and the cells before it.
        let mut word = None;
        for piece in pieces(&line.text, drawing) {
            // A space or a tab is drawn as one blank cell.
            let is_space = matches!(piece.span.slice(&line.text), " " | "\t");
            let cells = if is_space { 1 } else { piece.cells };
            if used + cells > room && used > 0 {
                // A word is divided if the row would be less than half full.
                let (start, before) =
                    word.take().filter(|(_, before)| *before > room / 2).unwrap_or((piece.span.start, used));
                rows.push(PageRow { line: number, start });
                (used, room) = (used - before, app.look.size.width.saturating_sub(CONTINUED));
            }
            used += cells;
            if is_space {
                word = Some((piece.span.end, used));
            }
        }
    }
    rows
}

/// Draws a horizontal line with words near its start.
pub fn title(buffer: &mut Buffer, theme: Theme, row: Rect, words: &str, style: Style) {
    let mut ink = Ink::new(buffer, row, theme);
    ink.write(theme.rule(), theme.dim()).write_escaped(&format!(" {words} "), style);
    ink.fill(theme.rule(), theme.dim());
}

/// Draws an input line after `label`; returns the cell of its cursor.
fn draw_line(buffer: &mut Buffer, theme: Theme, row: Rect, label: &str, line: &Editor) -> Position {
    let mut ink = Ink::new(buffer, row, theme);
    ink.write(label, theme.strong());
    let from = first(theme, line, ink.room());
    let selection = line.selection();
    let style = |span: Span<InDrawnText>, is_stand_in| {
        let style = theme.piece(theme.plain(), is_stand_in);
        if selection.contains(span.start) { theme.selected(style) } else { style }
    };
    ink.write_input(&line.text()[..line.cursor()], from, style);
    let cursor = Position::new(ink.x().min(row.right().saturating_sub(1)), row.y);
    ink.write_input(line.text(), line.cursor(), style);
    cursor
}

/// Returns the offset of the character of the input line that is drawn at `at`; the end of the text after it.
pub fn offset_at(app: &App, overlay: &Overlay, at: Position) -> Option<usize> {
    let (row, label) = match overlay {
        Overlay::Menu(menu) => {
            let area = within_frame(menu_area(app, menu));
            (Rect { y: area.y + 1, height: 1, ..area }.intersection(area), MENU_LABEL)
        }
        Overlay::Prompt(prompt) => (prompt_area(app), prompt.purpose.label()),
        Overlay::Help { .. } | Overlay::Page(_) | Overlay::Fixes(_) | Overlay::Calibration => return None,
    };
    let line = overlay.typed().filter(|_| row.contains(at))?;
    let mut left = usize::from(at.x - row.x).saturating_sub(label.width());
    let from = first(app.look.theme, line, usize::from(row.width).saturating_sub(label.width()));
    for piece in pieces(&line.text()[from..], app.look.theme.drawing()) {
        if left < usize::from(piece.cells) {
            return Some(from + piece.span.start);
        }
        left -= usize::from(piece.cells);
    }
    Some(line.text().len())
}

/// Returns the first visible byte of the line in `room` columns.
fn first(theme: Theme, line: &Editor, room: usize) -> usize {
    let room = u16::try_from(room).unwrap_or(u16::MAX).max(3);
    first_shown(line.text(), line.cursor(), 0, room, theme.drawing())
}
