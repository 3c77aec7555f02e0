//! A schema that a document names and that cannot be loaded, or only in part. A check never accesses a disk: the caller
//! knows the problem.

use crate::rules::context::{Context, FindingSink};
use crate::rules::edge_whitespace;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    if let Some(problem) = context.schema_problem {
        out.flag(edge_whitespace::inner(context.text), problem.to_owned());
    }
}
