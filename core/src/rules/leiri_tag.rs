//! ucschar = … / %x10000-10FFFF, of which no IRI has U+E0000 to U+E0FFF      LEIRI Note section 3
//!
//! The query of a 3987bis IRI admits them (`iprivate`); no other IRI does.

use crate::finding::Severity;
use crate::rules::{Context, Findings, Group, Rule, leiri};
use crate::unicode::{Features, LeiriGroup};

pub(super) static RULE: Rule = Rule {
    name: "leiri-tag",
    group: Group::Leiri,
    severity: Some(Severity::Warning),
    page: include_str!("leiri_tag.md"),
    needs: Features::LEIRI_GROUPED,
    check,
};

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    leiri::flag_accidents(context, out, LeiriGroup::Tag);
}
