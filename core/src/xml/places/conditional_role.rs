//! What a row of a vocabulary says of a place: a role, and the condition under which it holds.

use crate::rules::Role;

/// A name with its namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExpandedName<'n> {
    /// The namespace name; empty where there is none.
    pub namespace: &'n str,
    /// The local name.
    pub local: &'n str,
}

/// A place where a reference stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConditionalRole {
    /// What the format says of it.
    pub role: Role,
    /// It holds only where another attribute of the element is so.
    pub condition: Option<Condition>,
}

/// What another attribute of the element must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Its local name (no namespace).
    pub attribute: &'static str,
    /// Its values, parted by spaces.
    pub values: &'static str,
    /// Whether it must be one of the values (and there), or must not be one of them (or is absent).
    pub is_one_of: bool,
}

impl Condition {
    /// Whether it is met where the attribute has `value`, or is absent.
    pub fn holds(&self, value: Option<&str>) -> bool {
        value.is_some_and(|value| self.values.split(' ').any(|one| one == value)) == self.is_one_of
    }
}
