//! What is wrong, the selected finding opened: what is there, why it matters, the keys that mend it.
//!
//! ```text
//! ─ findings 2 ─────────────────────────────────────────────────
//! ▶ warning leiri-space  at 20
//!     U+0020 SPACE is no IRI character: tools that split on white
//!     space cut the reference here
//!     f  encode as %20              → …le.org/a%20b|c
//!   warning leiri-unwise  at 22  U+007C VERTICAL LINE is no IRI ch…
//! ```

use iri_core::finding::{Finding, Fix, Safety};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::app::{App, Pane};
use crate::editor;
use crate::ui::ink::{Ink, wrapped};
use crate::ui::theme::Theme;
use crate::ui::{Target, first_line, heading, lines};

/// How far the lines of an open finding are set in.
const INDENT: u16 = 4;
/// So many clusters before an edit are shown with it.
const BEFORE_AN_EDIT: usize = 8;

/// A line of the list.
enum Line<'a> {
    /// A finding's first.
    Head(usize),
    /// A part of its message.
    Message(String),
    /// One of its fixes.
    Fix(usize, &'a Fix),
}

/// Draws it.
pub fn draw(buffer: &mut Buffer, app: &App, area: Rect) {
    let count = app.judged.findings.len();
    let note = match count {
        0 if !app.judged.is_complete => "not known yet".to_owned(),
        0 => "none".to_owned(),
        _ => format!("{} of {count}", app.finding + 1),
    };
    let below = heading(buffer, app, Pane::Findings, area, "findings", &note);
    if count == 0 {
        let words = match app.text() {
            "" => "",
            _ if !app.judged.is_complete => "  a long text: it is being judged",
            _ => "  nothing found: no rule has anything to say",
        };
        Ink::new(buffer, below, app.theme).say(words, app.theme.dim());
        return;
    }
    for (line, row) in list(app, below).into_iter().zip(lines(below)) {
        match line {
            Line::Head(index) => draw_head(buffer, app, row, index),
            Line::Message(text) => {
                let mut ink = Ink::new(buffer, row, app.theme);
                ink.skip_to(row.x + INDENT);
                ink.tell(&text, app.theme.plain());
            }
            Line::Fix(number, fix) => draw_fix(buffer, app, row, number, fix),
        }
    }
}

/// The lines that are seen: those of the open finding, and a head for each around it.
fn list(app: &App, area: Rect) -> Vec<Line<'_>> {
    let rows = usize::from(area.height);
    let open = app.selected_finding().map_or_else(Vec::new, |finding| opened(finding, area, app.theme));
    let count = app.judged.findings.len();
    let others = rows.saturating_sub(open.len()).max(1);
    let first = first_line(app.finding, count, others);
    // Without room for anything else the open finding is all there is to see.
    let first = if others == 1 { app.finding } else { first };
    let mut lines: Vec<Line<'_>> = (first..=app.finding.min(count)).map(Line::Head).collect();
    lines.extend(open);
    lines.extend((app.finding + 1..count.min(first + rows)).map(Line::Head));
    lines.truncate(rows);
    lines
}

fn opened(finding: &Finding, area: Rect, theme: Theme) -> Vec<Line<'_>> {
    let width = usize::from(area.width.saturating_sub(INDENT + 1));
    // Where the pane is low the key that mends is worth more than the end of the message.
    let fixes = finding.fixes.len().min(1);
    let most = usize::from(area.height).saturating_sub(1 + fixes).max(1);
    let mut message = wrapped(&finding.message, width, most + 1);
    if message.len() > most {
        message.truncate(most);
        message.iter_mut().last().into_iter().for_each(|line| line.push_str(theme.ellipsis()));
    }
    message
        .into_iter()
        .map(Line::Message)
        .chain(finding.fixes.iter().enumerate().map(|(number, fix)| Line::Fix(number, fix)))
        .collect()
}

fn draw_head(buffer: &mut Buffer, app: &App, row: Rect, index: usize) {
    let theme = app.theme;
    let finding = &app.judged.findings[index];
    let is_open = index == app.finding;
    let mut ink = Ink::new(buffer, row, theme);
    ink.say(if is_open { theme.pointer() } else { " " }, theme.strong()).say(" ", theme.plain());
    ink.say(finding.severity.name(), theme.severity(finding.severity)).say(" ", theme.plain());
    ink.say(finding.rule.name, if is_open { theme.strong() } else { theme.plain() });
    ink.say(&format!("  at {}", app.judged.numbers[index]), theme.dim());
    if !is_open {
        ink.say("  ", theme.plain()).tell(&finding.message, theme.dim());
    }
}

fn draw_fix(buffer: &mut Buffer, app: &App, row: Rect, number: usize, fix: &Fix) {
    let theme = app.theme;
    let mut ink = Ink::new(buffer, row, theme);
    ink.skip_to(row.x + INDENT);
    let key = if number == 0 { "f".to_owned() } else { (number + 1).to_string() };
    ink.say(&key, theme.key()).say("  ", theme.plain()).tell(&fix.title, theme.plain());
    if fix.safety == Safety::Suggested {
        ink.say(" (you decide)", theme.dim());
    }
    let Some(edit) = fix.edits.first() else { return };
    ink.say(&format!("  {} ", theme.arrow()), theme.dim());
    let text = app.text();
    let mut from = edit.span.start;
    for _ in 0..BEFORE_AN_EDIT {
        from = editor::previous(text, from);
    }
    if from > 0 {
        ink.say(theme.ellipsis(), theme.dim());
    }
    let plain = |_, is_stand_in| if is_stand_in { theme.stand_in(theme.plain()) } else { theme.plain() };
    ink.show(&text[..edit.span.start], from, plain);
    ink.show(&edit.text, 0, |span, is_stand_in| theme.different(plain(span, is_stand_in)));
    ink.show(text, edit.span.end, plain);
}

/// The finding under the mouse.
pub fn target(app: &App, area: Rect, at: Position) -> Target {
    let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let rows = usize::from(at.y.saturating_sub(below.y)) + 1;
    if at.y < below.y || app.judged.findings.is_empty() {
        return Target::Pane(Pane::Findings);
    }
    let mut finding = app.finding;
    for line in list(app, below).into_iter().take(rows) {
        if let Line::Head(index) = line {
            finding = index;
        }
    }
    Target::Finding(finding)
}
