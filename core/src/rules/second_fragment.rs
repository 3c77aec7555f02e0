//! fragment = *( pchar / "/" / "?" )                                              RFC 3986 section 3.5

use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::finding::Fix;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::rules::runs;

pub(super) static RULE: Rule = Rule {
    name: "second-fragment",
    group: Group::Syntax,
    severity: Some(Severity::Error),
    page: include_str!("second_fragment.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::NO_LEIRI, run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(fragment) = context.reference.fragment else { return };
    for run in runs::runs(fragment.slice(context.text), |_, c| c == '#') {
        let span = run.span.moved(fragment.start);
        let finding = out.flag(span, format!("{} is not allowed in a fragment", run.quoted()));
        let title = format!("encode {} as %23", run.quoted_name());
        finding.fix(Fix::suggested(title, span, "%23".repeat(run.count())));
        if span.start == fragment.start {
            finding.fix(Fix::suggested("remove extra '#'", span, ""));
        }
    }
}
