//! pct-encoded = "%" HEXDIG HEXDIG                                              RFC 3986 section 2.1

use crate::reference::{Dialect, SyntaxPosition, percent_encoding_at};
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::rules::lazy_text::LazyText;
use crate::rules::rule::Severity;
use crate::rules::runs::{Repeated, runs};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let bytes = context.text.as_bytes();
    // A port and an IP literal may not contain a percent-encoding either: bad-port and bad-host report those.
    let is_other = |at: usize| {
        matches!(context.reference.syntax_position_at(at), SyntaxPosition::Port | SyntaxPosition::IpLiteral)
    };
    let is_broken = |at: usize, _| percent_encoding_at(bytes, at).is_none() && !is_other(at);
    for run in runs(context.text, |byte| byte == b'%', is_broken) {
        let finding = out.flag(run.span, LazyText::new(run.repeated(), message));
        finding.fix(Fix::suggested(LazyText::new(run.repeated(), title), run.span, "%25".repeat(run.count())));
        if context.role.dialect == Dialect::WebAddress {
            finding.at_most(Severity::Warning);
        }
    }
}

fn message(repeated: Repeated) -> String {
    format!("{} is not followed by two hex digits", repeated.quoted_name())
}

fn title(repeated: Repeated) -> String {
    format!("encode {} as %25", repeated.quoted_name())
}
