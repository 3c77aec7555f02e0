//! "IRIs MUST NOT contain bidirectional formatting characters (LRM, RLM, LRE, RLE, LRO, RLO, and
//! PDF)": RFC 3987 section 4.1, though its `ucschar` lets them through.

use crate::finding::Severity;
use crate::rules::{Context, Findings, Group, Rule, leiri};
use crate::unicode::{Features, LeiriGroup};

pub(super) static RULE: Rule = Rule {
    name: "leiri-bidi-formatting",
    group: Group::Leiri,
    severity: Some(Severity::Warning),
    page: include_str!("leiri_bidi_formatting.md"),
    needs: Features::LEIRI_GROUPED,
    check,
};

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    leiri::flag_accidents(context, out, LeiriGroup::BidiFormatting);
}
