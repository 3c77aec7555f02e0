//! The style of the characters of the reference, the same in every pane.

use iri_core::Span;
use ratatui::style::Style;

use crate::inspector::app::App;

/// Returns the selection; without one, the cluster at the cursor.
pub fn selected(app: &App) -> Span {
    let selection = app.panes.reference.editor.selection();
    if selection.is_empty() { app.panes.reference.editor.cluster() } else { selection }
}

/// Returns the style of the character at `offset` of the reference: that of its component, underlined if a finding
/// covers it.
pub fn style_at(app: &App, offset: usize, is_stand_in: bool) -> Style {
    let theme = app.look.theme;
    let style = theme.piece(theme.component(app.panes.analysis.component_at(offset)), is_stand_in);
    match app.panes.analysis.severity_at(offset) {
        Some(severity) => theme.flagged(style, severity),
        None => style,
    }
}
