//! UAX #9 conformance: Unicode's own test files, run through the display order and through the trace.
//!
//! `data/unicode/` contains the files. The number of cases is asserted, so that a file that lost lines fails too.

use crate::unicode_data;
use iri_core::bidi::{Bidi, DisplayOrder, Trace, clusters};

/// Unicode version of the files.
const VERSION: &str = "17.0.0";

/// Expectation of a test file. Characters that rule X9 removes have no level, and the order omits them.
struct Case {
    text: String,
    levels: Vec<Option<u8>>,
    order: Vec<usize>,
    base: DisplayOrder,
}

impl Case {
    /// Returns the order after rule L3, which the files leave out: the marks on a right-to-left letter follow it.
    fn order_after_l3(&self) -> Vec<usize> {
        let mut order = Vec::new();
        let mut marked = Vec::new();
        let mut ends = vec![0; self.levels.len()];
        let mut start = 0;
        for cluster in clusters(&self.text) {
            let end = start + cluster.chars().count();
            ends[start..end].fill(end);
            start = end;
        }
        for &index in &self.order {
            if marked.last().is_some_and(|&last: &usize| ends[last] != ends[index]) {
                marked.sort_unstable();
                order.append(&mut marked);
            }
            marked.push(index);
        }
        marked.sort_unstable();
        order.append(&mut marked);
        order
    }
}

/// Numbers of cases of a file that were run.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    /// Levels of the trace and of the display, and the displayed order.
    run: usize,
    /// Cases in the automatic paragraph direction, which are not run: the API does not offer it, because a reference is
    /// displayed in a known direction.
    automatic: usize,
}

impl Counts {
    /// Runs `case`, which `line` describes.
    fn run(&mut self, case: &Case, line: &str) {
        let bidi = Bidi::with_order(&case.text, case.base);
        let trace = Trace::new(&case.text, case.base);
        for (index, expected) in case.levels.iter().enumerate() {
            if let Some(expected) = expected {
                assert_eq!(trace.decisions[index].level, *expected, "trace, character {index}: {line}");
                assert_eq!(bidi.levels[index], *expected, "display, character {index}: {line}");
            }
        }
        self.run += 1;
        let displayed: Vec<usize> =
            bidi.visual_to_logical().into_iter().filter(|&index| case.levels[index].is_some()).collect();
        assert_eq!(displayed, case.order_after_l3(), "{line}");
    }
}

fn levels(field: &str) -> Vec<Option<u8>> {
    let level = |field: &str| (field != "x").then(|| field.parse().expect("a level"));
    field.split_whitespace().map(level).collect()
}

fn numbers(field: &str) -> Vec<usize> {
    field.split_whitespace().map(|number| number.parse().expect("a number")).collect()
}

#[test]
fn every_case_of_bidi_character_test_holds() {
    let mut counts = Counts::default();
    for line in unicode_data::file("BidiCharacterTest", VERSION)
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let fields: Vec<&str> = line.split(';').collect();
        let character = |hex| char::from_u32(u32::from_str_radix(hex, 16).expect("hexadecimal")).expect("a character");
        // The level of the paragraph, which the file also gives if the direction is automatic.
        let base = match fields[2] {
            "0" => DisplayOrder::Rfc,
            "1" => DisplayOrder::RightToLeftParagraph,
            other => panic!("no paragraph level: {other}"),
        };
        let case = Case {
            text: fields[0].split_whitespace().map(character).collect(),
            levels: levels(fields[3]),
            order: numbers(fields[4]),
            base,
        };
        counts.run(&case, line);
    }
    assert_eq!(counts, Counts { run: 91_707, automatic: 0 });
}

#[test]
fn every_case_of_bidi_test_holds() {
    let (mut expected, mut order) = (Vec::new(), Vec::new());
    let mut counts = Counts::default();
    for line in
        unicode_data::file("BidiTest", VERSION).lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        if let Some(field) = line.strip_prefix("@Levels:") {
            expected = levels(field);
        } else if let Some(field) = line.strip_prefix("@Reorder:") {
            order = numbers(field);
        } else {
            let (classes, directions) = line.split_once(';').expect("bidi classes; paragraph directions");
            let directions: u8 = directions.trim().parse().expect("a bit set");
            let text: String = classes.split_whitespace().map(sample).collect();
            counts.automatic += usize::from(directions & 1);
            for (bit, base) in [(2, DisplayOrder::Rfc), (4, DisplayOrder::RightToLeftParagraph)] {
                if directions & bit != 0 {
                    let case = Case { text: text.clone(), levels: expected.clone(), order: order.clone(), base };
                    counts.run(&case, line);
                }
            }
        }
    }
    assert_eq!(counts, Counts { run: 513_494, automatic: 256_747 });
}

/// Returns a character of a bidi class, which is given by its short name.
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
