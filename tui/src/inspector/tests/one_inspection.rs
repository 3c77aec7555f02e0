//! The panes report the findings of the list and of `check`, and apply the safe fixes of `check --fix`.
//!
//! `ui/tests/agreement.rs` compares them on many more documents.

use iri_core::rules::Finding;
use iri_core::{Severity, rules};

use super::desk::Desk;
use crate::inspector::editor::Motion;
use crate::inspector::message::{Effect, Message, Step};
use crate::inspector::origin::Screen;
use crate::inspector::pane::Pane;
use crate::ui::tests::shown;

/// A finding as users see it.
type Seen = (&'static str, Severity, String, Vec<String>);

fn seen<S>(finding: &Finding<S>) -> Seen {
    let fixes = finding.fixes.iter().map(|fix| format!("{} {}", fix.title, fix.safety.name())).collect();
    (finding.rule.name, finding.severity, finding.message.to_string(), fixes)
}

/// Returns the findings of the panes.
fn in_panes(desk: &Desk) -> Vec<Seen> {
    let findings = &desk.app.panes.analysis.findings;
    let mut seen: Vec<Seen> = (0..findings.len()).filter_map(|index| findings.get(index)).map(|f| seen(&f)).collect();
    seen.sort();
    seen
}

/// Returns the findings of the selected row, and how many it counts.
fn in_list(desk: &Desk) -> (Vec<Seen>, usize) {
    let documents = desk.documents();
    let at = documents.at().expect("a reference is selected");
    let mut seen: Vec<Seen> = documents.findings(at).iter().map(|found| seen(&found.finding)).collect();
    seen.sort();
    (seen, documents.current().map_or(0, |(_, _, row)| row.findings()))
}

fn rules_in_panes(desk: &Desk) -> Vec<&'static str> {
    in_panes(desk).into_iter().map(|(rule, ..)| rule).collect()
}

/// Opens a file with one reference.
fn opened(text: &str, configuration: &str) -> Desk {
    let mut desk = Desk::new(&[("./.iri.toml", configuration.to_owned()), ("a.xml", format!("<r>\n{text}\n</r>\n"))]);
    desk.send(&[Message::Open]);
    assert_eq!(desk.app.origin.screen(), Screen::Reference);
    desk
}

/// Opens the reference of `text` and presses `F w`; returns the markup then.
fn fixed_in_panes(text: &str, configuration: &str) -> String {
    let mut desk = opened(text, configuration);
    desk.send(&[Message::Focus(Pane::Findings), Message::FixAllSafe, Message::Save]);
    let written = desk.text("a.xml");
    written.trim_start_matches("<r>\n").trim_end_matches("\n</r>\n").to_owned()
}

#[test]
fn a_surrogate_is_not_overwritten_by_safe_fixes() {
    let text = "<a xml:base=\"q&#xD800;z\"/>";
    assert_eq!(rules_in_panes(&opened(text, "")), ["surrogate"]);
    assert_eq!(fixed_in_panes(text, ""), text);
    assert_eq!(fixed_in_panes("<a xml:base=\"a q&#xD800;z b\"/>", ""), "<a xml:base=\"a%20q&#xD800;z%20b\"/>");
}

#[test]
fn a_suppressed_finding_is_not_in_the_panes() {
    let text = "<!-- iri-ignore leiri-space --><a xml:base=\"a b\"/>";
    assert!(rules_in_panes(&opened(text, "")).is_empty());
    assert_eq!(fixed_in_panes(text, ""), text);
}

#[test]
fn an_ignored_value_has_no_finding_in_the_panes() {
    let (text, ignored) = ("<a xml:base=\"a b\"/>", "[[ignore]]\nvalues = [\"a b\"]\n");
    assert!(rules_in_panes(&opened(text, ignored)).is_empty());
    assert_eq!(fixed_in_panes(text, ignored), text);
    assert_eq!(fixed_in_panes(text, ""), "<a xml:base=\"a%20b\"/>");
}

#[test]
fn a_raw_ampersand_is_a_finding_in_the_panes() {
    let desk = opened("<a xml:base=\"a&b\"/>", "");
    assert_eq!(rules_in_panes(&desk), ["raw-ampersand"]);
    assert_eq!(in_panes(&desk), in_list(&desk).0);
    let text = desk.text("a.xml");
    // The text is the same after the fix, but not its source.
    let mut desk = desk;
    desk.send(&[Message::Fix(0)]);
    assert!(rules_in_panes(&desk).is_empty(), "{}", desk.app.notice);
    desk.send(&[Message::Save]);
    assert_eq!(desk.text("a.xml"), text.replace("a&b", "a&amp;b"));
    desk.send(&[Message::Undo, Message::Save]);
    assert_eq!((desk.text("a.xml"), rules_in_panes(&desk)), (text, vec!["raw-ampersand"]));
}

#[test]
fn an_unknown_entity_has_no_findings() {
    // Its replacement may be anything: '%' and 'x' are not a broken percent-encoding.
    let desk = opened("<a xml:base=\"%&unknown;\"/>", "");
    assert!(rules_in_panes(&desk).is_empty(), "{:?}", in_panes(&desk));
    assert!(in_list(&desk).0.is_empty());
}

#[test]
fn an_unknown_reference_is_unknown_everywhere() {
    for source in ["http://h/&unknown;", "http://h/&#xD800;", "http://${host}/"] {
        let mut desk = opened(&format!("<a xml:base=\"{source}\"/>"), "");
        let app = &mut desk.app;
        let analysis = &app.panes.analysis;
        assert!(
            analysis.verdict.starts_with("unknown: ") && analysis.valid.is_none(),
            "{source}: {}",
            analysis.verdict
        );
        assert!(analysis.components.is_empty() && analysis.listing.count == 0 && analysis.not_iri.is_empty());
        assert!(analysis.destination.is_none() && analysis.parsers.is_empty() && analysis.resolution.is_none());
        assert!(analysis.conversions.is_none() && analysis.direction.is_none() && analysis.selected.is_none());
        assert_eq!(app.update(Message::Copy), Effect::Copy { what: "reference", text: source.to_owned() });
        for pane in Pane::ALL.into_iter().filter(|pane| !matches!(pane, Pane::Reference | Pane::Findings)) {
            app.update(Message::Focus(pane));
            let screen = crate::ui::tests::shown(app);
            assert!(screen.contains(app.panes.analysis.verdict), "{source}, {pane:?}\n{screen}");
            assert!(!screen.contains("valid") && !screen.contains("not available"), "{source}, {pane:?}\n{screen}");
        }
    }
}

#[test]
fn a_missing_target_is_a_finding_in_the_panes_while_it_is_missing() {
    let on = "[rules]\nmissing-target = \"warning\"\n";
    let mut desk = opened("<a xmlns:x='http://www.w3.org/1999/xlink' x:href='gone.xml'/>", on);
    desk.send(&[Message::Focus(Pane::Findings), Message::Back, Message::NextFinding(true), Message::Open]);
    assert_eq!((desk.app.panes.text(), rules_in_panes(&desk)), ("gone.xml", vec!["missing-target"]));
    desk.send(&[Message::Focus(Pane::Reference), Message::SelectAll, Message::Insert("a.xml".to_owned())]);
    assert!(rules_in_panes(&desk).is_empty());
}

#[test]
fn typed_text_is_inspected_as_in_the_document() {
    let entities = "<!DOCTYPE r [<!ENTITY e 'k|k'>]>";
    let desk = &mut Desk::new(&[("a.xml", format!("{entities}<r><a xml:base=\"x&e;y&#xD800;z\"/></r>"))]);
    desk.send(&[Message::Open, Message::Focus(Pane::Reference)]);
    for (motion, typed) in [(Motion::Start, "1 "), (Motion::End, " &2"), (Motion::Start, "\"")] {
        desk.send(&[Message::Move(motion), Message::Insert(typed.to_owned())]);
        let panes = in_panes(desk);
        desk.send(&[Message::Save]);
        assert_eq!(desk.app.origin.screen(), Screen::Reference, "{}", desk.app.notice);
        assert_eq!(panes, in_list(desk).0, "after {typed:?}");
    }
    assert_eq!(desk.text("a.xml"), format!("{entities}<r><a xml:base=\"&quot;1 x&e;y&#xD800;z &amp;2\"/></r>"));
    // Undo everything: the text and its source are as they were opened.
    while desk.app.is_available(&Message::Undo) {
        desk.send(&[Message::Undo]);
    }
    desk.send(&[Message::Save]);
    assert_eq!(desk.text("a.xml"), format!("{entities}<r><a xml:base=\"x&e;y&#xD800;z\"/></r>"));
}

#[test]
fn an_undo_restores_a_deleted_character_reference() {
    let text = "<a xml:base=\"q&#xD800;&#x7A;\"/>";
    let mut desk = opened(text, "");
    desk.send(&[Message::Focus(Pane::Reference), Message::SelectAll, Message::Insert("new".to_owned())]);
    desk.send(&[Message::Save]);
    assert!(desk.text("a.xml").contains("xml:base=\"new\""));
    desk.send(&[Message::Undo, Message::Save]);
    assert!(desk.text("a.xml").contains(text), "{}", desk.text("a.xml"));
    desk.send(&[Message::Redo, Message::Save]);
    assert!(desk.text("a.xml").contains("xml:base=\"new\""));
}

#[test]
fn text_that_the_source_cannot_express_is_not_saved() {
    let text = "<!DOCTYPE r [<!ENTITY e 'k'>]><r><a xml:base=\"x&e;y\"/></r>";
    let mut desk = Desk::new(&[("a.xml", text.to_owned())]);
    desk.send(&[Message::Open, Message::Focus(Pane::Reference), Message::SelectAll, Message::Insert("n".to_owned())]);
    assert!(desk.app.notice.starts_with("not in the document: "), "{}", desk.app.notice);
    desk.send(&[Message::Insert("ew".to_owned()), Message::Save]);
    assert_eq!((desk.app.panes.text(), desk.text("a.xml").as_str()), ("new", text));
    assert!(desk.app.notice.starts_with("not changed: "), "{}", desk.app.notice);
    desk.send(&[Message::Focus(Pane::Findings), Message::FixAllSafe, Message::Back]);
    assert_eq!(
        (desk.app.origin.screen(), desk.app.panes.text(), desk.app.overlays.len()),
        (Screen::Reference, "new", 1)
    );
    // Cancel.
    desk.send(&[Message::Accept]);
    while desk.app.panes.reference.editor.can_step_history(crate::files::history::HistoryStep::Undo) {
        desk.send(&[Message::Undo]);
    }
    desk.send(&[Message::Focus(Pane::Reference), Message::Move(Motion::End), Message::Insert("z".to_owned())]);
    desk.send(&[Message::Save]);
    assert_eq!(desk.text("a.xml"), text.replace("&e;y", "&e;yz"));
}

#[test]
fn text_that_the_source_cannot_express_has_its_findings() {
    let mut desk = Desk::one(&["a"]);
    desk.send(&[Message::Open, Message::Focus(Pane::Reference), Message::SelectAll]);
    desk.send(&[Message::Insert("a b\u{7}".to_owned())]);
    desk.app.wait_for_analysis();
    assert!(desk.app.notice.starts_with("not in the document: "), "{}", desk.app.notice);
    let found = desk.app.panes.analysis.findings.len();
    assert!(found >= 2, "the space and the control character: {found}");
}

#[test]
fn an_item_of_a_list_is_not_divided() {
    let list = |items: &str| {
        format!("<r xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"{items}\"/>")
    };
    let mut desk = Desk::new(&[("a.xml", list("urn:x a.xsd"))]);
    desk.send(&[Message::Step(Step::Last), Message::Open, Message::Focus(Pane::Reference)]);
    desk.send(&[Message::Move(Motion::End), Message::Insert(" ".to_owned())]);
    assert!(desk.app.notice.contains("into several"), "{}", desk.app.notice);
    desk.send(&[Message::Insert("b".to_owned()), Message::Save]);
    assert_eq!((desk.app.panes.text(), desk.text("a.xml")), ("a.xsd b", list("urn:x a.xsd")));
    desk.send(&[Message::Delete(Motion::Left), Message::Delete(Motion::Left), Message::Insert("x".to_owned())]);
    desk.send(&[Message::Save]);
    assert_eq!(desk.text("a.xml"), list("urn:x a.xsdx"), "{}", desk.app.notice);
}

#[test]
fn a_long_reference_is_fixed_in_its_document() {
    let value = |space: &str| format!("q&#xD800;{}", format!("a{space}b").repeat(5_000));
    let text = |space: &str| format!("<r><!-- iri-ignore leiri-unwise --><a xml:base=\"|{}\"/></r>", value(space));
    let mut desk = Desk::new(&[("a.xml", text(" "))]);
    desk.send(&[Message::Open]);
    desk.app.wait_for_analysis();
    assert_eq!(in_panes(&desk), in_list(&desk).0);
    desk.send(&[Message::Focus(Pane::Findings), Message::FixAllSafe]);
    desk.app.wait_for_analysis();
    desk.send(&[Message::Save]);
    assert_eq!(desk.text("a.xml"), text("%20"), "{}", desk.app.notice);
    let spaces = rules::ALL.iter().filter(|rule| rule.name == "leiri-space").count();
    assert_eq!((spaces, rules_in_panes(&desk).contains(&"leiri-space")), (1, false));
}

#[test]
fn the_panes_follow_a_change_of_the_document_elsewhere() {
    let text = |comment: &str| format!("<r>{comment}<a xml:base=\"a b\"/></r>");
    let mut desk = Desk::new(&[("a.xml", text(""))]);
    desk.send(&[Message::Open]);
    assert_eq!(rules_in_panes(&desk), ["leiri-space"]);
    desk.write_outside("a.xml", &text("<!-- iri-ignore leiri-space -->"));
    desk.send(&[Message::Tick]);
    assert!(rules_in_panes(&desk).is_empty(), "{:?}", in_panes(&desk));
    desk.send(&[Message::Focus(Pane::Findings), Message::FixAllSafe, Message::Save]);
    assert_eq!(desk.text("a.xml"), text("<!-- iri-ignore leiri-space -->"));
}

#[test]
fn a_reference_in_an_unknown_place_has_the_lines_that_declare_it() {
    let declares = |text: &str, configuration: &str| {
        let mut desk = opened(text, configuration);
        desk.send(&[Message::Focus(Pane::Findings)]);
        shown(&desk.app).contains("element = \"item\"")
    };
    assert!(declares("<item spot='http://h/a b'/>", ""));
    assert!(!declares("<item spot='http://h/a b'/>", "[[places]]\nattribute = 'spot'\nrole = 'any-uri'"));
}
