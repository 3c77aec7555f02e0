//! A fragment where the format forbids one.
//!
//! "It is an error for a fragment identifier … to be part of a system identifier."  XML 1.0 section 4.2.2

use crate::characters::quotable;
use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::finding::Fix;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::text::{Span, fit};

pub(super) static RULE: Rule = Rule {
    name: "unwanted-fragment",
    group: Group::Place,
    severity: Some(Severity::Error),
    page: include_str!("unwanted_fragment.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::UNWANTED_FRAGMENT, run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(fragment) = context.reference.fragment.filter(|_| context.role.is_fragment_unwanted) else {
        return;
    };
    let span = Span::new(fragment.start - "#".len(), fragment.end);
    let title = fit(&quotable(span.slice(context.text), context.text), |fragment| format!("remove '{fragment}'"));
    out.flag(span, "fragment is not allowed here").fix(Fix::suggested(title, span, ""));
}
