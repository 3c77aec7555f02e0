use iri_core::Options;
use ratatui::layout::{Position, Size};

use crate::app::overlay::{Overlay, Purpose};
use crate::app::{App, Effect, Message};
use crate::editor::{Editor, Motion};
use crate::theme::Theme;

fn app(messages: &[Message]) -> App {
    let mut app = App::new("http://e/a b", Options::default(), Theme::default(), Size::new(80, 24));
    for message in messages {
        app.update(message.clone());
    }
    app
}

fn typed(app: &App) -> &str {
    app.overlays.last().and_then(Overlay::typed).map_or("", Editor::text)
}

#[test]
fn a_prompt_selects_cuts_and_replaces_as_the_reference_does() {
    let mut app = app(&[Message::Ask(Purpose::Base), Message::Insert("http://old/x".to_owned())]);
    app.update(Message::Extend(Motion::WordLeft));
    assert!(app.can(&Message::Cut));
    let cut = app.update(Message::Cut);
    assert_eq!(cut, Effect::Copy { what: "what was selected", text: "x".to_owned() });
    assert_eq!((typed(&app), app.text()), ("http://old/", "http://e/a b"));
    app.update(Message::SelectAll);
    app.update(Message::Insert("b:".to_owned()));
    assert_eq!((typed(&app), app.text()), ("b:", "http://e/a b"));
}

#[test]
fn the_mouse_places_the_cursor_in_a_prompt_and_selects() {
    let mut app = app(&[Message::Ask(Purpose::Search), Message::Insert("abc\u{4E2D}def".to_owned())]);
    // The label takes a column, the ideograph two.
    app.update(Message::Point(Position::new(2, 23)));
    app.update(Message::Drag(Position::new(5, 23)));
    app.update(Message::Insert("-".to_owned()));
    assert_eq!(typed(&app), "a-def");
    assert!(!app.overlays.is_empty());
    app.update(Message::Point(Position::new(2, 3)));
    assert!(app.overlays.is_empty(), "a click elsewhere is a step back");
}

#[test]
fn what_is_pasted_into_a_menu_or_taken_back_selects_its_first_line_again() {
    let mut app = app(&[Message::Palette, Message::Step(crate::app::Step::Down)]);
    app.update(Message::Paste("copy".to_owned()));
    let Some(Overlay::Menu(menu)) = app.overlays.last() else { panic!("the palette is open") };
    assert_eq!((menu.selected, menu.shown().is_empty()), (0, false));
}
