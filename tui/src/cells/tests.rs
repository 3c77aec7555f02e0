use iri_core::Span;
use iri_core::unicode::is_invisible;
use ratatui::buffer::{Buffer, CellWidth};
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::joined::is_vowel_or_final_jamo;
use super::right_to_left::may_be_reordered;
use super::stand_in::is_mark;
use super::*;
use crate::theme::drawing::{Drawing, Glyphs, Letters};
use iri_core::characters::{BidiNotation, Escaper, short_name};
use iri_core::unicode::is_right_to_left;

fn shown(text: &str, glyphs: Glyphs) -> String {
    pieces(text, glyphs).map(|piece| piece.symbol.into_owned()).collect()
}

/// Returns whether a cell may contain `symbol`: visible characters, and marks that have a base.
fn is_harmless(symbol: &str) -> bool {
    symbol.chars().enumerate().all(|(index, c)| {
        let hidden = c.is_control()
            || is_invisible(c)
            || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200E}' | '\u{200F}' | '\u{61C}');
        let is_zero_width = c.encode_utf8(&mut [0; 4]).cell_width() == 0;
        !hidden && (!is_zero_width || index > 0 && (is_mark(c) || is_vowel_or_final_jamo(c)))
    })
}

#[test]
fn every_character_has_a_harmless_stand_in_of_its_own_width() {
    let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 1));
    for c in '\0'..=char::MAX {
        let text = c.to_string();
        for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
            let mut all = pieces(&text, glyphs);
            let piece = all.next().expect("a character makes a piece");
            assert!(is_harmless(&piece.symbol), "U+{:04X} shows {:?}", u32::from(c), piece.symbol);
            assert!(all.next().is_none() && piece.span == Span::new(0, text.len()));
            assert!((1..=12).contains(&piece.cells) && piece.symbol.cell_width().max(1) == piece.cells);
            assert_eq!(piece.draw(&mut buffer, Position::ORIGIN, 20, Style::new()), Some(piece.cells));
        }
    }
}

#[test]
fn whatever_the_neighbours_no_piece_hides_or_moves_anything() {
    // All triples of one character of each kind.
    let kinds: Vec<char> = "a 0\u{5D0}\u{627}\u{301}\u{200D}\u{FE0F}\u{1F469}\u{1F3FD}\u{1F1E9}\u{1100}\u{1161}\u{11A8}\u{915}\u{94D}\u{93F}\u{E33}\u{202E}\u{85}\u{E0061}\u{FDD0}\u{FF9E}\u{4E2D}\u{600}\u{20E3}\u{34F}"
        .chars()
        .collect();
    for &a in &kinds {
        for &b in &kinds {
            for &c in &kinds {
                let text: String = [a, b, c].iter().collect();
                let mut at = 0;
                for piece in pieces(&text, Glyphs::Unicode) {
                    assert_eq!(piece.span.start, at);
                    at = piece.span.end;
                    assert!(is_harmless(&piece.symbol), "{text:?} shows {:?}", piece.symbol);
                    assert_eq!(piece.symbol.cell_width().max(1), piece.cells, "{text:?}");
                }
                assert_eq!(at, text.len());
                let escaped = escaped(&text, RightToLeft::Notation(BidiNotation::new(&text)));
                assert!(!escaped.chars().any(is_right_to_left), "{text:?} prints {escaped:?}");
            }
        }
    }
}

#[test]
fn each_kind_has_its_stand_in() {
    assert_eq!(shown("a b\t\u{7F}", Glyphs::Unicode), "a␣b␉␡");
    assert_eq!(shown("a b\t\u{7F}", Glyphs::Ascii), "a[SP]b[TAB][DEL]");
    assert_eq!(shown("\u{200B}\u{202E}\u{200E}\u{85}\u{2066}", Glyphs::Unicode), "[ZWSP][RLO][LRM][NEL][LRI]");
    assert_eq!(shown("\u{E0061}\u{FDD0}\u{E000}\u{378}\u{1FFFE}", Glyphs::Unicode), "[TAG a][FDD0][E000][0378][1FFFE]");
    assert_eq!(shown("\u{301}/e\u{301}", Glyphs::Unicode), "\u{25CC}\u{301}/e\u{301}");
}

#[test]
fn a_joiner_between_two_emoji_is_visible() {
    assert_eq!(shown("\u{1F469}\u{200D}\u{1F680}", Glyphs::Unicode), "\u{1F469}[ZWJ]\u{1F680}");
    let wide = pieces("\u{1F469}", Glyphs::Unicode).next().expect("a character makes a piece");
    assert_eq!(wide.cells, 2);
}

#[test]
fn a_million_marks_stay_in_cells_of_bounded_size() {
    let text = "\u{301}".repeat(100_000);
    assert!(pieces(&text, Glyphs::Unicode).all(|piece| piece.symbol.len() <= 16));
}

#[test]
fn a_report_keeps_spaces_and_may_use_bidi_notation() {
    let text = "a b\u{5D0}\u{5D1}\u{202E}";
    assert_eq!(escaped(text, RightToLeft::Notation(BidiNotation::new(text))), "a bAB{RLO}");
    assert_eq!(escaped(text, RightToLeft::Kept), "a b\u{5D0}\u{5D1}[RLO]");
    let notation = RightToLeft::Notation(BidiNotation::default());
    assert_eq!(escaped("A {\u{202E}}", notation), "A {[RLO]}", "without right-to-left letters nothing is marked");
    assert_eq!(escaped_message("A \u{5D0}", RightToLeft::Notation(BidiNotation::new("\u{5D0}"))), "A A");
}

#[test]
fn reports_and_the_core_use_the_same_escapes() {
    for c in '\0'..=char::MAX {
        let text = c.to_string();
        let (report, plain) = (escaped(&text, RightToLeft::Kept), Escaper::PlainText.escape(&text));
        // A terminal adds a base to a mark, and a name to what has no width.
        let is_of_cells = is_mark(c) || !c.is_control() && text.cell_width() == 0;
        assert!(report == plain || is_of_cells, "U+{:04X}: {report:?} {plain:?}", u32::from(c));
        let name = short_name(c).filter(|_| c != ' ').map(|name| format!("[{name}]"));
        assert!(name.is_none_or(|name| name == report), "U+{:04X}: {report:?}", u32::from(c));
    }
}

/// One character of each kind that Bidi Notation writes in its own way.
const NOTED: &str = "aAG1% {}[]\u{5D0}\u{5D1}\u{5EA}\u{627}\u{62D}\u{710}\u{7C1}\u{661}\u{6F1}\u{E9}\u{301}\u{5B4}\u{25CC}\u{202E}\u{7}\u{85}\u{E000}\u{4E2D}";

#[test]
fn different_texts_of_one_output_never_print_alike() {
    let letters = RightToLeft::Notation(BidiNotation::new(NOTED));
    let mut printed = std::collections::HashMap::new();
    for start in ["", "\u{5D0}", "%"] {
        for a in NOTED.chars() {
            for b in NOTED.chars() {
                for c in NOTED.chars() {
                    let text = format!("{start}{a}{b}{c}");
                    let line = escaped(&text, letters);
                    assert!(!line.chars().any(may_be_reordered), "{text:?} prints {line:?}");
                    if let Some(other) = printed.insert(line, text.clone()) {
                        assert_eq!(text, other);
                    }
                }
            }
        }
    }
}

#[test]
fn a_letter_in_notation_keeps_its_marks() {
    let notation = BidiNotation::new("\u{5D0}");
    let drawing = Drawing { letters: Letters::Notation, notation, ..Drawing::default() };
    let shown = |text: &str| pieces(text, drawing).map(|piece| piece.symbol.into_owned()).collect::<Vec<_>>();
    assert_eq!(shown("\u{5D0}\u{5B4}\u{661} A"), ["A{05B4}", "{1}", "\u{2423}", "{A}"]);
    let unnoted = Drawing { notation: BidiNotation::default(), ..drawing };
    assert_eq!(pieces("A{", unnoted).map(|piece| piece.symbol.into_owned()).collect::<Vec<_>>(), ["A", "{"]);
}

/// Returns the cells of a frame with `text`, pinned.
fn pinned(text: &str) -> Vec<String> {
    let mut buffer = Buffer::empty(Rect::new(0, 0, 3, 1));
    let mut x = 0;
    for piece in pieces(text, Glyphs::Unicode) {
        x = piece.draw(&mut buffer, Position::new(x, 0), 3, Style::new()).expect("three cells hold three letters");
    }
    pin_direction(&mut buffer, None);
    buffer.content.iter().map(|cell| cell.symbol().to_owned()).collect()
}

#[test]
fn code_points_replace_all_that_is_not_ascii() {
    let drawing = Drawing { glyphs: Glyphs::Ascii, is_ascii: true, ..Drawing::default() };
    let shown = |text| pieces(text, drawing).map(|piece| piece.symbol.into_owned()).collect::<Vec<_>>();
    assert_eq!(shown("e\u{301}\u{5D0}\u{202E}\u{DB}"), ["e", "[0301]", "[05D0]", "[RLO]", "[00DB]"]);
    let notation = BidiNotation::new("\u{5D0}");
    let drawing = Drawing { letters: Letters::Notation, notation, ..drawing };
    let shown = |text| pieces(text, drawing).map(|piece| piece.symbol.into_owned()).collect::<Vec<_>>();
    assert_eq!(shown("e\u{301}\u{5D0}\u{DB}"), ["e", "{0301}", "A", "[00DB]"]);
}

#[test]
fn a_frame_pins_right_to_left_letters_and_arabic_numbers() {
    assert_eq!(pinned("a\u{5D0}\u{661}"), ["a", "\u{5D0}\u{200E}", "\u{661}\u{200E}"]);
}
