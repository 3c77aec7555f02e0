//! The list of fixes to choose from, and below it the source lines that the selected one changes, with those around them.

use std::ops::Range;

use iri_core::text::shorten;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use unicode_width::UnicodeWidthStr;

use crate::cells::{Ink, elided_path};
use crate::files::change::Proposal;
use crate::inspector::app::App;
use crate::inspector::overlay::{FixList, LineStyle, Page, PageRow};
use crate::inspector::patch;
use crate::inspector::proposal::{self, hunk, kind, problem};
use crate::ui::overlay::{draw_page_row, title, wrapped_rows};
use crate::ui::rows::{clear, first_line, lines};

/// Maximum rows of the source below the list.
const SOURCE: u16 = 12;
/// Columns of `line:column`.
const POSITION: usize = 8;

/// A line of the list.
enum Line {
    /// Name of the file of a part.
    Part(usize),
    /// Fix, by its index.
    Fix(usize),
}

/// Returns the areas of the title, of the list, and of the source.
fn areas(app: &App) -> [Rect; 3] {
    let height = app.look.size.height.saturating_sub(1);
    let whole = Rect::new(0, 0, app.look.size.width, height);
    // The source gets what the list does not need.
    let listed = app.fix_list().map_or(0, |list| list.fixes.len() + list.fixes.chunk_by(|a, b| a.0 == b.0).count());
    let listed = u16::try_from(listed).unwrap_or(u16::MAX);
    let source = (height / 3).min(SOURCE).max(height.saturating_sub(listed.saturating_add(1)));
    Layout::vertical([Constraint::Length(height.min(1)), Constraint::Fill(1), Constraint::Length(source)]).areas(whole)
}

/// Returns the rows of the list.
pub fn rows(app: &App) -> usize {
    usize::from(areas(app)[1].height)
}

/// Returns the visible lines of the list.
fn visible(app: &App, list: &FixList) -> Vec<Line> {
    let rows = rows(app);
    // Every part with a fix has a line for its name.
    let before = |fix: usize| list.fixes[..=fix].chunk_by(|a, b| a.0 == b.0).count();
    let Some(last) = list.fixes.len().checked_sub(1) else { return Vec::new() };
    let first = first_line(list.selected + before(list.selected), last + 1 + before(last), rows);
    // Starting a page before the selection, its lines contain the visible ones.
    let from = list.selected.saturating_sub(rows);
    let mut line = if from == 0 { 0 } else { from + before(from - 1) };
    let mut shown = Vec::new();
    for fix in from..=last {
        let part = list.fixes[fix].0;
        let is_new = fix == 0 || list.fixes[fix - 1].0 != part;
        for next in is_new.then_some(Line::Part(part)).into_iter().chain([Line::Fix(fix)]) {
            if line >= first && shown.len() < rows {
                shown.push(next);
            }
            line += 1;
        }
        if shown.len() >= rows {
            break;
        }
    }
    shown
}

/// Returns the index of the fix that is drawn at `at`.
pub fn fix_at(app: &App, at: Position) -> Option<usize> {
    let list = app.fix_list()?;
    let [_, area, _] = areas(app);
    let row = usize::from(at.y.checked_sub(area.y)?);
    match visible(app, list).get(row).filter(|_| area.contains(at))? {
        Line::Fix(fix) => Some(*fix),
        Line::Part(_) => None,
    }
}

/// Draws the list and returns the cell of the selected line.
pub fn draw(buffer: &mut Buffer, app: &App) -> Option<Position> {
    let theme = app.look.theme;
    let [top, area, source] = areas(app);
    let list = app.fix_list()?;
    clear(buffer, Rect { height: source.bottom(), ..top });
    let words = if app.notice.is_empty() { &list.proposal.title() } else { &app.notice };
    title(buffer, theme, top, words, theme.heading_with_keys());
    let mut cursor = None;
    for (line, row) in visible(app, list).into_iter().zip(lines(area)) {
        match line {
            Line::Part(part) => {
                let name = file_name(app, &list.proposal, part);
                let name = elided_path(name, usize::from(row.width).saturating_sub(1));
                Ink::new(buffer, row, theme).write(" ", theme.plain()).write_escaped(&name, theme.strong());
            }
            Line::Fix(fix) => {
                draw_fix(buffer, app, list, fix, row);
                if fix == list.selected {
                    cursor = Some(row.as_position());
                }
            }
        }
    }
    draw_source(buffer, app, source);
    cursor
}

fn file_name<'a>(app: &'a App, proposal: &Proposal, part: usize) -> &'a str {
    let file = proposal.parts[part].file;
    app.origin.documents().map_or("", |documents| documents.short_name(&documents.files[file]))
}

fn draw_fix(buffer: &mut Buffer, app: &App, list: &FixList, fix: usize, row: Rect) {
    let theme = app.look.theme;
    let (part, number) = list.fixes[fix];
    let part = &list.proposal.parts[part];
    let choice = &part.choices[number];
    let is_selected = fix == list.selected;
    let at = part.document.line_column(choice.finding.span.start);
    let Some(shown) = choice.fix().or(choice.finding.fixes.first()) else { return };
    let style = if is_selected { theme.selected(theme.plain()) } else { theme.plain() };
    let mut ink = Ink::new(buffer, row, theme);
    ink.write(if is_selected { theme.pointer() } else { " " }, theme.strong());
    ink.write(if choice.chosen.is_some() { "[x]" } else { "[ ]" }, theme.key());
    ink.write(&format!("{:>POSITION$}  ", format!("{}:{}", at.line, at.column)), theme.dim());
    ink.write(&format!("{}: ", kind(choice, shown)), theme.dim());
    let number = choice.chosen.unwrap_or(0);
    match choice.finding.fixes.len() {
        0 | 1 => {}
        count => _ = ink.write(&format!("{}/{count} ", number + 1), theme.key()),
    }
    let words = proposal::title(choice, number);
    // What a fix writes is at the end of its title, which is more important than the rule: the line below the list has it.
    let room = ink.room();
    ink.write_escaped(&shorten(&words, room), style);
    let rule = choice.finding.rule.name;
    if ink.room() > rule.width() + 1 {
        ink.skip_to(row.right() - u16::try_from(rule.width() + 1).unwrap_or(0));
        ink.write(rule, theme.dim());
    }
}

/// Returns the rows from the first changed line to the last one.
fn changed_rows(page: &Page) -> Range<usize> {
    let is_changed = |row: &PageRow| page.lines[row.line].style != LineStyle::Plain;
    let first = page.rows.iter().position(is_changed).unwrap_or(0);
    first..page.rows.iter().rposition(is_changed).map_or(first, |last| last + 1)
}

fn draw_source(buffer: &mut Buffer, app: &App, area: Rect) {
    let theme = app.look.theme;
    let Some((part, choice)) = app.fix_list().and_then(FixList::selected_choice) else { return };
    let mut rows = lines(area);
    let Some(row) = rows.next() else { return };
    let skipped = if choice.chosen.is_none() { "skipped: " } else { "" };
    let words = format!("{skipped}{}", problem(&choice.finding));
    title(buffer, theme, row, &words, theme.plain());
    let mut page = Page::new("", hunk(part, choice));
    page.rows = wrapped_rows(app, &page.lines);
    let height = usize::from(area.height.saturating_sub(1));
    if changed_rows(&page).len() > height {
        // Each line has one row, with what changes.
        let width = usize::from(area.width);
        page.lines = page.lines.into_iter().map(|line| patch::shortened(line, width, width / 3)).collect();
        page.rows = (0..page.lines.len()).map(|line| PageRow { line, start: 0 }).collect();
    }
    // The changed lines are in the middle.
    let Range { start: first, end: last } = changed_rows(&page);
    let top = first.saturating_sub(height.saturating_sub(last - first) / 2);
    for (index, row) in (top.min(page.rows.len().saturating_sub(height))..page.rows.len()).zip(rows) {
        draw_page_row(buffer, theme, &page, index, row);
    }
}
