//! The lines of the direction pane, and their priorities if there is not enough room.

use iri_core::bidi::DisplayOrder;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::slots::SlotOrder;
use super::words;
use crate::cells::{pieces, wrapped};
use crate::inspector::analysis::Direction;
use crate::inspector::analysis::direction::ShownOrder;
use crate::inspector::app::App;
use crate::inspector::pane::Pane;
use crate::theme::drawing::Letters;
use crate::ui::rows::first_line;

/// Columns of the names of the rows.
pub const NAMES: u16 = 13;

/// Maximum number of lines of the legend.
const LEGEND: usize = 4;

/// Maximum number of listed components, around the selected character.
const PARTS: usize = 8;

/// A row of the slot grids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridRow {
    /// Indexes of the characters.
    Number,
    /// Characters in an order.
    Text(SlotOrder),
    /// Bidi classes before the rules.
    Class,
    /// Bidi classes after them.
    After,
    /// Levels.
    Level,
    /// Index of each displayed character.
    From,
    /// Marks under the labels that differ from those of the other reference with the same display.
    Marks(SlotOrder),
    /// Brackets under the characters that the step with this index reverses.
    Runs(usize),
}

/// A line of the pane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DirectionLine {
    /// Notice that the displayed order is the stored order.
    Plain,
    /// Slots.
    GridRow(GridRow),
    /// Part of a sentence; the first has the name of the row.
    Words(&'static str, String),
    /// Stored order in Bidi Notation.
    Written,
    /// Displayed text in a display order, followed by its Bidi Notation if both fit in a row.
    Shown(usize),
    /// Bidi Notation of the displayed text in a display order.
    ShownNotation(usize),
    /// Legend of Bidi Notation with the letters themselves, or with short names where they cannot be shown.
    Letters,
    /// Part of the legend of Bidi Notation with the names of the letters.
    Legend(String),
    /// Component.
    Part(usize),
    /// Reference that displays identically.
    Twin(usize),
    /// Difference of that reference.
    Difference(usize),
}

impl GridRow {
    /// Rows between which the order changes, in the order of the screen.
    const ORDERS: [Self; 7] = [
        Self::Number,
        Self::Text(SlotOrder::Stored),
        Self::Class,
        Self::After,
        Self::Level,
        Self::Text(SlotOrder::Displayed),
        Self::From,
    ];

    /// Returns its label.
    pub fn name(self) -> String {
        match self {
            Self::Number => "index".to_owned(),
            Self::Text(SlotOrder::Stored) => "stored".to_owned(),
            Self::Text(SlotOrder::Step(number)) => format!("step {number}"),
            Self::Text(SlotOrder::Displayed) => "displayed".to_owned(),
            Self::Text(SlotOrder::Twin) => "same display".to_owned(),
            Self::Class => "class".to_owned(),
            Self::After => "resolved".to_owned(),
            Self::Level => "level".to_owned(),
            Self::From => "from".to_owned(),
            Self::Marks(_) => "differs".to_owned(),
            Self::Runs(_) => "reverse".to_owned(),
        }
    }

    /// Returns the order of its slots.
    pub const fn order(self) -> SlotOrder {
        match self {
            Self::Text(order) | Self::Marks(order) => order,
            Self::From => SlotOrder::Displayed,
            _ => SlotOrder::Stored,
        }
    }
}

impl DirectionLine {
    /// Returns its priority; rows with lower numbers stay longer.
    fn need(&self, app: &App, direction: &Direction) -> usize {
        let is_selected = |index: usize| DisplayOrder::ALL.get(index) == Some(&app.panes.order);
        match self {
            Self::Plain | Self::GridRow(GridRow::Text(SlotOrder::Displayed)) => 0,
            Self::GridRow(GridRow::Text(SlotOrder::Stored)) if app.panes.reordering_step().is_none() => 1,
            Self::GridRow(GridRow::Text(SlotOrder::Twin)) => 2,
            Self::Twin(0) if direction.beside.is_none() => 2,
            Self::GridRow(GridRow::Marks(SlotOrder::Twin)) => 3,
            Self::Letters => 4,
            Self::Shown(index) | Self::ShownNotation(index) if is_selected(*index) => 5,
            Self::GridRow(GridRow::From | GridRow::Level) => 6,
            Self::Words(..) => 7,
            Self::GridRow(GridRow::Marks(_)) => 8,
            Self::GridRow(GridRow::Class) => 9,
            Self::GridRow(GridRow::After) => 10,
            Self::GridRow(GridRow::Number) => 11,
            Self::Written => 12,
            Self::Legend(..) => 13,
            Self::Part(_) => 14,
            Self::Shown(_) | Self::ShownNotation(_) => 15,
            Self::Twin(0) => 16,
            Self::Difference(0) => 17,
            Self::Twin(_) | Self::Difference(_) => 18,
            // The last steps stay longest.
            Self::GridRow(GridRow::Runs(before)) => direction.steps.len().saturating_sub(*before),
            Self::GridRow(GridRow::Text(SlotOrder::Step(number))) => direction.steps.len().saturating_sub(*number),
            Self::GridRow(GridRow::Text(SlotOrder::Stored)) => direction.steps.len(),
        }
    }
}

/// Returns `text` as lines of `width` columns; the first has the name of the row.
fn sentence(name: &'static str, text: &str, width: usize, most: usize) -> impl Iterator<Item = DirectionLine> {
    let lines = wrapped(text, width, most).into_iter().enumerate();
    lines.map(move |(number, line)| DirectionLine::Words(if number == 0 { name } else { "" }, line))
}

/// Returns all lines.
pub fn all(app: &App, direction: &Direction, width: u16) -> Vec<DirectionLine> {
    let width = usize::from(width.saturating_sub(NAMES));
    if direction.is_left_to_right && direction.is_plain {
        let mut lines = vec![DirectionLine::Plain];
        if app.panes.pane == Pane::Direction {
            lines.extend(sentence("reason", &words::why(app, direction), width, 3));
        }
        return lines;
    }
    let has_legend = app.panes.analysis.notation.legend().next().is_some();
    let is_lettered = has_legend && app.look.theme.letters != Letters::Notation;
    if let Some(step) = app.panes.reordering_step() {
        let mut lines = step_lines(direction, step);
        lines.extend(sentence("", &words::step(direction, step), width, 3));
        lines.extend(has_legend.then_some(DirectionLine::Letters));
        return lines;
    }
    let mut lines: Vec<DirectionLine> = GridRow::ORDERS.map(DirectionLine::GridRow).to_vec();
    if direction.beside.is_some() {
        lines.insert(2, DirectionLine::GridRow(GridRow::Marks(SlotOrder::Stored)));
        lines.push(DirectionLine::GridRow(GridRow::Text(SlotOrder::Twin)));
        lines.push(DirectionLine::GridRow(GridRow::Marks(SlotOrder::Twin)));
    }
    lines.extend(sentence("reason", &words::why(app, direction), width, 3));
    lines.push(DirectionLine::Written);
    for (index, shown) in direction.shown.iter().enumerate() {
        lines.push(DirectionLine::Shown(index));
        if is_lettered && !fits_with_notation(app, shown, width) {
            lines.push(DirectionLine::ShownNotation(index));
        }
    }
    lines.extend(has_legend.then_some(DirectionLine::Letters));
    lines.extend(legend(app, width).into_iter().map(DirectionLine::Legend));
    let selected = direction.part_at(app.panes.reference.editor.cursor()).unwrap_or(0);
    let first = first_line(selected, direction.parts.len(), PARTS);
    lines.extend((first..direction.parts.len().min(first + PARTS)).map(DirectionLine::Part));
    lines.extend(
        (0..direction.twins.len()).flat_map(|index| [DirectionLine::Twin(index), DirectionLine::Difference(index)]),
    );
    lines
}

/// Returns whether the letters of a displayed text and its Bidi Notation fit in a row of `width` columns.
pub fn fits_with_notation(app: &App, shown: &ShownOrder, width: usize) -> bool {
    let letters = pieces(&shown.text, app.look.theme.drawing()).map(|piece| usize::from(piece.cells));
    let used = letters.chain([words::BETWEEN.len(), shown.notation.width()]);
    used.scan(0, |sum, cells| Some(*sum + cells).inspect(|_| *sum += cells)).all(|sum| sum <= width)
}

/// Returns the legend as at most [`LEGEND`] lines of `width` columns; no entry is divided.
fn legend(app: &App, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for entry in app.panes.analysis.notation.legend() {
        let entry = entry.to_string();
        match lines.last_mut() {
            Some(line) if line.len() + entry.len() + 3 <= width => {
                line.push_str(", ");
                line.push_str(&entry);
            }
            Some(line) => {
                line.push(',');
                lines.push(entry);
            }
            None => lines.push(entry),
        }
    }
    if lines.len() > LEGEND {
        lines.truncate(LEGEND);
        lines.iter_mut().last().into_iter().for_each(|line| line.push_str(app.look.theme.ellipsis()));
    }
    lines
}

/// Returns the rows from the stored order to the order after `step` steps, with brackets under what each step reverses.
fn step_lines(direction: &Direction, step: usize) -> Vec<DirectionLine> {
    let text = |number| match number {
        0 => SlotOrder::Stored,
        _ if number == direction.steps.len() => SlotOrder::Displayed,
        _ => SlotOrder::Step(number),
    };
    let rows = (1..=step).flat_map(|number| [GridRow::Runs(number - 1), GridRow::Text(text(number))]);
    std::iter::once(GridRow::Text(SlotOrder::Stored)).chain(rows).map(DirectionLine::GridRow).collect()
}

/// Returns the lines that are visible in `area`.
pub fn kept(app: &App, direction: &Direction, area: Rect) -> Vec<DirectionLine> {
    let all = all(app, direction, area.width);
    let mut by_need: Vec<usize> = (0..all.len()).collect();
    by_need.sort_by_key(|&index| all[index].need(app, direction));
    by_need.truncate(usize::from(area.height));
    by_need.sort_unstable();
    by_need.into_iter().map(|index| all[index].clone()).collect()
}
