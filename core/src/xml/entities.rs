//! The internal general entities that a document declares.

/// The internal general entities in force, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entities {}

impl Entities {
    /// The replacement text of `name`, where it is declared and not too long.
    pub fn replacement(&self, _name: &str) -> Option<&str> {
        None
    }
}
