//! The resolution of the reference against a base, step by step (RFC 3986 section 5.2).
//!
//! ```text
//! ─ resolution ─ RFC 3986 section 5.2 ──────────────────────────
//! base        http://a/b/c/d
//! result      http://a/b/g#s
//! scheme      http       from the base
//! authority   a          from the base
//! path        /b/g       merged, dot segments removed (before: /b/c/../g)
//! fragment    s          from the reference
//! ```

use iri_core::reference::{ComponentName, PartOrigin, PathStep, Resolution, ResolvedPart};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::cells::{Ink, pieces, wrapped};
use crate::inspector::app::App;
use crate::inspector::pane::Pane;
use crate::ui::heading::heading;
use crate::ui::rows::lines;

/// Columns of the names.
const NAMES: u16 = 12;
/// Representation of an empty part.
const EMPTY: &str = "(empty)";

/// Returns how many rows it needs below its heading.
pub fn rows(app: &App) -> u16 {
    app.panes.analysis.resolution.as_ref().map_or(2, |resolution| {
        // The parts, the base and the result.
        u16::try_from(resolution.parts.len() + 2).unwrap_or(u16::MAX)
    })
}

/// Draws the pane.
pub fn draw(buffer: &mut Buffer, app: &App, area: Rect) {
    let theme = app.look.theme;
    let Some(resolution) = &app.panes.analysis.resolution else {
        let below = heading(buffer, app, Pane::Resolution, area, "");
        let words = if app.panes.base().is_some() && !app.panes.analysis.is_complete {
            "analyzing …".to_owned()
        } else {
            format!("{} (enter set the base, such as http://example.org/docs/)", app.panes.analysis.unresolved)
        };
        let said = wrapped(&words, usize::from(below.width.saturating_sub(3)), usize::from(below.height));
        for (words, row) in said.iter().zip(lines(below)) {
            Ink::new(buffer, row, theme).write(&format!("  {words}"), theme.dim());
        }
        return;
    };
    let below = heading(buffer, app, Pane::Resolution, area, "RFC 3986 section 5.2");
    let mut rows = lines(below);
    // The result is most important, then the base.
    if below.height > 1
        && let Some(row) = rows.next()
    {
        let mut ink = named(buffer, app, row, "base");
        ink.write_input(&resolution.base, 0, |_, is_stand_in| theme.piece(theme.plain(), is_stand_in));
    }
    if let Some(row) = rows.next() {
        draw_target(buffer, app, row, resolution);
    }
    let column = words_column(app, area.width, resolution);
    for (part, row) in resolution.parts.iter().zip(rows) {
        draw_part(buffer, app, Rect { width: column, ..row }, part);
        let mut ink = Ink::new(buffer, row, theme);
        ink.skip_to(row.x + column);
        ink.write_escaped(&format!("   {}", words(app, part, &resolution.path)), theme.dim());
    }
}

fn named<'b>(buffer: &'b mut Buffer, app: &App, row: Rect, name: &str) -> Ink<'b> {
    let mut ink = Ink::new(buffer, row, app.look.theme);
    ink.write(name, app.look.theme.dim()).skip_to(row.x + NAMES);
    ink
}

/// Draws the result, each part in the color of its component, with parts from the reference marked.
fn draw_target(buffer: &mut Buffer, app: &App, row: Rect, resolution: &Resolution) {
    let theme = app.look.theme;
    let mut ink = named(buffer, app, row, "result");
    for part in &resolution.parts {
        let (before, after) = match part.name {
            ComponentName::Scheme => ("", ":"),
            ComponentName::Authority => ("//", ""),
            ComponentName::Query => ("?", ""),
            ComponentName::Fragment => ("#", ""),
            _ => ("", ""),
        };
        ink.write(before, theme.dim());
        ink.write_input(&part.text, 0, |_, is_stand_in| style_of(app, part, is_stand_in));
        ink.write(after, theme.dim());
    }
}

fn style_of(app: &App, part: &ResolvedPart, is_stand_in: bool) -> ratatui::style::Style {
    let theme = app.look.theme;
    // An authority has no color of its own: most of it is the host.
    let name = if part.name == ComponentName::Authority { ComponentName::Host } else { part.name };
    let style = theme.piece(theme.component(Some(name)), is_stand_in);
    if part.source == PartOrigin::Base { style } else { theme.different(style) }
}

/// Returns the column of the notes: after the longest part, at most at half of the width.
fn words_column(app: &App, width: u16, resolution: &Resolution) -> u16 {
    let room = usize::from(width / 2);
    let cells = |part: &ResolvedPart| {
        let mut cells = if part.text.is_empty() { EMPTY.len() } else { 0 };
        for piece in pieces(&part.text, app.look.theme.drawing()) {
            cells += usize::from(piece.cells);
            if cells > room {
                break;
            }
        }
        cells
    };
    let longest = resolution.parts.iter().map(cells).max().unwrap_or(0);
    u16::try_from((longest + usize::from(NAMES)).min(room)).unwrap_or(width)
}

fn draw_part(buffer: &mut Buffer, app: &App, row: Rect, part: &ResolvedPart) {
    let text = if part.text.is_empty() { EMPTY } else { &part.text };
    let mut ink = named(buffer, app, row, part.name.name());
    ink.write_input(text, 0, |_, is_stand_in| style_of(app, part, is_stand_in));
}

fn words(app: &App, part: &ResolvedPart, path: &PathStep) -> String {
    let is_path = part.name == ComponentName::Path;
    match (part.source, path) {
        (PartOrigin::Merged, PathStep::Merged(merged)) if *merged != part.text => {
            format!("merged, dot segments removed (before: {merged})")
        }
        (PartOrigin::Merged, _) => "merged".to_owned(),
        (PartOrigin::Base, _) => "from the base".to_owned(),
        (PartOrigin::Reference, _) if is_path && app.panes.path() != part.text => {
            "from the reference, dot segments removed".to_owned()
        }
        (PartOrigin::Reference, _) => "from the reference".to_owned(),
    }
}
