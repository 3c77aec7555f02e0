//! The shortcut past IDNA against IDNA itself.

use iri_core::reference::idna::{a_label_length, is_plain_label, to_ascii};

#[test]
fn idna_takes_every_plain_character_as_it_stands() {
    let mut plain = 0;
    for c in '\u{80}'..=char::MAX {
        let label = format!("a{c}{c}b");
        if !is_plain_label(&label) {
            continue;
        }
        plain += 1;
        let ascii = to_ascii(&label).unwrap_or_else(|| panic!("IDNA refuses U+{:04X}", u32::from(c)));
        let (back, verdict) = idna::domain_to_unicode(&ascii);
        assert!(verdict.is_ok() && back == label, "U+{:04X} becomes {back:?}", u32::from(c));
        assert_eq!(a_label_length(&label), Some(ascii.len()), "U+{:04X}", u32::from(c));
    }
    assert!(plain > 100_000, "only {plain} characters take the shortcut");
}

#[test]
fn what_idna_must_see_takes_no_shortcut() {
    for label in [
        "",
        "xn--a",
        "\u{DC}ber",
        "a%41",
        "\u{5D0}",
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
