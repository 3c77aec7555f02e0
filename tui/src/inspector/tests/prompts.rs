//! Prompts, questions and counts: what cancels them, and what they never do.

use super::desk::{Desk, document};
use crate::inspector::message::{Effect, FilterBy, ListFilter, Message, PromptPurpose};
use crate::inspector::origin::Screen;
use crate::inspector::overlay::Overlay;
use crate::inspector::pane::Pane;
use crate::ui::tests::screen_of;

/// Types a text key by key.
fn type_text(desk: &mut Desk, text: &str) {
    for c in text.chars() {
        desk.press(&c.to_string());
    }
}

#[test]
fn ctrl_c_cancels_what_is_open_and_ends_the_program_otherwise() {
    for keys in [&["/", "x"][..], &[":"], &["?"], &["F"], &["F", "x"], &["m"], &["!"], &["r"], &[","]] {
        let mut desk = Desk::one(&["a b", "c d"]);
        desk.app.settings.problems.push("a problem".to_owned());
        for key in keys {
            desk.press(key);
        }
        for _ in 0..desk.app.overlays.len() {
            assert_eq!(desk.press("ctrl-c"), Effect::Draw, "{keys:?}");
        }
        assert!(desk.app.overlays.is_empty(), "{keys:?}");
        assert_eq!(desk.press("ctrl-c"), Effect::Quit, "{keys:?}");
    }
    let mut desk = Desk::opened(&[("a.xml", document(&["a b"]))]);
    desk.press("f");
    assert_eq!(desk.press("ctrl-c"), Effect::Draw, "it asks");
    assert_eq!(desk.press("ctrl-c"), Effect::Quit, "a second request quits without an answer");
}

#[test]
fn a_canceled_filter_is_that_from_before() {
    // Not a part of the path of the file.
    for cancel in ["esc", "ctrl-c"] {
        let mut desk = Desk::opened(&[("a.xml", document(&["a b", "qx d", "e"]))]);
        let all = desk.listed();
        desk.press("/");
        type_text(&mut desk, "qx");
        desk.press("enter");
        assert_eq!(desk.listed(), ["qx d"]);
        for key in ["/", "m"] {
            desk.press(key);
            type_text(&mut desk, "zz");
            assert!(desk.listed().is_empty());
            desk.press(cancel);
            assert_eq!(desk.listed(), ["qx d"], "{key} {cancel}");
        }
        desk.press("esc");
        desk.press("esc");
        assert_eq!(desk.listed(), all);
    }
}

#[test]
fn after_the_filter_of_a_rule_the_references_with_findings_are_listed_again() {
    let mut desk = Desk::opened(&[("a.xml", document(&["a b", "c|d", "e"]))]);
    let with_findings = desk.listed();
    assert_eq!(with_findings.len(), 2);
    desk.send(&[Message::ListBy(FilterBy::Rule)]);
    type_text(&mut desk, "unwise");
    desk.press("enter");
    assert_eq!(desk.listed(), ["c|d"]);
    assert!(screen_of(&desk.app).contains("1 of 1: leiri-unwise"), "{}", screen_of(&desk.app));
    desk.press("esc");
    desk.press("esc");
    assert_eq!(desk.listed(), with_findings);
    desk.press("esc");
    desk.press("esc");
    assert!(desk.listed().contains(&"e".to_owned()));
    // A filter that lists less than the findings of a rule makes room for them.
    desk.send(&[Message::List(ListFilter::NextLeast), Message::List(ListFilter::NextLeast)]);
    desk.send(&[Message::List(ListFilter::NextLeast)]);
    desk.send(&[Message::ListBy(FilterBy::Rule)]);
    type_text(&mut desk, "unwise");
    desk.press("enter");
    assert_eq!(desk.listed(), ["c|d"]);
}

#[test]
fn a_letter_answers_the_question_at_once() {
    for (key, effect, is_saved) in
        [("n", Effect::Quit, false), ("d", Effect::Quit, false), ("c", Effect::Draw, false), ("y", Effect::Quit, true)]
    {
        let mut desk = Desk::one(&["a b"]);
        let before = desk.text("a.xml");
        desk.press("n");
        desk.press("f");
        desk.press("q");
        let screen = screen_of(&desk.app);
        for answer in ["save and quit", "quit without saving", "cancel"] {
            let line = screen.lines().find(|line| line.contains(answer)).unwrap_or_default();
            assert!(["y", "n", "c"].iter().any(|letter| line.contains(&format!(" {letter} "))), "{line}");
        }
        let mut ended = desk.press(key);
        while desk.app.is_busy() {
            ended = desk.app.update(Message::Tick);
        }
        assert_eq!((ended, desk.app.overlays.is_empty()), (effect, true), "{key}");
        assert_eq!(desk.text("a.xml") != before, is_saved, "{key}");
    }
}

#[test]
fn a_count_changes_nothing_and_gives_the_number_of_a_fix() {
    let mut desk = Desk::one(&["a\u{A0}b", "c", "d", "e"]);
    desk.press("n");
    let fixes = desk.documents().main_finding().expect("it has a finding").finding.fixes.len();
    assert!(fixes > 1, "only {fixes} fixes");
    let (before, selected) = (desk.listed(), desk.documents().selected());
    for key in ["2", "j"] {
        desk.press(key);
    }
    assert_eq!((desk.listed(), desk.documents().selected()), (before, selected + 2));
    for key in ["2", "k", "2", "f"] {
        desk.press(key);
    }
    assert!(desk.app.notice.starts_with("applied: "), "{}", desk.app.notice);
    assert_ne!(desk.listed()[selected], "a%C2%A0b");
    desk.press("u");
    desk.press("enter");
    for key in ["2", "j"] {
        desk.press(key);
    }
    assert_eq!(desk.app.panes.text(), "a\u{A0}b");
}

#[test]
fn one_file_is_saved_without_the_others() {
    let mut desk = Desk::new(&[("a.xml", document(&["a b"])), ("b.xml", document(&["c d"]))]);
    for key in ["n", "f", "n", "f"] {
        desk.press(key);
    }
    assert_eq!(desk.documents().count.changed, 2);
    desk.press(":");
    type_text(&mut desk, "w");
    desk.press("enter");
    desk.wait(|desk| !desk.app.is_busy());
    assert_eq!(desk.app.notice, "saved 1 file");
    assert_eq!((desk.text("a.xml"), desk.text("b.xml")), (document(&["a b"]), document(&["c%20d"])));
    desk.press(":");
    type_text(&mut desk, "w");
    desk.press("enter");
    assert_eq!(desk.app.notice, "no unsaved changes in this file (:wa saves all files)");
    desk.press(":");
    type_text(&mut desk, "wa");
    desk.press("enter");
    desk.wait(|desk| !desk.app.is_busy());
    assert_eq!(desk.text("a.xml"), document(&["a%20b"]));
}

#[test]
fn the_list_leads_to_the_base_and_to_the_comparison() {
    for (word, purpose, pane) in
        [("base", PromptPurpose::Base, Pane::Resolution), ("compare", PromptPurpose::Other, Pane::Comparison)]
    {
        let mut desk = Desk::one(&["a b"]);
        desk.press("n");
        desk.press(":");
        type_text(&mut desk, word);
        desk.press("enter");
        let Some(Overlay::Prompt(prompt)) = desk.app.overlays.last() else { panic!("{word}: no prompt") };
        assert_eq!(prompt.purpose, purpose);
        type_text(&mut desk, "http://b.example/");
        desk.press("enter");
        assert_eq!((desk.app.origin.screen(), desk.app.panes.pane), (Screen::Reference, pane));
    }
}
