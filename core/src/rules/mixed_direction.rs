//! "A component SHOULD NOT use both right-to-left and left-to-right characters": 3987bis section 4.2.

use crate::bidi::components::{BidiComponent, ComponentDirection};
use crate::bidi::{BidiClass, DisplayOrder};
use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::direction;
use crate::rules::features::Features;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::unicode::label;

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
            let finding = out.flag(part.span, message(part, context));
            finding.fixes.extend(direction::encode(part, context));
        }
    }
}

fn message(part: BidiComponent, context: &Context<'_, '_>) -> String {
    let first = |is: fn(BidiClass) -> bool| {
        let character = part.span.slice(context.text).chars().find(|&c| is(DisplayOrder::Rfc.class(c)));
        character.map(label).unwrap_or_default()
    };
    format!(
        "this {} holds right-to-left characters (the first is {}) and left-to-right ones ({}): a reader sees its parts in another order than it is sent in",
        part.kind.name(),
        first(|class| matches!(class, BidiClass::R | BidiClass::AL)),
        first(|class| class == BidiClass::L)
    )
}
