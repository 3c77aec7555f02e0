//! Helpers of the rules on 3987bis section 4.2, which fix a component as a whole.

use crate::bidi::components::{BidiComponent, BidiComponentKind};
use crate::reference::idna;
use crate::rules::context::Context;
use crate::rules::finding::Fix;
use crate::text::fit;

/// Returns the fix that removes the right-to-left letters: it percent-encodes the component (3987bis section 4.2), but
/// writes a host label as its A-label. `None` if the label has no A-label.
pub(super) fn encode(part: BidiComponent, context: &Context<'_, '_>) -> Option<Fix> {
    let text = part.span.slice(context.text);
    if part.kind == BidiComponentKind::Label {
        let label = idna::to_ascii(text)?;
        let title = fit(&label, |label| format!("replace label with '{label}'"));
        return Some(Fix::suggested(title, part.span, label));
    }
    let title = format!("percent-encode {}", part.kind.name());
    let charset = context.charset.at(context.reference, part.span.start);
    Some(Fix::suggested(title, part.span, charset.encoded(text)))
}
