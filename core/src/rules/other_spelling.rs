//! An IRI in RDF that the document also spells in another way. A check sees one text: the document compares its references.

use crate::characters::quotable;
use crate::rules::context::{Context, FindingSink};
use crate::rules::role::Role;
use crate::text::{Span, fit};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    if context.role == Role::OTHER_SPELLING {
        out.flag(Span::new(0, context.text.len()), message(&crate::reference::normalize(context.text, LEVEL)));
    }
}

/// Level of the comparison.
const LEVEL: crate::reference::NormalizationLevel = crate::reference::NormalizationLevel::Scheme;

/// Returns the message about an IRI that is usually spelled as `usual`.
pub(crate) fn message(usual: &str) -> String {
    fit(&quotable(usual, usual), |usual| format!("the same IRI is also written as '{usual}'"))
}

/// Returns the message about an IRI in the declared namespace `usual` with another scheme.
#[cfg(feature = "rdf")]
pub(crate) fn scheme_message(usual: &str) -> String {
    fit(&quotable(usual, usual), |usual| format!("the namespace is declared as '{usual}'"))
}
