//! The brackets under the components, and their names.
//!
//! ```text
//! http://example.org/a␠b|c
//! ╰─┬╯   ╰────┬────╯╰─▲┬▲╯
//! scheme    host     path
//! ```

use std::ops::Range;

use iri_core::reference::{ComponentName, HostKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Column;
use crate::cells::Ink;
use crate::inspector::analysis::Judged;
use crate::inspector::app::App;

/// The columns of each component that is seen, in their order.
pub fn parts(judged: &Judged, columns: &[Column<'_>]) -> Vec<(ComponentName, Range<u16>)> {
    let seen = judged.components.iter().filter(|component| component.name != ComponentName::Authority);
    seen.filter_map(|component| {
        let inside = |column: &&Column<'_>| component.span.contains(column.piece.span.start);
        let first = columns.iter().find(inside)?;
        let last = columns.iter().rev().find(inside)?;
        Some((component.name, first.cells.start..last.cells.end))
    })
    .collect()
}

/// Where the stem of a bracket stands, and the middle of the name below it.
fn centre(cells: &Range<u16>) -> u16 {
    cells.start + (cells.end - cells.start).saturating_sub(1) / 2
}

/// Draws the brackets, and a mark under what no IRI admits.
pub fn draw_brackets(
    buffer: &mut Buffer,
    app: &App,
    line: Rect,
    columns: &[Column<'_>],
    parts: &[(ComponentName, Range<u16>)],
) {
    let theme = app.theme;
    let [left, middle, stem, right] = theme.bracket();
    for (name, cells) in parts {
        let style = theme.component(Some(*name));
        let centre = centre(cells);
        for x in cells.clone() {
            let symbol = match x {
                _ if x == centre => stem,
                _ if x == cells.start => left,
                _ if x + 1 == cells.end => right,
                _ => middle,
            };
            buffer.set_stringn(x, line.y, symbol, 1, style);
        }
    }
    for column in columns {
        if app.judged.not_iri.binary_search(&column.piece.span.start).is_ok() {
            let severity = app.judged.severity_at(column.piece.span.start);
            let style = severity.map_or(theme.bad(), |severity| theme.severity(severity));
            buffer.set_stringn(column.cells.start, line.y, theme.no_iri(), 1, style);
        }
    }
}

/// Draws the names under their brackets.
pub fn draw_names(buffer: &mut Buffer, app: &App, line: Rect, parts: &[(ComponentName, Range<u16>)]) {
    let mut ink = Ink::new(buffer, line, app.theme);
    for (name, cells) in parts {
        let label = match (name, app.judged.host) {
            (ComponentName::Host, Some(kind)) if kind != HostKind::RegName => kind.name(),
            _ => name.name(),
        };
        let length = u16::try_from(label.len()).unwrap_or(0);
        let centre = centre(cells);
        ink.skip_to(centre.saturating_sub(length.saturating_sub(1) / 2));
        if ink.room() < label.len() {
            break;
        }
        ink.say(label, app.theme.component(Some(*name))).say(" ", app.theme.plain());
    }
}
