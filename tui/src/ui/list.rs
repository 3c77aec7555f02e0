//! The references of files: the list, and beside or below it the source and the findings of the selected one.
//!
//! ```text
//!  docs/ 412 references in 37 files, 3 errors, 11 warnings       wide: the list left, the others right
//!  ─ references ─ 12 of 412 ───────────────────────────
//!  docs/guide.xml
//!  ❯✗  88:21 xlink:href of <img>    ..\img\figure 1.png
//!     102:9  href of <xi:include>    chapters/part two.xml
//!  ─ source ─ docs/guide.xml:88:21 ────────────────────
//!   88   <img xlink:href="..\img\figure␣1.png"/>
//!  ─ findings ─────────────────────────────────────────
//!  warning leiri-space  SPACE (U+0020) is not allowed in an IRI
//! ```

use iri_core::Severity;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use crate::cells::{Ink, elided_path, wrapped};
use crate::files::documents::{Documents, ListOrder};
use crate::files::file::File;
use crate::files::rows::ReferenceRow;
use crate::files::tally::named;
use crate::inspector::app::{App, Target};
use crate::theme::Theme;
use crate::ui::heading::area_heading;
use crate::ui::rows::{first_line, lines};
use crate::ui::{hints, reference, source};

/// Minimum width at which the selected reference is shown beside the list.
const WIDE: u16 = 110;
/// Minimum height at which more than the list is shown.
const TALL: u16 = 12;
/// Mark of a marked reference.
const MARKED: &str = "+";
/// Mark of a reference with unsaved changes.
const UNSAVED: &str = "*";
/// Minimum columns of `line:column`, and of the place. Both grow in steps, so that they rarely change while the list
/// scrolls.
const POSITION: usize = 6;
const PLACE: usize = 8;
const COLUMN_STEP: usize = 2;
/// Columns of the pointer and of the marks of a reference.
const MARKS: usize = 4;
/// Minimum width of a list with places that make the references shorter.
const WITH_PLACES: u16 = 60;

/// Columns around the name in the title, and minimum columns of a shortened name.
const NAME_SPACES: usize = 3;
const LEAST_NAME: usize = 8;

/// Areas of the screen.
struct Areas {
    title: Rect,
    list: Rect,
    reference: Rect,
    source: Rect,
    findings: Rect,
    hints: Rect,
}

/// A line of the list.
enum Line {
    /// Name of a file, above its references.
    File(usize),
    /// Reference.
    ReferenceRow(usize),
}

/// Draws the whole screen and returns the cell of the selected line, so that a screen reader follows it.
pub fn draw(buffer: &mut Buffer, app: &App) -> Option<Position> {
    let documents = app.origin.documents()?;
    let areas = areas(app);
    draw_title(buffer, app, documents, areas.title);
    draw_list(buffer, app, documents, areas.list);
    if areas.reference.height > 0 && documents.len() > 0 {
        reference::draw(buffer, app, areas.reference);
    }
    source::draw(buffer, app, documents, areas.source);
    source::draw_findings(buffer, app, documents, areas.findings, areas.reference.height == 0);
    hints::draw(buffer, app, areas.hints);
    let visible = seen(documents, usize::from(areas.list.height.saturating_sub(1)));
    let is_selected = |line: &Line| matches!(line, Line::ReferenceRow(number) if *number == documents.selected());
    let row = u16::try_from(visible.iter().position(is_selected)?).ok()?;
    Some(Position::new(areas.list.x, areas.list.y + 1 + row))
}

fn areas(app: &App) -> Areas {
    let whole = Rect::from((Position::ORIGIN, app.look.size));
    let bar = u16::from(whole.height > 3);
    let [title, body, hints] =
        Layout::vertical([Constraint::Length(bar), Constraint::Fill(1), Constraint::Length(bar)]).areas(whole);
    let nothing = Rect { height: 0, ..body };
    if whole.height < TALL {
        return Areas { title, list: body, reference: nothing, source: nothing, findings: nothing, hints };
    }
    if whole.width < WIDE {
        // On a low screen the list is more important than the source of the selected reference.
        let source = if body.height < 16 { 0 } else { (body.height / 4).clamp(4, 9) };
        let [list, source, findings] = Layout::vertical([
            Constraint::Fill(1),
            Constraint::Length(source),
            // The heading, the destination, and a finding of one line with its fix.
            Constraint::Length((body.height / 4).clamp(if source > 0 { 5 } else { 4 }, 10)),
        ])
        .areas(body);
        return Areas { title, list, reference: nothing, source, findings, hints };
    }
    let [list, right] = Layout::horizontal([Constraint::Percentage(50), Constraint::Fill(1)]).spacing(2).areas(body);
    let [reference, source, findings] = Layout::vertical([
        Constraint::Length(if right.height >= 24 { 5 } else { 0 }),
        Constraint::Length((right.height / 3).clamp(4, 15)),
        Constraint::Fill(1),
    ])
    .areas(right);
    Areas { title, list, reference, source, findings, hints }
}

/// Returns the approximate number of visible references.
pub fn rows(app: &App) -> usize {
    usize::from(areas(app).list.height.saturating_sub(1))
}

fn draw_title(buffer: &mut Buffer, app: &App, documents: &Documents, area: Rect) {
    let theme = app.look.theme;
    let words = title_words(app, documents);
    let mut ink = Ink::new(buffer, area, theme);
    // What happened, and how much is wrong, is more important than a long name.
    let needed: usize = words.iter().map(|(text, _)| text.width()).sum();
    let room = usize::from(area.width).saturating_sub(needed + NAME_SPACES);
    let name = elided_path(&documents.name, room);
    if *name == documents.name || room >= LEAST_NAME {
        ink.write(" ", theme.plain()).write_escaped(&name, theme.strong()).write("  ", theme.plain());
    } else {
        ink.write(" ", theme.plain());
    }
    for (text, style) in words {
        ink.write_escaped(&text, style);
    }
    if let Some(first) = documents.failures.first().filter(|_| app.notice.is_empty()) {
        ink.write(": ", theme.bad()).write_escaped(first, theme.plain());
    }
}

/// Returns the last action, or the counts, as words with their styles.
fn title_words(app: &App, documents: &Documents) -> Vec<(String, Style)> {
    let theme = app.look.theme;
    if !app.notice.is_empty() {
        return vec![(app.notice.clone(), theme.strong())];
    }
    let mut all = Vec::new();
    let count = documents.count;
    if count.changed > 0 {
        all.push((format!("{} unsaved, ", named(count.changed, "file")), theme.strong()));
    }
    let references = named(count.references, "reference");
    let files = match documents.total.filter(|total| documents.is_reading() && *total > documents.read) {
        Some(total) => format!("{} of {}", documents.read, named(total, "file")),
        None => named(count.files, "file"),
    };
    all.push((format!("{references} in {files}"), theme.plain()));
    if documents.is_reading() {
        all.push((" so far".to_owned(), theme.dim()));
    }
    for severity in Severity::ALL.into_iter().rev().filter(|severity| count.findings[*severity as usize] > 0) {
        let words = named(count.findings[severity as usize], severity.name());
        all.extend([(", ".to_owned(), theme.plain()), (words, theme.severity(severity))]);
    }
    if count.elsewhere > 0 {
        all.push((format!(" ({} elsewhere: !)", count.elsewhere), theme.dim()));
    }
    if !documents.skipped.is_empty() {
        all.push((format!(", {} skipped", documents.skipped.len()), theme.dim()));
    }
    if !documents.failures.is_empty() {
        all.push((format!(", {}", named(documents.failures.len(), "problem")), theme.bad()));
    }
    all
}

fn draw_list(buffer: &mut Buffer, app: &App, documents: &Documents, area: Rect) {
    let theme = app.look.theme;
    let (number, words) = ((documents.selected() + 1).min(documents.len()), documents.listed_words());
    let mut note = format!("{number} of {}{words}", documents.len());
    if documents.order() != ListOrder::Path && documents.files.len() > 1 {
        note = format!("{note}, sorted by {}", documents.order().name());
    }
    if !documents.marked().is_empty() {
        note = format!("{note}, {} marked", documents.marked().len());
    }
    // The name of a single file is in the title.
    if let [file] = &documents.files[..]
        && let Some(state) = file.state()
    {
        note = format!("{state}, {note}");
    }
    let below = area_heading(buffer, app, area, "references", &note, app.overlays.is_empty());
    if documents.len() == 0 {
        let words = match (documents.is_reading(), documents.filter.is_empty()) {
            (true, _) => "  reading files …",
            (false, true) if documents.files.is_empty() && documents.failures.is_empty() => {
                "  no XML or RDF files found"
            }
            (false, true) => "  no references found",
            (false, false) if documents.count.flagged == 0 => "  no findings; esc esc lists all references",
            (false, false) if app.overlays.is_empty() => "  no match; esc esc clears the filter",
            (false, false) => "  no match",
        };
        Ink::new(buffer, below, theme).write(words, theme.dim());
        let width = usize::from(below.width.saturating_sub(4));
        let said = documents
            .failures
            .iter()
            .chain(&documents.skipped)
            .flat_map(|message| wrapped(message, width, usize::from(below.height)));
        for (line, row) in said.zip(lines(below).skip(1)) {
            Ink::new(buffer, Rect { x: row.x + 2, width: row.width.saturating_sub(2), ..row }, theme)
                .write_escaped(&line, theme.plain());
        }
        return;
    }
    let seen = seen(documents, usize::from(below.height));
    let columns = Columns::new(documents, &seen, area.width);
    for (line, row) in seen.into_iter().zip(lines(below)) {
        match line {
            Line::File(number) => {
                let Some(file) = documents.files.get(number) else { continue };
                let state = file.state().map_or_else(String::new, |state| format!(" ({state})"));
                let style = if file.has_conflict() || file.lost().is_some() { theme.strong() } else { theme.dim() };
                let mut ink = Ink::new(buffer, row, theme);
                let room = (ink.room() / 3).max(ink.room().saturating_sub(counts_width(file) + state.width()));
                ink.write_name(&elided_path(documents.short_name(file), room), theme.strong());
                write_counts(&mut ink, theme, file);
                ink.write(&state, style);
            }
            Line::ReferenceRow(number) => draw_row(buffer, app, documents, (row, number), columns),
        }
    }
}

/// Widths of the columns before the references, as wide as the visible content.
#[derive(Clone, Copy)]
struct Columns {
    position: usize,
    /// Width of the place; 0 without room for it.
    place: usize,
}

impl Columns {
    fn new(documents: &Documents, seen: &[Line], width: u16) -> Self {
        let mut columns = Self { position: POSITION, place: PLACE };
        let mut text = 0;
        for line in seen {
            let Line::ReferenceRow(number) = line else { continue };
            let Some((_, file, row)) = documents.get(*number) else { continue };
            columns.position = columns.position.max(position(row).len());
            columns.place = columns.place.max(file.rows.place(row).width());
            // At least as many as its columns.
            text = text.max(file.rows.text(row).len());
        }
        let others = MARKS + columns.position + 1 + 1 + text;
        // The references are more important than long names.
        columns.place = columns.place.next_multiple_of(COLUMN_STEP).min(usize::from(width) / 3);
        if width < WITH_PLACES {
            let room = usize::from(width).saturating_sub(others) / COLUMN_STEP * COLUMN_STEP;
            columns.place = if room < PLACE { 0 } else { columns.place.min(room) };
        }
        columns
    }
}

/// Returns `line:column`.
fn position(row: &ReferenceRow) -> String {
    format!("{}:{}", row.line, row.column)
}

/// Returns how many columns the counts of a file take.
fn counts_width(file: &File) -> usize {
    let counts = file.rows.counts();
    let with = Severity::ALL.into_iter().filter(|severity| counts.with(*severity) > 0);
    with.map(|severity| named(counts.with(severity), severity.name()).width() + 2).sum()
}

/// Writes how many findings a file has, by severity.
fn write_counts(ink: &mut Ink<'_>, theme: Theme, file: &File) {
    let counts = file.rows.counts();
    let mut separator = "  ";
    for severity in Severity::ALL.into_iter().rev().filter(|severity| counts.with(*severity) > 0) {
        ink.write(separator, theme.dim())
            .write(&named(counts.with(severity), severity.name()), theme.severity(severity));
        separator = ", ";
    }
}

/// Returns the visible lines, which include the selected one. The name of a file is above its references.
fn seen(documents: &Documents, room: usize) -> Vec<Line> {
    let is_named = documents.files.len() > 1;
    let mut first = first_line(documents.selected(), documents.len(), room);
    loop {
        let mut lines = Vec::with_capacity(room + 1);
        let mut last = None;
        let mut number = first;
        while lines.len() < room {
            let Some((at, ..)) = documents.get(number) else { break };
            if is_named && last != Some(at.file) {
                lines.push(Line::File(at.file as usize));
                last = Some(at.file);
            }
            lines.push(Line::ReferenceRow(number));
            number += 1;
        }
        lines.truncate(room);
        let is_seen =
            lines.iter().any(|line| matches!(line, Line::ReferenceRow(number) if *number == documents.selected()));
        if is_seen || first >= documents.selected() {
            // If there is room for only one line, it is the selected one.
            if !is_seen {
                lines = vec![Line::ReferenceRow(documents.selected())];
            }
            return lines;
        }
        first += 1;
    }
}

fn draw_row(buffer: &mut Buffer, app: &App, documents: &Documents, (area, number): (Rect, usize), columns: Columns) {
    let theme = app.look.theme;
    let Some((at, file, row)) = documents.get(number) else { return };
    let is_selected = number == documents.selected();
    let style = if is_selected { theme.selected(theme.plain()) } else { theme.plain() };
    let mut ink = Ink::new(buffer, area, theme);
    ink.write(if is_selected { theme.pointer() } else { " " }, theme.strong());
    if !documents.marked().is_empty() {
        ink.write(if documents.is_marked(at) { MARKED } else { " " }, theme.strong());
    }
    let (mark, mark_style) = mark(theme, row);
    ink.write(mark, mark_style);
    ink.write(if file.is_changed_at(row.span()) { UNSAVED } else { " " }, theme.strong());
    let width = columns.position;
    ink.write(&format!("{:>width$} ", position(row)), theme.dim());
    let from = ink.x();
    let end = from.saturating_add(u16::try_from(columns.place).unwrap_or(u16::MAX)).min(area.right());
    if columns.place > 0 {
        let place = Rect { x: from, width: end.saturating_sub(from), ..area };
        Ink::new(buffer, place, theme).write_name(file.rows.place(row), theme.plain());
    }
    let mut ink = Ink::new(buffer, area, theme);
    ink.skip_to(if columns.place > 0 { end + 1 } else { from });
    let text = file.rows.text(row);
    ink.write_displayed(text, file.rows.worst_at(row), |_, is_stand_in| theme.piece(style, is_stand_in));
}

/// Returns the mark of the most severe finding, which does not depend on color.
fn mark(theme: Theme, row: &ReferenceRow) -> (&'static str, Style) {
    match row.worst {
        Some(severity) => (theme.severity_mark(severity), theme.severity(severity)),
        None => (" ", theme.plain()),
    }
}

/// Returns the reference under the mouse.
pub fn target(app: &App, at: Position) -> Option<Target> {
    let documents = app.origin.documents()?;
    let Areas { list, .. } = areas(app);
    let row = usize::from(at.y.checked_sub(list.y + 1)?);
    if !list.contains(at) {
        return None;
    }
    // The name of a file leads to its first reference.
    let lines = seen(documents, usize::from(list.height.saturating_sub(1)));
    lines.iter().skip(row).find_map(|line| match line {
        Line::ReferenceRow(number) => Some(Target::Row(*number)),
        Line::File(_) => None,
    })
}
