//! Several references without files: a list to choose from, each with its own text and undo history.

use crate::inspector::edited_reference::EditedReference;

/// References without files. The one on screen is stored here when another one is chosen.
#[derive(Clone, Debug, Default)]
pub struct ReferenceList {
    /// References in the order of the input.
    pub items: Vec<EditedReference>,
    /// Index of the one on screen.
    pub current: usize,
    /// Whether the references are printed on exit.
    pub prints_on_exit: bool,
}
