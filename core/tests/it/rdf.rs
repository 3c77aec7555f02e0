//! References in RDF documents, and that an edited document equals a fresh one.

use std::sync::Arc;

use iri_core::xml::{Fixer, Settings, Syntax};
use iri_core::{CancelToken, Document, Severity, Span};

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

/// Returns what the first fix of each finding of this rule writes.
fn first_fixes(syntax: Syntax, text: &str, rule: &str) -> Vec<String> {
    let document = parse(syntax, text);
    let found = document.findings().filter(|found| found.finding.rule.name == rule);
    found.filter_map(|found| Some(found.finding.fixes.first()?.edits.first()?.text.clone())).collect()
}

#[test]
fn a_prefixed_name_between_angle_brackets_is_a_mistake() {
    let turtle =
        "@prefix foaf: <http://xmlns.com/foaf/0.1/> .\n<http://x/a> a <foaf:Person> , foaf:Agent , <other:x> .";
    assert_eq!(findings(Syntax::Turtle, turtle), [("common-mistake", "foaf:".to_owned())]);
    assert_eq!(first_fixes(Syntax::Turtle, turtle, "common-mistake"), ["http://xmlns.com/foaf/0.1/"]);
    let sparql = "PREFIX foaf: <http://xmlns.com/foaf/0.1/> DESCRIBE <foaf:Person>";
    assert_eq!(first_fixes(Syntax::Sparql, sparql, "common-mistake"), ["http://xmlns.com/foaf/0.1/"]);
    // A prefix that is declared later does not count.
    assert_eq!(findings(Syntax::Turtle, "<foaf:a> <http://x/b> 1 . @prefix foaf: <http://x/> ."), []);
}

#[test]
fn another_spelling_of_a_known_namespace_is_a_mistake() {
    for (written, meant) in [
        ("https://www.w3.org/2000/svg", Some("http://www.w3.org/2000/svg")),
        ("http://www.w3.org/2000/svg/", Some("http://www.w3.org/2000/svg")),
        ("http://www.w3.org/2005/atom", Some("http://www.w3.org/2005/Atom")),
        ("www.w3.org/2000/svg", Some("http://www.w3.org/2000/svg")),
        ("https://www.w3.org/1999/xlink", Some("http://www.w3.org/1999/xlink")),
        ("https://www.sitemaps.org/schemas/sitemap/0.9", Some("http://www.sitemaps.org/schemas/sitemap/0.9")),
        ("http://www.w3.org/2000/svg", None),
        ("http://www.w3.org/2001/XMLSchema#", None),
        ("http://example.org/2000/svg", None),
        ("https://www.w3.org/2001/mine", None),
    ] {
        let text = format!("<a:b xmlns:a=\"{written}\"/>");
        let fixes = first_fixes(Syntax::Xml, &text, "common-mistake");
        assert_eq!(fixes.first().map(String::as_str), meant, "{written}");
    }
    for (written, meant) in [
        ("https://xmlns.com/foaf/0.1/", Some("http://xmlns.com/foaf/0.1/")),
        ("http://xmlns.com/foaf/0.1#", Some("http://xmlns.com/foaf/0.1/")),
        ("http://www.w3.org/2002/07/owl", Some("http://www.w3.org/2002/07/owl#")),
        ("https://www.w3.org/2001/XMLSchema#", Some("http://www.w3.org/2001/XMLSchema#")),
        ("http://www.w3.org/2001/XMLSchema#", None),
        // In XML the namespace of FHIR has no slash.
        ("http://hl7.org/fhir/", None),
        ("https://schema.org/", None),
    ] {
        let text = format!("@prefix a: <{written}> .\na:b a a:c .");
        let fixes = first_fixes(Syntax::Turtle, &text, "common-mistake");
        assert_eq!(fixes.first().map(String::as_str), meant, "{written}");
    }
}

#[test]
fn a_prefix_is_reported_once_and_a_later_directive_wins() {
    let text =
        "ex:a ex:b ex:c .\n@prefix ex: <http://one/> . ex:a ex:a ex:a .\n@prefix ex: <http://two/> . ex:z ex:z ex:z .";
    assert_eq!(findings(Syntax::Turtle, text), [("undeclared-prefix", "ex:".to_owned())]);
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
    // A backslash without an escape of the syntax stays; `\n` at the end is one of another language.
    let found = findings(Syntax::Turtle, r"<http://h/\n> a <http://h/\u00ZZ> .");
    assert_eq!(found.iter().map(|(_, source)| source.as_str()).collect::<Vec<_>>(), [r"\n", r"\"]);
}

#[test]
fn a_name_without_findings_is_not_the_iri_that_is_written_like_it() {
    let text = "@prefix urn: <http://e/> .\nurn:x urn:x <urn:x> . <tel:x> tel:x tel:x .";
    let rules: Vec<_> = findings(Syntax::Turtle, text).into_iter().map(|(rule, _)| rule).collect();
    assert_eq!(rules, ["scheme-syntax", "scheme-syntax", "undeclared-prefix"]);
}

#[test]
fn damage_hides_only_its_line() {
    let text = "<http://a/ \"x\" .\n<http://b/x y> <http://c> \"open .\n<http://d/x y> <http://e> \"\"\"never\n<http://f/x y> .\n";
    let found = findings(Syntax::Turtle, text);
    assert_eq!(found.iter().filter(|(rule, _)| rule == &"leiri-space").count(), 3, "{found:?}");
    let unclosed = "<http://a <http://b/x y> <http://c> .\n";
    assert_eq!(sites(&parse(Syntax::Turtle, unclosed))[0].1, "http://b/x y");
}

#[test]
fn an_iri_without_its_end_is_an_error() {
    let cases = [
        ("<http://a <http://p> <http://o> .", "<http://a"),
        ("<http://a/ <http://p> <http://o> .", "<http://a/"),
        ("<http://s> <http://p> <http://o.", "<http://o"),
        ("<http://s> <http://p> <http://o ;\n", "<http://o"),
        ("<http://s> <http://p> <http://o, <http://q> .", "<http://o"),
        ("<http://s> <http://p> <http://o", "<http://o"),
    ];
    for (text, source) in cases {
        for syntax in [Syntax::Turtle, Syntax::NTriples, Syntax::N3, Syntax::Sparql] {
            assert_eq!(findings(syntax, text), [("unclosed-iri", source.to_owned())], "{text}");
        }
    }
    // Only where `<` is no operator, a relative one, and nothing is a mistake without a scheme.
    assert_eq!(findings(Syntax::Turtle, "<#a <p> <o> ."), [("unclosed-iri", "<#a".to_owned())]);
    assert_eq!(findings(Syntax::N3, "{?a <b> ?c} <= {?c <#d ?e\n} ."), []);
    assert_eq!(findings(Syntax::Turtle, "<< <a> <b> <c> >> <d> << <e> <f> <g> >> ."), []);
}

#[test]
fn an_iri_without_its_end_in_a_directive_is_one_error() {
    let text = "@prefix ex: <http://e/ .\nex:a ex:b <c> .\n@base <http://b/ .\n<d> ex:e ex:f .\n";
    let expected = ["<http://e/", "<http://b/"].map(|source| ("unclosed-iri", source.to_owned()));
    assert_eq!(findings(Syntax::Turtle, text), expected);
    let fixer = Fixer::default().with_suggested(true);
    let fixed = fixer.fix(&parse(Syntax::Turtle, text)).expect("it can be fixed").expect("it has fixes");
    let expected = "@prefix ex: <http://e/> .\nex:a ex:b <c> .\n@base <http://b/> .\n<d> ex:e ex:f .\n";
    assert_eq!((fixed.document.text(), fixed.document.findings().count()), (expected.to_owned(), 0));
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
fn json_ld_in_a_script_has_iris() {
    let json = r#"{"@context": {"@vocab": "https://schema.org/", "ex": "http://e.org/a#", "knows": {"@type": "@id"}},
        "@id": "/a b", "@type": ["http://e.org/T|", "Thing"], "name": "http://e.org/not a reference", "ex:p": "x y",
        "knows": "http:\/\/e.org\/c d", "url": {"@id": "ex:\u0020"}}"#;
    let body = format!("<script type='application/ld+json'><![CDATA[{json}]]></script>");
    for (root, rest) in
        [("html xmlns='http://www.w3.org/1999/xhtml'", "html"), ("svg xmlns='http://www.w3.org/2000/svg'", "svg")]
    {
        let text = format!("<{root}>{body}<script type='text/javascript'>{json}</script></{rest}>");
        let document = Document::parse(text, Arc::default());
        let found: Vec<_> = document.sites().map(|site| document.slice(site.span).into_owned()).collect();
        let expected = [
            "https://schema.org/",
            "http://e.org/a#",
            "/a b",
            "http://e.org/T|",
            "ex:p",
            r"http:\/\/e.org\/c d",
            r"ex:\u0020",
        ];
        assert_eq!(found.iter().filter(|found| !found.starts_with("http://www.w3.org/")).collect::<Vec<_>>(), expected);
        let rules: Vec<_> =
            document.findings().map(|found| (found.finding.rule.name, found.finding.severity)).collect();
        assert_eq!(rules.len(), 4, "{rules:?}");
        assert!(rules.iter().all(|(_, severity)| *severity == Severity::Error), "{rules:?}");
        let values: Vec<_> = document.sites().map(|site| site.shown().to_owned()).collect();
        assert_eq!(values[values.len() - 3..], ["http://e.org/a#p", "http://e.org/c d", "http://e.org/a# "]);
    }
    // References and markup of XML in a string.
    let json = r#"{"@id": "http://e.org/?a&amp;b c", "@type": ["http://e.org/<!-- -->x", "http://e.org/{{ type }}"]}"#;
    let text =
        format!("<html xmlns='http://www.w3.org/1999/xhtml'><script type='application/ld+json'>{json}</script></html>");
    let document = Document::parse(text, Arc::default());
    let values: Vec<_> = document.sites().skip(1).map(|site| site.shown().to_owned()).collect();
    assert_eq!(values, ["http://e.org/?a&b c", "http://e.org/x", "http://e.org/{{ type }}"]);
    let found: Vec<_> = document.findings().map(|found| found.finding.rule.name).collect();
    assert_eq!(found, ["leiri-space"]);
}

#[test]
fn each_context_has_the_terms_before_it() {
    let text = r#"{"@context": ["one.jsonld", {"@base": "http://b/x/", "@vocab": "http://v/", "ex": "http://e/", "a": "ex:a"},
        {"@base": "y/", "@vocab": "w#", "ex": "http://f/", "b": {"@id": "ex:b", "@context": [{"@vocab": "z/"}, {"@vocab": "q/"}]}},
        {"@vocab": ""}], "@id": "c"}"#;
    let mut settings = Settings::default();
    (settings.syntax, settings.base) = (Syntax::JsonLd, Some("http://doc/d".into()));
    let document = Document::parse(text, Arc::new(settings));
    let resolved: Vec<_> = document.sites().map(|site| site.resolved().unwrap_or_default()).collect();
    let expected = [
        "http://doc/one.jsonld",
        "http://b/x/",
        "http://v/",
        "http://e/",
        "http://e/a",
        "http://b/x/y/",
        "http://v/w#",
        "http://f/",
        "http://f/b",
        "http://v/w#z/",
        "http://v/w#z/q/",
        "http://v/w#",
        "http://b/x/y/c",
    ];
    assert_eq!(resolved, expected);
}

#[test]
fn a_vocabulary_is_relative_to_the_base_of_its_context() {
    for members in [r#""@base": "http://b/x/", "@vocab": "v#""#, r#""@vocab": "v#", "@base": "http://b/x/""#] {
        let document = parse(Syntax::JsonLd, &format!(r#"{{"@context": {{{members}}}, "@type": "T"}}"#));
        let resolved = document.sites().find(|site| site.raw == "v#").and_then(|site| site.resolved());
        assert_eq!(resolved.as_deref(), Some("http://b/x/v#"), "{members}");
    }
}

#[test]
fn a_name_of_json_ld_has_no_prefix_after_a_slash() {
    let text = r#"{"@context": {"@vocab": "http://v/", "ex": "http://e/"}, "@id": "http://a", "/x:y": 1, "a/ex:b": {"@id": "c:d"}, "ex:b": 1}"#;
    let raws: Vec<_> = sites(&parse(Syntax::JsonLd, text)).into_iter().map(|site| site.1).collect();
    assert_eq!(raws, ["http://v/", "http://e/", "http://a", "c:d", "ex:b"]);
}

#[test]
fn a_namespace_may_be_the_start_of_what_its_scheme_allows() {
    for namespace in ["urn:uuid:", "urn:", "urn:isbn:", "tel:", "mailto:", "doi:", "http:", "http://", "info:", "did:"]
    {
        assert_eq!(findings(Syntax::Turtle, &format!("@prefix x: <{namespace}> .\n")), [], "{namespace}");
        let json = format!(r#"{{"@context": {{"x": "{namespace}", "y": {{"@id": "{namespace}", "@prefix": true}}}}}}"#);
        assert_eq!(findings(Syntax::JsonLd, &json), [], "{namespace}");
    }
    for text in ["@prefix x: <urn:x:> .", "@prefix x: <http://[::1> .", "@prefix u: <urn:uuid:> .\n<urn:uuid:> a u:x ."]
    {
        assert!(!findings(Syntax::Turtle, text).is_empty(), "{text}");
    }
}

#[test]
fn no_fix_of_a_literal_is_safe() {
    let turtle = "<http://s> <http://p> \"http://h/a b\"^^<http://www.w3.org/2001/XMLSchema#anyURI> .\n";
    let json = r#"{"@context": {"p": {"@id": "http://p", "@type": "http://www.w3.org/2001/XMLSchema#anyURI"}}, "p": "http://h/a b"}"#;
    for (syntax, text) in [(Syntax::Turtle, turtle), (Syntax::JsonLd, json)] {
        let document = parse(syntax, text);
        assert_eq!(document.findings().count(), 1, "{text}");
        assert!(Fixer::default().fix(&document).expect("valid").is_none(), "{text}");
    }
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
    "<HTTP://a/b>",
    "<https://e/x>",
    "@prefix bad: <http://a/b> .",
    "bad:name",
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
    "ex:a/b ",
    "@prefix a.: <x>",
    "IRI(\"a b\")",
    "\"x\"@base",
    "\"@context\":{\"@vocab\":\"v\",\"T\":{\"@context\":{\"k\":{\"@type\":\"@id\"}}}},",
    "\"@type\":\"T\",",
    "\"k\":\"c d\",",
    "\"@context\":[{\"@vocab\":\"http://v/\",\"@base\":\"b/\"},{\"@vocab\":\"\"}],",
    "{\"@context\":[{\"@vocab\":\"w\"}]}",
    "<script xmlns='http://www.w3.org/1999/xhtml' type='application/ld+json'>",
    "</script>",
    "&amp;",
    "<!--",
    "-->",
];

fn outline(document: &Document) -> String {
    let all = document.findings().chain(document.related_findings(&CancelToken::default()));
    let findings = all.map(|found| format!("{:?} {}", found.finding.span, found.finding.rule.name));
    let sites =
        document.sites().map(|site| format!("{:?} {} {:?} {:?}", site.span, site.kind.name(), site.value, site.base));
    sites.chain(findings).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_edited_document_equals_a_fresh_one() {
    let rounds = std::env::var("IRI_EDITS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(3_000);
    let mut random = fastrand::Rng::with_seed(54);
    for round in 0..rounds {
        let all = [Syntax::Turtle, Syntax::Sparql, Syntax::NTriples, Syntax::N3, Syntax::JsonLd, Syntax::Xml];
        let syntax = all[round % all.len()];
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
            let (edited, fresh) = (outline(&document), outline(&parse(syntax, &text)));
            let differs = edited.lines().zip(fresh.lines()).find(|(edited, fresh)| edited != fresh);
            assert_eq!(differs, None, "{syntax:?} {before:?} {start}..{end} {new:?}");
            assert_eq!(edited, fresh, "{syntax:?} {before:?} {start}..{end} {new:?}");
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
    // Text that JSON does not allow is read character by character.
    assert_eq!(findings(Syntax::JsonLd, "{\"@context\": \u{FC}, \"@id\": \"http://a b\"}").len(), 1);
}

/// Returns the rule, the source, the message and the first fixed source of each finding about names.
fn related(syntax: Syntax, text: &str) -> Vec<(&'static str, String, String, Option<String>)> {
    let document = parse(syntax, text);
    let found = document.related_findings(&CancelToken::default()).into_iter();
    found
        .map(|found| {
            let finding = found.finding;
            let source = document.slice(finding.span).into_owned();
            let fixed = finding.fixes.first().map(|fix| {
                let fixed = iri_core::text::apply_edits(&document.text(), &fix.edits);
                let end = fixed.len() - (document.len() - found.value.end);
                fixed[found.value.start..end].to_owned()
            });
            (finding.rule.name, source, finding.message.to_string(), fixed)
        })
        .collect()
}

fn rules_and_sources(syntax: Syntax, text: &str) -> Vec<(&'static str, String)> {
    related(syntax, text).into_iter().map(|(rule, source, ..)| (rule, source)).collect()
}

#[test]
fn an_iri_in_two_spellings_is_found_in_the_rarer_one() {
    let usual = "http://example.org/caf\u{E9}/~a";
    for other in [
        "HTTP://example.org/caf\u{E9}/~a",
        "http://EXAMPLE.org/caf\u{E9}/~a",
        "http://example.org:80/caf\u{E9}/~a",
        "http://example.org/caf%C3%A9/~a",
        "http://example.org/caf%c3%a9/~a",
        "http://example.org/caf\u{E9}/%7Ea",
        "http://example.org/caf\u{E9}/%7ea",
        "http://example.org/cafe\u{301}/~a",
        "http://example.org/x/../caf\u{E9}/./~a",
        "http://ex%61mple.org/caf\u{E9}/~a",
    ] {
        let text = format!("<{other}> <http://p> <{usual}> .\n<{usual}> <http://p> \"{other}\" .\n");
        let expected = (
            "other-spelling",
            other.to_owned(),
            format!("the same IRI is also written as '{usual}'"),
            Some(usual.to_owned()),
        );
        assert_eq!(related(Syntax::NTriples, &text), std::slice::from_ref(&expected), "{other}");
        assert_eq!(related(Syntax::Turtle, &text), [expected], "{other}");
        let fixer = Fixer::default().with_least(iri_core::Severity::Hint).with_suggested(true);
        let fixed = fixer.fix(&parse(Syntax::Turtle, &text));
        let fixed = fixed.expect("valid").expect("a fix").document;
        assert!(fixed.text().starts_with(&format!("<{usual}> ")), "{}", fixed.text());
        assert_eq!(fixed.related_findings(&CancelToken::default()).len(), 0);
    }
}

#[test]
fn different_iris_are_no_spellings_of_one() {
    for (one, other) in [
        ("http://example.org/a%2Fb", "http://example.org/a/b"),
        ("urn:example:a#B", "urn:example:a#C"),
        ("urn:example:A", "urn:example:a"),
        ("http://example.org/A", "http://example.org/a"),
        ("http://example.org/a", "http://example.org/a/"),
        ("http://example.org/a", "https://example.org/a"),
        ("http://example.org/a", "http://example.org/a#"),
    ] {
        let text = format!("<{one}> <http://p/> <{other}> .\n");
        assert_eq!(rules_and_sources(Syntax::NTriples, &text), [], "{text}");
    }
    let text = "<http://example.org> <http://p/> <http://example.org/>, <http://example.org/> .";
    assert_eq!(rules_and_sources(Syntax::Turtle, text), [("other-spelling", "http://example.org".to_owned())]);
}

#[test]
fn spellings_are_compared_after_resolution_and_expansion() {
    let text =
        "@base <http://example.org/> . @prefix ex: <http://example.org/> .\n<%7Ea> ex:p ex:b, ex:\\~a, ex:\\~a, <b> .";
    let found = related(Syntax::Turtle, text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].1.as_str(), found[0].3.as_deref()), ("%7Ea", Some("~a")));
    let text = "@prefix ex: <http://example.org/> .\nex:%7Ea ex:p <http://example.org/~a>, <http://example.org/~a> .";
    let found = related(Syntax::Turtle, text);
    assert_eq!((found.len(), found[0].1.as_str()), (1, "ex:%7Ea"));
    // A namespace is no node.
    let text = "@prefix ex: <http://example.org/%7E/> .\n<http://example.org/~/> <http://p/> 1 .";
    assert_eq!(rules_and_sources(Syntax::Turtle, text), []);
}

#[test]
fn a_namespace_with_the_other_scheme_is_found() {
    let text = "PREFIX schema: <http://schema.org/>\n<https://schema.org/Person> schema:name <https://schema.org/a/b>, \
                <https://schema.org/>, <https://other.org/x> .";
    let found = related(Syntax::Turtle, text);
    let expected = ("https://schema.org/Person", "the namespace is declared as 'http://schema.org/'");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].1.as_str(), found[0].2.as_str()), expected);
    assert_eq!(found[0].3.as_deref(), Some("http://schema.org/Person"));
    let both = format!("PREFIX s: <https://schema.org/>\n{text}");
    assert_eq!(rules_and_sources(Syntax::Turtle, &both), []);
    let json = r#"{"@context": {"schema": "https://schema.org/"}, "@id": "http://schema.org/Person"}"#;
    assert_eq!(rules_and_sources(Syntax::JsonLd, json), [("other-spelling", "http://schema.org/Person".to_owned())]);
}

#[test]
fn a_namespace_without_a_separator_is_found_if_names_continue_it() {
    let cases = [
        ("http://example.org/ns", "ex:name", true),
        ("http://example.org", "ex:name", true),
        ("http://example.org/ns", "ex:", false),
        ("http://example.org/Q", "ex:42", false),
        ("http://example.org/ns#", "ex:name", false),
        ("http://example.org/ns_", "ex:name", false),
        ("urn:uuid:", "ex:name", false),
        ("ns", "ex:name", false),
    ];
    for (namespace, name, is_found) in cases {
        let text = format!("@prefix ex: <{namespace}> .\n<http://s/> {name} 1 .");
        let found = rules_and_sources(Syntax::Turtle, &text);
        assert_eq!(found, if is_found { vec![("namespace-end", namespace.to_owned())] } else { Vec::new() }, "{text}");
    }
    let ends = ["http://example.org/ns", "http://example.org", "http://example.org/ns#part"];
    for (namespace, separator) in ends.into_iter().zip(["#", "/", "/"]) {
        let found = related(Syntax::Sparql, &format!("PREFIX ex: <{namespace}>\nSELECT * {{ ?s ex:p ?o }}"));
        assert_eq!(found[0].3, Some(format!("{namespace}{separator}")));
    }
    let json = r#"{"@context": {"@vocab": "http://schema.org", "ex": "http://example.org/ns"}, "ex:name": 1}"#;
    let expected = ["http://schema.org", "http://example.org/ns"].map(|source| ("namespace-end", source.to_owned()));
    assert_eq!(rules_and_sources(Syntax::JsonLd, json), expected);
}

#[test]
fn findings_about_names_can_be_suppressed_and_follow_edits() {
    let text = "<http://EXAMPLE.org/> <http://p/> <http://example.org/> .\n<http://example.org/> <http://p/> 1 .\n";
    let mut document = parse(Syntax::Turtle, text);
    let related = |document: &Document| document.related_findings(&CancelToken::default()).len();
    assert_eq!(related(&document), 1);
    let site = document.sites().next().expect("a reference");
    let rules = |document: &Document, site| -> Vec<_> {
        let inspection = document.inspect_with_targets(site, &CancelToken::default()).expect("a reference");
        inspection.findings().iter().map(|finding| finding.rule.name).collect()
    };
    // Only this rule: another spelling alone is another name.
    assert_eq!(rules(&document, &site), ["other-spelling"]);
    let edit = document.edit_to_suppress(&site, "other-spelling").expect("a comment");
    document.edit(edit.span, &edit.text);
    assert_eq!(related(&document), 0);
    assert_eq!(document.findings().filter(|found| found.finding.rule.name == "unused-suppression").count(), 0);
    let mut document = parse(Syntax::Turtle, text);
    document.edit(Span::new(1, 21), "http://example.org/x");
    assert_eq!(related(&document), 0);
}

/// Returns the text after the name at the first `|` of `text`, which is removed, is renamed to `new`.
fn renamed(syntax: Syntax, text: &str, new: &str) -> Option<String> {
    let offset = text.find('|').expect("a position");
    let document = parse(syntax, &text.replacen('|', "", 1));
    let name = document.rdf_name_at(offset)?;
    let edits = document.rdf_rename(&name, new, iri_core::text::encoding::Encoding::Utf8)?;
    Some(iri_core::text::apply_edits(&document.text(), &edits))
}

#[test]
fn a_prefix_is_renamed_with_its_declaration_and_all_names() {
    let text = "@prefix ex: <http://e/> . @prefix exx: <http://x/> .\nex:a e|x:b \"ex:c\"^^ex:d , exx:a . # ex:a\nPREFIX ex:\n <http://f/> ex:e a 1 .";
    let expected = "@prefix new: <http://e/> . @prefix exx: <http://x/> .\nnew:a new:b \"ex:c\"^^new:d , exx:a . # ex:a\nPREFIX new:\n <http://f/> new:e a 1 .";
    assert_eq!(renamed(Syntax::Turtle, text, "new").as_deref(), Some(expected));
    let at_declaration = text.replacen('|', "", 1).replacen("@prefix ex", "@prefix e|x", 1);
    assert_eq!(renamed(Syntax::Sparql, &at_declaration, "new").as_deref(), Some(expected));
    for new in ["exx", "a b", "a:", "-a", "a."] {
        assert_eq!(renamed(Syntax::Turtle, text, new), None, "{new}");
    }
    let document = parse(Syntax::Turtle, &text.replacen('|', "", 1));
    let name = document.rdf_name_at(text.find('|').expect("a position")).expect("a prefix");
    assert_eq!((name.text.as_str(), name.declaration), ("ex", Some(Span::new(8, 10))));
    // In JSON-LD it is also a name of its own.
    let json = r#"{"@context": {"ex" : "http://e/", "a": {"@id": "ex"}}, "e|x:a": [{"@id": "ex:b"}], "@type": ["ex:T", "ex"], "ex": "ex"}"#;
    let expected = r#"{"@context": {"n" : "http://e/", "a": {"@id": "n"}}, "n:a": [{"@id": "n:b"}], "@type": ["n:T", "n"], "n": "ex"}"#;
    assert_eq!(renamed(Syntax::JsonLd, json, "n").as_deref(), Some(expected));
    let json = r#"{"@context": {"na|me" : "http://e/name"}, "name": "name", "http://x": {"name": 1}}"#;
    let expected = r#"{"@context": {"n" : "http://e/name"}, "n": "name", "http://x": {"n": 1}}"#;
    assert_eq!(renamed(Syntax::JsonLd, json, "n").as_deref(), Some(expected));
}

#[test]
fn an_iri_is_renamed_in_every_form_of_it() {
    let text = "@base <http://e/> . @prefix ex: <http://e/> .\n<|a> ex:a <http://e/a> , \"http://e/a\" , ex:ab .";
    let expected = "@base <http://e/> . @prefix ex: <http://e/> .\n<b> ex:b <http://e/b> , \"http://e/a\" , ex:ab .";
    assert_eq!(renamed(Syntax::Turtle, text, "b").as_deref(), Some(expected));
    let expected = "@base <http://e/> . @prefix ex: <http://e/> .\n<http://f/c> <http://f/c> <http://f/c> , \"http://e/a\" , ex:ab .";
    assert_eq!(renamed(Syntax::Turtle, text, "http://f/c").as_deref(), Some(expected));
    let local = "@prefix ex: <http://e/> .\nex:a|\\~ <http://e/a~> 1 .";
    let expected = "@prefix ex: <http://e/> .\nex:c <http://e/c> 1 .";
    assert_eq!(renamed(Syntax::Turtle, local, "c").as_deref(), Some(expected));
    let json = r#"{"@context": {"ex": "http://e/"}, "@id": "http:|//e/a", "ex:a": {"@id": "ex:b"}}"#;
    let expected = r#"{"@context": {"ex": "http://e/"}, "@id": "http://e/c", "ex:c": {"@id": "ex:b"}}"#;
    assert_eq!(renamed(Syntax::JsonLd, json, "http://e/c").as_deref(), Some(expected));
    // A namespace is not the name of a node.
    let text = "@prefix ex: <http://e/> .\n<http://|e/> ex:a ex: .";
    let expected = "@prefix ex: <http://e/> .\n<http://f/> ex:a <http://f/> .";
    assert_eq!(renamed(Syntax::Turtle, text, "http://f/").as_deref(), Some(expected));
    let text = "@prefix ex: <http://|e/> . @prefix e: <http://e/> .\n<http://e/> ex:a ex: .";
    let expected = "@prefix ex: <http://f/> . @prefix e: <http://f/> .\n<http://e/> ex:a ex: .";
    assert_eq!(renamed(Syntax::Turtle, text, "http://f/").as_deref(), Some(expected));
    assert_eq!(parse(Syntax::Xml, "<a xml:base='http://e/'/>").rdf_name_at(15), None);
}

#[test]
fn a_relative_iri_stays_relative() {
    for (text, new, expected) in [
        ("<../p#|one> a <#C> .", "../p#two", "<../p#two> a <#C> ."),
        ("<../p#|one> a <../p#one> .", "../q/r", "<../q/r> a <../q/r> ."),
        ("<./|p> a <p> .", "./q", "<./q> a <q> ."),
        ("<x> a <#on|e> .", "one2", "<x> a <one2> ."),
        ("<#on|e> a <a.ttl#one> .", "two", "<two> a <two> ."),
        (
            "@prefix : <#> . :one a :C . <#on|e> a :D .",
            "other.ttl",
            "@prefix : <#> . <other.ttl> a :C . <other.ttl> a :D .",
        ),
        ("<b/p#|one> a <../d/b/p#one> .", "c/q", "<c/q> a <c/q> ."),
        ("<|p> a <../d/p> .", "http://example.org/d/q", "<q> a <q> ."),
        ("<|p> a <../d/p> .", "http://example.net/", "<http://example.net/> a <http://example.net/> ."),
    ] {
        let mut settings = Settings::default();
        settings.syntax = Syntax::Turtle;
        settings.location = Some("http://example.org/d/a.ttl".to_owned());
        let offset = text.find('|').expect("a position");
        let document = Document::parse(text.replacen('|', "", 1), Arc::new(settings));
        let name = document.rdf_name_at(offset).expect("a name");
        let edits = document.rdf_rename(&name, new, iri_core::text::encoding::Encoding::Utf8).expect("a new name");
        assert_eq!(iri_core::text::apply_edits(&document.text(), &edits), expected, "{text} {new}");
    }
}

#[test]
fn a_local_name_needs_backslashes() {
    for (name, source) in [
        ("ex:a/b", "/"),
        ("ex:a~b", "~"),
        ("ex:-a", "-"),
        ("ex:a@b", "@"),
        ("ex:a?q", "?"),
        ("ex:a\u{2019}s", "\u{2019}"),
        ("ex:a\u{2013}b", "\u{2013}"),
    ] {
        let text = format!("@prefix ex: <http://e/> .\nex:x ex:y {name} .");
        assert_eq!(findings(Syntax::Turtle, &text), [("bad-local-name", source.to_owned())], "{text}");
    }
    let escape = "@prefix ex: <http://e/> .\nex:x ex:y ex:a\\u0039 .";
    assert_eq!(findings(Syntax::Turtle, escape), [("backslash-path", "\\u0039".to_owned())]);
    let turtle = "@prefix ex: <http://e/> .\nex:a\\/b ex:p+1 ; ex:p\u{B7} ex:caf\u{E9}-1 , ex:o~ex:r , ex:o~_:r .";
    assert_eq!(findings(Syntax::Turtle, turtle), []);
    assert_eq!(findings(Syntax::N3, "@prefix ex: <http://e/> .\nex:a!ex:b ex:p/a ex:x^ex:y ."), []);
    let tags = "@prefix ex: <http://e/> .\nex:a ex:b \"c\"@prefix , 'd'@base , \"\"\"e\"\"\"@en--ltr .";
    assert_eq!(findings(Syntax::Turtle, tags), []);
    let sparql = "PREFIX ex: <http://e/>\nSELECT * { ?s ex:p/a|ex:q*/ex:r? ?o FILTER(ex:-1 = ?o) }";
    assert_eq!(findings(Syntax::Sparql, sparql), []);
    let fixed = Fixer::default().with_suggested(true);
    let fixed = fixed.fix(&parse(Syntax::Turtle, "@prefix ex: <http://e/> .\nex:a/b/c ex:p 1 .")).expect("valid");
    assert_eq!(fixed.expect("a fix").document.text(), "@prefix ex: <http://e/> .\nex:a\\/b\\/c ex:p 1 .");
}

#[test]
fn a_directive_is_outside_of_graphs_and_has_a_name() {
    for (text, source) in [
        ("{ @base <http://e/> . }", "@base"),
        ("{\n@prefix ex: <http://e/> . ex:a ex:b ex:c .\n@prefix x: <http://e/> . }", "@prefix"),
        ("<http://g> { PREFIX ex: <http://e/> }", "PREFIX"),
        ("PREFIX ex:ex: <http://e/>", "ex:ex:"),
        ("PREFIX :: <http://e/>", "::"),
        ("PREFIX :a: <http://e/>", ":a:"),
        ("@prefix a.: <http://e/> .\na.:b a.:c a.:d .", "a.:"),
    ] {
        assert_eq!(findings(Syntax::Turtle, text), [("bad-directive", source.to_owned())], "{text}");
    }
    let text = "@prefix a: <http://e/> . a:g { a:s a:p a:o {| a:q 1 |} }\n@prefix b: <http://f/> . b:g {}";
    assert_eq!(findings(Syntax::Turtle, text), []);
    assert_eq!(findings(Syntax::N3, "{ @prefix a: <http://e/> . a:s a:p a:o } => {} ."), []);
    let update =
        "PREFIX a: <http://e/> INSERT DATA { a:s a:p a:o } ;\nPREFIX b: <http://f/> DELETE WHERE { b:s b:p ?o }";
    assert_eq!(findings(Syntax::Sparql, update), []);
}

#[test]
fn the_argument_of_the_function_iri_is_one() {
    let text = "BASE <http://b/>\nSELECT * { BIND(IRI(\"a b\") AS ?x) BIND( uri ( 'http://h/%zz' ) AS ?y)\n\
                FILTER(?uri (\"a b\") && ex:IRI(\"a b\") && STRIRI(\"a b\") && IRI(CONCAT(\"a b\", ?x))) }";
    let document = parse(Syntax::Sparql, text);
    let literals: Vec<_> = sites(&document).into_iter().filter(|site| site.0 == "literal").collect();
    assert_eq!(literals.iter().map(|site| site.1.as_str()).collect::<Vec<_>>(), ["a b", "http://h/%zz"]);
    let resolved = document.sites().find(|site| site.raw == "a b").and_then(|site| site.resolved());
    assert_eq!(resolved.as_deref(), Some("http://b/a b"));
}

#[test]
fn an_absolute_name_is_compared_as_it_is_written() {
    let text = "@base <http://b/> . @prefix e: <eXAMPLE://a/./b/../> .\n<http://h/a/../b> e:c <../d> .";
    let document = parse(Syntax::Turtle, text);
    let resolved: Vec<_> = document.sites().skip(2).filter_map(|site| site.resolved()).collect();
    assert_eq!(resolved, ["http://h/a/../b", "eXAMPLE://a/./b/../c", "http://b/d"]);
}

/// Returns the source and the resolved IRI of each reference of JSON-LD outside of contexts.
fn names(text: &str) -> Vec<(String, String)> {
    let context = text.find("\"@context\"").expect("a context");
    let graph = text.find("\"@graph\": [").expect("a graph");
    assert!(context < graph, "the context precedes the graph");
    let document = parse(Syntax::JsonLd, text);
    let sites = document.sites().filter(|site| site.span.start > graph);
    sites.map(|site| (site.raw.to_owned(), site.resolved().unwrap_or_default())).collect()
}

/// Asserts what the references of a node with that context are.
fn assert_names(context: &str, node: &str, expected: &[(&str, &str)]) {
    let found = names(&format!(r#"{{"@context": {context}, "@graph": [{node}]}}"#));
    let found: Vec<_> = found.iter().map(|(source, iri)| (source.as_str(), iri.as_str())).collect();
    assert_eq!(found, expected, "{context} {node}");
}

#[test]
fn a_term_is_a_prefix_if_its_definition_allows_that() {
    for (definition, expected) in [
        (r#""http://e/""#, "http://e/a"),
        (r#""http://e/ns#""#, "http://e/ns#a"),
        (r#""http://e/ns""#, "ex:a"),
        (r#"{"@id": "http://e/"}"#, "ex:a"),
        (r#"{"@id": "http://e/ns", "@prefix": true}"#, "http://e/nsa"),
        (r#""other:x/""#, "http://o/x/a"),
    ] {
        let context = format!(r#"{{"ex": {definition}, "other": "http://o/"}}"#);
        assert_names(&context, r#"{"@id": "ex:a"}"#, &[("ex:a", expected)]);
    }
    let text = r#"{"@context": {"e|x": {"@prefix": true, "@id": "http://e/x"}}, "@id": "ex:a"}"#;
    let expected = r#"{"@context": {"n": {"@prefix": true, "@id": "http://e/x"}}, "@id": "n:a"}"#;
    assert_eq!(renamed(Syntax::JsonLd, text, "n").as_deref(), Some(expected));
    assert_eq!(
        renamed(Syntax::JsonLd, &text.replace("e|x", "ex").replace("ex:a", "e|x:a"), "n").as_deref(),
        Some(expected)
    );
}

#[test]
fn keys_of_maps_are_what_the_container_makes_them() {
    let context = r#"{"@base": "http://b/", "@vocab": "http://v/", "ex": "http://e/", "none": "@none",
        "by": {"@container": "@id"}, "of": {"@container": "@type"}, "at": {"@container": "@index", "@type": "@id"},
        "in": {"@container": "@language"}, "graphs": {"@container": ["@graph", "@id"]},
        "through": {"@container": "@index", "@index": "p"}, "p": {"@type": "@id"}}"#;
    for (node, expected) in [
        (
            r#"{"by": {"a": {"@id": "b"}, "ex:c": {}, "none": {}}}"#,
            &[("a", "http://b/a"), ("b", "http://b/b"), ("ex:c", "http://e/c")][..],
        ),
        (
            r#"{"of": {"T": {"@id": "a"}, "ex:T": "b"}}"#,
            &[("a", "http://b/a"), ("ex:T", "http://e/T"), ("b", "http://b/b")],
        ),
        (r#"{"at": {"ex:no": "a", "x y": ["b"]}}"#, &[("a", "http://b/a"), ("b", "http://b/b")]),
        (r#"{"at": ["a", {"@id": "b"}]}"#, &[("a", "http://b/a"), ("b", "http://b/b")]),
        (r#"{"in": {"en": "ex:no"}}"#, &[]),
        (r#"{"graphs": {"a": {"@id": "b"}}}"#, &[("a", "http://b/a"), ("b", "http://b/b")]),
        (r#"{"through": {"a": {"@id": "b"}}}"#, &[("a", "http://b/a"), ("b", "http://b/b")]),
    ] {
        assert_names(context, node, expected);
    }
}

#[test]
fn keywords_have_aliases_and_values_their_types() {
    let context = r#"{"@base": "http://b/", "@vocab": "http://v/", "ex": "http://e/", "xsd": "http://www.w3.org/2001/XMLSchema#",
        "id": "@id", "type": {"@id": "@type", "@container": "@set"}, "value": "@value", "graph": "@graph", "back": "@reverse",
        "link": {"@type": "@id"}, "word": {"@type": "@vocab"}, "data": {"@type": "@json"}, "url": {"@type": "xsd:anyURI"},
        "gone": null, "parent": {"@reverse": "ex:child", "@type": "@id"}, "group": "@nest", "ex:l": {"@type": "@id"}}"#;
    for (node, expected) in [
        (r#"{"id": "a", "type": ["T", "ex:T"]}"#, &[("a", "http://b/a"), ("ex:T", "http://e/T")][..]),
        (
            r#"{"link": ["a", {"id": "b"}], "word": ["w", "ex:w"]}"#,
            &[("a", "http://b/a"), ("b", "http://b/b"), ("ex:w", "http://e/w")],
        ),
        (
            r#"{"link": {"@list": ["a", ["b"]]}, "word": {"@set": ["ex:w"]}}"#,
            &[("a", "http://b/a"), ("b", "http://b/b"), ("ex:w", "http://e/w")],
        ),
        (r#"{"data": {"@id": "no", "ex:no": 1}, "x": {"value": {"@id": "no"}, "type": "@json"}}"#, &[]),
        (
            r#"{"url": "a b", "x": {"value": "c", "type": "xsd:anyURI"}, "y": {"value": "d"}}"#,
            &[("a b", "http://b/a b"), ("c", "http://b/c"), ("xsd:anyURI", "http://www.w3.org/2001/XMLSchema#anyURI")],
        ),
        (r#"{"gone": {"id": "no"}, "@unknown": {"id": "no"}, "@": "x"}"#, &[]),
        (
            r#"{"parent": "a", "back": {"link": "b", "ex:l": "c"}, "group": {"link": "d"}}"#,
            &[
                ("a", "http://b/a"),
                ("b", "http://b/b"),
                ("ex:l", "http://e/l"),
                ("c", "http://b/c"),
                ("d", "http://b/d"),
            ],
        ),
        (r#"{"graph": [{"id": "a"}], "@included": {"id": "b"}}"#, &[("a", "http://b/a"), ("b", "http://b/b")]),
    ] {
        assert_names(context, node, expected);
    }
    // Without a vocabulary and a context on the web, a name stands for nothing.
    assert_names(
        "{}",
        r#"{"a": {"@id": "http://no"}, "http://e/k": {"@id": "http://yes", "@type": "T"}}"#,
        &[("http://e/k", "http://e/k"), ("http://yes", "http://yes"), ("T", "")],
    );
    assert_names(r#"["http://remote/", {}]"#, r#"{"a": {"@id": "http://yes"}}"#, &[("http://yes", "http://yes")]);
}

#[test]
fn contexts_of_properties_and_types_apply_where_they_should() {
    let scoped = r#"{"@base": "http://b/", "@vocab": "http://v/", "T": {"@context": {"link": {"@type": "@id"}}},
        "P": {"@context": {"@propagate": true, "link": {"@type": "@id"}}}, "p": {"@context": {"@base": "http://p/"}, "@type": "@id"},
        "n": {"@context": null}, "id": "@id"}"#;
    for (node, expected) in [
        (
            r#"{"@type": "T", "link": "a", "x": {"link": "no", "@id": "b"}}"#,
            &[("a", "http://b/a"), ("b", "http://b/b")][..],
        ),
        (r#"{"@type": "P", "link": "a", "x": {"link": "b"}}"#, &[("a", "http://b/a"), ("b", "http://b/b")]),
        (
            r#"{"p": ["a", {"@id": "b", "x": {"@id": "c"}}], "@id": "d"}"#,
            &[("a", "http://p/a"), ("b", "http://p/b"), ("c", "http://p/c"), ("d", "http://b/d")],
        ),
        (r#"{"n": {"id": {"@id": "no"}, "@id": "http://a"}}"#, &[("http://a", "http://a")]),
        (r#"{"@context": {"@base": "c/"}, "@id": "a"}"#, &[("c/", "http://b/c/"), ("a", "http://b/c/a")]),
        (r#"{"@context": {"@base": null}, "@id": "a"}"#, &[("a", "")]),
        (
            r#"{"@context": [null, {"@vocab": "http://w/"}], "id": {"@id": "http://a"}}"#,
            &[("http://w/", "http://w/"), ("http://a", "http://a")],
        ),
    ] {
        assert_names(scoped, node, expected);
    }
}

#[test]
fn a_quote_before_a_name_is_that_of_another_token() {
    let text = "@prefix e: <http://e/> . e:s e:p \"a\"e:b, \"c\"^^<http://e/d> .";
    let document = parse(Syntax::Turtle, text);
    assert!(document.sites().count() > 4 && document.sites().all(|site| site.quote.is_none()));
}
