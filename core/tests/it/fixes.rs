//! Safe fixes: applying them terminates, they do not overlap, and what a reference identifies does not change.

use crate::cases;
use crate::nasty;
use crate::warnings::warnings;
use iri_core::reference::{Form, compare, resolve};
use iri_core::rules::{Fix, Safety};
use iri_core::text::apply_edits;
use iri_core::{Dialect, Finding, Inspection, Options, ReferenceUse, Role, Severity, Whitespace, inspect};
use proptest::proptest;

/// Returns options with the roles that change findings and fixes.
fn roles() -> Vec<Options> {
    let role = Role::default();
    [
        role,
        Role { whitespace: Whitespace::Collapsed, ..role },
        Role { whitespace: Whitespace::Significant, ..role },
        Role { dialect: Dialect::Uri, ..role },
        Role { dialect: Dialect::Iri, ..role },
    ]
    .into_iter()
    .map(|role| Options::default().with_role(role))
    .collect()
}

fn safe_fixes<'i>(inspection: &'i Inspection<'_>, least: Severity) -> Vec<&'i Finding> {
    let findings = inspection.findings().iter();
    findings.filter(|finding| finding.severity >= least && finding.safe_fix().is_some()).collect()
}

proptest! {
    #![proptest_config(cases::config(2_500))]

    #[test]
    fn applying_all_safe_fixes_once_leaves_none(text in nasty::strings()) {
        for options in roles() {
            for least in [Severity::Hint, Severity::Warning] {
                let before = inspect(&text, &options);
                let fixes = safe_fixes(&before, least).into_iter().filter_map(Finding::safe_fix);
                let fixed = apply_edits(&text, fixes.flat_map(|fix| &fix.edits));
                let after = inspect(&fixed, &options);
                assert!(safe_fixes(&after, least).is_empty(), "{fixed:?} {:?}", safe_fixes(&after, least));
            }
        }
    }

    #[test]
    fn safe_fixes_of_two_findings_do_not_overlap(text in nasty::strings()) {
        for options in roles() {
            let inspection = inspect(&text, &options);
            let safe = safe_fixes(&inspection, Severity::Hint);
            let fixes = safe.iter().filter_map(|finding| finding.safe_fix());
            let mut edits: Vec<_> = fixes.flat_map(|fix| &fix.edits).collect();
            edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
            for pair in edits.windows(2) {
                assert!(pair[0].span.end <= pair[1].span.start, "{safe:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(cases::config(5_000))]

    #[test]
    fn safe_fixes_keep_what_a_leiri_resolves_to(text in nasty::strings()) {
        const BASE: &str = "http://base.example/folder/file?q#f";
        let as_uri = |text: &str| {
            let resolved = resolve(BASE, text).expect("the base has a scheme");
            inspect(&resolved, &Options::default()).converted(Form::Uri).expect("a LEIRI has a URI")
        };
        for options in roles() {
            let inspection = inspect(&text, &options);
            // If the type removes whitespace, the reference is the rest.
            if options.role.whitespace == Whitespace::Collapsed || !inspection.reference().is_reference(Dialect::Leiri)
            {
                continue;
            }
            let fixed = inspection.apply_safe_fixes(Severity::Hint);
            let (before, after) = (as_uri(&text), as_uri(&fixed));
            assert!(compare(&before, &after).is_some(), "{fixed:?}: {before:?} and {after:?}");
        }
    }

    #[test]
    fn names_have_no_safe_fixes(text in nasty::strings()) {
        let role = Role { reference_use: ReferenceUse::Name, ..Role::default() };
        let options = Options::default().with_role(role);
        assert_eq!(inspect(&text, &options).apply_safe_fixes(Severity::Hint), text);
    }
}

proptest! {
    #![proptest_config(cases::config(10_000))]

    #[test]
    fn safe_fixes_leave_an_iri_an_iri_and_a_leiri_a_leiri(text in nasty::strings()) {
        let inspection = inspect(&text, &Options::default());
        if let Some(before) = inspection.reference().dialect {
            let fixed = inspection.apply_safe_fixes(Severity::Hint);
            let after = inspect(&fixed, &Options::default()).reference().dialect;
            assert!(after.is_some_and(|after| after <= before), "{fixed:?}");
        }
    }

    #[test]
    fn no_fix_encodes_twice(text in nasty::strings()) {
        for finding in inspect(&text, &Options::default()).findings() {
            for edit in finding.fixes.iter().flat_map(|fix| &fix.edits) {
                let encoded = iri_core::reference::percent_encodings(edit.span.slice(&text).as_bytes()).count();
                let twice = edit.text.matches("%25").count() > edit.span.slice(&text).matches('%').count();
                assert!(!twice || encoded == 0, "{finding:?}");
            }
        }
    }
}

/// Returns what a browser opens for `text` on the page `base`.
fn opened(base: &str, text: &str) -> Option<(String, Option<String>, Option<u16>)> {
    let url = url::Url::parse(base).and_then(|base| base.join(text)).ok()?;
    Some((url.scheme().to_owned(), url.host_str().map(str::to_owned), url.port_or_known_default()))
}

/// Applies every fix that is offered as safe, also one that is not the preferred one.
fn with_offered_safe_fixes(inspection: &Inspection<'_>) -> String {
    let fixes = inspection.findings().iter().filter_map(|finding| finding.fixes.iter().find(|fix| is_safe(fix)));
    apply_edits(inspection.text(), fixes.flat_map(|fix| &fix.edits))
}

fn is_safe(fix: &Fix) -> bool {
    fix.safety == Safety::Safe
}

proptest! {
    #![proptest_config(cases::config(15_000))]

    #[test]
    fn safe_fixes_raise_no_warning_and_open_the_same_host(text in nasty::strings()) {
        for options in roles() {
            let before = inspect(&text, &options);
            let old = warnings(&before);
            let [all, warnings_only] = [Severity::Hint, Severity::Warning].map(|least| before.apply_safe_fixes(least));
            for fixed in [with_offered_safe_fixes(&before), all, warnings_only] {
                for (rule, count) in warnings(&inspect(&fixed, &options)) {
                    assert!(count <= old.get(rule).copied().unwrap_or(0), "{rule}: {text:?} became {fixed:?}");
                }
                for base in ["http://base.example/folder/file?q#f", "file:///folder/file"] {
                    if let Some(host) = opened(base, &text) {
                        assert_eq!(opened(base, &fixed), Some(host), "{text:?} became {fixed:?}, against {base}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_percent_encoding_inside_dot_segments_leaves_the_fix_to_them() {
    let inspection = inspect("/$%41file:/..", &Options::default());
    let fixed: Vec<_> = safe_fixes(&inspection, Severity::Hint).iter().map(|finding| finding.rule.name).collect();
    assert_eq!(fixed, ["dot-segments"]);
    assert_eq!(inspection.apply_safe_fixes(Severity::Hint), "/");
}

#[test]
fn a_backslash_before_the_host_is_not_encoded_without_review() {
    for text in
        ["http://example.com\\@evil.com/", "http://user@example.com:80\\@evil.com/", "\0http://h/", "/\t/evil.com"]
    {
        assert_eq!(inspect(text, &Options::default()).apply_safe_fixes(Severity::Hint), text);
    }
    let with_space = inspect("http://example.com\\@evil.com/a b", &Options::default());
    assert_eq!(with_space.apply_safe_fixes(Severity::Hint), "http://example.com\\@evil.com/a%20b");
}

#[test]
fn the_path_of_a_browser_is_not_changed_as_a_host_without_review() {
    for text in ["//zH\\A:", "http://a\\Bc:", "http://h\\a b/"] {
        assert_eq!(inspect(text, &Options::default()).apply_safe_fixes(Severity::Hint), text);
    }
}

#[test]
fn a_drive_is_not_made_or_removed_without_review() {
    for text in [
        "file:///C|/x",
        "file://h/%41:",
        "//h/%41:",
        "./%43:/..",
        "file:///C:/../x",
        "file:///C:/a/../../b",
        "/C|/x",
        "file:///%2e%2e/C|/x",
        "file:///a/%2E%2e/C|/x",
        "file:///C\t|/x",
        "file:///a/../C|/x",
        "\0\0//~/A|",
        "\u{1}file://h/A|",
    ] {
        assert_eq!(inspect(text, &Options::default()).apply_safe_fixes(Severity::Hint), text);
    }
    for (text, fixed) in [
        ("file:///C:/a/../b c", "file:///C:/b%20c"),
        ("http://h/C|/../x", "http://h/x"),
        ("file:///C|/x y", "file:///C|/x%20y"),
        ("/a/C|", "/a/C%7C"),
    ] {
        assert_eq!(inspect(text, &Options::default()).apply_safe_fixes(Severity::Hint), fixed);
    }
}

#[test]
fn the_bar_of_a_drive_becomes_the_colon_that_browsers_read() {
    for text in ["file:///C|/a", "file:/C|/a", "FILE:///c|"] {
        let inspection = inspect(text, &Options::default());
        let of_bar = |finding: &&Finding| finding.span.slice(text) == "|";
        let preferred: Vec<_> =
            inspection.findings().iter().filter(of_bar).map(|finding| &*finding.fixes[0].title).collect();
        assert_eq!(preferred, ["replace '|' with ':'"], "{text}");
    }
}

/// Returns the drive of the file that a browser opens.
fn drive(inspection: &Inspection<'_>) -> Option<String> {
    let url = inspection.converted(Form::Whatwg)?;
    let segment = url.strip_prefix("file://")?.split('/').nth(1)?;
    (segment.len() == 2 && segment.ends_with(':')).then(|| segment.to_ascii_lowercase())
}

#[test]
fn safe_fixes_of_generated_file_references_keep_the_drive() {
    let pieces = ["/", "\\", "..", "%2E.", "C|", "a:", "%43:", "x", " ", "\t"];
    // Found by fuzzing: browsers remove control characters at the start, so that a host follows.
    let starts =
        [("file:///", 5), ("", 4), ("//h/", 3), ("\0\0//h/", 3), ("\\\\h\\", 3), ("/\t/h", 3), ("\u{1}fi\nle:", 3)];
    let (mut with_drive, mut fixed_with_drive) = (0, 0);
    let options = Options::default().with_base("file:///d/f");
    let texts = starts.into_iter().flat_map(|(start, length)| {
        let piece = move |index: usize, digit| pieces[index / pieces.len().pow(digit) % pieces.len()];
        let rest = move |index| (0..length).map(|digit| piece(index, digit)).collect::<String>();
        (0..pieces.len().pow(length)).map(move |index| format!("{start}{}", rest(index)))
    });
    for text in texts {
        let inspection = inspect(&text, &options);
        let before = drive(&inspection);
        for fixed in [with_offered_safe_fixes(&inspection), inspection.apply_safe_fixes(Severity::Hint)] {
            assert_eq!(drive(&inspect(&fixed, &options)), before, "{text:?} became {fixed:?}");
            fixed_with_drive += usize::from(before.is_some() && fixed != text);
        }
        with_drive += usize::from(before.is_some());
    }
    assert!(with_drive > 5_000 && fixed_with_drive > 2_000, "only {with_drive} and {fixed_with_drive} drives");
}

#[test]
fn fixes_that_open_another_host_without_the_others_are_not_applied() {
    // Without its dot segments the text starts with a control character, which browsers remove, and `//`.
    let options = Options::default().with_base("http://base.example/");
    for text in ["\u{11}/../\0//a\u{FFFD}", "/../\u{1}//evil.example", "/./\0//h/x y"] {
        let inspection = inspect(text, &options);
        for least in [Severity::Hint, Severity::Warning] {
            let fixed = inspection.apply_safe_fixes(least);
            let base = "http://base.example/directory/file";
            assert_eq!(opened(base, &fixed), opened(base, text), "{text:?} became {fixed:?}");
        }
    }
}

#[test]
fn only_the_preferred_fix_is_applied_without_review() {
    let collapsed = Options::default().with_role(Role { whitespace: Whitespace::Significant, ..Role::default() });
    for text in ["http://example.org/tei-epidoc.rng\n", "http://example.org/a\u{1}b", "mailto: x@example.org"] {
        for options in [Options::default(), collapsed.clone()] {
            let inspection = inspect(text, &options);
            let first_is_safe = |finding: &Finding| finding.fixes.first().is_some_and(is_safe);
            assert_eq!(
                inspection.findings().iter().any(first_is_safe),
                inspection.apply_safe_fixes(Severity::Hint) != text
            );
        }
    }
}

// Found by fuzzing: the host was another one for schemes whose hosts IDNA does not process.
#[test]
fn an_uppercase_letter_that_a_mark_follows_stays() {
    for (text, fixed) in [
        // No browser opens it.
        ("foo://AE\u{301}BC.example^/", "foo://aE\u{301}bc.example%5E/"),
        ("foo://E\u{301}^/", "foo://E\u{301}%5E/"),
        ("http://AE\u{301}B.example/", "http://aE\u{301}b.example/"),
    ] {
        assert_eq!(inspect(text, &Options::default()).apply_safe_fixes(Severity::Hint), fixed);
    }
}

// Found by fuzzing.
#[test]
fn an_encoded_character_that_joins_percent_encodings_raises_no_warning() {
    let mut severities = iri_core::Severities::default();
    severities.set("lowercase-percent", Some(Severity::Warning)).expect("the name of a rule");
    let options = Options::default().with_severities(severities);
    for text in ["a%2e\u{4}%E2", "a/%4a|%E2", "/%E2 %7e", "a:b/%2d\u{FFFD}%E2"] {
        let fixed = with_offered_safe_fixes(&inspect(text, &options));
        let is_new =
            inspect(&fixed, &options).findings().iter().any(|finding| finding.rule.name == "lowercase-percent");
        assert!(!is_new, "{text:?} became {fixed:?}");
    }
}

#[test]
fn a_space_that_is_not_part_of_a_name_is_not_encoded_without_review() {
    for (text, removed) in [
        ("mailto: x@example.org", "mailto:x@example.org"),
        (
            "mailto:a@example.org, b@example.org ,c@example.org ?subject=a",
            "mailto:a@example.org,b@example.org,c@example.org?subject=a",
        ),
        ("http: //example.org/", "http://example.org/"),
        ("urn: isbn:1", "urn:isbn:1"),
        ("news: comp.text", "news:comp.text"),
    ] {
        let inspection = inspect(text, &Options::default());
        assert_eq!(inspection.apply_safe_fixes(Severity::Hint), text);
        let matches = |name: &str| matches!(name, "leiri-space" | "scheme-syntax" | "common-mistake");
        let spaces = inspection.findings().iter().filter(|finding| matches(finding.rule.name));
        let edits: Vec<_> = spaces.flat_map(|finding| &finding.fixes[0].edits).collect();
        assert_eq!(apply_edits(text, edits), removed);
    }
    let phrase = inspect("mailto:Ann Example <a@example.org>", &Options::default());
    assert_eq!(phrase.apply_safe_fixes(Severity::Hint), phrase.text());
}

#[test]
fn what_people_fill_in_and_two_files_are_not_encoded_without_review() {
    let is_safe = |text: &str| {
        let inspection = inspect(text, &Options::default());
        assert!(!inspection.findings().is_empty(), "{text}");
        inspection.findings().iter().any(|finding| finding.safe_fix().is_some())
    };
    for text in [
        "*<install directory>/lib/a.dtd*",
        "http://e.org/<your name>",
        "http://www.xbrl.org/utr/utr.xml resources/ferc-utr.xml",
    ] {
        assert!(!is_safe(text), "{text}");
    }
    for text in ["a/<b", "a>b", "<1 2>", "a/my report.xml", "a/v1.2 b.xml", "a.xml b/c"] {
        assert!(is_safe(text), "{text}");
    }
}
