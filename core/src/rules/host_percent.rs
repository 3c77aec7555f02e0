//! reg-name = *( unreserved / pct-encoded / sub-delims )                          RFC 3986 section 3.2.2
//!
//! The grammar allows a percent-encoded host, but the DNS does not support it.

use crate::reference::idna;
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::text::fit;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(host) = context.reference.reg_name().filter(|host| host.slice(context.text).contains('%')) else { return };
    // In other schemes a percent-encoded host is normal: `ldapi://%2Frun%2Fldapi`.
    if !idna::has_dns_host(context.reference) {
        return;
    }
    let message = "host is percent-encoded, which DNS does not support";
    let ascii = idna::to_ascii(host.slice(context.text)).filter(|ascii| !ascii.contains('%'));
    let title = |ascii: &str| fit(ascii, |ascii| format!("replace host with '{ascii}'"));
    let fix = ascii.map(|ascii| Fix::suggested(title(&ascii), host, ascii));
    out.flag(host, message).fixes.extend(fix);
}
