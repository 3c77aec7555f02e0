//! Helpers of the rules of the group `unicode`, which report one finding per component.

use crate::reference::ComponentName;
use crate::rules::context::Context;
use crate::text::Span;

/// Returns the components that contain text, in order; the parts of the authority are separate components.
pub(super) fn texts(context: &Context<'_, '_>) -> impl Iterator<Item = (ComponentName, Span)> {
    let components = context.reference.components().into_iter().map(|component| (component.name, component.span));
    components.filter(|(name, span)| *name != ComponentName::Authority && !span.is_empty())
}

/// Returns " (first of 3 in the path)" if there are `count` characters; empty for one.
pub(super) fn first_of(count: usize, name: ComponentName) -> String {
    match count {
        1 => String::new(),
        _ => format!(" (first of {count} in the {})", name.name()),
    }
}
