//! A prefix in RDF that no directive declares. A check sees one text: the document knows what its directives declare.

use crate::characters::quotable;
use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::text::{Span, fit};

pub(super) static RULE: Rule = Rule {
    name: "undeclared-prefix",
    group: Group::Place,
    severity: Some(Severity::Error),
    page: include_str!("undeclared_prefix.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::UNDECLARED_PREFIX, run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let prefix = context.text;
    let message = fit(&quotable(prefix, prefix), |prefix| format!("prefix '{prefix}:' is not declared"));
    out.flag(Span::new(0, prefix.len()), message);
}
