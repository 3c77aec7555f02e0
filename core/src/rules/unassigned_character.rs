//! General category Cn: nothing is known of the character yet.

use crate::finding::Severity;
use crate::rules::{Context, Findings, Group, Rule, component};
use crate::text::Span;
use crate::unicode::{Features, UNICODE_VERSION, code_point};

pub(super) static RULE: Rule = Rule {
    name: "unassigned-character",
    group: Group::Unicode,
    severity: Some(Severity::Hint),
    page: include_str!("unassigned_character.md"),
    needs: Features::UNASSIGNED,
    check,
};

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    for (name, span) in component::texts(context) {
        let characters = span.slice(context.text).char_indices();
        let mut unassigned = characters.filter(|(_, c)| Features::from_char(*c).intersects(Features::UNASSIGNED));
        let Some((at, c)) = unassigned.next() else { continue };
        let message = format!(
            "{} is no character of Unicode {UNICODE_VERSION}: nothing shows it, and how it normalises is not known{}",
            code_point(c),
            component::more(unassigned.count(), name)
        );
        out.flag(Span::new(span.start + at, span.start + at + c.len_utf8()), message);
    }
}
