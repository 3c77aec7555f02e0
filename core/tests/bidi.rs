//! The display of references: the examples of 3987bis section 4.4 in Hebrew and Arabic letters,
//! and what the algorithm must do with the characters that only a LEIRI holds.

use iri_core::unicode::bidi::{Bidi, Order};

/// One row of `bidi-examples.tsv`.
struct Row {
    label: String,
    logical: String,
    notation: String,
    visual: String,
    visual_notation: String,
    levels: Vec<u8>,
    browser: String,
}

fn rows() -> Vec<Row> {
    let lines = include_str!("data/bidi-examples.tsv").lines();
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
        }
    };
    lines.skip(1).map(row).collect()
}

/// `notation` with each capital replaced by the letter that `row` writes for it.
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
        let bidi = Bidi::of(&row.logical);
        assert_eq!(bidi.levels, row.levels, "{}", row.label);
        assert_eq!(bidi.visual(), row.visual, "{}", row.label);
        assert_eq!(bidi.visual(), letters(row, &row.visual_notation), "{}", row.label);
    }
}

#[test]
fn browser_order_goes_component_by_component() {
    for row in &rows() {
        let bidi = Bidi::in_order(&row.logical, Order::Browser);
        assert_eq!(bidi.visual(), letters(row, &row.browser), "{}", row.label);
    }
}

#[test]
fn a_right_to_left_paragraph_changes_every_example() {
    for row in &rows() {
        let bidi = Bidi::in_order(&row.logical, Order::RightToLeftParagraph);
        assert_ne!(bidi.visual(), row.visual, "{}", row.label);
    }
}

#[test]
fn a_noncharacter_has_the_level_of_what_it_follows() {
    assert_eq!(Bidi::of("/\u{5D0}\u{FDD0}\u{5D1}/").levels, [0, 1, 1, 1, 0]);
}
