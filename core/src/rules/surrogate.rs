//! Char ::= … | [#x20-#xD7FF] | [#xE000-#xFFFD] | …                               XML 1.0 production 2

use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::text::{DecodeIssue, DecodeIssueKind, Span, fit};
use crate::unicode::{quoted, quoted_name};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let mut issues = context.issues.iter().peekable();
    while let Some(issue) = issues.next() {
        let DecodeIssueKind::Surrogate(code) = issue.kind else { continue };
        if let Some((c, next)) = issues.peek().and_then(|next| Some((paired(issue, next)?, **next))) {
            issues.next();
            let message = fit(&quoted(c), |char| format!("{char} is written as two surrogate references"));
            let title = fit(&quoted_name(c), |char| format!("replace references with {char}"));
            let span = Span::new(issue.span.start, next.span.end);
            out.flag(span, message).fix(Fix::suggested(title, span, c));
        } else {
            out.flag(issue.span, format!("surrogate U+{code:04X} is not a character"));
        }
    }
}

/// Returns the character of a high surrogate and the low surrogate that follows it directly.
fn paired(high: &DecodeIssue, low: &DecodeIssue) -> Option<char> {
    let (DecodeIssueKind::Surrogate(first), DecodeIssueKind::Surrogate(second)) = (high.kind, low.kind) else {
        return None;
    };
    let is_pair = first < 0xDC00 && second >= 0xDC00 && high.span.end == low.span.start;
    is_pair.then(|| char::from_u32(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)))?
}
