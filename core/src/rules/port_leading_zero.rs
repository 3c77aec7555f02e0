//! port = *DIGIT, a decimal number                                        RFC 3986 section 3.2.3

use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::rules::port;
use crate::text::{Span, fit};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    // The rule default-port removes a default port as a whole.
    let Some(port) = port::port_of(context).filter(|port| !port.is_default(context)) else { return };
    let number = port.significant();
    let zeros = Span::new(port.span.start, port.span.end - number.len());
    if !zeros.is_empty() {
        let title = fit(number, |number| format!("replace port with {number}"));
        out.flag(zeros, "port has leading zeros").fix(Fix::safe(title, zeros, ""));
    }
}
