use std::fs;

use super::desk::{Desk, HEAD, app_of, document};
use crate::files::change::ProposedChange;
use crate::files::documents::Documents;
use crate::files::position::Position;
use crate::inspector::editor::Motion;
use crate::inspector::message::{
    ChosenFixes, Effect, FilterBy, ListFilter, MarkScope, Message, PromptPurpose, RuleScope, Step,
};
use crate::inspector::origin::Screen;
use crate::inspector::overlay::{FixList, LineStyle, Overlay};
use crate::inspector::pane::Pane;
use crate::inspector::proposal::hunk;
use iri_core::{Severity, rules};
use ratatui::layout::Size;

use crate::ui::tests::screen_of;
use crate::ui::tests::system::can_name;

#[test]
fn the_list_has_every_reference_and_the_worst_of_each() {
    let desk = Desk::new(&[("a.xml", document(&["a b", "c"])), ("b.xml", document(&["http://e:x/"]))]);
    assert_eq!(
        desk.listed(),
        ["http://www.w3.org/1999/xlink", "a b", "c", "http://www.w3.org/1999/xlink", "http://e:x/"]
    );
    let documents = desk.documents();
    let worst: Vec<_> = (0..5).filter_map(|number| documents.get(number)).map(|(_, _, row)| row.worst).collect();
    assert_eq!(worst, [None, Some(Severity::Warning), None, None, Some(Severity::Error)]);
    assert_eq!((documents.count.references, documents.count.findings), (5, [0, 0, 1, 1]));
}

#[test]
fn a_missing_target_is_found_if_the_rule_is_on() {
    let config = ("./.iri.toml", "[rules]\nmissing-target = \"warning\"\n".to_owned());
    let mut desk = Desk::new(&[config, ("a.xml", document(&["a.xml", "no-such.xml"]))]);
    desk.send(&[Message::NextFinding(true)]);
    assert_eq!(desk.app.panes.text(), "no-such.xml");
    let documents = desk.documents();
    let found = documents.at().map_or_else(Vec::new, |at| documents.findings(at));
    assert_eq!(found.iter().map(|found| found.finding.rule.name).collect::<Vec<_>>(), ["missing-target"]);
}

#[test]
fn the_list_and_the_panes_fix_the_same_finding() {
    let mut desk = Desk::one(&[r"b\c.xml"]);
    for key in ["t", "n"] {
        desk.press(key);
    }
    let main = |desk: &Desk| desk.documents().main_finding().map(|found| found.finding.rule.name);
    assert_eq!(main(&desk), Some("backslash-path"));
    assert!(desk.app.is_available(&Message::Fix(0)) && !desk.app.is_available(&Message::Fix(1)));
    let footer = |desk: &Desk| screen_of(&desk.app).lines().any(|line| line.contains(" f fix  "));
    assert!(footer(&desk));
    desk.press("enter");
    assert_eq!(desk.app.panes.selected_finding().map(|finding| finding.rule.name), Some("backslash-path"));
    assert!(footer(&desk));
    desk.press("N");
    desk.press("f");
    assert_eq!(desk.app.notice, "no fix for this finding; edit the reference instead (i)");
    desk.press("n");
    desk.press("f");
    assert_eq!(desk.app.panes.text(), "b/c.xml", "{}", desk.app.notice);
}

#[test]
fn a_long_line_of_the_source_shows_the_fault() {
    let mut desk = Desk::one(&[&format!("http://example.org/{}a b", "x".repeat(100_000))]);
    desk.send(&[Message::Resize(Size::new(80, 24)), Message::NextFinding(true)]);
    let screen = screen_of(&desk.app);
    let line = screen.lines().find(|line| line.starts_with("2 ")).unwrap_or_else(|| panic!("{screen}"));
    assert!(line.starts_with("2 \u{2026}x") && line.contains("a\u{2423}b"), "{line}");
}

#[test]
fn the_places_are_listed_beside_short_references() {
    let mut desk = Desk::new(&[("a.xml", document(&["a b", "c d"])), ("b.xml", document(&["e f"]))]);
    desk.send(&[Message::Resize(Size::new(110, 24)), Message::List(ListFilter::NextLeast)]);
    let screen = screen_of(&desk.app);
    assert_eq!(screen.matches("x:href of <a>  a").count(), 1, "{screen}");
}

#[test]
fn a_fix_changes_the_document_and_a_save_the_file() {
    let mut desk = Desk::one(&["a b|c", "d"]);
    let before = desk.text("a.xml");
    desk.send(&[Message::NextFinding(true), Message::Fix(0)]);
    assert_eq!(desk.listed()[1], "a%20b|c");
    assert_eq!(desk.app.panes.text(), "a%20b|c", "the panes follow");
    assert_eq!(desk.text("a.xml"), before);
    desk.send(&[Message::Save]);
    assert_eq!(desk.text("a.xml"), document(&["a%20b|c", "d"]));
    desk.send(&[Message::Undo, Message::Undo, Message::Save]);
    assert_eq!(desk.text("a.xml"), before);
    desk.send(&[Message::Redo, Message::Save]);
    assert_eq!(desk.text("a.xml"), document(&["a%20b|c", "d"]));
}

#[test]
fn fixes_of_a_rule_are_previewed() {
    let mut desk = Desk::new(&[("a.xml", document(&["a b", "c|d"])), ("b.xml", document(&["e f|g"]))]);
    desk.send(&[Message::NextFinding(true), Message::Propose(RuleScope::Selected)]);
    let shown = |desk: &Desk| {
        let (part, choice) = desk.app.fix_list().and_then(FixList::selected_choice).expect("a fix is selected");
        hunk(part, choice).into_iter().map(|line| line.text).collect::<Vec<_>>()
    };
    let around = [" <doc xmlns:x='http://www.w3.org/1999/xlink'>", " <a x:href='c|d'/>", " </doc>"];
    assert_eq!(shown(&desk), [around[0], "-<a x:href='a b'/>", "+<a x:href='a%20b'/>", around[1], around[2]]);
    desk.send(&[Message::Step(Step::Down)]);
    assert_eq!(shown(&desk), [around[0], "-<a x:href='e f|g'/>", "+<a x:href='e%20f|g'/>", around[2]]);
    assert!(desk.listed().contains(&"a b".to_owned()), "nothing is done yet");
    desk.send(&[Message::Accept, Message::Save]);
    assert_eq!(desk.text("a.xml"), document(&["a%20b", "c|d"]));
    assert_eq!(desk.text("b.xml"), document(&["e%20f|g"]));
    desk.send(&[Message::Undo, Message::Save]);
    assert_eq!((desk.text("a.xml"), desk.text("b.xml")), (document(&["a b", "c|d"]), document(&["e f|g"])));
}

#[test]
fn a_declined_proposal_has_no_effect() {
    let mut desk = Desk::one(&["a b"]);
    desk.send(&[Message::Propose(RuleScope::Any), Message::Back]);
    assert_eq!((desk.listed()[1].as_str(), desk.app.overlays.len()), ("a b", 0));
}

#[test]
fn an_edited_reference_is_escaped_for_its_quotes() {
    let mut desk = Desk::one(&["a", "b"]);
    desk.send(&[Message::Step(Step::Down), Message::Open, Message::Focus(Pane::Reference), Message::Move(Motion::End)]);
    desk.send(&[Message::Insert("?x=1&y='2'".to_owned()), Message::Back, Message::Back]);
    desk.send(&[Message::Focus(Pane::Findings), Message::Back]);
    assert_eq!(desk.app.origin.screen(), Screen::List, "{}", desk.app.notice);
    assert_eq!(desk.listed()[1], "a?x=1&y='2'");
    desk.send(&[Message::Save]);
    assert_eq!(desk.text("a.xml"), document(&["a?x=1&amp;y=&apos;2&apos;", "b"]));
}

#[test]
fn the_list_can_be_filtered() {
    let mut desk = Desk::new(&[("a.xml", document(&["a b", "http://e:x/", "%7e"])), ("b.xml", document(&["c"]))]);
    let mut listed = Vec::new();
    for _ in 0..4 {
        desk.send(&[Message::List(ListFilter::NextLeast)]);
        listed.push(desk.listed().len());
    }
    assert_eq!(listed, [3, 2, 1, 6]);
    desk.send(&[Message::Ask(PromptPurpose::List), Message::Insert("B.XM".to_owned())]);
    assert_eq!(desk.listed(), ["http://www.w3.org/1999/xlink", "c"]);
    desk.send(&[Message::Accept, Message::Back, Message::Back]);
    assert_eq!(desk.listed().len(), 6, "esc lists everything");
    let space = rules::ALL.iter().position(|rule| rule.name == "leiri-space").expect("the rule is there");
    desk.send(&[Message::List(ListFilter::Rule(space))]);
    assert_eq!(desk.listed(), ["a b"]);
    desk.send(&[Message::Back, Message::Back, Message::List(ListFilter::Place("x:href of <a>".to_owned()))]);
    assert_eq!(desk.listed(), ["a b", "http://e:x/", "%7e", "c"]);
}

#[test]
fn each_typed_letter_lists_what_contains_the_text() {
    let values =
        ["http://Example.org/a b", "HREF", "x", "\u{5D0}\u{5D1}", "\u{C9}t\u{E9}/A B", "\u{391}\u{3A3}", "b.xm"];
    let mut desk = Desk::new(&[("a.xml", document(&values)), ("b.xml", document(&["c", "A.XML"]))]);
    let documents = desk.documents();
    let parts = |number| {
        let (_, file, row) = documents.get(number)?;
        Some([file.rows.text(row), file.rows.place(row), &file.name].map(str::to_lowercase))
    };
    let all: Vec<[String; 3]> = (0..documents.len()).map_while(parts).collect();
    assert_eq!(all.len(), values.len() + 4);
    desk.send(&[Message::Ask(PromptPurpose::List)]);
    for text in ["a.xml", "a b", "href of <a>", "\u{5D0}\u{5D1}", "\u{C9}T\u{C9}", "\u{391}\u{3A3}", "xlink", "zz"] {
        let mut ends: Vec<usize> = text.char_indices().map(|(at, c)| at + c.len_utf8()).collect();
        let typed = ends.clone();
        ends.pop();
        for (is_typing, end) in typed.iter().map(|end| (true, *end)).chain(ends.iter().rev().map(|end| (false, *end))) {
            let last = text[..end].chars().last().map(String::from).unwrap_or_default();
            desk.send(&[if is_typing { Message::Insert(last) } else { Message::Delete(Motion::Left) }]);
            let now = text[..end].to_lowercase();
            let expected = all.iter().filter(|parts| parts.iter().any(|part| part.contains(&now)));
            let expected: Vec<&String> = expected.map(|[text, ..]| text).collect();
            let listed: Vec<String> = desk.listed().iter().map(|text| text.to_lowercase()).collect();
            assert_eq!(listed.iter().collect::<Vec<_>>(), expected, "{now:?}");
        }
        desk.send(&[Message::Delete(Motion::Left)]);
        assert_eq!(desk.listed().len(), all.len());
    }
}

#[test]
fn a_file_that_another_program_changed_is_reloaded() {
    let mut desk = Desk::one(&["a b"]);
    desk.write_outside("a.xml", &document(&["c", "d e"]));
    desk.send(&[Message::Tick]);
    assert_eq!(desk.listed(), ["http://www.w3.org/1999/xlink", "c", "d e"]);
    assert!(desk.app.notice.contains("changed on disk: reloaded"), "{}", desk.app.notice);
}

#[test]
fn a_reference_that_another_program_changes_stays_in_the_list_of_fixes_but_is_not_chosen() {
    let mut desk = Desk::one(&["a b", "c|d", "e f"]);
    desk.send(&[Message::Propose(RuleScope::Any), Message::ChooseFixes(ChosenFixes::All)]);
    desk.write_outside("a.xml", &document(&["aa b", "c|d", "e f"]));
    desk.send(&[Message::Tick]);
    let list = desk.app.fix_list().expect("the fixes are shown");
    let chosen = |part: &ProposedChange| -> Vec<bool> { part.choices.iter().map(|own| own.chosen.is_some()).collect() };
    assert_eq!(list.proposal.parts.iter().flat_map(chosen).collect::<Vec<_>>(), [false, true, true]);
    assert!(list.proposal.title().contains(": 2 of 3 safe chosen in 1 file"), "{}", list.proposal.title());
    desk.send(&[Message::Accept, Message::Save]);
    assert_eq!(desk.text("a.xml"), document(&["aa b", "c%7Cd", "e%20f"]));
}

#[test]
fn changes_of_both_are_kept_where_they_do_not_meet() {
    let mut desk = Desk::one(&["a b", "c", "d e"]);
    desk.send(&[Message::NextFinding(true), Message::Fix(0)]);
    desk.write_outside("a.xml", &document(&["a b", "changed", "d e"]));
    desk.send(&[Message::Tick]);
    assert!(desk.app.notice.contains("kept"), "{}", desk.app.notice);
    desk.send(&[Message::Save]);
    assert_eq!(desk.text("a.xml"), document(&["a%20b", "changed", "d e"]));
}

#[test]
fn a_conflicting_change_on_disk_is_not_overwritten() {
    let mut desk = Desk::one(&["a b"]);
    desk.send(&[Message::NextFinding(true), Message::Fix(0)]);
    desk.write_outside("a.xml", &document(&["a  b"]));
    desk.send(&[Message::Tick]);
    assert!(desk.app.overlays.is_empty() && desk.app.notice.contains("changed on disk"), "{}", desk.app.notice);
    desk.send(&[Message::Save]);
    assert_eq!(desk.text("a.xml"), document(&["a  b"]), "{}", desk.app.notice);
    assert!(matches!(desk.app.overlays.last(), Some(Overlay::Menu(_))), "{}", desk.app.notice);
    assert!(desk.app.notice.contains("not saved: "), "{}", desk.app.notice);
    desk.send(&[Message::Reload(0)]);
    assert_eq!(desk.listed()[1], "a  b");
}

#[test]
fn an_unnoticed_change_on_disk_is_not_overwritten() {
    let mut desk = Desk::one(&["a b"]);
    desk.send(&[Message::NextFinding(true), Message::Fix(0)]);
    desk.write_outside("a.xml", &document(&["x"]));
    desk.send(&[Message::Save]);
    assert_eq!(desk.text("a.xml"), document(&["x"]));
}

#[test]
fn quitting_with_unsaved_changes_asks() {
    let mut desk = Desk::one(&["a b"]);
    assert_eq!(desk.app.update(Message::Quit), Effect::Quit);
    desk.send(&[Message::NextFinding(true), Message::Fix(0)]);
    assert_eq!(desk.app.update(Message::Quit), Effect::Draw);
    assert_eq!(desk.app.update(Message::Accept), Effect::Quit, "the first choice writes and quits");
    assert_eq!(desk.text("a.xml"), document(&["a%20b"]));
}

#[test]
fn a_second_request_to_quit_needs_no_answer() {
    let mut desk = Desk::one(&["a b"]);
    desk.send(&[Message::NextFinding(true), Message::Fix(0)]);
    assert_eq!(desk.app.update(Message::Quit), Effect::Draw);
    assert_eq!(desk.app.update(Message::Quit), Effect::Quit);
    assert_eq!(desk.text("a.xml"), document(&["a b"]), "nothing was saved");

    desk.send(&[Message::Back]);
    assert_eq!(desk.app.update(Message::Quit), Effect::Draw, "after an answer, it asks again");
}

#[cfg(unix)]
#[test]
fn a_write_protected_file_keeps_its_unsaved_changes() {
    use std::os::unix::fs::PermissionsExt;
    let mut desk = Desk::one(&["a b"]);
    fs::set_permissions(desk.path("a.xml"), fs::Permissions::from_mode(0o444)).expect("a mode can be set");
    desk.send(&[Message::NextFinding(true), Message::Fix(0), Message::Save]);
    assert_eq!(desk.text("a.xml"), document(&["a b"]));
    assert!(desk.app.notice.contains("write-protected"), "{}", desk.app.notice);
    assert_eq!(desk.documents().count.changed, 1);
}

#[test]
fn an_undo_in_a_file_that_was_left_restores_the_same_text() {
    let mut desk = Desk::new(&[("a.xml", document(&["a b"])), ("b.xml", document(&["c d"]))]);
    desk.send(&[Message::NextFinding(true), Message::Fix(0), Message::Save, Message::Step(Step::Last)]);
    desk.send(&[Message::Undo, Message::Save]);
    assert_eq!(desk.text("a.xml"), document(&["a b"]));
}

#[test]
fn no_size_of_the_list_panics() {
    let hostile = "\u{202E}x &#x7; \u{5D0}".repeat(300);
    let mut desk = Desk::new(&[("a.xml", document(&["a b", &hostile])), ("b\u{202E}.xml", document(&["c"]))]);
    for (width, height) in [(1, 1), (3, 3), (20, 5), (40, 12), (80, 24), (109, 13), (110, 12), (200, 60), (1000, 500)] {
        desk.send(&[Message::Resize(Size::new(width, height))]);
        for _ in 0..5 {
            desk.send(&[Message::Step(Step::Down)]);
            crate::ui::tests::assert_harmless_frame(&desk.app);
        }
        desk.send(&[Message::Step(Step::First)]);
    }
}

/// Returns a screen of two files, with names that do not depend on the temporary folder.
fn screen(width: u16, height: u16, messages: &[Message]) -> String {
    let guide = HEAD.to_owned()
        + "  <title>Set-up</title>\n  <img x:href=\"..\\img\\figure 1.png\"/>\n  <a x:href='http://ab.\u{5D2}\u{5D3}\u{5D4}.123/kl'/>\n"
        + "  <a x:href='http://example.org/a b|c'/>\n  <a x:href='HTTP://example.org/%7emit'/>\n</doc>\n";
    let mut desk = Desk::new(&[("guide.xml", guide), ("part.xml", document(&["http://e:x/", "chapter\u{202E}.xml"]))]);
    desk.send(&[Message::Resize(Size::new(width, height))]);
    for (number, name) in ["docs/guide.xml", "docs/part.xml"].into_iter().enumerate() {
        let documents = desk.app.origin.documents_mut().expect("files are looked at");
        name.clone_into(&mut documents.files[number].name);
        "docs".clone_into(&mut documents.name);
    }
    desk.send(messages);
    crate::ui::tests::screen_of(&desk.app)
}

#[test]
fn screens_of_the_list() {
    // Where `\` separates names, the first reference leads to another file.
    if !can_name(r"img\figure 1.png") {
        return;
    }
    let next = Message::NextFinding(true);
    insta::assert_snapshot!("list_80x24", screen(80, 24, std::slice::from_ref(&next)));
    insta::assert_snapshot!("list_80x24_hebrew", screen(80, 24, &[next.clone(), next.clone()]));
    insta::assert_snapshot!("list_200x60", screen(200, 60, &[next.clone(), next.clone(), next.clone()]));
    insta::assert_snapshot!("list_40x12", screen(40, 12, std::slice::from_ref(&next)));
    insta::assert_snapshot!("list_last", screen(80, 24, &[Message::Step(Step::Last)]));
    insta::assert_snapshot!("list_by_rule", screen(80, 24, &[Message::ListBy(FilterBy::Rule)]));
    insta::assert_snapshot!(
        "list_narrowed",
        screen(80, 24, &[Message::List(ListFilter::NextLeast), Message::Ask(PromptPurpose::List)])
    );
    insta::assert_snapshot!("list_nothing", screen(80, 24, &[Message::List(ListFilter::Place("no".to_owned()))]));
    let patch = [Message::Propose(RuleScope::Any)];
    insta::assert_snapshot!("list_patch", screen(80, 24, &patch));
    insta::assert_snapshot!("list_quit", screen(80, 24, &[next, Message::Fix(0), Message::Quit]));
}

#[test]
fn screens_of_a_reference_of_a_document() {
    let open = [Message::NextFinding(true), Message::NextFinding(true), Message::Open];
    insta::assert_snapshot!("opened_80x24", screen(80, 24, &open));
    insta::assert_snapshot!("opened_120x40", screen(120, 40, &open));
}

#[test]
fn all_read_errors_are_listed() {
    let mut desk =
        Desk::new(&[("a.xml", "\u{4C}\u{6F}\u{A7}\u{94}\u{93}".to_owned()), ("b.xml", "<a>\0</a>".to_owned())]);
    assert!(!desk.documents().failures.is_empty());
    desk.send(&[Message::Failures]);
    let Some(Overlay::Page(page)) = desk.app.overlays.last() else { panic!("no page: {:?}", desk.app.overlays) };
    assert!(page.lines.iter().any(|line| line.text.contains("b.xml: U+0000 at offset 3")), "{:?}", page.lines);
}

#[test]
fn a_problem_of_a_configuration_is_listed_once_with_its_location() {
    let config = (".iri.toml", "[rules]\nleiri-spcae = 'error'\n".to_owned());
    let mut desk = Desk::new(&[config, ("a.xml", document(&["a"])), ("b.xml", document(&["b"]))]);
    let [problem] = &desk.documents().failures[..] else { panic!("{:?}", desk.documents().failures) };
    assert!(problem.contains(".iri.toml:2:1: unknown rule or group 'leiri-spcae'"), "{problem}");
    desk.send(&[Message::Failures]);
    assert!(matches!(desk.app.overlays.last(), Some(Overlay::Page(page)) if page.lines.len() == 1));
}

#[test]
fn actions_without_effect_are_not_offered() {
    let mut desk = Desk::one(&["a"]);
    for message in [Message::Propose(RuleScope::Any), Message::NextFinding(true), Message::Save, Message::Failures] {
        assert!(!desk.app.is_available(&message), "{message:?}");
    }
    desk.send(&[Message::Failures, Message::Fix(0)]);
    assert!(desk.app.overlays.is_empty());
    assert!(desk.app.notice.starts_with("no findings"), "{}", desk.app.notice);
    let empty = Desk::new(&[]);
    for message in
        [Message::ListBy(FilterBy::Rule), Message::Ask(PromptPurpose::List), Message::List(ListFilter::NextLeast)]
    {
        assert!(!empty.app.is_available(&message) && desk.app.is_available(&message), "{message:?}");
    }
}

#[test]
fn a_deleted_file_is_not_saved_and_keeps_its_changes() {
    let mut desk = Desk::one(&["a b"]);
    desk.send(&[Message::NextFinding(true), Message::Fix(0)]);
    fs::remove_file(desk.path("a.xml")).expect("it can be removed");
    desk.send(&[Message::Save]);
    assert!(desk.app.notice.contains("was deleted or moved (d show unsaved changes)"), "{}", desk.app.notice);
    desk.send(&[Message::Changes]);
    let Some(Overlay::Page(page)) = desk.app.overlays.last() else { panic!("the changes are not shown") };
    assert!(page.lines.iter().any(|line| line.style == LineStyle::Added && line.text.contains("a%20b")));
}

#[test]
fn rejected_changes_have_a_reason() {
    let text = "<!DOCTYPE doc [<!ENTITY e 'a b'>]>\n".to_owned() + &document(&["&e;"]);
    let mut desk = Desk::new(&[("a.xml", text)]);
    desk.send(&[Message::NextFinding(true), Message::Fix(0)]);
    assert!(desk.app.notice.starts_with("no fix for this finding"), "{}", desk.app.notice);
    let config = (".iri.toml", "[rules]\nleiri-spcae = 'error'\n".to_owned());
    let mut desk = Desk::new(&[config, ("a.xml", document(&["a b"]))]);
    desk.send(&[Message::NextFinding(true), Message::Fix(0)]);
    assert!(desk.app.notice.contains("its configuration has errors (! problems)"), "{}", desk.app.notice);
    desk.send(&[Message::Propose(RuleScope::Any)]);
    assert!(desk.app.notice.contains("a.xml: the file or its configuration has errors"), "{}", desk.app.notice);
}

#[test]
fn a_signed_document_gets_only_fixes_that_are_chosen_one_by_one() {
    let signature = "<s:Signature xmlns:s='http://www.w3.org/2000/09/xmldsig#'><s:SignedInfo>\
                     <s:Reference URI=''/></s:SignedInfo></s:Signature>";
    let text = document(&["a b", "c|d"]).replace("</doc>", &format!("{signature}</doc>"));
    let mut desk = Desk::new(&[("a.xml", text.clone())]);
    let refused = "not fixed: the document contains an XML Signature";
    let rule = rules::ALL.iter().position(|rule| rule.name == "leiri-space");
    desk.send(&[Message::NextFinding(true)]);
    for messages in [
        &[Message::Propose(RuleScope::Any)][..],
        &[Message::Propose(RuleScope::Selected)],
        &[Message::Mark(MarkScope::Listed), Message::Fix(0)],
        &[Message::List(ListFilter::Rule(rule.expect("it exists"))), Message::Propose(RuleScope::Any)],
        &[Message::Back, Message::Open, Message::FixAllSafe],
    ] {
        desk.send(messages);
        assert!(desk.app.notice.contains(refused), "{messages:?}: {}", desk.app.notice);
        assert!(desk.app.overlays.is_empty() && desk.documents().count.changed == 0, "{messages:?}");
    }
    desk.send(&[Message::Back, Message::Fix(0)]);
    assert!(desk.app.notice.contains("the XML Signature becomes invalid"), "{}", desk.app.notice);
    desk.send(&[Message::Save]);
    assert!(desk.app.notice.contains("the XML Signature becomes invalid"), "{}", desk.app.notice);
    assert_eq!(desk.text("a.xml"), text.replace("a b", "a%20b"));
}

#[test]
fn files_that_are_skipped_are_counted_and_listed() {
    let mut desk = Desk::opened(&[("a.xml", document(&["a b"])), ("b.xml", "no markup".to_owned())]);
    assert_eq!(
        desk.documents().skipped.iter().filter(|note| note.ends_with("b.xml: skipped: no markup found")).count(),
        1
    );
    desk.send(&[Message::Resize(Size::new(200, 20))]);
    assert!(screen_of(&desk.app).lines().next().is_some_and(|title| title.contains(", 1 skipped")));
    desk.send(&[Message::Failures]);
    let Some(Overlay::Page(page)) = desk.app.overlays.last() else { panic!("no page: {}", desk.app.notice) };
    assert!(page.lines.iter().any(|line| line.text.ends_with("b.xml: skipped: no markup found")));
}

#[test]
fn a_key_while_files_are_loaded_leaves_the_list_of_findings_as_it_is() {
    let fine = document(&["http://e/", "http://e/a"]);
    let files = [("a.xml", fine.clone()), ("b.xml", fine), ("c.xml", document(&["http://e/", "http://e/a b"]))];
    for keys in [&["t"][..], &["j"], &["S"], &["G"], &["space"], &["?", "esc"], &[":", "esc"]] {
        let mut desk = Desk::unread_and_opened(&files);
        for key in keys {
            desk.type_key(key);
        }
        desk.type_key("n");
        assert_eq!(desk.app.notice, "no findings in the listed references (files are still being loaded)", "{keys:?}");
        desk.wait(|desk| !desk.documents().is_reading());
        assert_eq!(
            (desk.listed(), desk.app.panes.text()),
            (vec!["http://e/a b".to_owned()], "http://e/a b"),
            "{keys:?}"
        );
        assert_eq!(desk.app.notice, "", "{keys:?}");
    }
    // What the user chose himself stays.
    let mut desk = Desk::unread_and_opened(&files);
    desk.send(&[Message::List(ListFilter::All)]);
    desk.wait(|desk| !desk.documents().is_reading());
    assert_eq!(desk.listed().len(), 9);
}

#[test]
fn the_list_starts_at_the_reference_where_it_was_left() {
    let files = [("a.xml", document(&["a b", "c d"])), ("b.xml", document(&["e f", "g h"]))];
    let mut desk = Desk::opened(&files);
    desk.app.select_row(2);
    let left = desk.documents().position().expect("a reference is selected");
    assert_eq!((left.line, left.file.ends_with("b.xml")), (2, true));
    for (line, row) in [(left.line, 2), (3, 3), (99, 3)] {
        let position = Position { line, ..left.clone() };
        let opened = |documents: Documents| documents.opened_on_findings().at_position(Some(position));
        let app = app_of(desk.folder.path(), false, opened);
        assert_eq!(app.origin.documents().map(Documents::selected), Some(row), "{line}");
    }
}

#[test]
fn the_fix_that_a_key_applies_is_visible_on_small_screens() {
    let long = "installation-and-configuration-guide-of-the-server";
    let texts = [format!("{long}.xml"), "http://example.org/a\u{A0}b".to_owned()];
    for (width, height) in [(80, 24), (40, 12)] {
        let mut desk = Desk::new(&[
            ("a.xml", document(&texts.each_ref().map(String::as_str))),
            (&format!("{long}s.xml"), document(&[])),
        ]);
        desk.send(&[Message::Resize(Size::new(width, height))]);
        desk.press("t");
        for text in &texts {
            desk.press("n");
            assert_eq!(desk.app.panes.text(), text);
            let screen = screen_of(&desk.app);
            let fix = desk.documents().main_finding().and_then(|found| found.finding.fixes.first().cloned());
            let title: String = fix.expect("it has a fix").title.chars().take(12).collect();
            assert!(screen.contains(&format!("  f  {title}")), "{width}x{height}\n{screen}");
            let rows: Vec<&str> = screen.lines().filter(|line| line.ends_with('|')).collect();
            let is_cut = !screen.contains("3f  ");
            let last = rows[rows.len() - 2];
            assert_eq!(is_cut, last.ends_with("\u{2026}|"), "{width}x{height}\n{screen}");
        }
    }
}
