//! ```text
//! mailtoURI = "mailto:" [ to ] [ hfields ]                                       RFC 6068 section 2
//! to        = addr-spec *("," addr-spec )
//! ```

use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
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
}

fn check_address(span: Span, context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let address = span.slice(context.text);
    // A template gets its address later.
    if address.trim().is_empty() || address.contains(['$', '{', '<']) {
        return;
    }
    let ats = address.matches('@').count();
    if ats == 0 && !address.contains("%40") {
        out.flag(span, "email address has no '@'");
    } else if ats > 1
        && let Some(semicolon) = address.find(';')
    {
        let at = Span::new(span.start + semicolon, span.start + semicolon + 1);
        let finding = out.flag(at, "addresses must be separated by ',', not ';'");
        finding.fix(Fix::suggested("replace ';' with ','", at, ","));
    }
}
