//! The bytes of each character around the selected one, and how each is written in a URI and in XML.
//!
//! ```text
//! ─ bytes ─ UTF-8 ──────────────────────────────────────
//! character   e       /       ␣       é
//! code point  U+0065  U+002F  U+0020  U+00E9
//! UTF-8       65      2F      20      C3 A9
//! percent     %65     %2F     %20     %C3%A9
//! XML         &#x65;  &#x2F;  &#x20;  &#xE9;
//! ```
//!
//! If there are more rows, the next characters follow below these.

use std::fmt::Write as _;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::cells::Ink;
use crate::inspector::app::{App, Target};
use crate::inspector::pane::Pane;
use crate::ui::character_style::style_at;
use crate::ui::heading::heading;
use crate::ui::rows::lines;

/// Number of rows below the heading.
pub const ROWS: u16 = 5;
/// Columns of the names of the rows.
const NAMES: u16 = 12;
/// Columns between two characters.
const GAP: usize = 2;

/// A character in its slot.
struct Slot {
    /// Offset in the reference.
    start: usize,
    /// Character.
    c: char,
    /// First column.
    x: u16,
    /// Width in columns, without the gap.
    width: usize,
    /// First row.
    y: u16,
}

/// Forms of a character, in the order of the rows below it.
pub fn forms(c: char) -> [String; 4] {
    let mut buffer = [0; 4];
    let (mut utf8, mut percent) = (String::new(), String::new());
    for byte in c.encode_utf8(&mut buffer).bytes() {
        let _ = write!(utf8, "{}{byte:02X}", if utf8.is_empty() { "" } else { " " });
        let _ = write!(percent, "%{byte:02X}");
    }
    [format!("U+{:04X}", c as u32), utf8, percent, format!("&#x{:X};", c as u32)]
}

fn width(c: char) -> usize {
    forms(c).iter().map(String::len).max().unwrap_or(0)
}

/// Returns the blocks of rows below each other that fit.
fn blocks(area: Rect) -> impl Iterator<Item = Rect> {
    let count = (area.height + 1) / (ROWS + 1);
    let below = (1..count).map(move |number| Rect { y: area.y + number * (ROWS + 1), height: ROWS, ..area });
    std::iter::once(Rect { height: area.height.min(ROWS), ..area }).chain(below)
}

/// Returns the visible slots: the selected character is among them, if possible in the middle.
fn slots(app: &App, area: Rect) -> Vec<Slot> {
    let (text, selected) = (app.panes.text(), app.panes.selected_character().min(app.panes.text().len()));
    let room = usize::from(area.width.saturating_sub(NAMES));
    let mut first = selected;
    let mut before = 0;
    for (at, c) in text[..selected].char_indices().rev() {
        before += width(c) + GAP;
        if before > room * blocks(area).count() / 2 {
            break;
        }
        first = at;
    }
    let mut slots = Vec::new();
    let mut characters = text[first..].char_indices().peekable();
    for block in blocks(area) {
        let mut x = 0;
        while let Some((at, c)) = characters.next_if(|(_, c)| x + width(*c) <= room) {
            let column = area.x + NAMES + u16::try_from(x).unwrap_or(u16::MAX);
            slots.push(Slot { start: first + at, c, x: column, width: width(c), y: block.y });
            x += width(c) + GAP;
        }
    }
    slots
}

/// Draws the pane.
pub fn draw(buffer: &mut Buffer, app: &App, area: Rect) {
    let theme = app.look.theme;
    let below = heading(buffer, app, Pane::Bytes, area, "");
    let slots = slots(app, below);
    let names = ["character", "code point", "UTF-8", "percent", "XML"].into_iter().enumerate();
    let rows = blocks(below).flat_map(|block| names.clone().zip(lines(block)).map(move |named| (block.y, named)));
    for (block, ((number, name), row)) in rows {
        let mut own = slots.iter().filter(|slot| slot.y == block).peekable();
        if own.peek().is_some() || block == below.y {
            Ink::new(buffer, row, theme).write(name, theme.dim());
        }
        for slot in own {
            let cells = Rect { x: slot.x, width: u16::try_from(slot.width).unwrap_or(u16::MAX), ..row };
            let mut ink = Ink::new(buffer, cells, theme);
            let is_selected = slot.start == app.panes.selected_character();
            match number.checked_sub(1) {
                None => {
                    let style = style_at(app, slot.start, false);
                    let style = if is_selected { theme.selected(style) } else { style };
                    ink.write_input(slot.c.encode_utf8(&mut [0; 4]), 0, |_, _| style);
                }
                Some(form) => {
                    let style = if is_selected { theme.strong() } else { theme.plain() };
                    ink.write(&forms(slot.c)[form], style);
                }
            }
        }
    }
}

/// Returns the target of the mouse.
pub fn target(app: &App, area: Rect, at: Position) -> Target {
    let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let slots = slots(app, below);
    let slot = slots.iter().rev().find(|slot| slot.x <= at.x && slot.y <= at.y);
    slot.map_or(Target::Pane(Pane::Bytes), |slot| Target::Character(Pane::Bytes, slot.start))
}
