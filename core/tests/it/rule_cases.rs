//! Cases of the rules that their pages need not show.

use iri_core::text::apply_edits;
use iri_core::{Finding, Inspection, Options, Role, Safety, Severity, inspect};

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
        ("http:C:\\x", "file:///C:/x"),
        ("http:\\\\C:\\x", "file:///C:/x"),
        ("a\\C:\\x", "a/C:/x"),
    ] {
        assert_eq!(fixed(text).as_deref(), Some(expected), "{text}");
    }
    // As a host, a drive is the next mistake: one fix is that of both.
    assert_eq!(fixed("\\\\C:\\x").as_deref(), Some("file:///C:/x"));
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

/// Returns the first finding of `text`: its rule, and the text after its first fix.
fn first(text: &str, role: Role) -> (String, Option<String>) {
    let inspection = inspect(text, &Options::default().with_role(role));
    let Some(finding) = inspection.findings().first() else { return (String::new(), None) };
    let fixed = finding.fixes.first().map(|fix| apply_edits(text, &fix.edits));
    (finding.rule.name.to_owned(), fixed)
}

#[test]
fn the_first_fix_is_what_was_meant() {
    for (text, rule, fixed) in [
        ("tel:030/1234", "scheme-syntax", "tel:030-1234"),
        ("sms:030/12 34", "scheme-syntax", "sms:030-1234"),
        ("data:image/svg+xml;utf8,a", "scheme-syntax", "data:image/svg+xml;charset=utf-8,a"),
        ("data:text/css;UTF-8,a", "scheme-syntax", "data:text/css;charset=utf-8,a"),
        ("tel:+49\u{2013}30\u{2013}1234", "scheme-syntax", "tel:+49-30-1234"),
        ("http\u{FF1A}//www.example.org/a", "common-mistake", "http://www.example.org/a"),
        ("https:\u{2215}\u{2215}example.org/", "common-mistake", "https://example.org/"),
        ("http:/\u{FF0F}example.org/", "common-mistake", "http://example.org/"),
        ("ftp\u{2236}//example.org/", "common-mistake", "ftp://example.org/"),
        ("https//:example.org", "common-mistake", "https://example.org"),
        ("flie:///a", "common-mistake", "file:///a"),
        ("ftp.example.org/a", "common-mistake", "ftp://ftp.example.org/a"),
        ("[::1]:8080/x", "bad-scheme", "http://[::1]:8080/x"),
        ("https://doi.org/10.1186 /x", "common-mistake", "https://doi.org/10.1186/x"),
        ("https://doi.org/10.1186/ x", "common-mistake", "https://doi.org/10.1186/x"),
        ("mailto:a@b.example c@d.example", "scheme-syntax", "mailto:a@b.example,c@d.example"),
        ("data:text/css,a%7Bcolor:#fff%7D", "common-mistake", "data:text/css,a%7Bcolor:%23fff%7D"),
    ] {
        assert_eq!(first(text, Role::LEIRI), (rule.to_owned(), Some(fixed.to_owned())), "{text}");
    }
}

#[test]
fn what_has_several_meanings_has_no_safe_fix() {
    for text in [
        "http://a.example/ and http://b.example/",
        "http://a.examplehttps//b.example/",
        "http://a.examplehttp://b.example/",
        "\\\\server\\share\\a b.xml",
        "mailto:Jane Doe <jane@example.org>",
    ] {
        let inspection = inspect(text, &Options::default());
        assert!(!inspection.findings().is_empty(), "{text}");
        assert_eq!(inspection.apply_safe_fixes(Severity::Hint), text);
    }
    for text in ["ftp.xml", "ftp.a/b.xml", "life:///a", "https://doi.org/10.1186/x y", "[a]:b"] {
        assert_ne!(first(text, Role::LEIRI).0, "common-mistake", "{text}");
    }
}

#[test]
fn a_number_sign_in_a_path_is_encoded_first() {
    for (text, fixed) in [
        ("../c#/Test/test.xml", "../c%23/Test/test.xml"),
        ("c#/a#b.xml", "c%23/a%23b.xml"),
        ("a#1.xml", "a%231.xml"),
        ("book.dtd#v4", "book.dtd"),
        ("a.xml#xpointer(/a/b)", "a.xml"),
    ] {
        let fixed = Some(fixed.to_owned());
        assert_eq!(first(text, Role::ANY_URI_WITHOUT_FRAGMENT), ("unwanted-fragment".to_owned(), fixed), "{text}");
    }
    assert_eq!(first("zip/1/KR#/KR#.XML", Role::LEIRI).1.as_deref(), Some("zip/1/KR%23/KR%23.XML"));
}

#[test]
fn a_scheme_with_a_pattern_is_not_a_directory() {
    for text in ["classpath*:a/b.xml", "file*:a", "jar!:a"] {
        assert_eq!(first(text, Role::LEIRI), ("bad-scheme".to_owned(), None), "{text}");
    }
    assert_eq!(first("a b:c", Role::LEIRI).1.as_deref(), Some("./a b:c"));
}

#[test]
fn the_capitals_of_urn_are_not_safely_changed() {
    let inspection = inspect("URN:S1000D:DMC", &Options::default());
    assert_eq!(inspection.apply_safe_fixes(Severity::Hint), "URN:S1000D:DMC");
    assert_eq!(first("URN:S1000D:DMC", Role::LEIRI).1.as_deref(), Some("urn:S1000D:DMC"));
}

#[test]
fn a_host_is_displaced_in_any_spelling() {
    for text in [
        "http://facebook.com.xn--wgbl6a/%D9%A0/123",
        "http://a.xn--4dbc/\u{5D0}",
        "http://a.xn--4dbc/%D7%90/b",
        "http://a.\u{5D0}\u{5D1}/%D7%90",
        "//a.xn--4dbc:80/",
    ] {
        let inspection = inspect(text, &Options::default());
        assert!(inspection.findings().iter().any(|finding| finding.rule.name == "displaced-host"), "{text}");
    }
    for text in ["http://xn--4dbc.example/%D7%90", "http://a.xn--4dbc/b", "http://a.xn--4dbc/", "http://xn--9ca/%D7%90"]
    {
        let inspection = inspect(text, &Options::default());
        assert!(inspection.findings().iter().all(|finding| finding.rule.name != "displaced-host"), "{text}");
    }
}

#[test]
fn what_looks_like_a_delimiter_is_reported_in_every_component() {
    for text in ["http://h/a\u{2044}b", "a\u{2039}b", "?a\u{FF1B}b", "a\u{2215}b", "#a\u{2236}b", "a?b\u{A78A}c"] {
        assert_eq!(first(text, Role::LEIRI).0, "compatibility-character", "{text}");
    }
}

#[test]
fn a_scheme_with_a_grammar_is_known_and_takes_any_userinfo_that_it_spells() {
    for text in [
        "nntp://news.example.org/comp.lang.c/5",
        "jar:http://user@example.org/a.jar!/x",
        "data:image/svg+xml;base64,AAAA#it's",
        "news:a/b@example.org",
    ] {
        assert_eq!(inspect(text, &Options::default()).worst(), None, "{text}");
    }
    assert!(is_reported("scheme-syntax", "ws://me@example.org/"));
}

#[test]
fn a_name_that_one_class_converts_as_in_2003_is_information() {
    let worst = |text: &str| inspect(text, &Options::default()).worst();
    assert_eq!(worst("http://stra\u{DF}e.example/"), Some(Severity::Information));
    assert_eq!(worst("http://a.example\\@b.example/"), Some(Severity::Warning));
    assert_eq!(worst("http://b\u{FC}cher.example/"), None);
}
