//! ```text
//! IP-literal  = "[" ( IPv6address / IPvFuture  ) "]"                             RFC 3986 section 3.2.2
//! IPv6address = eight h16 separated by ":", of which "::" leaves out one or more; an IPv4address may replace the
//!               last two
//! IPvFuture   = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
//! ```

use crate::reference::{HostKind, is_ipv4, is_ipv6, is_ipvfuture};
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::text::{Span, fit};
use crate::unicode::quoted;

/// Span and message of a problem.
type Problem = (Span, String);

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    if let Some(address) = unbracketed_ipv6(context) {
        let brackets = format!("[{}]", address.slice(context.text));
        let message = "IPv6 address must be enclosed in '[' and ']'";
        out.flag(address, message).fix(Fix::suggested("enclose address in '[' and ']'", address, brackets));
        return;
    }
    let Some(authority) = context.reference.authority else { return };
    let host = authority.host;
    let problem = match authority.kind {
        HostKind::RegName | HostKind::Ipv4 => None,
        HostKind::Ipv6 | HostKind::IpvFuture => literal_problem(context.text, host, authority.kind),
    };
    let Some((span, message)) = problem else { return };
    let finding = out.flag(span, message);
    let closed = format!("{}]", host.slice(context.text));
    if is_ipv6(&closed.as_bytes()[1..closed.len() - 1]) {
        finding.fix(Fix::suggested("insert ']' after address", Span::empty(host.end), "]"));
    }
    let inside = host.slice(context.text).strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    if let Some(address) = inside.filter(|address| is_ipv4(address.as_bytes())) {
        finding.message = "only an IPv6 address is enclosed in '[' and ']'".into();
        finding.fix(Fix::suggested("remove brackets", host, address));
    }
}

/// Returns the span of the host and port that are an IPv6 address together, as in `http://::1/`.
pub(super) fn unbracketed_ipv6(context: &Context<'_, '_>) -> Option<Span> {
    let authority = context.reference.authority?;
    let address = Span::new(authority.host.start, authority.port?.end);
    is_ipv6(address.slice(context.text).as_bytes()).then_some(address)
}

fn literal_problem(text: &str, host: Span, kind: HostKind) -> Option<Problem> {
    let Some(length) = host.slice(text).find(']') else {
        return Some((host, "unclosed '[' in the host".to_owned()));
    };
    let (inside, after) =
        (Span::new(host.start + 1, host.start + length), Span::new(host.start + length + 1, host.end));
    if !after.is_empty() {
        return Some((after, "only ':' and a port may follow ']'".to_owned()));
    }
    let bytes = inside.slice(text).as_bytes();
    match kind {
        HostKind::IpvFuture => (!is_ipvfuture(bytes)).then(|| future_problem(text, inside)),
        _ => (!is_ipv6(bytes)).then(|| ipv6_problem(text, inside)),
    }
}

fn future_problem(text: &str, inside: Span) -> Problem {
    const SYNTAX: &str = "IP literal must start with 'v', a hex version and '.'";
    let Some(dot) = inside.slice(text).find('.') else { return (inside, SYNTAX.to_owned()) };
    let version: Span = Span::new(inside.start + 1, inside.start + dot);
    let address: Span = Span::new(inside.start + dot + 1, inside.end);
    if version.is_empty() || !version.slice(text).bytes().all(|b| b.is_ascii_hexdigit()) {
        return (Span::new(inside.start, version.end), SYNTAX.to_owned());
    }
    if address.is_empty() {
        return (inside, "IP literal has no address after '.'".to_owned());
    }
    let is_allowed = |c: char| is_ipvfuture(format!("v1.{c}").as_bytes());
    let wrong = address.slice(text).char_indices().find(|&(_, c)| !is_allowed(c));
    match wrong {
        Some((at, c)) => {
            let message = fit(&quoted(c), |char| format!("{char} is not allowed in an IP literal"));
            (character_span(address.start + at, c), message)
        }
        None => (inside, SYNTAX.to_owned()),
    }
}

fn ipv6_problem(text: &str, inside: Span) -> Problem {
    let address = inside.slice(text);
    if address.is_empty() {
        return (Span::new(inside.start - 1, inside.end + 1), "'[]' contains no address".to_owned());
    }
    if let Some(zone) = address.find('%') {
        let message = "IPv6 zone identifier is not allowed in an IRI";
        return (Span::new(inside.start + zone, inside.end), message.to_owned());
    }
    if let Some(second) = second_gap(address) {
        let at = inside.start + second;
        return (Span::new(at, at + 2), "IPv6 address contains '::' more than once".to_owned());
    }
    group_problem(text, inside).unwrap_or_else(|| (inside, count_problem(address)))
}

/// Returns the offset at which a second `::` begins; in `:::` this is one byte after the first.
fn second_gap(address: &str) -> Option<usize> {
    let first = address.find("::")?;
    address[first + 1..].find("::").map(|second| first + 1 + second)
}

/// Returns what is wrong with the first invalid group.
fn group_problem(text: &str, inside: Span) -> Option<Problem> {
    let address = inside.slice(text);
    let mut start = inside.start;
    for group in address.split(':') {
        let span = Span::new(start, start + group.len());
        let is_last = span.end == inside.end;
        start = span.end + 1;
        let not_hex = group.char_indices().find(|(_, c)| !c.is_ascii_hexdigit());
        match not_hex {
            None if group.len() > 4 => {
                return Some((span, format!("IPv6 group has {} digits (maximum 4)", group.len())));
            }
            None => {}
            Some(_) if is_ipv4(group.as_bytes()) && is_last => {}
            Some((_, '.')) if is_ipv4(group.as_bytes()) => {
                return Some((span, "IPv4 part must be at the end of an IPv6 address".to_owned()));
            }
            Some((_, '.')) => {
                let message = "IPv4 part must be four numbers from 0 to 255 without leading zeros";
                return Some((span, message.to_owned()));
            }
            Some((at, c)) => {
                let message = fit(&quoted(c), |char| format!("{char} is not allowed in an IPv6 address"));
                return Some((character_span(span.start + at, c), message));
            }
        }
    }
    None
}

/// Describes a wrong number of groups, each of which is valid.
fn count_problem(address: &str) -> String {
    let has_gap = address.contains("::");
    if address.starts_with(':') && !address.starts_with("::") || address.ends_with(':') && !address.ends_with("::") {
        return "IPv6 address starts or ends with a single ':'".to_owned();
    }
    let words: usize =
        address.split(':').filter(|group| !group.is_empty()).map(|group| 1 + usize::from(group.contains('.'))).sum();
    if has_gap {
        format!("expected at most 7 groups besides '::', found {words}")
    } else {
        format!("expected 8 groups in the IPv6 address, found {words}")
    }
}

fn character_span(start: usize, c: char) -> Span {
    Span::new(start, start + c.len_utf8())
}
