//! ucschar = … / %x10000-10FFFF, of which no IRI has the last two of a plane  LEIRI Note section 3

use crate::finding::Severity;
use crate::rules::{Context, Findings, Group, Rule, leiri};
use crate::unicode::{Features, LeiriGroup};

pub(super) static RULE: Rule = Rule {
    name: "leiri-noncharacter",
    group: Group::Leiri,
    severity: Some(Severity::Warning),
    page: include_str!("leiri_noncharacter.md"),
    needs: Features::LEIRI_GROUPED,
    check,
};

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    leiri::flag_accidents(context, out, LeiriGroup::Noncharacter);
}
