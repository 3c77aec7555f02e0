//! For any input, cells contain only the control, bidi and zero-width characters of the glyph table, and no size panics.

use iri_core::unicode::{is_invisible, may_reorder};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{ARABIC, ASCII, EMOJI, GROUPS, HEBREW, LEIRI, MARKS, MIXED, app, bare, frame};
use crate::inspector::app::App;
use crate::inspector::message::{Message, PromptPurpose};
use crate::inspector::pane::Pane;

/// Fails if a cell contains such a character that is not from the glyph table.
pub fn assert_harmless(buffer: &Buffer, about: &str) {
    assert_harmless_but(buffer, None, about);
}

/// Does the same, except for the row that shows the behavior of the terminal.
pub fn assert_harmless_but(buffer: &Buffer, bare: Option<Rect>, about: &str) {
    for (position, cell) in buffer.area.positions().zip(&buffer.content) {
        if bare.is_some_and(|row| row.contains(position)) {
            continue;
        }
        let symbol = cell.symbol();
        let letters = symbol.strip_suffix('\u{200E}').unwrap_or(symbol);
        let is_pinned = letters.len() < symbol.len();
        // The first of a row may also have a mark before it.
        let letters = letters.strip_prefix('\u{200E}').filter(|_| is_pinned).unwrap_or(letters);
        let first = letters.chars().next().unwrap_or(' ');
        let reorders = may_reorder(first);
        assert_eq!(is_pinned, !first.is_ascii() && reorders, "{symbol:?} in a frame of {about:?}");
        for c in letters.chars() {
            let hidden = c.is_control() || !c.is_ascii() && is_invisible(c);
            assert!(!hidden, "{symbol:?} in a frame of {about:?}");
        }
    }
}

/// Fails if the frame of `app` is not harmless.
pub fn assert_harmless_frame(app: &App) {
    assert_harmless(&frame(app), "the list");
}

const SIZES: [(u16, u16); 11] =
    [(1, 1), (2, 3), (1, 200), (200, 1), (5, 4), (20, 9), (40, 12), (80, 24), (83, 17), (120, 40), (300, 100)];

#[test]
fn every_size_and_pane_is_harmless() {
    let long = "http://\u{5D0}b c".repeat(40);
    for reference in [ASCII, LEIRI, HEBREW, ARABIC, EMOJI, MARKS, GROUPS, "", &long] {
        for (width, height) in SIZES {
            let mut app = app(reference, width, height);
            for pane in Pane::ALL {
                app.update(Message::Focus(pane));
                app.update(Message::NextFilter);
                assert_harmless(&frame(&app), reference);
                app.update(Message::Point(Position::new(width / 2, height / 2)));
                app.update(Message::Step(crate::inspector::message::Step::Down));
                assert_harmless(&frame(&app), reference);
            }
            for message in [
                Message::Help,
                Message::Palette,
                Message::Ask(PromptPurpose::Search),
                Message::Paste(reference.to_owned()),
            ] {
                app.update(message);
                assert_harmless(&frame(&app), reference);
            }
        }
    }
}

#[test]
fn the_largest_screen_is_harmless() {
    let mut app = app(MIXED, 1000, 500);
    for pane in Pane::ALL {
        app.update(Message::Focus(pane));
        assert_harmless(&frame(&app), "a screen of 1000 by 500");
    }
}

/// Texts that are difficult for screens, terminals and algorithms.
const NASTY: [&str; 40] = [
    "http://",
    "/",
    "?",
    "#",
    "a",
    "1",
    " ",
    "%",
    "%4",
    "%E9",
    "..",
    "@",
    ":",
    "[",
    "\\",
    "<",
    "\"",
    "\0",
    "\u{1B}[2J",
    "\r\n",
    "\u{7F}",
    "\u{85}",
    "\u{A0}",
    "\u{AD}",
    "\u{301}",
    "\u{5D0}",
    "\u{627}",
    "\u{661}",
    "\u{200B}",
    "\u{200D}",
    "\u{202E}",
    "\u{2066}",
    "\u{2028}",
    "\u{4E2D}",
    "\u{1F469}",
    "\u{1F1E9}",
    "\u{E000}",
    "\u{E0061}",
    "\u{FFFE}",
    "\u{10FFFF}",
];

#[test]
fn whatever_is_typed_and_pressed_no_cell_holds_what_does_harm() {
    let mut rng = fastrand::Rng::with_seed(11);
    for _ in 0..90 {
        let text: String = (0..rng.usize(..24)).map(|_| NASTY[rng.usize(..NASTY.len())]).collect();
        let (width, height) = SIZES[rng.usize(..SIZES.len())];
        let mut app = app(&text, width, height);
        for _ in 0..16 {
            let typed = NASTY[rng.usize(..NASTY.len())].to_owned();
            app.update(match rng.usize(..19) {
                0 => Message::Insert(typed),
                1 => Message::Paste(typed),
                2 => Message::Extend(crate::inspector::editor::Motion::WordLeft),
                3 => Message::Ask([PromptPurpose::Base, PromptPurpose::Other, PromptPurpose::Search][rng.usize(..3)]),
                4 => Message::Accept,
                5 => Message::Focus(Pane::ALL[rng.usize(..Pane::ALL.len())]),
                6 => Message::Step(crate::inspector::message::Step::Down),
                7 => Message::NextFilter,
                8 => Message::NextSort,
                9 => Message::NextOrder,
                10 => Message::Fix(rng.usize(..3)),
                11 => Message::Point(Position::new(width / 2, height / 2)),
                12 => Message::Palette,
                13 => Message::SelectAll,
                14 => Message::OfferCopies,
                15 => Message::Drag(Position::new(width / 2, height.saturating_sub(1))),
                16 => Message::Explain,
                17 => Message::NextReorderingStep,
                _ => Message::Undo,
            });
            assert_harmless_but(&frame(&app), bare(&app), &text);
        }
    }
}

#[test]
fn every_character_is_harmless_in_every_pane() {
    // All characters, one screen at a time, with a letter before each so that marks have a base.
    let all: Vec<char> = ('\0'..=char::MAX).filter(|c| u32::from(*c) < 0x3000 || u32::from(*c) % 97 == 0).collect();
    for chunk in all.chunks(60) {
        let text: String = chunk.iter().flat_map(|c| ['x', *c]).collect();
        let mut app = app(&text, 120, 40);
        app.update(Message::NextFilter);
        app.update(Message::NextFilter);
        app.update(Message::Focus(Pane::Characters));
        assert_harmless(&frame(&app), &text);
    }
}
