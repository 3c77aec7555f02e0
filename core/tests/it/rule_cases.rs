//! Cases of the rules that their pages need not show.

use iri_core::text::apply_edits;
use iri_core::{Finding, Inspection, Options, Safety, inspect};

fn of<'i>(inspection: &'i Inspection<'_>, rule: &str) -> Vec<&'i Finding> {
    inspection.findings().iter().filter(|finding| finding.rule.name == rule).collect()
}

/// Returns whether the rule reports something in `text`.
fn is_reported(rule: &str, text: &str) -> bool {
    !of(&inspect(text, &Options::default()), rule).is_empty()
}

/// Returns the text after the first fix of the first finding of the rule, and whether the fix is safe.
fn first_fix(rule: &str, text: &str, base: Option<&str>) -> Option<(String, Safety)> {
    let options = base.map_or_else(Options::default, |base| Options::default().with_base(base));
    let inspection = inspect(text, &options);
    let fix = of(&inspection, rule).first()?.fixes.first()?.clone();
    Some((apply_edits(text, &fix.edits), fix.safety))
}

#[test]
fn only_a_drive_at_the_start_or_in_a_file_reference_is_a_drive() {
    let fixed = |text: &str| {
        let fix = first_fix("backslash-path", text, None).or_else(|| first_fix("common-mistake", text, None));
        fix.map(|(fixed, _)| fixed)
    };
    for (text, expected) in [
        ("C:\\x", "file:///C:/x"),
        ("file:C:\\x", "file:///C:/x"),
        ("file:\\\\C:\\x", "file:///C:/x"),
        ("\\\\C:\\x", "file://C:/x"),
        ("http:C:\\x", "http:C:/x"),
        ("http:\\\\C:\\x", "http://C:/x"),
        ("a\\C:\\x", "a/C:/x"),
    ] {
        assert_eq!(fixed(text).as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn an_a_label_must_be_that_of_its_letters() {
    let a_label = |decoded: &str| format!("xn--{}", idna::punycode::encode_str(decoded).expect("short"));
    for decoded in ["b\u{FC}cher", "\u{6771}\u{4EAC}", "\u{E4}\u{6771}"] {
        assert!(!is_reported("bad-idna", &format!("http://{}.example/", a_label(decoded))), "{decoded}");
    }
    // IDNA maps uppercase letters, ligatures and decomposed letters to other labels.
    for decoded in ["\u{DC}ber", "\u{FB01}le\u{E9}", "e\u{301}te", "\u{FF41}b"] {
        assert!(is_reported("bad-idna", &format!("http://{}.example/", a_label(decoded))), "{decoded}");
    }
}

#[test]
fn dot_segments_that_remove_the_first_segment_are_safe_if_the_base_has_a_root() {
    let fixed = |base: Option<&str>| first_fix("dot-segments", "img/../a", base).expect("a fix");
    for base in ["http://h/d/f", "http://h", "file:/d/f", "foo:/d"] {
        assert_eq!(fixed(Some(base)), ("a".to_owned(), Safety::Safe), "{base}");
    }
    for base in [None, Some("urn:x"), Some("foo:d/f"), Some("/d/f"), Some("//h/d"), Some("d/f")] {
        assert_eq!(fixed(base), ("a".to_owned(), Safety::Suggested), "{base:?}");
    }
}

#[test]
fn a_name_with_percent_encodings_or_controls_is_not_confusable() {
    assert!(is_reported("look-alike", "/\u{441}\u{43E}"));
    for text in ["/\u{441}\u{43E}%20", "/%41\u{441}\u{43E}", "/\u{441}\u{43E}\t", "/\u{441}\u{43E}a"] {
        assert!(!is_reported("look-alike", text), "{text:?}");
    }
}
