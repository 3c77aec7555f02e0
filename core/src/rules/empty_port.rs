//! port = *DIGIT                                                          RFC 3986 section 3.2.3

use crate::finding::{Fix, Severity};
use crate::rules::{Context, Findings, Group, Rule, port};
use crate::unicode::Features;

pub(super) static RULE: Rule = Rule {
    name: "empty-port",
    group: Group::Style,
    severity: Some(Severity::Hint),
    page: include_str!("empty_port.md"),
    needs: Features::PORT,
    check,
};

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    let Some(port) = port::port_of(context).filter(|port| port.digits.is_empty()) else { return };
    let message = "a colon without a port: it means the same as no colon, but compares as another reference";
    out.flag(port.with_colon(), message).fix(Fix::safe("remove the colon", port.with_colon(), ""));
}
