//! A folder of DITA topics with forty faulty links, all of which are right after a few keys.

use std::fmt::Write;

use ratatui::layout::Size;

use super::desk::{Desk, document};
use crate::files::change::ProposedChange;
use crate::files::tally::named;
use crate::inspector::message::{Message, RuleScope};
use crate::inspector::overlay::FixList;
use crate::inspector::overlay::LineStyle;
use crate::inspector::proposal;
use crate::ui::tests::system::distinguishes_case;
use crate::ui::tests::{pictures, screen_of};

/// Topics of the folder.
const TOPICS: usize = 12;

/// Faulty links of all topics, each with what it should be.
fn faulty_links() -> Vec<(String, String)> {
    let mut links = Vec::new();
    for topic in 0..TOPICS {
        let next = (topic + 1) % TOPICS;
        // A space in the address of a page.
        links.push((
            format!("https://example.org/set up {topic}.html"),
            format!("https://example.org/set%20up%20{topic}.html"),
        ));
        // A path of Windows.
        links.push((format!(r"images\board{topic}.png"), format!("images/board{topic}.png")));
        match topic % 3 {
            // A file that was renamed.
            0 => links.push((format!("topc{next:02}.dita"), format!("topic{next:02}.dita"))),
            // A topic that was renamed.
            1 => links.push((format!("topic{next:02}.dita#intr{next}"), format!("topic{next:02}.dita#intro{next}"))),
            // Both mistakes at once.
            _ => links.push((format!(r"images\board {topic}.png"), format!("images/board{topic}.png"))),
        }
    }
    links.push((r"..\dita folder\topic00.dita".to_owned(), "../dita%20folder/topic00.dita".to_owned()));
    links.push(("https://example.org/a|b".to_owned(), "https://example.org/a%7Cb".to_owned()));
    // The tabs belong to the addresses: not the first fix is right, but the second.
    links.push(("https://example.org/t?a&#9;b".to_owned(), "https://example.org/t?a%09b".to_owned()));
    links.push(("https://example.org/t?c&#9;d".to_owned(), "https://example.org/t?c%09d".to_owned()));
    assert_eq!(links.len(), 40);
    links
}

/// Returns the names and the texts of the files, with the faulty links, and with the right ones.
pub fn folder() -> Vec<(String, String, String)> {
    let links = faulty_links();
    let mut files = Vec::new();
    for topic in 0..TOPICS {
        let text = |is_right: bool| {
            let mut text = format!("<topic id='intro{topic}'>\n<title>Topic {topic}</title>\n<body>\n");
            let mut own = links.iter().enumerate().filter(|(number, _)| number % TOPICS == topic).map(|(_, link)| link);
            let _ = own.try_for_each(|(wrong, right)| {
                let link = if is_right { right } else { wrong };
                writeln!(text, "<p>See <xref href='{link}'>here</xref>, <xref href='topic00.dita'>there</xref>.</p>")
            });
            text + "</body>\n</topic>\n"
        };
        files.push((format!("dita folder/topic{topic:02}.dita"), text(false), text(true)));
        files.push((format!("dita folder/images/board{topic}.png"), String::new(), String::new()));
    }
    files
}

/// Returns ten pages of a site in XHTML with forty faulty links.
fn site() -> Vec<(String, String, String)> {
    // Where case does not matter, a name in another case leads to the file.
    let other_case = if distinguishes_case() { "Page" } else { "paeg" };
    let page = |number: usize| {
        let (next, tab) = ((number + 1) % 10, "https://example.org/list?a&#9;b");
        let links = [
            (
                format!("https://example.org/my page {number}.html"),
                format!("https://example.org/my%20page%20{number}.html"),
            ),
            (format!(r"img\photo {number}.jpg"), format!("img/photo%20{number}.jpg")),
            [
                (format!("pgae{next}.xhtml"), format!("page{next}.xhtml")),
                (format!("page{next}.xhtml#sectoin{next}"), format!("page{next}.xhtml#section{next}")),
                (format!("{other_case}{next}.xhtml"), format!("page{next}.xhtml")),
            ][number % 3]
                .clone(),
            [
                ("http:/example.org/".to_owned(), "http://example.org/".to_owned()),
                ("htps://example.org/".to_owned(), "https://example.org/".to_owned()),
                ("https://example.org/?rate=100%".to_owned(), "https://example.org/?rate=100%25".to_owned()),
                ("mailto: info@example.org".to_owned(), "mailto:info@example.org".to_owned()),
                (tab.to_owned(), tab.replace("&#9;", "%09")),
            ][number % 5]
                .clone(),
        ];
        let text = |is_right: bool| {
            let link = |(wrong, right): &(String, String)| {
                format!("<p><a href=\"{}\">x</a></p>\n", if is_right { right } else { wrong })
            };
            let head =
                format!("<html xmlns=\"http://www.w3.org/1999/xhtml\"><body>\n<h1 id=\"section{number}\">x</h1>\n");
            head + &links.iter().map(link).collect::<String>() + "</body></html>\n"
        };
        let image = (format!("img/photo {number}.jpg"), String::new(), String::new());
        [(format!("page{number}.xhtml"), text(false), text(true)), image]
    };
    (0..10).flat_map(page).collect()
}

/// Returns a book in DocBook with eight chapters and forty faulty links.
fn book() -> Vec<(String, String, String)> {
    let head = "xmlns=\"http://docbook.org/ns/docbook\" xmlns:l=\"http://www.w3.org/1999/xlink\" version=\"5.1\"";
    let include = |number| {
        let name = format!("chapters/ch{number}.xml");
        format!("<xi:include href=\"{name}\" xmlns:xi=\"http://www.w3.org/2001/XInclude\"/>\n")
    };
    let includes: String = (0..8).map(include).collect();
    let text = format!("<book {head}>\n<title>Book</title>\n{includes}</book>\n");
    let chapter = |number: usize| {
        let next = (number + 1) % 8;
        let second = ["https://example.org/a|b", "https://example.org/a&#9;b"][usize::from(number % 4 == 3)];
        let links = [
            ("link l:href", format!("https://example.org/set up {number}.html")),
            ("imagedata fileref", format!(r"..\figures\fig{number}.png")),
            ("link l:href", format!("chp{next}.xml")),
            ("link l:href", format!("ch{next}.xml#intr{next}")),
            ("link l:href", second.to_owned()),
        ];
        let right = |text: &str| {
            let words = [
                ("set up ", "set%20up%20"),
                ("\\", "/"),
                ("chp", "ch"),
                ("#intr", "#intro"),
                ("|", "%7C"),
                ("&#9;", "%09"),
            ];
            words.iter().fold(text.to_owned(), |text, (wrong, right)| text.replace(wrong, right))
        };
        let text = |is_right: bool| {
            let link = |(name, text): &(&str, String)| {
                format!("<para><{name}=\"{}\"/></para>\n", if is_right { right(text) } else { text.clone() })
            };
            let start = format!("<chapter {head} xml:id=\"intro{number}\">\n<title>{number}</title>\n");
            start + &links.iter().map(link).collect::<String>() + "</chapter>\n"
        };
        let image = (format!("figures/fig{number}.png"), String::new(), String::new());
        [(format!("chapters/ch{number}.xml"), text(false), text(true)), image]
    };
    let whole = ("book.xml".to_owned(), text.clone(), text);
    std::iter::once(whole).chain((0..8).flat_map(chapter)).collect()
}

/// Returns the inspector of the folder.
fn desk() -> (Desk, Vec<(String, String, String)>) {
    desk_of(folder())
}

fn desk_of(files: Vec<(String, String, String)>) -> (Desk, Vec<(String, String, String)>) {
    let bytes: Vec<(&str, &[u8])> = files.iter().map(|(name, text, _)| (name.as_str(), text.as_bytes())).collect();
    let mut desk = Desk::of_bytes(&bytes, false);
    desk.send(&[Message::Resize(Size::new(100, 30))]);
    (desk, files)
}

#[test]
fn forty_faulty_links_are_right_after_at_most_fifteen_keys() {
    // Check the targets; list the fixes; accept also the suggested ones; the second fix of two; apply; save.
    let keys = ["t", "F", "A", "n", "2", "n", "2", "enter", "ctrl-s"];
    assert!(keys.len() <= 15);
    for files in [folder(), site(), book()] {
        let (mut desk, files) = desk_of(files);
        for key in keys {
            desk.press(key);
            if key == "t" {
                let count = desk.documents().count;
                assert!(count.findings.iter().sum::<usize>() >= 40, "{count:?}");
            }
        }
        for (name, _, right) in &files {
            assert_eq!(desk.text(name), *right, "{name}: {}", desk.app.notice);
        }
    }
}

#[test]
fn targets_are_checked_again_after_a_save() {
    // As long as the included file is missing, it may have the ID.
    let include = "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='incl.xml'/>\n";
    let head = "<chapter xmlns='http://docbook.org/ns/docbook' xmlns:l='http://www.w3.org/1999/xlink'";
    let one = format!("{head} version='5.1'>\n<para><link l:href='b.xml#intr'/></para>\n</chapter>\n");
    let two = format!("{head} version='5.1' xml:id='intro'>\n{include}</chapter>\n");
    let three = b"<para xmlns='http://docbook.org/ns/docbook'/>";
    let files: [(&str, &[u8]); 3] = [("a.xml", one.as_bytes()), ("b.xml", two.as_bytes()), ("include.xml", three)];
    let mut desk = Desk::of_bytes(&files, false);
    let flagged = |desk: &Desk| desk.documents().count.flagged;
    desk.press("t");
    assert_eq!(flagged(&desk), 1);
    for key in ["F", "A", "enter", "ctrl-s"] {
        desk.press(key);
    }
    assert!(desk.text("b.xml").contains("include.xml"), "{}", desk.app.notice);
    assert_eq!(flagged(&desk), 1, "the ID is missing");
}

/// Presses `keys`, and returns which fixes are chosen then.
fn title_after(desk: &mut Desk, keys: &[&str]) -> String {
    for key in keys {
        desk.press(key);
    }
    let summary = |list: &FixList| {
        let (chosen, all) = list.proposal.counts();
        format!("{}: {chosen} of {all} chosen in {}", list.proposal.name(), named(list.proposal.files(), "file"))
    };
    desk.app.fix_list().map(summary).unwrap_or_default()
}

#[test]
fn suggested_fixes_are_listed_and_not_chosen_with_the_safe_ones() {
    let (mut desk, files) = desk();
    assert_eq!(title_after(&mut desk, &["F"]), "all safe fixes: 25 of 50 chosen in 5 files");
    let screen = screen_of(&desk.app);
    assert!(screen.contains("fixes: 25 of 25 safe, 0 of 25 suggested chosen in 5 files"), "{screen}");
    let proposal = &desk.app.fix_list().expect("the fixes are listed").proposal;
    let in_order = |part: &ProposedChange| part.choices.is_sorted_by_key(|choice| choice.finding.span.start);
    assert!(proposal.parts.iter().all(in_order), "fixes are in the order of a report");
    desk.press("enter");
    assert_eq!(desk.app.notice, "applied: all safe fixes, 25 findings (u undo, ctrl-s save)");
    desk.press("ctrl-s");
    for (name, _, _) in &files {
        assert!(!desk.text(name).contains("images/board"), "{name}: a suggested fix was applied");
    }
    // Nothing safe is left: the others are still listed.
    assert_eq!(title_after(&mut desk, &["F"]), "all safe fixes: 0 of 25 chosen in 0 files");
    desk.press("enter");
    assert_eq!(desk.app.notice, "no fix is chosen (space accept, A all)");
    assert!(desk.app.fix_list().is_some());
}

#[test]
fn fixes_are_accepted_and_skipped_one_by_one_by_rule_and_by_file() {
    let (mut desk, files) = desk();
    assert_eq!(title_after(&mut desk, &["F", "space"]), "fixes: 23 of 50 chosen in 5 files");
    assert_eq!(title_after(&mut desk, &["g", "space"]), "all safe fixes: 25 of 50 chosen in 5 files");
    assert_eq!(title_after(&mut desk, &["g", "a"]), "fixes: 30 of 50 chosen in 9 files", "beside backslashes too");
    assert_eq!(title_after(&mut desk, &["a"]), "fixes: 1 of 50 chosen in 1 file", "no space is encoded");
    assert_eq!(title_after(&mut desk, &["a", "f"]), "fixes: 32 of 50 chosen in 9 files", "the path of the file too");
    assert_eq!(title_after(&mut desk, &["f"]), "fixes: 23 of 50 chosen in 8 files");
    assert_eq!(title_after(&mut desk, &["A"]), "fixes: 50 of 50 chosen in 12 files");
    assert_eq!(title_after(&mut desk, &["A"]), "fixes: 0 of 50 chosen in 0 files");
    assert_eq!(title_after(&mut desk, &["s", "G", "5"]), "all safe fixes: 25 of 50 chosen in 5 files");
    assert_eq!(desk.app.notice, "no fix with this number");
    desk.press("esc");
    desk.press("ctrl-s");
    for (name, text, _) in &files {
        assert_eq!(desk.text(name), *text, "{name}: what was not applied was saved");
    }
}

#[test]
fn the_key_of_all_fixes_chooses_all_whatever_was_chosen() {
    // All fixes are safe, so that all are chosen from the start.
    let mut desk = Desk::one(&["a b", "c d"]);
    assert_eq!(title_after(&mut desk, &["F"]), "all safe fixes: 2 of 2 chosen in 1 file");
    assert_eq!(title_after(&mut desk, &["A"]), "all safe fixes: 2 of 2 chosen in 1 file");
    assert_eq!(title_after(&mut desk, &["A"]), "fixes: 0 of 2 chosen in 0 files", "the same key again");
    assert_eq!(title_after(&mut desk, &["space", "space", "A"]), "all safe fixes: 2 of 2 chosen in 1 file");
    desk.press("enter");
    assert_eq!(desk.listed()[1..], ["a%20b", "c%20d"]);
}

#[test]
fn a_row_at_80_columns_has_the_number_of_its_choice_and_the_new_name() {
    let mut desk = Desk::new(&[
        ("a.xml", document(&["installation-guide-3.xml"])),
        ("installation-guide-1.xml", document(&[])),
        ("installation-guide-2.xml", document(&[])),
    ]);
    desk.send(&[Message::Resize(Size::new(80, 24))]);
    for key in ["t", "F"] {
        desk.press(key);
    }
    for name in ["1/2 replace 'installation-guide-3", "2/2 replace 'installation-guide-3"] {
        desk.press(&name[..1]);
        let screen = screen_of(&desk.app);
        let row = screen.lines().find(|line| line.contains("suggested: ")).unwrap_or_default();
        assert!(row.contains(&name[..12]) && row.contains(&format!("-guide-{}.xml'", &name[..1])), "{screen}");
    }
}

#[test]
fn a_row_names_all_findings_that_it_fixes_and_shows_the_same_change_before_and_after_it_is_accepted() {
    let mut desk = Desk::one(&["a&#9;b&#10;c&#x85;d", "http://a b.example/c d"]);
    let added = |desk: &Desk| {
        let (part, choice) = desk.app.fix_list().and_then(FixList::selected_choice).expect("a fix is selected");
        let lines = proposal::hunk(part, choice);
        let line = lines.iter().find(|line| line.style == LineStyle::Added).expect("it changes a line");
        (proposal::title(choice, choice.chosen.unwrap_or(0)), line.text.clone())
    };
    assert_eq!(title_after(&mut desk, &["F"]), "all safe fixes: 1 of 5 chosen in 1 file");
    let removed = ("remove CHARACTER TABULATION, and 2 more".to_owned(), "+<a x:href='abcd'/>".to_owned());
    assert_eq!(added(&desk), removed);
    assert_eq!(title_after(&mut desk, &["space", "k"]), "fixes: 4 of 5 chosen in 1 file");
    assert_eq!(added(&desk), removed);
    desk.press("2");
    assert_eq!(added(&desk).1, "+<a x:href='a%09b%0Ac%C2%85d'/>");
    desk.press("enter");
    assert_eq!(desk.app.notice, "applied: fixes, 4 findings (u undo, ctrl-s save)");
    assert_eq!(desk.listed()[1..], ["a%09b%0Ac%C2%85d", "http://a b.example/c%20d"], "a suggested fix was applied");
}

#[test]
fn a_change_by_another_program_keeps_the_choices() {
    let mut desk = Desk::watching(&[("a.xml", document(&["a b", "c|d", "e f"])), ("b.xml", document(&["g h"]))]);
    assert_eq!(title_after(&mut desk, &["F", "j", "space"]), "fixes: 3 of 4 chosen in 2 files");
    desk.write_outside("a.xml", &document(&["z", "a b", "c|d", "e f"]));
    desk.wait(|desk| desk.documents().files[0].rows.len() > 4);
    assert_eq!(title_after(&mut desk, &[]), "fixes: 3 of 4 chosen in 2 files", "{}", desk.app.notice);
    desk.press("enter");
    assert_eq!(desk.app.notice, "applied: fixes, 3 findings (u undo, ctrl-s save)");
    desk.press("ctrl-s");
    assert_eq!(desk.text("a.xml"), document(&["z", "a%20b", "c|d", "e%20f"]));
    assert_eq!(desk.text("b.xml"), document(&["g%20h"]));
}

#[test]
fn files_that_are_inspected_again_keep_the_choices() {
    let mut desk = Desk::watching(&[("a.xml", document(&["a b", "new.xml"])), ("b.xml", document(&["g h"]))]);
    desk.press("t");
    desk.wait(|desk| !desk.documents().is_reading());
    assert_eq!(title_after(&mut desk, &["F"]), "all safe fixes: 2 of 2 chosen in 2 files");
    let flagged = desk.documents().count.flagged;
    desk.write_outside("new.xml", &document(&["a.xml"]));
    desk.wait(|desk| !desk.documents().is_reading() && desk.documents().count.flagged < flagged);
    desk.press("enter");
    assert_eq!(desk.app.notice, "applied: all safe fixes, 2 findings (u undo, ctrl-s save)");
    desk.press("ctrl-s");
    assert_eq!(desk.text("a.xml"), document(&["a%20b", "new.xml"]));
}

#[test]
fn a_low_screen_shows_what_changes() {
    let long = format!("http://example.org/{}/a b?{}", "x".repeat(90), "y".repeat(90));
    let mut desk = Desk::one(&[&long]);
    desk.send(&[Message::Resize(Size::new(40, 12))]);
    title_after(&mut desk, &["F"]);
    let screen = screen_of(&desk.app);
    assert!(screen.contains("a\u{2423}b?") && screen.contains("a%20b?") && screen.contains("space"), "{screen}");
}

#[test]
fn a_rule_with_suggested_fixes_is_fixed_with_three_keys() {
    let (mut desk, _) = desk();
    while desk.app.panes.text() != r"images\board1.png" {
        desk.press("n");
    }
    assert_eq!(title_after(&mut desk, &["R"]), "fixes for backslash-path: 18 of 18 chosen in 9 files");
    desk.press("enter");
    desk.press("ctrl-s");
    assert!(
        desk.listed().iter().all(|text| text == desk.app.panes.text() || !text.contains('\\')),
        "{:?}",
        desk.listed()
    );
}

#[test]
fn a_relative_reference_names_its_file_and_whether_it_exists() {
    let (mut desk, _) = desk();
    desk.press("t");
    for (reference, words) in [
        ("topic00.dita", "opens the file 'topic00.dita'"),
        ("topc01.dita", "opens the file 'topc01.dita', which does not exist"),
        ("topic02.dita#intr2", "opens the file 'topic02.dita', in which the ID of the fragment does not exist"),
    ] {
        desk.press("g");
        while desk.app.panes.text() != reference {
            desk.press("j");
        }
        desk.press("enter");
        let destination = desk.app.panes.analysis.destination.as_ref().expect("it opens a file");
        assert_eq!((desk.app.panes.text(), destination.text.as_str()), (reference, words));
        desk.press("esc");
    }
}

#[test]
fn the_list_of_fixes_is_shown() {
    let (mut desk, _) = desk();
    desk.press("t");
    let root = desk.folder.path().to_owned();
    for file in &mut desk.app.origin.documents_mut().expect("it has files").files {
        file.name =
            file.path.strip_prefix(&root).expect("it is in the folder").display().to_string().replace('\\', "/");
    }
    let title = "The fixes of a folder: safe ones are chosen, suggested ones are not";
    let keys = [Message::Propose(RuleScope::Any), Message::NextChoice(true)];
    pictures::keep("fixes", title, desk.app, &keys);
}
