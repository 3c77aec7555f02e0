//! What a fix does to the text, before it is done: the place before and after, what changes marked.
//!
//! ```text
//! now   …le.org/a␠b|c
//! then  …le.org/a%20b|c
//! ```

use iri_core::finding::Fix;

use crate::editor;
use crate::ui::ink::Ink;
use crate::ui::theme::Theme;

/// So many clusters before the first edit are shown with it.
const BEFORE_AN_EDIT: usize = 8;

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The text as it is.
    Now,
    /// The text as it would be.
    Then,
}

impl Side {
    /// What stands before it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Now => "now ",
            Self::Then => "then",
        }
    }
}

/// Writes the place of the fix, as much of it as fits.
pub fn write(ink: &mut Ink<'_>, theme: Theme, text: &str, fix: &Fix, side: Side) {
    let Some(first) = fix.edits.first() else { return };
    let mut from = first.span.start;
    for _ in 0..BEFORE_AN_EDIT {
        from = editor::previous(text, from);
    }
    if from > 0 {
        ink.say(theme.ellipsis(), theme.dim());
    }
    let plain = |is_stand_in| if is_stand_in { theme.stand_in(theme.plain()) } else { theme.plain() };
    for edit in &fix.edits {
        // Edits come in order; whatever lies before a later one was not changed.
        ink.show(&text[..edit.span.start], from.min(edit.span.start), |_, is_stand_in| plain(is_stand_in));
        let changed = match side {
            Side::Now => edit.span.of(text),
            Side::Then => edit.text.as_str(),
        };
        ink.show(changed, 0, |_, is_stand_in| theme.different(plain(is_stand_in)));
        from = edit.span.end;
        if !ink.has_room() {
            return;
        }
    }
    ink.show(text, from, |_, is_stand_in| plain(is_stand_in));
}
