//! ucschar = … / %x0-1F / %x7F-D7FF / …                                       LEIRI Note section 3

use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::leiri;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::unicode::LeiriGroup;

pub(super) static RULE: Rule = Rule {
    name: "leiri-control",
    group: Group::Leiri,
    severity: Some(Severity::Warning),
    page: include_str!("leiri_control.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check =
    Check { rule: &RULE, needs: Features::LEIRI_ASCII.or(Features::LEIRI_GROUPED), run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    leiri::flag_base64(context, out, LeiriGroup::Control);
    for run in leiri::group_runs(context, LeiriGroup::Control) {
        let finding = out.flag(run.span, leiri::message(run));
        if leiri::is_folded(run, context) {
            finding.fixes.extend(leiri::suggest_remove_or_encode(run, context));
        } else {
            finding.fix(leiri::remove(run)).fix(leiri::encode(run, context));
        }
    }
}
