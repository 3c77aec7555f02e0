//! Tasks of people who have never used the inspector: each key is one that the screen of 80 by 24 cells names.

use iri_core::Options;
use ratatui::layout::Size;

use super::desk::{Desk, document};
use crate::files::change::SuppressionPlace;
use crate::inspector::app::App;
use crate::inspector::editor::Motion;
use crate::inspector::message::{Effect, Message, RuleScope};
use crate::theme::Theme;
use crate::theme::drawing::Glyphs;
use crate::ui::tests::screen_of;
use crate::ui::viewport::ScreenLayout;

const SIZE: Size = Size::new(80, 24);

fn app(reference: &str) -> App {
    App::new(reference, Options::default(), &ScreenLayout, Theme::default(), SIZE)
}

/// Returns the line of the footer.
fn footer(screen: &str) -> &str {
    screen.lines().rfind(|line| line.contains("? help")).unwrap_or_else(|| panic!("{screen}"))
}

/// Returns the line that starts with `name`, without the marks that keep letters in their cells.
fn row(screen: &str, name: &str) -> String {
    let row = screen.lines().find(|line| line.trim_start().starts_with(name));
    row.unwrap_or_else(|| panic!("no row {name}:\n{screen}")).replace("\\u{200e}", "")
}

#[test]
fn a_reference_is_fixed_copied_and_printed() {
    let mut app = app("http://example.org/a b|c").with_output(true);
    let screen = screen_of(&app);
    assert!(footer(&screen).contains("F fix all") && footer(&screen).contains("y copy as"), "{screen}");
    app.update(Message::FixAllSafe);
    let fixed = "http://example.org/a%20b%7Cc";
    app.update(Message::OfferCopies);
    assert!(matches!(app.update(Message::Accept), Effect::Copy { text, .. } if text == fixed));
    assert!(footer(&screen_of(&app)).contains("q print"));
    assert_eq!(app.update(Message::Quit), Effect::QuitAndPrint(vec![fixed.to_owned()]));
}

#[test]
fn spoofs_have_no_tick_and_name_what_they_open() {
    for (reference, opened) in [
        ("https://paypal.com@evil.example/", "opens 'evil.example'; 'paypal.com' is only a user name"),
        ("https://example.com\u{2215}.evil.example/", "not 'example.com'"),
        ("https://example.com\u{2044}.evil.example/", "not 'example.com'"),
        ("https://xn--80ak6aa92e.com/", "which only looks like 'apple.com'"),
        ("http://a.example/%E2%80%AEtxt.exe", "opens 'a.example'"),
        ("http://ab.\u{5D0}\u{5D1}\u{5D2}.123/", "browsers reject it"),
        ("http://bank.example\u{3002}evil.example/", "opens 'bank.example.evil.example'"),
    ] {
        let app = app(reference);
        let screen = screen_of(&app);
        assert!(screen.contains(opened), "{reference}: {screen}");
        assert!(!screen.contains("\u{2713} valid") && !screen.contains("nothing to fix"), "{reference}: {screen}");
    }
}

#[test]
fn a_reference_with_the_same_display_is_below_this_one_with_marks() {
    let screen = screen_of(&app("http://ab.\u{5D0}\u{5D1}\u{5D2}.123/"));
    let spaced = |text: &str| text.chars().flat_map(|c| [' ', c]).collect::<String>();
    let letters = |text: &str| spaced(text).replace('A', "\\u{5d0}").replace('B', "\\u{5d1}").replace('C', "\\u{5d2}");
    assert!(row(&screen, "stored").contains(&letters("http://ab.ABC.123/")), "{screen}");
    assert!(row(&screen, "displayed").contains(&letters("http://ab.123.CBA/")), "{screen}");
    assert!(row(&screen, "same display").contains(&letters("http://ab.123.ABC/")), "{screen}");
    assert!(row(&screen, "differs").ends_with(" ^ ^ ^   ^ ^ ^|"), "{screen}");
    // If the difference is not visible, its row has words.
    let far = format!("http://e/{}/\u{5D0}1", "x".repeat(60));
    let mut app = app(&far);
    app.update(Message::Move(Motion::Start));
    let screen = screen_of(&app);
    let difference = row(&screen, "differs");
    assert!(difference.contains("not visible here: 1A instead of A1"), "{screen}");
}

#[test]
fn a_host_is_above_the_one_that_it_looks_like_with_marks() {
    for theme in [Theme::default(), Theme { glyphs: Glyphs::Ascii, ..Theme::default() }] {
        // The last host has its letters in an A-label.
        for (reference, own, marks) in [
            ("https://\u{430}pple.com/", "\\u{430}pple.com|", "^|"),
            ("https://xn--80ak6aa92e.com/", "\\u{430}\\u{440}\\u{440}\\u{4cf}\\u{435}.com|", "^^^^^|"),
        ] {
            let app = App::new(reference, Options::default(), &ScreenLayout, theme, SIZE);
            let screen = screen_of(&app);
            assert_eq!(row(&screen, "this host").trim_start(), format!("this host   {own}"), "{screen}");
            assert_eq!(row(&screen, "looks like").trim_start(), "looks like  apple.com|", "{screen}");
            assert_eq!(row(&screen, "differs").trim_start(), format!("differs     {marks}"), "{screen}");
        }
    }
    // A path is not a host, and other findings of the host are not about its letters.
    for reference in ["http://e/\u{440}\u{430}\u{443}", "http://EXAMPLE.org/"] {
        assert!(!screen_of(&app(reference)).contains("looks like  "), "{reference}");
    }
}

#[test]
fn totals_of_a_folder_count_spoofs() {
    let files = [("a.xml", document(&["https://\u{430}pple.com/", "https://xn--80ak6aa92e.com/", "http://e/"]))];
    let desk = Desk::opened(&files);
    let screen = screen_of(&desk.app);
    assert!(screen.contains("2 warnings"), "{screen}");
}

#[test]
fn in_a_folder_one_rule_is_fixed_and_another_ignored() {
    let files = [("a.xml", document(&["a b", "c|d"])), ("b.xml", document(&["e f", "g|h"]))];
    let mut desk = Desk::opened(&files);
    desk.send(&[Message::Resize(SIZE), Message::Propose(RuleScope::Selected), Message::Accept]);
    assert_eq!(desk.app.notice, "applied: fixes for leiri-space, 2 findings (u undo, ctrl-s save)");
    let unwise = iri_core::rules::ALL.iter().position(|rule| rule.name == "leiri-unwise").expect("it exists");
    desk.send(&[Message::NextFinding(true), Message::Suppress(unwise, SuppressionPlace::Config)]);
    assert!(screen_of(&desk.app).contains("ignore leiri-unwise everywhere: 2 findings"), "{}", screen_of(&desk.app));
    desk.send(&[Message::Accept]);
    desk.wait(|desk| !desk.documents().is_reading());
    desk.send(&[Message::Save]);
    for (name, text) in &files {
        assert_eq!(desk.text(name), text.replace("a b", "a%20b").replace("e f", "e%20f"));
    }
    assert_eq!(desk.text(".iri.toml"), "[rules]\nleiri-unwise = \"off\"\n");
    assert_eq!(desk.app.update(Message::Quit), Effect::Quit);
}

#[test]
fn an_entry_of_the_configuration_is_undone() {
    let mut desk = Desk::opened(&[("a.xml", document(&["a b", "c|d"]))]);
    let unwise = iri_core::rules::ALL.iter().position(|rule| rule.name == "leiri-unwise").expect("it exists");
    desk.send(&[Message::NextFinding(true), Message::Suppress(unwise, SuppressionPlace::Config), Message::Accept]);
    desk.wait(|desk| !desk.documents().is_reading());
    desk.send(&[Message::Undo]);
    assert_eq!(desk.app.notice, "undone: ignore leiri-unwise everywhere");
    desk.wait(|desk| !desk.documents().is_reading());
    desk.send(&[Message::Propose(RuleScope::Any), Message::Accept]);
    desk.wait(|desk| !desk.documents().is_reading());
    desk.send(&[Message::Save]);
    assert_eq!(desk.text("a.xml"), document(&["a%20b", "c%7Cd"]));
    assert!(!desk.path(".iri.toml").exists());
}
