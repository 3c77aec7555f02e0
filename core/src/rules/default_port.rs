//! RFC 3986 section 3.2.3: a port that is the scheme's default should be left out.

use crate::finding::{Fix, Severity};
use crate::rules::{Context, Findings, Group, Rule, port};
use crate::unicode::Features;

pub(super) static RULE: Rule = Rule {
    name: "default-port",
    group: Group::Style,
    severity: Some(Severity::Hint),
    page: include_str!("default_port.md"),
    needs: Features::PORT,
    check,
};

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    let Some(port) = port::port_of(context).filter(|port| port.is_default(context)) else { return };
    let number = port.significant();
    let message = format!("port {number} is the scheme's default: it says nothing, but compares as another reference");
    out.flag(port.with_colon(), message).fix(Fix::safe("leave the port out", port.with_colon(), ""));
}
