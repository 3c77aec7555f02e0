//! The title line: which grammars admit the reference, and what was done last.
//!
//! ```text
//!  iri-inspect   URI ✗  IRI ✗  LEIRI ✓   done: encode as %20; u takes it back
//! ```

use iri_core::Dialect;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::App;
use crate::documents::Documents;
use crate::ui::ink::Ink;

/// Draws it.
pub fn draw(buffer: &mut Buffer, app: &App, area: Rect) {
    let theme = app.theme;
    let mut ink = Ink::new(buffer, area, theme);
    if let Some((_, file, row)) = app.documents.as_ref().and_then(Documents::current) {
        ink.say(" ", theme.plain()).tell(&format!("{}:{}:{}", file.name, row.line, row.column), theme.strong());
        ink.say("  ", theme.plain());
    } else if area.width >= 60 {
        ink.say(" iri-inspect ", theme.strong()).say(" ", theme.plain());
    }
    for dialect in [Dialect::Uri, Dialect::Iri, Dialect::Leiri] {
        let is_one = app.judged.is_a(dialect);
        let (mark, style) = if is_one { (theme.yes(), theme.good()) } else { (theme.no(), theme.bad()) };
        ink.say(&format!(" {} ", dialect.title()), theme.plain()).say(mark, style).say(" ", theme.plain());
    }
    ink.say("  ", theme.plain()).tell(&app.notice, theme.strong());
}
