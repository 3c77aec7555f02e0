//! Editing of the reference: it starts with a key, and ends with enter, which keeps the text, or esc, which does not.

use crate::inspector::app::{App, Screen};
use crate::inspector::message::Message;
use crate::inspector::overlay::Overlay;
use crate::inspector::pane::Pane;

impl App {
    /// Starts to edit the reference, unless it is being edited.
    pub(super) fn begin_edit(&mut self) {
        if self.edit_start.is_none() {
            self.edit_start = Some(self.editor.start_edit());
        }
    }

    /// Refuses `message` with a notice if it would change the text of a reference in a package. Returns whether it did.
    pub(super) fn refuse_in_package(&mut self, message: &Message) -> bool {
        let is_change = matches!(
            message,
            Message::Insert(_)
                | Message::Paste(_)
                | Message::Delete(_)
                | Message::Cut
                | Message::Fix(_)
                | Message::FixAllSafe
        );
        let is_typed_elsewhere = self.overlays.last().and_then(Overlay::typed).is_some();
        is_change && !is_typed_elsewhere && self.screen == Screen::Reference && self.say_read_only()
    }

    /// Says why the reference is read-only, if it is. Returns whether it is.
    pub(super) fn say_read_only(&mut self) -> bool {
        let notice = self.read_only().map(|reason| format!("read-only: {reason}"));
        notice.map(|notice| self.notice = notice).is_some()
    }

    /// Returns why the selected reference is never changed; `None` unless it is in a package.
    pub(super) fn read_only(&self) -> Option<&str> {
        let documents = self.documents()?;
        documents.refusal(documents.at()?.file as usize)
    }

    /// Stops editing and restores the text from before.
    pub(super) fn cancel_edit(&mut self) {
        let start = self.edit_start.take();
        if let Some(canceled) = start.and_then(|start| self.editor.cancel_edit(start)) {
            self.canceled = Some(canceled);
            "edit canceled (ctrl-r restores it)".clone_into(&mut self.notice);
        }
        if self.text().is_empty() && self.documents.is_none() && self.references.items.len() < 2 {
            // Without a reference there is nothing but typing: letters must not become commands.
            self.edit_start = Some(self.editor.start_edit());
            "type or paste a reference (F1 help, ctrl-c quit)".clone_into(&mut self.notice);
            return;
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
