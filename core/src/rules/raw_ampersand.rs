//! Reference ::= EntityRef | CharRef; a `&` starts nothing else                     XML 1.0 production 67

use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::finding::Fix;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::text::DecodeIssueKind;

pub(super) static RULE: Rule = Rule {
    name: "raw-ampersand",
    group: Group::Syntax,
    severity: Some(Severity::Error),
    page: include_str!("raw_ampersand.md"),
    subject: Subject::Markup,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::DECODE_ISSUE, run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    for issue in context.issues.iter().filter(|issue| issue.kind == DecodeIssueKind::RawAmpersand) {
        let message = "'&' does not start a character or entity reference";
        // The value keeps its `&`; in the source it is escaped.
        out.flag(issue.span, message).fix(Fix::safe("replace '&' with '&amp;'", issue.span, "&"));
    }
}
