//! Parsers that follow the grammar of RFC 3986: what it does not allow is rejected.

use super::appendix_b;
use super::interpretation::{Interpretation, Rejection};
use crate::reference::{Dialect, Reference};

pub(super) fn interpret(reference: &str, base: Option<&str>) -> Result<Interpretation, Rejection> {
    let is_valid = |text: &str| Reference::parse(text).is_reference(Dialect::Uri);
    if !is_valid(reference) {
        return Err(Rejection("not allowed by the grammar of RFC 3986"));
    }
    if base.is_some_and(|base| !is_valid(base)) {
        return Err(Rejection("base is not allowed by the grammar of RFC 3986"));
    }
    // For a valid reference the expression of appendix B and the grammar find the same components.
    Ok(appendix_b::interpret(reference, base))
}
