//! ucschar = … / "{" / "}" / "|" / "\" / "^" / "`" / …                       LEIRI Note section 3

use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::leiri;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::rules::schemes::file;
use crate::unicode::LeiriGroup;

pub(super) static RULE: Rule = Rule {
    name: "leiri-unwise",
    group: Group::Leiri,
    severity: Some(Severity::Warning),
    page: include_str!("leiri_unwise.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::LEIRI_ASCII, run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let drive_bar = file::drive_bar(context.reference);
    for run in leiri::group_runs(context, LeiriGroup::Unwise) {
        let finding = out.flag(run.span, leiri::message(run));
        if Some(run.span) == drive_bar {
            // Encoded, it is part of the name of a directory.
            finding.fix(file::replace_drive_bar(run.span));
        }
        finding.fix(leiri::encode(run, context));
    }
}
