//! A namespace name is an identity: nobody resolves it, so a relative one names no one thing.
//!
//! "The use of relative IRI references … is deprecated"            Namespaces in XML 1.1 section 2.2

use crate::finding::Severity;
use crate::options::ReferenceUse;
use crate::reference::Reference;
use crate::rules::{Context, Findings, Group, Rule, edge_whitespace};
use crate::text::Span;
use crate::unicode::Features;

pub(super) static RULE: Rule = Rule {
    name: "relative-namespace",
    group: Group::Place,
    severity: Some(Severity::Information),
    page: include_str!("relative_namespace.md"),
    needs: Features::RELATIVE,
    check,
};

/// What stands between the white space at the ends, where it is a relative reference to anything but its own
/// document. White space alone makes no absolute one relative.
pub(super) fn relative(text: &str) -> Option<Span> {
    let inner = edge_whitespace::inner(text);
    (!inner.is_empty() && !Reference::parse(inner.slice(text)).has_scheme()).then_some(inner)
}

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    let role = context.options.role;
    // Where the place demands a scheme, must-be-absolute speaks of it.
    if role.standing != ReferenceUse::Namespace || role.is_absolute {
        return;
    }
    let Some(inner) = relative(context.text) else { return };
    let message = "a relative namespace name: nobody resolves it, so the same name in another document may mean \
                   another vocabulary";
    out.flag(inner, message);
}
