//! The models of other parsers, compared with what the real software made of the same references.
//!
//! Each line of the tables has a reference, a base or null, and per parser the seven components, or null if the parser
//! rejects the reference. A parser that cannot be asked is absent from a line.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use iri_core::interop::{Interpretation, Parser, Reading, disagreement, disagreement_of_all};
use iri_core::{Options, inspect};
use serde_json::Value;

#[test]
fn models_reproduce_recorded_results() {
    let mut rows = BTreeMap::new();
    let mut differences = BTreeMap::<_, Vec<String>>::new();
    for table in ["recorded.jsonl", "generated.jsonl"] {
        for line in lines(table) {
            let reference = line["reference"].as_str().expect("a string");
            let base = line["base"].as_str();
            for parser in Parser::ALL {
                let Some(recorded) = line.get(parser.key()) else { continue };
                let model = parser.interpret(reference, base).map_or(Value::Null, |found| components(&found));
                *rows.entry(parser.key()).or_insert(0) += 1;
                if model != *recorded && !is_deviation(parser, reference) {
                    let difference =
                        format!("{reference:?} base {base:?}\n    model    {model}\n    recorded {recorded}");
                    differences.entry(parser.key()).or_default().push(difference);
                }
            }
        }
    }
    let report: Vec<String> = differences
        .iter()
        .map(|(parser, list)| {
            let first: Vec<&str> = list.iter().take(12).map(String::as_str).collect();
            format!("{parser}: {} of {}\n  {}", list.len(), rows[parser], first.join("\n  "))
        })
        .collect();
    assert!(report.is_empty(), "{}", report.join("\n"));
}

/// References that were recorded after the models were written: at most one in fifty may differ.
#[test]
fn models_reproduce_results_that_were_recorded_later() {
    for parser in [Parser::CurlIdn, Parser::Urllib3, Parser::JavaUrl, Parser::Php, Parser::DotNetUri] {
        let (mut rows, mut differences) = (0, Vec::new());
        for line in lines("further.jsonl") {
            let Some(recorded) = line.get(parser.key()) else { continue };
            let reference = line["reference"].as_str().expect("a string");
            let model = parser.interpret(reference, line["base"].as_str());
            let model = model.map_or(Value::Null, |found| components(&found));
            rows += 1;
            if model != *recorded {
                differences.push(format!(
                    "{reference:?} base {}\n    model    {model}\n    recorded {recorded}",
                    line["base"]
                ));
            }
        }
        assert!(rows > 300, "{}: only {rows}", parser.key());
        let count = differences.len();
        assert!(count * 50 <= rows, "{}: {count} of {rows}\n  {}", parser.key(), differences.join("\n  "));
    }
}

/// fluent-uri keeps `..` at the start of a path without a slash. RFC 3986 section 5.2.4 removes it. U+3164 was not allowed in
/// names before Unicode 16.
fn is_deviation(parser: Parser, reference: &str) -> bool {
    parser == Parser::Rfc3986 && reference == "http:../c"
        || parser == Parser::DotNetUri && reference == "http://a\u{3164}b.example/"
}

fn all_lines() -> impl Iterator<Item = Value> {
    ["recorded.jsonl", "generated.jsonl", "further.jsonl"].into_iter().flat_map(lines)
}

fn lines(table: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/parsers").join(table);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The components as the tables have them.
fn components(found: &Interpretation) -> Value {
    let text = |part: &Option<String>| part.clone().map_or(Value::Null, Value::String);
    Value::Array(vec![
        text(&found.scheme),
        text(&found.userinfo),
        text(&found.host),
        text(&found.port),
        Value::String(found.path.clone()),
        text(&found.query),
        text(&found.fragment),
    ])
}

#[test]
fn parsers_disagree_if_two_of_them_open_different_hosts() {
    let hosts = |reference, base| {
        disagreement(reference, base).map(|found| {
            let opened = |reading: &Reading| (reading.parsers[0], reading.found.host.clone().unwrap_or_default());
            (opened(&found.readings[0]), opened(&found.readings[1]))
        })
    };
    let base = Some("http://base.example/a/b?q#f");
    let expected = |first: (Parser, &str), second: (Parser, &str)| {
        Some(((first.0, first.1.to_owned()), (second.0, second.1.to_owned())))
    };
    for (reference, base, found) in [
        (r"http://a.example\@b.example/", None, expected((Parser::Whatwg, "a.example"), (Parser::Curl, "b.example"))),
        ("http:/h.example/", base, expected((Parser::Whatwg, "base.example"), (Parser::Curl, "h.example"))),
        ("http:///h.example/", base, expected((Parser::Whatwg, "h.example"), (Parser::PythonUrllib, "base.example"))),
        ("/\t/h.example/", base, expected((Parser::Whatwg, "h.example"), (Parser::Curl, "base.example"))),
        (
            "\u{A0}http://h.example/",
            base,
            expected((Parser::Whatwg, "base.example"), (Parser::Rfc3986Regex, "h.example")),
        ),
        ("http://[::1]x/", None, expected((Parser::PythonUrllib, "::1"), (Parser::Rfc3986Regex, "[::1]x"))),
        // The same host in another spelling, a rejection, no host, and a guess.
        (" http://h.example/", None, None),
        ("http://%41.EXAMPLE./", None, None),
        ("http://127.1/", None, None),
        ("http://a.example\u{FF20}b.example/", None, None),
        ("http:///h.example/", None, None),
        ("foo:/h.example", base, None),
        ("mailto:a@b.example", None, None),
        ("a\\b/c d", base, None),
    ] {
        assert_eq!(hosts(reference, base), found, "{reference:?} base {base:?}");
    }
}

#[test]
fn the_rule_reports_every_disagreement() {
    for line in all_lines() {
        let (reference, base) = (line["reference"].as_str().expect("a string"), line["base"].as_str());
        let options = base.map_or_else(Options::default, |base| Options::default().with_base(base));
        let findings = inspect(reference, &options).into_findings();
        let is_reported = findings.iter().any(|finding| finding.rule.name == "parsers-disagree");
        assert_eq!(is_reported, disagreement_of_all(reference, base).is_some(), "{reference:?} base {base:?}");
    }
}

#[test]
fn an_ipv6_address_is_the_same_host_in_every_parser() {
    let starts =
        ["http://", "https://", "HTTP://", "ftp://", "ws://", "file://", "foo://", "//", "urn://", "http:", "a"];
    let authorities = [
        "[::1]",
        "[::1]:",
        "[::1]:80",
        "[::1]:080",
        "[::1]:99999",
        "[::1]:8a",
        "[2001:DB8::1]",
        "[2001:db8:0:0:0:0:0:1]",
        "[::ffff:1.2.3.4]",
        "[::1.2.3.4]",
        "[::1%25eth0]",
        "[::1%eth0]",
        "u@[::1]",
        "[::1]x",
        "[::1",
        "::1]",
        "[v1.a]",
        "[1::2::3]",
        "[]",
        "[::1][::1]",
        "[::1]:80:80",
    ];
    let ends =
        ["", "/", "/a b", "/<x>", "?a b", "#|", "/\\", "\\a", "/[::1]", " ", "/\t", "/\u{202E}", "\u{A0}", "/%", "/:0"];
    let odd = ["", "", "", "", " ", "\t", "\\", "/", "\u{A0}"];
    let mut rng = fastrand::Rng::with_seed(6);
    let mut differ = 0;
    for _ in 0..20_000 {
        let mut reference = String::new();
        for pieces in [&odd[..], &starts, &odd, &authorities, &odd, &ends] {
            reference.push_str(pieces[rng.usize(..pieces.len())]);
        }
        for base in [None, Some("http://base.example/a/b?q#f")] {
            let found = disagreement(&reference, base);
            assert_eq!(found, disagreement_of_all(&reference, base), "{reference:?} base {base:?}");
            differ += usize::from(found.is_some());
        }
    }
    assert!(differ > 1_000, "only {differ} references differ");
}

#[test]
fn references_that_are_not_compared_have_no_disagreement() {
    for line in all_lines() {
        let (reference, base) = (line["reference"].as_str().expect("a string"), line["base"].as_str());
        assert_eq!(disagreement(reference, base), disagreement_of_all(reference, base), "{reference:?} base {base:?}");
    }
}
