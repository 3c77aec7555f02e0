//! "A component SHOULD NOT use both right-to-left and left-to-right characters": 3987bis section 4.2.

use crate::bidi::components::ComponentDirection;
use crate::rules::context::{Context, FindingSink};
use crate::rules::direction;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    for &part in context.parts() {
        if part.verdict == ComponentDirection::Mixed {
            let finding =
                out.flag(part.span, format!("{} mixes right-to-left and left-to-right characters", part.kind.name()));
            finding.fixes.extend(direction::encode(part, context));
        }
    }
}
