//! ```text
//! IP-literal = "[" ( IPv6address / IPvFuture ) "]", and brackets nowhere else   RFC 3986 section 3.2.2
//! ```

use crate::reference::SyntaxPosition;
use crate::rules::context::{Context, FindingSink};
use crate::rules::leiri;
use crate::rules::runs;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    for run in runs::runs(context.text, |byte| matches!(byte, b'[' | b']'), |_, _| true) {
        // Those of an IP literal are delimiters; bad-host and bad-port report what is wrong there.
        if matches!(
            context.reference.syntax_position_at(run.span.start),
            SyntaxPosition::Delimiter | SyntaxPosition::IpLiteral | SyntaxPosition::Port
        ) {
            continue;
        }
        let message = match context.reference.fragment {
            Some(fragment) if fragment.contains(run.span.start) => {
                format!("{} is not allowed in a fragment", run.quoted())
            }
            _ => format!("{} is only allowed around an IP address in the host", run.quoted()),
        };
        out.flag(run.span, message).fix(leiri::encode(run, context));
    }
}
