//! General category Cn: the character is not assigned yet.

use crate::rules::component;
use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::text::Span;
use crate::unicode::{CharacterProperties, UNICODE_VERSION, code_point};

pub(super) static RULE: Rule = Rule {
    name: "unassigned-character",
    group: Group::Unicode,
    severity: Some(Severity::Hint),
    page: include_str!("unassigned_character.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::UNASSIGNED, run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    for (name, span) in component::texts(context) {
        let characters = span.slice(context.text).char_indices();
        let mut unassigned =
            characters.filter(|(_, c)| CharacterProperties::from_char(*c).intersects(CharacterProperties::UNASSIGNED));
        let Some((at, c)) = unassigned.next() else { continue };
        let count = component::first_of(1 + unassigned.count(), name);
        let message = format!("{} is not assigned in Unicode {UNICODE_VERSION}{count}", code_point(c));
        out.flag(Span::new(span.start + at, span.start + at + c.len_utf8()), message);
    }
}
