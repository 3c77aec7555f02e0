//! Texts of messages and titles, written when they are first read.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::OnceLock;

use crate::rules::runs::Repeated;

/// Message of a finding or title of a fix. Dereferences to its text.
///
/// The text about a repeated character is written when it is first read. Where findings are only counted, as in the check
/// of fixes, it is never written. A document writes the texts of the findings that it keeps.
///
/// ```
/// use iri_core::{Options, inspect};
///
/// let inspection = inspect("a b", &Options::default());
/// let finding = &inspection.findings()[0];
/// assert_eq!(&*finding.message, "SPACE (U+0020) is not allowed in an IRI");
/// assert_eq!(finding.fixes[0].title.to_string(), "encode SPACE as %20");
/// ```
#[derive(Clone)]
pub struct LazyText {
    text: OnceLock<Box<str>>,
    /// The source of a text that is not yet written.
    source: Option<Source>,
}

/// Function that writes a text, and what the text is about.
#[derive(Clone, Copy)]
struct Source {
    repeated: Repeated,
    write: fn(Repeated) -> String,
}

impl LazyText {
    /// Creates the text that `write` writes about `repeated`.
    pub(super) const fn new(repeated: Repeated, write: fn(Repeated) -> String) -> Self {
        Self { text: OnceLock::new(), source: Some(Source { repeated, write }) }
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        self.text.get_or_init(|| self.source.map(|source| (source.write)(source.repeated)).unwrap_or_default().into())
    }
}

impl Deref for LazyText {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl<T: Into<Box<str>>> From<T> for LazyText {
    fn from(text: T) -> Self {
        Self { text: OnceLock::from(text.into()), source: None }
    }
}

impl fmt::Display for LazyText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for LazyText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl PartialEq for LazyText {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for LazyText {}

impl Hash for LazyText {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl PartialEq<str> for LazyText {
    fn eq(&self, other: &str) -> bool {
        **self == *other
    }
}

impl PartialEq<&str> for LazyText {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_written_when_it_is_read_first() {
        let wording = LazyText::new(Repeated { c: ' ', count: 2 }, Repeated::quoted);
        assert!(wording.text.get().is_none());
        let copy = wording.clone();
        assert_eq!(wording, "SPACE (U+0020, 2 times)");
        assert!(wording.text.get().is_some() && copy.text.get().is_none());
        assert_eq!((&copy, format!("{copy:?}").as_str()), (&wording, "\"SPACE (U+0020, 2 times)\""));
    }

    #[test]
    fn a_finding_takes_few_bytes() {
        assert!(size_of::<LazyText>() <= 40, "{}", size_of::<LazyText>());
    }
}
