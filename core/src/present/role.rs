//! What the format of a document says of a reference, in words.

use std::fmt;

use crate::reference::Dialect;
use crate::rules::{Role, Whitespace};

/// Description of the role of a reference. Displayed as "`any-uri: allows LEIRI; one reference; …`".
///
/// ```
/// use iri_core::Role;
/// use iri_core::present::RoleDescription;
///
/// let role = RoleDescription::new(Role::ANY_URI);
/// assert_eq!(
///     role.to_string(),
///     "any-uri: allows LEIRI; one reference; leading and trailing whitespace is removed"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleDescription {
    /// Name in reports, JSON and `.iri.toml`.
    pub name: &'static str,
    /// Widest dialect that the format allows.
    pub dialect: Dialect,
    /// Further properties, one clause each: what a value contains, what happens to whitespace around it, …
    pub details: Vec<String>,
}

impl RoleDescription {
    /// Describes `role`.
    pub fn new(role: Role) -> Self {
        let whitespace = match role.whitespace {
            Whitespace::Kept => "leading and trailing whitespace is kept",
            Whitespace::Collapsed => "leading and trailing whitespace is removed",
            Whitespace::Significant => "leading and trailing whitespace is part of the value",
        };
        let mut details = vec![role.cardinality.words().to_owned(), whitespace.to_owned()];
        details.extend(role.also());
        Self { name: role.name, dialect: role.dialect, details }
    }
}

impl fmt::Display for RoleDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: allows {}; {}", self.name, self.dialect, self.details.join("; "))
    }
}
