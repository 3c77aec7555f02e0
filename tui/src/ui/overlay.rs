//! What lies over the panes: menus in the middle, a line to be typed at the bottom, pages over all but the
//! last line.
//!
//! ```text
//!  ┌ what to do ────────────────┐
//!  │ : fix▏                     │
//!  │▶ apply all safe fixes    F │
//!  │  apply the first fix     f │
//!  └────────────────────────────┘
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use unicode_width::UnicodeWidthStr;

use crate::app::App;
use crate::app::overlay::{Look, Menu, Overlay, Page, Prompt};
use crate::editor::Editor;
use crate::ui::ink::Ink;
use crate::ui::theme::Theme;
use crate::ui::{calibration, first_line, help, lines, reference};

/// The most columns of a menu.
const MENU_COLUMNS: u16 = 72;

/// Draws the topmost; gives the cell of its cursor.
pub fn draw(buffer: &mut Buffer, app: &App, overlay: &Overlay) -> Option<Position> {
    match overlay {
        Overlay::Help { top } => {
            help::draw(buffer, app, *top);
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
        Overlay::Menu(menu) => Some(draw_menu(buffer, app, menu)),
        Overlay::Prompt(prompt) => Some(draw_prompt(buffer, app, prompt)),
    }
}

/// Where a menu stands.
fn menu_area(app: &App, menu: &Menu) -> Rect {
    let width = MENU_COLUMNS.min(app.size.width);
    let wanted = u16::try_from(menu.choices.len()).unwrap_or(u16::MAX).saturating_add(3);
    let height = wanted.min(app.size.height.saturating_sub(2).max(1));
    let (x, y) = ((app.size.width - width) / 2, (app.size.height.saturating_sub(height + 1)) / 3);
    Rect { x, y, width, height }.intersection(Rect::from((Position::ORIGIN, app.size)))
}

/// How many choices are seen of a menu.
pub fn menu_rows(app: &App, menu: &Menu) -> usize {
    usize::from(menu_area(app, menu).height.saturating_sub(3))
}

/// How many lines are seen of a page.
pub fn page_rows(app: &App) -> usize {
    usize::from(app.size.height.saturating_sub(2))
}

/// The number of the choice at `at`, among those that are shown.
pub fn choice_at(app: &App, menu: &Menu, at: Position) -> Option<usize> {
    let area = menu_area(app, menu);
    let rows = menu_rows(app, menu);
    let row = usize::from(at.y.checked_sub(area.y + 2)?);
    let first = first_line(menu.selected, menu.shown().len(), rows);
    (area.contains(at) && row < rows && first + row < menu.shown().len()).then_some(first + row)
}

fn draw_menu(buffer: &mut Buffer, app: &App, menu: &Menu) -> Position {
    let theme = app.theme;
    let area = menu_area(app, menu);
    clear(buffer, area);
    let mut rows = lines(area);
    let mut cursor = area.as_position();
    if let Some(row) = rows.next() {
        title(buffer, theme, row, &menu.title);
    }
    if let Some(row) = rows.next() {
        cursor = draw_line(buffer, theme, row, " : ", &menu.line);
    }
    let shown = menu.shown();
    let room = menu_rows(app, menu);
    let first = first_line(menu.selected, shown.len(), room);
    for ((index, choice), row) in shown.iter().enumerate().skip(first).take(room).zip(&mut rows) {
        let is_selected = index == menu.selected;
        let style = if is_selected { theme.selected(theme.plain()) } else { theme.plain() };
        let note = choice.note.width();
        let words = Rect { width: row.width.saturating_sub(u16::try_from(note).unwrap_or(0) + 3), ..row };
        let mut ink = Ink::new(buffer, words, theme);
        ink.say(if is_selected { theme.pointer() } else { " " }, theme.strong()).say(" ", theme.plain());
        ink.tell(&choice.words, style);
        let mut ink = Ink::new(buffer, row, theme);
        ink.skip_to(words.right() + 1);
        ink.tell(&choice.note, theme.key());
    }
    if let Some(row) = rows.next() {
        let note = if shown.is_empty() { " nothing has these words".to_owned() } else { String::new() };
        title(buffer, theme, row, "");
        Ink::new(buffer, row, theme).say(&note, theme.dim());
    }
    cursor
}

fn draw_prompt(buffer: &mut Buffer, app: &App, prompt: &Prompt) -> Position {
    let y = app.size.height.saturating_sub(1);
    let row = Rect { x: 0, y, width: app.size.width, height: 1 }.intersection(buffer.area);
    clear(buffer, row);
    draw_line(buffer, app.theme, row, prompt.purpose.label(), &prompt.line)
}

/// A line that is typed behind `label`; gives the cell of its cursor.
fn draw_line(buffer: &mut Buffer, theme: Theme, row: Rect, label: &str, line: &Editor) -> Position {
    let mut ink = Ink::new(buffer, row, theme);
    ink.say(label, theme.strong());
    let room = u16::try_from(ink.room()).unwrap_or(u16::MAX);
    let from = reference::view(line.text(), line.cursor(), 0, room.max(3), theme.drawing());
    let style = |_, is_stand_in| if is_stand_in { theme.stand_in(theme.plain()) } else { theme.plain() };
    ink.show(&line.text()[..line.cursor()], from, style);
    let cursor = Position::new(ink.x().min(row.right().saturating_sub(1)), row.y);
    ink.show(line.text(), line.cursor(), style);
    cursor
}

fn draw_page(buffer: &mut Buffer, app: &App, page: &Page) {
    let theme = app.theme;
    let area = Rect::new(0, 0, app.size.width, app.size.height.saturating_sub(1));
    clear(buffer, area);
    let mut rows = lines(area);
    if let Some(row) = rows.next() {
        let last = (page.top + page_rows(app)).min(page.lines.len());
        title(
            buffer,
            theme,
            row,
            &format!("{} {} {} to {last} of {}", page.title, theme.rule(), page.top + 1, page.lines.len()),
        );
    }
    for (line, row) in page.lines.iter().skip(page.top).zip(rows) {
        let style = match line.look {
            Look::Plain => theme.plain(),
            Look::Heading => theme.strong(),
            Look::Dim => theme.dim(),
            Look::Removed => theme.bad(),
            Look::Added => theme.good(),
        };
        let shown = |_, is_stand_in| if is_stand_in { theme.stand_in(style) } else { style };
        Ink::new(buffer, row, theme).show_source(&line.text, 0, |_| true, shown);
    }
}

fn title(buffer: &mut Buffer, theme: Theme, row: Rect, words: &str) {
    let mut ink = Ink::new(buffer, row, theme);
    if !words.is_empty() {
        ink.say(theme.rule(), theme.dim()).tell(&format!(" {words} "), theme.heading_with_keys());
    }
    while ink.has_room() {
        ink.say(theme.rule(), theme.dim());
    }
}

/// Nothing of what lies below is seen in `area`.
pub fn clear(buffer: &mut Buffer, area: Rect) {
    for position in area.intersection(buffer.area).positions() {
        if let Some(cell) = buffer.cell_mut(position) {
            cell.reset();
        }
    }
}
