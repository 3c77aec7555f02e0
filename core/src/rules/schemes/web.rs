//! ```text
//! http-URI = "http" "://" authority path-abempty [ "?" query ]                     RFC 9110 section 4.2
//! ws-URI   = "ws:" "//" host [ ":" port ] path [ "?" query ]                       RFC 6455 section 3
//! ftp://[user[:password]@]host[:port]/url-path                                     RFC 1738 section 3.2
//! ```
//!
//! "A sender MUST NOT generate an "http" URI with an empty host identifier."

use crate::reference::{Authority, HostKind};
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::text::{Span, fit};

/// Schemes that are checked here.
const SCHEMES: [&str; 5] = ["http", "https", "ws", "wss", "ftp"];

pub(in crate::rules) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(authority) = context.reference.authority else {
        return without_authority(context, out);
    };
    if authority.host.is_empty() {
        // In `http://::1/` the address has no brackets: bad-host reports it.
        if context.reference.dialect.is_some() {
            empty_host(authority, context, out);
        }
        return;
    }
    if let Some(port) = authority.port {
        check_port(port, context, out);
    }
    if authority.host.len() <= 5 {
        check_doubled(authority, context, out);
    }
    if authority.kind == HostKind::RegName {
        check_labels(authority.host, context, out);
        check_number(authority.host, context, out);
    }
}

/// Checks the fragment of `ws` and `wss` references: they MUST NOT have one (RFC 6455 section 3).
pub(in crate::rules) fn check_no_fragment(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    // The rule unwanted-fragment reports it if the format does not allow one either.
    if let Some(fragment) = context.reference.fragment.filter(|_| !context.role.is_fragment_unwanted) {
        let span = Span::new(fragment.start - 1, fragment.end);
        let finding = out.flag(span, "fragment is not allowed in a WebSocket reference");
        finding.fix(Fix::suggested("remove fragment", span, ""));
    }
}

/// Reports the first empty label, except that of the root at the end: label = 1*63 octets       RFC 1035 section 2.3.1
fn check_labels(host: Span, context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let name = host.slice(context.text).as_bytes();
    let mut previous = b'.';
    // A dot after another one, or at the start.
    let ends_empty_label = |&byte: &u8| std::mem::replace(&mut previous, byte) == b'.' && byte == b'.';
    if let Some(at) = name.iter().position(ends_empty_label).map(|at| at.saturating_sub(1)) {
        let end = if name.get(at + 1) == Some(&b'.') { at + 2 } else { at + 1 };
        out.flag(Span::new(host.start + at, host.start + end), "host contains an empty label");
    }
}

fn without_authority(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let path = context.reference.path;
    let rest = path.slice(context.text);
    if rest.starts_with('\\') {
        return; // The rule backslash-path reports and fixes this.
    }
    let slashes = usize::from(rest.starts_with('/'));
    let scheme = scheme(context);
    let second = rest[slashes..].split_once("://").map(|(second, _)| second);
    if let Some(second) = second.filter(|second| SCHEMES.iter().any(|known| second.eq_ignore_ascii_case(known))) {
        let span = super::prefix(context.reference, slashes);
        let message = format!("duplicate scheme: '{second}:' follows '{scheme}:'");
        out.flag(span, message).fix(Fix::suggested("remove first scheme", span, ""));
        return;
    }
    let message = format!("missing '//' and host after '{scheme}:'");
    let finding = out.flag(super::prefix(context.reference, slashes), message);
    if rest.len() > slashes {
        let title =
            if slashes == 0 { format!("insert '//' after '{scheme}:'") } else { "insert second '/'".to_owned() };
        finding.fix(Fix::suggested(title, Span::new(path.start, path.start + slashes), "//"));
    }
}

/// Returns the scheme as it is written; only the five that are checked here occur.
fn scheme<'t>(context: &Context<'_, 't>) -> &'t str {
    context.reference.scheme.map_or("", |scheme| scheme.slice(context.text))
}

fn empty_host(authority: Authority, context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let path = context.reference.path;
    let message = format!("empty host after '{}://'", scheme(context));
    let finding = out.flag(super::slashed(authority.span), message);
    let segment = path.slice(context.text).strip_prefix('/').and_then(|rest| rest.split('/').next());
    if authority.span.is_empty() && segment.is_some_and(|segment| segment.contains('.') && !segment.starts_with('.')) {
        finding.fix(Fix::suggested("remove third '/'", Span::new(path.start, path.start + 1), ""));
    }
}

/// Checks port = 0 to 65535, the 16 bits of TCP.
fn check_port(port: Span, context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let digits = port.slice(context.text).trim_start_matches('0');
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number && (digits.len() > 5 || digits.parse::<u32>().is_ok_and(|number| number > 0xFFFF)) {
        out.flag(port, fit(digits, |port| format!("port {port} is out of range (maximum 65535)")));
    }
}

/// Returns whether the host is a second scheme.
pub(in crate::rules) fn is_doubled(authority: Authority, context: &Context<'_, '_>) -> bool {
    let host = authority.host.slice(context.text);
    ["http", "https"].iter().any(|scheme| host.eq_ignore_ascii_case(scheme))
        && authority.port.is_none_or(Span::is_empty)
        && context.reference.path.slice(context.text).starts_with("//")
}

/// Reports `http://https://example.org/`, also without the second colon.
fn check_doubled(authority: Authority, context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let host = authority.host.slice(context.text);
    let path = context.reference.path;
    if is_doubled(authority, context) {
        let span = Span::new(super::prefix(context.reference, 0).start, path.start);
        let finding = out.flag(span, format!("duplicate scheme: '{host}' is parsed as the host"));
        finding.fix(Fix::suggested("remove first scheme", span, format!("{host}:")));
    }
}

/// Checks a host that ends in a number, which is parsed as an IPv4 address (WHATWG URL Standard, "ends in a number").
fn check_number(host: Span, context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let name = host.slice(context.text);
    let name = name.strip_suffix('.').unwrap_or(name);
    if !name.ends_with(|c: char| c.is_ascii_digit()) {
        return;
    }
    let last = name.rsplit('.').next().unwrap_or(name);
    if last.bytes().all(|byte| byte.is_ascii_digit()) {
        out.flag(host, "host ends in a number but is not a valid IPv4 address");
    }
}
