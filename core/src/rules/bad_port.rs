//! port = *DIGIT                                                                  RFC 3986 section 3.2.3

use crate::rules::bad_host;
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::rules::mistakes::words;
use crate::rules::rule::Severity;
use crate::rules::schemes::{Grammar, plain_form};
use crate::text::{Span, fit};
use crate::unicode::quoted;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(authority) = context.reference.authority else { return };
    let Some(port) = authority.port else { return };
    let wrong = port.slice(context.text).chars().find(|c| !c.is_ascii_digit());
    let Some(wrong) = wrong.filter(|_| bad_host::unbracketed_ipv6(context).is_none()) else { return };
    let written = port.slice(context.text);
    if words("other-authority").iter().any(|scheme| context.reference.is_scheme(scheme)) {
        out.flag(port, "the authority is not a host and a port").at_most(Severity::Information);
        return;
    }
    if is_several_hosts(context) {
        out.flag(port, "several hosts, of which a URI has only one").at_most(Severity::Information);
        return;
    }
    // `http://localhost:8080\api`
    let digits = written.split('\\').next().unwrap_or_default();
    let is_path = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let message = fit(&quoted(wrong), |char| format!("{char} is not allowed in a port"));
    let finding = out.flag(port, message);
    // Digits of another script.
    let plain = plain_form(written);
    if plain.bytes().all(|byte| byte.is_ascii_digit()) {
        finding.fix(Fix::suggested(format!("replace with '{plain}'"), port, plain));
    }
    if wrong == '\\' && is_path {
        let at = port.start + digits.len();
        finding.fix(Fix::suggested("replace '\\' with '/'", Span::new(at, at + 1), "/"));
    }
    if is_name(context, written) {
        let colon = Span::new(port.start - 1, port.start);
        finding.fix(Fix::suggested("replace ':' with '/'", colon, "/"));
    }
}

/// Returns whether the authority is a list of hosts with ports, as drivers read it: `mongodb://a:27017,b:27017/`.
fn is_several_hosts(context: &Context<'_, '_>) -> bool {
    let Some(authority) = context.reference.authority else { return false };
    let hosts = authority.span.slice(context.text).rsplit('@').next().unwrap_or_default();
    let is_host = |host: &str| {
        let (name, port) = host.split_once(':').unwrap_or((host, ""));
        !name.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit())
    };
    context.reference.has_scheme()
        && Grammar::for_reference(context.reference).is_none()
        && hosts.contains(',')
        && hosts.split(',').all(is_host)
}

/// Returns whether the port is the start of a path, as `ssh` and `git` write it without a scheme: `user@host:path`. In a
/// scheme with a grammar of its own it is more likely another mistake, unless the host is a name of the DNS.
fn is_name(context: &Context<'_, '_>, port: &str) -> bool {
    let authority = context.reference.authority;
    let is_plain = || {
        let host = authority.map_or("", |authority| authority.host.slice(context.text));
        host.contains('.') && authority.is_some_and(|authority| authority.userinfo.is_none())
    };
    context.reference.has_scheme()
        && (Grammar::for_reference(context.reference).is_none() || is_plain())
        && !port.eq_ignore_ascii_case("port")
        && port.starts_with(|c: char| c.is_alphabetic() || matches!(c, '~' | '_' | '.'))
}
