//! Keys are commands unless editing was started, and esc restores the text.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use iri_core::Options;
use ratatui::layout::{Position, Size};

use super::desk::{Desk, document};
use crate::inspector::app::App;
use crate::inspector::message::{Effect, Message};
use crate::inspector::pane::Pane;
use crate::theme::Theme;
use crate::ui::viewport::ScreenLayout;

fn app(reference: &str) -> App {
    App::new(reference, Options::default(), &ScreenLayout, Theme::default(), Size::new(80, 24))
}

/// Presses keys and returns the last effect.
fn press(app: &mut App, keys: &[KeyCode]) -> Effect {
    let mut effect = Effect::Nothing;
    for &code in keys {
        let message = app.settings.keys.message(KeyEvent::new(code, KeyModifiers::NONE), app.input_mode());
        effect = message.map_or(Effect::Nothing, |message| app.update(message));
    }
    effect
}

const Q: KeyCode = KeyCode::Char('q');
const I: KeyCode = KeyCode::Char('i');

#[test]
fn a_reference_without_findings_opens_with_commands() {
    let mut desk = Desk::one(&["a"]);
    assert_eq!(press(&mut desk.app, &[KeyCode::End, KeyCode::Enter, Q]), Effect::Quit);
    assert_eq!(desk.app.panes.text(), "a");
    assert!(!desk.app.is_edited());
}

#[test]
fn neither_tab_nor_a_click_starts_editing() {
    let mut app = app("http://example.org/");
    for _ in 0..12 {
        press(&mut app, &[KeyCode::Tab]);
        assert_ne!(app.panes.pane, Pane::Reference);
    }
    app.update(Message::Point(Position::new(8, 2)));
    app.update(Message::Drag(Position::new(10, 2)));
    assert_eq!(app.panes.reference.editor.selection().slice(app.panes.text()), "xam");
    let copied = Effect::Copy { what: "selection", text: "xam".to_owned() };
    assert_eq!(app.update(Message::Copy), copied);
    assert_eq!((press(&mut app, &[Q]), app.panes.text()), (Effect::Quit, "http://example.org/"));
}

#[test]
fn esc_restores_the_text_and_redo_the_edit() {
    let mut app = app("http://e/a b");
    press(&mut app, &[I, KeyCode::End, KeyCode::Char('/'), KeyCode::Char('x'), KeyCode::Char('y')]);
    press(&mut app, &[KeyCode::Home, KeyCode::Delete]);
    assert_eq!(app.panes.text(), "ttp://e/a b/xy");
    press(&mut app, &[KeyCode::Esc]);
    assert_eq!((app.panes.text(), app.panes.pane), ("http://e/a b", Pane::Findings));
    assert_eq!(app.notice, "edit canceled (ctrl-r restores it)");
    app.update(Message::Redo);
    assert_eq!(app.panes.text(), "ttp://e/a b/xy");
}

#[test]
fn esc_keeps_what_was_typed_before_the_edit_began() {
    let mut app = app("http://e/");
    press(&mut app, &[I, KeyCode::End, KeyCode::Char('a'), KeyCode::Enter]);
    press(&mut app, &[I, KeyCode::Char('b'), KeyCode::Esc]);
    assert_eq!(app.panes.text(), "http://e/a");
    // An edit that goes back before its start and on in another way.
    app.update(Message::Focus(Pane::Reference));
    app.update(Message::Undo);
    press(&mut app, &[KeyCode::Char('c'), KeyCode::Esc]);
    assert_eq!(app.panes.text(), "http://e/a");
}

#[test]
fn esc_discards_a_paste() {
    let mut app = app("a");
    app.update(Message::Paste("b".to_owned()));
    press(&mut app, &[KeyCode::Esc]);
    assert_eq!(app.panes.text(), "a");
}

#[test]
fn a_canceled_edit_of_a_document_restores_its_source() {
    let text = document(&["q&#xD800;z"]);
    let mut desk = Desk::new(&[("a.xml", text.clone())]);
    desk.send(&[Message::NextFinding(true), Message::Open, Message::Focus(Pane::Reference), Message::SelectAll]);
    desk.send(&[Message::Insert("new".to_owned()), Message::CancelEdit, Message::Save]);
    assert_eq!((desk.text("a.xml"), desk.app.is_edited()), (text, false));
}

#[test]
fn without_a_reference_keys_are_typed() {
    let mut app = app("");
    press(&mut app, &[Q, KeyCode::Enter]);
    assert_eq!(app.panes.text(), "q");
    assert_eq!(app.panes.pane, Pane::Findings);
}
