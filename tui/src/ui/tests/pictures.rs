//! The pictures of the book and of the front page: real screens, drawn again by
//! `UPDATE_EXPECT=1 cargo test -p iri-inspect`, compared without it.

use std::fs;
use std::path::Path;

use super::svg::svg;
use super::*;
use crate::theme::palette::Palette;

/// Keeps the screen of `app`, once `messages` have come, as `docs/screens/<name>.svg`.
fn keep(name: &str, title: &str, start: App, messages: &[Message]) {
    let mut app = start;
    app.theme.colors = Colors::Of(Palette::DARK);
    for message in messages {
        app.update(message.clone());
    }
    let picture = svg(&frame(&app), title);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/screens").join(name).with_extension("svg");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &picture).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == picture, "{name} is no longer how it looks: run UPDATE_EXPECT=1 cargo test -p iri-inspect");
}

#[test]
fn a_leiri_is_refused_as_the_picture_shows() {
    keep("reference", "The inspector shows why http://example.org/a b|c is no IRI", app(LEIRI, 100, 28), &[]);
}

#[test]
fn a_right_to_left_reference_is_seen_as_the_picture_shows() {
    let title = "The direction of http://ab.CDE.123/kl, capitals standing for right-to-left letters, and its twin";
    let messages = [Message::Focus(Pane::Direction), Message::Move(crate::inspector::editor::Motion::WordRight)];
    keep("direction", title, app("http://ab.\u{5D0}\u{5D1}\u{5D2}.123/kl", 110, 36), &messages);
}

#[test]
fn the_commands_are_offered_as_the_picture_shows() {
    keep("commands", "Everything that can be done, by name", app(LEIRI, 100, 28), &[Message::Palette]);
}

#[test]
fn the_terminal_is_tried_as_the_picture_shows() {
    let app = app(HEBREW, 90, 14);
    keep("calibration", "What this terminal does with right-to-left letters", app, &[Message::Calibration]);
}
