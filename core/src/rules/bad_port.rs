//! port = *DIGIT                                                                  RFC 3986 section 3.2.3

use crate::rules::bad_host;
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::text::{Span, fit};
use crate::unicode::quoted;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(authority) = context.reference.authority else { return };
    let Some(port) = authority.port else { return };
    let wrong = port.slice(context.text).chars().find(|c| !c.is_ascii_digit());
    let Some(wrong) = wrong.filter(|_| bad_host::unbracketed_ipv6(context).is_none()) else { return };
    let message = fit(&quoted(wrong), |char| format!("{char} is not allowed in a port"));
    let finding = out.flag(port, message);
    if is_path(context, port.slice(context.text)) {
        let colon = Span::new(port.start - 1, port.start);
        finding.fix(Fix::suggested("replace ':' with '/'", colon, "/"));
    }
}

/// Returns whether the port is the start of a path, as `ssh` and `git` write it without a scheme: `user@host:path`.
fn is_path(context: &Context<'_, '_>, port: &str) -> bool {
    const SCHEMES: [&str; 7] = ["git", "git+ssh", "rsync", "scp", "sftp", "ssh", "ssh+git"];
    let scheme = context.reference.scheme.map_or("", |scheme| scheme.slice(context.text));
    SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme))
        && port.starts_with(|c: char| c.is_alphabetic() || matches!(c, '~' | '_' | '.'))
}
