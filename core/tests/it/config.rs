//! `.iri.toml`: settings, and messages about errors.

use std::sync::Arc;

use iri_core::files::config::ConfigPath;
use iri_core::vocabularies::Shape;
use iri_core::xml::UserPlace;
use iri_core::{Config, Document, Options, Role, Settings, Severity, rules};

/// Parses a configuration without problems.
fn valid(text: &str) -> Config {
    let (config, problems) = Config::parse(text);
    assert_eq!(problems, [], "{text}");
    config
}

/// Returns the severity, the source and the message of each problem.
fn problems(text: &str) -> Vec<(Severity, &str, String)> {
    let (_, problems) = Config::parse(text);
    problems.into_iter().map(|problem| (problem.severity, problem.span.slice(text), problem.message)).collect()
}

/// Returns the only problem, which must be an error.
fn error(text: &str) -> (&str, String) {
    let mut problems = problems(text);
    assert_eq!(problems.len(), 1, "{problems:?}");
    let (severity, at, message) = problems.remove(0);
    assert_eq!(severity, Severity::Error, "{message}");
    (at, message)
}

fn severity(config: &Config, path: &str, rule: &str) -> Option<Severity> {
    let options = Options::default().with_severities(config.settings_for(path).severities);
    options.severity(rules::find(rule).expect("the rule is there"))
}

#[test]
fn an_empty_edit_changes_nothing() {
    let config = valid("");
    assert_eq!(severity(&config, "a.xml", "leiri-space"), Some(Severity::Warning));
    assert!(!config.is_ignored_file("a.xml"));
}

#[test]
fn a_configuration_has_a_limited_number_of_lists_of_files() {
    let table = "[[override]]\nfiles = ['a.xml']\nrules = { bidi = 'error' }\n[[ignore]]\nfiles = ['b.xml']\n";
    assert!(problems(&table.repeat(250)).is_empty());
    let text = table.repeat(251);
    let found = problems(&text);
    let [(Severity::Error, "'b.xml'", message)] = &found[..] else { unreachable!("{found:?}") };
    assert_eq!(message, "too many lists of files (maximum 500): one may have many patterns");
}

#[test]
fn a_rule_overrides_its_group_in_any_order() {
    for text in
        ["[rules]\nleiri-space = \"hint\"\nleiri = \"error\"", "rules = { leiri = \"error\", leiri-space = \"hint\" }"]
    {
        let config = valid(text);
        assert_eq!(severity(&config, "a.xml", "leiri-space"), Some(Severity::Hint), "{text}");
        assert_eq!(severity(&config, "a.xml", "leiri-unwise"), Some(Severity::Error), "{text}");
    }
    assert_eq!(severity(&valid("[rules]\nleiri = \"off\""), "a.xml", "leiri-space"), None);
}

#[test]
fn an_unknown_rule_is_an_error_with_a_suggestion() {
    let (at, message) = error("[rules]\nleiri-spcae = \"error\"");
    assert_eq!(at, "leiri-spcae");
    assert_eq!(message, "unknown rule or group 'leiri-spcae'; did you mean 'leiri-space'?");
}

#[test]
fn an_unknown_severity_is_an_error_with_a_suggestion() {
    let (at, message) = error("[rules]\nleiri = \"warn\"");
    assert_eq!(at, "\"warn\"");
    assert_eq!(message, "unknown severity 'warn'; did you mean 'warning'?");
}

#[test]
fn an_unknown_key_is_a_warning_with_a_suggestion_and_the_rest_is_effective() {
    let text = "[rule]\nleiri = \"off\"\n[rules]\nleiri = \"hint\"";
    let expected = "unknown key 'rule'; did you mean 'rules'?".to_owned();
    assert_eq!(problems(text), [(Severity::Warning, "rule", expected)]);
    let (config, _) = Config::parse(text);
    assert_eq!(severity(&config, "a.xml", "leiri-space"), Some(Severity::Hint));
}

#[test]
fn a_value_of_another_type_is_an_error_at_the_value() {
    assert_eq!(error("[rules]\nleiri = 1"), ("1", "expected a string, found an integer".to_owned()));
    assert_eq!(error("rules = \"off\""), ("\"off\"", "expected a table, found a string".to_owned()));
    assert_eq!(error("[places]\nrole = \"leiri\"").1, "expected an array of tables, found a table");
    assert_eq!(error("ignore = [1]"), ("1", "expected a table, found an integer".to_owned()));
}

#[test]
fn malformed_toml_is_an_error_at_its_location() {
    let found = problems("[rules]\nleiri = \"error\nnot-nfc = \"off\"");
    assert!(found.iter().any(|(severity, ..)| *severity == Severity::Error), "{found:?}");
    assert!(!problems("[").is_empty() && !problems("=").is_empty() && !problems("\u{FEFF}\u{0}").is_empty());
}

#[test]
fn a_place_has_names_and_a_role() {
    let text = "[[places]]\nnamespace = \"urn:example:shop\"\nelement = \"item\"\nattribute = \"{urn:a}link\"\nrole = \"leiri\"\n\
                [[places]]\nelement = \"note\"\nrole = \"off\"";
    let place = |namespace: Option<&str>, element: &str, attribute: Option<&str>, role| UserPlace {
        namespace: namespace.map(str::to_owned),
        element: Some(element.to_owned()),
        attribute: attribute.map(str::to_owned),
        role,
        ..UserPlace::default()
    };
    let expected = [
        place(Some("urn:example:shop"), "item", Some("{urn:a}link"), Some(Role::LEIRI)),
        place(None, "note", None, None),
    ];
    assert_eq!(valid(text).settings_for("a.xml").places, expected);
}

#[test]
fn a_place_may_have_keywords_and_values_that_are_no_references() {
    let text =
        "[[places]]\nelement = \"a\"\nrole = \"any-uri\"\nkeywords = [\"no ne\", \"off\"]\nvalues = \"absolute\"\n";
    let places = valid(text).settings_for("a.xml").places;
    let table = |place: &UserPlace| Config::table_for(place, |_| false);
    assert_eq!(Config::parse(&places.iter().map(table).collect::<String>()).0.settings_for("a.xml").places, places);
    let listed = |document: &str, places: &[UserPlace]| {
        let settings = Settings::default().with_places(places.to_vec());
        Document::parse(document, Arc::new(settings)).sites().map(|site| site.raw.to_owned()).collect::<Vec<_>>()
    };
    let document = "<r><a>no ne</a><a>b c</a><a>http://h/</a><a>off</a></r>";
    assert_eq!(listed(document, &places), ["http://h/"]);
    let all: Vec<_> = places.iter().map(|place| UserPlace { values: Shape::Any, ..place.clone() }).collect();
    assert_eq!(listed(document, &all), ["b c", "http://h/"]);
    assert!(error("[[places]]\nelement = \"a\"\nrole = \"iri\"\nvalues = \"absolut\"").1.contains("'absolute'?"));
}

#[test]
fn an_incomplete_place_is_left_out() {
    let place = |rest: &str| format!("[[places]]\n{rest}");
    for (rest, says) in [
        ("role = \"leiri\"", "neither an element nor an attribute"),
        ("namespace = \"urn:a\"\nrole = \"leiri\"", "neither an element nor an attribute"),
        ("element = \"a\"", "has no role"),
        ("element = \"a\"\nrole = \"leirri\"", "did you mean 'leiri'?"),
        ("attribute = \"xlink:href\"\nrole = \"leiri\"", "expected '{namespace}local'"),
        ("elment = \"a\"\nattribute = \"b\"\nrole = \"leiri\"", "did you mean 'element'?"),
    ] {
        let text = place(rest);
        assert!(error(&text).1.contains(says), "{rest}: {}", error(&text).1);
        assert_eq!(Config::parse(&text).0.settings_for("a.xml").places, [], "{rest}");
    }
}

#[test]
fn patterns_of_files_are_those_of_gitignore() {
    let config =
        valid("[[ignore]]\nfiles = [\"vendor/**\", \"*.gen.xml\", \"/top.xml\", \"build/\", \"!build/kept.xml\"]");
    for path in
        ["vendor/a.xml", "vendor/b/c.xml", "x/y.gen.xml", "y.gen.xml", "top.xml", "build/a.xml", "x/build/a.xml"]
    {
        assert!(config.is_ignored_file(path), "{path}");
    }
    for path in ["x/vendor/a.xml", "gen.xml", "x/top.xml", "build.xml", "build/kept.xml", "/", ""] {
        assert!(!config.is_ignored_file(path), "{path}");
    }
}

#[test]
fn an_invalid_pattern_is_an_error_at_the_pattern() {
    let (at, message) = error("[[ignore]]\nfiles = [\"a\", \"b{\"]");
    assert_eq!(at, "\"b{\"");
    assert!(message.contains("b{"), "{message}");
}

#[test]
fn rules_are_suppressed_in_some_files() {
    let config = valid("[[ignore]]\nfiles = \"old/**\"\nrules = [\"leiri-space\", \"bidi\"]");
    assert_eq!(severity(&config, "old/a.xml", "leiri-space"), None);
    assert_eq!(severity(&config, "old/a.xml", "rtl-edge"), None);
    assert_eq!(severity(&config, "new/a.xml", "leiri-space"), Some(Severity::Warning));
    assert!(!config.is_ignored_file("old/a.xml"));
}

#[test]
fn values_are_suppressed_for_some_rules() {
    let config = valid("[[ignore]]\nvalues = [\"TODO*\"]\nrules = [\"leiri\"]");
    let settings = config.settings_for("a.xml");
    let ignored = settings.ignored.sorted();
    assert_eq!(ignored.len(), 1);
    assert_eq!((&*ignored[0].value, &*ignored[0].rules), ("TODO*", &["leiri".to_owned()][..]));
    assert_eq!(severity(&config, "a.xml", "leiri-space"), Some(Severity::Warning), "the rule stays for other values");
}

/// Half of a condition would suppress more than intended.
#[test]
fn an_incomplete_suppression_is_left_out() {
    for rest in
        ["", "file = \"a\"\nrules = \"leiri\"", "files = []", "files = \"a\"\nrules = [\"lairi-spoce\", \"leiri\"]"]
    {
        let text = format!("[[ignore]]\n{rest}");
        error(&text);
        let (config, _) = Config::parse(&text);
        assert!(!config.is_ignored_file("a"), "{rest}");
        assert_eq!(severity(&config, "a", "leiri-space"), Some(Severity::Warning), "{rest}");
    }
}

#[test]
fn schemas_are_parsed_and_kept() {
    let text =
        "[schemas]\ncatalogs = [\"catalog.xml\"]\nassociations = [{ files = \"*.shop.xml\", schema = \"s.xsd\" }]";
    let schemas = valid(text).schemas;
    let written = |path: &ConfigPath| (path.path.clone(), path.span.slice(text).to_owned());
    assert_eq!(written(&schemas.catalogs[0]), ("catalog.xml".to_owned(), "\"catalog.xml\"".to_owned()));
    assert_eq!(written(&schemas.associations[0].schema), ("s.xsd".to_owned(), "\"s.xsd\"".to_owned()));
    assert!(schemas.associations[0].files.as_ref().is_some_and(|files| files.matches("a/b.shop.xml")));
}

#[test]
fn any_text_gives_a_configuration_and_spans_within_it() {
    let whole = "[rules]\nleiri = \"off\"\n[[places]]\nelement = \"\u{E9}\"\nrole = 'leiri'\n[[ignore]]\nfiles = ['a{', \"\\u00e9\"]\n";
    let cuts = (0..=whole.len()).filter(|&at| whole.is_char_boundary(at));
    let nested = "a = ".to_owned() + &"[".repeat(100_000);
    let dotted = "a.".repeat(50_000) + "b = 1";
    for text in cuts.map(|at| &whole[..at]).chain([nested.as_str(), dotted.as_str()]) {
        for problem in Config::parse(text).1 {
            assert!(problem.span.start <= problem.span.end, "{problem:?}");
            problem.span.slice(text);
        }
    }
}
