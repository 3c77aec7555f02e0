//! One presentation: all commands write characters, letters, places and forms in the same way.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::program::{command, run, text};
use iri_core::characters::BidiNotation;
use iri_core::reference::Form;

/// Returns the output of the program, which is not a terminal.
fn printed(arguments: &[&str]) -> String {
    text(&run(&mut command(arguments), b"").stdout)
}

/// Returns the output of the program about a file with this content.
fn printed_of(name: &str, arguments: &[&str], content: &str) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    fs::write(folder.path().join(name), content).expect("a file can be written there");
    let mut command = command(arguments);
    text(&run(command.arg(name).current_dir(folder.path()), b"").stdout)
}

fn links(references: &[String]) -> String {
    let links: Vec<String> = references.iter().map(|reference| format!("<a href=\"{reference}\"/>\n")).collect();
    format!("<html xmlns=\"http://www.w3.org/1999/xhtml\">\n{}</html>\n", links.concat())
}

const KLM: &str = "http://\u{5DB}\u{5DC}\u{5DE}.123/kl";

#[test]
fn one_report_has_one_notation() {
    let notation = BidiNotation::new(KLM);
    let report = printed(&["show", KLM]);
    let (stored, host) = (notation.write(KLM), notation.write("\u{5DB}\u{5DC}\u{5DE}"));
    let lines: Vec<&str> = report.lines().collect();
    assert!(lines[0].starts_with(&stored), "{report}");
    assert!(lines.iter().any(|line| line.trim() == format!("stored        {stored}")), "{report}");
    let message = lines.iter().find(|line| line.contains("bidi-twin")).expect("it has a twin");
    let twin = iri_core::inspect(KLM, &iri_core::Options::default()).twins().swap_remove(0);
    let twin = notation.write(&twin);
    assert!(message.ends_with(&format!("to another reference: {twin}")), "{message}");
    for entry in notation.legend() {
        let entry = format!("{}  {}", entry.capital, entry.name());
        assert_eq!(lines.iter().filter(|line| line.trim() == entry).count(), 1, "{entry}: {report}");
    }

    let check = printed_of("a.html", &["check"], &links(&[KLM.to_owned()]).replace("<a", "<a title=\"\u{627}A\""));
    let finding = check.split("\n\n").find(|finding| finding.contains("bidi-twin")).expect("it has a twin");
    assert!(finding.contains(&format!("to another reference: {twin}\n")), "{finding}");
    assert!(
        finding.contains(&format!("href=\"{stored}\"")),
        "the line below has the same uppercase letters: {finding}"
    );
    assert!(finding.contains("title=\"A{A}\""), "a Latin capital is marked: {finding}");
    let legend = finding.lines().find(|line| line.contains("legend:")).expect("it has a legend");
    assert!(legend.contains("A = U+0627 ARABIC LETTER ALEF"), "{legend}");
    assert!(host.chars().all(|capital| legend.contains(&format!("{capital} = U+05D"))), "{legend}");
}

#[test]
fn different_references_of_a_list_never_print_alike() {
    // Two letters for one uppercase letter, two of one remainder by 26, digits, a Latin uppercase letter, a brace, a
    // percent-encoding.
    let letters = [
        "\u{5D0}", "\u{5EA}", "\u{5D7}", "\u{627}", "\u{62D}", "\u{710}", "\u{7C1}", "\u{661}", "1", "A", "H", "{",
        "}", "%", "a",
    ];
    let pairs = letters.iter().flat_map(|one| letters.iter().map(move |other| format!("{one}{other}")));
    let references: Vec<String> = pairs.flat_map(|pair| [format!("x/{pair}"), format!("x/{pair}1")]).collect();
    let list = printed_of("a.html", &["list"], &links(&references));
    let mut shown: BTreeMap<&str, usize> = BTreeMap::new();
    for line in list.lines().filter(|line| line.contains(":10: x/")) {
        *shown.entry(line.split_once(": ").expect("a place").1).or_default() += 1;
    }
    assert_eq!(shown.values().sum::<usize>(), references.len(), "{list}");
    let different: BTreeSet<&String> = references.iter().collect();
    assert_eq!(shown.len(), different.len(), "{shown:?}");
    assert!(
        list.lines().any(|line| line.contains("legend: ") && line.contains("A = U+05D0 HEBREW LETTER ALEF")),
        "{list}"
    );
}

#[test]
fn without_right_to_left_letters_no_capital_is_marked() {
    let list = printed_of("a.html", &["list"], &links(&["HTTP://A/b".to_owned()]));
    assert!(list.contains(" HTTP://A/b\n") && !list.contains("legend"), "{list}");
}

#[test]
fn a_character_has_one_name() {
    for (c, name) in [('\u{7}', "BEL"), ('\u{2028}', "LSEP"), ('\u{FFFC}', "OBJ")] {
        let reference = format!("http://h/\u{202E}{c}x");
        let report = printed(&["show", &reference]);
        assert!(report.starts_with(&format!("http://h/[RLO][{name}]x")), "{report}");
        assert!(report.contains(&format!("stored        http://h/{{RLO}}{{{name}}}x")), "{report}");
        let listed = printed_of("a.html", &["list"], &links(&[format!("x{c}y")]));
        assert!(c == '\u{7}' || listed.contains(&format!(" x[{name}]y\n")), "{listed}");
        let screen = printed(&["--print=120x50", "--glyphs", "ascii", &reference]);
        assert!(screen.contains(&format!("http://h/[RLO][{name}]x")), "{screen}");
        assert!(screen.contains(&format!("{{{name}}}")), "{screen}");
    }
}

#[test]
fn a_place_is_described_as_the_author_wrote_it() {
    let document = "<!DOCTYPE r SYSTEM \"r x.dtd\">\n<r xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n\
                    <figure xlink:href=\"a b\"/></r>\n";
    let check = printed_of("a.xml", &["check"], document);
    for place in ["xlink:href of <figure>", "system identifier of <!DOCTYPE r>"] {
        assert!(check.contains(&format!("= {place}: ")), "{check}");
        assert!(printed_of("a.xml", &["list"], document).contains(&format!("  {place}: ")), "{place}");
    }
    let screen = printed_of("a.xml", &["--print=120x20"], document);
    assert!(screen.contains("xlink:href of <figure>") || screen.contains("xlink:href of <figu\u{2026}"), "{screen}");
}

#[test]
fn a_form_has_one_name() {
    // A reference whose forms are all different or not available.
    let reference = "http://\u{E9}x.org/%C3%A9 |\\?\u{E9}";
    let (report, screen) = (printed(&["show", reference]), printed(&["--print=200x90", reference]));
    for form in [Form::Uri, Form::UriIdna, Form::ReadableIri, Form::JavaNetUri, Form::WebAddress, Form::Whatwg] {
        let label = form.label();
        let is_named = |line: &str| {
            let others = line.strip_prefix("also ").or_else(|| line.strip_prefix("none as  "));
            line.starts_with(&format!("{label}  ")) || others.is_some_and(|all| all.split(", ").any(|one| one == label))
        };
        assert!(report.lines().any(|line| is_named(line.trim())), "{label}: {report}");
        assert!(screen.lines().any(|line| line.contains(&format!(" {label} "))), "{label}: {screen}");
    }
}
