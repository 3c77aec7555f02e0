//! The sentences of the direction pane.

use std::fmt::Write as _;

use iri_core::bidi::components::ComponentDirection;
use iri_core::unicode;

use crate::inspector::analysis::Direction;
use crate::inspector::analysis::direction::Twin;
use crate::inspector::app::App;
use crate::inspector::pane::Pane;

/// Of a text that nothing moves in.
pub const LEFT_TO_RIGHT: &str = "left to right throughout: a reader sees each character where it is written";

/// Explains the position of the selected character.
pub fn why(app: &App, direction: &Direction) -> String {
    let Some(label) = selected_label(app) else {
        return end(direction);
    };
    let number = direction.number_of(app.editor.cursor());
    let mut words = format!("{number} {label}: {}", direction.trace.explain(number));
    let level = direction.levels.get(number).copied().unwrap_or(0);
    if app.pane() == Pane::Reference {
        // At an odd level the text runs to the left, so the previous character is on its right.
        let side = if level.is_multiple_of(2) { "left" } else { "right" };
        let _ = write!(words, ". What is typed now goes before it: on its {side}");
    }
    words
}

/// Where what is typed at the end of the text will be seen.
fn end(direction: &Direction) -> String {
    let last = direction.starts.len().saturating_sub(1);
    let column = direction.to_visual.get(last).copied().unwrap_or(0);
    let is_right_to_left = direction.levels.get(last).is_some_and(|level| level % 2 == 1);
    let side = if is_right_to_left { "left" } else { "right" };
    format!("the end of the text: the last character is seen at {column}, and its text goes on at its {side}")
}

/// Whether a component is as 3987bis section 4.2 advises, and how it does.
pub const fn verdict(verdict: ComponentDirection) -> (bool, &'static str) {
    match verdict {
        ComponentDirection::LeftToRight => (true, "no right-to-left letter"),
        ComponentDirection::RightToLeft => (true, "right to left throughout"),
        ComponentDirection::Mixed => (false, "mixes directions; it should keep to one"),
        ComponentDirection::Start { end: false } => (false, "right to left, but starts with something else"),
        ComponentDirection::Start { end: true } => (false, "right to left, but neither starts nor ends so"),
        ComponentDirection::End => (false, "right to left, but ends with something else"),
        ComponentDirection::FinalMark => (true, "right to left, marks at its end"),
    }
}

/// Where a twin differs.
pub fn difference(twin: &Twin) -> String {
    format!("another reference: {} where this one has {}; a reader cannot tell which is meant", twin.theirs, twin.ours)
}

/// The column in which a reader sees the selected character, and from which side it is read, where that
/// is not the order of the text; at the end of the text, where what is typed goes on.
pub fn place(app: &App) -> Option<String> {
    let direction = app.analysis.direction.as_ref().filter(|direction| !direction.is_left_to_right)?;
    let start = app.editor.cursor();
    let number = direction.number_of(start);
    let column = direction.to_visual.get(number)?;
    let is_right_to_left = direction.levels.get(number)? % 2 == 1;
    match (start >= app.text().len(), is_right_to_left) {
        (true, true) => Some(format!("goes on left of {column}")),
        (true, false) => Some(format!("goes on right of {column}")),
        (false, true) => Some(format!("seen at {column} (right to left)")),
        (false, false) => (*column != number).then(|| format!("seen at {column}")),
    }
}

/// `U+05D0 HEBREW LETTER ALEF` of the selected character.
fn selected_label(app: &App) -> Option<String> {
    app.text()[app.editor.cursor()..].chars().next().map(unicode::label)
}
