//! Char ::= #x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF]
//!                                                                               XML 1.0 production 2

use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::rules::leiri;
use crate::rules::runs;
use crate::text::DecodeIssueKind;
use crate::unicode::quoted;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    for issue in context.issues {
        let DecodeIssueKind::NonXmlCharacter(code) = issue.kind else { continue };
        let message = match char::from_u32(code) {
            Some(c) => format!("{} is not allowed in XML 1.0, even as a character reference", quoted(c)),
            None => format!("U+{code:04X} is not a Unicode code point"),
        };
        out.flag(issue.span, message).fix(Fix::suggested("remove character reference", issue.span, ""));
    }
    // These two are not allowed in a LEIRI. A control character that did not come from XML is allowed there.
    for run in runs::runs(context.text, runs::is_above_ascii, |_, c| matches!(c, '\u{FFFE}' | '\u{FFFF}')) {
        let message = format!("{} is not allowed in XML or in any reference", run.quoted());
        out.flag(run.span, message).fix(leiri::remove(run));
    }
}
