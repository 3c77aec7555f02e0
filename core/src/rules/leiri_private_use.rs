//! iprivate = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD, only in `iquery`  RFC 3987 section 2.2

use crate::reference::{Dialect, SyntaxPosition};
use crate::rules::context::{Context, FindingSink};
use crate::rules::leiri;
use crate::rules::rule::Severity;
use crate::unicode::LeiriGroup;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let is_iri_place = context.role.dialect >= Dialect::Iri;
    for run in leiri::group_runs(context, LeiriGroup::PrivateUse) {
        let is_in_query = context.reference.syntax_position_at(run.span.start) == SyntaxPosition::Query;
        if is_in_query && context.role.dialect == Dialect::Uri {
            let message = format!("{} is not allowed in a URI", run.quoted());
            out.flag(run.span, message).fix(leiri::encode(run, context));
        } else if is_iri_place && is_in_query {
            let message = format!("private-use character {} has no public meaning", run.quoted());
            out.flag(run.span, message).at_most(Severity::Hint).fix(leiri::encode(run, context));
        } else {
            out.flag(run.span, leiri::message(run)).fix(leiri::encode(run, context));
        }
    }
}
