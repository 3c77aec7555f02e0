//! The undo history of a text, and of all files: one per session, which survives saves and changes by other programs.
//!
//! ```text
//!  undo 2 ◀─ undo 1 ◀─ current text ─▶ redo 1 ─▶ redo 2
//!                           │
//!                           │ another program changes the text
//!                           ▼
//!  undo 2 ◀─ undo 1 ◀─ current text ─▶ redo 1 ─▶ redo 2       each change moved over that of the other program
//! ```
//!
//! A change that meets that of the other program is lost for its file; for those beyond it in the same direction, what the other
//! program did is then the difference from the text without it. The other files keep it.

use iri_core::text::Changes;

use crate::files::change::{Change, FileChanges};
use crate::files::line_diff;

/// Changes that can be undone and redone.
#[derive(Clone, Debug)]
pub struct History<C> {
    /// Inverse changes, the next undo last.
    done: Vec<C>,
    /// Undone changes, the next redo last.
    undone: Vec<C>,
}

impl<C> Default for History<C> {
    fn default() -> Self {
        Self { done: Vec::new(), undone: Vec::new() }
    }
}

/// Step in the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryStep {
    /// Undo of the last change.
    Undo,
    /// Redo of what was undone last.
    Redo,
}

impl<C> History<C> {
    /// Adds the inverse of a new change; nothing can be redone afterwards.
    pub fn push(&mut self, inverse: C) {
        self.done.push(inverse);
        self.undone.clear();
    }

    /// Returns the next undo, for a new change that is undone with it; nothing can be redone afterwards.
    pub fn last_mut(&mut self) -> Option<&mut C> {
        self.undone.clear();
        self.done.last_mut()
    }

    /// Returns the changes that can be undone, the next one last.
    pub fn done(&self) -> &[C] {
        &self.done
    }

    /// Removes that many of the changes that would be undone last.
    pub fn forget(&mut self, count: usize) {
        self.done.drain(..count);
    }

    /// Removes the next change in one direction.
    pub fn take(&mut self, step: HistoryStep) -> Option<C> {
        match step {
            HistoryStep::Undo => self.done.pop(),
            HistoryStep::Redo => self.undone.pop(),
        }
    }

    /// Adds the inverse of a change that was undone or redone.
    pub fn put(&mut self, step: HistoryStep, inverse: C) {
        match step {
            HistoryStep::Undo => self.undone.push(inverse),
            HistoryStep::Redo => self.done.push(inverse),
        }
    }

    /// Adds the change again that was taken, and neither undone nor redone.
    pub fn give_back(&mut self, step: HistoryStep, change: C) {
        match step {
            HistoryStep::Undo => self.done.push(change),
            HistoryStep::Redo => self.undone.push(change),
        }
    }

    /// Returns whether there is a change in one direction.
    pub fn has(&self, step: HistoryStep) -> bool {
        match step {
            HistoryStep::Undo => !self.done.is_empty(),
            HistoryStep::Redo => !self.undone.is_empty(),
        }
    }
}

impl History<Change> {
    /// Returns the numbers of the files that a change applies to.
    pub fn files(&self) -> impl Iterator<Item = usize> {
        self.done.iter().chain(&self.undone).flat_map(Change::files)
    }

    /// Rebases the changes of a file on `outside`, the change of its text `text` by another program.
    pub fn rebase(&mut self, file: usize, text: &str, outside: &Changes) {
        for changes in [&mut self.done, &mut self.undone] {
            let (mut text, mut outside) = (text.to_owned(), outside.clone());
            for change in changes.iter_mut().rev() {
                let Some(index) = change.parts.iter().position(|part| part.file == file) else { continue };
                let own = &mut change.parts[index].changes;
                // The older changes apply to the result of this one.
                let before = own.apply(&text);
                let rebased = own.rebased_apart(&outside.moves()).zip(outside.rebased_apart(&own.moves()));
                if let Some((rebased, next)) = rebased {
                    (*own, outside) = (rebased, next);
                } else {
                    // Without this one, they apply to the text that the other program wrote.
                    outside = line_diff::between(&before, &outside.apply(&text));
                    let FileChanges { file, .. } = change.parts.remove(index);
                    change.lost.push(file);
                }
                text = before;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use iri_core::Span;
    use iri_core::text::{Edit, InDocument};

    fn edit(start: usize, end: usize, text: &str) -> Edit<InDocument> {
        Edit { span: Span::new(start, end), text: text.to_owned() }
    }

    fn change(file: usize, edits: Vec<Edit<InDocument>>) -> Change {
        Change::new("test", vec![FileChanges { file, changes: Changes::new(edits) }])
    }

    #[test]
    fn changes_move_over_an_outside_change_in_both_directions() {
        // "0123456789" after two edits that an undo reverses, and before one that a redo makes.
        let mut history = History::default();
        history.push(change(0, vec![edit(0, 1, "older"), edit(9, 10, "")]));
        history.push(change(0, vec![edit(1, 2, "new")]));
        history.undone.push(change(0, vec![edit(9, 10, "later")]));
        history.rebase(0, "0123456789", &Changes::new(vec![edit(5, 6, "outside")]));
        let text = "01234outside6789".to_owned();
        let redo = history.take(HistoryStep::Redo).expect("a change can be redone");
        assert_eq!(redo.parts[0].changes.apply(&text), "01234outside678later");
        let undo = history.take(HistoryStep::Undo).expect("a change can be undone");
        let undone = undo.parts[0].changes.apply(&text);
        assert_eq!(undone, "0new234outside6789");
        let undo = history.take(HistoryStep::Undo).expect("a change can be undone");
        // The outside change is now two bytes later.
        assert_eq!(undo.parts[0].changes.apply(&undone), "oldernew234outside689");
    }

    #[test]
    fn a_change_that_meets_the_outside_one_is_lost_and_those_apart_from_it_are_not() {
        let mut history = History::default();
        for (file, start) in [(0, 0), (0, 4), (0, 2), (1, 2)] {
            history.push(change(file, vec![edit(start, start + 1, "x")]));
        }
        // The second line, which the last two changes made, is another one now, and the third one is only moved.
        history.rebase(0, "a\nb\nc\n", &Changes::new(vec![edit(2, 3, "outside")]));
        let lost: Vec<_> = history.done.iter().map(|change| (change.parts.len(), change.lost.clone())).collect();
        assert_eq!(lost, [(1, vec![]), (1, vec![]), (0, vec![0]), (1, vec![])]);
        let mut text = "a\noutside\nc\n".to_owned();
        for number in [1, 0] {
            text = history.done[number].parts[0].changes.apply(&text);
        }
        assert_eq!(text, "x\noutside\nx\n");
    }
}
