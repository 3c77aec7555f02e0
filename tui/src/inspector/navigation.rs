//! Movements of the cursor and of the selection in the panes, by keys and mouse.

use ratatui::layout::Position;

use crate::inspector::app::{App, Target};
use crate::inspector::message::{Effect, Step};
use crate::inspector::origin::Screen;
use crate::inspector::overlay_input;
use crate::inspector::pane::Pane;

/// Moves the selection of the overlay, the list or the pane.
pub(super) fn move_by(app: &mut App, step: Step) {
    if !app.overlays.is_empty() {
        return overlay_input::step_in_overlay(app, step);
    }
    if app.origin.screen() == Screen::List {
        return app.step_in_list(step);
    }
    let page = app.viewport.pane_rows(app, app.panes.pane).max(1);
    app.panes.step(step, page);
}

/// Extends the selection to the mouse.
pub(super) fn drag(app: &mut App, at: Position) {
    if let Some(overlay) = app.overlays.last() {
        if let Some(offset) = app.viewport.overlay_offset(app, overlay, at) {
            app.line().extend_over(offset);
        }
    } else if app.origin.screen() == Screen::Reference {
        app.panes.reference.editor.extend_over(app.viewport.reference_offset(app, at));
    }
}

pub(super) fn point(app: &mut App, at: Position) -> Effect {
    if let Some(message) = app.viewport.hint_at(app, at) {
        return app.apply(message);
    }
    if !app.overlays.is_empty() {
        return overlay_input::point_in_overlay(app, at);
    }
    match app.viewport.target(app, at) {
        Some(Target::Pane(pane)) if pane != Pane::Reference => app.focus(pane),
        Some(Target::Character(pane, offset)) => {
            if pane != Pane::Reference {
                app.focus(pane);
            }
            app.panes.select_character(offset);
        }
        Some(Target::Finding(index)) => {
            app.focus(Pane::Findings);
            app.panes.select_finding(index);
        }
        Some(Target::Row(number)) => app.choose_row(number),
        Some(Target::Form(index)) => {
            app.focus(Pane::Conversions);
            app.panes.form = index;
        }
        // A click starts no editing.
        Some(Target::Pane(_)) | None => {}
    }
    Effect::Draw
}

pub(super) fn wheel(app: &mut App, at: Position, step: Step) {
    if app.origin.screen() == Screen::List {
        return move_by(app, step);
    }
    if let (true, Some(target)) = (app.overlays.is_empty(), app.viewport.target(app, at)) {
        let pane = target.pane();
        if pane == Pane::Reference {
            return;
        }
        app.focus(pane);
    }
    move_by(app, step);
}
