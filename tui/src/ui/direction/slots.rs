//! The slots of the grid: one per grapheme cluster and order. The slots of a column are equally wide.

use iri_core::bidi;

use crate::cells::pieces;
use crate::inspector::analysis::Direction;
use crate::inspector::app::App;

/// One grapheme cluster in its slot.
pub struct Slot {
    /// Index of its first character.
    pub index: usize,
    /// Offset of its first character in the text; `None` in another reference.
    pub start: Option<usize>,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotOrder {
    /// Stored order.
    Stored,
    /// Order after this number of steps to the displayed order.
    Step(usize),
    /// Displayed order.
    Displayed,
    /// Stored order of the reference that displays identically.
    Twin,
}

/// Grid of the rows in their orders. They share their columns.
pub struct SlotGrid {
    /// Number of columns of the screen.
    pub room: usize,
    /// Whether there is a row with the indexes of the characters.
    pub has_numbers: bool,
    /// Whether there is a row with bidi classes.
    pub has_classes: bool,
    /// Orders of the rows.
    pub orders: Vec<SlotOrder>,
}

/// A column of the grid: a slot of each order.
pub struct SlotColumn {
    /// Index of the column.
    pub index: usize,
    /// Slots by order.
    slots: Vec<(SlotOrder, Slot)>,
    /// Width in columns of the screen: that of the widest slot.
    pub cells: usize,
}

impl SlotColumn {
    /// Returns the slot of one order.
    pub fn slot(&self, order: SlotOrder) -> Option<&Slot> {
        self.slots.iter().find(|(own, _)| *own == order).map(|(_, slot)| slot)
    }
}

/// Visible columns.
pub struct Window {
    /// Columns from left to right.
    pub columns: Vec<SlotColumn>,
    /// Whether there are columns before them.
    pub is_cut_before: bool,
    /// Whether there are columns after them.
    pub is_cut_after: bool,
}

/// Returns the visible columns. They contain the selected character in stored order, and in displayed order if both fit.
pub fn window(app: &App, direction: &Direction, grid: &SlotGrid) -> Window {
    let (stored, displayed) = direction.columns_of(direction.number_of(app.panes.reference.editor.cursor()));
    let (from, columns) = around(app, direction, grid, stored.min(displayed), stored.max(displayed))
        .or_else(|| around(app, direction, grid, stored, stored))
        .unwrap_or_else(|| (stored, columns(app, direction, grid, stored)));
    let is_cut_after = from + columns.len() < direction.stored_clusters.len();
    Window { columns, is_cut_before: from > 0, is_cut_after }
}

/// Returns columns that contain `first` and `last`, and the number of the first of them; `None` if they do not fit.
fn around(
    app: &App,
    direction: &Direction,
    grid: &SlotGrid,
    first: usize,
    last: usize,
) -> Option<(usize, Vec<SlotColumn>)> {
    // A slot takes at least two columns of the screen. In small steps, so that little room is left at the end of the
    // text, and the first column stays the same if possible.
    let step = (grid.room / 16).max(1);
    let mut from = if last < grid.room / 2 { 0 } else { (last - grid.room / 2) / step * step };
    while from <= first {
        let columns = columns(app, direction, grid, from);
        if last < from + columns.len() {
            return Some((from, columns));
        }
        if from == first {
            return None;
        }
        from = (from + step).min(first);
    }
    None
}

fn columns(app: &App, direction: &Direction, grid: &SlotGrid, from: usize) -> Vec<SlotColumn> {
    let mut used = 0;
    let column = |index: usize| {
        let slot = |&order: &SlotOrder| Some((order, slot(app, direction, index, grid, order)?));
        let slots: Vec<(SlotOrder, Slot)> = grid.orders.iter().filter_map(slot).collect();
        let cells = slots.iter().map(|(_, slot)| slot.cells).max()?;
        used += cells;
        (used <= grid.room).then_some(SlotColumn { index, slots, cells })
    };
    (from..direction.stored_clusters.len()).map_while(column).collect()
}

fn slot(app: &App, direction: &Direction, column: usize, grid: &SlotGrid, order: SlotOrder) -> Option<Slot> {
    let index = match order {
        SlotOrder::Stored => *direction.stored_clusters.get(column)?,
        SlotOrder::Step(count) => direction.cluster_after(count, column)?,
        SlotOrder::Displayed => *direction.displayed_clusters.get(column)?,
        SlotOrder::Twin => return twin_slot(app, direction, column),
    };
    let text = app.panes.text();
    let start = *direction.starts.get(index)?;
    let cluster = direction.cluster_text(text, index)?;
    let level = direction.levels[index];
    let is_mirrored = order == SlotOrder::Displayed && level % 2 == 1;
    let shown = if is_mirrored { cluster.chars().map(bidi::mirrored).collect() } else { cluster.to_owned() };
    let decision = direction.trace.decisions[index];
    let (class, after) = (format!("{:?}", decision.before), format!("{:?}", decision.after));
    let digits = if grid.has_numbers { index.to_string().len() } else { 1 };
    let letters = if grid.has_classes { class.len().max(after.len()) } else { 1 };
    let cells = width(app, &shown).max(letters).max(digits) + 1;
    Some(Slot { index, start: Some(start), shown, class, after, level, cells })
}

/// Returns the slot of the reference that displays identically.
fn twin_slot(app: &App, direction: &Direction, column: usize) -> Option<Slot> {
    let shown = direction.beside.as_ref()?.clusters.get(column)?.clone();
    let cells = width(app, &shown).max(1) + 1;
    Some(Slot { index: column, start: None, shown, class: String::new(), after: String::new(), level: 0, cells })
}

fn width(app: &App, shown: &str) -> usize {
    pieces(shown, app.look.theme.drawing()).map(|piece| usize::from(piece.cells)).sum()
}
