//! Settings of a document: severities, places of the user's own vocabulary, ignored values.

use encoding_rs::Encoding;

use crate::reference::Dialect;
use crate::rules::Rule;
use crate::rules::{Role, Severities};

/// How to check a document.
///
/// ```
/// use std::sync::Arc;
/// use iri_core::{Document, Role, Settings};
/// use iri_core::xml::UserPlace;
///
/// let place = UserPlace {
///     namespace: Some("urn:example:shop".to_owned()),
///     element: Some("item".to_owned()),
///     attribute: Some("link".to_owned()),
///     role: Some(Role::IRI),
/// };
/// let settings = Settings::default().with_base("http://example.org/").with_places([place]);
/// let document = Document::parse("<item xmlns='urn:example:shop' link='a b'/>", Arc::new(settings));
/// let site = document.sites().last().expect("the link is a reference");
/// assert_eq!(site.resolved().as_deref(), Some("http://example.org/a b"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// Severities that differ from the defaults.
    pub severities: Severities,
    /// What every place admits, whatever its format says.
    pub dialect: Option<Dialect>,
    /// The IRI of the document, which its references are resolved against where no `xml:base` says otherwise.
    pub base: Option<String>,
    /// Where the document is. Its references lead from there where no base is known, but are not judged by
    /// it: a document is as right in one folder as in another.
    pub location: Option<String>,
    /// The encoding of the document, where its queries are percent-encoded in it (3987bis section 3.5).
    pub charset: Option<&'static Encoding>,
    /// Places of the user's own; of two that fit, the later one wins, and all win over the built-in ones.
    pub places: Vec<UserPlace>,
    /// Values that nothing is said of.
    pub ignored: Vec<IgnoredValue>,
}

impl Settings {
    /// Sets the severities that differ from the defaults.
    #[must_use]
    pub fn with_severities(self, severities: Severities) -> Self {
        Self { severities, ..self }
    }

    /// Sets what every place allows, whatever its format says.
    #[must_use]
    pub fn with_dialect(self, dialect: Dialect) -> Self {
        Self { dialect: Some(dialect), ..self }
    }

    /// Sets the IRI against which references are resolved if no `xml:base` says otherwise.
    #[must_use]
    pub fn with_base(self, base: impl Into<String>) -> Self {
        Self { base: Some(base.into()), ..self }
    }

    /// Sets the IRI of the file that contains the document.
    #[must_use]
    pub fn with_location(self, location: impl Into<String>) -> Self {
        Self { location: Some(location.into()), ..self }
    }

    /// Sets the encoding of the document; `None` is UTF-8.
    #[must_use]
    pub fn with_charset(self, charset: impl Into<Option<&'static Encoding>>) -> Self {
        Self { charset: charset.into(), ..self }
    }

    /// Sets the places of the user's own vocabulary.
    #[must_use]
    pub fn with_places(self, places: impl IntoIterator<Item = UserPlace>) -> Self {
        Self { places: places.into_iter().collect(), ..self }
    }

    /// Sets the values whose findings are hidden.
    #[must_use]
    pub fn with_ignored(self, ignored: impl IntoIterator<Item = IgnoredValue>) -> Self {
        Self { ignored: ignored.into_iter().collect(), ..self }
    }
}

/// A place of the user's own. What is not given fits everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserPlace {
    /// The namespace name of the element; the empty string is no namespace.
    pub namespace: Option<String>,
    /// The local name of the element.
    pub element: Option<String>,
    /// The attribute, in Clark notation (`{namespace}local`, or `local`); without it, the element's text.
    pub attribute: Option<String>,
    /// What the place admits; without it, the place holds no reference.
    pub role: Option<Role>,
}

/// A value that nothing is said of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoredValue {
    /// The value, decoded. A `*` stands for any characters.
    pub value: String,
    /// The rules and groups that are silenced; all of them where the list is empty.
    pub rules: Vec<String>,
}

impl IgnoredValue {
    /// Whether nothing is said of a break of `rule` in `value`.
    pub fn covers(&self, rule: &Rule, value: &str) -> bool {
        let is_meant = |name: &String| name == rule.name || name == rule.group.name();
        (self.rules.is_empty() || self.rules.iter().any(is_meant)) && matches(&self.value, value)
    }
}

/// Whether `value` is `pattern`, in which a `*` stands for any characters. Linear in both but for the
/// number of stars.
fn matches(pattern: &str, value: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == value };
    let Some(mut value) = value.strip_prefix(first) else { return false };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    for piece in middle.split('*') {
        match value.find(piece) {
            Some(at) => value = &value[at + piece.len()..],
            None => return false,
        }
    }
    value.ends_with(last)
}
