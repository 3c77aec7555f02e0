//! A suppression comment with the name of a rule or group that does not exist.

use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::finding::Fix;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::text::Span;
use crate::text::similar::{did_you_mean, similar};

pub(super) static RULE: Rule = Rule {
    name: "unknown-rule",
    group: Group::Place,
    severity: Some(Severity::Warning),
    page: include_str!("unknown_rule.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::RULE_NAME, run: check };

/// Maximum length of a name that the message repeats, in bytes.
const LONGEST: usize = 100;

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let name = context.text;
    let names = || context.registry.iter().map(|check| check.rule.name).chain(Group::ALL.map(Group::name));
    if names().any(|known| known == name) {
        return;
    }
    let whole = Span::new(0, name.len());
    let called = if name.len() > LONGEST { String::new() } else { format!(" '{name}'") };
    let tip = did_you_mean(name, names());
    let finding =
        out.flag(whole, format!("there is no rule or group{called}, and nothing is silenced by that name{tip}"));
    if let Some(meant) = similar(name, names()) {
        finding.fix(Fix::suggested(format!("write {meant}"), whole, meant));
    }
}
