//! RFC 3986 section 3.2.3: producers should omit a port that is the default of the scheme.

use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::rules::port;
use crate::text::fit;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(port) = port::port_of(context).filter(|port| port.is_default(context)) else { return };
    let number = port.significant();
    let scheme = context.reference.scheme_lowercase().unwrap_or_default();
    let message = format!("port {number} is the default for {scheme}");
    let title = fit(port.digits, |digits| format!("remove ':{digits}'"));
    out.flag(port.with_colon(), message).fix(Fix::safe(title, port.with_colon(), ""));
}
