//! port = *DIGIT                                                                  RFC 3986 section 3.2.3

use crate::finding::Severity;
use crate::rules::{Context, Findings, Group, Rule, bad_host};
use crate::unicode::{Features, label};

pub(super) static RULE: Rule = Rule {
    name: "bad-port",
    group: Group::Syntax,
    severity: Some(Severity::Error),
    page: include_str!("bad_port.md"),
    needs: Features::NO_LEIRI,
    check,
};

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    let Some(authority) = context.reference.authority else { return };
    let Some(port) = authority.port else { return };
    let wrong = port.slice(context.text).chars().find(|c| !c.is_ascii_digit());
    let Some(wrong) = wrong.filter(|_| bad_host::unbracketed_ipv6(context).is_none()) else { return };
    let message =
        format!("a port is digits alone, and {} is none: what stands behind the colon names no port", label(wrong));
    out.flag(port, message);
}
