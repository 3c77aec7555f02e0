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
        let finding = out.flag(span, message(run.count()));
        finding.fix(Fix::suggested("encode as %23", span, "%23".repeat(run.count())));
        if span.start == fragment.start {
            finding.fix(Fix::suggested("delete: one # is enough", span, ""));
        }
    }
}

fn message(count: usize) -> String {
    let what = if count == 1 { "a second #".to_owned() } else { format!("{count} more #") };
    format!("{what}: the first one begins the fragment, and no fragment holds another")
}
