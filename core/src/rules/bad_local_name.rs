//! PN_LOCAL ::= (PN_CHARS_U | ':' | [0-9] | PLX) ((PN_CHARS | '.' | ':' | PLX)* …)?      Turtle production 168s

use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::text::DecodeIssueKind;
use crate::unicode::quoted;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    for issue in context.issues.iter().filter(|issue| issue.kind == DecodeIssueKind::NotInLocalName) {
        let Some(c) = issue.span.slice(context.text).chars().next() else { continue };
        if c.is_ascii() {
            // The value keeps its character; in the source it is escaped.
            let message = format!("'{c}' in a prefixed name needs a backslash");
            let fix = Fix::suggested(format!("replace '{c}' with '\\{c}'"), issue.span, c);
            out.flag(issue.span, message).fix(fix);
        } else {
            out.flag(issue.span, format!("{} is not allowed in a prefixed name", quoted(c)));
        }
    }
}
