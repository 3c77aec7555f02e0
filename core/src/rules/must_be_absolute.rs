//! absolute-IRI = scheme ":" ihier-part [ "?" iquery ]                        RFC 3987 section 2.2

use crate::rules::context::{Context, FindingSink};
use crate::rules::relative_namespace;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    // A base that the document sets makes a reference absolute that is resolved.
    let is_resolved = context.role.reference_use.is_resolved() && context.base.is_some();
    if !context.role.is_absolute || is_resolved {
        return;
    }
    if let Some(inner) = relative_namespace::relative(context.text) {
        let message = "missing scheme in a value that must be absolute";
        out.flag(inner, message);
    }
}
