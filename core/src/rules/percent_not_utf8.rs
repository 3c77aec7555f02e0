//! RFC 3987 section 3.2: bytes that are not UTF-8 represent no character.

use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::percent;
use crate::rules::rule::{Group, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    name: "percent-not-utf8",
    group: Group::Style,
    severity: Some(Severity::Information),
    page: include_str!("percent_not_utf8.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::HIGH_ENCODING, run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    for run in percent::runs(context.text).filter(|run| !run.is_utf8) {
        out.flag(run.span, "percent-encoding is not valid UTF-8");
    }
}
