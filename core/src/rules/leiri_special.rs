//! ucschar = … / %xE000-FFFD / …, of which an IRI has up to U+FFEF            LEIRI Note section 3

use crate::finding::Severity;
use crate::rules::{Context, Findings, Group, Rule, leiri};
use crate::unicode::{Features, LeiriGroup};

pub(super) static RULE: Rule = Rule {
    name: "leiri-special",
    group: Group::Leiri,
    severity: Some(Severity::Warning),
    page: include_str!("leiri_special.md"),
    needs: Features::LEIRI_GROUPED,
    check,
};

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    leiri::flag_accidents(context, out, LeiriGroup::Special);
}
