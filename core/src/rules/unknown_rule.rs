//! A suppression comment with the name of a rule or group that does not exist.

use crate::characters::quotable;
use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::finding::Fix;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::text::similar::{did_you_mean, similar};
use crate::text::{Span, fit};

pub(super) static RULE: Rule = Rule {
    name: "unknown-rule",
    group: Group::Place,
    severity: Some(Severity::Warning),
    page: include_str!("unknown_rule.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::RULE_NAME, run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let name = context.text;
    let names = || context.registry.iter().map(|check| check.rule.name).chain(Group::ALL.map(Group::name));
    if names().any(|known| known == name) {
        return;
    }
    let whole = Span::new(0, name.len());
    let (quoted, tip) = (quotable(name, name), did_you_mean(name, names()));
    let finding = out.flag(whole, fit(&quoted, |name| format!("unknown rule or group '{name}'{tip}")));
    if let Some(similar) = similar(name, names()) {
        let title = fit(&quoted, |name| format!("replace '{name}' with '{similar}'"));
        finding.fix(Fix::suggested(title, whole, similar));
    }
}
