//! What the rules of the group `unicode` share: they speak once of a component, however much of it
//! they could flag.

use crate::reference::ComponentName;
use crate::rules::context::Context;
use crate::text::Span;

/// The components that hold text, in order: the authority is looked at part by part.
pub(super) fn texts(context: &Context<'_, '_>) -> impl Iterator<Item = (ComponentName, Span)> {
    let components = context.reference.components().into_iter().map(|component| (component.name, component.span));
    components.filter(|(name, span)| *name != ComponentName::Authority && !span.is_empty())
}

/// "; 2 more in the path", or nothing.
pub(super) fn more(count: usize, name: ComponentName) -> String {
    match count {
        0 => String::new(),
        _ => format!("; {count} more in the {}", name.name()),
    }
}
