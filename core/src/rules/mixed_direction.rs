//! "A component SHOULD NOT use both right-to-left and left-to-right characters": 3987bis section 4.2.

use crate::bidi::components::ComponentDirection;
use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::direction;
use crate::rules::features::Features;
use crate::rules::rule::{Group, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    name: "mixed-direction",
    group: Group::Bidi,
    severity: Some(Severity::Warning),
    page: include_str!("mixed_direction.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::RIGHT_TO_LEFT, run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    for &part in context.parts() {
        if part.verdict == ComponentDirection::Mixed {
            let finding =
                out.flag(part.span, format!("{} mixes right-to-left and left-to-right characters", part.kind.name()));
            finding.fixes.extend(direction::encode(part, context));
        }
    }
}
