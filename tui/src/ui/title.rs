//! The title line: which grammars allow the reference, and the last action.
//!
//! ```text
//!  iri-inspect   URI ✗  IRI ✗  LEIRI ✓   applied: encode SPACE as %20 (u undo)
//! ```

use iri_core::Dialect;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::cells::Ink;
use crate::files::documents::Documents;
use crate::inspector::app::App;

/// Dialects whose verdicts are shown.
const VERDICTS: [Dialect; 3] = [Dialect::Uri, Dialect::Iri, Dialect::Leiri];

/// Draws the title. The last action is more important than the verdicts, which are also below the reference.
pub fn draw(buffer: &mut Buffer, app: &App, area: Rect) {
    let theme = app.theme;
    let mut ink = Ink::new(buffer, area, theme);
    if let Some((_, file, row)) = app.documents.as_ref().and_then(Documents::current) {
        ink.write(" ", theme.plain())
            .write_escaped(&format!("{}:{}:{}", file.name, row.line, row.column), theme.strong());
        ink.write("  ", theme.plain());
    } else if app.references.items.len() > 1 {
        let at = format!(" {} of {} ", app.references.current + 1, app.references.items.len());
        ink.write(&at, theme.strong()).write(" ", theme.plain());
    } else if area.width >= 60 {
        ink.write(" iri-inspect ", theme.strong()).write(" ", theme.plain());
    }
    let verdicts: usize = VERDICTS.iter().map(|dialect| dialect.title().len() + theme.yes().width() + 3).sum();
    if app.notice.is_empty() || verdicts + 2 + app.notice.width() <= ink.room() {
        draw_verdicts(&mut ink, app);
        ink.write("  ", theme.plain());
    }
    ink.write_escaped(&app.notice, theme.strong());
}

fn draw_verdicts(ink: &mut Ink<'_>, app: &App) {
    let theme = app.theme;
    for dialect in VERDICTS {
        let is_one = app.analysis.is_a(dialect);
        let (mark, style) = if is_one { (theme.yes(), theme.good()) } else { (theme.no(), theme.bad()) };
        ink.write(&format!(" {} ", dialect.title()), theme.plain()).write(mark, style).write(" ", theme.plain());
    }
}
