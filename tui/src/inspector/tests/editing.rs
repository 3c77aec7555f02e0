//! Offsets never outlive the text that they point into.

use iri_core::Options;
use ratatui::layout::Size;

use super::desk::Desk;
use crate::inspector::app::App;
use crate::inspector::editor::Motion;
use crate::inspector::message::{Message, PromptPurpose, Step};
use crate::inspector::pane::Pane;
use crate::theme::Theme;
use crate::ui::viewport::ScreenLayout;

/// Texts with clusters of several characters, most of them with a finding inside a cluster.
const CLUSTERS: [&str; 9] = [
    "http://h/\u{645}\u{6CC}\u{200C}\u{62E}\u{648}\u{627}\u{647}\u{645}",
    "http://h/\u{915}\u{94D}\u{200D}\u{937}",
    "http://h/\u{1F469}\u{200D}\u{1F680}",
    "http://h/\u{2764}\u{FE0F}x",
    "http://h/1\u{FE0F}\u{20E3}",
    "http://h/e\u{301}\u{200B}x",
    "http://h/\u{1F1E9}\u{1F1EA}\u{1F1E9}",
    "\u{200D}\u{200D}a\u{200D}",
    "http://h/\u{5D0}\u{5B0}\u{200F}1",
];

fn app(reference: &str) -> App {
    App::new(reference, Options::default(), &ScreenLayout, Theme::default(), Size::new(80, 24))
}

#[test]
fn typing_at_a_finding_inside_a_cluster_does_not_panic() {
    let edits = [
        Message::Insert("a".to_owned()),
        Message::Insert("\u{200D}".to_owned()),
        Message::Insert("\u{1F680}".to_owned()),
        Message::Delete(Motion::Left),
        Message::Delete(Motion::Right),
        Message::Delete(Motion::Start),
        Message::Delete(Motion::End),
        Message::Delete(Motion::WordLeft),
        Message::Fix(0),
        Message::FixAllSafe,
        Message::SelectAll,
        Message::Cut,
        Message::Undo,
        Message::Redo,
    ];
    for text in CLUSTERS {
        for pane in Pane::ALL {
            for edit in &edits {
                // At each finding, and at each character of the characters pane.
                for steps in 0..3 {
                    let mut app = app(text);
                    app.update(Message::Focus(Pane::Characters));
                    (0..steps).for_each(|_| drop(app.update(Message::Step(Step::Down))));
                    app.update(Message::Focus(pane));
                    for message in [edit.clone(), Message::Insert("b".to_owned()), Message::Undo, edit.clone()] {
                        app.update(message);
                        assert!(app.panes.text().is_char_boundary(app.panes.selected_character()), "{text:?} {edit:?}");
                        crate::ui::tests::assert_harmless_frame(&app);
                    }
                }
            }
        }
    }
}

#[test]
fn the_keys_of_the_report_type_into_the_reference() {
    for text in CLUSTERS {
        let mut typed = app(text);
        typed.update(Message::Focus(Pane::Reference));
        let at = typed.panes.reference.editor.cursor();
        typed.update(Message::Insert("a".to_owned()));
        assert_eq!(typed.panes.text(), format!("{}a{}", &text[..at], &text[at..]));
        let mut deleted = app(text);
        deleted.update(Message::Focus(Pane::Reference));
        deleted.update(Message::Delete(Motion::Left));
        assert!(deleted.panes.text().len() < text.len() || at == 0);
        deleted.update(Message::Undo);
        assert_eq!(deleted.panes.text(), text);
    }
}

#[test]
fn a_character_that_was_selected_in_another_text_is_not_selected() {
    let mut app = app("http://h/\u{1F469}\u{200D}\u{1F680}");
    app.update(Message::Focus(Pane::Characters));
    app.update(Message::Step(Step::Last));
    assert!(
        app.panes.selected_character() > app.panes.reference.editor.cursor(),
        "a character inside the cluster is selected"
    );
    app.update(Message::Focus(Pane::Reference));
    app.update(Message::Insert("xyz\u{1F469}".to_owned()));
    assert_eq!(app.panes.selected_character(), app.panes.reference.editor.cursor());
}

#[test]
fn a_search_after_an_edit_finds_the_new_places() {
    let mut app = app("http://h/a\u{200D}a");
    app.update(Message::Ask(PromptPurpose::Search));
    app.update(Message::Insert("a".to_owned()));
    app.update(Message::Accept);
    app.update(Message::Focus(Pane::Reference));
    app.update(Message::Delete(Motion::Start));
    app.update(Message::Focus(Pane::Direction));
    for _ in 0..4 {
        app.update(Message::SearchAgain(true));
        assert!(app.panes.text()[app.panes.reference.editor.cursor()..].starts_with('a'), "{:?}", app.panes.text());
    }
}

#[test]
fn the_view_starts_within_the_text() {
    let long = "\u{1F469}\u{200D}\u{1F680}".repeat(60);
    let mut app = app(&long);
    app.update(Message::Focus(Pane::Reference));
    app.update(Message::Move(Motion::End));
    assert!(app.panes.view > 0);
    for edit in [Message::Delete(Motion::Left), Message::Delete(Motion::Start), Message::Undo, Message::Undo] {
        app.update(edit);
        let mut again = app.panes.reference.editor.clone();
        again.place(app.panes.view);
        assert_eq!(again.cursor(), app.panes.view, "the view starts with a cluster");
    }
}

#[test]
fn a_proposal_for_a_reference_that_changed_is_not_applied() {
    let mut desk = Desk::one(&["a b", "c d"]);
    desk.send(&[Message::Propose(crate::inspector::message::RuleScope::Any)]);
    let changed = super::desk::document(&["a new reference", "c d"]);
    desk.write_outside("a.xml", &changed);
    desk.send(&[Message::Tick, Message::Accept, Message::Save]);
    let applied = super::desk::document(&["a new reference", "c%20d"]);
    assert_eq!(desk.text("a.xml"), applied, "{}", desk.app.notice);
    desk.send(&[Message::Propose(crate::inspector::message::RuleScope::Any), Message::Accept, Message::Save]);
    assert_eq!(desk.text("a.xml"), super::desk::document(&["a%20new%20reference", "c%20d"]));
}
