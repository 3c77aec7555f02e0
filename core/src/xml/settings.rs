//! What the judge of a whole document is told: severities, places of the user's own, what is silenced.

use encoding_rs::Encoding;

use crate::options::{Role, Severities};

/// How to judge a document.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Severities that differ from the defaults.
    pub severities: Severities,
    /// The IRI of the document, which its references are resolved against where no `xml:base` says otherwise.
    pub base: Option<String>,
    /// The encoding of the document, where its queries are percent-encoded in it (3987bis section 3.5).
    pub charset: Option<&'static Encoding>,
    /// Places of the user's own; of two that fit, the later one wins, and all win over the built-in ones.
    pub places: Vec<UserPlace>,
    /// Values that nothing is said of.
    pub ignored: Vec<IgnoredValue>,
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
