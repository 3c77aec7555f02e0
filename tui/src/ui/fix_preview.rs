//! A preview of a fix: the text before and after in displayed order, with the changes marked. A text that does not fit
//! starts shortly before the first change.
//!
//! ```text
//! before  http://example.org/a␣b|c              …nd/so/on/a␣b|c
//! after   http://example.org/a%20b|c            …nd/so/on/a%20b|c
//! ```

use iri_core::Span;
use iri_core::rules::Fix;
use iri_core::text::floor_char_boundary;

use crate::cells::Ink;
use crate::inspector::app::App;

/// Maximum bytes of the text on each side of a fix: more than a line shows.
const REACH: usize = 1 << 13;

/// Side of the preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreviewSide {
    /// Text before the fix.
    Now,
    /// Text after the fix.
    Then,
}

impl PreviewSide {
    /// Returns its label.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Now => "before",
            Self::Then => "after ",
        }
    }
}

/// Writes the text around a fix of the selected finding in displayed order, as much as fits.
pub fn write(ink: &mut Ink<'_>, app: &App, fix: &Fix, side: PreviewSide) {
    let (theme, text) = (app.look.theme, app.panes.text());
    let Some(start) = app.panes.analysis.findings.span(app.panes.finding).map(|span| span.start) else { return };
    // Of a long text only what may be visible is copied.
    let near = floor_char_boundary(text, start.saturating_sub(REACH));
    let (mut shown, mut changed, mut from) = (String::new(), Vec::new(), near);
    for edit in &fix.edits {
        // The offsets of the edits are relative to the start of the finding; the edits are in order.
        let span: Span = Span::new(edit.span.start.wrapping_add(start), edit.span.end.wrapping_add(start));
        shown.push_str(&text[from.min(span.start)..span.start]);
        let begin = shown.len();
        shown.push_str(match side {
            PreviewSide::Now => span.slice(text),
            PreviewSide::Then => edit.text.as_str(),
        });
        changed.push(begin..shown.len());
        from = span.end;
    }
    shown.push_str(&text[from..floor_char_boundary(text, (from + REACH).min(text.len()))]);
    let first = changed.first().map_or(0, |range| range.start);
    ink.write_displayed(&shown, first, |piece, is_stand_in| {
        let style = theme.piece(theme.plain(), is_stand_in);
        let is_changed = changed.iter().any(|range| range.contains(&piece.start));
        if is_changed { theme.different(style) } else { style }
    });
}
