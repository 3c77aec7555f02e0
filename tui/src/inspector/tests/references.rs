//! Several references without files, and the result on exit.

use iri_core::Options;
use ratatui::layout::Size;

use super::desk::Desk;
use crate::inspector::app::App;
use crate::inspector::message::{Effect, Message};
use crate::inspector::origin::Screen;
use crate::inspector::overlay::Overlay;
use crate::inspector::subject::Subject;
use crate::theme::Theme;
use crate::ui::viewport::ScreenLayout;

fn app(references: &[&str]) -> App {
    let subjects = references.iter().map(|reference| Subject::new(reference, Options::default())).collect();
    App::with_subjects(subjects, &ScreenLayout, Theme::default(), Size::new(80, 24))
}

fn printed(references: &[&str]) -> Effect {
    Effect::QuitAndPrint(references.iter().map(|&text| text.to_owned()).collect())
}

#[test]
fn several_references_are_listed_with_their_severity() {
    let mut app = app(&["http://e/", "http://e/a b", "http://e:x/"]);
    let Some(Overlay::Menu(menu)) = app.overlays.last() else { panic!("no list: {:?}", app.overlays) };
    let lines: Vec<_> = menu.choices.iter().map(|choice| (choice.words.as_str(), choice.note.as_str())).collect();
    assert_eq!(lines, [("http://e/", ""), ("http://e/a b", "warning"), ("http://e:x/", "error")]);
    app.update(Message::Insert("a b".to_owned()));
    app.update(Message::Accept);
    assert_eq!((app.panes.text(), app.overlays.len()), ("http://e/a b", 0));
}

#[test]
fn each_reference_keeps_its_text_and_history() {
    let mut app = app(&["http://e/a b", "http://e/c d"]);
    app.update(Message::Accept);
    app.update(Message::Fix(0));
    app.update(Message::NextReference(true));
    assert_eq!((app.panes.text(), app.notice.as_str()), ("http://e/c d", "reference 2 of 2"));
    app.update(Message::NextReference(true));
    assert_eq!(app.notice, "this is the last reference");
    app.update(Message::NextReference(false));
    assert_eq!(app.panes.text(), "http://e/a%20b");
    assert_eq!(app.update(Message::QuitAndPrint), printed(&["http://e/a%20b", "http://e/c d"]));
    app.update(Message::Undo);
    assert_eq!(app.panes.text(), "http://e/a b");
}

#[test]
fn an_edited_reference_is_not_lost_without_a_question() {
    let mut app = app(&["http://e/a b"]);
    assert_eq!(app.update(Message::Quit), Effect::Quit, "nothing was changed");
    app.update(Message::Fix(0));
    assert_eq!(app.update(Message::Quit), Effect::Draw);
    assert_eq!(app.update(Message::Accept), printed(&["http://e/a%20b"]));
    app.overlays.clear();
    // A second request quits without an answer.
    assert_eq!((app.update(Message::Quit), app.update(Message::Quit)), (Effect::Draw, Effect::Quit));
    app.overlays.clear();
    app.update(Message::Copy);
    assert_eq!(app.update(Message::Quit), Effect::Quit, "the text was copied");
    app.update(Message::Undo);
    assert_eq!(app.update(Message::Quit), Effect::Quit, "the text is that from the start");
}

#[test]
fn the_question_before_the_end_counts_the_edited_references() {
    let mut app = app(&["http://e/a b", "http://e/c d"]);
    app.update(Message::Accept);
    for (key, title) in [(Message::NextReference(true), "Edited reference"), (Message::Back, "Edited references")] {
        app.update(Message::Fix(0));
        app.update(Message::Quit);
        let Some(Overlay::Menu(menu)) = app.overlays.last() else { panic!("nothing is asked") };
        assert_eq!(menu.title, title);
        app.update(Message::Back);
        app.update(key);
    }
}

#[test]
fn the_result_is_printed_on_exit_if_requested() {
    let mut app = app(&["http://e/a b"]).with_output(true);
    app.update(Message::Fix(0));
    assert_eq!(app.update(Message::Quit), printed(&["http://e/a%20b"]));
}

#[test]
fn a_key_steps_through_the_references_of_files() {
    let mut desk = Desk::one(&["a b", "c d"]);
    desk.send(&[Message::NextFinding(true), Message::Open, Message::Fix(0), Message::NextReference(true)]);
    assert_eq!((desk.app.panes.text(), desk.app.origin.screen()), ("c d", Screen::Reference));
    assert_eq!(desk.listed()[1], "a%20b", "the edit is in its document");
    desk.send(&[Message::NextReference(true)]);
    assert_eq!(desk.app.notice, "this is the last reference");
}
