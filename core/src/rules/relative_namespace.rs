//! A namespace name is an identifier: it is never resolved, so a relative one identifies nothing uniquely.
//!
//! "The use of relative IRI references … is deprecated"            Namespaces in XML 1.1 section 2.2

use crate::reference::Reference;
use crate::rules::context::{Context, FindingSink};
use crate::rules::edge_whitespace;
use crate::rules::mistakes::words;
use crate::rules::role::ReferenceUse;
use crate::rules::second_fragment;
use crate::text::Span;

/// Returns the span between leading and trailing whitespace if it is a relative reference, but not one to its own
/// document. Whitespace alone does not make an absolute reference relative.
pub(super) fn relative(text: &str) -> Option<Span> {
    let inner = edge_whitespace::inner(text);
    (!inner.is_empty() && !Reference::parse(inner.slice(text)).has_scheme()).then_some(inner)
}

/// Returns whether a namespace name is the pattern of a package, as MXML has them: `*`, `com.example.*`.
fn is_package(text: &str) -> bool {
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    text.strip_suffix('*').is_some_and(|packages| {
        packages.is_empty() || packages.strip_suffix('.').is_some_and(|names| names.split('.').all(is_word))
    })
}

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let role = context.role;
    // If the role requires a scheme, must-be-absolute reports it.
    if role.reference_use != ReferenceUse::Namespace || role.is_absolute {
        return;
    }
    let Some(inner) = relative(context.text) else { return };
    // The rule second-fragment reports a keyword that does not exist.
    let name = inner.slice(context.text);
    let is_known = words("plain-namespace").iter().any(|start| name.starts_with(start));
    if second_fragment::is_keyword_like(context) || is_known || is_package(name) {
        return;
    }
    out.flag(inner, "namespace name is a relative reference");
}
