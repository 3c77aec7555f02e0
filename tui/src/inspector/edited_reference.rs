//! A reference with its undo history: the text in the editor, and its source, which follows each change of the text.
//!
//! An edit starts with a key, and ends with enter, which keeps the text, or esc, which does not.

use iri_core::Edit;

use crate::inspector::editor::{CanceledEdit, EditStart, Editor};
use crate::inspector::source_history::SourceHistory;
use crate::inspector::subject::{Fixed, Subject};

/// A reference that can be edited.
#[derive(Clone, Debug)]
pub struct EditedReference {
    /// Text and undo history.
    pub editor: Editor,
    /// Text with its surroundings, from which the analysis is computed.
    pub subject: Subject,
    /// Sources of the texts in the history.
    sources: SourceHistory,
    /// State of the text when editing began; `None` unless it is being edited.
    pub(super) edit_start: Option<EditStart>,
    /// Last canceled edit.
    pub(super) canceled: Option<CanceledEdit>,
    /// Whether no key has been pressed since it was opened.
    pub(super) is_new: bool,
    /// Text at the start.
    first: String,
    /// State of the text that was copied or printed, so that quitting loses nothing.
    taken: Option<u64>,
}

impl EditedReference {
    /// Opens a reference, with the cursor at its start.
    pub fn new(subject: Subject) -> Self {
        let mut editor = Editor::new(subject.text());
        editor.place(0);
        Self {
            sources: SourceHistory::new(&editor, &subject),
            first: subject.text().to_owned(),
            editor,
            subject,
            edit_start: None,
            canceled: None,
            is_new: true,
            taken: None,
        }
    }

    /// Updates the subject to the text that was typed, undone or redone.
    pub(super) fn follow_text(&mut self) {
        let edits: Vec<Edit> = self.editor.last_edit().cloned().into_iter().collect();
        self.sources.follow(&mut self.subject, &self.editor, &edits);
    }

    /// Replaces the text with one that `edits` produce, as one change with the name `what`.
    pub(super) fn apply_edits(&mut self, edits: &[Edit], what: &str) {
        let text = iri_core::text::apply_edits(self.editor.text(), edits);
        self.editor.set_text(&text, what);
        self.sources.follow(&mut self.subject, &self.editor, edits);
    }

    /// Replaces the text with the fixed one, as one change with the name `what`.
    pub(super) fn apply_fix(&mut self, fixed: Fixed, what: &str) {
        self.editor.set_text(&fixed.text, what);
        self.sources.accept(&mut self.subject, &self.editor, fixed);
    }

    /// Forgets the history, which the document has now.
    pub(super) fn forget_history(&mut self) {
        self.editor.forget_history();
        self.edit_start = self.edit_start.take().map(|_| self.editor.start_edit());
        self.sources = SourceHistory::new(&self.editor, &self.subject);
    }

    /// Returns the notice that the document cannot contain the text, if it cannot.
    pub(super) fn refusal(&self) -> Option<String> {
        self.subject.refusal().map(|reason| format!("not in the document: {reason}"))
    }

    /// Starts to edit the text, unless it is being edited.
    pub(super) fn begin_edit(&mut self) {
        if self.edit_start.is_none() {
            self.edit_start = Some(self.editor.start_edit());
        }
    }

    /// Stops editing and restores the text from before. Returns whether it was changed.
    pub(super) fn cancel_edit(&mut self) -> bool {
        let canceled = self.edit_start.take().and_then(|start| self.editor.cancel_edit(start));
        self.canceled = canceled.or(self.canceled);
        canceled.is_some()
    }

    /// Restores a canceled edit as a whole. Returns whether there was one.
    pub(super) fn restore_canceled(&mut self) -> bool {
        self.canceled.take().is_some_and(|canceled| self.editor.restore_edit(canceled))
    }

    /// Notes that the text was copied or printed.
    pub(super) fn note_taken(&mut self) {
        self.taken = Some(self.editor.state());
    }

    /// Returns whether the text was edited, and neither copied nor printed since.
    pub fn is_unsaved(&self) -> bool {
        self.editor.text() != self.first && self.taken != Some(self.editor.state())
    }
}
