//! What other software opens, one row per class of parsers. A mark shows which open another resource.
//!
//! ```text
//! ─ parsers ─ 3 of 13 open another resource ─────────────────────
//!   browsers             http    a.example  -
//! ▲ curl                 http    b.example  -
//!   Go                   rejects it: a character in the userinfo
//! ```

use iri_core::Severity;
use iri_core::interop::Parser;
use iri_core::present::ParserRow;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::cells::Ink;
use crate::inspector::app::App;
use crate::inspector::pane::Pane;
use crate::ui::heading::heading;
use crate::ui::rows::lines;

/// Number of rows below the heading.
pub const ROWS: u16 = 13;
/// Columns of the mark and the name, of the scheme, and of the port.
const NAMES: u16 = 23;
const SCHEME: u16 = 8;
const PORT: u16 = 8;

/// Draws the pane.
pub fn draw(buffer: &mut Buffer, app: &App, area: Rect) {
    let parsers = &app.panes.analysis.parsers;
    let different = parsers.iter().filter(|row| row.is_different).count();
    let note = match different {
        0 => String::new(),
        1 => format!("1 of {} opens another resource", Parser::ALL.len()),
        _ => format!("{different} of {} open another resource", Parser::ALL.len()),
    };
    let below = heading(buffer, app, Pane::Parsers, area, &note);
    if !app.panes.analysis.is_complete {
        Ink::new(buffer, below, app.look.theme).write("  analyzing …", app.look.theme.dim());
        return;
    }
    for (parser, row) in parsers.iter().zip(lines(below)) {
        draw_row(buffer, app, row, parser);
    }
}

fn draw_row(buffer: &mut Buffer, app: &App, row: Rect, parser: &ParserRow) {
    let theme = app.look.theme;
    let mut ink = Ink::new(buffer, row, theme);
    if parser.is_different {
        ink.write(theme.severity_mark(Severity::Warning), theme.severity(Severity::Warning));
    }
    ink.skip_to(row.x + 2);
    ink.write(parser.parser.name(), theme.dim()).skip_to(row.x + NAMES);
    let found = match &parser.found {
        Ok(found) => found,
        Err(rejection) => {
            ink.write(&format!("rejects it: {rejection}"), theme.dim());
            return;
        }
    };
    let style = if parser.is_different { theme.strong() } else { theme.plain() };
    ink.write_escaped(found.scheme.as_deref().unwrap_or("-"), theme.plain()).skip_to(row.x + NAMES + SCHEME);
    // The port is last, so that a long host cannot hide it.
    let end = row.right().saturating_sub(PORT);
    let mut host = Ink::new(buffer, Rect { width: end.saturating_sub(row.x), ..row }, theme);
    host.skip_to(row.x + NAMES + SCHEME);
    host.write_escaped(found.host.as_deref().unwrap_or("-"), style);
    if let Some(port) = found.non_default_port() {
        let mut ink = Ink::new(buffer, row, theme);
        ink.skip_to(end);
        ink.write_escaped(&format!(":{port}"), style);
    }
}
