//! IDNA2008 (RFC 5891, RFC 5892), compared with the Python package `idna`, whose results
//! `data/peers/record-idna2008.py` recorded.

use std::collections::HashMap;

use iri_core::reference::idna::{to_ascii, to_unicode};
use iri_core::unicode::IdnaProperty;
use iri_core::{Options, Severity, inspect};

/// What Python's package makes of a code point.
#[derive(Clone, Copy)]
struct Recorded {
    property: char,
    /// Whether it is a label: `y`, `n`, or `?` if it is too new.
    alone: char,
    /// The same for it between two letters.
    between_letters: char,
}

const REJECTED: Recorded = Recorded { property: '-', alone: 'n', between_letters: 'n' };

/// Returns the recorded results; a code point without one is rejected.
fn recorded() -> HashMap<char, Recorded> {
    let mut found = HashMap::new();
    for line in include_str!("../data/peers/idna2008.txt").lines() {
        let [first, last, row] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let code = |hex| u32::from_str_radix(hex, 16).expect("hexadecimal");
        let row: Vec<char> = row.chars().collect();
        let result = Recorded { property: row[0], alone: row[1], between_letters: row[2] };
        // A range may contain surrogates, which are no characters.
        found.extend((code(first)..=code(last)).filter_map(char::from_u32).map(|c| (c, result)));
    }
    found
}

#[test]
fn every_code_point_has_the_property_of_rfc_5892() {
    let recorded = recorded();
    for c in '\u{80}'..=char::MAX {
        let letter = match IdnaProperty::from_char(c) {
            IdnaProperty::Valid => 'V',
            IdnaProperty::ContextJ => 'J',
            IdnaProperty::ContextO => 'O',
            IdnaProperty::Disallowed | IdnaProperty::Unassigned => '-',
        };
        assert_eq!(letter, recorded.get(&c).unwrap_or(&REJECTED).property, "U+{:04X}", u32::from(c));
    }
    assert!(recorded.len() > 100_000, "only {} code points", recorded.len());
}

/// Returns the rules that report something in a reference, except that it is not a URI.
fn rules(reference: &str) -> Vec<&'static str> {
    let options = Options::default();
    let inspection = inspect(reference, &options);
    let about_names = inspection.findings().iter().filter(|finding| finding.rule.name != "non-uri-character");
    about_names.filter(|finding| finding.severity >= Severity::Information).map(|finding| finding.rule.name).collect()
}

/// Returns whether an A-label consists of characters that are labels by themselves or between letters.
fn is_valid_a_label(recorded: &HashMap<char, Recorded>, ascii: &str) -> bool {
    let is_valid = |c: char| c.is_ascii() || recorded.get(&c).is_some_and(|result| result.property != '-');
    ascii.split('.').all(|label| to_unicode(label).chars().all(is_valid))
}

#[test]
fn a_host_that_idna2008_rejects_has_a_finding() {
    let recorded = recorded();
    let (mut rejected, mut accepted, mut rare) = (0, 0, 0);
    for c in '\u{80}'..=char::MAX {
        let result = recorded.get(&c).unwrap_or(&REJECTED);
        for (label, verdict) in [(c.to_string(), result.alone), (format!("a{c}a"), result.between_letters)] {
            // A label without an A-label is the subject of other tests.
            let Some(ascii) = to_ascii(&label).filter(|_| verdict != '?') else { continue };
            for label in [&label, &ascii] {
                let found = rules(&format!("http://{label}.example/"));
                let is_restricted = found.contains(&"restricted-host-character");
                if verdict == 'n' && (label != &ascii || ascii.contains("xn--")) {
                    // The A-label of a character that is replaced with a valid one is valid.
                    let is_valid_after_mapping = label == &ascii && is_valid_a_label(&recorded, &ascii);
                    assert!(!found.is_empty() || is_valid_after_mapping, "{label:?} (U+{:04X})", u32::from(c));
                    rejected += 1;
                } else if is_restricted {
                    // UTS #39 advises against the character.
                    rare += 1;
                } else {
                    accepted += 1;
                }
            }
        }
    }
    assert!(rejected > 10_000 && accepted > 100_000 && rare > 1_000, "{rejected} {accepted} {rare}");
}

#[test]
fn contextual_rules_are_those_of_rfc_5892_appendix_a() {
    let is_restricted = |host: &str| rules(&format!("http://{host}/")).contains(&"restricted-host-character");
    for (label, expected) in [
        ("l\u{B7}l", false),
        ("L\u{B7}l", false),
        ("a\u{B7}l", true),
        ("l\u{B7}", true),
        ("\u{375}\u{3B1}", false),
        ("\u{3B1}\u{375}", true),
        ("\u{5D0}\u{5F3}", false),
        ("\u{5D0}\u{5F4}\u{5D1}", false),
        ("\u{30FB}\u{3042}", false),
        ("a\u{30FB}\u{4E2D}", false),
        ("a\u{30FB}a", true),
        ("\u{627}\u{661}", false),
        ("\u{627}\u{6F1}", false),
    ] {
        assert_eq!(is_restricted(label), expected, "{label:?}");
        let ascii = to_ascii(label).expect("browsers look it up");
        assert_eq!(is_restricted(&ascii), expected, "{ascii:?}");
    }
    // The scheme does not use DNS.
    assert!(!rules("x://\u{2665}/").contains(&"restricted-host-character"));
}

#[test]
fn each_delimiter_has_look_alikes_that_are_warnings() {
    for (host, delimiter) in [
        ("example.com\u{2215}evil.test", '/'),
        ("example.com\u{2044}evil.test", '/'),
        ("example.com\u{29F8}evil.test", '/'),
        ("example.com\u{2571}evil.test", '/'),
        ("example.com\u{27CB}evil.test", '/'),
        ("example.com\u{338}evil.test", '/'),
        ("example.com\u{30CE}evil.test", '/'),
        ("example.com\u{2236}80.evil.test", ':'),
        ("example.com\u{A789}80.evil.test", ':'),
        ("example.com\u{2D0}80.evil.test", ':'),
        ("example.com\u{203D}q.evil.test", '?'),
        ("example.com\u{294}q.evil.test", '?'),
        ("example\u{3002}com", '.'),
        ("example\u{FF61}com", '.'),
        ("a\u{660}b.test", '.'),
        ("a\u{2216}b.test", '\\'),
        ("a\u{2052}b.test", '%'),
    ] {
        let text = format!("http://{host}/");
        let inspection = inspect(&text, &Options::default());
        let finding = inspection.findings().iter().find(|finding| finding.rule.name == "host-look-alike");
        let Some(finding) = finding else {
            // Some are rejected by IDNA, which is a warning too.
            assert!(inspection.worst() >= Some(Severity::Warning), "{text:?}");
            continue;
        };
        assert_eq!(finding.severity, Severity::Warning);
        assert!(finding.message.ends_with(&format!("looks like '{delimiter}' in a host")), "{}", finding.message);
    }
    for host in [
        "\u{30C6}\u{30CE}\u{30EB}",
        "\u{930}\u{93E}\u{903}",
        "\u{627}\u{660}",
        "\u{4E3F}\u{4E2D}",
        "\u{661}\u{660}\u{627}",
    ] {
        assert!(!rules(&format!("http://{host}.example/")).contains(&"host-look-alike"), "{host}");
    }
}
