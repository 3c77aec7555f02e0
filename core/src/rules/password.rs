//! iuserinfo = *( iunreserved / pct-encoded / sub-delims / ":" )            RFC 3987 section 2.2

use crate::rules::context::{Context, FindingSink};
use crate::text::Span;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(userinfo) = context.reference.authority.and_then(|authority| authority.userinfo) else { return };
    let Some(colon) = userinfo.slice(context.text).find(':') else { return };
    let password = Span::new(userinfo.start + colon + 1, userinfo.end);
    // With an empty password RFC 3986 itself writes "no password".
    if !password.is_empty() {
        out.flag(password, "userinfo contains a password in clear text");
    }
}
