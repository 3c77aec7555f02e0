//! What the rules on section 4.2 share: the component as a whole is what can be mended.

use crate::bidi::components::{BidiComponent, BidiComponentKind};
use crate::reference::{encode_non_ascii, idna};
use crate::rules::context::Context;
use crate::rules::finding::Fix;

/// The component without a right-to-left letter: percent-encoded (3987bis section 4.2), but a host
/// label as its A-label, where it has one.
pub(super) fn encode(part: BidiComponent, context: &Context<'_, '_>) -> Option<Fix> {
    let text = part.span.slice(context.text);
    if part.kind == BidiComponentKind::Label {
        let label = idna::to_ascii(text)?;
        return Some(Fix::suggested(format!("write the A-label {label}"), part.span, label));
    }
    let title = format!("percent-encode the {}", part.kind.name());
    Some(Fix::suggested(title, part.span, encode_non_ascii(text)))
}
