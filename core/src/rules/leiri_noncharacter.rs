//! ucschar = … / %x10000-10FFFF; an IRI excludes the last two of each plane   LEIRI Note section 3

use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::leiri;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::unicode::LeiriGroup;

pub(super) static RULE: Rule = Rule {
    name: "leiri-noncharacter",
    group: Group::Leiri,
    severity: Some(Severity::Warning),
    page: include_str!("leiri_noncharacter.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::LEIRI_GROUPED, run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    leiri::flag_accidents(context, out, LeiriGroup::Noncharacter);
}
