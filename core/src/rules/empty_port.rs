//! port = *DIGIT                                                          RFC 3986 section 3.2.3

use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::finding::Fix;
use crate::rules::port;
use crate::rules::rule::{Group, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    name: "empty-port",
    group: Group::Style,
    severity: Some(Severity::Hint),
    page: include_str!("empty_port.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::PORT, run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(port) = port::port_of(context).filter(|port| port.digits.is_empty()) else { return };
    let message = "empty port after ':'";
    out.flag(port.with_colon(), message).fix(Fix::safe("remove ':'", port.with_colon(), ""));
}
