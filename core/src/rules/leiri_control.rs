//! ucschar = … / %x0-1F / %x7F-D7FF / …                                       LEIRI Note section 3

use crate::rules::context::{Context, FindingSink};
use crate::rules::leiri;
use crate::unicode::LeiriGroup;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
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
