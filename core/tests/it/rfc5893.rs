//! The Bidi Rule of RFC 5893 section 2, compared with its six conditions as regular expressions over bidi classes.

use iri_core::bidi::label::broken;
use regex::Regex;

/// A character of each bidi class that a label may have, and the letter that represents the class in the expressions.
const CLASSES: [(char, char); 12] = [
    ('L', 'a'),
    ('R', '\u{5D0}'),
    ('A', '\u{627}'),
    ('n', '\u{661}'),
    ('e', '1'),
    ('s', '-'),
    ('t', '$'),
    ('c', ','),
    ('o', '!'),
    ('b', '\u{AD}'),
    ('m', '\u{5B0}'),
    // A class that no label may have.
    ('w', ' '),
];

/// Condition of section 2: its number, the labels for which it is a condition, and the labels that satisfy it. R and A
/// are the right-to-left classes, e and n the numbers, m the nonspacing marks.
const CONDITIONS: [(u8, &str, &str); 6] = [
    (1, "", "^[LRA]"),
    (2, "^[RA]", "^[RAnestcobm]*$"),
    (3, "^[RA]", "[RAen]m*$"),
    (4, "^[RA]", "^[^n]*$|^[^e]*$"),
    (5, "^L", "^[Lestcobm]*$"),
    (6, "^L", "[Le]m*$"),
];

#[test]
fn every_label_of_at_most_five_classes_violates_what_the_text_of_the_standard_says() {
    let expression = |pattern: &str| Regex::new(pattern).expect("a regular expression");
    let conditions = CONDITIONS.map(|(number, applies, holds)| (number, expression(applies), expression(holds)));
    let mut violated = [0; 7];
    for length in 1..=5 {
        for number in 0..CLASSES.len().pow(length) {
            let class = |place| CLASSES[number / CLASSES.len().pow(place) % CLASSES.len()];
            let classes: String = (0..length).map(|place| class(place).0).collect();
            let label: String = (0..length).map(|place| class(place).1).collect();
            let expected =
                conditions.iter().find(|(_, applies, holds)| applies.is_match(&classes) && !holds.is_match(&classes));
            let expected = expected.map_or(0, |(number, ..)| *number);
            let violation = broken(&label);
            assert_eq!(violation.map_or(0, |violation| violation.rule), expected, "{classes}");
            if let Some(violation) = violation {
                assert!(label.contains(violation.character), "{classes}: {violation:?}");
            }
            violated[usize::from(expected)] += 1;
        }
    }
    assert!(violated.iter().all(|&count| count > 100), "{violated:?}");
}
