//! "IRIs MUST NOT contain bidirectional formatting characters (LRM, RLM, LRE, RLE, LRO, RLO, and PDF)": RFC 3987
//! section 4.1, although its `ucschar` allows them.

use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::leiri;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::unicode::LeiriGroup;

pub(super) static RULE: Rule = Rule {
    name: "leiri-bidi-formatting",
    group: Group::Leiri,
    severity: Some(Severity::Warning),
    page: include_str!("leiri_bidi_formatting.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::LEIRI_GROUPED, run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    leiri::flag_accidents(context, out, LeiriGroup::BidiFormatting);
}
