//! References in RDF documents, and that an edited document equals a fresh one.

use std::sync::Arc;

use iri_core::xml::{Fixer, Settings, Syntax};
use iri_core::{Document, Span};

fn settings(syntax: Syntax) -> Arc<Settings> {
    let mut settings = Settings::default();
    settings.syntax = syntax;
    Arc::new(settings)
}

fn parse(syntax: Syntax, text: &str) -> Document {
    Document::parse(text, settings(syntax))
}

/// Returns the kind, the source and the value of each reference.
fn sites(document: &Document) -> Vec<(String, String, String)> {
    let site =
        |site: iri_core::xml::Site<'_>| (site.kind.name().to_owned(), site.raw.to_owned(), site.shown().to_owned());
    document.sites().map(site).collect()
}

/// Returns the rule and the source of each finding.
fn findings(syntax: Syntax, text: &str) -> Vec<(&'static str, String)> {
    let document = parse(syntax, text);
    document
        .findings()
        .map(|found| (found.finding.rule.name, document.slice(found.finding.span).into_owned()))
        .collect()
}

#[test]
fn turtle_has_iris_and_prefixed_names() {
    let text = "@base <http://b/> . PREFIX ex: <n#>\nex:a :b <c> , <<ex:d ex:e.f ex:>> , \"x\"@en-us, 1.5 .\n_:x a true; ex:g \
                ex:h\\~i%20j .";
    let document = parse(Syntax::Turtle, text);
    let values: Vec<_> = document.sites().map(|site| site.shown().to_owned()).collect();
    let expected = [
        "http://b/",
        "n#",
        "http://b/n#a",
        ":b",
        "c",
        "http://b/n#d",
        "http://b/n#e.f",
        "http://b/n#",
        "http://b/n#g",
        "http://b/n#h~i%20j",
    ];
    assert_eq!(values, expected);
    let resolved = document.sites().find(|site| site.raw == "c").and_then(|site| site.resolved());
    assert_eq!(resolved.as_deref(), Some("http://b/c"));
}

#[test]
fn a_prefix_is_reported_once_and_a_later_directive_wins() {
    let text =
        "ex:a ex:b ex:c .\n@prefix ex: <http://one/> . ex:a ex:a ex:a .\n@prefix ex: <http://two/> . ex:z ex:z ex:z .";
    assert_eq!(findings(Syntax::Turtle, text), [("undeclared-prefix", "ex".to_owned())]);
    let document = parse(Syntax::Turtle, text);
    assert_eq!(document.sites().last().map(|site| site.shown().to_owned()).as_deref(), Some("http://two/z"));
}

#[test]
fn what_an_iri_cannot_contain_is_an_error_also_as_an_escape() {
    let cases = [
        ("<http://h/a b>", "leiri-space", " "),
        (r"<http://h/\u0020a>", "leiri-space", r"\u0020"),
        (r"<http://h/\U0000003C>", "leiri-delimiter", r"\U0000003C"),
        ("<http://h/{a>", "leiri-unwise", "{"),
        ("<http://h/\"a>", "leiri-delimiter", "\""),
        ("<http://h/%zz>", "broken-percent", "%"),
        (r"<http://h/\uD800>", "surrogate", r"\uD800"),
    ];
    for (iri, rule, source) in cases {
        let text = format!("{iri} <http://p> <http://o> .\n");
        for syntax in [Syntax::Turtle, Syntax::NTriples] {
            assert_eq!(findings(syntax, &text), [(rule, source.to_owned())], "{text}");
        }
    }
    // A backslash without an escape stays.
    let found = findings(Syntax::Turtle, r"<http://h/\n> a <http://h/\u00ZZ> .");
    assert_eq!(found.iter().map(|(_, source)| source.as_str()).collect::<Vec<_>>(), [r"\", r"\"]);
}

#[test]
fn damage_hides_only_its_line() {
    let text = "<http://a/ \"x\" .\n<http://b/x y> <http://c> \"open .\n<http://d/x y> <http://e> \"\"\"never\n<http://f/x y> .\n";
    let found = findings(Syntax::Turtle, text);
    assert_eq!(found.len(), 3, "{found:?}");
    let unclosed = "<http://a <http://b/x y> <http://c> .\n";
    assert_eq!(sites(&parse(Syntax::Turtle, unclosed))[0].1, "http://b/x y");
}

#[test]
fn a_comparison_in_sparql_is_no_iri() {
    let text = "PREFIX ex: <http://e/>\nSELECT * { ?a ex:p ?b FILTER(?a < ?b && ?c > ?d && ?a<?b) ?a ex:q/^ex:r <http://x y/> }\n";
    let document = parse(Syntax::Sparql, text);
    let raws: Vec<_> = document.sites().map(|site| site.raw.to_owned()).collect();
    assert_eq!(raws, ["http://e/", "ex:p", "ex:q", "ex:r", "http://x y/"]);
}

#[test]
fn strings_have_references_only_by_their_datatype() {
    let text = "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n<http://s> <http://p> \"http://no/a b\", \"http://a/b \
                c\"^^xsd:anyURI , '''<http://x y>''' , \"http://d/e \
                f\"^^<http://www.w3.org/2001/XMLSchema#anyURI>, \"g h\"^^xsd:anyURIs .";
    let literals: Vec<_> = sites(&parse(Syntax::Turtle, text)).into_iter().filter(|site| site.0 == "literal").collect();
    assert_eq!(literals.iter().map(|site| site.1.as_str()).collect::<Vec<_>>(), ["http://a/b c", "http://d/e f"]);
}

#[test]
fn a_comment_suppresses_the_next_line() {
    let text =
        "# iri-ignore leiri-space\n<http://a b> <http://c d> <http://e> .\n<http://f g> <http://p> <http://o> .\n";
    assert_eq!(findings(Syntax::Turtle, text), [("leiri-space", " ".to_owned())]);
    let document = parse(Syntax::Turtle, "\n  <http://a b> <http://p> <http://o> .\n");
    let found = document.findings().next().expect("a space");
    let edit = document.edit_to_suppress(&found.site, "leiri-space").expect("a comment");
    assert_eq!(edit.text, "# iri-ignore leiri-space\n  ");
    let edit = document.edit_to_suppress_in_file("leiri-space").expect("a comment");
    assert_eq!(edit.text, "# iri-ignore-file leiri-space\n");
    assert_eq!(findings(Syntax::Turtle, "# iri-ignroe leiri-space\n")[0].0, "unknown-rule");
    let unused = findings(Syntax::Turtle, "# iri-ignore leiri-space\n<http://a> <http://p> <http://o> .\n");
    assert_eq!(unused[0].0, "unused-suppression");
}

#[test]
fn only_suggested_fixes_change_an_iri() {
    let document = parse(Syntax::Turtle, "<http://a/b c> <http://p> <HTTP://o/%7e> .\n");
    assert!(Fixer::default().fix(&document).expect("valid").is_none());
    let fixed = Fixer::default().with_suggested(true).fix(&document).expect("valid").expect("a fix");
    assert_eq!(fixed.document.text(), "<http://a/b%20c> <http://p> <HTTP://o/%7e> .\n");
}

/// Pieces of documents.
const PIECES: &[&str] = &[
    "<http://a/b>",
    "<http://a/b c>",
    "<x",
    ">",
    "ex:a",
    "ex:",
    ":b%2",
    "foo:x\\~",
    "\n",
    "\n",
    "\n",
    " ",
    " . ",
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "\\",
    "@prefix ex: <http://e/> .",
    "PREFIX",
    "@base",
    "<http://base/>",
    "# iri-ignore leiri-space",
    "# iri-ignore-file nothing",
    "#",
    "^^xsd:anyURI",
    "\"a b\"^^<http://www.w3.org/2001/XMLSchema#anyURI>",
    "<<",
    ">>",
    "ü",
    "?v",
    "<?a && ?b>",
    "\r\n",
    "_:b",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"@id\":\"a b\"",
    "\"@context\":{\"ex\":\"http://e/\"}",
    "\"ex:a b\"",
];

fn outline(document: &Document) -> String {
    let findings = document.findings().map(|found| format!("{:?} {}", found.finding.span, found.finding.rule.name));
    let sites =
        document.sites().map(|site| format!("{:?} {} {:?} {:?}", site.span, site.kind.name(), site.value, site.base));
    sites.chain(findings).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_edited_document_equals_a_fresh_one() {
    let rounds = std::env::var("IRI_EDITS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(3_000);
    let mut random = fastrand::Rng::with_seed(54);
    for round in 0..rounds {
        let syntax = [Syntax::Turtle, Syntax::Sparql, Syntax::NTriples, Syntax::JsonLd][round % 4];
        let mut some = |most: usize| -> String {
            (0..random.usize(..most)).map(|_| PIECES[random.usize(..PIECES.len())]).collect()
        };
        let mut text = some(60);
        let inserted: Vec<String> = (0..6).map(|_| some(4)).collect();
        let mut document = Document::parse_in_leaves(text.clone(), settings(syntax), 16);
        for new in inserted {
            let boundary = |at: usize| (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            let start = boundary(random.usize(..=text.len()));
            let end = boundary((start + random.usize(..12)).min(text.len())).max(start);
            let before = text.clone();
            text.replace_range(start..end, &new);
            document.edit(Span::new(start, end), &new);
            assert_eq!(document.text(), text);
            let fresh = parse(syntax, &text);
            assert_eq!(outline(&document), outline(&fresh), "{before:?} {start}..{end} {new:?}");
        }
    }
}

#[test]
fn json_ld_has_iris_in_keys_values_and_contexts() {
    let text = r#"{
  "@id": "rel ative", "ex:name": "http://no/reference here", "http://full/key": 1,
  "knows": ["ex:b c", "_:blank"], "plain": "http://not/a b",
  "@type": ["Person", "ex:T", "http://t/\u0020x"],
  "@context": ["http://remote/c ontext", {
    "@base": "http://base/", "@vocab": "http://vocab/",
    "ex": "http://example.org/", "knows": {"@id": "ex:knows", "@type": "@id"}
  }],
  "list": {"@list": [{"@id": "ex:in%2"}]}
}
"#;
    let document = parse(Syntax::JsonLd, text);
    let expected = [
        ("json-string", "rel ative", "rel ative"),
        ("compact-iri", "ex:name", "http://example.org/name"),
        ("json-string", "http://full/key", "http://full/key"),
        ("compact-iri", "ex:b c", "http://example.org/b c"),
        ("compact-iri", "ex:T", "http://example.org/T"),
        ("json-string", r"http://t/\u0020x", "http://t/ x"),
        ("json-string", "http://remote/c ontext", "http://remote/c ontext"),
        ("json-string", "http://base/", "http://base/"),
        ("json-string", "http://vocab/", "http://vocab/"),
        ("json-string", "http://example.org/", "http://example.org/"),
        ("compact-iri", "ex:knows", "http://example.org/knows"),
        ("compact-iri", "ex:in%2", "http://example.org/in%2"),
    ];
    let expected = expected.map(|(kind, raw, value)| (kind.to_owned(), raw.to_owned(), value.to_owned()));
    assert_eq!(sites(&document), expected);
    let rules: Vec<_> = findings(Syntax::JsonLd, text).into_iter().map(|(rule, _)| rule).collect();
    assert_eq!(rules, ["leiri-space", "leiri-space", "leiri-space", "leiri-space", "broken-percent"]);
    let resolved = document.sites().next().and_then(|site| site.resolved());
    assert_eq!(resolved.as_deref(), Some("http://base/rel ative"));
    assert!(document.sites().all(|site| document.slice(site.span) == site.raw));
}

#[test]
fn damaged_json_loses_no_other_line() {
    let text = "{\"@id\": \"http://a b\", \"x\": \"open,\n \"y\": [ { \"@id\": \"http://c d\" \n \"@id\": \"ex:\\ud83d\\ude00 \"";
    assert_eq!(findings(Syntax::JsonLd, text).len(), 3);
}
