//! UAX #15 conformance: Unicode's NormalizationTest, run through the comparison level and the rule `not-nfc`.

use std::collections::HashSet;

use crate::unicode_data;
use iri_core::reference::{NormalizationLevel, normalize};
use iri_core::{Options, inspect};

/// Unicode version of the file.
const VERSION: &str = "18.0.0";

/// Returns whether `not-nfc` reports the segment `text`.
fn is_reported(text: &str) -> bool {
    inspect(text, &Options::default()).findings().iter().any(|finding| finding.rule.name == "not-nfc")
}

fn assert_nfc(text: &str, nfc: &str) {
    // The slash keeps the text in the path: a colon in it is not the end of a scheme.
    let (text, nfc) = (format!("/{text}"), format!("/{nfc}"));
    assert_eq!(normalize(&text, NormalizationLevel::Character), nfc, "{}", text.escape_unicode());
    assert_eq!(is_reported(&text), text != nfc, "{}", text.escape_unicode());
}

#[test]
fn every_case_of_normalization_test_holds() {
    let mut single = HashSet::new();
    let (mut cases, mut is_part_1) = (0, false);
    for line in unicode_data::file("NormalizationTest", VERSION).lines() {
        if line.starts_with('@') {
            is_part_1 = line.starts_with("@Part1");
            continue;
        }
        let columns: Vec<String> = line.split(';').take(5).map(text).collect();
        let [source, nfc, nfd, nfkc, nfkd] = columns.as_slice() else { continue };
        for text in [source, nfc, nfd] {
            assert_nfc(text, nfc);
        }
        for text in [nfkc, nfkd] {
            assert_nfc(text, nfkc);
        }
        if is_part_1 {
            single.extend(source.chars());
        }
        cases += 1;
    }
    assert_eq!(cases, 20_172);

    // Every character that part 1 omits is its own normal form.
    let others = ('\u{A0}'..=char::MAX).filter(|c| !single.contains(c));
    for c in others {
        assert_nfc(&c.to_string(), &c.to_string());
    }
}

/// Returns the text of a column: code points in hexadecimal.
fn text(column: &str) -> String {
    let code = |hex| u32::from_str_radix(hex, 16).ok().and_then(char::from_u32);
    column.split_whitespace().filter_map(code).collect()
}
