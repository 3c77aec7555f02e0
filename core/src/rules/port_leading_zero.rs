//! port = *DIGIT, a decimal number                                        RFC 3986 section 3.2.3

use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::finding::Fix;
use crate::rules::port;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::text::{Span, fit};

pub(super) static RULE: Rule = Rule {
    name: "port-leading-zero",
    group: Group::Style,
    severity: Some(Severity::Hint),
    page: include_str!("port_leading_zero.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::PORT, run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    // The rule default-port removes a default port as a whole.
    let Some(port) = port::port_of(context).filter(|port| !port.is_default(context)) else { return };
    let number = port.significant();
    let zeros = Span::new(port.span.start, port.span.end - number.len());
    if !zeros.is_empty() {
        let title = fit(number, |number| format!("replace port with {number}"));
        out.flag(zeros, "port has leading zeros").fix(Fix::safe(title, zeros, ""));
    }
}
