//! ucschar = … / "{" / "}" / "|" / "\" / "^" / "`" / …                       LEIRI Note section 3

use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::leiri;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::unicode::LeiriGroup;

pub(super) static RULE: Rule = Rule {
    name: "leiri-unwise",
    group: Group::Leiri,
    severity: Some(Severity::Warning),
    page: include_str!("leiri_unwise.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::LEIRI_ASCII, run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    for run in leiri::group_runs(context, LeiriGroup::Unwise) {
        out.flag(run.span, leiri::message(run)).fix(leiri::encode(run, context));
    }
}
