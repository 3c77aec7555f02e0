//! A schema that a document names and that cannot be loaded, or only in part. A check never accesses a disk: the caller
//! knows the problem.

use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::edge_whitespace;
use crate::rules::features::Features;
use crate::rules::rule::{Group, Rule, Severity, Subject};

pub(crate) static RULE: Rule = Rule {
    name: "schema-not-loaded",
    group: Group::Place,
    severity: Some(Severity::Information),
    page: include_str!("schema_not_loaded.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::UNLOADED_SCHEMA, run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    if let Some(problem) = context.schema_problem {
        out.flag(edge_whitespace::inner(context.text), problem.to_owned());
    }
}
