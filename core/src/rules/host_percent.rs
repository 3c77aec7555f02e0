//! reg-name = *( unreserved / pct-encoded / sub-delims )                          RFC 3986 section 3.2.2
//!
//! The grammar lets a host be percent-encoded; the DNS knows nothing of it.

use crate::finding::{Fix, Severity};
use crate::reference::idna;
use crate::rules::{Context, Findings, Group, Rule};
use crate::unicode::Features;

pub(super) static RULE: Rule = Rule {
    name: "host-percent",
    group: Group::Scheme,
    severity: Some(Severity::Warning),
    page: include_str!("host_percent.md"),
    needs: Features::ENCODED_AUTHORITY,
    check,
};

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    let Some(host) = context.reference.reg_name().filter(|host| host.slice(context.text).contains('%')) else { return };
    // Elsewhere a percent-encoded host is the rule: `ldapi://%2Frun%2Fldapi`.
    if !idna::has_dns_host(context.reference) {
        return;
    }
    let message =
        "a percent-encoded host: DNS knows no %HH, so many readers look up a name with the percent sign in it";
    let ascii = idna::to_ascii(host.slice(context.text)).filter(|ascii| !ascii.contains('%'));
    let fix = ascii.map(|ascii| Fix::suggested(format!("write the host as {ascii}"), host, ascii));
    out.flag(host, message).fixes.extend(fix);
}
