//! The screen.
//!
//! ```text
//!  narrow (below 84 columns): stacked             wide
//!  ┌──────────────────────────────────┐           ┌─────────────────────────────────────────────┐
//!  │ title: verdicts, what was done   │           │ title                                       │
//!  │ ─ reference ──────────────────── │           │ ─ reference ─────────────────────────────── │
//!  │ http://example.org/a␠b           │           │ text, brackets, names, verdict              │
//!  │ ╰─┬╯   ╰────┬────╯╰▲─╯           │           │ ─ direction ─────────────────────────────── │
//!  │ scheme    host    path           │           │ slots                                       │
//!  │ verdict                          │           │ ─ findings ─────────  ─ characters ──────── │
//!  │ ─ findings ───────────────────── │           │ …                     …                     │
//!  │ ─ characters ─────────────────── │           │ ─ conversions ───────────────────────────── │
//!  │ ─ direction ──────────────────── │           │ …                                           │
//!  │ ─ conversions ────────────────── │           │ keys that count here                        │
//!  │ keys that count here             │           └─────────────────────────────────────────────┘
//!  └──────────────────────────────────┘
//! ```
//!
//! Stacked, the pane that has the keys gets the rows it wants and the others the rest; below 18 rows
//! it is alone. Nothing here changes the state: drawing takes `&App`.

pub mod calibration;
pub mod characters;
pub mod comparison;
pub mod conversions;
pub mod direction;
pub mod findings;
pub mod glyph;
pub mod help;
mod hints;
pub mod ink;
pub mod list;
pub mod overlay;
pub mod reference;
pub mod resolution;
pub mod source;
pub mod theme;
mod title;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position, Rect};

use crate::app::overlay::Overlay;
use crate::app::{App, Pane, Screen};
use ink::Ink;

/// Below so many columns the panes are stacked.
const WIDE: u16 = 84;
/// Below so many columns a heading names no other panes.
const NAMED: u16 = 60;
/// Below so many rows one pane stands alone under the reference.
const TALL: u16 = 18;

/// From so many rows on the lines around the reference in its document are shown, in so many rows.
const AMPLE: u16 = 32;
const SOURCE_ROWS: u16 = 6;

/// Where everything stands.
#[derive(Clone, Debug, Default)]
pub struct Areas {
    /// The title line.
    pub title: Rect,
    /// The reference, its heading included.
    pub reference: Rect,
    /// The lines around it in its document, their heading included.
    pub source: Rect,
    /// The other panes, their headings included, in the order of the screen.
    pub panes: Vec<(Pane, Rect)>,
    /// The last line.
    pub hints: Rect,
}

/// What the mouse points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A pane, and nothing in it.
    Pane(Pane),
    /// The character that begins at that byte.
    Character(Pane, usize),
    /// A finding.
    Finding(usize),
    /// A conversion.
    Form(usize),
    /// A line of the list of references.
    Row(usize),
}

impl Target {
    /// The pane it is in.
    pub const fn pane(self) -> Pane {
        match self {
            Self::Pane(pane) | Self::Character(pane, _) => pane,
            Self::Finding(_) => Pane::Findings,
            Self::Form(_) => Pane::Conversions,
            Self::Row(_) => Pane::Reference,
        }
    }
}

impl Areas {
    /// How many lines of a pane are seen below its heading.
    pub fn rows_of(&self, pane: Pane) -> usize {
        let area = self.panes.iter().find(|(shown, _)| *shown == pane).map(|(_, area)| *area);
        area.map_or(0, |area| usize::from(area.height.saturating_sub(1)))
    }
}

/// Draws the whole screen.
pub fn draw(frame: &mut Frame<'_>, app: &App) {
    // A resize may come between an update and its frame; the next frame fits again.
    if frame.area().as_size() != app.size {
        return;
    }
    let mut cursor = match app.screen {
        Screen::List => {
            list::draw(frame.buffer_mut(), app);
            None
        }
        Screen::Reference => draw_panes(frame.buffer_mut(), app),
    };
    for overlay in &app.overlays {
        cursor = overlay::draw(frame.buffer_mut(), app, overlay);
    }
    if let Some(cursor) = cursor {
        frame.set_cursor_position(cursor);
    }
    let is_calibrated = matches!(app.overlays.last(), Some(Overlay::Calibration));
    let bare = is_calibrated.then(|| calibration::bare_row(app)).flatten();
    glyph::pin_direction(frame.buffer_mut(), bare);
}

/// Gives the cell of the cursor, where the reference is typed at.
fn draw_panes(buffer: &mut Buffer, app: &App) -> Option<Position> {
    let areas = areas(app);
    title::draw(buffer, app, areas.title);
    let cursor = reference::draw(buffer, app, areas.reference);
    if let Some(documents) = app.documents.as_ref().filter(|_| areas.source.height > 0) {
        source::draw(buffer, app, documents, areas.source);
    }
    for (pane, area) in &areas.panes {
        match pane {
            Pane::Findings => findings::draw(buffer, app, *area),
            Pane::Characters => characters::draw(buffer, app, *area),
            Pane::Direction => direction::draw(buffer, app, *area),
            Pane::Conversions => conversions::draw(buffer, app, *area),
            Pane::Resolution => resolution::draw(buffer, app, *area),
            Pane::Comparison => comparison::draw(buffer, app, *area),
            Pane::Reference => {}
        }
    }
    hints::draw(buffer, app, areas.hints);
    cursor.filter(|_| app.pane() == Pane::Reference)
}

/// What the mouse points at.
pub fn target(app: &App, at: Position) -> Option<Target> {
    if app.screen == Screen::List {
        return list::target(app, at);
    }
    let areas = areas(app);
    if areas.reference.contains(at) {
        return Some(reference::target(app, areas.reference, at));
    }
    let (pane, area) = areas.panes.iter().find(|(_, area)| area.contains(at))?;
    if at.y == area.y {
        return Some(Target::Pane(named_at(*pane, *area, at.x).unwrap_or(*pane)));
    }
    Some(match pane {
        Pane::Findings => findings::target(app, *area, at),
        Pane::Characters => characters::target(app, *area, at),
        Pane::Conversions => conversions::target(app, *area, at),
        Pane::Direction => direction::target(app, *area, at),
        Pane::Reference | Pane::Resolution | Pane::Comparison => Target::Pane(*pane),
    })
}

/// The heading of a pane: its name, what it is about, and a rule across. Those that take turns at the
/// bottom are all named, for the mouse too. Gives the area below it.
fn heading(buffer: &mut Buffer, app: &App, pane: Pane, area: Rect, note: &str) -> Rect {
    let theme = app.theme;
    let line = Rect { height: area.height.min(1), ..area };
    let mut ink = Ink::new(buffer, line, theme);
    for name in names(pane, area.width) {
        let style = match *name {
            other if other != pane => theme.dim(),
            _ if app.overlays.is_empty() && app.pane() == pane => theme.heading_with_keys(),
            _ => theme.heading(),
        };
        ink.say(theme.rule(), theme.dim());
        ink.say(&format!(" {} ", name.name()), style);
    }
    if !note.is_empty() {
        ink.say(theme.rule(), theme.dim());
        ink.say(&format!(" {note} "), theme.plain());
    }
    while ink.has_room() {
        ink.say(theme.rule(), theme.dim());
    }
    Rect { y: area.y + line.height, height: area.height - line.height, ..area }
}

/// The panes that are named in the heading of `pane`, which is `width` columns wide.
fn names(pane: Pane, width: u16) -> &'static [Pane] {
    let own = Pane::ALL.iter().position(|listed| *listed == pane).unwrap_or(0);
    if pane.is_lowest() && width >= NAMED { &Pane::LOWEST } else { &Pane::ALL[own..=own] }
}

/// The pane whose name stands in column `x` of the heading of `pane` in `area`.
fn named_at(pane: Pane, area: Rect, x: u16) -> Option<Pane> {
    let mut end = usize::from(area.x);
    let named = names(pane, area.width).iter().find(|named| {
        end += named.name().len() + 3;
        usize::from(x) < end
    });
    named.copied()
}

/// Where everything stands on this screen.
pub fn areas(app: &App) -> Areas {
    let size = app.size;
    if size.height < 4 {
        let reference = Rect::new(0, 0, size.width, size.height);
        return Areas { reference, ..Areas::default() };
    }
    let reference_rows = match size.height {
        0..=9 => 2,
        10..TALL => 4,
        _ => 5,
    };
    let whole = Rect::new(0, 0, size.width, size.height);
    let source_rows = if app.origin.is_some() && size.height >= AMPLE { SOURCE_ROWS } else { 0 };
    let [title, reference, source, body, hints] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(reference_rows),
        Constraint::Length(source_rows),
        Constraint::Fill(1),
        Constraint::Length(1),
    ])
    .areas(whole);
    let panes = if size.height < TALL {
        vec![(pane_shown(app), body)]
    } else if size.width < WIDE {
        stacked(app, body)
    } else {
        side_by_side(app, body)
    };
    Areas { title, reference, source, panes, hints }
}

/// The pane that has the keys; while the reference has them, what is found in it.
fn pane_shown(app: &App) -> Pane {
    match app.pane() {
        Pane::Reference => Pane::Findings,
        pane => pane,
    }
}

fn stacked(app: &App, body: Rect) -> Vec<(Pane, Rect)> {
    let panes = [Pane::Findings, Pane::Characters, Pane::Direction, app.lowest];
    let shown = pane_shown(app);
    let mut rows = [0u16; 4];
    let mut left = body.height.saturating_sub(4);
    // First what the pane with the keys wants, then a little for each, then the rest to those who
    // have most to show.
    let first = panes.map(|pane| match pane {
        _ if pane != shown => 0,
        // Whatever has the keys, something is seen of the others.
        Pane::Direction => direction::rows(app).min(body.height.saturating_sub(9)),
        Pane::Characters => body.height.saturating_sub(8).min(12),
        pane if pane.is_lowest() => lowest_rows(app, pane).min(body.height.saturating_sub(8)),
        _ => 5,
    });
    let little = panes.map(|pane| match pane {
        pane if pane.is_lowest() => lowest_rows(app, pane).min(2),
        Pane::Direction => direction::rows(app).min(3),
        _ => 3,
    });
    let much = panes.map(|pane| match pane {
        Pane::Direction => direction::rows(app),
        pane if pane.is_lowest() => lowest_rows(app, pane),
        _ => 12,
    });
    for wish in [first, little, much, [u16::MAX, 0, 0, 0]] {
        for (granted, wished) in rows.iter_mut().zip(wish) {
            let more = wished.saturating_sub(*granted).min(left);
            *granted += more;
            left -= more;
        }
    }
    let mut y = body.y;
    let place = |(pane, rows): (Pane, u16)| {
        let area = Rect { y, height: rows + 1, ..body };
        y += rows + 1;
        (pane, area)
    };
    panes.into_iter().zip(rows).map(place).collect()
}

/// How many rows the pane at the bottom wants below its heading; two at least.
fn lowest_rows(app: &App, pane: Pane) -> u16 {
    let rows = match pane {
        Pane::Resolution => resolution::rows(app),
        Pane::Comparison => comparison::rows(app),
        _ => 12,
    };
    rows.max(2)
}

fn side_by_side(app: &App, body: Rect) -> Vec<(Pane, Rect)> {
    let direction_rows = (direction::rows(app) + 1).min(body.height / 2);
    let wanted = if app.pane() == app.lowest { body.height / 3 } else { body.height / 4 };
    let lowest_rows = wanted.clamp(3, lowest_rows(app, app.lowest) + 1);
    let [direction, middle, lowest] =
        Layout::vertical([Constraint::Length(direction_rows), Constraint::Fill(1), Constraint::Length(lowest_rows)])
            .areas(body);
    let [findings, characters] =
        Layout::horizontal([Constraint::Percentage(45), Constraint::Fill(1)]).spacing(2).areas(middle);
    vec![(Pane::Direction, direction), (Pane::Findings, findings), (Pane::Characters, characters), (app.lowest, lowest)]
}

/// The rows of `area`, one at a time.
fn lines(area: Rect) -> impl Iterator<Item = Rect> {
    (area.y..area.bottom()).map(move |y| Rect { y, height: 1, ..area })
}

/// The first of `count` lines to show in `rows`, so that `selected` is seen in the midst of others.
fn first_line(selected: usize, count: usize, rows: usize) -> usize {
    selected.saturating_sub(rows / 2).min(count.saturating_sub(rows))
}

#[cfg(test)]
pub mod tests;
