//! The normalization under which two references are equal (RFC 3987 section 5).

use crate::reference::normalize::{NormalizationLevel, normalize};

/// Returns the lowest normalization level at which `a` and `b` are equal (RFC 3987 section 5.3); `None` if they differ at
/// every level.
///
/// ```
/// use iri_core::reference::{NormalizationLevel, compare};
///
/// assert_eq!(compare("http://h/a", "HTTP://h/a"), Some(NormalizationLevel::Case));
/// assert_eq!(compare("http://h", "http://h:80/"), Some(NormalizationLevel::Scheme));
/// assert_eq!(compare("http://h/a", "http://h/b"), None);
/// ```
pub fn compare(a: &str, b: &str) -> Option<NormalizationLevel> {
    NormalizationLevel::ALL.into_iter().find(|&level| normalize(a, level) == normalize(b, level))
}
