//! Editing of the reference: it starts with a key, and ends with enter, which keeps the text, or esc, which does not.

use crate::inspector::app::App;
use crate::inspector::pane::Pane;

impl App {
    /// Starts to edit the reference, unless it is being edited.
    pub(super) fn begin_edit(&mut self) {
        if self.edit_start.is_none() {
            self.edit_start = Some(self.editor.start_edit());
        }
    }

    /// Stops editing and restores the text from before.
    pub(super) fn cancel_edit(&mut self) {
        let start = self.edit_start.take();
        if let Some(canceled) = start.and_then(|start| self.editor.cancel_edit(start)) {
            self.canceled = Some(canceled);
            "edit canceled (ctrl-r restores it)".clone_into(&mut self.notice);
        }
        self.focus(Pane::Findings);
    }

    /// Restores a canceled edit as a whole. Returns whether there was one.
    pub(super) fn restore_canceled(&mut self) -> bool {
        let is_restored = self.canceled.take().is_some_and(|canceled| self.editor.restore_edit(canceled));
        if is_restored {
            "restored: canceled edit".clone_into(&mut self.notice);
        }
        is_restored
    }
}
