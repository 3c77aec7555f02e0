//! UAX #9 conformance: Unicode's own test files through the display and through the trace.
//!
//! The files are read from the folder that the environment variable `UNICODE_DATA` names (Debian's
//! package unicode-data has them in /usr/share/unicode); without it the two tests say so and pass.

use std::path::PathBuf;

use iri_core::bidi::{Bidi, Order, Trace};

/// What a test file expects: no level for a character that X9 removes, which is not shown either.
struct Case {
    text: String,
    levels: Vec<Option<u8>>,
    order: Vec<usize>,
    base: Order,
}

impl Case {
    fn check(&self, source: &str) {
        let bidi = Bidi::with_order(&self.text, self.base);
        let trace = Trace::new(&self.text, self.base);
        for (index, expected) in self.levels.iter().enumerate() {
            if let Some(expected) = expected {
                assert_eq!(trace.decisions[index].level, *expected, "trace, {index}: {source}");
                assert_eq!(bidi.levels[index], *expected, "display, {index}: {source}");
            }
        }
        // Marks move with their base here, so only texts without clusters show the plain order.
        if unclustered(&self.text) {
            let shown = bidi.visual_to_logical().into_iter().filter(|&index| self.levels[index].is_some());
            assert_eq!(shown.collect::<Vec<_>>(), self.order, "{source}");
        }
    }
}

fn unclustered(text: &str) -> bool {
    use unicode_segmentation::UnicodeSegmentation;
    text.graphemes(true).count() == text.chars().count()
}

fn file(name: &str) -> Option<String> {
    let folder = PathBuf::from(std::env::var_os("UNICODE_DATA")?);
    let path = folder.join(name);
    Some(std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

fn levels(field: &str) -> Vec<Option<u8>> {
    field.split_whitespace().map(|level| level.parse().ok()).collect()
}

fn numbers(field: &str) -> Vec<usize> {
    field.split_whitespace().map(|number| number.parse().expect("a number")).collect()
}

#[test]
#[allow(clippy::print_stderr)] // a skipped test says so
fn every_case_of_bidi_character_test_holds() {
    let Some(file) = file("BidiCharacterTest.txt") else {
        eprintln!("skipped: UNICODE_DATA is not set");
        return;
    };
    let mut count = 0;
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(';').collect();
        let character = |hex| char::from_u32(u32::from_str_radix(hex, 16).expect("hexadecimal")).expect("a character");
        let case = Case {
            text: fields[0].split_whitespace().map(character).collect(),
            levels: levels(fields[3]),
            order: numbers(fields[4]),
            base: if fields[2] == "1" { Order::RightToLeftParagraph } else { Order::Rfc },
        };
        case.check(line);
        count += 1;
    }
    assert!(count > 90_000, "{count}");
    eprintln!("{count} cases");
}

#[test]
#[allow(clippy::print_stderr)] // a skipped test says so
fn every_case_of_bidi_test_holds() {
    let Some(file) = file("BidiTest.txt") else {
        eprintln!("skipped: UNICODE_DATA is not set");
        return;
    };
    let (mut expected, mut order) = (Vec::new(), Vec::new());
    let mut count = 0;
    for line in file.lines() {
        if let Some(field) = line.strip_prefix("@Levels:") {
            expected = levels(field);
        } else if let Some(field) = line.strip_prefix("@Reorder:") {
            order = numbers(field);
        } else if let Some((classes, bits)) = line.split_once(';').filter(|_| !line.starts_with('#')) {
            let bits: u8 = bits.trim().parse().expect("a bit set");
            let text: String = classes.split_whitespace().map(sample).collect();
            // Bit 0 is the automatic direction, which no reference is shown in.
            for (bit, base) in [(2, Order::Rfc), (4, Order::RightToLeftParagraph)] {
                if bits & bit != 0 {
                    let case = Case { text: text.clone(), levels: expected.clone(), order: order.clone(), base };
                    case.check(line);
                    count += 1;
                }
            }
        }
    }
    assert!(count > 400_000, "{count}");
    eprintln!("{count} cases");
}

/// A character of a bidi class, by the class's short name.
fn sample(class: &str) -> char {
    match class {
        "L" => 'a',
        "R" => '\u{5D0}',
        "AL" => '\u{627}',
        "EN" => '1',
        "ES" => '+',
        "ET" => '%',
        "AN" => '\u{661}',
        "CS" => ',',
        "NSM" => '\u{5B0}',
        "BN" => '\u{AD}',
        "B" => '\u{2029}',
        "S" => '\t',
        "WS" => ' ',
        "ON" => '!',
        "LRE" => '\u{202A}',
        "RLE" => '\u{202B}',
        "PDF" => '\u{202C}',
        "LRO" => '\u{202D}',
        "RLO" => '\u{202E}',
        "LRI" => '\u{2066}',
        "RLI" => '\u{2067}',
        "FSI" => '\u{2068}',
        "PDI" => '\u{2069}',
        other => panic!("no bidi class: {other}"),
    }
}
