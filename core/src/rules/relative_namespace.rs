//! A namespace name is an identity: nobody resolves it, so a relative one names no one thing.
//!
//! "The use of relative IRI references … is deprecated"            Namespaces in XML 1.1 section 2.2

use crate::finding::Severity;
use crate::options::Standing;
use crate::rules::{Context, Findings, Group, Rule, edge_whitespace};
use crate::unicode::Features;

pub(super) static RULE: Rule = Rule {
    name: "relative-namespace",
    group: Group::Place,
    severity: Some(Severity::Information),
    page: include_str!("relative_namespace.md"),
    needs: Features::RELATIVE,
    check,
};

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    let role = context.options.role;
    let inner = edge_whitespace::inner(context.text);
    // Where the place demands a scheme, must-be-absolute speaks of it.
    if role.standing != Standing::Namespace || role.is_absolute || inner.is_empty() {
        return;
    }
    let message = "a relative namespace name: nobody resolves it, so the same name in another document may mean \
                   another vocabulary";
    out.flag(inner, message);
}
