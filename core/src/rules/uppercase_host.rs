//! RFC 3986 section 3.2.2: a reg-name ignores case; producers should use lowercase letters.

use crate::characters::quotable;
use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::finding::{Fix, Safety};
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::text::Span;
use crate::text::{Edit, fit};

pub(super) static RULE: Rule = Rule {
    name: "uppercase-host",
    group: Group::Style,
    severity: Some(Severity::Hint),
    page: include_str!("uppercase_host.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::UPPER_AUTHORITY, run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(span) = context.reference.reg_name() else { return };
    let host = span.slice(context.text);
    // Uppercase hex digits are correct, and host-percent fixes such a host as a whole.
    if host.contains('%') || !host.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return;
    }
    let edits = uppercase_runs(host)
        .map(|run| Edit { span: run.moved(span.start), text: run.slice(host).to_ascii_lowercase() });
    let title =
        fit(&quotable(&host.to_ascii_lowercase(), context.text), |lower| format!("replace host with '{lower}'"));
    out.flag(span, "host contains uppercase letters").fix(Fix {
        title: title.into(),
        safety: Safety::Safe,
        edits: edits.collect(),
    });
}

/// Returns the runs of uppercase letters: other rules fix what is between them.
fn uppercase_runs(host: &str) -> impl Iterator<Item = Span> {
    let runs = host.as_bytes().chunk_by(|a, b| a.is_ascii_uppercase() == b.is_ascii_uppercase());
    runs.scan(0, |start, run| {
        let span = Span::new(*start, *start + run.len());
        *start = span.end;
        Some((span, run[0].is_ascii_uppercase()))
    })
    .filter_map(|(span, is_upper)| is_upper.then_some(span))
}
