//! What a reference opens, and following it.

use std::fmt::Write as _;
use std::path::Path;

use iri_core::files::PathStyle;
use ratatui::layout::{Position, Size};

use super::desk::{Desk, document};
use crate::files::link_target::TargetWord;
use crate::inspector::message::{Effect, Message, Step};
use crate::inspector::origin::Screen;
use crate::inspector::overlay::Overlay;
use crate::inspector::user_command::UserCommand;
use crate::ui::tests::screen_of;

const TOPIC: &str =
    "<topic id='intro'>\n<title>A</title>\n<body>\n<p id='deep'>\n<xref href='../b.dita'/></p>\n</body>\n</topic>\n";

fn desk(links: &[&str]) -> Desk {
    let mut text = "<topic id='own'>\n<title>B</title>\n<body>\n".to_owned();
    for link in links {
        let _ = writeln!(text, "<p><xref href='{link}'/></p>");
    }
    text.push_str("</body>\n</topic>\n");
    let files: [(&str, &[u8]); 4] =
        [("b.dita", text.as_bytes()), ("c-d.dita", b""), ("c_d.dita", b""), ("topics/setup.dita", TOPIC.as_bytes())];
    Desk::of_bytes(&files, false)
}

/// Returns what the selected reference opens.
fn opens(desk: &Desk) -> String {
    let target = desk.app.panes.target.as_ref();
    target.map_or_else(String::new, |target| target.words().iter().map(TargetWord::text).collect())
}

#[test]
fn a_relative_reference_says_what_it_opens_although_no_rule_checks_it() {
    for (link, words) in [
        ("topics/setup.dita", "opens topics/setup.dita (exists)"),
        ("topics/setup.dita#intro/deep", "opens topics/setup.dita at 'intro/deep', line 4 (exists)"),
        ("topics/setup.dita#intr", "opens topics/setup.dita at 'intr' (no such ID; similar: intro)"),
        ("topics/set%20up.dita", "opens topics/set up.dita (does not exist; similar: setup.dita)"),
        ("c%20d.dita", "opens c d.dita (does not exist; similar: c-d.dita, c_d.dita)"),
        ("#own", "opens this file at 'own', line 1 (exists)"),
        ("../../../x.dita", "opens /x.dita (outside the opened directory: not looked up)"),
        ("http://example.org/", ""),
    ] {
        let mut desk = desk(&[link]);
        let row = desk.listed().iter().position(|listed| listed == link).expect("it is listed");
        desk.app.select_row(row);
        let said = PathStyle::SYSTEM.text_for_programs(&opens(&desk)).into_owned();
        match words.strip_prefix("opens /") {
            Some(end) => assert!(said.starts_with("opens ") && said.ends_with(end), "{link}: {said}"),
            None => assert_eq!(said, words, "{link}"),
        }
        assert!(desk.documents().findings(desk.documents().at().expect("it is selected")).is_empty(), "{link}");
        if !words.is_empty() && !words.starts_with("opens /") {
            for width in [80, 200] {
                desk.send(&[Message::Resize(Size::new(width, 30))]);
                let screen = screen_of(&desk.app);
                let state = words.rsplit_once('(').map_or("", |(_, state)| state);
                let state = &state[..state.len().min(10)];
                assert!(screen.contains(state), "{width}: {screen}");
            }
        }
    }
}

#[test]
fn a_created_file_exists_at_once() {
    let mut desk = desk(&["new.dita", "x.dita"]);
    let row = desk.listed().iter().position(|listed| listed == "new.dita").expect("it is listed");
    desk.app.select_row(row);
    assert_eq!(opens(&desk), "opens new.dita (does not exist)");
    desk.write_outside("new.dita", TOPIC);
    desk.press("j");
    desk.press("k");
    assert_eq!(opens(&desk), "opens new.dita (exists)");
}

#[test]
fn a_missing_target_is_not_all_right() {
    let mut desk = Desk::new(&[("a.xml", document(&["fil.xml", "file.xml"])), ("file.xml", document(&[]))]);
    let verdict = |desk: &Desk| {
        let screen = screen_of(&desk.app);
        screen.lines().find(|line| line.contains("valid relative")).unwrap_or_else(|| panic!("{screen}")).to_owned()
    };
    desk.send(&[Message::Resize(Size::new(80, 24)), Message::Step(Step::Down), Message::Open]);
    assert!(verdict(&desk).contains("▲ valid") && verdict(&desk).contains("; target missing (t checks)|"));
    desk.press("t");
    assert!(verdict(&desk).contains("; 1 finding"), "{}", screen_of(&desk.app));
    desk.press("f");
    desk.press("esc");
    desk.press("ctrl-s");
    assert_eq!(desk.text("a.xml"), document(&["file.xml", "file.xml"]));
    desk.send(&[Message::Open]);
    assert!(verdict(&desk).contains("✓ valid") && verdict(&desk).contains("; nothing to fix|"));
}

#[test]
fn a_reference_is_followed_and_left_again() {
    let mut desk = desk(&["topics/setup.dita#intro/deep", "a b"]);
    desk.send(&[Message::NextFinding(true)]);
    let row = desk.listed().iter().position(|listed| listed.starts_with("topics")).expect("it is listed");
    desk.app.select_row(row);
    for start in [Screen::List, Screen::Reference] {
        if start == Screen::Reference {
            desk.press("enter");
        }
        desk.press("O");
        let Some(Overlay::Menu(menu)) = desk.app.overlays.last() else { panic!("no menu: {}", desk.app.notice) };
        let words: Vec<&str> = menu.choices.iter().map(|choice| choice.words.as_str()).collect();
        assert_eq!(words, ["in the inspector", "in $EDITOR, line 4"]);
        desk.press("enter");
        assert_eq!(
            (desk.app.origin.screen(), desk.app.panes.text()),
            (Screen::List, "../b.dita"),
            "{}",
            desk.app.notice
        );
        assert_eq!(opens(&desk).split_whitespace().last(), Some("(exists)"));
        desk.press("ctrl-o");
        assert_eq!(desk.app.panes.text(), "topics/setup.dita#intro/deep");
    }
    desk.press("O");
    desk.press("down");
    let Effect::Edit(path, 4, _) = desk.press("enter") else { panic!("no editor: {}", desk.app.notice) };
    assert!(path.ends_with("topics/setup.dita"), "{path:?}");
}

#[test]
fn commands_of_the_settings_get_the_reference_and_no_options() {
    let mut desk = desk(&["topics/setup.dita", "-rf"]);
    let words = ["show", "{target}", "{reference}", "at={line}:{column}", "{file}"].map(str::to_owned).to_vec();
    desk.app.settings.commands = vec![UserCommand { name: "show it".to_owned(), words }];
    let select = |desk: &mut Desk, link: &str| {
        let row = desk.listed().iter().position(|listed| listed == link).expect("it is listed");
        desk.app.select_row(row);
    };
    select(&mut desk, "topics/setup.dita");
    desk.press(":");
    desk.send(&[Message::Insert("show it".to_owned())]);
    let Effect::Run(UserCommand { words, .. }) = desk.press("enter") else { panic!("not run: {}", desk.app.notice) };
    assert!(Path::new(&words[1]).ends_with("topics/setup.dita") && words[4].ends_with("b.dita"), "{words:?}");
    assert_eq!((words[0].as_str(), words[2].as_str(), words[3].as_str()), ("show", "topics/setup.dita", "at=4:16"));
    select(&mut desk, "-rf");
    assert_eq!(desk.app.update(Message::Run(0)), Effect::Draw);
    assert_eq!(desk.app.notice, "not run: the reference starts with '-'");
}

#[test]
fn counts_repeat_movements_and_digits_without_a_fix_start_them() {
    let links: Vec<String> = (0..30).map(|number| format!("{number}.dita")).collect();
    let mut desk = desk(&links.iter().map(String::as_str).collect::<Vec<_>>());
    let selected = |desk: &Desk| desk.documents().selected();
    let press = |desk: &mut Desk, keys: &str| keys.chars().for_each(|key| drop(desk.press(&key.to_string())));
    press(&mut desk, "g5j");
    assert_eq!(selected(&desk), 5);
    press(&mut desk, "12j3k");
    assert_eq!(selected(&desk), 14);
    press(&mut desk, "7G");
    assert_eq!(selected(&desk), 6);
    // Another key ends the count.
    press(&mut desk, "4?");
    desk.press("esc");
    press(&mut desk, "j");
    assert_eq!(selected(&desk), 7);
    press(&mut desk, "9999j");
    assert_eq!(selected(&desk), desk.listed().len() - 1);
}

#[test]
fn the_keys_in_the_footer_can_be_clicked() {
    let mut desk = desk(&["a b"]);
    desk.send(&[Message::Resize(Size::new(100, 30)), Message::NextFinding(true)]);
    let screen = screen_of(&desk.app);
    let footer = screen.lines().rev().find(|line| line.contains("f fix")).expect("the footer is there").to_owned();
    let column = |words: &str| u16::try_from(footer.find(words).expect("it is there")).expect("a column");
    desk.send(&[Message::Point(Position::new(column("f fix") + 2, 29))]);
    assert_eq!(desk.app.panes.text(), "a%20b", "{footer}");
    desk.send(&[Message::Point(Position::new(column("? help"), 29))]);
    assert!(matches!(desk.app.overlays.last(), Some(Overlay::Help { .. })));
    let screen = screen_of(&desk.app);
    let close = screen.lines().rev().find_map(|line| line.find("esc close")).expect("the help can be closed");
    desk.send(&[Message::Point(Position::new(u16::try_from(close).expect("a column"), 29))]);
    assert!(desk.app.overlays.is_empty());
}

#[test]
fn many_files_are_saved_while_keys_are_answered_and_the_save_can_be_stopped() {
    let text =
        |link: &str| format!("<topic id='t'><title>T</title><body><p><xref href='{link}'/></p></body></topic>\n");
    let names: Vec<String> = (0..300).map(|number| format!("{number:03}.dita")).collect();
    let broken = text("http://e/a b");
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), broken.as_bytes())).collect();
    let mut desk = Desk::of_bytes(&files, false);
    let finish = |desk: &mut Desk| desk.wait(|desk| !desk.app.is_busy());
    desk.press("F");
    finish(&mut desk);
    desk.press("enter");
    // Nothing is changed before the end, and nothing if it is stopped.
    assert!(desk.app.notice.starts_with("applying: 0 of 300 files"), "{}", desk.app.notice);
    desk.app.update(Message::Back);
    finish(&mut desk);
    assert_eq!((desk.documents().count.changed, desk.app.notice.as_str()), (0, "stopped: no file was changed"));
    // What needs the result waits for it.
    desk.press("F");
    desk.press("enter");
    desk.press("u");
    desk.press("ctrl-r");
    desk.app.update(Message::Tick);
    desk.app.update(Message::Back);
    finish(&mut desk);
    assert!([0, 300].contains(&desk.documents().count.changed), "a redo is stopped as a whole");
    desk.press("ctrl-r");
    finish(&mut desk);
    assert_eq!(desk.documents().count.changed, 300);
    assert_eq!(desk.app.update(Message::Save), Effect::Draw);
    assert!(desk.app.notice.starts_with("saving: 0 of 300 files"), "{}", desk.app.notice);
    // The wheel does not wait.
    desk.app.update(Message::Wheel(Position::new(1, 5), crate::inspector::message::Step::Down));
    assert!(desk.documents().selected() > 0);
    assert!(desk.app.is_busy());
    desk.app.update(Message::Back);
    finish(&mut desk);
    let saved = |desk: &Desk| names.iter().filter(|name| desk.text(name) == text("http://e/a%20b")).count();
    let stopped_after = saved(&desk);
    assert!(stopped_after < 300, "it was stopped");
    assert_eq!(desk.documents().count.changed, 300 - stopped_after);
    assert!(desk.app.notice.contains("stopped after"), "{}", desk.app.notice);
    // The rest is saved, and the program quits at the end.
    assert_eq!(desk.app.update(Message::SaveAndQuit), Effect::Draw);
    let mut effect = Effect::Nothing;
    while effect != Effect::Quit {
        effect = desk.app.update(Message::Tick);
    }
    assert_eq!((saved(&desk), desk.documents().count.changed), (300, 0));
}
