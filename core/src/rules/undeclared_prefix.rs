//! A prefix in RDF that no directive declares. A check sees one text: the document knows what its directives declare.

use crate::characters::quotable;
use crate::rules::context::{Context, FindingSink};
use crate::rules::role::Role;
use crate::text::{Span, fit};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    if context.role != Role::UNDECLARED_PREFIX {
        return;
    }
    let prefix = context.text;
    let message = fit(&quotable(prefix, prefix), |prefix| format!("prefix '{prefix}:' is not declared"));
    out.flag(Span::new(0, prefix.len()), message);
}
