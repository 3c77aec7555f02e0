//! A relative reference whose fragment is not the ID of an element of its target. A check never accesses a disk: the caller
//! determines whether the ID is missing.

use crate::characters::quotable;
use crate::rules::context::{Context, FindingSink};
use crate::text::fit;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    if let Some(fragment) = context.reference.fragment {
        let id = quotable(fragment.slice(context.text), context.text);
        out.flag(fragment, message(&id, None, ""));
    }
}

/// Returns the message about the missing ID `id` in `file`, both quotable, with a tip; without a file, in the document
/// itself.
pub(crate) fn message(id: &str, file: Option<&str>, tip: &str) -> String {
    match file {
        Some(file) => fit(file, |file| fit(id, |id| format!("ID '{id}' not found in {file}{tip}"))),
        None => fit(id, |id| format!("ID '{id}' not found{tip}")),
    }
}
