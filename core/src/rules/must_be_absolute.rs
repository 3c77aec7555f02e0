//! absolute-IRI = scheme ":" ihier-part [ "?" iquery ]                        RFC 3987 section 2.2

use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::relative_namespace;
use crate::rules::rule::{Group, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    name: "must-be-absolute",
    group: Group::Place,
    severity: Some(Severity::Error),
    page: include_str!("must_be_absolute.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::RELATIVE, run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    // A base that the document sets makes a reference absolute that is resolved.
    let is_resolved = context.role.reference_use.is_resolved() && context.base.is_some();
    if !context.role.is_absolute || is_resolved {
        return;
    }
    if let Some(inner) = relative_namespace::relative(context.text) {
        let message = "missing scheme in a value that must be absolute";
        out.flag(inner, message);
    }
}
