//! userinfo = *( unreserved / pct-encoded / sub-delims / ":" )                    RFC 3986 section 3.2.1

use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::rules::runs;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    // The last '@' ends the userinfo. Other rules report brackets, lone percent signs and what XML does not allow.
    let Some(userinfo) = context.reference.authority.and_then(|authority| authority.userinfo) else { return };
    for run in runs::runs(userinfo.slice(context.text), |byte| byte == b'@', |_, _| true) {
        let span = run.span.moved(userinfo.start);
        let message = format!("{} is not allowed in the userinfo", run.quoted());
        let title = format!("encode {} as %40", run.quoted_name());
        out.flag(span, message).fix(Fix::suggested(title, span, "%40".repeat(run.count())));
    }
}
