//! A reference in its source: the lines around it, and its findings.

use iri_core::text::{InDocument, apply_edits, floor_char_boundary};
use iri_core::xml::document::DocumentFinding;
use iri_core::{Document, Safety, Severity, Span};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use crate::cells::{Ink, elided_path, first_shown, wrapped};
use crate::files::documents::Documents;
use crate::files::edits::main_of;
use crate::inspector::app::App;
use crate::ui::heading::area_heading;
use crate::ui::reference;
use crate::ui::rows::lines;

/// Maximum bytes of a reference whose fix is previewed.
const LONG: usize = 1 << 16;
/// Maximum bytes of a line per cell: a piece has a limited number of marks.
const BYTES_A_CELL: usize = 4;

/// Maximum lines of a message.
const MOST_LINES: usize = 4;

/// Columns of a heading beside its note.
const HEADING: usize = 12;

/// Draws the lines around the selected reference.
pub fn draw(buffer: &mut Buffer, app: &App, documents: &Documents, area: Rect) {
    let Some((_, file, row)) = documents.current() else { return };
    let role = app.panes.reference.subject.options().role.name;
    let document = file.document();
    let site = document.and_then(|document| document.sites_in(row.span()).find(|site| site.span == row.span()));
    let origin = site.and_then(|site| site.origin).map(|origin| format!(", {origin}")).unwrap_or_default();
    // The list has the displayed order.
    let order = reference::order_note(app).map(|_| ", stored order").unwrap_or_default();
    let rest = format!(":{}:{} {} {role}{origin}{order}", row.line, row.column, app.look.theme.rule());
    let width = usize::from(area.width);
    let room = (width / 3).max(width.saturating_sub(rest.width() + HEADING));
    let note = format!("{}{rest}", elided_path(documents.short_name(file), room));
    let below = area_heading(buffer, app, area, "source", &note, false);
    let Some(document) = document else { return };
    let rows = usize::from(below.height);
    let line = row.line as usize;
    let first = line.saturating_sub(rows / 2).max(1);
    let width = (first + rows).to_string().len();
    let fault = documents.main_finding().map(|found| found.finding.span);
    for (number, row_area) in (first..).zip(lines(below)) {
        let span = document.line(number);
        if span.is_empty() && span.start == document.len() && number > line {
            break;
        }
        let mut ink = Ink::new(buffer, row_area, app.look.theme);
        let gutter = if number == line { app.look.theme.strong() } else { app.look.theme.dim() };
        ink.write(&format!("{number:>width$} "), gutter);
        draw_line(&mut ink, app, document, span, (row.span(), fault));
    }
}

/// Draws a line, or the part of it in which the reference at `target` starts; of a reference that does not fit, the part
/// with its fault.
fn draw_line(
    ink: &mut Ink<'_>,
    app: &App,
    document: &Document,
    line: Span<InDocument>,
    (reference, fault): (Span<InDocument>, Option<Span<InDocument>>),
) {
    let reach = (ink.room() + 1) * BYTES_A_CELL;
    let is_long = reference.len() > ink.room();
    let target = fault.filter(|fault| is_long && line.contains(fault.start)).unwrap_or(reference);
    let near = if line.contains(target.start) { target.start } else { line.start };
    let from = line.start.max(near.saturating_sub(reach));
    let span = document.clamped(Span::new(from, line.end.min(near + reach)));
    let text = document.slice(span);
    // One column is for the mark of what is cut off at the left.
    let width = u16::try_from(ink.room()).unwrap_or(u16::MAX).saturating_sub(1);
    // Indentation is less important than the end of a long reference.
    let end = (near - span.start + target.len()).min(near - span.start + reach / 2).min(text.len());
    let cursor = if near == target.start { floor_char_boundary(&text, end) } else { 0 };
    let view = first_shown(&text, cursor, 0, width, app.look.theme.drawing());
    let found: Vec<_> = document.findings_in(span).map(|found| (found.finding.span, found.finding.severity)).collect();
    let sites: Vec<_> = document.sites_in(span).map(|site| site.span).collect();
    let is_between = |at: usize| !sites.iter().any(|site| site.contains(at + span.start));
    if span.start + view > line.start {
        ink.write(app.look.theme.ellipsis(), app.look.theme.dim());
    }
    ink.write_source(&text, view, is_between, |piece, is_stand_in| {
        style(app, piece.start + span.start, is_stand_in, reference, &found)
    });
}

fn style(
    app: &App,
    at: usize,
    is_stand_in: bool,
    target: Span<InDocument>,
    found: &[(Span<InDocument>, Severity)],
) -> Style {
    let theme = app.look.theme;
    let style = if target.contains(at) { theme.strong() } else { theme.plain() };
    let style = theme.piece(style, is_stand_in);
    let worst = found.iter().filter(|(span, _)| span.contains(at)).map(|(_, severity)| *severity).max();
    worst.map_or(style, |severity| theme.flagged(style, severity))
}

/// A line of the findings.
enum Line<'a> {
    /// Severity and rule, with as much of the message as fits if it has no lines of its own.
    Head(&'a DocumentFinding<'a>, bool),
    Text(String),
    /// Reference that displays identically.
    Twin(&'a str),
    Fix(usize, &'a iri_core::Fix<InDocument>),
}

/// Returns the lines of the findings, in order if they fit. Otherwise the finding that a key fixes comes first, with its
/// fixes, and messages are shortened: what a key does is more important than the end of a message.
fn finding_lines<'a>(
    app: &'a App,
    findings: &'a [DocumentFinding<'a>],
    (width, rows): (usize, usize),
) -> Vec<Line<'a>> {
    let main = main_of(findings);
    let lines = |number: usize, most: usize| {
        let found = &findings[number];
        let (message, twin) = reference::message_and_twin(app, &found.finding);
        let message = if most == 0 { Vec::new() } else { wrapped(message, width, most + 1) };
        let mut message: Vec<Line<'a>> = message.into_iter().map(Line::Text).chain(twin.map(Line::Twin)).collect();
        if message.len() > most {
            message.truncate(most);
            if let Some(Line::Text(line)) = message.last_mut() {
                line.push_str(app.look.theme.ellipsis());
            }
        }
        let fixes = if Some(number) == main { found.finding.fixes.as_slice() } else { &[] };
        let fixes = fixes.iter().enumerate().map(|(number, fix)| Line::Fix(number, fix));
        let head = Line::Head(found, message.is_empty());
        std::iter::once(head).chain(message).chain(fixes).collect::<Vec<_>>()
    };
    let some = 0..findings.len().min(rows + 1);
    let all: Vec<Line<'a>> = some.clone().flat_map(|number| lines(number, MOST_LINES)).collect();
    if all.len() <= rows {
        return all;
    }
    let first = main.unwrap_or(0);
    let fixes = main.map_or(0, |main| findings[main].finding.fixes.len());
    let open = lines(first, MOST_LINES.min(rows.saturating_sub(1 + fixes)));
    let others = some.filter(|number| *number != first).flat_map(|number| lines(number, 0));
    open.into_iter().chain(others).collect()
}

/// Returns the source of the selected reference after `fix`, and where it changes.
fn after(documents: &Documents, fix: &iri_core::Fix<InDocument>) -> Option<(String, usize)> {
    let (_, file, row) = documents.current()?;
    let document = file.document()?;
    let span = row.span();
    let first = fix.edits.first()?.span.start;
    if fix.edits.iter().any(|edit| edit.span.start < span.start || edit.span.end > span.end) || span.len() > LONG {
        return None;
    }
    let edits: Vec<_> = fix.edits.iter().map(|edit| edit.clone().from_start(span.start)).collect();
    Some((apply_edits(&document.slice(span), &edits), first - span.start))
}

/// Draws the findings of the selected reference, the most severe first.
pub fn draw_findings(buffer: &mut Buffer, app: &App, documents: &Documents, area: Rect, is_target_shown: bool) {
    let theme = app.look.theme;
    let Some(at) = documents.at() else { return };
    let findings = documents.findings(at);
    let note = if findings.is_empty() { "no findings".to_owned() } else { findings.len().to_string() };
    let below = area_heading(buffer, app, area, "findings", &note, false);
    let width = usize::from(below.width.saturating_sub(4));
    // Beside the list the target is below the reference.
    let below = if app.panes.target.is_some() && is_target_shown && below.height > 1 {
        let [first, rest] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(below);
        reference::write_target(&mut Ink::new(buffer, first, theme), app);
        rest
    } else {
        below
    };
    let rows = usize::from(below.height);
    let all = finding_lines(app, &findings, (width, rows));
    let is_cut = all.len() > rows;
    for (line, row) in all.into_iter().zip(lines(below)) {
        let mut ink = Ink::new(buffer, row, theme);
        match line {
            Line::Head(found, has_message) => {
                let severity = found.finding.severity;
                ink.write(theme.severity_mark(severity), theme.severity(severity)).write(" ", theme.plain());
                ink.write(severity.name(), theme.severity(severity)).write(" ", theme.plain());
                ink.write(found.finding.rule.name, theme.strong());
                if has_message {
                    ink.write("  ", theme.plain());
                    let (message, _) = reference::message_and_twin(app, &found.finding);
                    reference::write_message(&mut ink, app, message, theme.dim());
                }
            }
            Line::Text(text) => {
                ink.skip_to(row.x + 2);
                reference::write_message(&mut ink, app, &text, theme.plain());
            }
            Line::Twin(twin) => {
                ink.skip_to(row.x + 2);
                reference::write_twin(&mut ink, app, twin);
            }
            Line::Fix(number, fix) => {
                ink.skip_to(row.x + 2);
                let key = if number == 0 { "f".to_owned() } else { format!("{}f", number + 1) };
                ink.write(&key, theme.key()).write("  ", theme.plain()).write_escaped(&fix.title, theme.plain());
                if fix.safety == Safety::Suggested {
                    ink.write(" (suggested)", theme.dim());
                }
                if let Some((text, changed)) = after(documents, fix) {
                    ink.write(&format!("  {} ", theme.arrow()), theme.dim());
                    ink.write_displayed(&text, changed, |_, is_stand_in| theme.piece(theme.plain(), is_stand_in));
                }
            }
        }
    }
    if let Some(last) = lines(below).last().filter(|_| is_cut) {
        buffer.set_stringn(last.right().saturating_sub(1), last.y, theme.ellipsis(), 1, theme.dim());
    }
}
