use ratatui::layout::Position;

use crate::inspector::app::App;
use crate::inspector::editor::Motion;
use crate::inspector::message::{Effect, Message, PromptPurpose, Step};
use crate::inspector::overlay;
use crate::inspector::pane::Pane;
use crate::inspector::subject::Subject;
use crate::theme::Theme;
use crate::ui::areas::areas;
use crate::ui::viewport::ScreenLayout;
use iri_core::{CancelToken, Decoded, Options};
use ratatui::layout::Size;

fn app(reference: &str) -> App {
    App::new(reference, Options::default(), &ScreenLayout, Theme::default(), Size::new(80, 24))
}

fn after(mut app: App, messages: &[Message]) -> App {
    for message in messages {
        app.update(message.clone());
    }
    app
}

#[test]
fn it_starts_at_the_findings_or_at_an_empty_reference() {
    let with_space = app("http://example.org/a b");
    assert_eq!((with_space.panes.pane, with_space.panes.reference.editor.cursor()), (Pane::Findings, 20));
    assert_eq!(app("").panes.pane, Pane::Reference);
}

#[test]
fn the_report_follows_each_key() {
    let mut app = app("");
    for c in "http://a b".chars() {
        app.update(Message::Insert(c.to_string()));
    }
    assert_eq!(app.panes.text(), "http://a b");
    assert!(app.panes.selected_finding().is_some_and(|finding| finding.rule.name == "leiri-space"));
    app.update(Message::Delete(Motion::WordLeft));
    app.update(Message::Delete(Motion::Left));
    assert_eq!((app.panes.text(), app.panes.analysis.findings.len()), ("http://a", 0));
}

#[test]
fn a_fix_resolves_the_selected_finding_and_selects_the_next() {
    let app = after(app("http://example.org/a b|c"), &[Message::Fix(0)]);
    assert_eq!(app.panes.text(), "http://example.org/a%20b|c");
    assert_eq!(app.panes.selected_finding().map(|finding| finding.rule.name), Some("leiri-unwise"));
    assert_eq!(app.panes.reference.editor.cursor(), 24);
    assert!(app.notice.contains("encode SPACE as %20"));
}

#[test]
fn all_safe_fixes_are_one_change_that_can_be_undone() {
    let mut app = after(app("http://example.org/a b|c"), &[Message::FixAllSafe]);
    assert_eq!(app.panes.text(), "http://example.org/a%20b%7Cc");
    assert!(app.panes.analysis.findings.is_empty());
    app.update(Message::Undo);
    assert_eq!(app.panes.text(), "http://example.org/a b|c");
    assert_eq!(app.notice, "undone: all safe fixes");
    app.update(Message::Redo);
    assert_eq!(app.panes.text(), "http://example.org/a%20b%7Cc");
}

#[test]
fn a_number_without_a_fix_is_reported() {
    let app = after(app("http://example.org/a b"), &[Message::Fix(8)]);
    assert_eq!((app.panes.text(), app.notice.as_str()), ("http://example.org/a b", "no fix with this number"));
}

#[test]
fn selection_follows_across_panes() {
    let mut app = app("http://example.org/a b|c");
    app.update(Message::Step(Step::Down));
    assert_eq!(app.panes.reference.editor.cursor(), 22);
    app.update(Message::Focus(Pane::Characters));
    app.update(Message::Step(Step::Up));
    assert_eq!((app.panes.reference.editor.cursor(), app.panes.finding), (20, 0));
    app.update(Message::Focus(Pane::Direction));
    app.update(Message::Move(Motion::Right));
    app.update(Message::Move(Motion::Right));
    assert_eq!((app.panes.reference.editor.cursor(), app.panes.finding), (22, 1));
}

#[test]
fn every_filter_lists_its_characters() {
    let mut app = after(app("http://e/a b[c"), &[Message::Focus(Pane::Characters)]);
    let mut rows = Vec::new();
    for _ in 0..3 {
        rows.push(app.panes.analysis.listing.count);
        app.update(Message::NextFilter);
    }
    assert_eq!(rows, [1, 2, 14]);
}

#[test]
fn escape_steps_back_and_never_quits() {
    let mut app = after(app("a b"), &[Message::Focus(Pane::Conversions), Message::Help]);
    for pane in [Pane::Conversions, Pane::Findings, Pane::Findings] {
        assert_eq!(app.update(Message::Back), Effect::Draw);
        assert_eq!((app.panes.pane, app.overlays.is_empty()), (pane, true));
    }
}

#[test]
fn the_selected_form_is_copied() {
    let copy = |what, text: &str| Effect::Copy { what, text: text.to_owned() };
    let mut app = app("http://example.org/a b");
    assert_eq!(app.update(Message::Copy), copy("reference", "http://example.org/a b"));
    app.update(Message::Focus(Pane::Conversions));
    assert_eq!(app.update(Message::Copy), copy("IRI", "http://example.org/a%20b"));
}

#[test]
fn every_form_is_offered_to_be_copied() {
    let mut app = app("http://\u{5D0}/?a&b");
    app.update(Message::OfferCopies);
    let Some(overlay::Overlay::Menu(menu)) = app.overlays.last() else { panic!("no menu: {:?}", app.overlays) };
    let words: Vec<&str> = menu.choices.iter().map(|choice| choice.words.as_str()).collect();
    for (title, text) in [
        ("reference", "http://\u{5D0}/?a&b"),
        ("URI with IDNA host", "http://xn--4db/?a&b"),
        ("reference between isolates", "\u{2066}http://\u{5D0}/?a&b\u{2069}"),
        ("Bidi Notation", "http://A/?a&b"),
        ("XML attribute value", "http://\u{5D0}/?a&amp;b"),
    ] {
        assert!(words.iter().any(|words| words.starts_with(title) && words.ends_with(text)), "{title}: {words:?}");
    }
    let chosen = app.update(Message::Accept);
    assert!(matches!(chosen, Effect::Copy { what: "reference", .. }), "{chosen:?}");
}

#[test]
fn the_right_to_left_test_sets_the_drawing_of_letters() {
    let mut app = after(app("\u{5D0}"), &[Message::Calibration]);
    app.update(Message::Calibrate(crate::theme::appearance::Bidi::Terminal));
    assert_eq!(app.look.theme.letters, crate::theme::drawing::Letters::Apart);
    assert!(app.overlays.is_empty() && app.notice.contains("--bidi terminal"), "{}", app.notice);
}

#[test]
fn a_paste_is_inserted_unchanged_from_any_pane() {
    let app = after(app("a"), &[Message::Move(Motion::End), Message::Paste("\u{1B}[2J\u{202E}\r".to_owned())]);
    assert_eq!((app.panes.text(), app.panes.pane), ("a\u{1B}[2J\u{202E}\r", Pane::Reference));
}

#[test]
fn the_mouse_selects_its_target() {
    let mut app = app("http://example.org/a b|c");
    let areas = areas(&app);
    app.update(Message::Point(Position::new(7, areas.reference.y + 1)));
    assert_eq!((app.panes.pane, app.panes.reference.editor.cursor()), (Pane::Findings, 7), "a click starts no editing");
    let (_, findings) = areas.panes[0];
    app.update(Message::Point(Position::new(3, findings.y + 1)));
    assert_eq!((app.panes.pane, app.panes.finding, app.panes.reference.editor.cursor()), (Pane::Findings, 0, 20));
}

#[test]
fn a_long_text_is_converted_only_in_its_pane() {
    let mut app = app(&"a".repeat(1 << 16));
    assert!(app.panes.analysis.conversions.is_none() && app.panes.analysis.direction.is_none());
    app.wait_for_analysis();
    assert!(app.panes.analysis.conversions.is_none() && app.panes.analysis.direction.is_none());
    app.update(Message::Focus(Pane::Conversions));
    app.wait_for_analysis();
    assert!(app.panes.analysis.conversions.is_some() && app.panes.analysis.direction.is_none());
    app.update(Message::Focus(Pane::Direction));
    app.wait_for_analysis();
    assert!(app.panes.analysis.direction.is_some());
}

#[test]
fn the_palette_runs_the_chosen_action() {
    let mut app = after(app("http://example.org/a b|c"), &[Message::Palette, Message::Insert("all safe".to_owned())]);
    assert_eq!(app.panes.text(), "http://example.org/a b|c");
    app.update(Message::Accept);
    assert_eq!((app.panes.text(), app.overlays.len()), ("http://example.org/a%20b%7Cc", 0));
}

#[test]
fn a_search_wraps_around_and_reports_its_position() {
    let mut app = after(app("http://a/b/a"), &[Message::Ask(PromptPurpose::Search), Message::Insert("A".to_owned())]);
    let mut places = Vec::new();
    app.update(Message::Accept);
    for _ in 0..3 {
        places.push(app.panes.reference.editor.cursor());
        app.update(Message::SearchAgain(true));
    }
    assert_eq!(places, [7, 11, 7]);
    assert_eq!(app.notice, "match 2 of 2: A");
    app.update(Message::SearchAgain(false));
    assert_eq!((app.panes.reference.editor.cursor(), app.notice.as_str()), (7, "match 1 of 2: A"));
}

#[test]
fn in_the_findings_a_search_goes_to_a_rule() {
    let mut app = after(app("a b|c d"), &[Message::Focus(Pane::Findings), Message::Ask(PromptPurpose::Search)]);
    app.update(Message::Insert("unwise".to_owned()));
    app.update(Message::Accept);
    assert_eq!(app.panes.selected_finding().map(|finding| finding.rule.name), Some("leiri-unwise"));
    assert_eq!(app.notice, "match 1 of 1: unwise");
}

#[test]
fn the_page_of_a_rule_is_read_and_closed() {
    let mut app = after(app("http://example.org/a b"), &[Message::Explain, Message::Step(Step::Last)]);
    let Some(overlay::Overlay::Page(page)) = app.overlays.last() else { panic!("no page: {:?}", app.overlays) };
    assert_eq!(page.title, "leiri-space");
    assert!(page.top > 0 && page.lines.len() > page.top);
    app.update(Message::Back);
    assert!(app.overlays.is_empty());
}

fn long() -> String {
    format!("http://example.org/{}", "a b".repeat(5_000))
}

#[test]
fn a_long_text_shows_no_outdated_marks() {
    let mut app = app(&long());
    app.wait_for_analysis();
    assert_eq!((app.panes.analysis.findings.len(), app.panes.reference.editor.cursor()), (5_000, 20));
    app.update(Message::Focus(Pane::Reference));
    app.update(Message::Insert("x".to_owned()));
    assert!(app.panes.analysis.findings.is_empty() && app.panes.analysis.not_iri.is_empty());
    assert_eq!(app.panes.analysis.components.len(), 4, "the components are known at once");
    app.wait_for_analysis();
    assert_eq!(
        (app.panes.analysis.findings.len(), app.panes.analysis.findings.span(0)),
        (5_000, Some(iri_core::Span::new(21, 22)))
    );
}

#[test]
fn an_answer_about_an_outdated_text_is_ignored() {
    let mut app = app(&long());
    let late = app.take_questions();
    app.update(Message::Paste("/".to_owned()));
    for question in late {
        app.update(Message::Answer(Box::new(question.answer(&CancelToken::default()))));
    }
    assert!(!app.panes.analysis.is_complete);
    app.wait_for_analysis();
    assert!(app.panes.analysis.is_complete);
}

#[test]
fn a_long_text_is_fixed_and_shown_in_every_pane() {
    let mut app = app(&long());
    app.wait_for_analysis();
    for pane in [Pane::Direction, Pane::Conversions] {
        app.update(Message::Focus(pane));
        app.update(Message::Step(Step::Down));
        assert_eq!(app.take_questions().len(), 1, "it is asked once, whatever keys follow");
        app.update(Message::Focus(Pane::Findings));
        app.update(Message::Focus(pane));
        app.wait_for_analysis();
    }
    app.update(Message::FixAllSafe);
    app.wait_for_analysis();
    assert!(app.panes.analysis.findings.is_empty() && !app.panes.text().contains(' '));
    assert!(app.notice.starts_with("applied: all safe fixes, 0 of 5000 findings left"), "{}", app.notice);
}

#[test]
fn a_dragged_mouse_selects_text_to_cut() {
    let mut app = app("http://example.org/a b");
    let y = areas(&app).reference.y + 1;
    app.update(Message::Point(Position::new(7, y)));
    app.update(Message::Drag(Position::new(13, y)));
    assert_eq!(app.panes.reference.editor.selection().slice(app.panes.text()), "example");
    let copied = Effect::Copy { what: "selection", text: "example".to_owned() };
    assert_eq!(app.update(Message::CopySelection), copied.clone());
    assert_eq!(app.update(Message::Cut), copied);
    assert_eq!(app.panes.text(), "http://.org/a b");
    assert_eq!(app.update(Message::Cut), Effect::Draw);
    app.update(Message::SelectAll);
    app.update(Message::Insert("x".to_owned()));
    assert_eq!(app.panes.text(), "x");
}

#[test]
fn a_selection_ends_where_the_reference_is_left() {
    let mut app = after(app("abc"), &[Message::Focus(Pane::Reference), Message::SelectAll]);
    app.update(Message::Focus(Pane::Findings));
    assert!(app.panes.reference.editor.selection().is_empty());
}

#[test]
fn a_mark_within_a_cluster_can_be_selected() {
    let mut app = after(app("e\u{301}x"), &[Message::Focus(Pane::Characters), Message::Step(Step::First)]);
    let mut met = vec![app.panes.selected_character()];
    for _ in 0..2 {
        app.update(Message::Step(Step::Down));
        met.push(app.panes.selected_character());
    }
    assert_eq!(met, [0, 1, 3]);
}

#[test]
fn characters_not_allowed_in_an_iri_are_known_before_the_analysis() {
    let text = format!("http://example.org/\u{202E}{}", "a".repeat(1 << 14));
    let mut app = app(&text);
    assert!(!app.panes.analysis.is_complete && !app.panes.analysis.is_valid("IRI-reference"));
    assert!(app.panes.analysis.is_valid("LEIRI-reference"));
    app.wait_for_analysis();
    assert!(app.panes.analysis.is_complete && !app.panes.analysis.is_valid("IRI-reference"));
}

/// Rules of the findings in the panes.
fn rules(app: &App) -> Vec<&'static str> {
    let findings = &app.panes.analysis.findings;
    (0..findings.len()).filter_map(|index| findings.get(index)).map(|finding| finding.rule.name).collect()
}

#[test]
fn a_decode_issue_of_a_text_survives_fixes_edits_and_undo() {
    let subject = Subject::decoded(&Decoded::xml("a b&#xD800;c d&e"), Options::default());
    let app = App::with_subject(subject, &ScreenLayout, Theme::default(), Size::new(80, 24));
    assert_eq!(rules(&app), ["leiri-space", "surrogate", "leiri-space", "raw-ampersand"]);
    let mut app = after(app, &[Message::FixAllSafe]);
    assert_eq!(app.panes.text(), "a%20b\u{FFFD}c%20d&e");
    assert_eq!(rules(&app), ["surrogate"]);
    app.update(Message::Undo);
    assert_eq!(rules(&app), ["leiri-space", "surrogate", "leiri-space", "raw-ampersand"]);

    app.panes.reference.editor.place("a b\u{FFFD}".len());
    app = after(app, &[Message::Delete(Motion::Left)]);
    assert_eq!(rules(&app), ["leiri-space", "leiri-space", "raw-ampersand"]);
    app.update(Message::Undo);
    assert_eq!(rules(&app), ["leiri-space", "surrogate", "leiri-space", "raw-ampersand"]);
    app.update(Message::Redo);
    assert_eq!(rules(&app), ["leiri-space", "leiri-space", "raw-ampersand"]);
    app.panes.reference.editor.place(0);
    app = after(app, &[Message::Insert("x".to_owned())]);
    assert_eq!(rules(&app), ["leiri-space", "leiri-space", "raw-ampersand"]);
}
