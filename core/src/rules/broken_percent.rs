//! pct-encoded = "%" HEXDIG HEXDIG                                              RFC 3986 section 2.1

use crate::reference::{Dialect, SyntaxPosition, percent_encoding_at};
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::rules::rule::Severity;
use crate::text::Span;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let bytes = context.text.as_bytes();
    let broken = memchr::memchr_iter(b'%', bytes).filter(|&at| percent_encoding_at(bytes, at).is_none());
    for at in broken {
        // A port and an IP literal may not contain a percent-encoding either: bad-port and bad-host report those.
        if matches!(context.reference.syntax_position_at(at), SyntaxPosition::Port | SyntaxPosition::IpLiteral) {
            continue;
        }
        let span = Span::new(at, at + 1);
        let finding = out.flag(span, "'%' is not followed by two hex digits");
        finding.fix(Fix::suggested("encode '%' as %25", span, "%25"));
        if context.role.dialect == Dialect::WebAddress {
            finding.at_most(Severity::Warning);
        }
    }
}
