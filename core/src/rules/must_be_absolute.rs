//! absolute-IRI = scheme ":" ihier-part [ "?" iquery ]                        RFC 3987 section 2.2

use crate::finding::Severity;
use crate::rules::{Context, Findings, Group, Rule, relative_namespace};
use crate::unicode::Features;

pub(super) static RULE: Rule = Rule {
    name: "must-be-absolute",
    group: Group::Place,
    severity: Some(Severity::Error),
    page: include_str!("must_be_absolute.md"),
    needs: Features::RELATIVE,
    check,
};

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    if let Some(inner) = relative_namespace::relative(context.text).filter(|_| context.options.role.is_absolute) {
        let message = "no scheme: what stands here is compared as a name and never resolved, so it has to be absolute";
        out.flag(inner, message);
    }
}
