//! port = *DIGIT                                                          RFC 3986 section 3.2.3

use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::rules::port;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(port) = port::port_of(context).filter(|port| port.digits.is_empty()) else { return };
    // `k8s://https://example.org`: the colon is that of a scheme.
    if context.reference.path.slice(context.text).starts_with("//") {
        return;
    }
    let message = "empty port after ':'";
    out.flag(port.with_colon(), message).fix(Fix::safe("remove ':'", port.with_colon(), ""));
}
