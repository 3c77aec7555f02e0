//! The lines of the direction pane, and their priorities if there is not enough room.

use iri_core::bidi::DisplayOrder;
use ratatui::layout::Rect;

use super::slots::SlotOrder;
use super::words;
use crate::cells::wrapped;
use crate::inspector::analysis::Direction;
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
    /// Stored order.
    Logical,
    /// Bidi classes before the rules.
    Class,
    /// Bidi classes after them.
    After,
    /// Levels.
    Level,
    /// Displayed order.
    Visual,
    /// Index of each displayed character.
    From,
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
    /// Displayed text in a display order.
    Shown(usize),
    /// Legend of Bidi Notation with the letters themselves.
    Letters,
    /// Part of the legend of Bidi Notation with the names of the letters; the first has the name of the row.
    Legend(&'static str, String),
    /// Component.
    Part(usize),
    /// Reference that displays identically.
    Twin(usize),
    /// Difference of that reference.
    Difference(usize),
}

impl GridRow {
    /// All rows, in the order of the screen.
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

    /// Returns the order of its slots.
    pub const fn side(self) -> SlotOrder {
        match self {
            Self::Visual | Self::From => SlotOrder::Visual,
            _ => SlotOrder::Logical,
        }
    }
}

impl DirectionLine {
    /// Returns its priority; rows with lower numbers stay longer.
    fn need(&self, order: DisplayOrder) -> usize {
        match self {
            Self::Plain | Self::GridRow(GridRow::Visual) => 0,
            Self::GridRow(GridRow::Logical) => 1,
            Self::Twin(0) => 2,
            Self::Letters => 3,
            Self::Shown(index) if DisplayOrder::ALL.get(*index) == Some(&order) => 4,
            Self::GridRow(GridRow::From | GridRow::Level) => 5,
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

/// Returns all lines.
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
    let is_lettered = app.theme.letters != Letters::Notation && app.analysis.notation.legend().next().is_some();
    if is_lettered {
        lines.push(DirectionLine::Letters);
    }
    let legend = wrapped(&app.analysis.notation.legend_line(), width, LEGEND).into_iter().enumerate();
    lines
        .extend(legend.map(|(number, line)| {
            DirectionLine::Legend(if number == 0 && !is_lettered { "legend" } else { "" }, line)
        }));
    let selected = direction.part_at(app.editor.cursor()).unwrap_or(0);
    let first = first_line(selected, direction.parts.len(), PARTS);
    lines.extend((first..direction.parts.len().min(first + PARTS)).map(DirectionLine::Part));
    lines.extend(
        (0..direction.twins.len()).flat_map(|index| [DirectionLine::Twin(index), DirectionLine::Difference(index)]),
    );
    lines
}

/// Returns the lines that are visible in `area`.
pub fn kept(app: &App, direction: &Direction, area: Rect) -> Vec<DirectionLine> {
    let all = all(app, direction, area.width);
    let mut by_need: Vec<usize> = (0..all.len()).collect();
    by_need.sort_by_key(|&index| all[index].need(app.order));
    by_need.truncate(usize::from(area.height));
    by_need.sort_unstable();
    by_need.into_iter().map(|index| all[index].clone()).collect()
}
