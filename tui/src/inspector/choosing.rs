//! Choice of a reference among several without files, and the result that is printed on exit.

use crate::files::tally::named;
use crate::inspector::app::{App, Screen};
use crate::inspector::edited_reference::EditedReference;
use crate::inspector::message::{Effect, Message};
use crate::inspector::overlay::{Choice, Menu, Overlay};
use crate::inspector::pane::Pane;

/// Title of the question about an edited reference.
const UNSAVED: &str = "Edited reference";

/// Name of an empty reference in a list.
const EMPTY: &str = "(empty)";

impl App {
    /// Stores the reference on screen in the list.
    fn store(&mut self) {
        if let Some(stored) = self.references.items.get_mut(self.references.current) {
            stored.clone_from(&self.panes.reference);
        }
    }

    /// Offers the references to choose from.
    pub(super) fn offer_references(&mut self) {
        self.store();
        let choice = |(number, item): (usize, &EditedReference)| {
            let worst = item.worst().map_or("", |severity| severity.name());
            let line = if item.line().is_empty() { EMPTY } else { item.line() };
            Choice::new(line, worst, Message::ChooseReference(number))
        };
        let choices = self.references.items.iter().enumerate().map(choice).collect();
        let mut menu = Menu::new(named(self.references.items.len(), "reference"), choices);
        menu.selected = self.references.current;
        self.overlays.push(Overlay::Menu(menu));
    }

    /// Shows another reference of the list.
    pub(super) fn choose_reference(&mut self, number: usize) {
        self.store();
        let Some(item) = self.references.items.get(number).cloned() else { return };
        self.references.current = number;
        self.panes.reference = item;
        self.focus(Pane::Findings);
        self.panes.start_again();
    }

    /// Returns the number of the next or previous reference: of the list, or of the files.
    pub(super) fn next_reference(&self, is_forward: bool) -> Option<usize> {
        if let Some(documents) = &self.documents {
            return documents.neighbor(is_forward);
        }
        let (count, current) = (self.references.items.len(), self.references.current);
        let next = if is_forward { Some(current + 1) } else { current.checked_sub(1) };
        next.filter(|next| *next < count)
    }

    /// Shows that reference.
    pub(super) fn step_reference(&mut self, is_forward: bool) {
        let count = self.references.items.len();
        let Some(next) = self.next_reference(is_forward) else {
            let end = if is_forward { "last" } else { "first" };
            self.notice = format!("this is the {end} reference");
            return;
        };
        if self.documents.is_none() {
            self.choose_reference(next);
        } else {
            let was_open = self.screen == Screen::Reference;
            self.close();
            if was_open && self.screen == Screen::Reference {
                return;
            }
            self.select_row(next);
            if was_open {
                self.open();
            }
        }
        let (number, count) =
            self.documents().map_or((next, count), |documents| (documents.selected(), documents.len()));
        if self.notice.is_empty() {
            self.notice = format!("reference {} of {count}", number + 1);
        }
    }

    /// Quits, prints the result if it was requested, or asks first if an edited reference would be lost.
    pub(super) fn quit_reference(&mut self) -> Effect {
        self.store();
        if self.prints_on_exit() {
            return self.quit_and_print();
        }
        let is_asking = |overlay: &Overlay| matches!(overlay, Overlay::Menu(menu) if menu.title == UNSAVED);
        // The references of the tour are examples.
        let is_unsaved = self.tour.is_none() && self.references.items.iter().any(EditedReference::is_unsaved);
        if !is_unsaved || self.overlays.iter().any(is_asking) {
            return Effect::Quit;
        }
        let choices = vec![
            Choice::answer("quit and print the result", Message::QuitAndPrint),
            Choice::answer("quit without keeping it", Message::QuitWithoutSaving),
            Choice::answer("cancel", Message::Back),
        ];
        self.overlays.push(Overlay::Menu(Menu::question(UNSAVED, choices)));
        Effect::Draw
    }

    /// Quits and prints the references, one per line.
    pub(super) fn quit_and_print(&mut self) -> Effect {
        if self.documents.is_some() {
            return self.quit();
        }
        self.store();
        let mut lines = String::new();
        for item in &self.references.items {
            lines.push_str(item.editor.text());
            lines.push('\n');
        }
        Effect::QuitAndPrint(lines)
    }
}
