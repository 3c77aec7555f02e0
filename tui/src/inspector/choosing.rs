//! Choice of a reference among several, and the result that is printed on exit.

use iri_core::CancelToken;
use iri_core::text::floor_char_boundary;

use crate::files::documents::Documents;
use crate::files::tally::named;
use crate::inspector::app::App;
use crate::inspector::edited_reference::EditedReference;
use crate::inspector::message::{Effect, Message};
use crate::inspector::origin::{Origin, ReferenceList, Screen};
use crate::inspector::overlay::{Choice, Menu, Overlay};
use crate::inspector::pane::Pane;

/// Titles of the question about one edited reference, and about several.
const UNSAVED: [&str; 2] = ["Edited reference", "Edited references"];

/// Maximum bytes of a reference in a list.
const LINE: usize = 300;

/// Name of an empty reference in a list.
const EMPTY: &str = "(empty)";

/// Offers the references to choose from: returns to the list, or without files opens a menu.
pub(super) fn offer(app: &mut App) {
    let Origin::Texts(list) = &mut app.origin else { return app.close() };
    list.store(&app.panes.reference);
    let choice = |(number, item): (usize, &EditedReference)| {
        let worst = item.subject.inspect(&CancelToken::default(), |inspection| inspection.worst());
        let worst = worst.map_or("", |severity| severity.name());
        let text = item.editor.text();
        // A menu shows only the start of the text.
        let line = if text.is_empty() { EMPTY } else { &text[..floor_char_boundary(text, LINE)] };
        Choice::new(line, worst, Message::ChooseReference(number))
    };
    let choices = list.items.iter().enumerate().map(choice).collect();
    let menu = Menu::new(named(list.items.len(), "reference"), choices);
    app.overlays.push(Overlay::Menu(Menu { selected: list.current, ..menu }));
}

/// Shows another reference of those without files.
pub(super) fn choose(app: &mut App, number: usize) {
    let Origin::Texts(list) = &mut app.origin else { return };
    list.store(&app.panes.reference);
    let Some(chosen) = list.items.get(number) else { return };
    list.current = number;
    app.panes.reference.clone_from(chosen);
    app.focus(Pane::Findings);
    app.panes.start_again();
}

/// Shows the next or previous reference.
pub(super) fn step(app: &mut App, is_forward: bool) {
    let Some(next) = app.origin.neighbor(is_forward) else {
        let end = if is_forward { "last" } else { "first" };
        return app.say(format!("this is the {end} reference"));
    };
    let was_open = app.origin.screen() == Screen::Reference;
    if app.origin.documents().is_none() {
        choose(app, next);
    } else {
        app.close();
        if was_open && app.origin.screen() == Screen::Reference {
            return;
        }
        app.select_row(next);
        if was_open {
            app.open();
        }
    }
    if app.notice.is_empty() {
        let number = app.origin.documents().map_or(next, Documents::selected);
        app.notice = format!("reference {} of {}", number + 1, app.origin.len());
    }
}

/// Quits, prints the result if it was requested, or asks first if an edited reference would be lost.
pub(super) fn quit(app: &mut App) -> Effect {
    let Origin::Texts(list) = &mut app.origin else { return Effect::Draw };
    list.store(&app.panes.reference);
    if list.prints_on_exit {
        return Effect::QuitAndPrint(result(list));
    }
    // The references of the tour are examples.
    let edited = list.items.iter().filter(|item| list.tour.is_none() && item.is_unsaved()).count();
    if edited == 0 {
        return Effect::Quit;
    }
    let choices = vec![
        Choice::answer("quit and print the result", Message::QuitAndPrint),
        Choice::answer("quit without keeping it", Message::QuitWithoutSaving),
        Choice::answer("cancel", Message::Back),
    ];
    app.ask_to_quit(UNSAVED[usize::from(edited > 1)], choices)
}

/// Quits and prints the references.
pub(super) fn quit_and_print(app: &mut App) -> Effect {
    let Origin::Texts(list) = &mut app.origin else { return Effect::Draw };
    list.store(&app.panes.reference);
    Effect::QuitAndPrint(result(list))
}

/// Returns the references.
fn result(list: &ReferenceList) -> Vec<String> {
    list.items.iter().map(|item| item.editor.text().to_owned()).collect()
}
