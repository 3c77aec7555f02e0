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

/// Returns what `Y` copies: the selected conversion in its pane, otherwise the reference.
fn copied_here(app: &App) -> CopyTarget {
    let panes = &app.panes;
    match panes.pane {
        _ if app.origin.screen() == Screen::List => CopyTarget::Reference,
        Pane::Conversions => CopyTarget::In(Form::ALL[panes.form.min(Form::ALL.len() - 1)]),
        Pane::Resolution if panes.analysis.resolution.is_some() => CopyTarget::Resolved,
        _ => CopyTarget::Reference,
    }
}

/// Offers everything that can be copied; the text that `Y` copies is selected.
pub(super) fn offer_copies(app: &mut App) {
    if app.has_marks() {
        let choice = Choice::new("marked references, one per line", "", Message::CopyAs(CopyTarget::Reference));
        return app.overlays.push(Overlay::Menu(Menu::new("copy as", vec![choice])));
    }
    let inspection = app.panes.reference.subject.parse();
    let mut choices = Vec::new();
    let mut selected = 0;
    for copied in CopyTarget::all() {
        let Some(text) = app.panes.copied_text(copied, &inspection) else { continue };
        if copied == copied_here(app) {
            selected = choices.len();
        }
        // A menu shows only the start of the text.
        let beginning = &text[..floor_char_boundary(&text, 200)];
        choices.push(Choice::new(format!("{:<27}{beginning}", copied.title()), "", Message::CopyAs(copied)));
    }
    if choices.is_empty() {
        return notify_empty(app);
    }
    let mut menu = Menu::new("copy as", choices);
    menu.selected = selected;
    app.overlays.push(Overlay::Menu(menu));
}

/// Copies at once: the selected text, if any.
pub(super) fn copy(app: &mut App) -> Effect {
    if app.origin.screen() == Screen::Reference && !app.panes.reference.editor.selection().is_empty() {
        return take_selection(app, false);
    }
    copy_as(app, copied_here(app))
}

pub(super) fn copy_as(app: &mut App, copied: CopyTarget) -> Effect {
    if app.has_marks() {
        return copy_marked(app);
    }
    let inspection = app.panes.reference.subject.parse();
    let what = copied.title();
    if let Some(text) = app.panes.copied_text(copied, &inspection) {
        app.panes.reference.note_taken();
        return Effect::Copy { what, text };
    }
    if app.panes.text().is_empty() {
        notify_empty(app);
    } else {
        app.notice = format!("not available: {what}");
    }
    Effect::Draw
}

fn notify_empty(app: &mut App) {
    let is_selected = app.origin.screen() == Screen::Reference || app.panes.reference.subject.is_in_document();
    let notice = if is_selected { "nothing to copy: the reference is empty" } else { "no reference selected" };
    app.say(notice);
}

/// Copies the marked references, one per line.
fn copy_marked(app: &App) -> Effect {
    let Some(documents) = app.origin.documents() else { return Effect::Draw };
    let marked = documents.marked().iter().filter_map(|at| documents.reference(*at));
    let text = marked.flat_map(|(_, file, row)| [file.rows.text(row), "\n"]).collect();
    Effect::Copy { what: "marked references", text }
}

/// Copies the selection, and removes it if `is_cut`.
pub(super) fn take_selection(app: &mut App, is_cut: bool) -> Effect {
    let selected = app.typed().selection().slice(app.typed().text()).to_owned();
    if selected.is_empty() {
        app.say("no selection (shift with an arrow key selects)");
        return Effect::Draw;
    }
    if is_cut {
        app.line().cut();
        app.after_typing();
    }
    Effect::Copy { what: "selection", text: selected }
}

impl ReferencePanes {
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
