//! A relative reference to a file that does not exist. A check never accesses a disk: the caller determines whether the
//! target is missing.

use crate::characters::quotable;
use crate::rules::context::{Context, FindingSink};
use crate::rules::edge_whitespace;
use crate::text::{WHITESPACE, fit};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let path = context.reference.path.slice(context.reference.text).trim_matches(WHITESPACE);
    out.flag(edge_whitespace::inner(context.text), message(&quotable(path, context.reference.text), ""));
}

/// Returns the message about the missing file at `path`, which is quotable, with a tip.
pub(crate) fn message(path: &str, tip: &str) -> String {
    fit(path, |path| format!("file not found: {path}{tip}"))
}
