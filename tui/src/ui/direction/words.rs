//! The sentences of the direction pane.

use std::fmt::Write as _;

use iri_core::bidi::components::ComponentDirection;
use iri_core::unicode;

use crate::inspector::analysis::Direction;
use crate::inspector::analysis::direction::Twin;
use crate::inspector::app::App;
use crate::inspector::pane::Pane;

/// Notice about a text whose displayed order is the stored order.
pub const LEFT_TO_RIGHT: &str = "left-to-right only: displayed in stored order";

/// Separator of the letters of a displayed text and its Bidi Notation.
pub const BETWEEN: &str = "  ";

/// Explains the position of the selected character.
pub fn why(app: &App, direction: &Direction) -> String {
    let Some(label) = selected_label(app) else {
        return end(direction);
    };
    let number = direction.number_of(app.panes.reference.editor.cursor());
    let mut words = format!("{number} {label}: {}", direction.trace.explain(number));
    let level = direction.levels.get(number).copied().unwrap_or(0);
    if app.panes.pane == Pane::Reference {
        // At an odd level the text runs to the left, so the previous character is on its right.
        let side = if level.is_multiple_of(2) { "left" } else { "right" };
        let _ = write!(words, ". Typed text appears on its {side}");
    }
    words
}

/// Returns what a step to the displayed order does.
pub fn step(direction: &Direction, step: usize) -> String {
    let count = direction.steps.len();
    let level = step.checked_sub(1).and_then(|index| direction.steps.get(index)).map_or(0, |step| step.level);
    let after = if step < count { "" } else { " (displayed order)" };
    format!("step {step} of {count}: reverse what has level {level} or higher{after}")
}

/// Returns where text that is typed at the end is displayed.
fn end(direction: &Direction) -> String {
    let last = direction.starts.len().saturating_sub(1);
    let column = direction.to_visual.get(last).copied().unwrap_or(0);
    let is_right_to_left = direction.levels.get(last).is_some_and(|level| level % 2 == 1);
    let side = if is_right_to_left { "left" } else { "right" };
    format!("end of text: the last character is displayed in column {column}, typed text appears on its {side}")
}

/// Returns whether a component follows the advice of 3987bis section 4.2, and a description.
pub const fn verdict(verdict: ComponentDirection) -> (bool, &'static str) {
    match verdict {
        ComponentDirection::LeftToRight => (true, "left-to-right only"),
        ComponentDirection::RightToLeft => (true, "right-to-left only"),
        ComponentDirection::Mixed => (false, "mixes directions"),
        ComponentDirection::Start { end: false } => (false, "right-to-left, but starts with another character"),
        ComponentDirection::Start { end: true } => (false, "right-to-left, but starts and ends with other characters"),
        ComponentDirection::End => (false, "right-to-left, but ends with another character"),
        ComponentDirection::FinalMark => (true, "right-to-left, with marks at its end"),
    }
}

/// Returns the difference of a twin.
pub fn difference(twin: &Twin) -> String {
    format!("displays identically, but has {} instead of {}", twin.theirs, twin.ours)
}

/// Returns the difference of a twin whose marks are not visible.
pub fn elsewhere(twin: &Twin) -> String {
    format!("in characters that are not visible here: {} instead of {}", twin.theirs, twin.ours)
}

/// Returns the column in which the selected character is displayed, if that is not its index; at the end of the text,
/// where typed text appears.
pub fn place(app: &App) -> Option<String> {
    let direction = app.panes.analysis.direction.as_ref().filter(|direction| !direction.is_left_to_right)?;
    let start = app.panes.reference.editor.cursor();
    let number = direction.number_of(start);
    let column = direction.to_visual.get(number)?;
    let is_right_to_left = direction.levels.get(number)? % 2 == 1;
    match (start >= app.panes.text().len(), is_right_to_left) {
        (true, true) => Some(format!("typed text appears left of column {column}")),
        (true, false) => Some(format!("typed text appears right of column {column}")),
        (false, true) => Some(format!("displayed in column {column}")),
        (false, false) => (*column != number).then(|| format!("displayed in column {column}")),
    }
}

/// Returns the label of the selected character, such as `U+05D0 HEBREW LETTER ALEF`.
fn selected_label(app: &App) -> Option<String> {
    app.panes.text()[app.panes.reference.editor.cursor()..].chars().next().map(unicode::label)
}
