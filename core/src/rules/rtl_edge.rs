//! "A component using right-to-left characters SHOULD start and end with right-to-left characters":
//! 3987bis section 4.2.

use crate::bidi::components::{BidiComponent, ComponentDirection};
use crate::bidi::{BidiClass, DisplayOrder};
use crate::rules::context::{Context, FindingSink};
use crate::rules::direction;
use crate::rules::rule::Severity;
use crate::text::{MAX_MESSAGE_LENGTH, fit};
use crate::unicode::{code_point, quoted};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    for &part in context.parts() {
        let Some(message) = message(part, context) else { continue };
        let finding = out.flag(part.span, message);
        finding.fixes.extend(direction::encode(part, context));
        if part.verdict == ComponentDirection::FinalMark {
            finding.at_most(Severity::Information);
        }
    }
}

/// Returns whether the component is like `a-B1`: both directions, which another rule reports, and digits after the
/// right-to-left end.
fn has_digits_after_end(component: &str) -> bool {
    let mut classes = component.chars().rev().map(|c| DisplayOrder::Rfc.class(c));
    let strong = |class: &BidiClass| matches!(class, BidiClass::L | BidiClass::R | BidiClass::AL);
    let is_weak = classes.clone().next().is_some_and(|class| !strong(&class) && class != BidiClass::NSM);
    is_weak && classes.find(strong).is_some_and(|class| class != BidiClass::L)
}

fn message(part: BidiComponent, context: &Context<'_, '_>) -> Option<String> {
    let is_mixed = part.verdict == ComponentDirection::Mixed;
    if matches!(part.verdict, ComponentDirection::LeftToRight | ComponentDirection::RightToLeft)
        || is_mixed && !has_digits_after_end(part.span.slice(context.text))
    {
        return None;
    }
    let (kind, text) = (part.kind.name(), part.span.slice(context.text));
    let first = quoted(text.chars().next()?);
    let last = quoted(text.chars().next_back()?);
    Some(match part.verdict {
        ComponentDirection::Start { end: false } => {
            fit(&first, |char| format!("right-to-left {kind} should not start with {char}"))
        }
        ComponentDirection::Start { end: true } if first == last => {
            fit(&first, |char| format!("right-to-left {kind} should not start or end with {char}"))
        }
        ComponentDirection::Start { end: true } => {
            let write = |first, last| format!("right-to-left {kind} should not start with {first} or end with {last}");
            // Two long names do not fit.
            match write(first, last) {
                message if message.chars().count() <= MAX_MESSAGE_LENGTH => message,
                _ => write(code_point(text.chars().next()?), code_point(text.chars().next_back()?)),
            }
        }
        ComponentDirection::End | ComponentDirection::FinalMark => {
            fit(&last, |char| format!("right-to-left {kind} should not end with {char}"))
        }
        ComponentDirection::Mixed => fit(&last, |char| format!("{char} follows the right-to-left end of the {kind}")),
        ComponentDirection::LeftToRight | ComponentDirection::RightToLeft => return None,
    })
}
