//! A relative reference to a file that does not exist. A check never accesses a disk: the caller determines whether the
//! target is missing.

use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::edge_whitespace;
use crate::rules::features::Features;
use crate::rules::rule::{Group, Rule, Subject};

pub(crate) static RULE: Rule = Rule {
    name: "missing-target",
    group: Group::Place,
    severity: None,
    page: include_str!("missing_target.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::MISSING, run: check };

pub(crate) const MESSAGE: &str = "no such file: the reference is relative, and what it leads to is not there";

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    out.flag(edge_whitespace::inner(context.text), MESSAGE);
}
