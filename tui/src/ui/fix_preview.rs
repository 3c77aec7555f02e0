//! A preview of a fix: the text before and after, with the changes marked. A text that does not fit starts shortly before
//! the first change.
//!
//! ```text
//! before  http://example.org/a␣b|c              …nd/so/on/a␣b|c
//! after   http://example.org/a%20b|c            …nd/so/on/a%20b|c
//! ```

use iri_core::Span;
use iri_core::rules::Fix;

use crate::cells::{Ink, cluster};
use crate::inspector::app::App;

/// Number of clusters that are shown before the first edit.
const BEFORE_AN_EDIT: usize = 8;

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

/// Writes the text around a fix of the selected finding, as much as fits.
pub fn write(ink: &mut Ink<'_>, app: &App, fix: &Fix, side: PreviewSide) {
    let (theme, text) = (app.theme, app.text());
    let Some(start) = app.analysis.findings.span(app.finding).map(|span| span.start) else { return };
    // The offsets of the edits are relative to the start of the finding.
    let placed = |span: Span| -> Span { Span::new(span.start.wrapping_add(start), span.end.wrapping_add(start)) };
    let mut from = fix.edits.first().map_or(start, |edit| placed(edit.span).start);
    if ink.fits(text) && ink.fits(&fixed(text, fix, placed)) {
        from = 0;
    }
    for _ in 0..BEFORE_AN_EDIT {
        from = cluster::previous(text, from);
    }
    if from > 0 {
        ink.write(theme.ellipsis(), theme.dim());
    }
    let plain = |is_stand_in| if is_stand_in { theme.stand_in(theme.plain()) } else { theme.plain() };
    for edit in &fix.edits {
        let span = placed(edit.span);
        // Edits are in order, so the text between two of them is unchanged.
        ink.write_input(&text[..span.start], from.min(span.start), |_, is_stand_in| plain(is_stand_in));
        let changed = match side {
            PreviewSide::Now => span.slice(text),
            PreviewSide::Then => edit.text.as_str(),
        };
        ink.write_input(changed, 0, |_, is_stand_in| theme.different(plain(is_stand_in)));
        from = span.end;
        if !ink.has_room() {
            return;
        }
    }
    ink.write_input(text, from, |_, is_stand_in| plain(is_stand_in));
}

/// Returns the text with a fix whose edits are at the spans that `placed` returns.
fn fixed(text: &str, fix: &Fix, placed: impl Fn(Span) -> Span) -> String {
    let (mut fixed, mut from) = (String::new(), 0);
    for edit in &fix.edits {
        let span = placed(edit.span);
        fixed.extend([&text[from.min(span.start)..span.start], edit.text.as_str()]);
        from = span.end;
    }
    fixed + &text[from..]
}
