//! The target of the mouse.

use ratatui::layout::Position;

use crate::inspector::app::{App, Target};
use crate::inspector::origin::Screen;
use crate::inspector::pane::Pane;
use crate::ui::areas::areas;
use crate::ui::heading::named_at;
use crate::ui::{bytes, characters, conversions, direction, findings, list, reference};

/// Returns the target at a cell.
pub fn target(app: &App, at: Position) -> Option<Target> {
    if app.origin.screen() == Screen::List {
        return list::target(app, at);
    }
    let areas = areas(app);
    if areas.reference.contains(at) {
        return Some(reference::target(app, areas.reference, at));
    }
    let (pane, area) = areas.panes.iter().find(|(_, area)| area.contains(at))?;
    if at.y == area.y {
        return Some(Target::Pane(named_at(app, *pane, *area, at.x).unwrap_or(*pane)));
    }
    Some(match pane {
        Pane::Findings => findings::target(app, *area, at),
        Pane::Characters => characters::target(app, *area, at),
        Pane::Conversions => conversions::target(app, *area, at),
        Pane::Bytes => bytes::target(app, *area, at),
        Pane::Direction => direction::target(app, *area, at),
        Pane::Reference | Pane::Parsers | Pane::Resolution | Pane::Comparison => Target::Pane(*pane),
    })
}
