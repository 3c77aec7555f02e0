//! ucschar = … / %x10000-10FFFF; an IRI excludes U+E0000 to U+E0FFF          LEIRI Note section 3
//!
//! Only the query of a 3987bis IRI allows them (`iprivate`).

use crate::reference::{Dialect, SyntaxPosition};
use crate::rules::context::{Context, FindingSink};
use crate::rules::leiri;
use crate::rules::rule::Severity;
use crate::text::fit;
use crate::unicode::LeiriGroup;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    for run in leiri::group_runs(context, LeiriGroup::Tag) {
        // `iprivate` of 3987bis contains them.
        let is_allowed = context.role.dialect == Dialect::IriBis
            && context.reference.syntax_position_at(run.span.start) == SyntaxPosition::Query;
        let finding = if is_allowed {
            let message = fit(&run.quoted(), |char| format!("{char} is invisible"));
            out.flag(run.span, message).at_most(Severity::Hint)
        } else {
            out.flag(run.span, leiri::message(run))
        };
        finding.fix(leiri::remove(run)).fix(leiri::encode(run, context));
    }
}
