//! The pane of the direction: the text in stored and in displayed order, each character in its own slot, so that the
//! order is the same on every terminal.
//!
//! ```text
//! ─ direction ─ RFC 3987 order, 1 of 3 ─────────────────────────
//! index        0 1 2 3 4  5  6  7 8 9  10 11 12 13 14 15 16 17
//! stored       h t t p :  /  /  a b .  C  D  E  .  1  2  3  /
//! class        L L L L CS CS CS L L CS R  R  R  CS EN EN EN CS
//! resolved     L L L L L  L  L  L L L  R  R  R  R  EN EN EN L
//! level        0 0 0 0 0  0  0  0 0 0  1  1  1  1  2  2  2  0
//! displayed    h t t p :  /  /  a b .  1  2  3  .  E  D  C  /
//! from         0 1 2 3 4  5  6  7 8 9  14 15 16 13 12 11 10 17
//! same display h t t p :  /  /  a b .  1  2  3  .  C  D  E  /    another reference (stored)
//! differs                              ^  ^  ^     ^  ^  ^
//! reason       14 U+0031 DIGIT ONE: EN stays EN, level 2 by I1 …
//! stored       http://ab.CDE.123/          (uppercase: right-to-left letters)
//! displayed    http://ab.123.EDC/          in each of the three orders
//! legend       C = U+05D2 HEBREW LETTER GIMEL, D = U+05D3 HEBREW LETTER DALET, …
//! component    host label CDE: right-to-left only
//! same display http://ab.123.CDE/          another reference (uppercase: right-to-left letters)
//!              displays identically, but has 123.CDE instead of CDE.123
//! ```
//!
//! If there are few rows, the displayed and the stored order have priority. Instead of these rows, the pane shows the
//! steps from one order to the other:
//!
//! ```text
//! stored       a b . C D E . 1 2 3 /
//! reverse                    ╰───╯
//! step 1       a b . C D E . 3 2 1 /
//! reverse            ╰───────────╯
//! displayed    a b . 1 2 3 . E D C /
//!              step 2 of 2: reverse what has level 1 or higher (displayed order)
//! ```

mod plan;
mod slots;
pub mod words;

use iri_core::bidi::DisplayOrder;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::cells::{Ink, pieces, with_joined_letters};
use crate::inspector::analysis::Direction;
use crate::inspector::app::{App, Target};
use crate::inspector::pane::Pane;
use crate::theme::drawing::Letters;
use crate::ui::character_style::{selected, style_at};
use crate::ui::heading::heading;
use crate::ui::rows::lines;
use plan::{DirectionLine, GridRow, NAMES, all, fits_with_notation, kept};
use slots::{SlotColumn, SlotOrder, Window};

/// Mark under a character that differs.
const MARK: &str = "^";

/// Returns how many rows it needs below its heading.
pub fn rows(app: &App) -> u16 {
    let Some(direction) = &app.panes.analysis.direction else { return 1 };
    u16::try_from(all(app, direction, app.look.size.width).len()).unwrap_or(u16::MAX)
}

/// Returns whether another reference displays identically, in the columns of this one.
pub fn has_twin(app: &App) -> bool {
    app.panes.analysis.direction.as_ref().is_some_and(|direction| direction.beside.is_some())
}

/// Draws the pane.
pub fn draw(buffer: &mut Buffer, app: &App, area: Rect) {
    let below = heading(buffer, app, Pane::Direction, area, &note(app));
    let Some(direction) = &app.panes.analysis.direction else {
        let words = if app.panes.pane == Pane::Direction {
            "  analyzing …"
        } else {
            "  long text: computed when this pane is selected"
        };
        Ink::new(buffer, below, app.look.theme).write(words, app.look.theme.dim());
        return;
    };
    let kept = kept(app, direction, below);
    let window = slots::window(app, direction, &grid(&kept, below));
    for (line, row) in kept.iter().zip(lines(below)) {
        match line {
            DirectionLine::GridRow(grid) => draw_slots(buffer, app, direction, row, *grid, &window),
            _ => draw_line(buffer, app, direction, row, line),
        }
    }
}

/// Returns the display order, and its number among all orders.
fn note(app: &App) -> String {
    let number = DisplayOrder::ALL.iter().position(|order| *order == app.panes.order).unwrap_or(0) + 1;
    format!("{}, {number} of {}", app.panes.order.title(), DisplayOrder::ALL.len())
}

/// Returns the grid in `area` with these lines.
fn grid(kept: &[DirectionLine], area: Rect) -> slots::SlotGrid {
    let rows: Vec<GridRow> = kept
        .iter()
        .filter_map(|line| match line {
            DirectionLine::GridRow(row) => Some(*row),
            _ => None,
        })
        .collect();
    let mut orders: Vec<SlotOrder> = Vec::new();
    // The width of a column does not depend on whether both orders fit.
    for order in [SlotOrder::Stored, SlotOrder::Displayed].into_iter().chain(rows.iter().map(|row| row.order())) {
        if !orders.contains(&order) {
            orders.push(order);
        }
    }
    slots::SlotGrid {
        // The last column is for an ellipsis.
        room: usize::from(area.width.saturating_sub(NAMES + 1)),
        has_numbers: rows.iter().any(|row| matches!(row, GridRow::Number | GridRow::From)),
        has_classes: rows.iter().any(|row| matches!(row, GridRow::Class | GridRow::After)),
        orders,
    }
}

fn draw_slots(buffer: &mut Buffer, app: &App, direction: &Direction, line: Rect, grid: GridRow, seen: &Window) {
    let theme = app.look.theme;
    let mut ink = Ink::new(buffer, line, theme);
    ink.write(&grid.name(), theme.dim()).skip_to(line.x + NAMES - 1);
    ink.write(if seen.is_cut_before { theme.ellipsis() } else { " " }, theme.dim());
    let is_marked =
        |column: &SlotColumn| differing(direction, grid.order()).iter().any(|part| part.contains(&column.index));
    if matches!(grid, GridRow::Marks(_)) && !seen.columns.iter().any(is_marked) {
        // The difference is outside the window.
        let words = direction.twins.first().map(words::elsewhere).unwrap_or_default();
        ink.write(&words, theme.plain());
        return;
    }
    for column in &seen.columns {
        let from = ink.x();
        let width = u16::try_from(column.cells).unwrap_or(u16::MAX);
        if let Some(slot) = column.slot(grid.order()) {
            let is_selected = slot.start.is_some_and(|start| selected(app).contains(start));
            let mark = |style| if is_selected { theme.selected(style) } else { style };
            match grid {
                GridRow::Text(_) => {
                    let style = slot.start.map_or(theme.plain(), |start| style_at(app, start, false));
                    let style = if is_marked(column) { theme.different(style) } else { style };
                    let shown = |_, is_stand_in| mark(theme.piece(style, is_stand_in));
                    ink.write_input(&slot.shown, 0, shown);
                }
                GridRow::Class => drop(ink.write(&slot.class, theme.plain())),
                GridRow::After => {
                    let style = if slot.after == slot.class { theme.dim() } else { theme.strong() };
                    ink.write(&slot.after, style);
                }
                GridRow::Level => {
                    let style = if slot.level.is_multiple_of(2) { theme.plain() } else { theme.strong() };
                    ink.write(&slot.level.to_string(), style);
                }
                GridRow::Number | GridRow::From => drop(ink.write(&slot.index.to_string(), mark(theme.dim()))),
                GridRow::Marks(_) if is_marked(column) => drop(ink.write(MARK, theme.strong())),
                GridRow::Marks(_) => {}
                GridRow::Runs(step) => {
                    let runs = direction.steps.get(step).map_or(&[][..], |step| &step.runs);
                    if let Some(run) = runs.iter().find(|run| run.contains(&column.index)) {
                        let [left, middle, _, right] = theme.bracket();
                        let is_last = column.index + 1 == run.end;
                        let symbol = match column.index {
                            index if index == run.start => left,
                            _ if is_last => right,
                            _ => middle,
                        };
                        ink.write(symbol, theme.strong());
                        while !is_last && ink.x() < from + width && ink.has_room() {
                            ink.write(middle, theme.strong());
                        }
                    }
                }
            }
        }
        ink.skip_to(from + width);
    }
    if seen.is_cut_after {
        ink.write(theme.ellipsis(), theme.dim());
    } else if grid == GridRow::Text(SlotOrder::Twin) {
        ink.write("  another reference (stored)", theme.dim());
    }
}

/// Returns the columns of the parts in which the stored order of this row differs from that of the other reference.
fn differing(direction: &Direction, order: SlotOrder) -> &[std::ops::Range<usize>] {
    match (&direction.beside, order) {
        (Some(beside), SlotOrder::Stored) => &beside.ours,
        (Some(beside), SlotOrder::Twin) => &beside.theirs,
        _ => &[],
    }
}

fn draw_line(buffer: &mut Buffer, app: &App, direction: &Direction, row: Rect, line: &DirectionLine) {
    let theme = app.look.theme;
    let mut ink = Ink::new(buffer, row, theme);
    let name = match line {
        DirectionLine::Words(name, _) => name,
        DirectionLine::Written => "stored",
        DirectionLine::Shown(0) => "displayed",
        DirectionLine::ShownNotation(0) => "notation",
        DirectionLine::Letters => "legend",
        DirectionLine::Part(_) => "component",
        DirectionLine::Twin(_) => "same display",
        DirectionLine::Plain
        | DirectionLine::Legend(_)
        | DirectionLine::Shown(_)
        | DirectionLine::ShownNotation(_)
        | DirectionLine::Difference(_)
        | DirectionLine::GridRow(_) => "",
    };
    if *line != DirectionLine::Plain {
        ink.write(name, theme.dim()).skip_to(row.x + NAMES);
    }
    match line {
        DirectionLine::Plain => drop(ink.write("  ", theme.plain()).write(words::LEFT_TO_RIGHT, theme.dim())),
        DirectionLine::Words(_, words) => drop(ink.write_escaped(words, theme.plain())),
        DirectionLine::Legend(words) => drop(ink.write(words, theme.dim())),
        DirectionLine::Written => {
            ink.write(&direction.written, theme.plain());
            ink.write("   (uppercase: right-to-left letters)", theme.dim());
        }
        DirectionLine::Shown(index) => {
            let Some(shown) = direction.shown.get(*index) else { return };
            let style = if shown.order == app.panes.order { theme.strong() } else { theme.plain() };
            if theme.letters != Letters::Notation {
                let text = with_joined_letters(&shown.text, theme.drawing());
                ink.write_input(&text, 0, |_, is_stand_in| theme.piece(style, is_stand_in));
                ink.write(words::BETWEEN, theme.plain());
            }
            if theme.letters == Letters::Notation
                || fits_with_notation(app, shown, usize::from(row.width.saturating_sub(NAMES)))
            {
                ink.write(&shown.notation, style).write(words::BETWEEN, theme.plain());
            }
            ink.write(shown.order.title(), theme.dim());
        }
        DirectionLine::ShownNotation(index) => {
            let Some(shown) = direction.shown.get(*index) else { return };
            ink.write(&shown.notation, if shown.order == app.panes.order { theme.strong() } else { theme.plain() });
        }
        DirectionLine::Letters => draw_legend(&mut ink, app),
        DirectionLine::Part(index) => {
            let Some(part) = direction.parts.get(*index) else { return };
            let (mark, verdict) = words::verdict(part.verdict);
            let (mark, style) = if mark { (theme.yes(), theme.good()) } else { (theme.no(), theme.bad()) };
            ink.write(mark, style).write(&format!(" {} ", part.kind.name()), theme.plain());
            let text = part.span.slice(app.panes.text());
            let is_selected = part.span.contains(app.panes.reference.editor.cursor());
            let style = if is_selected { theme.selected(theme.strong()) } else { theme.strong() };
            match theme.letters {
                Letters::Notation => ink.write(&direction.noted(text), style),
                _ => ink.write_displayed(text, 0, |_, _| style),
            };
            ink.write(&format!(": {verdict}"), theme.plain());
        }
        DirectionLine::Twin(index) => {
            let Some(twin) = direction.twins.get(*index) else { return };
            let style = theme.severity(iri_core::Severity::Warning);
            if theme.letters == Letters::Notation {
                ink.write(&twin.written, style);
                ink.write("   another reference (uppercase: right-to-left letters)", theme.dim());
            } else {
                ink.write_by_component(&twin.text, style);
                ink.write("   another reference (components in stored order)", theme.dim());
            }
        }
        DirectionLine::Difference(index) => {
            let Some(twin) = direction.twins.get(*index) else { return };
            ink.write(&words::difference(twin), theme.plain());
        }
        DirectionLine::GridRow(_) => {}
    }
}

/// Draws which letter each letter of the notation stands for.
fn draw_legend(ink: &mut Ink<'_>, app: &App) {
    let theme = app.look.theme;
    let mut separator = "";
    let mut entries = app.panes.analysis.notation.legend().peekable();
    while let Some(entry) = entries.next() {
        let capital = format!("{separator}{} = ", entry.capital);
        let name = entry.name();
        let short = name.rsplit_once(" LETTER ").filter(|_| theme.letters == Letters::Notation);
        let letter = entry.letter.to_string();
        let cells: usize = match short {
            Some((_, short)) => short.len(),
            None => pieces(&letter, theme.drawing()).map(|piece| usize::from(piece.cells)).sum(),
        };
        let ellipsis = usize::from(entries.peek().is_some());
        if ink.room() < capital.len() + cells + ellipsis {
            ink.write(theme.ellipsis(), theme.dim());
            break;
        }
        ink.write(&capital, theme.dim());
        match short {
            Some((_, short)) => ink.write(short, theme.plain()),
            None => ink.write_input(&letter, 0, |_, _| theme.plain()),
        };
        separator = ", ";
    }
}

/// Returns the character under the mouse.
pub fn target(app: &App, area: Rect, at: Position) -> Target {
    let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let pane = Target::Pane(Pane::Direction);
    let Some(direction) = app.panes.analysis.direction.as_ref().filter(|_| at.y >= below.y) else { return pane };
    let kept = kept(app, direction, below);
    let Some(DirectionLine::GridRow(row)) = kept.get(usize::from(at.y - below.y)) else { return pane };
    let mut x = usize::from(below.x + NAMES);
    for column in slots::window(app, direction, &grid(&kept, below)).columns {
        let cells = x..x + column.cells;
        x = cells.end;
        if cells.contains(&usize::from(at.x)) {
            let start = column.slot(row.order()).and_then(|slot| slot.start);
            return start.map_or(pane, |start| Target::Character(Pane::Direction, start));
        }
    }
    pane
}
