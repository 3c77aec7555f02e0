//! Habits of good terminal programs: keys that mean the same everywhere, marks, help that can be searched.

use iri_core::Options;
use ratatui::layout::Size;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::desk::{Desk, document};
use crate::inspector::app::App;
use crate::inspector::editor::Editor;
use crate::inspector::keys::{self, InputMode, KeyContext, KeyMap};
use crate::inspector::message::{Effect, FilterBy, ListFilter, MarkScope, Message, PromptPurpose, RuleScope, Step};
use crate::inspector::origin::Screen;
use crate::inspector::overlay::{Choice, Menu, Overlay};
use crate::inspector::pane::Pane;
use crate::inspector::subject::Subject;
use crate::theme::Theme;
use crate::theme::drawing::Glyphs;
use crate::ui::tests::screen_of;
use crate::ui::viewport::ScreenLayout;

fn help_top(app: &App) -> usize {
    match app.overlays.last() {
        Some(Overlay::Help { top, .. }) => *top,
        other => panic!("no help: {other:?}"),
    }
}

#[test]
fn the_help_has_pages_a_search_and_the_meaning_of_the_signs() {
    let mut app = App::new("a b", Options::default(), &ScreenLayout, Theme::default(), Size::new(80, 24));
    app.update(Message::Help);
    app.update(Message::Step(Step::PageDown));
    assert_eq!(help_top(&app), 22);
    app.update(Message::Step(Step::PageUp));
    app.update(Message::Step(Step::Last));
    let last = help_top(&app);
    assert!(last > 60 && screen_of(&app).contains("invisible character"), "{last}");
    app.update(Message::Step(Step::First));
    app.update(Message::Ask(PromptPurpose::Page));
    app.update(Message::Insert("isolate".to_owned()));
    app.update(Message::Accept);
    assert!(screen_of(&app).contains("not found: isolate"));
    app.update(Message::Ask(PromptPurpose::Page));
    app.update(Message::Insert("UNDO".to_owned()));
    app.update(Message::Accept);
    let first = help_top(&app);
    assert!(app.notice.starts_with("match 1 of "), "{}", app.notice);
    app.update(Message::SearchAgain(true));
    assert!(help_top(&app) > first, "{}", app.notice);
    app.update(Message::SearchAgain(false));
    assert_eq!(help_top(&app), first);
}

#[test]
fn a_narrow_footer_has_the_keys_that_accept_and_cancel() {
    let mut desk = Desk::one(&["a b c", "d e"]);
    let footer =
        |app: &App| screen_of(app).lines().rfind(|line| line.contains("enter ")).unwrap_or_default().to_owned();
    desk.send(&[Message::Resize(Size::new(40, 12)), Message::Propose(RuleScope::Any)]);
    let shown = footer(&desk.app);
    assert!(shown.contains("enter apply") && shown.contains("esc close"), "{shown}");
    desk.send(&[Message::Back, Message::Open, Message::Focus(Pane::Reference)]);
    let shown = footer(&desk.app);
    assert!(shown.contains("enter keep") && shown.contains("esc cancel"), "{shown}");
}

#[test]
fn a_narrow_footer_has_the_keys_that_choose_and_save() {
    let mut desk = Desk::one(&["a b c", "d e"]);
    desk.send(&[Message::Resize(Size::new(40, 12)), Message::NextFinding(true), Message::Propose(RuleScope::Any)]);
    assert!(screen_of(&desk.app).contains(" space accept  enter apply  esc close"), "{}", screen_of(&desk.app));
    desk.send(&[Message::Back, Message::Fix(0)]);
    assert!(screen_of(&desk.app).contains("ctrl-s save"), "{}", screen_of(&desk.app));
}

#[test]
fn an_undo_selects_what_it_restores() {
    let mut desk = Desk::new(&[("a.xml", document(&["a b", "c d"])), ("b.xml", document(&["e f", "g"]))]);
    desk.send(&[Message::NextFinding(true), Message::NextFinding(true), Message::Fix(0)]);
    for (message, text) in [(Message::Undo, "c d"), (Message::Redo, "c%20d")] {
        desk.send(&[Message::Step(Step::Last), message]);
        desk.wait(|desk| !desk.app.is_busy());
        assert_eq!(desk.app.panes.text(), text);
    }
}

#[test]
fn l_returns_to_the_list_of_the_references_of_files() {
    let mut desk = Desk::one(&["a b c", "d e"]);
    desk.press("enter");
    desk.press("L");
    assert!(desk.app.origin.screen() == Screen::List && desk.app.overlays.is_empty());
}

#[test]
fn keys_that_work_everywhere_are_those_of_that_heading() {
    let key = |c| KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL);
    for mode in InputMode::all() {
        assert_eq!(KeyMap::default().message(key('l'), mode), Some(Message::Redraw), "{mode:?}");
        assert_eq!(KeyMap::default().message(key('z'), mode), Some(Message::Suspend), "{mode:?}");
    }
    let everywhere = keys::sections().into_iter().filter(|section| section.context == KeyContext::Anywhere);
    let words: Vec<&str> = everywhere.flat_map(|section| section.bindings).map(|binding| binding.words).collect();
    assert_eq!(words, ["quit", "draw the screen again", "suspend (fg resumes)"]);
    // The help has every name of every key.
    let mut app = App::new("a b", Options::default(), &ScreenLayout, Theme::default(), Size::new(80, 400));
    app.update(Message::Help);
    let screen = screen_of(&app);
    let is_shown = |name: &String| name.is_ascii() && !["[", "]"].contains(&name.as_str());
    for name in keys::TABLE.iter().flat_map(|binding| app.settings.keys.names(binding)).filter(is_shown) {
        assert!(screen.contains(&format!("  {name}")), "{name}: {screen}");
    }
}

#[test]
fn a_text_has_a_search() {
    let mut app = App::new("a b", Options::default(), &ScreenLayout, Theme::default(), Size::new(40, 12));
    app.update(Message::Explain);
    for message in [Message::Ask(PromptPurpose::Page), Message::Insert("SPACE".to_owned()), Message::Accept] {
        app.update(message);
    }
    let top = |app: &App| match app.overlays.last() {
        Some(Overlay::Page(page)) => (page.top, page.found),
        other => panic!("no text: {other:?}"),
    };
    assert!(app.notice.starts_with("match 1 of "), "{}", app.notice);
    let first = top(&app);
    app.update(Message::SearchAgain(true));
    assert!(top(&app) > first, "{first:?} {}", app.notice);
    app.update(Message::SearchAgain(false));
    assert_eq!(top(&app), first);
}

#[test]
fn a_search_in_the_help_is_none_in_the_reference() {
    let mut app = App::new("a b|c", Options::default(), &ScreenLayout, Theme::default(), Size::new(80, 24));
    for message in [Message::Help, Message::SearchAgain(true), Message::Ask(PromptPurpose::Page)] {
        app.update(message);
    }
    for message in [Message::Insert("undo".to_owned()), Message::Accept, Message::Back, Message::SearchAgain(true)] {
        app.update(message);
    }
    assert_eq!(app.panes.selected_finding().map(|finding| finding.rule.name), Some("leiri-unwise"), "{}", app.notice);
    app.update(Message::Back);
    assert_eq!(app.notice, "press q to quit");
}

#[test]
fn n_is_the_next_finding_in_the_panes_too() {
    let mut desk = Desk::one(&["a b|c", "x", "d e"]);
    desk.send(&[Message::NextFinding(true), Message::Open]);
    let at = |desk: &Desk| (desk.app.panes.text().to_owned(), desk.app.panes.finding);
    desk.send(&[Message::SearchAgain(true)]);
    assert_eq!(at(&desk), ("a b|c".to_owned(), 1));
    desk.send(&[Message::SearchAgain(true)]);
    assert_eq!((at(&desk), desk.app.origin.screen()), (("d e".to_owned(), 0), Screen::Reference));
    desk.send(&[Message::SearchAgain(false)]);
    assert_eq!(at(&desk), ("a b|c".to_owned(), 1));
    // After a search it goes to the matches, until esc ends the search.
    desk.send(&[Message::Ask(PromptPurpose::Search), Message::Insert("leiri-sp".to_owned()), Message::Accept]);
    assert_eq!(at(&desk).1, 0);
    desk.send(&[Message::SearchAgain(true)]);
    assert_eq!(at(&desk).1, 0);
    desk.send(&[Message::Back]);
    assert_eq!(desk.app.origin.screen(), Screen::Reference);
    desk.send(&[Message::SearchAgain(true)]);
    assert_eq!(at(&desk).1, 1);
}

#[test]
fn the_next_finding_says_that_it_continues_at_the_other_end() {
    let mut desk = Desk::one(&["a b", "c d"]);
    let mut notice_after = |is_forward| {
        desk.send(&[Message::NextFinding(is_forward)]);
        (desk.app.panes.text().to_owned(), desk.app.notice.clone())
    };
    assert_eq!(notice_after(true), ("a b".to_owned(), String::new()));
    assert_eq!(notice_after(true), ("c d".to_owned(), String::new()));
    assert_eq!(notice_after(true), ("a b".to_owned(), "continued from the start of the list".to_owned()));
    assert_eq!(notice_after(false), ("c d".to_owned(), "continued from the end of the list".to_owned()));
    let mut desk = Desk::one(&["a b"]);
    desk.send(&[Message::NextFinding(true), Message::NextFinding(true)]);
    assert_eq!(desk.app.notice, "no other findings in the listed references");
}

#[test]
fn one_esc_too_many_keeps_the_filter() {
    let mut desk = Desk::one(&["a b", "c"]);
    desk.send(&[Message::List(ListFilter::NextLeast), Message::Back]);
    assert_eq!((desk.listed().len(), desk.app.notice.as_str()), (1, "press esc again to clear the filter"));
    desk.send(&[Message::Step(Step::Down), Message::Back]);
    assert_eq!(desk.listed().len(), 1, "another key came between");
    desk.send(&[Message::Back]);
    assert_eq!(desk.listed().len(), 3);
}

#[test]
fn esc_clears_what_was_typed_and_then_the_other_filter() {
    let mut desk = Desk::one(&["a b", "c d", "e"]);
    desk.send(&[Message::List(ListFilter::NextLeast), Message::Ask(PromptPurpose::List)]);
    desk.send(&[Message::Insert("c d".to_owned()), Message::Accept]);
    let mut listed = Vec::new();
    for _ in 0..3 {
        listed.push(desk.listed().len());
        desk.send(&[Message::Back, Message::Back]);
    }
    assert_eq!(listed, [1, 2, 4]);
}

#[test]
fn the_editor_is_opened_at_the_column() {
    let mut desk = Desk::one(&["a b"]);
    desk.send(&[Message::NextFinding(true)]);
    let path = desk.documents().files[0].path.clone();
    assert_eq!(desk.app.update(Message::Edit), Effect::Edit(path, 2, 12));
}

#[test]
fn changed_references_and_files_have_marks() {
    let mut desk = Desk::new(&[("a.xml", document(&["a b", "c"])), ("b.xml", document(&["d"]))]);
    assert!(!screen_of(&desk.app).contains('*'));
    desk.send(&[Message::NextFinding(true), Message::Fix(0)]);
    let screen = screen_of(&desk.app);
    let marked: Vec<&str> = screen.lines().filter(|line| line.contains('*')).collect();
    assert!(marked.len() == 1 && marked[0].contains("a%20b"), "{screen}");
    assert!(screen.contains("a.xml (unsaved)") && !screen.contains("b.xml (unsaved)"), "{screen}");
    desk.send(&[Message::Save]);
    assert!(!screen_of(&desk.app).contains("(unsaved)"));
}

#[test]
fn a_fix_in_the_list_has_a_preview() {
    for (reference, preview) in [
        ("http://example.org/a b".to_owned(), "→ http://example.org/a%20b|".to_owned()),
        // It does not fit.
        (format!("http://example.org/{}/a b", "x".repeat(60)), format!("→ …{}/a%20b|", "x".repeat(45))),
    ] {
        let mut desk = Desk::one(&[&reference]);
        desk.send(&[Message::Resize(Size::new(80, 24)), Message::NextFinding(true)]);
        let screen = screen_of(&desk.app);
        assert!(screen.contains(&format!("encode SPACE as %20  {preview}")), "{screen}");
    }
}

#[test]
fn the_footer_of_the_list_shows_how_to_filter_at_80_columns() {
    let mut desk = Desk::one(&["a b"]);
    desk.send(&[Message::Resize(Size::new(80, 24)), Message::NextFinding(true)]);
    let screen = screen_of(&desk.app);
    let footer = screen.lines().rev().find(|line| line.contains("quit")).expect("the footer is there");
    assert!(["f fix", "t targets", "/ filter"].iter().all(|hint| footer.contains(hint)), "{footer}");
}

#[test]
fn counts_of_a_menu_follow_the_files_that_are_read() {
    let mut desk = Desk::new(&[("a.xml", document(&["a b"]))]);
    desk.send(&[Message::ListBy(FilterBy::Rule)]);
    let counts = |desk: &Desk| match desk.app.overlays.last() {
        Some(Overlay::Menu(menu)) => menu.choices[0].note.clone(),
        other => panic!("no menu: {other:?}"),
    };
    assert_eq!(counts(&desk), "2");
    desk.write_outside("a.xml", &document(&["a b", "c d"]));
    desk.send(&[Message::Tick]);
    assert_eq!(counts(&desk), "3");
}

#[test]
fn a_verdict_in_ascii_has_no_broken_grammar() {
    let theme = Theme { glyphs: Glyphs::Ascii, ..Theme::default() };
    let app = App::new("a b", Options::default(), &ScreenLayout, theme, Size::new(80, 24));
    let screen = screen_of(&app);
    assert!(screen.contains("x valid relative LEIRI reference, not an IRI"), "{screen}");
}

#[test]
fn names_of_characters_use_the_free_columns() {
    let size = Size::new(120, 40);
    let app = App::new("http://\u{5D0}\u{5D1}/", Options::default(), &ScreenLayout, Theme::default(), size);
    let screen = screen_of(&app);
    assert!(screen.contains("HEBREW LETTER ALEF"), "{screen}");
    assert!(!screen.contains("HEBREW\u{2026}") && !screen.contains("HEBREW \u{2026}"), "{screen}");
}

#[test]
fn the_list_alone_looks_focused_in_a_wide_window() {
    let mut desk = Desk::one(&["a b"]);
    desk.send(&[Message::Resize(Size::new(120, 40)), Message::NextFinding(true)]);
    let screen = screen_of(&desk.app);
    let headings = screen.lines().filter(|line| line.starts_with("    0+1 dim;"));
    let reversed: usize = headings.map(|line| line.matches("2 bold reversed").count()).sum();
    assert_eq!(reversed, 1, "{screen}");
}

#[test]
fn the_title_says_how_many_files_are_still_to_be_read() {
    let mut desk = Desk::unread(&[("a.xml", document(&["a b"]))]);
    desk.app.origin.documents_mut().expect("it has files").total = Some(7);
    let screen = screen_of(&desk.app);
    assert!(screen.contains("0 references in 0 of 7 files so far"), "{screen}");
    desk.wait(|desk| !desk.documents().is_reading());
    let screen = screen_of(&desk.app);
    // The document has a reference of its own, in its namespace.
    assert!(screen.contains("2 references in 1 file,") && !screen.contains("so far"), "{screen}");
}

#[test]
fn every_sign_has_the_cells_that_it_is_given() {
    for theme in [Theme::default(), Theme { glyphs: Glyphs::Ascii, ..Theme::default() }] {
        let signs = [theme.pointer(), theme.ellipsis(), theme.no_iri(), theme.yes(), theme.no()];
        let severities = iri_core::Severity::ALL.map(|severity| theme.severity_mark(severity));
        for sign in signs.into_iter().chain(severities).chain(theme.bracket()) {
            assert_eq!(sign.chars().count(), 1, "{sign}");
            // U+25B6 is wider than a cell in VTE with Noto Sans Mono, and control pictures for SPACE are illegible.
            assert!(!["\u{25B6}", "\u{2420}"].contains(&sign), "{sign}");
        }
    }
    let app = App::new("a b", Options::default(), &ScreenLayout, Theme::default(), Size::new(80, 24));
    let screen = screen_of(&app);
    assert!(screen.contains("\na\u{2423}b|") && !screen.contains('\u{2420}'), "{screen}");
}

#[test]
fn one_proposal_names_its_number_of_findings() {
    let mut desk = Desk::one(&["a b"]);
    desk.send(&[Message::Propose(RuleScope::Selected)]);
    assert!(matches!(desk.app.overlays.last(), None | Some(Overlay::Page(_))));
    assert!(!screen_of(&desk.app).contains("1 findings"));
}

/// Returns the first command that matches what is typed.
fn command(desk: &mut Desk, typed: &str) -> Option<Message> {
    desk.send(&[Message::Palette, Message::Insert(typed.to_owned())]);
    let message = match desk.app.overlays.last() {
        Some(Overlay::Menu(menu)) => menu.taken(),
        other => panic!("no menu: {other:?}"),
    };
    desk.send(&[Message::Back]);
    message
}

#[test]
fn commands_have_the_names_of_other_programs_and_their_keys() {
    let mut desk = Desk::new(&[("a.xml", document(&["a b", "c|d"])), ("b.xml", document(&["e"]))]);
    desk.send(&[Message::NextFinding(true), Message::Fix(0)]);
    for (typed, message) in [
        ("w", Message::SaveFile),
        ("wa", Message::Save),
        ("wq", Message::SaveAndQuit),
        ("x", Message::SaveAndQuit),
        ("q!", Message::QuitWithoutSaving),
        ("q", Message::Quit),
        ("F", Message::Propose(RuleScope::Any)),
        ("ctrl-s", Message::Save),
        ("save all", Message::Save),
        // A few letters of the words.
        ("prvwall", Message::Propose(RuleScope::Any)),
        ("ntfile", Message::NextFile(true)),
    ] {
        assert_eq!(command(&mut desk, typed), Some(message), "{typed}");
    }
    assert_eq!(command(&mut desk, "zzzz"), None);
    // What cannot be done is not offered; its name says so.
    for (typed, message) in [("", false), ("redo", true)] {
        desk.send(&[Message::Palette, Message::Insert(typed.to_owned())]);
        let Some(Overlay::Menu(menu)) = desk.app.overlays.last() else { panic!("no menu") };
        assert_eq!(menu.shown().iter().any(|choice| choice.message == Message::Redo), message, "{typed}");
        desk.send(&[Message::Back]);
    }
    assert_eq!(after_command(&mut desk, "redo"), "nothing to do: redo");
    desk.send(&[Message::Undo]);
    assert_eq!(after_command(&mut desk, "redo"), "redone: encode SPACE as %20");
}

/// Types a command, and returns the notice after it.
fn after_command(desk: &mut Desk, typed: &str) -> String {
    desk.send(&[Message::Palette, Message::Insert(typed.to_owned()), Message::Accept]);
    desk.app.notice.clone()
}

#[test]
fn a_command_of_vim_never_runs_another_one() {
    let mut desk = Desk::one(&["a b", "c"]);
    for screen in [Message::Back, Message::Open] {
        desk.send(&[Message::NextFinding(true), screen]);
        assert_eq!(after_command(&mut desk, "w"), "no unsaved changes");
        assert!(desk.app.overlays.is_empty() && desk.app.panes.text() == "a b");
    }
    let effect = |reference: &str, typed: &str| {
        let mut app = App::new(reference, Options::default(), &ScreenLayout, Theme::default(), Size::new(80, 24));
        app.update(Message::Fix(0));
        app.update(Message::Palette);
        app.update(Message::Insert(typed.to_owned()));
        let effect = app.update(Message::Accept);
        (effect, app.panes.text().to_owned(), app.notice)
    };
    let (text, fixed) = ("http://example.org/a b|c", "http://example.org/a%20b|c");
    assert_eq!(effect(text, "q!").0, Effect::Quit);
    for typed in ["wq", "x"] {
        assert_eq!(effect(text, typed).0, Effect::QuitAndPrint(vec![fixed.to_owned()]), "{typed}");
    }
    for typed in ["w", "e"] {
        let notice = "the reference is not in a file (y copy, Q quit and print)";
        assert_eq!(effect(text, typed), (Effect::Draw, fixed.to_owned(), notice.to_owned()), "{typed}");
    }
}

#[test]
fn names_of_vim_and_helix_mean_the_same_or_nothing() {
    let mut desk = Desk::new(&[("a.xml", document(&["a b", "c|d"])), ("b.xml", document(&["e f"]))]);
    desk.send(&[Message::NextFinding(true), Message::Fix(0)]);
    for (typed, message) in [
        ("$", Message::Step(Step::Last)),
        ("bn", Message::NextFile(true)),
        ("n", Message::NextFile(true)),
        ("N", Message::NextFile(false)),
        ("%s/a b/c", Message::Replace("a b".to_owned(), "c".to_owned())),
        ("cn", Message::NextFinding(true)),
        ("cp", Message::NextFinding(false)),
        ("x!", Message::SaveAndQuit),
        ("write-quit", Message::SaveAndQuit),
        ("quit!", Message::QuitWithoutSaving),
        ("update", Message::SaveFile),
        ("up", Message::SaveFile),
    ] {
        assert_eq!(command(&mut desk, typed), Some(message), "{typed}");
    }
    for typed in ["reload", "rl", "e!", "noh", "bd", "ls", "g", "cd", "earlier", "set-language"] {
        assert_eq!(after_command(&mut desk, typed), "no such command here (? keys)", "{typed}");
    }
    desk.send(&[Message::Palette, Message::Insert("99".to_owned())]);
    assert!(screen_of(&desk.app).contains("go to reference 99 (the last is 5)"), "{}", screen_of(&desk.app));
}

#[test]
fn a_number_goes_to_that_reference_of_several() {
    for (typed, number) in [("3", 2), ("$", 2), ("2", 1), ("99", 2), ("0", 0)] {
        let subjects = ["http://e/1", "http://e/2", "http://e/3"].map(|text| Subject::new(text, Options::default()));
        let mut app = App::with_subjects(subjects.to_vec(), &ScreenLayout, Theme::default(), Size::new(80, 24));
        for message in [Message::Back, Message::Palette, Message::Insert(typed.to_owned()), Message::Accept] {
            app.update(message);
        }
        assert_eq!(app.panes.text(), format!("http://e/{}", number + 1), "{typed}");
    }
}

#[test]
fn a_substitution_opens_the_preview_of_the_replacement() {
    let mut desk = Desk::one(&["http://e/a", "b"]);
    after_command(&mut desk, "%s#http://e/#https://e/#g");
    let list = desk.app.fix_list().expect("the references are shown");
    assert!(list.proposal.title().contains("1 of 1 chosen in 1 file"), "{}", list.proposal.title());
    desk.send(&[Message::Accept, Message::Open]);
    assert_eq!(desk.text("a.xml"), document(&["http://e/a", "b"]), "nothing is saved");
    assert!(desk.listed().contains(&"https://e/a".to_owned()));
    // In the panes there is no list.
    let notice = after_command(&mut desk, "s/a/b/");
    assert!(desk.app.fix_list().is_none() && !notice.starts_with("applied"), "{notice}");
}

#[test]
fn a_number_goes_to_that_line() {
    let mut desk = Desk::one(&["a", "b", "c", "d"]);
    for (typed, text) in [("3", "b"), ("1", "http://www.w3.org/1999/xlink"), ("99", "d")] {
        after_command(&mut desk, typed);
        assert_eq!(desk.app.panes.text(), text, "{typed}");
    }
}

#[test]
fn words_and_first_letters_come_before_letters_within_words() {
    let mut desk = Desk::one(&["a b"]);
    desk.send(&[Message::NextFinding(true)]);
    for (typed, message) in [
        ("rtl", Message::Calibration),
        ("theme", Message::OfferSettings),
        ("refresh", Message::Redraw),
        ("links", Message::ToggleTargets),
        ("grep", Message::Ask(PromptPurpose::List)),
    ] {
        assert_eq!(command(&mut desk, typed), Some(message), "{typed}");
    }
    desk.send(&[Message::Open]);
    assert_eq!(command(&mut desk, "sort"), None);
    assert_eq!(command(&mut desk, "red"), Some(Message::Redo));
}

#[test]
fn commands_that_were_chosen_last_come_first() {
    let mut desk = Desk::one(&["a b", "c d"]);
    desk.send(&[Message::NextFinding(true)]);
    for typed in ["next finding", "show unsaved", "help"] {
        desk.send(&[Message::Palette, Message::Insert(typed.to_owned()), Message::Accept, Message::Back]);
    }
    desk.send(&[Message::Fix(0)]);
    assert_eq!(command(&mut desk, ""), Some(Message::Help));
    // What fits better comes before what was chosen last.
    assert_eq!(command(&mut desk, "w"), Some(Message::SaveFile));
    assert_eq!(command(&mut desk, "cn"), Some(Message::NextFinding(true)));
}

#[test]
fn no_letter_saves() {
    for c in ('a'..='z').chain('A'..='Z') {
        for mode in InputMode::all() {
            let key = KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE);
            assert_ne!(KeyMap::default().message(key, mode), Some(Message::Save), "{c} in {mode:?}");
        }
    }
}

#[test]
fn the_next_and_previous_file_are_a_key_away() {
    let mut desk = Desk::new(&[
        ("a.xml", document(&["a1", "a2"])),
        ("b.xml", document(&["b1", "b2"])),
        ("c.xml", document(&["c1"])),
    ]);
    let file = |desk: &Desk| desk.documents().current().map(|(at, _, row)| (at.file, row.line));
    let mut after = |key: &str| {
        desk.press(key);
        (file(&desk), desk.app.notice.clone())
    };
    assert_eq!(after("}"), (Some((1, 1)), String::new()));
    assert_eq!(after("j").0, Some((1, 2)));
    assert_eq!(after("}").0, Some((2, 1)));
    assert_eq!(after("}"), (Some((2, 1)), "this is the last listed file".to_owned()));
    assert_eq!(after("{").0, Some((1, 1)));
    assert_eq!(after("{").0, Some((0, 1)));
    assert_eq!(after("{"), (Some((0, 1)), "this is the first listed file".to_owned()));
}

/// Returns the answer that a question has for what is typed.
fn answer(desk: &mut Desk, typed: &str) -> Option<Message> {
    desk.send(&[Message::Quit, Message::Insert(typed.to_owned())]);
    let Some(Overlay::Menu(menu)) = desk.app.overlays.last() else { panic!("nothing is asked") };
    let message = menu.taken();
    desk.send(&[Message::Back]);
    message
}

#[test]
fn a_question_before_the_end_has_no_answer_by_a_guess() {
    let mut desk = Desk::one(&["a b"]);
    desk.send(&[Message::NextFinding(true), Message::Fix(0)]);
    for (typed, message) in [
        ("", Some(Message::SaveAndQuit)),
        ("s", Some(Message::SaveAndQuit)),
        ("ye", Some(Message::SaveAndQuit)),
        ("no", Some(Message::QuitWithoutSaving)),
        ("quit", Some(Message::QuitWithoutSaving)),
        ("disc", Some(Message::QuitWithoutSaving)),
        ("ca", Some(Message::Back)),
        ("t", None),
        ("an", None),
        ("and quit", None),
    ] {
        assert_eq!(answer(&mut desk, typed), message, "{typed}");
    }
}

#[test]
fn what_starts_with_the_typed_text_comes_first_in_every_menu() {
    let choice = |words: &str| Choice::new(words, "", Message::Notice(words.to_owned()));
    let menus = [
        Menu::new("a menu", ["save and quit", "quit without saving", "request"].map(choice).to_vec()),
        Menu::question("a question", ["save and quit", "quit without saving", "request"].map(choice).to_vec()),
    ];
    for menu in menus {
        let menu = Menu { line: Editor::new("QUIT"), ..menu };
        assert_eq!(menu.taken(), Some(Message::Notice("quit without saving".to_owned())), "{}", menu.title);
    }
}

#[test]
fn letters_of_distant_words_name_no_command() {
    let mut desk = Desk::new(&[("a.xml", document(&["a b"])), ("b.xml", document(&["c d"]))]);
    desk.send(&[Message::NextFinding(true)]);
    assert_eq!(command(&mut desk, "foo"), None);
    assert_eq!(command(&mut desk, "sf"), Some(Message::NextListOrder), "letters of near words");
}

#[test]
fn discard_asks_before_it_ends_the_program() {
    let mut desk = Desk::one(&["a b"]);
    desk.send(&[Message::NextFinding(true), Message::Fix(0)]);
    assert_eq!(command(&mut desk, "discard"), Some(Message::Quit));
}

#[test]
fn a_key_without_a_reference_or_a_finding_says_so() {
    let mut desk = Desk::one(&["a b", "c"]);
    desk.send(&[Message::Step(Step::Last)]);
    assert_eq!(desk.app.panes.text(), "c");
    desk.press("x");
    assert_eq!(desk.app.notice, "no finding to explain");
    desk.send(&[Message::Ask(PromptPurpose::List), Message::Insert("none".to_owned()), Message::Accept]);
    assert!(desk.listed().is_empty());
    for key in ["O", "e", "enter"] {
        desk.press(key);
        assert_eq!(desk.app.notice, "no reference selected", "{key}");
    }
}

#[test]
fn an_undo_of_a_reference_that_is_not_listed_says_where_it_is() {
    let mut desk = Desk::new(&[("a.xml", document(&["a b"])), ("b.xml", document(&["c d"]))]);
    desk.send(&[Message::NextFinding(true), Message::Fix(0)]);
    desk.send(&[Message::Ask(PromptPurpose::List), Message::Insert("c d".to_owned()), Message::Accept, Message::Undo]);
    assert!(desk.app.notice.ends_with("a.xml:2"), "{}", desk.app.notice);
    desk.send(&[Message::Redo, Message::Ask(PromptPurpose::List), Message::SelectAll]);
    desk.send(&[Message::Insert("a".to_owned()), Message::Accept, Message::Undo]);
    assert_eq!(desk.app.notice, "undone: encode SPACE as %20");
}

#[test]
fn the_fixes_of_a_rule_are_those_of_the_rule_in_the_marked_references() {
    let mut desk = Desk::one(&["a b", "c|d", "e f", "g|h"]);
    desk.send(&[Message::NextFinding(true), Message::Mark(MarkScope::Selected), Message::Mark(MarkScope::Selected)]);
    let rules = |desk: &Desk| {
        let proposal = desk.app.fix_list().map(|list| &list.proposal).expect("fixes are listed");
        let choices = proposal.parts.iter().flat_map(|part| &part.choices);
        choices.map(|choice| choice.finding.rule.name).collect::<Vec<_>>()
    };
    // The selected one is the third, and only the first and the second are marked.
    desk.send(&[Message::Propose(RuleScope::Selected)]);
    assert_eq!(rules(&desk), ["leiri-space"]);
    desk.send(&[Message::Back, Message::Propose(RuleScope::Any)]);
    assert_eq!(rules(&desk), ["leiri-space", "leiri-unwise"]);
}

#[test]
fn two_marked_references_are_compared() {
    let mut desk = Desk::one(&["http://a.example/%7e", "x", "HTTP://a.example/~"]);
    for row in [1, 3] {
        desk.send(&[Message::Step(Step::To(row)), Message::Mark(MarkScope::Selected)]);
    }
    desk.press("c");
    assert_eq!((desk.app.panes.text(), desk.app.panes.other.as_str()), ("http://a.example/%7e", "HTTP://a.example/~"));
    assert!(screen_of(&desk.app).contains("comparison"), "{}", screen_of(&desk.app));
    // With another number of marks it asks for the other one.
    desk.press("esc");
    desk.press("esc");
    desk.send(&[Message::Step(Step::To(2)), Message::Mark(MarkScope::Selected)]);
    desk.press("c");
    assert!(matches!(desk.app.overlays.last(), Some(Overlay::Prompt(_))));
}

#[test]
fn the_display_order_is_changed_from_any_pane() {
    let mut desk = Desk::one(&["http://a.example/\u{5D0}/1"]);
    desk.press("G");
    desk.press("enter");
    let before = desk.app.panes.order;
    desk.send(&[Message::Palette, Message::Insert("change the display".to_owned()), Message::Accept]);
    assert!(desk.app.panes.pane == Pane::Direction && desk.app.panes.order != before);
}

#[test]
fn a_continued_line_of_a_change_has_a_mark_and_a_changed_space_is_visible() {
    let mut desk = Desk::one(&[&format!("http://example.org/{} ", "long/".repeat(30))]);
    desk.send(&[Message::Resize(Size::new(80, 24)), Message::Step(Step::Last)]);
    desk.press("f");
    desk.press("d");
    let screen = screen_of(&desk.app);
    let removed: Vec<&str> =
        screen.lines().skip_while(|line| !line.starts_with("-<a")).take_while(|line| !line.starts_with('+')).collect();
    assert!(removed.iter().any(|line| line.starts_with("\u{2026} ") && line.contains("\u{2423}'")), "{screen}");
}
