//! RFC 3986 section 3.1: schemes ignore case; the canonical form is lower case.

use crate::finding::{Fix, Severity};
use crate::rules::{Context, Findings, Group, Rule, backslash_path};
use crate::unicode::Features;

pub(super) static RULE: Rule = Rule {
    name: "uppercase-scheme",
    group: Group::Style,
    severity: Some(Severity::Hint),
    page: include_str!("uppercase_scheme.md"),
    needs: Features::UPPER_SCHEME,
    check,
};

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    let (Some(span), Some(lower)) = (context.reference.scheme, context.reference.scheme_lowercase()) else { return };
    if backslash_path::is_drive(context.reference) {
        return;
    }
    let message = "a scheme with capitals: plain comparison takes the two spellings for two schemes";
    out.flag(span, message).fix(Fix::safe(format!("write {lower}"), span, lower));
}
