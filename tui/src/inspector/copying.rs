//! Copying of the reference, its forms and the selection.

use iri_core::characters::BidiNotation;
use iri_core::reference::Form;
use iri_core::text::floor_char_boundary;

use crate::inspector::app::App;
use crate::inspector::message::{CopyTarget, Effect, Message};
use crate::inspector::origin::Screen;
use crate::inspector::overlay::{Choice, Menu, Overlay};
use crate::inspector::pane::Pane;
use crate::inspector::panes::ReferencePanes;

impl CopyTarget {
    /// Returns all targets.
    fn all() -> impl Iterator<Item = Self> {
        let forms = Form::ALL.into_iter().map(Self::In);
        [Self::Reference].into_iter().chain(forms).chain([
            Self::Resolved,
            Self::Isolated,
            Self::Notation,
            Self::Attribute,
        ])
    }

    fn title(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::In(form) => form.label(),
            Self::Resolved => "resolved reference",
            Self::Isolated => "reference between isolates",
            Self::Notation => "Bidi Notation",
            Self::Attribute => "XML attribute value",
        }
    }
}

impl App {
    /// Returns what `Y` copies: the selected conversion in its pane, otherwise the reference.
    fn copied_here(&self) -> CopyTarget {
        if self.origin.screen() == Screen::List { CopyTarget::Reference } else { self.panes.copied_here() }
    }

    /// Offers everything that can be copied; the text that `Y` copies is selected.
    pub(super) fn offer_copies(&mut self) {
        if self.has_marks() {
            let choice = Choice::new("marked references, one per line", "", Message::CopyAs(CopyTarget::Reference));
            self.overlays.push(Overlay::Menu(Menu::new("copy as", vec![choice])));
            return;
        }
        let inspection = self.panes.reference.subject.parse();
        let mut choices = Vec::new();
        let mut selected = 0;
        for copied in CopyTarget::all() {
            let Some(text) = self.panes.copied_text(copied, &inspection) else { continue };
            if copied == self.copied_here() {
                selected = choices.len();
            }
            // A menu shows only the start of the text.
            let beginning = &text[..floor_char_boundary(&text, 200)];
            choices.push(Choice::new(format!("{:<27}{beginning}", copied.title()), "", Message::CopyAs(copied)));
        }
        if choices.is_empty() {
            return self.notify_empty();
        }
        let mut menu = Menu::new("copy as", choices);
        menu.selected = selected;
        self.overlays.push(Overlay::Menu(menu));
    }

    /// Copies at once: the selected text, if any.
    pub(super) fn copy(&mut self) -> Effect {
        if self.origin.screen() == Screen::Reference && !self.panes.reference.editor.selection().is_empty() {
            return self.take_selection(false);
        }
        self.copy_as(self.copied_here())
    }

    pub(super) fn copy_as(&mut self, copied: CopyTarget) -> Effect {
        if self.has_marks() {
            return self.copy_marked();
        }
        let inspection = self.panes.reference.subject.parse();
        let what = copied.title();
        if let Some(text) = self.panes.copied_text(copied, &inspection) {
            self.panes.reference.note_taken();
            return Effect::Copy { what, text };
        }
        if self.panes.text().is_empty() {
            self.notify_empty();
        } else {
            self.notice = format!("not available: {what}");
        }
        Effect::Draw
    }

    fn notify_empty(&mut self) {
        let is_selected = self.origin.screen() == Screen::Reference || self.panes.reference.subject.is_in_document();
        let notice = if is_selected { "nothing to copy: the reference is empty" } else { "no reference selected" };
        notice.clone_into(&mut self.notice);
    }

    /// Copies the marked references, one per line.
    fn copy_marked(&self) -> Effect {
        let mut text = String::new();
        let documents = self.origin.documents().into_iter();
        for (documents, at) in documents.flat_map(|documents| documents.marked().iter().map(move |at| (documents, at)))
        {
            let Some(file) = documents.files.get(at.file as usize) else { continue };
            let Some(row) = file.rows.get(at.row as usize) else { continue };
            text.push_str(file.rows.text(row));
            text.push('\n');
        }
        Effect::Copy { what: "marked references", text }
    }

    /// Copies the selection, and removes it if `is_cut`.
    pub(super) fn take_selection(&mut self, is_cut: bool) -> Effect {
        let selected = self.typed().selection().slice(self.typed().text()).to_owned();
        if selected.is_empty() {
            "no selection (shift with an arrow key selects)".clone_into(&mut self.notice);
            return Effect::Draw;
        }
        if is_cut {
            self.line().cut();
            self.after_typing();
        }
        Effect::Copy { what: "selection", text: selected }
    }
}

impl ReferencePanes {
    fn copied_here(&self) -> CopyTarget {
        match self.pane {
            Pane::Conversions => CopyTarget::In(Form::ALL[self.form.min(Form::ALL.len() - 1)]),
            Pane::Resolution if self.analysis.resolution.is_some() => CopyTarget::Resolved,
            _ => CopyTarget::Reference,
        }
    }

    /// Returns the text to copy; `None` if it is not available, or empty: an empty copy would clear the clipboard.
    fn copied_text(&self, copied: CopyTarget, inspection: &iri_core::Inspection<'_>) -> Option<String> {
        let text = self.text();
        if !inspection.is_known() {
            // The text has a placeholder.
            return self.reference.subject.written().filter(|_| copied == CopyTarget::Reference);
        }
        let copied = match copied {
            CopyTarget::Reference => Some(text.to_owned()),
            CopyTarget::In(form) => inspection.converted(form),
            CopyTarget::Resolved => self.analysis.resolution.as_ref().map(|resolution| resolution.target.clone()),
            CopyTarget::Isolated if text.is_empty() => None,
            CopyTarget::Isolated => Some(format!("\u{2066}{text}\u{2069}")),
            CopyTarget::Notation => Some(BidiNotation::new(text).write(text)),
            CopyTarget::Attribute => attribute_value(text),
        };
        copied.filter(|copied| !copied.is_empty())
    }
}

/// Returns an attribute value that decodes to `text`; `None` if XML cannot express it.
fn attribute_value(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\t' => out.push_str("&#9;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            // XML 1.0 production 2 has none of these, not even as a reference.
            '\0'..=' ' if c != ' ' => return None,
            '\u{FFFE}' | '\u{FFFF}' => return None,
            _ => out.push(c),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use iri_core::Decoded;
    use iri_core::text::Entities;

    #[test]
    fn an_attribute_value_decodes_to_the_copied_text() {
        for text in ["a&b<c>\"d'e", "\t\n\r ", "http://\u{5D0}/?a=b&amp;c", ""] {
            let value = attribute_value(text).expect("XML can write it");
            assert!(!value.contains(['<', '"', '\'']));
            assert_eq!(Decoded::attribute(&value, &Entities::default()).value, text);
        }
        for text in ["a\u{1}", "\0", "\u{FFFE}"] {
            assert_eq!(attribute_value(text), None);
        }
    }
}
