//! Vocabularies: which attributes and elements of which formats contain references, and in which role.
//!
//! The facts are files beside this module, one per family of formats, in a form that needs no knowledge of Rust. To add
//! a format, add a section to a file, and a small document to `core/tests/it/places.rs`:
//!
//! ```text
//! family: Books and documentation                 heading in the book
//!
//! [DocBook 5]                                     common name of the format
//! source: DocBook 5.1, its RELAX NG schema        specification of the places
//! namespaces: http://docbook.org/ns/docbook       namespaces of its elements; a `*` at the end matches any characters
//! *⇥@fileref⇥any-uri                              one line per place: elements, attributes or text(), role
//! tag⇥@namespace⇥namespace-any-uri
//! biblioid meta/link⇥text()⇥any-uri⇥@class=uri    a fourth column has conditions
//! ```
//!
//! Columns are separated by tabs (`⇥`), names by spaces, conditions by `; `. A line that starts with `#` is a comment.
//! [`file`](self) describes all properties, paths and conditions. The page of the book about places is written from
//! these files.

mod condition;
mod document;
mod file;
mod index;

pub use condition::{Condition, Shape};
pub use document::{DoctypeNames, DocumentType};
pub use file::{Family, Row, Values, Vocabulary};
pub use index::{FAMILIES, Places, Vocabularies, meant_namespace, namespaces_with, problems};

use crate::rules::Role;

/// Name with its namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExpandedName<'n> {
    /// Namespace name; empty without a namespace.
    pub namespace: &'n str,
    /// Local name.
    pub local: &'n str,
}

/// Namespace of XSLT.
pub const XSLT: &str = "http://www.w3.org/1999/XSL/Transform";

/// Place: an attribute or a text that contains references, or, with [`Role::NOTHING`], none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownPlace {
    /// Role of the references.
    pub role: Role,
    /// Conditions on other attributes of the element. All must be satisfied.
    pub conditions: &'static [Condition],
    /// Values that are references.
    pub shape: Shape,
    /// Words that may replace a reference, separated by spaces; a `*` at the end matches any characters.
    pub keywords: &'static str,
    /// References that are not checked, as `keywords`.
    pub unchecked: &'static str,
}

impl KnownPlace {
    /// Returns whether the place decides about every value: no later place, and no schema, is asked.
    pub fn is_certain(&self) -> bool {
        self.conditions.is_empty() && self.shape != Shape::Likely && !self.shape.is_guessed()
    }

    /// Returns whether `value` is one of the words that may replace a reference.
    pub fn is_keyword(&self, value: &str) -> bool {
        is_one_of(self.keywords, value)
    }

    /// Returns whether `value` is a reference that is not checked.
    pub fn is_unchecked(&self, value: &str) -> bool {
        !self.unchecked.is_empty() && is_one_of(self.unchecked, value)
    }

    /// Returns whether only values that are references in any format contain some.
    pub fn is_guessed(&self) -> bool {
        self.role.is_unknown() || self.shape.is_guessed()
    }
}

impl From<Role> for KnownPlace {
    fn from(role: Role) -> Self {
        Self { role, conditions: &[], shape: Shape::Any, keywords: "", unchecked: "" }
    }
}

/// Returns whether `value` is one of `words`, which spaces separate; each `*` matches any characters.
fn is_one_of(words: &str, value: &str) -> bool {
    let is_it = |word: &str| {
        let Some((start, patterns)) = word.split_once('*') else { return word == value };
        let (middle, end) = patterns.rsplit_once('*').unwrap_or(("", patterns));
        let rest = value.strip_prefix(start).and_then(|rest| rest.strip_suffix(end));
        let skip = |rest: &str, part: &str| rest.find(part).map(|at| at + part.len());
        rest.is_some_and(|rest| middle.split('*').try_fold(rest, |rest, part| rest.get(skip(rest, part)?..)).is_some())
    };
    words.split(' ').any(is_it)
}
