//! The title line: which grammars allow the reference, and the last action.
//!
//! ```text
//!  iri-inspect   URI ✗  IRI ✗  LEIRI ✓   applied: encode SPACE as %20 (u undo)
//! ```

use iri_core::reference::ComponentName;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::cells::{Ink, elided_path};
use crate::files::documents::Documents;
use crate::inspector::app::App;
use crate::inspector::origin::Origin;

/// Columns around the location, and minimum columns of the name in it.
const LOCATION_SPACES: usize = 3;
const LEAST_NAME: usize = 8;

/// Draws the title. The last action is more important than the verdicts, which are also below the reference.
pub fn draw(buffer: &mut Buffer, app: &App, area: Rect) {
    let theme = app.look.theme;
    let mut ink = Ink::new(buffer, area, theme);
    if let Some((_, file, row)) = app.origin.documents().and_then(Documents::current) {
        let state = file.state().or_else(|| app.is_edited().then(|| "unsaved".to_owned()));
        let state = state.map_or_else(String::new, |state| format!(" ({state})"));
        let position = format!(":{}:{}{state}", row.line, row.column);
        let room = usize::from(area.width).saturating_sub(app.notice.width() + position.width() + LOCATION_SPACES);
        let name = elided_path(&file.name, room);
        if *name == file.name || room >= LEAST_NAME {
            ink.write(" ", theme.plain()).write_escaped(&format!("{name}{position}"), theme.strong());
            ink.write("  ", theme.plain());
        } else {
            ink.write(" ", theme.plain());
        }
    } else if let Origin::Texts(list) = &app.origin
        && list.items.len() > 1
    {
        let at = format!(" {} of {} ", list.current + 1, list.items.len());
        ink.write(&at, theme.strong()).write(" ", theme.plain());
    } else if area.width >= 60 {
        ink.write(" iri-inspect ", theme.strong()).write(" ", theme.plain());
    }
    let verdicts = verdicts(app);
    let width: usize = verdicts.iter().map(|(name, _)| name.len() + theme.yes().width() + 3).sum();
    if app.notice.is_empty() || width + 2 + app.notice.width() <= ink.room() {
        for (name, is_valid) in verdicts {
            let (mark, style) = if is_valid { (theme.yes(), theme.good()) } else { (theme.no(), theme.bad()) };
            ink.write(&format!(" {name} "), theme.plain()).write(mark, style).write(" ", theme.plain());
        }
        ink.write("  ", theme.plain());
    }
    ink.write_escaped(&app.notice, theme.strong());
}

/// Returns the productions that the title names: those of relative references if it has no scheme
/// (RFC 3986 section 4.1).
fn verdicts(app: &App) -> Vec<(&'static str, bool)> {
    let is_relative = app.panes.analysis.components.first().is_none_or(|first| first.name != ComponentName::Scheme);
    let names =
        if is_relative { ["URI-reference", "IRI-reference", "LEIRI-reference"] } else { ["URI", "IRI", "LEIRI"] };
    app.panes.analysis.valid.iter().flatten().filter(|(name, _)| names.contains(name)).copied().collect()
}
