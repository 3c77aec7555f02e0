//! Which lines the direction pane has, and which of them stay where there is not room for all.

use iri_core::bidi::DisplayOrder;
use ratatui::layout::Rect;

use super::slots::SlotOrder;
use super::words;
use crate::cells::wrapped;
use crate::inspector::analysis::Direction;
use crate::inspector::app::App;
use crate::inspector::pane::Pane;
use crate::ui::rows::first_line;

/// The columns of the names of the rows.
pub const NAMES: u16 = 13;

/// Lines of the legend.
const LEGEND: usize = 4;

/// Of the components so many are listed, around the selected character.
const PARTS: usize = 8;

/// A row of the slot grids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridRow {
    /// The numbers of the characters.
    Number,
    /// The text in its own order.
    Logical,
    /// Bidi classes before the rules.
    Class,
    /// Bidi classes after them.
    After,
    /// Levels.
    Level,
    /// The display.
    Visual,
    /// The number of each character of the display.
    From,
}

/// A line of the pane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DirectionLine {
    /// That nothing moves.
    Plain,
    /// Slots.
    GridRow(GridRow),
    /// A part of a sentence; the first has the name of the row.
    Words(&'static str, String),
    /// The text in Bidi Notation.
    Written,
    /// Its display in that order.
    Shown(usize),
    /// Part of the legend of Bidi Notation; the first has the name of the row.
    Legend(&'static str, String),
    /// A component.
    Part(usize),
    /// A reference with the same display.
    Twin(usize),
    /// Where it differs.
    Difference(usize),
}

impl GridRow {
    /// In the order of the screen.
    const ALL: [Self; 7] =
        [Self::Number, Self::Logical, Self::Class, Self::After, Self::Level, Self::Visual, Self::From];

    /// Returns its label.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Number => "index",
            Self::Logical => "stored",
            Self::Class => "class",
            Self::After => "resolved",
            Self::Level => "level",
            Self::Visual => "displayed",
            Self::From => "from",
        }
    }

    /// Whose order it is in.
    pub const fn side(self) -> SlotOrder {
        match self {
            Self::Visual | Self::From => SlotOrder::Visual,
            _ => SlotOrder::Logical,
        }
    }
}

impl DirectionLine {
    /// How much it is needed: of two, the one with the lower number stays.
    fn need(&self, order: DisplayOrder) -> usize {
        match self {
            Self::Plain | Self::GridRow(GridRow::Visual) => 0,
            Self::GridRow(GridRow::Logical) => 1,
            Self::Twin(0) => 2,
            Self::Shown(index) if DisplayOrder::ALL.get(*index) == Some(&order) => 3,
            Self::GridRow(GridRow::From) => 4,
            Self::GridRow(GridRow::Level) => 5,
            Self::Words(..) => 6,
            Self::GridRow(GridRow::Class) => 7,
            Self::GridRow(GridRow::After) => 8,
            Self::GridRow(GridRow::Number) => 9,
            Self::Written => 10,
            Self::Legend(..) => 11,
            Self::Part(_) => 12,
            Self::Shown(_) => 13,
            Self::Difference(0) => 14,
            Self::Twin(_) | Self::Difference(_) => 15,
        }
    }
}

/// Every line there is.
pub fn all(app: &App, direction: &Direction, width: u16) -> Vec<DirectionLine> {
    let width = usize::from(width.saturating_sub(NAMES));
    let sentence = |name: &'static str, text: &str, most| {
        let lines = wrapped(text, width, most).into_iter().enumerate();
        lines.map(move |(number, line)| DirectionLine::Words(if number == 0 { name } else { "" }, line))
    };
    if direction.is_left_to_right && direction.is_plain {
        let mut lines = vec![DirectionLine::Plain];
        if app.pane() == Pane::Direction {
            lines.extend(sentence("reason", &words::why(app, direction), 3));
        }
        return lines;
    }
    let mut lines: Vec<DirectionLine> = GridRow::ALL.map(DirectionLine::GridRow).to_vec();
    lines.extend(sentence("reason", &words::why(app, direction), 3));
    lines.push(DirectionLine::Written);
    lines.extend((0..direction.shown.len()).map(DirectionLine::Shown));
    let legend = wrapped(&app.analysis.notation.legend_line(), width, LEGEND).into_iter().enumerate();
    lines.extend(legend.map(|(number, line)| DirectionLine::Legend(if number == 0 { "legend" } else { "" }, line)));
    let selected = direction.part_at(app.editor.cursor()).unwrap_or(0);
    let first = first_line(selected, direction.parts.len(), PARTS);
    lines.extend((first..direction.parts.len().min(first + PARTS)).map(DirectionLine::Part));
    lines.extend(
        (0..direction.twins.len()).flat_map(|index| [DirectionLine::Twin(index), DirectionLine::Difference(index)]),
    );
    lines
}

/// Returns the lines that are seen in `area`.
pub fn kept(app: &App, direction: &Direction, area: Rect) -> Vec<DirectionLine> {
    let all = all(app, direction, area.width);
    let mut by_need: Vec<usize> = (0..all.len()).collect();
    by_need.sort_by_key(|&index| all[index].need(app.order));
    by_need.truncate(usize::from(area.height));
    by_need.sort_unstable();
    by_need.into_iter().map(|index| all[index].clone()).collect()
}
