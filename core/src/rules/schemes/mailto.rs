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
        let finding = out.flag(
            slashes,
            "// behind mailto: an address follows the colon at once, and mail programs fail on the slashes",
        );
        finding.fix(Fix::suggested("delete", slashes, ""));
        return;
    }
    let path = context.reference.path;
    if path.is_empty() && context.reference.query.is_none() {
        out.flag(super::prefix(context.reference, 0), "mailto: without an address: there is nobody to write to");
    }
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
        out.flag(span, "no @ in the address: mail programs cannot send to it");
    } else if ats > 1
        && let Some(semicolon) = address.find(';')
    {
        let at = Span::new(span.start + semicolon, span.start + semicolon + 1);
        let finding = out.flag(at, "; between two addresses: in mailto: a comma parts them, so this is read as one");
        finding.fix(Fix::suggested("write ,", at, ","));
    }
}
