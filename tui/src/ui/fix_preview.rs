//! A preview of a fix: the text before and after, with the changes marked.
//!
//! ```text
//! now   …le.org/a␠b|c
//! then  …le.org/a%20b|c
//! ```

use iri_core::Span;
use iri_core::rules::Fix;

use crate::cells::{Ink, cluster};
use crate::inspector::app::App;

/// So many clusters before the first edit are shown with it.
const BEFORE_AN_EDIT: usize = 8;

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreviewSide {
    /// The text as it is.
    Now,
    /// The text as it would be.
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

/// Writes the place of a fix of the selected finding, as much of it as fits.
pub fn write(ink: &mut Ink<'_>, app: &App, fix: &Fix, side: PreviewSide) {
    let (theme, text) = (app.theme, app.text());
    let Some(start) = app.analysis.findings.span(app.finding).map(|span| span.start) else { return };
    // What is kept of a finding is seen from its start.
    let placed = |span: Span| -> Span { Span::new(span.start.wrapping_add(start), span.end.wrapping_add(start)) };
    let mut from = fix.edits.first().map_or(start, |edit| placed(edit.span).start);
    for _ in 0..BEFORE_AN_EDIT {
        from = cluster::previous(text, from);
    }
    if from > 0 {
        ink.write(theme.ellipsis(), theme.dim());
    }
    let plain = |is_stand_in| if is_stand_in { theme.stand_in(theme.plain()) } else { theme.plain() };
    for edit in &fix.edits {
        let span = placed(edit.span);
        // Edits come in order; whatever lies before a later one was not changed.
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
