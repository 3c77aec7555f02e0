//! A prefix in RDF that no directive declares. The document knows what its directives declare.

use crate::characters::quotable;
use crate::rules::context::{Context, FindingSink};
use crate::text::{DecodeIssueKind, fit};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    for issue in context.issues.iter().filter(|issue| issue.kind == DecodeIssueKind::UndeclaredPrefix) {
        let prefix = issue.span.slice(context.text);
        out.flag(issue.span, fit(&quotable(prefix, prefix), |prefix| format!("prefix '{prefix}:' is not declared")));
    }
}
