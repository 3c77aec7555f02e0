//! General category Cn: the character is not assigned yet.

use crate::rules::component;
use crate::rules::context::{Context, FindingSink};
use crate::text::Span;
use crate::unicode::{CharacterProperties, UNICODE_VERSION, code_point, is_noncharacter};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    for (name, span) in component::texts(context) {
        let characters = span.slice(context.text).char_indices();
        // Noncharacters are assigned (Unicode, table 2-3).
        let mut unassigned = characters.filter(|&(_, c)| {
            CharacterProperties::from_char(c).intersects(CharacterProperties::UNASSIGNED) && !is_noncharacter(c)
        });
        let Some((at, c)) = unassigned.next() else { continue };
        let count = component::first_of(1 + unassigned.count(), name);
        let message = format!("{} is not assigned in Unicode {UNICODE_VERSION}{count}", code_point(c));
        out.flag(Span::new(span.start + at, span.start + at + c.len_utf8()), message);
    }
}
