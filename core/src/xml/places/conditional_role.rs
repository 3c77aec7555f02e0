//! Role of a place, and the condition under which it applies.

use crate::rules::Role;

/// Name with its namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExpandedName<'n> {
    /// Namespace name; empty without a namespace.
    pub namespace: &'n str,
    /// Local name.
    pub local: &'n str,
}

/// Place: an attribute or element that contains references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConditionalRole {
    /// Role of the references.
    pub role: Role,
    /// Condition on another attribute of the element.
    pub condition: Option<Condition>,
    /// Whether only a value that looks like a reference is checked: in a document of an unknown type the name of the
    /// attribute alone does not show that it is one.
    pub is_guessed: bool,
}

impl From<Role> for ConditionalRole {
    fn from(role: Role) -> Self {
        Self { role, condition: None, is_guessed: false }
    }
}

/// Condition on another attribute of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Local name of that attribute (no namespace).
    pub attribute: &'static str,
    /// Values, separated by spaces.
    pub values: &'static str,
    /// Whether the attribute must be present with one of the values; otherwise it must have none of them, or be absent.
    pub is_one_of: bool,
}

impl Condition {
    /// Returns whether an attribute with `value`, or an absent one, satisfies the condition.
    pub fn is_satisfied_by(&self, value: Option<&str>) -> bool {
        value.is_some_and(|value| self.values.split(' ').any(|one| one == value)) == self.is_one_of
    }
}
