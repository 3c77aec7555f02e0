//! What the judge of a whole document is told: severities, places of the user's own, what is silenced.

use encoding_rs::Encoding;

use crate::reference::Dialect;
use crate::rules::Rule;
use crate::rules::{Role, Severities};

/// How to judge a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
