//! The reference, which is always at the top.
//!
//! ```text
//! ─ reference ─ at 20 of 24: SPACE (U+0020) ────────────────────
//! http://example.org/a␣b|c                  text, findings underlined
//! ╰─┬╯   ╰────┬────╯╰─▲┬▲╯                  components; ▲ under what is not allowed in an IRI
//! scheme    host     path                   their names
//! ✗ valid LEIRI, not an IRI; 2 findings     verdict
//! opens 'example.org'                       destination
//! ```
//!
//! A long reference is wrapped, as [`crate::ui::reference_rows`] describes; then each row has its brackets and names below it.

use std::ops::Range;

use iri_core::Severity;
use iri_core::reference::{ComponentName, HostKind};
use iri_core::rules::Finding;
use iri_core::text::shorten;
use iri_core::unicode;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use crate::cells::Ink;
use crate::files::link_target::TargetWord;
use crate::files::tally::named;
use crate::inspector::analysis::Analysis;
use crate::inspector::app::{App, Target};
use crate::inspector::pane::Pane;
use crate::theme::drawing::Letters;
use crate::ui::character_style::{selected, style_at};
use crate::ui::direction::words;
use crate::ui::heading::heading;
use crate::ui::reference_rows::{self, Column, TextRow};
use crate::ui::rows::lines;

/// Minimum characters of a name in what the reference opens.
const LEAST_NAME: usize = 8;
/// Rule about references that display identically in the order of RFC 3987, and its message without the other one.
const TWIN_RULE: &str = "bidi-twin";
const TWIN: &str = "displays identically to another reference (RFC 3987 order)";
/// Maximum height of an area without a heading.
const LOW: u16 = 5;

/// Draws the reference and returns the cell of the cursor.
pub fn draw(buffer: &mut Buffer, app: &App, area: Rect) -> Option<Position> {
    let below = match area.height {
        0..=LOW => area,
        _ => heading(buffer, app, Pane::Reference, area, &note(app)),
    };
    let is_low = below.height == area.height;
    let text_rows = reference_rows::rows(app, below);
    if text_rows.len() > 1 {
        return draw_wrapped(buffer, app, (below, is_low), &text_rows);
    }
    let mut rows = lines(below);
    let text = rows.next()?;
    let row = text_rows.first()?;
    let cursor = draw_text(buffer, app, text, row).unwrap_or(text.as_position());
    let columns = row.columns.as_slice();
    let parts = parts(&app.panes.analysis, columns);
    // Three lines have room for the text, the verdict and the destination.
    if below.height > 3 {
        rows.next().into_iter().for_each(|row| draw_brackets(buffer, app, row, columns, &parts));
        if below.height > 4 {
            rows.next().into_iter().for_each(|row| draw_names(buffer, app, row, &parts));
        }
    }
    rows.next().into_iter().for_each(|row| draw_verdict(buffer, app, row, is_low));
    rows.next().into_iter().for_each(|row| draw_destination(buffer, app, row));
    Some(cursor)
}

/// Draws a reference in several rows, each with its components below it, and returns the cell of the cursor.
fn draw_wrapped(
    buffer: &mut Buffer,
    app: &App,
    (area, is_low): (Rect, bool),
    text_rows: &[TextRow<'_>],
) -> Option<Position> {
    let mut rows = lines(area);
    let mut cursor = None;
    for row in text_rows {
        let text = rows.next()?;
        cursor = draw_text(buffer, app, text, row).or(cursor);
        let below = rows.next()?;
        let parts = parts(&app.panes.analysis, &row.columns);
        draw_brackets(buffer, app, below, &row.columns, &parts);
        draw_names_within(buffer, app, below, &row.columns, &parts);
        draw_marks(buffer, app, below, &row.columns);
    }
    rows.next().into_iter().for_each(|row| draw_verdict(buffer, app, row, is_low));
    rows.next().into_iter().for_each(|row| draw_destination(buffer, app, row));
    cursor
}

/// Draws a row of the text. Returns the cell of the cursor if it is in this row.
fn draw_text(buffer: &mut Buffer, app: &App, line: Rect, row: &TextRow<'_>) -> Option<Position> {
    let theme = app.look.theme;
    if app.panes.text().is_empty() {
        let words = "type or paste a reference, such as http://example.org/a b";
        Ink::new(buffer, line, theme).write(words, theme.dim());
        return Some(line.as_position());
    }
    let selected = selected(app);
    for column in &row.columns {
        let span = column.piece.span;
        let mut style = style_at(app, span.start, column.piece.is_stand_in);
        if selected.contains(span.start) {
            style = theme.selected(style);
        }
        column.piece.draw(buffer, Position::new(column.cells.start, line.y), line.right(), style);
    }
    let mut mark = |x| {
        buffer.set_stringn(x, line.y, theme.ellipsis(), 1, theme.dim());
    };
    let gap = row.columns.windows(2).find(|pair| pair[0].piece.span.end < pair[1].piece.span.start);
    if row.is_cut_before && line.width > 0 {
        mark(line.x);
    } else if let Some(pair) = gap.filter(|_| !app.panes.is_displayed_order()) {
        mark(pair[1].cells.start);
    }
    if row.is_cut_after && line.width > 0 {
        mark(line.right() - 1);
    }
    let cursor = app.panes.reference.editor.cursor();
    if let Some(column) = row.columns.iter().find(|column| column.piece.span.contains(cursor)) {
        return Some(Position::new(column.cells.start, line.y));
    }
    let last = row.columns.iter().find(|column| column.piece.span.end == cursor && cursor == app.panes.text().len())?;
    Some(Position::new(last.cells.end.min(line.right().saturating_sub(1)), line.y))
}

fn draw_verdict(buffer: &mut Buffer, app: &App, line: Rect, is_low: bool) {
    let theme = app.look.theme;
    let analysis = &app.panes.analysis;
    let mut ink = Ink::new(buffer, line, theme);
    // A low screen has no heading.
    if is_low && let Some(order) = order_note(app) {
        ink.write(&format!("{order}; "), theme.strong());
    }
    let missing = app.missing_target();
    let least = missing.map(|_| Severity::Warning);
    let worst = analysis.findings.worst().max(least).filter(|worst| *worst >= Severity::Warning);
    let (mark, style) = match worst {
        _ if analysis.unknown.is_some() => ("?", theme.bad()),
        _ if !analysis.is_valid("IRI-reference") => (theme.no(), theme.bad()),
        Some(worst) => (theme.severity_mark(worst), theme.severity(worst)),
        None => (theme.yes(), theme.good()),
    };
    ink.write(mark, style).write(" ", theme.plain()).write(analysis.verdict, theme.strong());
    let count = analysis.findings.len();
    let findings = match count {
        _ if !analysis.is_complete => "analyzing …".to_owned(),
        0 if analysis.unknown.is_some() => "no findings".to_owned(),
        0 => missing.unwrap_or("nothing to fix").to_owned(),
        _ => named(count, "finding"),
    };
    ink.write(&format!("; {findings}"), theme.plain());
    if !analysis.not_iri.is_empty() {
        let legend = format!("; {} not allowed in an IRI", theme.no_iri());
        ink.write(&legend, theme.dim());
    }
}

/// Draws what the reference opens, or how an unknown one is written. The name that is usually registered is emphasized.
fn draw_destination(buffer: &mut Buffer, app: &App, line: Rect) {
    let theme = app.look.theme;
    if let Some(written) = app.panes.reference.subject.written().filter(|_| app.panes.analysis.unknown.is_some()) {
        let plain = |_, is_stand_in| theme.piece(theme.plain(), is_stand_in);
        Ink::new(buffer, line, theme).write("written  ", theme.dim()).write_input(&written, 0, plain);
        return;
    }
    let mut ink = Ink::new(buffer, line, theme);
    if app.panes.target.is_some() {
        return write_target(&mut ink, app);
    }
    let Some(destination) = &app.panes.analysis.destination else { return };
    let text = destination.text.as_str();
    let emphasis = destination.emphasis.clone().unwrap_or(0..0);
    let write = |ink: &mut Ink<'_>, span: Range<usize>| {
        let strong = emphasis.start.clamp(span.start, span.end)..emphasis.end.clamp(span.start, span.end);
        ink.write_escaped(&text[span.start..strong.start], theme.plain());
        ink.write_escaped(&text[strong.clone()], theme.strong());
        ink.write_escaped(&text[strong.end..span.end], theme.plain());
    };
    let mut from = 0;
    // On terminals without these letters the names stay in Bidi Notation.
    for (span, name) in destination.names.iter().filter(|_| theme.letters != Letters::Notation) {
        write(&mut ink, from..span.start);
        let is_strong = span.contains(&emphasis.start) && !emphasis.is_empty();
        ink.write_name(name, if is_strong { theme.strong() } else { theme.plain() });
        from = span.end;
    }
    write(&mut ink, from..text.len());
}

/// Writes a message about the reference. Names in it that are parts of the reference are in their own letters, as the front
/// end of a message knows only its text.
pub fn write_message(ink: &mut Ink<'_>, app: &App, message: &str, style: Style) {
    let names = own_names(app, message);
    let mut from = 0;
    for (span, name) in names {
        ink.write_escaped(&message[from..span.start], style).write_by_component(&name, style);
        from = span.end;
    }
    ink.write_escaped(&message[from..], style);
}

/// Returns the message of a finding, and the reference that displays identically if the finding is about one: it has a line of its
/// own, in its own letters.
pub fn message_and_twin<'a, S>(app: &'a App, finding: &'a Finding<S>) -> (&'a str, Option<&'a str>) {
    let direction = app.panes.analysis.direction.as_ref();
    let twin = direction.and_then(|direction| direction.rfc_twin.as_deref());
    match twin.filter(|_| finding.rule.name == TWIN_RULE) {
        Some(twin) => (TWIN, Some(twin)),
        None => (&finding.message, None),
    }
}

/// Writes a reference that displays identically. The middle of a long one is elided, so that its host stays.
pub fn write_twin(ink: &mut Ink<'_>, app: &App, twin: &str) {
    let theme = app.look.theme;
    let direction = app.panes.analysis.direction.as_ref().filter(|_| theme.letters == Letters::Notation);
    match direction {
        Some(direction) => ink.write(&shorten(&direction.noted(twin), ink.room()), theme.strong()),
        None => ink.write_by_component(&shorten(twin, ink.room()), theme.strong()),
    };
}

/// Returns the names in Bidi Notation that a message contains in quotes or after a colon at its end, and the names as they are.
fn own_names(app: &App, message: &str) -> Vec<(Range<usize>, String)> {
    let direction = app.panes.analysis.direction.as_ref().filter(|direction| !direction.is_plain);
    let Some(direction) = direction.filter(|_| app.look.theme.letters != Letters::Notation) else { return Vec::new() };
    let parts = direction.parts.iter().map(|part| part.span.slice(app.panes.text()));
    let components = app.panes.analysis.components.iter().map(|component| component.span.slice(app.panes.text()));
    let names = parts.chain(components).chain([app.panes.text()]).filter(|name| !name.is_ascii());
    let names = names.map(|name| (direction.noted(name), name.to_owned()));
    let mut found: Vec<(Range<usize>, String)> = Vec::new();
    for (noted, name) in names {
        let quoted = message.find(&format!("'{noted}'")).map(|at| at + 1);
        // In a wrapped message the name may be all of a line.
        let is_last = |before: &&str| before.is_empty() || before.ends_with(": ");
        let last = || message.strip_suffix(&noted).filter(is_last).map(str::len);
        if let Some(start) = quoted.or_else(last) {
            found.push((start..start + noted.len(), name));
        }
    }
    found.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
    let mut end = 0;
    found.retain(|(span, _)| {
        let is_free = span.start >= end;
        end = end.max(span.end);
        is_free
    });
    found
}

/// Writes which file or element the reference opens, and whether it exists.
pub fn write_target(ink: &mut Ink<'_>, app: &App) {
    let Some(target) = &app.panes.target else { return };
    let style = if target.is_missing() { app.look.theme.bad() } else { app.look.theme.plain() };
    let mut words = target.words();
    // Whether it exists is more important than the middle of a long name, and a similar name than the whole one.
    let cells = |words: &[TargetWord]| -> usize { words.iter().map(|word| word.text().width()).sum() };
    let mut excess = cells(&words).saturating_sub(ink.room());
    if target.is_missing() && excess > 0 && excess + LEAST_NAME > words.get(1).map_or(0, |name| name.text().width()) {
        words = target.state_words();
        excess = cells(&words).saturating_sub(ink.room());
    }
    for word in words {
        match word {
            TargetWord::Words(text) => ink.write(&text, style),
            TargetWord::Name(name) => {
                let length = name.chars().count();
                let shorter = shorten(&name, length.saturating_sub(excess).max(LEAST_NAME));
                excess = excess.saturating_sub(length - shorter.chars().count());
                ink.write_displayed(&shorter, 0, |_, is_stand_in| {
                    app.look.theme.piece(app.look.theme.strong(), is_stand_in)
                })
            }
        };
    }
}

/// Returns the columns of each visible component. In displayed order a component may have several parts.
fn parts(analysis: &Analysis, columns: &[Column<'_>]) -> Vec<(ComponentName, Range<u16>)> {
    let mut parts: Vec<(ComponentName, Range<u16>)> = Vec::new();
    for column in columns {
        let Some(name) = analysis.component_at(column.piece.span.start) else { continue };
        match parts.last_mut() {
            Some((last, cells)) if *last == name && cells.end == column.cells.start => cells.end = column.cells.end,
            _ => parts.push((name, column.cells.clone())),
        }
    }
    parts
}

/// Returns the column of the stem of a bracket, which is the middle of the name below it.
fn center(cells: &Range<u16>) -> u16 {
    cells.start + (cells.end - cells.start).saturating_sub(1) / 2
}

/// Draws the brackets, and a mark under characters that are not allowed in an IRI.
fn draw_brackets(
    buffer: &mut Buffer,
    app: &App,
    line: Rect,
    columns: &[Column<'_>],
    parts: &[(ComponentName, Range<u16>)],
) {
    let theme = app.look.theme;
    let [left, middle, stem, right] = theme.bracket();
    for (name, cells) in parts {
        let style = theme.component(Some(*name));
        let center = center(cells);
        for x in cells.clone() {
            let symbol = match x {
                _ if x == center => stem,
                _ if x == cells.start => left,
                _ if x + 1 == cells.end => right,
                _ => middle,
            };
            buffer.set_stringn(x, line.y, symbol, 1, style);
        }
    }
    draw_marks(buffer, app, line, columns);
}

/// Returns whether a mark is under a column: its character is not allowed in an IRI.
fn is_marked(app: &App, column: &Column<'_>) -> bool {
    app.panes.analysis.not_iri.binary_search(&column.piece.span.start).is_ok()
}

/// Draws a mark under characters that are not allowed in an IRI.
fn draw_marks(buffer: &mut Buffer, app: &App, line: Rect, columns: &[Column<'_>]) {
    let theme = app.look.theme;
    for column in columns {
        if is_marked(app, column) {
            let severity = app.panes.analysis.severity_at(column.piece.span.start);
            let style = severity.map_or(theme.bad(), |severity| theme.severity(severity));
            buffer.set_stringn(column.cells.start, line.y, theme.no_iri(), 1, style);
        }
    }
}

/// Draws the names within their brackets, where they fit between the marks: as near to the middle as possible.
fn draw_names_within(
    buffer: &mut Buffer,
    app: &App,
    line: Rect,
    columns: &[Column<'_>],
    parts: &[(ComponentName, Range<u16>)],
) {
    let marks: Vec<u16> =
        columns.iter().filter(|column| is_marked(app, column)).map(|column| column.cells.start).collect();
    for (name, cells) in parts {
        let label = format!(" {} ", label(app, *name));
        let length = u16::try_from(label.len()).unwrap_or(u16::MAX);
        let Some(free) = (cells.end - cells.start).checked_sub(length).filter(|free| *free >= 2) else { continue };
        let is_free = |x: &u16| {
            let next = marks.partition_point(|mark| mark < x);
            marks.get(next).is_none_or(|mark| *mark >= *x + length)
        };
        let middle = cells.start + free / 2;
        let starts = (cells.start + 1..cells.start + free).filter(is_free);
        if let Some(x) = starts.min_by_key(|x| x.abs_diff(middle)) {
            buffer.set_stringn(x, line.y, &label, label.len(), app.look.theme.component(Some(*name)));
        }
    }
}

/// Returns the name of a component; that of a host is its kind, unless it is a name.
fn label(app: &App, name: ComponentName) -> &'static str {
    match (name, app.panes.analysis.host) {
        (ComponentName::Host, Some(kind)) if kind != HostKind::RegName => kind.name(),
        _ => name.name(),
    }
}

/// Draws the names under their brackets. In displayed order a component has its name under its widest part.
fn draw_names(buffer: &mut Buffer, app: &App, line: Rect, parts: &[(ComponentName, Range<u16>)]) {
    let mut named: Vec<&(ComponentName, Range<u16>)> = Vec::new();
    for part in parts {
        match named.iter_mut().find(|known| known.0 == part.0) {
            Some(known) if known.1.len() < part.1.len() => *known = part,
            Some(_) => {}
            None => named.push(part),
        }
    }
    named.sort_by_key(|(_, cells)| cells.start);
    let mut ink = Ink::new(buffer, line, app.look.theme);
    for (name, cells) in named {
        let label = label(app, *name);
        let length = u16::try_from(label.len()).unwrap_or(0);
        let center = center(cells);
        ink.skip_to(center.saturating_sub(length.saturating_sub(1) / 2));
        if ink.room() < label.len() {
            break;
        }
        ink.write(label, app.look.theme.component(Some(*name))).write(" ", app.look.theme.plain());
    }
}

/// Returns the mode, the order of the text if it matters, and the position and the name of the selected character.
fn note(app: &App) -> String {
    let mode = (app.panes.pane == Pane::Reference).then_some("editing");
    let place = place_note(app);
    mode.into_iter().chain(order_note(app)).chain([place.as_str()]).collect::<Vec<_>>().join(", ")
}

/// Returns the order of the text; `None` if both are the same.
pub fn order_note(app: &App) -> Option<&'static str> {
    let direction = app.panes.analysis.direction.as_ref();
    let order = if app.panes.is_displayed_order() { "displayed order" } else { "stored order" };
    direction.filter(|direction| !direction.is_left_to_right).map(|_| order)
}

/// Returns the position and the name of the selected character.
fn place_note(app: &App) -> String {
    let editor = &app.panes.reference.editor;
    let selection = editor.selection();
    if !selection.is_empty() {
        let count = selection.slice(app.panes.text()).chars().count();
        return format!("{count} of {} selected", app.panes.analysis.length);
    }
    let cluster = editor.cluster().slice(app.panes.text());
    let Some(c) = app.panes.text()[app.panes.selected_character()..].chars().next() else {
        let place = words::place(app).map_or_else(String::new, |place| format!(", {place}"));
        return format!("at end ({}){place}", named(app.panes.analysis.length, "character"));
    };
    let number = app.panes.text()[..app.panes.selected_character()].chars().count();
    let more = match cluster.chars().count() {
        1 => "",
        _ if app.panes.selected_character() == editor.cursor() => ", displayed with the next character",
        _ => ", displayed with the previous character",
    };
    let place = words::place(app).map_or_else(String::new, |place| format!(", {place}"));
    format!("at {number} of {}{place}: {}{more}", app.panes.analysis.length, unicode::quoted(c))
}

/// Returns the character under the mouse.
pub fn target(app: &App, area: Rect, at: Position) -> Target {
    Target::Character(Pane::Reference, offset_at(app, area, at))
}

/// Returns the offset of the character at a cell; the end of the text after it.
pub fn offset_at(app: &App, area: Rect, at: Position) -> usize {
    let rows = reference_rows::rows(app, area);
    let top = area.y + u16::from(area.height > LOW);
    let wanted = usize::from(at.y.saturating_sub(top)) / if rows.len() > 1 { 2 } else { usize::MAX };
    let Some(row) = rows.get(wanted.min(rows.len().saturating_sub(1))) else { return app.panes.text().len() };
    let under = row.columns.iter().find(|column| column.cells.contains(&at.x));
    let after = row.columns.iter().map(|column| column.piece.span.end).max();
    under.map(|column| column.piece.span.start).or(after).unwrap_or(app.panes.text().len())
}

/// Returns whether the character at byte `offset` is drawn and not replaced by an ellipsis.
#[cfg(test)]
pub fn shows(app: &App, area: Rect, offset: usize) -> bool {
    reference_rows::rows(app, area).iter().any(|row| {
        let (first, last) = (row.columns.first(), row.columns.last());
        let is_hidden = |column: &Column<'_>| {
            row.is_cut_before && first.is_some_and(|first| std::ptr::eq(first, column))
                || row.is_cut_after && column.cells.end > area.right() - 1
        };
        let at = row.columns.iter().find(|column| column.piece.span.contains(offset));
        let is_end = offset == app.panes.text().len() && last.is_some_and(|last| last.piece.span.end == offset);
        is_end || at.is_some_and(|column| !is_hidden(column))
    })
}
