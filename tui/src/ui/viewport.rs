//! The layout as the inspector requests it: numbers of visible rows, and targets of the mouse.

use ratatui::layout::Position;

use crate::inspector::app::{App, Target, Viewport};
use crate::inspector::message::Message;
use crate::inspector::overlay::{Menu, Overlay, PageLine, PageRow};
use crate::inspector::pane::Pane;
use crate::ui::areas::areas;
use crate::ui::{fix_list, help, hints, list, overlay, reference, reference_rows, target};

/// Layout of the panes and overlays.
pub struct ScreenLayout;

impl Viewport for ScreenLayout {
    fn pane_rows(&self, app: &App, pane: Pane) -> usize {
        areas(app).rows_of(pane)
    }

    fn list_rows(&self, app: &App) -> usize {
        list::rows(app)
    }

    fn menu_rows(&self, app: &App, menu: &Menu) -> usize {
        overlay::menu_rows(app, menu)
    }

    fn fix_rows(&self, app: &App) -> usize {
        fix_list::rows(app)
    }

    fn fix_at(&self, app: &App, at: Position) -> Option<usize> {
        fix_list::fix_at(app, at)
    }

    fn page_rows(&self, app: &App) -> usize {
        overlay::page_rows(app)
    }

    fn wrapped_rows(&self, app: &App, lines: &[PageLine]) -> Vec<PageRow> {
        overlay::wrapped_rows(app, lines)
    }

    fn last_help_top(&self, app: &App) -> usize {
        help::last_top(app)
    }

    fn help_lines(&self, app: &App, text: &str) -> Vec<usize> {
        help::lines_with(app, text)
    }

    fn target(&self, app: &App, at: Position) -> Option<Target> {
        target::target(app, at)
    }

    fn reference_offset(&self, app: &App, at: Position) -> usize {
        reference::offset_at(app, areas(app).reference, at)
    }

    fn reference_view(&self, app: &App, view: usize) -> usize {
        reference_rows::view(app, view)
    }

    fn overlay_offset(&self, app: &App, overlay: &Overlay, at: Position) -> Option<usize> {
        overlay::offset_at(app, overlay, at)
    }

    fn hint_at(&self, app: &App, at: Position) -> Option<Message> {
        let has_prompt = matches!(app.overlays.last(), Some(Overlay::Prompt(_)));
        let is_footer = app.look.size.height > 3 && at.y + 1 == app.look.size.height && !has_prompt;
        is_footer.then(|| hints::message_at(app, app.look.size.width, at.x)).flatten()
    }

    fn choice_at(&self, app: &App, menu: &Menu, at: Position) -> Option<usize> {
        overlay::choice_at(app, menu, at)
    }
}
