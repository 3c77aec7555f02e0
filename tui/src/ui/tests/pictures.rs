//! The pictures of the inspector in the book and on the front page: real screens, written by
//! `UPDATE_EXPECT=1 cargo test -p iri-inspect` and compared without it. `tests/pictures.rs` has those of the commands.

use std::path::Path;

use super::svg::svg;
use super::system::can_name;
use super::*;
use crate::inspector::editor::Motion;
use crate::theme::palette::Palette;

/// Colors of a light terminal.
const LIGHT: picture::Scheme = picture::Scheme { ink: "#24292f", paper: "#fbfbfa" };

/// Compares the screen of `app` after `messages` with the picture `name`.
pub fn keep(name: &str, title: &str, start: App, messages: &[Message]) {
    keep_in(name, title, start, messages, (Palette::DARK, picture::DARK));
}

fn keep_in(name: &str, title: &str, start: App, messages: &[Message], (palette, scheme): (Palette, picture::Scheme)) {
    let mut app = start;
    app.look.theme.colors = Colors::Of(palette);
    for message in messages {
        app.update(message.clone());
    }
    picture::keep(name, &svg(&frame(&app), title, scheme));
}

#[test]
fn a_leiri_is_shown_with_its_findings() {
    keep("reference", "The inspector shows why http://example.org/a b|c is not an IRI", app(LEIRI, 100, 28), &[]);
}

#[test]
fn the_light_theme_is_shown_on_a_light_background() {
    let title = "The inspector with the light theme";
    keep_in("reference-light", title, app(LEIRI, 100, 28), &[], (Palette::LIGHT, LIGHT));
}

#[test]
fn a_right_to_left_reference_is_shown_in_both_orders() {
    let title = "The direction of http://ab.CDE.123/kl, in which uppercase letters represent right-to-left letters, \
                 and a reference that displays identically";
    let messages = [Message::Focus(Pane::Direction), Message::Move(Motion::WordRight)];
    keep("direction", title, app("http://ab.\u{5D0}\u{5D1}\u{5D2}.123/kl", 110, 36), &messages);
}

#[test]
fn the_commands_are_listed_by_name() {
    keep("commands", "The commands of the inspector", app(LEIRI, 100, 28), &[Message::Palette]);
}

#[test]
fn the_right_to_left_test_is_shown() {
    keep("calibration", "The right-to-left test", app(HEBREW, 90, 14), &[Message::Calibration]);
}

#[test]
fn the_references_of_a_directory_are_listed() {
    // Where `\` separates names, the selected reference leads to another file.
    if !can_name(r"figures\front.svg") {
        return;
    }
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/sample/docs");
    let mut app = super::agreement::inspector(&sample);
    let documents = app.origin.documents_mut().expect("files are inspected");
    "docs".clone_into(&mut documents.name);
    for file in &mut documents.files {
        let name = file.path.strip_prefix(&sample).expect("the file is in the directory").display().to_string();
        file.name = format!("docs/{}", name.replace('\\', "/"));
    }
    app.update(Message::Resize(Size::new(100, 30)));
    let next = Message::NextFinding(true);
    keep("list", "The inspector lists the references of a directory", app, &[next.clone(), next]);
}
