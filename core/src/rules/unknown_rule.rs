//! A comment that silences a rule, or a group, that does not exist.

use crate::finding::{Fix, Severity};
use crate::rules::rule_names;
use crate::rules::{Context, Findings, Group, Rule};
use crate::text::Span;
use crate::text::similar::{did_you_mean, similar};
use crate::unicode::Features;

pub(super) static RULE: Rule = Rule {
    name: "unknown-rule",
    group: Group::Place,
    severity: Some(Severity::Warning),
    page: include_str!("unknown_rule.md"),
    needs: Features::RULE_NAME,
    check,
};

/// A name that is longer is not repeated.
const LONGEST: usize = 100;

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    let name = context.text;
    if is_known(name) {
        return;
    }
    let whole = Span::new(0, name.len());
    let called = if name.len() > LONGEST { String::new() } else { format!(" '{name}'") };
    let tip = did_you_mean(name, rule_names());
    let finding =
        out.flag(whole, format!("there is no rule or group{called}, and nothing is silenced by that name{tip}"));
    if let Some(meant) = similar(name, rule_names()) {
        finding.fix(Fix::suggested(format!("write {meant}"), whole, meant));
    }
}

/// Whether a rule or a group has that name.
pub fn is_known(name: &str) -> bool {
    rule_names().any(|known| known == name)
}
