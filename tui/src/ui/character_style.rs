//! The style of the characters of the reference, the same in every pane.

use iri_core::Span;
use ratatui::style::Style;

use crate::inspector::app::App;

/// What is selected: while nothing else is, the cluster at the cursor.
pub fn selected(app: &App) -> Span {
    let selection = app.editor.selection();
    if selection.is_empty() { app.editor.cluster() } else { selection }
}

/// The style of a character: its component's, and an underline where a finding covers it.
pub fn style_at(app: &App, span: Span, is_stand_in: bool) -> Style {
    let theme = app.theme;
    let mut style = theme.component(app.analysis.component_at(span.start));
    if is_stand_in {
        style = theme.stand_in(style);
    }
    match app.analysis.severity_at(span.start) {
        Some(severity) => theme.flagged(style, severity),
        None => style,
    }
}
