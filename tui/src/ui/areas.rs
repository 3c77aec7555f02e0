//! The layout of the screen.
//!
//! ```text
//!  rows       columns          panes
//!  below 4    any              only the reference, without title and footer
//!  below 18   any              the selected one
//!  any        any, zoomed      the selected one
//!  18 and up  below 84         stacked: the selected one gets the rows that it needs, the others the rest
//!             84 and up        direction; findings beside characters; one of those that share the bottom
//! ```

use ratatui::layout::{Constraint, Layout, Rect};

use crate::inspector::app::App;
use crate::inspector::pane::Pane;
use crate::ui::{bytes, characters, comparison, conversions, direction, findings, parsers};
use crate::ui::{reference_rows, resolution, tour};

/// Minimum width for panes beside each other.
const WIDE: u16 = 84;

/// Minimum height for several panes below the reference.
const TALL: u16 = 18;

/// Minimum height for the lines of the document around the reference, and the number of these lines.
const AMPLE: u16 = 32;

const SOURCE_ROWS: u16 = 6;

/// Minimum height of the panes in the middle, so that they rarely move while the cursor does.
const MIDDLE: u16 = 16;

/// Areas of the screen.
#[derive(Clone, Debug, Default)]
pub struct Areas {
    /// Title line.
    pub title: Rect,
    /// Reference with its heading.
    pub reference: Rect,
    /// Lines of the document around it or the text of the tour, with their heading.
    pub source: Rect,
    /// Other panes with their headings, in the order of the screen.
    pub panes: Vec<(Pane, Rect)>,
    /// Footer.
    pub hints: Rect,
}

impl Areas {
    /// Returns the number of visible lines of a pane below its heading.
    pub fn rows_of(&self, pane: Pane) -> usize {
        let area = self.panes.iter().find(|(shown, _)| *shown == pane).map(|(_, area)| *area);
        area.map_or(0, |area| usize::from(area.height.saturating_sub(1)))
    }
}

/// Returns the areas of this screen.
pub fn areas(app: &App) -> Areas {
    let size = app.look.size;
    if size.height < 4 {
        let reference = Rect::new(0, 0, size.width, size.height);
        return Areas { reference, ..Areas::default() };
    }
    let reference_rows = match size.height {
        0..=7 => 2,
        8 | 9 => 3,
        10..TALL => 5,
        _ => 6,
    };
    let text_rows = reference_rows::count(app);
    // Each row has its brackets and names below it; a single row has the names below those.
    let reference_rows = if text_rows > 1 { reference_rows - 3 + 2 * text_rows } else { reference_rows };
    let whole = Rect::new(0, 0, size.width, size.height);
    let source_rows = match app.origin.tour_stop() {
        Some(_) if size.height >= TALL => tour::ROWS,
        None if app.panes.reference.subject.is_in_document() && size.height >= AMPLE => SOURCE_ROWS,
        _ => 0,
    };
    let [title, reference, source, body, hints] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(reference_rows),
        Constraint::Length(source_rows),
        Constraint::Fill(1),
        Constraint::Length(1),
    ])
    .areas(whole);
    let panes = if size.height < TALL || app.panes.is_zoomed {
        vec![(pane_shown(app), body)]
    } else if size.width < WIDE {
        stacked(app, body)
    } else {
        side_by_side(app, body)
    };
    Areas { title, reference, source, panes, hints }
}

/// Returns the selected pane; the findings while the reference is edited.
fn pane_shown(app: &App) -> Pane {
    match app.panes.pane {
        Pane::Reference => Pane::Findings,
        pane => pane,
    }
}

fn stacked(app: &App, body: Rect) -> Vec<(Pane, Rect)> {
    let panes = [Pane::Findings, Pane::Characters, Pane::Direction, app.panes.lowest];
    let shown = pane_shown(app);
    // While a text is typed or analyzed, the panes stay where they are.
    let is_changing = app.panes.pane == Pane::Reference || !app.panes.analysis.is_complete;
    let has_findings = is_changing || !app.panes.analysis.findings.is_empty();
    let mut rows = [0u16; 4];
    let mut left = body.height.saturating_sub(4);
    // First the rows of the selected pane, then a few for each pane, then the rest for the longest panes.
    let first = panes.map(|pane| match pane {
        _ if pane != shown => 0,
        // A part of every other pane is always visible.
        Pane::Direction => direction::rows(app).min(body.height.saturating_sub(9)),
        Pane::Characters => body.height.saturating_sub(8).min(12),
        pane if pane.is_lowest() => lowest_rows(app, pane).min(body.height.saturating_sub(8)),
        _ if !has_findings => 1,
        _ => 5,
    });
    let little = panes.map(|pane| match pane {
        pane if pane.is_lowest() => lowest_rows(app, pane).min(2),
        // Both orders and the legend, and another reference that displays identically with its marks.
        Pane::Direction => direction::rows(app).min(if direction::has_twin(app) { 5 } else { 4 }),
        Pane::Characters if direction::has_twin(app) => 1,
        Pane::Characters if direction::rows(app) > 3 => 2,
        Pane::Findings if !has_findings => 1,
        _ => 3,
    });
    let much = panes.map(|pane| match pane {
        Pane::Direction => direction::rows(app),
        Pane::Findings if !has_findings => 1,
        // Without findings, the direction of a right-to-left text is the most interesting.
        Pane::Characters if !has_findings && direction::rows(app) > 3 => 3,
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

/// Returns how many rows the pane at the bottom needs below its heading, at least two.
fn lowest_rows(app: &App, pane: Pane) -> u16 {
    let rows = match pane {
        Pane::Resolution => resolution::rows(app),
        Pane::Comparison => comparison::rows(app),
        Pane::Bytes => bytes::ROWS,
        Pane::Parsers => parsers::ROWS,
        _ => conversions::ROWS,
    };
    rows.max(2)
}

fn side_by_side(app: &App, body: Rect) -> Vec<(Pane, Rect)> {
    let direction_rows = (direction::rows(app) + 1).min(body.height / 2);
    // The selected pane may take half of the rows.
    let wanted = if app.panes.pane == app.panes.lowest { body.height / 2 } else { body.height / 4 };
    let lowest_height = wanted.clamp(3, lowest_rows(app, app.panes.lowest) + 1);
    let [direction, middle, mut lowest] =
        Layout::vertical([Constraint::Length(direction_rows), Constraint::Fill(1), Constraint::Length(lowest_height)])
            .areas(body);
    // What the panes in the middle do not need shows more of those at the bottom, in the order of their names.
    let needed = findings::rows(app, middle).max(characters::rows(app, middle.width / 2)).saturating_add(1);
    let mut free = middle.height.saturating_sub(needed.max(MIDDLE));
    let middle = Rect { height: middle.height - free, ..middle };
    lowest.y -= free;
    let missing = (lowest_rows(app, app.panes.lowest) + 1).saturating_sub(lowest.height).min(free);
    lowest.height += missing;
    free -= missing;
    let mut stack = vec![(app.panes.lowest, lowest.height)];
    for pane in Pane::LOWEST.into_iter().filter(|pane| *pane != app.panes.lowest) {
        let rows = lowest_rows(app, pane) + 1;
        if rows <= free {
            free -= rows;
            stack.push((pane, rows));
        }
    }
    // The panes keep their places while one of them is selected.
    stack.sort_by_key(|(pane, _)| Pane::LOWEST.iter().position(|known| known == pane));
    let mut y = lowest.y;
    let stacked = stack.into_iter().map(|(pane, height)| {
        let area = Rect { y, height, ..lowest };
        y += height;
        (pane, area)
    });
    let stacked: Vec<(Pane, Rect)> = stacked.collect();
    // The rest belongs to the panes in the middle.
    let middle = Rect { height: middle.height + free, ..middle };
    let stacked = stacked.into_iter().map(|(pane, area)| (pane, Rect { y: area.y + free, ..area }));
    let [findings, characters] =
        Layout::horizontal([Constraint::Percentage(45), Constraint::Fill(1)]).spacing(2).areas(middle);
    let above = [(Pane::Direction, direction), (Pane::Findings, findings), (Pane::Characters, characters)];
    above.into_iter().chain(stacked).collect()
}
