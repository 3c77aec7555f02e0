//! A fragment where the format forbids one.
//!
//! "It is an error for a fragment identifier … to be part of a system identifier."  XML 1.0 section 4.2.2

use crate::finding::{Fix, Severity};
use crate::rules::{Context, Findings, Group, Rule};
use crate::text::Span;
use crate::unicode::Features;

pub(super) static RULE: Rule = Rule {
    name: "unwanted-fragment",
    group: Group::Place,
    severity: Some(Severity::Error),
    page: include_str!("unwanted_fragment.md"),
    needs: Features::UNWANTED_FRAGMENT,
    check,
};

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    let Some(fragment) = context.reference.fragment.filter(|_| context.options.role.is_fragment_unwanted) else {
        return;
    };
    let span = Span::new(fragment.start - "#".len(), fragment.end);
    let message = "a fragment: this place takes whole resources, and its readers ignore the fragment or stop here";
    out.flag(span, message).fix(Fix::suggested("delete the fragment", span, ""));
}
