//! The slots of the grids: one per grapheme cluster, as wide as its widest content.

use iri_core::bidi;

use crate::cells::{cluster, pieces};
use crate::inspector::analysis::Direction;
use crate::inspector::app::App;

/// One grapheme cluster in its slot.
pub struct Slot {
    /// Index of its first character.
    pub index: usize,
    /// Offset of its first character.
    pub start: usize,
    /// Number of characters.
    pub count: usize,
    /// Displayed text: in displayed order, at an odd level the mirrored character.
    pub shown: String,
    /// Bidi class before the rules.
    pub class: String,
    /// Bidi class that determined its level.
    pub after: String,
    /// Level.
    pub level: u8,
    /// Width in columns, including a free one.
    pub cells: usize,
}

/// Order of the slots of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SlotOrder {
    /// Stored order.
    Logical,
    /// Displayed order.
    Visual,
}

/// Visible part of a grid.
pub struct SlotGrid {
    /// Order of the slots.
    pub side: SlotOrder,
    /// Number of columns.
    pub room: usize,
    /// Whether there is a row with the indexes of the characters.
    pub has_numbers: bool,
    /// Whether there is a row with bidi classes.
    pub has_classes: bool,
}

/// Visible slots.
pub struct Window {
    /// Slots in the order of their grid.
    pub slots: Vec<Slot>,
    /// Whether there are slots before them.
    pub is_cut_before: bool,
    /// Whether there are slots after them.
    pub is_cut_after: bool,
}

/// Returns the visible slots, which include the selected one.
pub fn window(app: &App, direction: &Direction, grid: &SlotGrid) -> Window {
    let (from, slots) = seen(app, direction, grid);
    let count: usize = slots.iter().map(|slot| slot.count).sum();
    Window { slots, is_cut_before: from > 0, is_cut_after: from + count < direction.starts.len() }
}

fn seen(app: &App, direction: &Direction, grid: &SlotGrid) -> (usize, Vec<Slot>) {
    let (room, side) = (grid.room, grid.side);
    let selected = direction.number_of(app.editor.cursor());
    let column = match side {
        SlotOrder::Logical => selected,
        SlotOrder::Visual => direction.to_visual.get(selected).copied().unwrap_or(0),
    };
    // A slot takes at least two columns. The first slot stays the same if possible.
    let fits = |from: usize| {
        let slots = slots(app, direction, from, grid);
        let last = slots.last().map_or(from, |slot| match side {
            SlotOrder::Logical => slot.index + slot.count,
            SlotOrder::Visual => direction.to_visual[slot.index] + slot.count,
        });
        (column < last).then_some((from, slots))
    };
    // In small steps, so that little room is left at the end of the text.
    let step = (room / 16).max(1);
    let mut from = column.saturating_sub(room / 2) / step * step;
    if column < room / 2 {
        from = 0;
    }
    while from < column {
        if let Some(seen) = fits(from) {
            return seen;
        }
        from = (from + step).min(column);
    }
    (from, slots(app, direction, from, grid))
}

fn slots(app: &App, direction: &Direction, from: usize, grid: &SlotGrid) -> Vec<Slot> {
    let mut slots = Vec::new();
    let (mut at, mut used) = (from, 0);
    while at < direction.starts.len() {
        let index = if grid.side == SlotOrder::Visual { direction.to_logical[at] } else { at };
        let slot = slot(app, direction, index, grid);
        used += slot.cells;
        if used > grid.room {
            break;
        }
        at += slot.count;
        slots.push(slot);
    }
    slots
}

fn slot(app: &App, direction: &Direction, index: usize, grid: &SlotGrid) -> Slot {
    let text = app.text();
    let start = direction.starts[index];
    let cluster = &text[start..cluster::next(text, start)];
    let level = direction.levels[index];
    let is_mirrored = grid.side == SlotOrder::Visual && level % 2 == 1;
    let shown = if is_mirrored { cluster.chars().map(bidi::mirrored).collect() } else { cluster.to_owned() };
    let decision = direction.trace.decisions[index];
    let (class, after) = (format!("{:?}", decision.before), format!("{:?}", decision.after));
    let wide: usize = pieces(&shown, app.theme.drawing()).map(|piece| usize::from(piece.cells)).sum();
    let digits = if grid.has_numbers { index.to_string().len() } else { 1 };
    let letters = if grid.has_classes { class.len().max(after.len()) } else { 1 };
    let cells = wide.max(letters).max(digits) + 1;
    Slot { index, start, count: cluster.chars().count(), shown, class, after, level, cells }
}
