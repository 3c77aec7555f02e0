//! UTS #46 conformance: Unicode's IdnaTestV2, run through the conversion of hosts to A-labels and back.
//!
//! Hosts are converted with CheckHyphens, VerifyDnsLength and UseSTD3ASCIIRules false, as the URL Standard does. The
//! statuses of these checks are ignored, as the file permits.

use crate::unicode_data;
use iri_core::reference::idna::{to_ascii, to_unicode};

/// Unicode version of the file.
const VERSION: &str = "16.0.0";

/// Statuses of checks that are off: hyphens, lengths, and the characters of STD3.
const IGNORED: [&str; 6] = ["V2", "V3", "A4_1", "A4_2", "X4_2", "U1"];

/// Cases that are invalid in the file and have A-labels here, with the status that says why.
const KNOWN: [(&str, &str); 7] = [
    // These characters were assigned after version 16.0.
    ("xn--5cb172r175fug38a.xn--mlj", "V7"),
    ("\u{32931}20.\u{97F3}.\u{A866}1.", "V7"),
    ("xn--20-9802c.xn--0w5a.xn--1-eg4e.", "V7"),
    ("xn--9-i0j5967eg3qz.ss", "V7"),
    ("\u{3E8AC}\u{3002}\u{729}\u{3002}\u{CBD9}5", "V7"),
    ("\u{3E8AC}\u{3002}\u{729}\u{3002}\u{110D}\u{1173}\u{11AC}5", "V7"),
    ("xn--t92s.xn--znb.xn--5-y88f", "V7"),
];

/// Number of valid cases that have no A-labels here, because a label contains `?`, which would end the host.
const QUESTION_MARKS: usize = 44;

/// Test case: the source, its A-labels without the transitional mapping, and the statuses that count.
struct Case {
    source: String,
    unicode: String,
    ascii: String,
    statuses: Vec<String>,
    is_unicode_valid: bool,
}

fn cases() -> Vec<Case> {
    let file = unicode_data::file("IdnaTestV2", VERSION);
    let lines = file.lines().map(|line| line.split_once('#').map_or(line, |(data, _)| data));
    lines.filter(|line| line.contains(';')).map(case).collect()
}

fn case(line: &str) -> Case {
    let columns: Vec<&str> = line.split(';').map(str::trim).collect();
    let or = |column: usize, otherwise: &str| match columns[column] {
        "" => otherwise.to_owned(),
        "\"\"" => String::new(),
        text => unescaped(text),
    };
    let source = or(0, "");
    let unicode = or(1, &source);
    let ascii = or(3, &unicode);
    let status = |column: &str| -> Vec<String> {
        let codes = column.trim_matches(['[', ']']).split(',').map(str::trim);
        codes.filter(|code| !code.is_empty() && !IGNORED.contains(code)).map(str::to_owned).collect()
    };
    let is_unicode_valid = status(columns[2]).is_empty();
    let statuses = status(if columns[4].is_empty() { columns[2] } else { columns[4] });
    Case { source, unicode, ascii, statuses, is_unicode_valid }
}

/// Resolves `\uXXXX` and `\x{XXXX}`.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let escape = &rest[at + 1..];
        let (hex, after) = match escape.strip_prefix("x{") {
            Some(braced) => braced.split_once('}').expect("a closing brace"),
            None => escape.strip_prefix('u').expect("an escape").split_at(4),
        };
        let code = u32::from_str_radix(hex, 16).expect("hexadecimal");
        // The file contains lone surrogates, which no host in Rust can.
        out.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
        rest = after;
    }
    out + rest
}

#[test]
fn a_host_has_the_a_labels_of_idna_test_v2_or_none() {
    let (mut known, mut question_marks) = (Vec::new(), 0);
    let cases = cases();
    for case in &cases {
        let expected = case.statuses.is_empty().then(|| case.ascii.to_ascii_lowercase());
        // Labels in ASCII keep their case: DNS ignores it.
        let ascii = to_ascii(&case.source).map(|ascii| ascii.to_ascii_lowercase());
        match (ascii, expected) {
            (ascii, expected) if ascii == expected => {}
            (None, Some(expected)) if expected.contains('?') => question_marks += 1,
            (Some(_), None) => known.push((case.source.as_str(), case.statuses.join(" "))),
            (ascii, expected) => panic!("{:?}: {ascii:?} instead of {expected:?}", case.source),
        }
    }
    let known: Vec<(&str, &str)> = known.iter().map(|(source, statuses)| (*source, statuses.as_str())).collect();
    assert_eq!(known, KNOWN);
    assert_eq!((cases.len(), question_marks), (6_389, QUESTION_MARKS));
}

#[test]
fn valid_a_labels_become_the_u_labels_of_idna_test_v2() {
    let mut converted = 0;
    for case in cases().iter().filter(|case| case.is_unicode_valid && case.statuses.is_empty()) {
        if case.ascii.contains("xn--") && !case.ascii.contains('?') {
            assert_eq!(to_unicode(&case.ascii), case.unicode, "{}", case.ascii);
            converted += 1;
        }
    }
    assert_eq!(converted, 742);
}
