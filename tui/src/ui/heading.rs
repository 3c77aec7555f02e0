//! The heading of a pane: its name, a note, and a horizontal line.
//!
//! ```text
//! ─ conversions ─ resolution ─ comparison ─ 3 forms ─────────────
//! ```
//!
//! The heading at the bottom names all panes that share the area, which can be clicked.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::cells::Ink;
use crate::inspector::app::App;
use crate::inspector::origin::Screen;
use crate::inspector::pane::Pane;

/// Minimum width of a heading that names other panes.
const NAMED: u16 = 68;

/// Draws the heading of a pane, with the names of all panes that share its area. Returns the area below it.
pub fn heading(buffer: &mut Buffer, app: &App, pane: Pane, area: Rect, note: &str) -> Rect {
    let theme = app.look.theme;
    let line = Rect { height: area.height.min(1), ..area };
    let mut ink = Ink::new(buffer, line, theme);
    for name in names(app, pane, area.width) {
        let style = match name {
            other if other != pane => theme.dim(),
            _ if app.overlays.is_empty() && app.origin.screen() == Screen::Reference && app.panes.pane == pane => {
                theme.heading_with_keys()
            }
            _ => theme.heading(),
        };
        ink.write(theme.rule(), theme.dim());
        ink.write(&format!(" {} ", name.name()), style);
    }
    if !note.is_empty() {
        ink.write(theme.rule(), theme.dim());
        ink.write(&format!(" {note} "), theme.plain());
    }
    ink.fill(theme.rule(), theme.dim());
    Rect { y: area.y + line.height, height: area.height - line.height, ..area }
}

/// Returns the panes that are named in the heading of `pane`, which is `width` columns wide: with it those at the bottom for
/// which there is no room.
fn names(app: &App, pane: Pane, width: u16) -> Vec<Pane> {
    if pane != app.panes.lowest || width < NAMED {
        return vec![pane];
    }
    Pane::LOWEST.into_iter().filter(|listed| *listed == pane || !app.shows(*listed)).collect()
}

/// Returns the pane whose name is in column `x` of the heading of `pane` in `area`.
pub fn named_at(app: &App, pane: Pane, area: Rect, x: u16) -> Option<Pane> {
    let mut end = usize::from(area.x);
    names(app, pane, area.width).into_iter().find(|named| {
        end += named.name().len() + 3;
        usize::from(x) < end
    })
}

/// Draws the heading of an area: its name, a note, and a horizontal line. Returns the area below it.
pub fn area_heading(buffer: &mut Buffer, app: &App, area: Rect, title: &str, note: &str, has_keys: bool) -> Rect {
    let theme = app.look.theme;
    let line = Rect { height: area.height.min(1), ..area };
    let mut ink = Ink::new(buffer, line, theme);
    let style = if has_keys { theme.heading_with_keys() } else { theme.heading() };
    ink.write(theme.rule(), theme.dim()).write(&format!(" {title} "), style);
    if !note.is_empty() {
        ink.write(theme.rule(), theme.dim()).write_escaped(&format!(" {note} "), theme.plain());
    }
    ink.fill(theme.rule(), theme.dim());
    Rect { y: area.y + line.height, height: area.height - line.height, ..area }
}
