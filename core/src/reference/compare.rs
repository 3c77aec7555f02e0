//! How far up the comparison ladder two references are the same (RFC 3987 section 5).

use crate::reference::normalize::{NormalizationLevel, normalize};

/// The lowest rung on which `a` and `b` are the same, or nothing where they never meet.
pub fn compare(a: &str, b: &str) -> Option<NormalizationLevel> {
    NormalizationLevel::ALL.into_iter().find(|&rung| normalize(a, rung) == normalize(b, rung))
}
