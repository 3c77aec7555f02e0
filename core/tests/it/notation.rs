//! Bidi Notation tells all texts of one output apart.

use crate::cases;
use iri_core::characters::{BidiNotation, notation};
use proptest::prelude::*;

/// Texts of four right-to-left scripts, with digits of three kinds, marks, controls, braces and uppercase Latin letters.
fn texts() -> impl Strategy<Value = String> {
    let c = prop_oneof![
        prop::char::range('\u{5D0}', '\u{5EA}'),
        prop::char::range('\u{620}', '\u{64A}'),
        prop::char::range('\u{710}', '\u{72F}'),
        prop::char::range('\u{7C0}', '\u{7EA}'),
        prop::char::range('\u{660}', '\u{669}'),
        prop::char::range('\u{6F0}', '\u{6F9}'),
        prop::char::range('A', 'Z'),
        prop::sample::select(vec!['a', '1', '%', '%', '{', '}', '[', ' ', '\u{E9}', '\u{5B4}', '\u{202E}', '\u{7}']),
    ];
    prop::collection::vec(c, 0..40).prop_map(String::from_iter)
}

proptest! {
    #![proptest_config(cases::config(2_000))]

    #[test]
    fn different_texts_of_one_output_are_written_differently(texts in prop::collection::vec(texts(), 2..6)) {
        let mut notation = BidiNotation::default();
        for text in &texts {
            notation.extend(text);
        }
        for (number, one) in texts.iter().enumerate() {
            prop_assert!(notation.write(one).is_ascii());
            for other in &texts[..number] {
                prop_assert_eq!(notation.write(one) == notation.write(other), one == other);
            }
        }
    }

    #[test]
    fn a_letter_keeps_its_uppercase_letter(first in texts(), second in texts()) {
        let notation = BidiNotation::new(&first);
        let mut extended = notation;
        extended.extend(&second);
        prop_assert_eq!(notation.write(&first), extended.write(&first));
    }
}

#[test]
fn letters_digits_and_uppercase_latin_letters_are_distinguished() {
    assert_eq!(notation("\u{5D0}\u{5EA}\u{62D}\u{5D7}A\u{661}1\u{E9}"), "AVFH{A}{1}1{00E9}");
}

#[test]
fn percent_encodings_are_written_as_they_are() {
    assert_eq!(notation("\u{5D0}%D7%9aD%4G%GA"), "A%D7%9a{D}%4{G}%{G}{A}");
    assert_eq!(notation("%\u{5D0}1%1\u{5D0}%\u{5EA}1"), "%{05D0}1%1{05D0}%V1");
}
