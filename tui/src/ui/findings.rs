//! The pane of findings; the selected one is open, with its message and the keys of its fixes.
//!
//! ```text
//! ─ findings ─ 1 of 2 ──────────────────────────────────────────
//! ❯ warning leiri-space  at 20
//!     SPACE (U+0020) is not allowed in an IRI
//!     f  encode SPACE as %20 (safe: same resource)
//!        before  http://example.org/a␣b|c
//!        after   http://example.org/a%20b|c
//!   warning leiri-unwise  at 22  '|' (U+007C) is not allowed in an…
//! ```
//!
//! If the host looks like another one, both are shown with marks under the letters that differ:
//!
//! ```text
//! ❯ warning mixed-script  at 8
//!     host label mixes Cyrillic and Latin letters, starting at 'а' (U+0430)
//!     this host   аpple.com
//!     looks like  apple.com
//!     differs     ^
//! ```
//!
//! In a low pane a fix takes one line, with the text after it. If the pane is high enough, all messages are shown
//! completely.

use iri_core::reference::ComponentName;
use iri_core::rules::{Finding, Fix, Safety};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::cells::{Ink, pieces, wrapped};
use crate::inspector::app::{App, Target};
use crate::inspector::pane::Pane;
use crate::ui::fix_preview::{self, PreviewSide};
use crate::ui::heading::heading;
use crate::ui::reference::{message_and_twin, write_message, write_twin};
use crate::ui::rows::{first_line, lines};

/// Indentation of the lines of the open finding.
const INDENT: u16 = 4;
/// Rules that report a host because of the one that it looks like.
const LOOK_ALIKE_RULES: [&str; 2] = ["look-alike", "mixed-script"];
/// Columns of the names of the rows of such a host.
const LOOK_ALIKE_NAMES: u16 = 12;
/// Maximum rows that the pane asks for.
const MOST_ROWS: u16 = 200;
/// Short note about the safety of a fix.
const SAFE: &str = " (safe)";
const SUGGESTED: &str = " (suggested)";

/// A line of the list.
enum Line<'a> {
    /// First line of a finding, with as much of its message as fits, unless it is the open one.
    Head(usize),
    /// First line of a finding, without its message.
    Name(usize),
    /// Part of its message.
    Message(String),
    /// Reference that displays identically.
    Twin(&'a str),
    /// One of its fixes in one line.
    Fix(usize, &'a Fix),
    /// One of its fixes with its safety.
    Title(usize, &'a Fix),
    /// Row of the host and the one that it looks like.
    LookAlike(LookAlikeRow),
    /// Text before or after the fix.
    Preview(&'a Fix, PreviewSide),
}

/// Rows of a host and the one that it looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LookAlikeRow {
    /// This host in Unicode.
    This,
    /// ASCII host.
    Other,
    /// Marks under the letters that differ.
    Marks,
}

impl LookAlikeRow {
    const ALL: [Self; 3] = [Self::This, Self::Other, Self::Marks];

    const fn name(self) -> &'static str {
        match self {
            Self::This => "this host",
            Self::Other => "looks like",
            Self::Marks => "differs",
        }
    }
}

/// Draws the pane.
pub fn draw(buffer: &mut Buffer, app: &App, area: Rect) {
    let count = app.panes.analysis.findings.len();
    let note = match count {
        0 if !app.panes.analysis.is_complete => "analyzing …".to_owned(),
        0 => "none".to_owned(),
        _ => format!("{} of {count}", app.panes.finding + 1),
    };
    let below = heading(buffer, app, Pane::Findings, area, &note);
    if count == 0 {
        let words = match app.panes.text() {
            "" => "",
            _ if !app.panes.analysis.is_complete => "  analyzing …",
            _ => "  no findings",
        };
        Ink::new(buffer, below, app.look.theme).write(words, app.look.theme.dim());
        return;
    }
    for (line, row) in list(app, below).into_iter().zip(lines(below)) {
        match line {
            Line::Head(index) => draw_head(buffer, app, row, index),
            Line::Name(index) => {
                draw_name(buffer, app, row, index);
            }
            Line::Message(text) => {
                let mut ink = Ink::new(buffer, row, app.look.theme);
                ink.skip_to(row.x + INDENT);
                write_message(&mut ink, app, &text, app.look.theme.plain());
            }
            Line::Twin(twin) => {
                let mut ink = Ink::new(buffer, row, app.look.theme);
                ink.skip_to(row.x + INDENT);
                write_twin(&mut ink, app, twin);
            }
            Line::Fix(number, fix) => draw_fix(buffer, app, row, number, fix),
            Line::Title(number, fix) => draw_title(buffer, app, row, number, fix),
            Line::LookAlike(which) => draw_look_alike(buffer, app, row, which),
            Line::Preview(fix, side) => {
                let mut ink = Ink::new(buffer, row, app.look.theme);
                ink.skip_to(row.x + INDENT + 3);
                ink.write(side.name(), app.look.theme.dim()).write("  ", app.look.theme.plain());
                fix_preview::write(&mut ink, app, fix, side);
            }
        }
    }
}

/// Returns how many rows the findings need below the heading in the left part of `middle`.
pub fn rows(app: &App, middle: Rect) -> u16 {
    let area = Rect { width: middle.width * 45 / 100, height: MOST_ROWS, ..middle };
    u16::try_from(list(app, area).len()).unwrap_or(MOST_ROWS)
}

/// Returns the visible lines: those of the open finding, and the first lines of the findings around it.
fn list(app: &App, area: Rect) -> Vec<Line<'_>> {
    let rows = usize::from(area.height);
    let selected = app.panes.analysis.findings.kind(app.panes.finding);
    let open = selected.map_or_else(Vec::new, |finding| opened(app, finding, area));
    let count = app.panes.analysis.findings.len();
    if let Some(lines) = all(app, area, rows.saturating_sub(open.len())) {
        let (mut before, after) = lines;
        before.push(Line::Head(app.panes.finding));
        before.extend(open);
        before.extend(after);
        return before;
    }
    let others = rows.saturating_sub(open.len()).max(1);
    let first = first_line(app.panes.finding, count, others);
    // Without room for others, only the open finding is visible.
    let first = if others == 1 { app.panes.finding } else { first };
    let mut lines: Vec<Line<'_>> = (first..=app.panes.finding.min(count)).map(Line::Head).collect();
    lines.extend(open);
    lines.extend((app.panes.finding + 1..count.min(first + rows)).map(Line::Head));
    lines.truncate(rows);
    lines
}

/// Returns the findings before and after the open one, each with its full message; `None` if the remaining `rows` are
/// not enough.
fn all<'a>(app: &'a App, area: Rect, rows: usize) -> Option<(Vec<Line<'a>>, Vec<Line<'a>>)> {
    let count = app.panes.analysis.findings.len();
    if count > rows {
        return None;
    }
    let width = usize::from(area.width.saturating_sub(INDENT + 1));
    let lines = |index: usize| {
        let finding = app.panes.analysis.findings.kind(index);
        let message = finding.map(|finding| message_lines(app, finding, width, rows)).into_iter().flatten();
        std::iter::once(Line::Name(index)).chain(message)
    };
    let before: Vec<Line<'a>> = (0..app.panes.finding).flat_map(lines).collect();
    let after: Vec<Line<'a>> = (app.panes.finding + 1..count).flat_map(lines).collect();
    (before.len() + after.len() < rows).then_some((before, after))
}

/// Returns the message of a finding as lines.
fn message_lines<'a>(app: &'a App, finding: &'a Finding, width: usize, most: usize) -> Vec<Line<'a>> {
    let (message, twin) = message_and_twin(app, finding);
    wrapped(message, width, most).into_iter().map(Line::Message).chain(twin.map(Line::Twin)).collect()
}

fn opened<'a>(app: &'a App, finding: &'a Finding, area: Rect) -> Vec<Line<'a>> {
    let width = usize::from(area.width.saturating_sub(INDENT + 1));
    // In a low pane the key of the fix is more important than the end of the message.
    let fixes = finding.fixes.len().min(1);
    let most = usize::from(area.height).saturating_sub(1 + fixes).max(1);
    let mut message = message_lines(app, finding, width, most + 1);
    if message.len() > most {
        message.truncate(most);
        if let Some(Line::Message(line)) = message.last_mut() {
            line.push_str(app.look.theme.ellipsis());
        }
    }
    let pair = look_alike_rows(app, finding);
    let is_high = usize::from(area.height) >= 1 + message.len() + pair.len() + 3 * finding.fixes.len();
    let has_pair = usize::from(area.height) > message.len() + pair.len() + finding.fixes.len();
    let fixes = finding.fixes.iter().enumerate().flat_map(|(number, fix)| {
        if is_high {
            vec![Line::Title(number, fix), Line::Preview(fix, PreviewSide::Now), Line::Preview(fix, PreviewSide::Then)]
        } else {
            vec![Line::Fix(number, fix)]
        }
    });
    let pair = pair.iter().filter(|_| has_pair).map(|row| Line::LookAlike(*row));
    let mut lines: Vec<_> = message.into_iter().chain(pair).chain(fixes).collect();
    if let Some(declaration) = app.panes.reference.subject.declaration() {
        let title = std::iter::once("to check it like a reference, add to .iri.toml:");
        let declaration = title.chain(declaration.lines()).flat_map(|line| wrapped(line, width, most));
        let declaration: Vec<_> = declaration.map(Line::Message).collect();
        if lines.len() + declaration.len() < usize::from(area.height) {
            lines.extend(declaration);
        }
    }
    lines
}

/// Returns the rows of the host and the one that it looks like, if `finding` is about that.
fn look_alike_rows(app: &App, finding: &Finding) -> &'static [LookAlikeRow] {
    let analysis = &app.panes.analysis;
    let is_host = |finding: Finding| analysis.component_at(finding.span.start) == Some(ComponentName::Host);
    let is_host = app.panes.selected_finding().is_some_and(is_host);
    let has_other = analysis.destination.as_ref().is_some_and(|destination| !destination.look_alike.is_empty());
    let is_about = LOOK_ALIKE_RULES.contains(&finding.rule.name);
    if is_host && has_other && is_about { &LookAlikeRow::ALL } else { &[] }
}

/// Draws a row of the host and the one that it looks like, each character below the one that it looks like.
fn draw_look_alike(buffer: &mut Buffer, app: &App, row: Rect, which: LookAlikeRow) {
    let Some(destination) = &app.panes.analysis.destination else { return };
    let theme = app.look.theme;
    let mut ink = Ink::new(buffer, row, theme);
    ink.skip_to(row.x + INDENT);
    ink.write(which.name(), theme.dim()).skip_to(row.x + INDENT + LOOK_ALIKE_NAMES);
    for (c, ascii) in &destination.look_alike {
        let own = c.to_string();
        let cells = |text: &str| pieces(text, theme.drawing()).map(|piece| piece.cells).sum::<u16>();
        let end = ink.x() + cells(&own).max(cells(ascii));
        let is_different = own != *ascii;
        let style = if is_different { theme.different(theme.plain()) } else { theme.plain() };
        match which {
            LookAlikeRow::This => drop(ink.write_input(&own, 0, |_, _| style)),
            LookAlikeRow::Other => drop(ink.write_input(ascii, 0, |_, _| style)),
            LookAlikeRow::Marks if is_different => drop(ink.write("^", theme.strong())),
            LookAlikeRow::Marks => {}
        }
        ink.skip_to(end);
    }
}

fn draw_head(buffer: &mut Buffer, app: &App, row: Rect, index: usize) {
    let Some(mut ink) = draw_name(buffer, app, row, index) else { return };
    if let Some(finding) = app.panes.analysis.findings.kind(index).filter(|_| index != app.panes.finding) {
        ink.write("  ", app.look.theme.plain()).write_escaped(message_and_twin(app, finding).0, app.look.theme.dim());
    }
}

/// Draws severity, rule and position of a finding; returns the ink for what follows.
fn draw_name<'b>(buffer: &'b mut Buffer, app: &App, row: Rect, index: usize) -> Option<Ink<'b>> {
    let theme = app.look.theme;
    let findings = &app.panes.analysis.findings;
    let (finding, severity) = (findings.kind(index)?, findings.severity(index)?);
    let is_open = index == app.panes.finding;
    let mut ink = Ink::new(buffer, row, theme);
    ink.write(if is_open { theme.pointer() } else { " " }, theme.strong()).write(" ", theme.plain());
    ink.write(severity.name(), theme.severity(severity)).write(" ", theme.plain());
    ink.write(finding.rule.name, if is_open { theme.strong() } else { theme.plain() });
    ink.write(&format!("  at {}", app.panes.analysis.numbers[index]), theme.dim());
    Some(ink)
}

/// Draws the key of a fix, its title and its safety.
fn draw_title(buffer: &mut Buffer, app: &App, row: Rect, number: usize, fix: &Fix) {
    let theme = app.look.theme;
    let mut ink = Ink::new(buffer, row, theme);
    ink.skip_to(row.x + INDENT);
    let key = if number == 0 { "f".to_owned() } else { format!("{}f", number + 1) };
    ink.write(&key, theme.key()).write("  ", theme.plain()).write_escaped(&fix.title, theme.plain());
    let words = format!(" ({})", fix.safety.words());
    let short = if fix.safety == Safety::Safe { SAFE } else { SUGGESTED };
    ink.write(if words.len() <= ink.room() { &words } else { short }, theme.dim());
}

fn draw_fix(buffer: &mut Buffer, app: &App, row: Rect, number: usize, fix: &Fix) {
    let theme = app.look.theme;
    let mut ink = Ink::new(buffer, row, theme);
    ink.skip_to(row.x + INDENT);
    let key = if number == 0 { "f".to_owned() } else { format!("{}f", number + 1) };
    ink.write(&key, theme.key()).write("  ", theme.plain()).write_escaped(&fix.title, theme.plain());
    ink.write(if fix.safety == Safety::Safe { SAFE } else { SUGGESTED }, theme.dim());
    ink.write(&format!("  {} ", theme.arrow()), theme.dim());
    fix_preview::write(&mut ink, app, fix, PreviewSide::Then);
}

/// Returns the finding under the mouse.
pub fn target(app: &App, area: Rect, at: Position) -> Target {
    let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let rows = usize::from(at.y.saturating_sub(below.y)) + 1;
    if at.y < below.y || app.panes.analysis.findings.is_empty() {
        return Target::Pane(Pane::Findings);
    }
    let mut finding = app.panes.finding;
    for line in list(app, below).into_iter().take(rows) {
        if let Line::Head(index) | Line::Name(index) = line {
            finding = index;
        }
    }
    Target::Finding(finding)
}
