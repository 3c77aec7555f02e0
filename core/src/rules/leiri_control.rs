//! ucschar = … / %x0-1F / %x7F-D7FF / …                                       LEIRI Note section 3

use crate::finding::Severity;
use crate::rules::{Context, Findings, Group, Rule, leiri};
use crate::unicode::{Features, LeiriGroup};

pub(super) static RULE: Rule = Rule {
    name: "leiri-control",
    group: Group::Leiri,
    severity: Some(Severity::Warning),
    page: include_str!("leiri_control.md"),
    needs: Features::LEIRI_ASCII.or(Features::LEIRI_GROUPED),
    check,
};

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    leiri::flag_base64(context, out, LeiriGroup::Control);
    for run in leiri::group_runs(context, LeiriGroup::Control) {
        let finding = out.flag(run.span, leiri::message(run, LeiriGroup::Control));
        if leiri::is_folded(run, context) {
            finding.fixes.extend(leiri::delete_or_encode_by_hand(run, context));
        } else {
            finding.fix(leiri::delete(run)).fix(leiri::encode(run, context));
        }
    }
}
