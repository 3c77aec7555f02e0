//! An IRI in RDF without the `>` at its end.
//!
//! ```text
//! IRIREF ::= '<' ([^#x00-#x20<>"{}|^`\] | UCHAR)* '>'      Turtle production 18
//! ```

use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::rules::role::Role;
use crate::text::Span;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    if context.role != Role::UNCLOSED_IRI {
        return;
    }
    let whole = Span::new(0, context.text.len());
    let finding = out.flag(whole, "the IRI has no '>' at its end");
    finding.fix(Fix::suggested("insert '>' after the IRI", whole, format!("{}>", context.text)));
}
