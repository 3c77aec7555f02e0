//! Invariant 9 for every short string of difficult pieces, also with bases without slashes; fixes.rs tests the same
//! with random strings.

use crate::warnings::warnings;
use iri_core::reference::{Form, NormalizationLevel, normalize, resolve};
use iri_core::text::apply_edits;
use iri_core::{Dialect, Edit, Fix, Options, Reference, Role, Safety, Severities, Severity, inspect};

const PIECES: [&str; 14] = ["", "a", "B:", "/", "//", "..", ".", "%2e", "%41", "%c3%a9", "%E9", "%", ":080", " "];

const BASES: [&str; 4] = ["http://h/x/y?z", "http://h", "x:y", "x:y/z"];

/// Returns every string of at most `count` of the pieces, with an empty prefix and with three others.
fn strings(count: u32) -> impl Iterator<Item = String> {
    let starts = ["", "HTTP://H", "s:", "//u:p@H"];
    starts.into_iter().flat_map(move |start| {
        (0..PIECES.len().pow(count)).map(move |mut index| {
            let mut text = start.to_owned();
            for _ in 0..count {
                text.push_str(PIECES[index % PIECES.len()]);
                index /= PIECES.len();
            }
            text
        })
    })
}

fn apply_fixes(text: &str) -> String {
    inspect(text, &Options::default()).apply_safe_fixes(Severity::Hint)
}

#[test]
fn all_safe_fixes_together_leave_none() {
    for text in strings(4) {
        let apply_fixes = apply_fixes(&text);
        let again = inspect(&apply_fixes, &Options::default());
        let left: Vec<_> = again.findings().iter().filter(|finding| finding.safe_fix().is_some()).collect();
        assert!(left.is_empty(), "{text:?} became {apply_fixes:?}, with {left:?}");
    }
}

/// Returns the target of `reference`, converted to an IRI as in the LEIRI Note.
fn target(base: &str, reference: &str) -> Option<String> {
    let leiri = resolve(base, reference)?;
    let iri = inspect(&leiri, &Options::default()).converted(Form::Iri)?;
    Some(normalize(&iri, NormalizationLevel::Scheme))
}

#[test]
fn a_valid_reference_resolves_to_the_same_after_its_safe_fixes() {
    for text in strings(4).filter(|text| Reference::parse(text).is_reference(Dialect::Leiri)) {
        let apply_fixes = apply_fixes(&text);
        for base in BASES {
            assert_eq!(
                target(base, &text),
                target(base, &apply_fixes),
                "{text:?} became {apply_fixes:?}, against {base}"
            );
        }
    }
}

#[test]
fn a_path_on_a_windows_drive_has_no_safe_fix() {
    for text in [r"C:\a b[1].png", "c:/a b.png", r"C:\a%41\..\b.png"] {
        let findings = inspect(text, &Options::default()).into_findings();
        let mut fixes = findings.iter().flat_map(|finding| &finding.fixes).peekable();
        assert!(fixes.peek().is_some(), "{text}");
        assert!(fixes.all(|fix| fix.safety == Safety::Suggested), "{text}");
    }
}

// Found by fuzzing: browsers remove the control characters at both ends, and this scheme has a host.
#[test]
fn an_edge_that_browsers_remove_from_a_host_is_not_encoded() {
    let fixed = apply_fixes("\u{1}ile://c:\\d@h\u{1E}");
    assert!(fixed.ends_with("h\u{1E}"), "{fixed:?}");
}

#[cfg(feature = "xml")]
#[test]
fn a_safe_fix_writes_the_bytes_that_are_sent() {
    let query = |label: &str, text: &str, role: Role| {
        let charset = encoding_rs::Encoding::for_label(label.as_bytes());
        let options = Options::default().with_charset(charset).with_role(Role { dialect: Dialect::Uri, ..role });
        inspect(text, &options).apply_safe_fixes(Severity::Hint)
    };
    for (label, text, fixed) in [
        ("iso-8859-1", "http://h/\u{E9}?\u{E9} t\u{E9}#\u{E9}", "http://h/%C3%A9?%E9%20t%E9#%C3%A9"),
        ("windows-1251", "https://h/?\u{436}=a", "https://h/?%E6=a"),
        ("shift_jis", "HTTP://h/?\u{30A2}", "http://h/?%83A"),
        ("utf-8", "http://h/?\u{E9}", "http://h/?%C3%A9"),
        ("iso-8859-1", "ws://h/?\u{E9}", "ws://h/?%C3%A9"),
        ("windows-1255", "http://h/?a\u{20}\u{85}", "http://h/?a%20\u{85}"),
        ("windows-1255", "http://h/?\u{FFFD}", "http://h/?\u{FFFD}"),
        ("iso-8859-1", "?\u{E9}", "?\u{E9}"),
        ("iso-8859-1", "ftp://h/?\u{E9}", "ftp://h/?\u{E9}"),
    ] {
        assert_eq!(query(label, text, Role::LEIRI), fixed, "{label} {text:?}");
    }
    // Browsers remove control characters at the ends, and tabs anywhere.
    for text in ["http://h/a\u{1E}", "\u{1}a", "http://h/a\tb", "http://h/ "] {
        assert_eq!(query("utf-8", text, Role::LEIRI), text, "{text:?}");
    }
}

#[test]
fn no_two_rules_fix_the_same_encoding() {
    for text in strings(3) {
        let inspection = inspect(&text, &Options::default());
        let percent = ["needless-percent", "lowercase-percent", "double-encoded", "percent-not-utf8"];
        let findings = inspection.findings().iter().filter(|finding| percent.contains(&finding.rule.name));
        let mut edits: Vec<&Edit> = findings.flat_map(|finding| &finding.fixes).flat_map(|fix| &fix.edits).collect();
        edits.sort_by_key(|edit| edit.span.start);
        assert!(edits.windows(2).all(|pair| !pair[0].span.overlaps(pair[1].span)), "{text:?}: {edits:?}");
    }
}

#[test]
fn the_smallest_edit_makes_the_new_text() {
    for old in strings(3).take(2000) {
        for new in ["", "a", "/a/b", "%41a", "a/../%41"] {
            let edit: Edit = Edit::smallest(&old, iri_core::Span::new(0, old.len()), new);
            assert_eq!(apply_edits(&old, [&edit]), new);
        }
    }
}

/// Fails if the safe fixes of `text` raise a warning: the preferred ones, and those that a user can choose.
fn raises_no_warning(text: &str, options: &Options) {
    let inspection = inspect(text, options);
    let before = warnings(&inspection);
    let is_safe = |fix: &&Fix| fix.safety == Safety::Safe;
    let offered = inspection.findings().iter().filter_map(|finding| finding.fixes.iter().find(is_safe));
    let offered = apply_edits(text, offered.flat_map(|fix| &fix.edits));
    let applied = [Severity::Hint, Severity::Warning].map(|least| inspection.apply_safe_fixes(least));
    for fixed in applied.iter().chain([&offered]).filter(|fixed| *fixed != text) {
        for (rule, count) in warnings(&inspect(fixed, options)) {
            let before = before.get(rule).copied().unwrap_or(0);
            assert!(count <= before, "{rule}: {text:?} became {fixed:?}, base {:?}", options.base);
        }
    }
}

fn with_all_rules_as_warnings() -> Options {
    let mut severities = Severities::default();
    for rule in iri_core::rules::ALL {
        severities.set(rule.name, Some(Severity::Warning)).expect("a rule knows its own name");
    }
    Options::default().with_severities(severities)
}

// Found by fuzzing: the encoding made the label valid Punycode.
#[test]
fn safe_fixes_of_a_label_with_an_xn_prefix_raise_no_warning() {
    let labels =
        ["xn--9~cleiri-tnht", "xn--~-tnht", "xn--e1~", "xn--9~", "xn--a-~ecp", "~xn--9ca", "xn--9ca~", "XN--9~-t"];
    let characters = "\u{FFFD} \u{E000}\u{202E}\u{FDD0}\u{E9}\u{5D0}\t\u{7F}<>\"{}|\\^`%[";
    for label in labels {
        for c in characters.chars() {
            for start in ["hxtp://", "http://", "//", "file://", "http://a."] {
                let text = format!("{start}{}/", label.replace('~', &c.to_string()));
                for options in [Options::default(), with_all_rules_as_warnings()] {
                    raises_no_warning(&text, &options.clone().with_role(Role::ANY_URI));
                    raises_no_warning(&text, &options);
                }
            }
        }
    }
}

#[test]
fn safe_fixes_raise_no_warning_if_every_rule_is_a_warning() {
    let long = "\u{FFFD}".repeat(8);
    let visible = "a 8 xn-- % %2 %41 %e9 %FF \\ ^ | < [ & = ; : @ / . .. ? # \u{5D0} \u{430}";
    let others = "\u{E000},\u{FDD0},\u{202E},\u{627}\u{661},e\u{301}, ,\t,\u{7F},";
    let pieces: Vec<_> = visible.split(' ').chain(others.split(',')).chain([&*long]).collect();
    let options = with_all_rules_as_warnings();
    let any_uri = options.clone().with_role(Role::ANY_URI);
    for first in &pieces {
        for second in &pieces {
            for start in ["http://h/", "s:", "", "urn:a:", "mailto:", "data:", "/?", "#"] {
                raises_no_warning(&format!("{start}{first}{second}"), &options);
                raises_no_warning(&format!("{start}{first}{second}"), &any_uri);
            }
            for third in &pieces {
                raises_no_warning(&format!("//{first}{second}{third}"), &options);
                raises_no_warning(&format!("http://{first}{second}{third}"), &any_uri);
            }
        }
    }
}

#[test]
fn safe_fixes_of_a_text_that_parsers_reject_raise_no_warning() {
    let starts = [
        "http:/x/",
        "http:x",
        "http:///x",
        "http://:80/",
        "http://h:0/",
        "http://[v1.a]/",
        "file:/x",
        "x:/y",
        "\nurn:-//.a/",
        "\t//h/",
        "ht\ntp://h/",
        "/\t/h/",
    ];
    let ends = ["#\r\0\0", "#\0", "#\t", "?a b", "a b", "\\", "%", "#\u{202E}", "#<>", "?\n#\u{E000}"];
    for base in ["http://base.example/directory/file?q#f", "file:///directory/file", "x:y"] {
        let options = Options::default().with_base(base);
        for text in starts.into_iter().flat_map(|start| ends.map(|end| format!("{start}{end}"))) {
            raises_no_warning(&text, &options);
        }
    }
}
