//! ```text
//! namestring    = assigned-name [ rq-components ] [ "#" f-component ]            RFC 8141 section 2
//! assigned-name = "urn" ":" NID ":" NSS
//! NID           = (alphanum) 0*30(ldh) (alphanum)
//! NSS           = pchar *(pchar / "/")
//! rq-components = [ "?+" r-component ] [ "?=" q-component ]
//! ```

use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::text::{Span, fit};
use crate::unicode::quoted;

pub(in crate::rules) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    if let Some(authority) = context.reference.authority {
        let slashes = Span::new(authority.span.start - 2, authority.span.start);
        let finding = out.flag(slashes, "'//' is not allowed after 'urn:'");
        finding.fix(Fix::suggested("remove '//'", slashes, ""));
        return;
    }
    let path = context.reference.path;
    let Some((nid, nss)) = path.slice(context.text).split_once(':') else {
        out.flag(path, "expected 'urn:namespace:name'");
        return;
    };
    let nid_span = Span::new(path.start, path.start + nid.len());
    let nss_span = Span::new(nid_span.end + 1, path.end);
    if let Some((span, message)) = nid_problem(nid, nid_span) {
        out.flag(span, message);
    }
    if nss.is_empty() {
        out.flag(Span::new(nid_span.end, nss_span.end), "URN has no name after its namespace");
    } else if nss.starts_with('/') {
        out.flag(Span::new(nss_span.start, nss_span.start + 1), "URN name must not start with '/'");
    }
    check_namespace(nid, nss_span, context, out);
    check_query(context, out);
}

fn nid_problem(nid: &str, span: Span) -> Option<(Span, String)> {
    let is_ldh = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if let Some((wrong, c)) = super::first_other(nid, span.start, is_ldh) {
        return Some((wrong, fit(&quoted(c), |char| format!("{char} is not allowed in a URN namespace"))));
    }
    if nid.eq_ignore_ascii_case("urn") {
        return Some((span, "URN namespace 'urn' is reserved".to_owned()));
    }
    if !(2..=32).contains(&nid.len()) {
        return Some((span, "URN namespace must have 2 to 32 characters".to_owned()));
    }
    let is_hyphen_at_end = nid.starts_with('-') || nid.ends_with('-');
    is_hyphen_at_end.then(|| (span, "URN namespace must start and end with a letter or digit".to_owned()))
}

/// Checks the names of the two namespaces with a syntax that programs depend on.
fn check_namespace(nid: &str, nss: Span, context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let name = nss.slice(context.text);
    if name.is_empty() {
        return;
    }
    if nid.eq_ignore_ascii_case("uuid") && !is_uuid(name) {
        out.flag(nss, "invalid UUID: expected 32 hex digits in groups of 8-4-4-4-12");
    }
    if nid.eq_ignore_ascii_case("oid") && !is_oid(name) {
        out.flag(nss, "invalid OID: expected dotted numbers starting with 0, 1 or 2");
    }
}

/// Checks UUID = time-low "-" time-mid "-" time-high-and-version "-" … "-" node              RFC 9562 section 4
fn is_uuid(name: &str) -> bool {
    let lengths = [8, 4, 4, 4, 12];
    let mut groups = name.split('-');
    let fits = lengths.iter().all(|&length| groups.next().is_some_and(|group| group.len() == length));
    fits && groups.next().is_none() && name.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

/// Checks oid = number *( DOT number )                                                       RFC 3061 section 3
fn is_oid(name: &str) -> bool {
    let is_number = |arc: &str| {
        !arc.is_empty() && arc.bytes().all(|byte| byte.is_ascii_digit()) && (arc == "0" || !arc.starts_with('0'))
    };
    matches!(name.split('.').next(), Some("0" | "1" | "2")) && name.split('.').all(is_number)
}

fn check_query(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(query) = context.reference.query else { return };
    let component = query.slice(context.text);
    let mark = Span::new(query.start - 1, query.start);
    let Some(rest) = component.strip_prefix(['+', '=']) else {
        out.flag(mark, "'?' in a URN must be followed by '+' or '='");
        return;
    };
    let span = Span::new(mark.start, mark.end + 1);
    if rest.is_empty() || rest.starts_with("?=") {
        out.flag(span, "empty URN component after '?+' or '?='");
    } else if rest.starts_with(['/', '?']) {
        out.flag(span, "URN component must not start with '/' or '?'");
    }
}
