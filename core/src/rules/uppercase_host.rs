//! RFC 3986 section 3.2.2: a reg-name ignores case; producers should write it in lower case.

use crate::finding::{Fix, Severity};
use crate::rules::{Context, Findings, Group, Rule};
use crate::unicode::Features;

pub(super) static RULE: Rule = Rule {
    name: "uppercase-host",
    group: Group::Style,
    severity: Some(Severity::Hint),
    page: include_str!("uppercase_host.md"),
    needs: Features::UPPER_AUTHORITY,
    check,
};

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    let Some(span) = context.reference.reg_name() else { return };
    let host = span.of(context.text);
    // The capitals of a triplet are right, and host-percent mends such a host as a whole.
    if host.contains('%') || !host.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return;
    }
    let message = "a host with capitals: plain comparison takes the two spellings for two hosts";
    out.flag(span, message).fix(Fix::safe("write it in lower case", span, host.to_ascii_lowercase()));
}
