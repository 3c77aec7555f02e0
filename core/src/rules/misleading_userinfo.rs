//! Userinfo that looks like a host, so that people take it for the destination.
//! authority = [ iuserinfo "@" ] ihost [ ":" port ]                        RFC 3987 section 2.2

use crate::characters::quotable;
use crate::reference::decode_characters;
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::text::{Span, fit, shorten};
use crate::unicode::delimiter_look_alike;

/// Number of characters of a name in a message that has two.
const NAME_LENGTH: usize = 24;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(authority) = context.reference.authority else { return };
    let Some(userinfo) = authority.userinfo.filter(|_| is_web(context)) else { return };
    let user = userinfo.slice(context.text);
    // A backslash ends the host in browsers: the rule parsers-disagree reports it.
    if user.contains('\\') {
        return;
    }
    let decoded = decode_characters(user);
    let Some(name) = host_name(&decoded) else { return };
    let quote = |part: &str| shorten(&quotable(part, context.text), NAME_LENGTH).into_owned();
    let (name, host) = (quote(name), quote(authority.host.slice(context.text)));
    let message = format!("'{name}' before '@' is only a user name; the host is '{host}'");
    let finding = out.flag(userinfo, message);
    let title = fit(&quotable(user, context.text), |user| format!("remove '{user}@'"));
    finding.fix(Fix::suggested(title, Span::new(userinfo.start, authority.host.start), ""));
}

/// Returns whether people meet such references as links in a browser. A user name is usual in `ftp:` and `ssh:`.
fn is_web(context: &Context<'_, '_>) -> bool {
    let reference = context.reference;
    !reference.has_scheme() || ["http", "https", "ws", "wss"].iter().any(|scheme| reference.is_scheme(scheme))
}

/// Returns the name of a host at the start of `userinfo`: labels separated by dots, the last of letters, or an IPv4
/// address.
fn host_name(userinfo: &str) -> Option<&str> {
    let is_end = |c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-' | '_')) || delimiter_look_alike(c).is_some();
    let name = userinfo.split(is_end).next()?.trim_end_matches('.');
    let (before, last) = name.rsplit_once('.')?;
    let is_address = || name.split('.').count() == 4 && name.split('.').all(|part| part.parse::<u8>().is_ok());
    let is_domain = last.chars().nth(1).is_some() && last.chars().all(|c| c.is_alphabetic() || c == '-');
    let has_labels = before.split('.').all(|label| !label.is_empty());
    (has_labels && (is_domain || is_address())).then_some(name)
}
