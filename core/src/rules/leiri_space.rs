//! ucschar = " " / …                                                       LEIRI Note section 3

use crate::reference::SyntaxPosition;
use crate::rules::context::{Context, FindingSink};
use crate::rules::leiri;
use crate::rules::runs::Run;
use crate::text::Span;
use crate::unicode::LeiriGroup;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    leiri::flag_base64(context, out, LeiriGroup::Space);
    for run in leiri::group_runs(context, LeiriGroup::Space) {
        let finding = out.flag(run.span, leiri::message(run));
        if is_accident(run, context) {
            finding.fixes.extend(leiri::suggest_remove_or_encode(run, context));
        } else {
            finding.fix(leiri::encode(run, context));
        }
    }
}

/// Returns whether the space is not part of the name: in a folded line, in a host, which has no spaces, or directly after
/// the colon of the scheme.
fn is_accident(run: Run, context: &Context<'_, '_>) -> bool {
    // XML turns the line break of a folded attribute into another space, before the indentation.
    let is_indentation = run.count() > 1 && context.text[..run.span.start].ends_with('/');
    is_indentation
        || leiri::is_folded(run, context)
        || context.reference.syntax_position_at(run.span.start) == SyntaxPosition::RegName
        || is_at_separator(run.span, context)
}

fn is_at_separator(space: Span, context: &Context<'_, '_>) -> bool {
    let reference = context.reference;
    let path = reference.path;
    if !reference.has_scheme() || reference.authority.is_some() || !path.contains(space.start) {
        return false;
    }
    space.start == path.start
}
