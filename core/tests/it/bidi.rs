//! Display of references: the examples of 3987bis section 4.4 in Hebrew and Arabic letters, and the characters that
//! only a LEIRI may contain.

use iri_core::bidi::trace::BidiRule;
use iri_core::bidi::{Bidi, DisplayOrder, Trace, twins};
use iri_core::characters::{notation, visual_notation};

/// Row of `bidi-examples.tsv`.
struct Row {
    label: String,
    logical: String,
    notation: String,
    visual: String,
    visual_notation: String,
    levels: Vec<u8>,
    browser: String,
    twin: Option<String>,
}

fn rows() -> Vec<Row> {
    let lines = include_str!("../data/bidi-examples.tsv").lines();
    let columns: Vec<&str> = lines.clone().next().expect("a heading").split('\t').collect();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let cell = |name: &str| cells[columns.iter().position(|column| *column == name).expect(name)].to_owned();
        Row {
            label: format!("{} {}", cell("script"), cell("example")),
            logical: cell("logical_text"),
            notation: cell("logical_bidi_notation"),
            visual: cell("visual_text_uba"),
            visual_notation: cell("visual_uba"),
            levels: cell("levels_uba").bytes().map(|digit| digit - b'0').collect(),
            browser: cell("visual_component_ltr_chromium"),
            twin: Some(cell("visual_twin_logical")).filter(|twin| twin != "-"),
        }
    };
    lines.skip(1).map(row).collect()
}

/// Returns `notation` with each uppercase letter replaced by the letter that `row` assigns to it.
fn letters(row: &Row, notation: &str) -> String {
    let pairs: Vec<(char, char)> = row.notation.chars().zip(row.logical.chars()).collect();
    let letter = |c: char| pairs.iter().find(|(capital, _)| *capital == c).map_or(c, |(_, letter)| *letter);
    notation.chars().map(letter).collect()
}

#[test]
fn the_examples_have_the_levels_and_the_display_of_the_algorithm() {
    let rows = rows();
    assert_eq!(rows.len(), 22);
    for row in &rows {
        let bidi = Bidi::new(&row.logical);
        assert_eq!(bidi.levels, row.levels, "{}", row.label);
        assert_eq!(bidi.visual(), row.visual, "{}", row.label);
        assert_eq!(bidi.visual(), letters(row, &row.visual_notation), "{}", row.label);
    }
}

#[test]
fn browser_order_goes_component_by_component() {
    for row in &rows() {
        let bidi = Bidi::with_order(&row.logical, DisplayOrder::Browser);
        assert_eq!(bidi.visual(), letters(row, &row.browser), "{}", row.label);
    }
}

#[test]
fn a_right_to_left_paragraph_changes_every_example() {
    for row in &rows() {
        let bidi = Bidi::with_order(&row.logical, DisplayOrder::RightToLeftParagraph);
        assert_ne!(bidi.visual(), row.visual, "{}", row.label);
    }
}

#[test]
fn examples_10_and_11_have_the_twin_that_is_listed_first_and_the_others_none() {
    for row in &rows() {
        let found = twins(&row.logical);
        assert_eq!(found.first(), row.twin.as_ref().map(|twin| letters(row, twin)).as_ref(), "{}", row.label);
        if row.twin.is_none() {
            continue;
        }
        // The number may also be split, with one part before the letters: the list has only the whole number.
        for cut in ["ab.1CDEFGH.23", "ab.12CDEFGH.3"] {
            let other = letters(row, &row.notation.replace("ab.CDEFGH.123", cut));
            assert!(found.contains(&other), "{}", row.label);
        }
        assert_eq!(found.len(), 3, "{}", row.label);
    }
}

#[test]
fn the_examples_use_the_uppercase_letters_of_the_draft() {
    for row in &rows() {
        assert_eq!(notation(&row.logical), row.notation, "{}", row.label);
        assert_eq!(visual_notation(&row.logical), row.visual_notation, "{}", row.label);
    }
}

#[test]
fn notation_distinguishes_different_texts() {
    // An uppercase letter of the text, a brace, and invisible characters are all written in braces.
    assert_eq!(notation("A{\u{5D0}\u{202E}\u{E9}\t}"), "{A}{{}A{RLO}{00E9}{TAB}{}}");
    // Nun and its final form have the same uppercase letter; the one with the higher code point gets an unused one.
    assert_eq!(notation("\u{5DF}\u{5E0}\u{5DF}"), "NAN");
    // Letters of other scripts get the unused uppercase letters in the order of their code points.
    assert_eq!(notation("\u{712}\u{710}\u{5D0}"), "CBA");
    let many: String = ('\u{710}'..='\u{72F}').collect();
    assert!(notation(&many).contains("{072F}"));
    assert!(notation(&many).is_ascii());
}

#[test]
fn a_noncharacter_has_the_level_of_the_previous_character() {
    assert_eq!(Bidi::new("/\u{5D0}\u{FDD0}\u{5D1}/").levels, [0, 1, 1, 1, 0]);
}

#[test]
fn the_trace_names_the_rule_that_decided() {
    // In Example 9 the digits after an Arabic letter become Arabic numbers, and `%` cannot join them.
    let hebrew = Trace::new("\u{5D0}%31/\u{5D0}", DisplayOrder::Rfc);
    let arabic = Trace::new("\u{627}%31/\u{627}", DisplayOrder::Rfc);
    let rules = |trace: &Trace| trace.decisions.iter().map(|decision| decision.rule).collect::<Vec<_>>();
    assert_eq!(rules(&hebrew), [BidiRule::I1, BidiRule::W5, BidiRule::I1, BidiRule::I1, BidiRule::N1, BidiRule::I1]);
    assert_eq!(rules(&arabic), [BidiRule::W3, BidiRule::N1, BidiRule::W2, BidiRule::W2, BidiRule::N1, BidiRule::W3]);
}

#[test]
fn an_explanation_has_the_steps_of_the_class_and_the_neighbor_that_joins() {
    let trace = Trace::new("ab.\u{5D2}\u{5D3}.123/kl", DisplayOrder::Rfc);
    assert_eq!(
        trace.explain(6),
        "EN stays EN, level 2 by I1 (a number rises two levels in left-to-right text); \
         follows '.' (U+002E), which N1 made R"
    );
    assert_eq!(
        trace.explain(9),
        "CS \u{2192} ON by W6 (a separator or terminator that joins no number is neutral) \
         \u{2192} L by N2 (between R and L; the embedding direction decides), \
         level 0 by I1 (keeps the left-to-right level)"
    );
    assert_eq!(trace.explain(99), "");
}

#[test]
fn a_removed_character_has_the_level_of_the_previous_one() {
    let text = "\u{202E}\u{5D0}\u{AD}\u{202C} a";
    let bidi = Bidi::new(text);
    assert_eq!(bidi.levels, [0, 1, 1, 1, 0, 0]);
    assert_eq!(Trace::new(text, DisplayOrder::Rfc).decisions[2].rule, BidiRule::X9);
}

#[test]
fn marks_stay_after_their_letter_and_brackets_are_mirrored() {
    let bidi = Bidi::new("/\u{5D0}\u{5B0}(\u{5D1})\u{5D2}/");
    assert_eq!(bidi.visual(), "/\u{5D2}(\u{5D1})\u{5D0}\u{5B0}/");
    assert_eq!(bidi.logical_to_visual, [0, 5, 6, 4, 3, 2, 1, 7]);
    assert!(!bidi.is_left_to_right());
    assert!(Bidi::new("http://example.org/%31").is_left_to_right());
}

#[test]
fn paragraph_separators_end_the_reordering() {
    for separator in ["\n", "\r", "\r\n", "\u{1C}", "\u{85}", "\u{2029}"] {
        let text = format!("\u{5D0}\u{5D1}{separator}\u{5D2}\u{5D3}");
        let expected = format!("\u{5D1}\u{5D0}{separator}\u{5D3}\u{5D2}");
        assert_eq!(Bidi::new(&text).visual(), expected, "{separator:?}");
    }
}
