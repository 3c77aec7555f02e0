//! ```text
//! mailtoURI = "mailto:" [ to ] [ hfields ]                                       RFC 6068 section 2
//! to        = addr-spec *("," addr-spec )
//! hfields   = "?" hfield *( "&" hfield ) ; hfield = hfname "=" hfvalue
//! qchar     = unreserved / pct-encoded / some-delims             without "?", "/", "&", "="
//! ```
//!
//! `mailto:` without an address is valid: it opens an empty message.

use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::rules::rule::Severity;
use crate::text::Span;

pub(in crate::rules) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    if let Some(authority) = context.reference.authority {
        let slashes = Span::new(authority.span.start - 2, authority.span.start);
        let finding = out.flag(slashes, "'//' is not allowed after 'mailto:'");
        finding.fix(Fix::suggested("remove '//'", slashes, ""));
        return;
    }
    let path = context.reference.path;
    let mut start = path.start;
    for address in path.slice(context.text).split(',') {
        check_address(Span::new(start, start + address.len()), context, out);
        start += address.len() + 1;
    }
    if let Some(query) = context.reference.query {
        check_fields(query, context, out);
    }
}

/// Returns whether the text gets its final form later, from a template.
fn is_template(text: &str) -> bool {
    text.contains(['$', '{', '<'])
}

fn check_address(span: Span, context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let address = span.slice(context.text);
    if address.trim().is_empty() || is_template(address) {
        return;
    }
    let at = |offset: usize| Span::new(span.start + offset, span.start + offset + 1);
    let ats = address.matches('@').count();
    if ats == 0 && !address.contains("%40") {
        out.flag(span, "email address has no '@'");
    } else if ats > 1
        && let Some(semicolon) = address.find(';')
    {
        let finding = out.flag(at(semicolon), "addresses must be separated by ',', not ';'");
        finding.fix(Fix::suggested("replace ';' with ','", at(semicolon), ","));
    } else if let Some(ampersand) = address.find('&') {
        let finding = out.flag(at(ampersand), "'&' (U+0026) is not allowed in an email address");
        // After the address, it was meant to start the header fields.
        if context.reference.query.is_none() && address[..ampersand].contains('@') {
            finding.fix(Fix::suggested("replace '&' with '?'", at(ampersand), "?"));
        } else {
            finding.fix(Fix::suggested("encode '&' as %26", at(ampersand), "%26"));
        }
    } else if ats > 1
        && let Some(last) = address.rfind('@')
    {
        out.flag(at(last), "email address contains more than one '@'");
    }
}

/// Checks the header fields. A mail program drops what is not one, or what follows a `?`.
fn check_fields(query: Span, context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let mut start = query.start;
    for field in query.slice(context.text).split('&') {
        check_field(Span::new(start, start + field.len()), start > query.start, context, out);
        start += field.len() + 1;
    }
}

fn check_field(span: Span, has_ampersand: bool, context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let field = span.slice(context.text);
    // The fields may end in `&`.
    if field.is_empty() || is_template(field) {
        return;
    }
    let Some((_, value)) = field.split_once('=') else {
        let finding = out.flag(span, "header field has no '='");
        if has_ampersand {
            let ampersand = Span::new(span.start - 1, span.start);
            finding.fix(Fix::suggested("encode '&' as %26", ampersand, "%26"));
        }
        return;
    };
    let Some(mark) = value.find('?') else { return };
    let start = span.end - value.len() + mark;
    let mark_span = Span::new(start, start + 1);
    let name = value[mark + 1..].split('=').next().unwrap_or_default();
    let is_field = value[mark + 1..].contains('=')
        && !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let finding = out.flag(mark_span, "'?' (U+003F) is not allowed in a header field");
    if is_field {
        finding.fix(Fix::suggested("replace '?' with '&'", mark_span, "&"));
    } else {
        // Mail programs understand a question mark at the end of a subject.
        finding.at_most(Severity::Information).fix(Fix::suggested("encode '?' as %3F", mark_span, "%3F"));
    }
}
