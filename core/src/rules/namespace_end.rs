//! A namespace in RDF that does not end in a separator, so that the names after its prefix continue its last word. A check
//! sees one text: the document knows which names use the prefix.

use crate::rules::context::{Context, FindingSink};
use crate::rules::role::Role;
use crate::text::Span;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    if context.role == Role::NAMESPACE_END {
        out.flag(Span::new(0, context.text.len()), MESSAGE);
    }
}

/// Message of the rule.
pub(crate) const MESSAGE: &str = "the namespace does not end in '#' or '/', and names continue its last word";
