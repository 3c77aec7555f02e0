//! port = *DIGIT                                                                  RFC 3986 section 3.2.3

use crate::rules::bad_host;
use crate::rules::context::{Context, FindingSink};
use crate::text::fit;
use crate::unicode::quoted;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(authority) = context.reference.authority else { return };
    let Some(port) = authority.port else { return };
    let wrong = port.slice(context.text).chars().find(|c| !c.is_ascii_digit());
    let Some(wrong) = wrong.filter(|_| bad_host::unbracketed_ipv6(context).is_none()) else { return };
    let message = fit(&quoted(wrong), |char| format!("{char} is not allowed in a port"));
    out.flag(port, message);
}
