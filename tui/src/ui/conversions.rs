//! The pane of conversions, with changes marked.
//!
//! ```text
//! ─ conversions ────────────────────────────────────────────────
//! ❯ IRI                http://example.org/a%20b%7Cc
//!     LEIRI to IRI (LEIRI Note section 4): 2 characters percent-encoded
//!   URI with IDNA host  unchanged
//! ```
//!
//! While the pane is selected, the selected form has details, and is shown completely if it is too long for its line.

use iri_core::Span;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::cells::{InDrawnText, Ink, cluster, pieces, wrapped};
use crate::inspector::analysis::Conversion;
use crate::inspector::analysis::alignment::{Alignment, PieceChange};
use crate::inspector::app::{App, Target};
use crate::inspector::pane::Pane;
use crate::ui::heading::heading;
use crate::ui::rows::{first_line, lines};

/// Rows of all forms with the details of the selected one.
pub const ROWS: u16 = 12;

/// Columns of the names.
const NAMES: u16 = 22;

/// Maximum bytes of a form that is shown completely.
const WHOLE: usize = 1 << 12;
/// Maximum number of lines of a form that is shown completely.
const PARTS: usize = 4;

/// Indentation of the details of the selected form.
const INDENT: u16 = 4;

/// A line of the pane.
enum Line<'a> {
    /// Form.
    Form(usize, &'a Conversion),
    /// Line of the details of the selected form.
    Words(String),
    /// Part of the selected form, if it is too long for its line.
    Part(&'a Conversion, Span<InDrawnText>),
}

/// Draws the pane.
pub fn draw(buffer: &mut Buffer, app: &App, area: Rect) {
    let note = if app.panes.analysis.conversions.is_some() { "changes are underlined" } else { "" };
    let below = heading(buffer, app, Pane::Conversions, area, note);
    let Some(conversions) = &app.panes.analysis.conversions else {
        let words = if app.panes.pane == Pane::Conversions {
            "  analyzing …"
        } else {
            "  long text: converted when this pane is selected"
        };
        Ink::new(buffer, below, app.look.theme).write(words, app.look.theme.dim());
        return;
    };
    for (line, row) in list(app, conversions, below).into_iter().zip(lines(below)) {
        match line {
            Line::Form(index, conversion) => {
                // The selected one is always written.
                let is_open = index == app.panes.form && app.panes.pane == Pane::Conversions;
                let same = |other: &&Conversion| other.text.is_some() && other.text == conversion.text;
                let equal = conversions[..index].iter().find(same).filter(|_| !is_open);
                draw_form(buffer, app, row, conversion, equal, index == app.panes.form);
            }
            Line::Words(words) => {
                let mut ink = Ink::new(buffer, row, app.look.theme);
                ink.skip_to(row.x + INDENT);
                ink.write(&words, app.look.theme.dim());
            }
            Line::Part(conversion, part) => {
                let mut ink = Ink::new(buffer, row, app.look.theme);
                ink.skip_to(row.x + INDENT);
                show(&mut ink, app, conversion, part);
            }
        }
    }
}

/// Returns the visible lines: the forms around the selected one, which has details while the pane is selected.
fn list<'a>(app: &App, conversions: &'a [Conversion], area: Rect) -> Vec<Line<'a>> {
    let rows = usize::from(area.height);
    let is_open = app.panes.pane == Pane::Conversions && rows > 2;
    let selected = conversions.get(app.panes.form).filter(|_| is_open);
    let width = usize::from(area.width.saturating_sub(INDENT + 1));
    let words = selected.map_or_else(Vec::new, |conversion| wrapped(&describe(conversion), width, 2));
    let parts = selected.map_or_else(Vec::new, |conversion| parts(app, conversion, area));
    let others = rows.saturating_sub(words.len() + parts.len()).max(1);
    let first = first_line(app.panes.form, conversions.len(), others);
    let form = |index: usize| Some(Line::Form(index, conversions.get(index)?));
    let mut lines: Vec<Line<'a>> = (first..=app.panes.form).filter_map(form).collect();
    lines.extend(words.into_iter().map(Line::Words));
    lines.extend(selected.into_iter().flat_map(|conversion| parts.iter().map(|part| Line::Part(conversion, *part))));
    lines.extend((app.panes.form + 1..conversions.len()).filter_map(form));
    lines.truncate(rows);
    lines
}

/// Returns the lines that show all of a form that is too long for its own line.
fn parts(app: &App, conversion: &Conversion, area: Rect) -> Vec<Span<InDrawnText>> {
    let Some(text) = conversion.text.as_ref().filter(|_| conversion.differs_at.is_some()) else { return Vec::new() };
    if text.len() > WHOLE || is_whole(app, text, usize::from(area.width.saturating_sub(NAMES))) {
        return Vec::new();
    }
    let width = usize::from(area.width.saturating_sub(INDENT + 1));
    let (mut parts, mut used) = (vec![Span::new(0, text.len())], 0);
    for piece in pieces(text, app.look.theme.drawing()) {
        used += usize::from(piece.cells);
        if used > width {
            // An ellipsis marks a last line that is still too long.
            if parts.len() == PARTS {
                break;
            }
            parts.iter_mut().last().into_iter().for_each(|last| last.end = piece.span.start);
            parts.push(Span::new(piece.span.start, text.len()));
            used = usize::from(piece.cells);
        }
    }
    parts
}

/// Returns the source of the form, the changes and the losses.
pub fn describe(conversion: &Conversion) -> String {
    let title = conversion.form.title();
    match (&conversion.text, conversion.done.as_str(), conversion.lost.as_str()) {
        (None, done, _) => format!("{title}: {done}"),
        (_, "", _) => format!("{title}: unchanged"),
        (_, done, "") => format!("{title}: {done}"),
        (_, done, lost) => format!("{title}: {done}; lost: {lost}"),
    }
}

fn draw_form(
    buffer: &mut Buffer,
    app: &App,
    row: Rect,
    conversion: &Conversion,
    equal: Option<&Conversion>,
    is_selected: bool,
) {
    let theme = app.look.theme;
    let shows_pointer = is_selected && app.panes.pane == Pane::Conversions;
    let mut ink = Ink::new(buffer, row, theme);
    ink.write(if shows_pointer { theme.pointer() } else { " " }, theme.strong()).write(" ", theme.plain());
    ink.write(conversion.form.label(), if shows_pointer { theme.strong() } else { theme.plain() });
    ink.skip_to(row.x + NAMES);
    match (&conversion.text, conversion.differs_at) {
        (None, _) => drop(ink.write(&conversion.done, theme.dim())),
        (Some(_), None) => drop(ink.write("unchanged", theme.dim())),
        (Some(_), Some(_)) if let Some(equal) = equal => {
            ink.write(&format!("as {}", equal.form.label()), theme.dim());
        }
        (Some(text), Some(differs_at)) => {
            let from = if is_whole(app, text, ink.room()) { 0 } else { start(text, differs_at, ink.room()) };
            if from > 0 {
                ink.write(theme.ellipsis(), theme.dim());
            }
            show(&mut ink, app, conversion, Span::new(from, text.len()));
        }
    }
}

/// Writes a part of the form with changes marked.
fn show(ink: &mut Ink<'_>, app: &App, conversion: &Conversion, part: Span<InDrawnText>) {
    let (Some(text), Some(differs_at)) = (&conversion.text, conversion.differs_at) else { return };
    let theme = app.look.theme;
    // Both have the same bytes up to the first difference, where the alignment starts.
    let aligned = part.start.min(differs_at);
    let marks = differences(text, app.panes.text(), aligned, ink.room() + (part.start - aligned));
    ink.write_input(&text[..part.end], part.start, |span, is_stand_in| {
        let style = theme.piece(theme.plain(), is_stand_in);
        let is_new = marks.get(span.start - aligned).is_none_or(|is_new| *is_new);
        if is_new { theme.different(style) } else { style }
    });
}

/// Returns whether all of it is visible in `room` columns.
fn is_whole(app: &App, text: &str, room: usize) -> bool {
    // Text with more bytes per column has an unlimited number of marks, and is not measured.
    let cells = pieces(text, app.look.theme.drawing()).map(|piece| usize::from(piece.cells));
    text.len() <= 16 * room && cells.sum::<usize>() <= room
}

/// Returns the start of the visible part, so that the first difference is visible.
fn start(text: &str, differs_at: usize, room: usize) -> usize {
    if differs_at < room / 2 {
        return 0;
    }
    let mut from = differs_at;
    for _ in 0..room / 3 {
        from = cluster::previous(text, from);
    }
    from
}

/// Returns for each byte of `converted` from `from` on, as far as `room` columns can show, whether it differs. Both have
/// the same bytes up to the first difference, and `from` is never after it.
pub fn differences(converted: &str, written: &str, from: usize, room: usize) -> Vec<bool> {
    let mut marks = Vec::new();
    for (change, new, _) in Alignment::new(&converted[from..], written.get(from..).unwrap_or_default()) {
        let count = new.len().min(room * 4);
        marks.extend(std::iter::repeat_n(change != PieceChange::Same, count));
        if marks.len() >= room * 4 {
            break;
        }
    }
    marks
}

/// Returns the form under the mouse.
pub fn target(app: &App, area: Rect, at: Position) -> Target {
    let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let Some(conversions) = app.panes.analysis.conversions.as_ref().filter(|_| at.y >= below.y) else {
        return Target::Pane(Pane::Conversions);
    };
    match list(app, conversions, below).get(usize::from(at.y - below.y)) {
        Some(Line::Form(index, _)) => Target::Form(*index),
        Some(Line::Words(_) | Line::Part(..)) => Target::Form(app.panes.form),
        None => Target::Pane(Pane::Conversions),
    }
}
