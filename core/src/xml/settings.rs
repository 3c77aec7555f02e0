//! Settings of a document: severities, configured places, ignored values.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use encoding_rs::Encoding;

use crate::reference::Dialect;
use crate::rules::Rule;
use crate::rules::{Role, Severities};
use crate::xml::target_lookup::{SharedTargets, Targets};
use crate::xml::types::Types;

/// Configuration of the analysis of a document.
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
    /// Dialect that every place allows, independent of its role.
    pub dialect: Option<Dialect>,
    /// IRI of the document, against which its references are resolved if no `xml:base` sets another base.
    pub base: Option<String>,
    /// Location of the document. It resolves references if no base is known, but does not affect findings: a document
    /// is equally correct in every directory.
    pub location: Option<String>,
    /// Directories below which the targets of references are looked up; nothing outside them is accessed.
    pub roots: Vec<PathBuf>,
    /// Files below the roots, for the rules `missing-target` and `missing-fragment`; without them nothing is looked up.
    pub targets: Option<SharedTargets>,
    /// Encoding of the document, in which its queries are percent-encoded (3987bis section 3.5).
    pub charset: Option<&'static Encoding>,
    /// Configured places; the last one that matches wins, and all win over the built-in ones.
    pub places: Vec<UserPlace>,
    /// Values without findings.
    pub ignored: IgnoredValues,
    /// Types of the schemas of the document, which determine further places.
    pub types: Option<Arc<Types>>,
}

impl Settings {
    /// Sets the severities that differ from the defaults.
    #[must_use]
    pub fn with_severities(self, severities: Severities) -> Self {
        Self { severities, ..self }
    }

    /// Sets the dialect that every place allows, independent of its role.
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

    /// Sets the directories below which the targets of references are looked up.
    #[must_use]
    pub fn with_roots(self, roots: impl IntoIterator<Item = PathBuf>) -> Self {
        Self { roots: roots.into_iter().collect(), ..self }
    }

    /// Sets the files that references may lead to.
    #[must_use]
    pub fn with_targets(self, targets: impl Targets + Send + Sync + 'static) -> Self {
        Self { targets: Some(SharedTargets::new(targets)), ..self }
    }

    /// Sets the encoding of the document; `None` is UTF-8.
    #[must_use]
    pub fn with_charset(self, charset: impl Into<Option<&'static Encoding>>) -> Self {
        Self { charset: charset.into(), ..self }
    }

    /// Sets the configured places.
    #[must_use]
    pub fn with_places(self, places: impl IntoIterator<Item = UserPlace>) -> Self {
        Self { places: places.into_iter().collect(), ..self }
    }

    /// Sets the types of the schemas of the document.
    #[must_use]
    pub fn with_types(self, types: impl Into<Option<Arc<Types>>>) -> Self {
        Self { types: types.into(), ..self }
    }

    /// Sets the values whose findings are hidden.
    #[must_use]
    pub fn with_ignored(self, ignored: impl IntoIterator<Item = IgnoredValue>) -> Self {
        Self { ignored: ignored.into_iter().collect(), ..self }
    }
}

/// Configured place. Missing properties match everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserPlace {
    /// Namespace name of the element; the empty string is no namespace.
    pub namespace: Option<String>,
    /// Local name of the element.
    pub element: Option<String>,
    /// Attribute, in Clark notation (`{namespace}local`, or `local`); `None` for the text of the element.
    pub attribute: Option<String>,
    /// Role of the references; `None` if the place contains no references.
    pub role: Option<Role>,
}

/// Value whose findings are hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoredValue {
    /// Decoded value. A `*` matches any characters.
    pub value: String,
    /// Suppressed rules and groups; all of them if the list is empty.
    pub rules: Vec<String>,
}

impl IgnoredValue {
    /// Returns whether findings of `rule` in `value` are hidden.
    pub fn covers(&self, rule: &Rule, value: &str) -> bool {
        let is_meant = |name: &String| name == rule.name || name == rule.group.name();
        (self.rules.is_empty() || self.rules.iter().any(is_meant)) && matches(&self.value, value)
    }
}

/// Values whose findings are hidden. Looking one up takes time linear in its length and in the entries with a `*`, not in
/// the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IgnoredValues {
    /// Entries with a `*`.
    patterns: Vec<IgnoredValue>,
    /// Other entries, by value.
    exact: HashMap<String, Vec<IgnoredValue>>,
}

impl IgnoredValues {
    /// Returns whether it contains no value.
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty() && self.exact.is_empty()
    }

    /// Returns all entries, sorted by value.
    ///
    /// ```
    /// use iri_core::xml::{IgnoredValue, IgnoredValues};
    ///
    /// let entry = |value: &str| IgnoredValue { value: value.to_owned(), rules: Vec::new() };
    /// let ignored: IgnoredValues = ["b", "a*"].map(entry).into_iter().collect();
    /// let values: Vec<_> = ignored.sorted().iter().map(|ignored| &*ignored.value).collect();
    /// assert_eq!(values, ["a*", "b"]);
    /// ```
    pub fn sorted(&self) -> Vec<&IgnoredValue> {
        let mut all: Vec<_> = self.patterns.iter().chain(self.exact.values().flatten()).collect();
        all.sort_by_key(|ignored| &*ignored.value);
        all
    }

    /// Returns whether findings of `rule` in `value` are hidden.
    pub fn covers(&self, rule: &Rule, value: &str) -> bool {
        let exact = self.exact.get(value).into_iter().flatten();
        exact.chain(&self.patterns).any(|ignored| ignored.covers(rule, value))
    }
}

impl Extend<IgnoredValue> for IgnoredValues {
    fn extend<I: IntoIterator<Item = IgnoredValue>>(&mut self, values: I) {
        for ignored in values {
            if ignored.value.contains('*') {
                self.patterns.push(ignored);
            } else {
                self.exact.entry(ignored.value.clone()).or_default().push(ignored);
            }
        }
    }
}

impl FromIterator<IgnoredValue> for IgnoredValues {
    fn from_iter<I: IntoIterator<Item = IgnoredValue>>(values: I) -> Self {
        let mut all = Self::default();
        all.extend(values);
        all
    }
}

impl IntoIterator for IgnoredValues {
    type Item = IgnoredValue;
    type IntoIter = std::vec::IntoIter<IgnoredValue>;

    fn into_iter(self) -> Self::IntoIter {
        let Self { mut patterns, exact } = self;
        patterns.extend(exact.into_values().flatten());
        patterns.into_iter()
    }
}

/// Returns whether `value` matches `pattern`, in which a `*` matches any characters. Takes time linear in both for each
/// `*`.
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
