//! ```text
//! namestring    = assigned-name [ rq-components ] [ "#" f-component ]            RFC 8141 section 2
//! assigned-name = "urn" ":" NID ":" NSS
//! NID           = (alphanum) 0*30(ldh) (alphanum)
//! NSS           = pchar *(pchar / "/")
//! rq-components = [ "?+" r-component ] [ "?=" q-component ]
//! ```

use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::text::Span;
use crate::unicode::label;

pub(in crate::rules) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    if let Some(authority) = context.reference.authority {
        let slashes = Span::new(authority.span.start - 2, authority.span.start);
        let finding = out.flag(slashes, "// in a URN: it has no host; a namespace and a colon follow urn:");
        finding.fix(Fix::suggested("delete", slashes, ""));
        return;
    }
    let path = context.reference.path;
    let Some((nid, nss)) = path.slice(context.text).split_once(':') else {
        out.flag(path, "a URN without a second colon: behind urn: stand a namespace, a colon and the name in it");
        return;
    };
    let nid_span = Span::new(path.start, path.start + nid.len());
    let nss_span = Span::new(nid_span.end + 1, path.end);
    if let Some((span, message)) = nid_fault(nid, nid_span) {
        out.flag(span, message);
    }
    if nss.is_empty() {
        out.flag(
            Span::new(nid_span.end, nss_span.end),
            "a URN that ends at its second colon: it names nothing in its namespace",
        );
    } else if nss.starts_with('/') {
        out.flag(
            Span::new(nss_span.start, nss_span.start + 1),
            "a URN whose name begins with /: the first character may be no slash",
        );
    }
    check_namespace(nid, nss_span, context, out);
    check_query(context, out);
}

fn nid_fault(nid: &str, span: Span) -> Option<(Span, String)> {
    let is_ldh = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if let Some((wrong, c)) = super::first_other(nid, span.start, is_ldh) {
        return Some((wrong, format!("{} in the namespace of a URN: it is letters, digits and hyphens", label(c))));
    }
    if nid.eq_ignore_ascii_case("urn") {
        return Some((span, "the URN namespace urn, which is reserved: is urn: written twice?".to_owned()));
    }
    if !(2..=32).contains(&nid.len()) {
        return Some((span, format!("a URN namespace of {} characters: it has 2 to 32", nid.len())));
    }
    let is_hyphen_at_end = nid.starts_with('-') || nid.ends_with('-');
    is_hyphen_at_end
        .then(|| (span, "a URN namespace with a hyphen at an end: a letter or digit stands there".to_owned()))
}

/// Checks the names of the two namespaces with a syntax that programs depend on.
fn check_namespace(nid: &str, nss: Span, context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let name = nss.slice(context.text);
    if name.is_empty() {
        return;
    }
    if nid.eq_ignore_ascii_case("uuid") && !is_uuid(name) {
        out.flag(nss, "no UUID: it is 32 hexadecimal digits, parted by hyphens into 8, 4, 4, 4 and 12");
    }
    if nid.eq_ignore_ascii_case("oid") && !is_oid(name) {
        out.flag(nss, "no object identifier: it is numbers without leading zeros, parted by dots, the first 0, 1 or 2");
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
        out.flag(mark, "? in a URN: only ?+ (for a resolver) and ?= (for the resource) may follow the name");
        return;
    };
    let span = Span::new(mark.start, mark.end + 1);
    if rest.is_empty() || rest.starts_with("?=") {
        out.flag(span, "an empty component of a URN: something follows ?+ or ?=, or it is left out");
    } else if rest.starts_with(['/', '?']) {
        out.flag(span, "a component of a URN that begins with / or ?: its first character may be neither");
    }
}
