//! What is done to the files: changes that are made, taken back and made again, in their order.

use iri_core::text::Edit;

use super::Documents;

/// A change of one or more files that is taken back as a whole.
#[derive(Clone, Debug)]
pub struct Change {
    /// What it is, in words.
    pub what: String,
    /// What it does to each file.
    pub parts: Vec<Part>,
}

/// Edits of one file, in order and apart from one another.
#[derive(Clone, Debug)]
pub struct Part {
    /// The number of the file.
    pub file: usize,
    /// The edits.
    pub edits: Vec<Edit>,
}

impl Documents {
    /// Makes the change, as one that can be taken back.
    pub(super) fn apply(&mut self, change: Change) {
        let back = self.turned(change);
        self.done.push(back);
        self.undone.clear();
    }

    /// Makes the change, and gives the one that takes it back.
    fn turned(&mut self, change: Change) -> Change {
        let Change { what, parts } = change;
        let turn = |part: Part| Part { edits: self.files[part.file].apply(&part.edits), ..part };
        let parts = parts.into_iter().map(turn).collect();
        self.changed();
        Change { what, parts }
    }

    /// Takes the last change back, and tells what it was.
    pub fn undo(&mut self) -> Option<String> {
        let change = self.done.pop()?;
        let what = change.what.clone();
        let again = self.turned(change);
        self.undone.push(again);
        Some(what)
    }

    /// Makes the last change that was taken back again, and tells what it was.
    pub fn redo(&mut self) -> Option<String> {
        let change = self.undone.pop()?;
        let what = change.what.clone();
        let back = self.turned(change);
        self.done.push(back);
        Some(what)
    }

    /// Whether a change can be taken back.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }
}

impl Change {
    /// The numbers of the files that it changes.
    pub fn files(&self) -> impl Iterator<Item = usize> {
        self.parts.iter().map(|part| part.file)
    }
}
