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
use crate::text::Span;

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
        check_number(authority.host, context, out);
    }
}

fn without_authority(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let path = context.reference.path;
    let rest = path.slice(context.text);
    if rest.starts_with('\\') {
        return; // The rule backslash-path reports and fixes this.
    }
    let slashes = usize::from(rest.starts_with('/'));
    let finding = out.flag(
        super::prefix(context.reference, slashes),
        "no // and host behind the scheme: readers take it for a relative reference, or put a host there by guessing",
    );
    if rest.len() > slashes {
        finding.fix(Fix::suggested("write //", Span::new(path.start, path.start + slashes), "//"));
    }
}

fn empty_host(authority: Authority, context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let path = context.reference.path;
    let finding = out.flag(
        super::slashed(authority.span),
        "an empty host: there is nothing to connect to, and readers refuse it or take the path for the host",
    );
    let segment = path.slice(context.text).strip_prefix('/').and_then(|rest| rest.split('/').next());
    if authority.span.is_empty() && segment.is_some_and(|segment| segment.contains('.') && !segment.starts_with('.')) {
        finding.fix(Fix::suggested("write two slashes", Span::new(path.start, path.start + 1), ""));
    }
}

/// Checks port = 0 to 65535, the 16 bits of TCP.
fn check_port(port: Span, context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let digits = port.slice(context.text).trim_start_matches('0');
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number && (digits.len() > 5 || digits.parse::<u32>().is_ok_and(|number| number > 0xFFFF)) {
        out.flag(port, "a port above 65535: no connection has such a number");
    }
}

/// Reports `http://https://example.org/`, also without the second colon.
fn check_doubled(authority: Authority, context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let host = authority.host.slice(context.text);
    let is_scheme = ["http", "https"].iter().any(|scheme| host.eq_ignore_ascii_case(scheme));
    let path = context.reference.path;
    if is_scheme && authority.port.is_none_or(Span::is_empty) && path.slice(context.text).starts_with("//") {
        let span = Span::new(super::prefix(context.reference, 0).start, path.start);
        let finding = out.flag(span, "two schemes in a row: the second is read as the host");
        finding.fix(Fix::suggested("keep the second", span, format!("{host}:")));
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
        let message = "a host that ends in a number and is no IPv4 address of four numbers from 0 to 255: \
                       some readers refuse it, others compute an address from it";
        out.flag(host, message);
    }
}
