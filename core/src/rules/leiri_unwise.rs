//! ucschar = … / "{" / "}" / "|" / "\" / "^" / "`" / …                       LEIRI Note section 3

use crate::finding::Severity;
use crate::rules::{Context, Findings, Group, Rule, leiri};
use crate::unicode::{Features, LeiriGroup};

pub(super) static RULE: Rule = Rule {
    name: "leiri-unwise",
    group: Group::Leiri,
    severity: Some(Severity::Warning),
    page: include_str!("leiri_unwise.md"),
    needs: Features::LEIRI_ASCII,
    check,
};

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    leiri::flag_group(context, out, LeiriGroup::Unwise);
}
