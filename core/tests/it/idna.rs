//! The shortcut for IDNA compared with IDNA itself.

use crate::cases;
use iri_core::reference::idna::{a_label_length_at_most, is_plain_label, label_to_ascii, to_ascii, to_unicode};
use iri_core::{Options, inspect};
use proptest::collection::vec;
use proptest::prelude::Strategy;
use proptest::proptest;
use proptest::sample::select;

#[test]
fn idna_accepts_every_plain_character_unchanged() {
    let mut plain = 0;
    for c in '\u{80}'..=char::MAX {
        // A right-to-left letter is plain among its like.
        let labels = [format!("a{c}{c}b"), format!("{c}{c}")];
        let Some(label) = labels.into_iter().find(|label| is_plain_label(label)) else { continue };
        plain += 1;
        let ascii = to_ascii(&label).unwrap_or_else(|| panic!("IDNA refuses U+{:04X}", u32::from(c)));
        let (back, verdict) = idna::domain_to_unicode(&ascii);
        assert!(verdict.is_ok() && back == label, "U+{:04X} becomes {back:?}", u32::from(c));
        assert_eq!(label_to_ascii(&label), Some(ascii), "U+{:04X}", u32::from(c));
    }
    assert!(plain > 100_000, "only {plain} characters take the shortcut");
}

#[test]
fn labels_that_need_idna_do_not_use_the_shortcut() {
    for label in [
        "",
        "xn--a",
        "\u{DC}ber",
        "a%41",
        "\u{5D0}a",
        "a\u{5D0}",
        "\u{5D0}1",
        "a\u{301}",
        "\u{200D}",
        "\u{FF41}",
        "\u{3042}\u{3099}",
        "\u{378}",
        "\u{2603}",
    ] {
        assert!(!is_plain_label(label), "{label:?}");
    }
}

#[test]
fn every_full_stop_of_idna_separates_labels() {
    for stop in ['.', '\u{3002}', '\u{FF0E}', '\u{FF61}'] {
        let host = format!("B\u{DC}CHER{stop}Example{stop}ORG");
        // A label in ASCII keeps its case, so each label is recognized as one.
        assert_eq!(to_ascii(&host).as_deref(), Some("xn--bcher-kva.Example.ORG"), "{}", host.escape_unicode());
        let reference = format!("http://a{stop}{}.example/", "b".repeat(64));
        let inspection = inspect(&reference, &Options::default());
        let too_long = inspection.findings().iter().find(|finding| finding.rule.name == "host-length");
        assert_eq!(too_long.map(|finding| finding.span.len()), Some(64), "{}", host.escape_unicode());
    }
    assert_eq!(to_ascii("B\u{DC}CHER\u{B7}Example").map(|ascii| ascii.contains('.')), Some(false));
}

#[test]
fn a_label_that_is_not_the_a_label_of_its_u_label_stays_as_it_is() {
    assert_eq!(to_unicode("xn--bcher-kva.XN--Bcher-KVA.example"), "b\u{FC}cher.b\u{FC}cher.example");
    for label in [
        // Mapping would make the A-label of "bücher" of these, but they are other labels.
        "xn--bcher-\u{AD}kva",
        "xn--bcher-\u{FF4B}va",
        "xn--bcher-kva\u{200B}",
        // Not Punycode, Punycode of ASCII, and Punycode that continues after its end.
        "xn--a",
        "xn--abc-",
        "xn--bcher-kva8445foa\u{301}",
    ] {
        assert_eq!(to_unicode(label), label, "{}", label.escape_unicode());
    }
}

/// Letters from one block, and letters with the largest distances.
const POOLS: &[&[char]] = &[
    &['\u{3B1}', '\u{3C9}', '\u{3AF}', 'a', '1', '-'],
    &['\u{4E00}', '\u{9FA5}', '\u{6771}', '\u{3042}', 'z'],
    &['\u{E0}', '\u{D7A3}', '\u{AC00}', '\u{10300}', '\u{2A6D6}', 'b'],
    &['\u{E0}', '\u{2A6D6}'],
    &['\u{915}', '\u{93F}', '\u{94D}', '\u{E01}', '\u{E31}', '\u{E48}', '\u{93C}'],
    &['\u{5D0}', '\u{5EA}', '\u{627}', '\u{5B0}'],
];

fn labels() -> impl Strategy<Value = String> {
    select(POOLS).prop_flat_map(|pool| vec(select(pool), 1..=41)).prop_map(String::from_iter)
}

proptest! {
    #![proptest_config(cases::config(200_000))]

    #[test]
    fn the_estimate_of_a_length_is_never_too_low(label in labels()) {
        let most = a_label_length_at_most(&label);
        if is_plain_label(&label) {
            let Some(ascii) = to_ascii(&label) else { panic!("IDNA refuses {label}") };
            assert_eq!(label_to_ascii(&label).as_deref(), Some(&*ascii));
            assert!(ascii.len() <= most, "{ascii} has {} bytes, not {most}", ascii.len());
        }
    }
}
