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
    if let Some(inner) = relative_namespace::relative(context.text).filter(|_| context.role.is_absolute) {
        let message = "missing scheme in a value that must be absolute";
        out.flag(inner, message);
    }
}
