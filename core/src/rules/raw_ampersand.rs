//! Reference ::= EntityRef | CharRef; a `&` starts nothing else                     XML 1.0 production 67

use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::text::DecodeIssueKind;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    for issue in context.issues.iter().filter(|issue| issue.kind == DecodeIssueKind::RawAmpersand) {
        let message = "'&' does not start a character or entity reference";
        // The value keeps its `&`; in the source it is escaped.
        out.flag(issue.span, message).fix(Fix::safe("replace '&' with '&amp;'", issue.span, "&"));
    }
}
