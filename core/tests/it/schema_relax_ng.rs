//! RELAX NG schemas in both syntaxes: what they declare, and what is wrong with them.

use std::collections::BTreeMap;
use std::sync::Arc;

use iri_core::reference::resolve;
use iri_core::schema::{LoadedSchema, SchemaText, SchemaTexts, relax_ng};
use iri_core::xml::ExpandedName;
use iri_core::xml::types::{Binding, BoundSchema, Candidates, Declarations, Types, ValueType};
use iri_core::{Document, Settings};

use crate::linear::assert_linear;

/// Documents by their names in `file:///s/`.
#[derive(Default)]
struct Documents {
    texts: BTreeMap<String, String>,
    /// Number of texts that were read.
    reads: usize,
}

impl Documents {
    fn new(texts: &[(&str, &str)]) -> Self {
        let texts = texts.iter().map(|&(name, text)| (format!("file:///s/{name}"), text.to_owned())).collect();
        Self { texts, reads: 0 }
    }

    /// Loads the schema `main`.
    fn load(&mut self) -> LoadedSchema {
        relax_ng::load("file:///s/main", self)
    }
}

impl SchemaTexts for Documents {
    fn text(&mut self, reference: &str, base: &str) -> Result<SchemaText, String> {
        self.reads += 1;
        let location = if base.is_empty() { Some(reference.to_owned()) } else { resolve(base, reference) };
        let text = location.as_ref().and_then(|location| self.texts.get(location));
        let text = text.ok_or_else(|| format!("schema not found: {reference}"))?;
        Ok(SchemaText { location: location.unwrap_or_default().into(), text: text.as_str().into() })
    }
}

/// Returns the declarations of a schema of one document, which must be valid.
fn declarations(text: &str) -> Arc<Declarations> {
    documents(&[("main", text)])
}

/// Returns the declarations of a schema of these documents, which must be valid.
fn documents(texts: &[(&str, &str)]) -> Arc<Declarations> {
    let LoadedSchema { declarations, problems } = Documents::new(texts).load();
    assert_eq!(problems, [], "{texts:?}");
    declarations
}

/// Returns `count` texts, one per number.
fn repeat(count: usize, text: impl Fn(usize) -> String) -> String {
    (0..count).map(text).collect()
}

/// Returns the places of references, sorted: `element@attribute`, with `[]` after a list and `?` after one that may be
/// another text.
fn places(declarations: &Declarations) -> String {
    let place = |place: iri_core::xml::types::DeclaredPlace<'_>| {
        let attribute = place.attribute.map(|attribute| format!("@{attribute}")).unwrap_or_default();
        let list = if place.value.is_list { "[]" } else { "" };
        let optional = if place.value.is_optional { "?" } else { "" };
        let words = repeat(place.value.keywords.len(), |number| format!("'{}'", place.value.keywords[number]));
        format!("{}{attribute}{list}{optional}{words}", place.element)
    };
    let mut places: Vec<String> = declarations.places().map(place).collect();
    places.sort();
    places.dedup();
    places.join(", ")
}

/// Returns the type of a value: the names of the elements from the root on, and an attribute after `@`.
fn value_type(declarations: &Arc<Declarations>, path: &str) -> Option<ValueType> {
    let bound = BoundSchema { declarations: Arc::clone(declarations), binding: Binding::XmlModel };
    let types = Types::new(vec![bound]);
    let name = |local| ExpandedName { namespace: "", local };
    let (elements, attribute) = path.split_once('@').map_or((path, None), |(path, name)| (path, Some(name)));
    let element = elements.split('/').fold(Candidates::Unknown, |parent, local| types.child(&parent, name(local)));
    let typed = match attribute {
        Some(attribute) => types.attribute(&element, name(attribute)),
        None => types.text(&element),
    };
    typed.map(|typed| typed.value.clone())
}

/// Wraps the content of a grammar in the XML syntax.
fn grammar(content: &str) -> String {
    format!(
        "<grammar xmlns='http://relaxng.org/ns/structure/1.0' xmlns:a='urn:annotation'
            datatypeLibrary='http://www.w3.org/2001/XMLSchema-datatypes'>{content}</grammar>"
    )
}

/// Schemas in the compact syntax and in the XML syntax, and the places that they declare.
fn pairs() -> Vec<(&'static str, String, &'static str)> {
    let pair = |compact, xml: &str, places| (compact, grammar(xml), places);
    vec![
        pair(
            "start = element a { attribute href { xsd:anyURI }, attribute id { xsd:ID }, text }",
            "<start><element name='a'><attribute name='href'><data type='anyURI'/></attribute>
                <attribute name='id'><data type='ID'/></attribute><text/></element></start>",
            "a@href",
        ),
        pair(
            "default namespace = 'urn:n' namespace m = 'urn:m'
             start = element a { element m:b { xsd:anyURI }?, attribute m:c { xsd:anyURI }, attribute d { xsd:anyURI } }",
            "<start ns='urn:n'><element name='a' xmlns:m='urn:m'><optional><element name='m:b'><data type='anyURI'/>
                </element></optional><attribute name='m:c'><data type='anyURI'/></attribute>
                <attribute name='d'><data type='anyURI'/></attribute></element></start>",
            "{urn:m}b, {urn:n}a@d, {urn:n}a@{urn:m}c",
        ),
        pair(
            "namespace n = 'urn:n'
             start = element * - (n:* | b) { attribute n:* - n:c { xsd:anyURI }*, attribute (x | n:c) { xsd:anyURI }? }",
            "<start><element><anyName><except><nsName ns='urn:n'/><name>b</name></except></anyName>
                <zeroOrMore><attribute><nsName ns='urn:n'><except><name>c</name></except></nsName><data type='anyURI'/>
                </attribute></zeroOrMore>
                <optional><attribute><choice><name>x</name><name ns='urn:n'>c</name></choice><data type='anyURI'/>
                </attribute></optional></element></start>",
            "* - {urn:n}* - b@x | {urn:n}c, * - {urn:n}* - b@{urn:n}* - {urn:n}c",
        ),
        pair(
            "start = element a {
                attribute l { list { xsd:anyURI* } } & attribute c { xsd:anyURI | 'auto' | \"no\"~\"ne\" } &
                attribute o { xsd:anyURI | xsd:int } & attribute e { xsd:anyURI { pattern = '\\S+' } - 'x' } &
                attribute v { xsd:anyURI \"http://h/\" } & attribute t { string | xsd:anyURI } & mixed { empty } }",
            "<start><element name='a'><interleave>
                <attribute name='l'><list><zeroOrMore><data type='anyURI'/></zeroOrMore></list></attribute>
                <attribute name='c'><choice><data type='anyURI'/><value>auto</value><value type='token'>none</value>
                    </choice></attribute>
                <attribute name='o'><choice><data type='anyURI'/><data type='int'/></choice></attribute>
                <attribute name='e'><data type='anyURI'><param name='pattern'>\\S+</param>
                    <except><value>x</value></except></data></attribute>
                <attribute name='v'><value type='anyURI'> http://h/ </value></attribute>
                <attribute name='t'><choice><data type='string' datatypeLibrary=''/><data type='anyURI'/></choice>
                    </attribute>
                <mixed><empty/></mixed></interleave></element></start>",
            "a@c'auto''none', a@e, a@l[], a@o?, a@t?, a@v",
        ),
        pair(
            "a = element a { b?, a.attributes } a.attributes = attribute x { uri } a.attributes &= attribute y { uri }
             b = notAllowed b |= element b { uri } uri = xsd:anyURI
             c = element c { uri, notAllowed } start = a | (c, b) | element d { attribute z { notAllowed }, uri }",
            "<define name='a'><element name='a'><optional><ref name='b'/></optional><ref name='a.attributes'/></element>
                </define>
             <define name='a.attributes'><attribute name='x'><ref name='uri'/></attribute></define>
             <define name='a.attributes' combine='interleave'><attribute name='y'><ref name='uri'/></attribute></define>
             <define name='b'><notAllowed/></define>
             <define name='b' combine='choice'><element name='b'><ref name='uri'/></element></define>
             <define name='uri'><data type='anyURI'/></define>
             <define name='c'><element name='c'><ref name='uri'/><notAllowed/></element></define>
             <start><choice><ref name='a'/><group><ref name='c'/><ref name='b'/></group>
                <element name='d'><attribute name='z'><notAllowed/></attribute><ref name='uri'/></element></choice>
                </start>",
            "a@x, a@y, b",
        ),
        pair(
            "start = element a { x, grammar { start = element b { parent x, x, y } x = attribute q { xsd:anyURI }
                div { y = element y { xsd:anyURI } } } } x = attribute p { xsd:anyURI }",
            "<start><element name='a'><ref name='x'/><grammar><start><element name='b'><parentRef name='x'/>
                <ref name='x'/><ref name='y'/></element></start>
                <define name='x'><attribute name='q'><data type='anyURI'/></attribute></define>
                <div><define name='y'><element name='y'><data type='anyURI'/></element></define></div></grammar>
                </element></start>
             <define name='x'><attribute name='p'><data type='anyURI'/></attribute></define>",
            "a@p, b@p, b@q, y",
        ),
        pair(
            "namespace a = 'urn:annotation'
             ## Documentation
             [ a:x = 'y' a:note [ 'text [' ] ] start = [ a:x = ']' ] element [ a:x = 'y' ] \\element { # comment }
                \\x{61}ttribute \\list { [ a:x = '' ] xsd:anyURI } >> a:after [ 'x' ] , # more
                element.of }
             a:note [ a:x = \"}\" ]
             element.of = element of { xsd:anyURI { [ a:x = 'y' ] pattern = '''a
b''' ~ \"\"\"c\"\"\" } }",
            "<a:note><define name='start'/></a:note><start a:x='y'><element name='element'><a:note/>
                <attribute name='list'><data type='anyURI'/></attribute><ref name='element.of'/></element></start>
             <define name=' element.of '><element name='of'><data type='anyURI'><param name='pattern'>a</param></data>
                </element></define>",
            "element@list, of",
        ),
    ]
}

#[test]
fn both_syntaxes_declare_the_same_places() {
    for (compact, xml, expected) in pairs() {
        assert_eq!(places(&declarations(compact)), expected, "{compact}");
        assert_eq!(places(&declarations(&xml)), expected, "{xml}");
    }
}

#[test]
fn a_schema_may_be_one_pattern() {
    assert_eq!(places(&declarations("element a { xsd:anyURI }+")), "a");
    assert_eq!(places(&declarations("grammar { start = element a { xsd:anyURI } }")), "a");
    let xml = "\u{FEFF}<!-- c --><element name='a' xmlns='http://relaxng.org/ns/structure/1.0'
        datatypeLibrary='http://www.w3.org/2001/XMLSchema-datatypes'><data type='anyURI'/></element>";
    assert_eq!(places(&declarations(xml)), "a");
    assert_eq!(
        places(&declarations(
            "default namespace n = 'urn:n' datatypes d = 'http://www.w3.org/2001/XMLSchema-datatypes'
        element n:a { d:anyURI, element b { d:anyURI } }"
        )),
        "{urn:n}a, {urn:n}b"
    );
}

#[test]
fn types_are_found_on_the_way_from_the_root() {
    let schema = declarations(
        "datatypes x = 'urn:types'
         start = element a { attribute id { xsd:ID }, attribute w { 'yes' | 'no' }, attribute s { string },
            attribute t { text }, attribute n { list { xsd:int+ } }, attribute o { x:y }, attribute e { empty },
            element b { xsd:date }, element c { text }, element d { element b { xsd:anyURI } }, element f { empty } }",
    );
    for (path, expected) in [
        ("a@id", ValueType::built_in("ID")),
        ("a@w", Some(ValueType::words(["no".into(), "yes".into()]))),
        ("a@s", Some(ValueType::Text)),
        ("a@t", Some(ValueType::Text)),
        ("a@n", ValueType::built_in("int")),
        ("a@o", Some(ValueType::Text)),
        ("a@e", Some(ValueType::Text)),
        ("a@none", None),
        ("a/b", ValueType::built_in("date")),
        ("a/c", Some(ValueType::Text)),
        ("a/d/b", Some(ValueType::any_uri())),
        ("a/f", None),
        ("d/b", Some(ValueType::any_uri())),
    ] {
        let found = value_type(&schema, path);
        let sorted = |value: Option<ValueType>| match value {
            Some(ValueType::Words(words)) => {
                let mut words = words.to_vec();
                words.sort();
                Some(ValueType::words(words))
            }
            other => other,
        };
        assert_eq!(sorted(found), expected, "{path}");
    }
}

#[test]
fn a_value_that_only_some_patterns_type_is_checked_if_it_looks_like_a_reference() {
    let schema = declarations(
        "start = element a { (element i { attribute v { xsd:anyURI } } | element i { attribute v { text } })*,
            element j { attribute v { xsd:anyURI } }* }",
    );
    let types = Types::new(vec![BoundSchema { declarations: schema, binding: Binding::XmlModel }]);
    let text = "<a><i v='Submit key...'/><i v='a b.html'/><j v='Submit key...'/></a>";
    let document = Document::parse(text, Arc::new(Settings::default().with_types(Arc::new(types))));
    let found: Vec<_> =
        document.findings().map(|found| (found.site.element.to_owned(), found.finding.rule.name)).collect();
    assert_eq!(found, [("i".to_owned(), "leiri-space"), ("j".to_owned(), "leiri-space")]);
    assert_eq!(document.sites().count(), 2);
}

#[test]
fn an_inclusion_overrides_definitions_and_start() {
    let other = "start = element s { xsd:anyURI } a = element a { xsd:anyURI } a |= element a2 { xsd:anyURI }
        b = element b { xsd:anyURI, a }";
    let other_xml = grammar(
        "<start><element name='s'><data type='anyURI'/></element></start>
         <define name='a'><element name='a'><data type='anyURI'/></element></define>
         <div><define name='a' combine='choice'><element name='a2'><data type='anyURI'/></element></define></div>
         <define name='b'><element name='b'><data type='anyURI'/><ref name='a'/></element></define>",
    );
    let compact =
        "include 'other' { div { start = b } a = element new { xsd:anyURI } } a |= element more { xsd:anyURI }";
    let xml = grammar(
        "<include href='other'><div><start><ref name='b'/></start></div>
            <define name='a'><element name='new'><data type='anyURI'/></element></define></include>
         <define name='a' combine='choice'><element name='more'><data type='anyURI'/></element></define>",
    );
    for other in [other, &other_xml] {
        for main in [compact, &xml] {
            assert_eq!(places(&documents(&[("main", main), ("other", other)])), "b, more, new");
        }
        let plain = documents(&[("main", "include 'other'"), ("other", other)]);
        assert_eq!(places(&plain), "s");
        let middle = "include 'other' { b = element c { a } }";
        let nested =
            documents(&[("main", "include 'd/middle' { start = b }"), ("d/middle", middle), ("d/other", other)]);
        assert_eq!(places(&nested), "a, a2");
        let twice = "include 'middle' { start = b  b = element d { a }  a = element e { xsd:anyURI } }";
        assert_eq!(places(&documents(&[("main", twice), ("middle", middle), ("other", other)])), "e");
    }
}

#[test]
fn a_document_inherits_a_namespace() {
    let pattern = "element a { xsd:anyURI }";
    let main = "default namespace = 'urn:n' namespace m = 'urn:m'
        start = element b { external 'other', external 'other' inherit = m, external 'own' }";
    let own =
        "default namespace i = inherit namespace own = '' element own:c { element i:d { xsd:anyURI }, xsd:anyURI }";
    let all = documents(&[("main", main), ("other", pattern), ("own", own)]);
    assert_eq!(places(&all), "c, {urn:m}a, {urn:n}a, {urn:n}d");

    let other_xml = "<element name='a' xmlns='http://relaxng.org/ns/structure/1.0'
        datatypeLibrary='http://www.w3.org/2001/XMLSchema-datatypes'><data type='anyURI'/></element>";
    let main_xml = grammar(
        "<start ns='urn:n'><element name='b'><externalRef href='other'/><externalRef href='../s/other' ns='urn:m'/>
         </element></start>",
    );
    assert_eq!(places(&documents(&[("main", &main_xml), ("other", other_xml)])), "{urn:m}a, {urn:n}a");

    let included =
        grammar("<start><element name='a'><attribute name='b'><data type='anyURI'/></attribute></element></start>");
    let main_xml = grammar("<div ns='urn:n' xml:base='d/'><include href='other'/></div>");
    assert_eq!(places(&documents(&[("main", &main_xml), ("d/other", &included)])), "{urn:n}a@b");
    let main = "default namespace = 'urn:n' include 'other'";
    assert_eq!(places(&documents(&[("main", main), ("other", &included)])), "{urn:n}a@b");
}

#[test]
fn another_document_refers_to_the_grammar_around_the_reference() {
    let main = "start = element a { external 'other' } uri = xsd:anyURI";
    for other in [
        "element b { uri, grammar { start = element c { uri } uri = parent uri } }",
        "<element name='b' xmlns='http://relaxng.org/ns/structure/1.0'><ref name='uri'/><grammar><start>
            <element name='c'><ref name='uri'/></element></start><define name='uri'><parentRef name='uri'/></define>
            </grammar></element>",
    ] {
        assert_eq!(places(&documents(&[("main", main), ("other", other)])), "b, c");
    }
}

#[test]
fn the_datatype_library_is_not_inherited() {
    let other = "<element name='a' xmlns='http://relaxng.org/ns/structure/1.0'><data type='anyURI'/></element>";
    let main = grammar("<start><externalRef href='other'/></start>");
    assert_eq!(places(&documents(&[("main", &main), ("other", other)])), "");
}

#[test]
fn a_namespace_applies_to_a_name_of_its_own_attribute() {
    let schema = grammar(
        "<start ns='urn:n'><element name='a'><attribute name='b'><data type='anyURI'/></attribute>
            <attribute ns='urn:m' name='c'><data type='anyURI'/></attribute>
            <attribute><name>d</name><data type='anyURI'/></attribute>
            <attribute ns='urn:m'><name>e</name><data type='anyURI'/></attribute></element></start>",
    );
    let expected = "{urn:n}a@b, {urn:n}a@{urn:m}c, {urn:n}a@{urn:m}e, {urn:n}a@{urn:n}d";
    assert_eq!(places(&declarations(&schema)), expected);
}

/// Returns the problems of a schema: line and message.
fn problems(texts: &[(&str, &str)]) -> Vec<String> {
    let LoadedSchema { declarations, problems } = Documents::new(texts).load();
    let problem = |problem: iri_core::schema::SchemaProblem| match problem.at {
        Some(at) => {
            let name = declarations.location(at.file).rsplit('/').next().unwrap_or_default().to_owned();
            format!("{name}:{}: {}", declarations.line(at), problem.message)
        }
        None => problem.message,
    };
    problems.into_iter().map(problem).collect()
}

#[test]
fn problems_have_positions_and_the_rest_is_effective() {
    for (text, expected, rest) in [
        ("start = element a { b,\n c } c = element c { xsd:anyURI }", "main:1: no definition of 'b'", "c"),
        ("start =\nelement a { xsd:anyURI", "main:2: expected '}', found the end of the schema", "a"),
        ("start = element a { xsd:anyURI ) }", "main:1: expected an operator, found ')'", "a"),
        ("start = element a { (xsd:anyURI }", "main:1: expected ')', found '}'", "a"),
        ("start = element a { q:b, xsd:anyURI }", "main:1: no datatype library is declared for the prefix 'q'", "a?"),
        ("start = element q:b { xsd:anyURI }", "main:1: no namespace is declared for the prefix 'q'", ""),
        (
            "start = a a = element a { xsd:anyURI | b & \n c } b = c c = text",
            "main:1: '|' and '&' need parentheses",
            "a?",
        ),
        ("start = a a = b a = c b = empty c = element c { xsd:anyURI }", "main:1: duplicate definition of 'a'", "c"),
        ("start = a , = element b { }\na = element a { xsd:anyURI }", "main:1: expected a pattern, found '='", "a"),
        ("start = element a { xsd:anyURI }\n}", "main:2: expected a definition, found '}'", "a"),
        ("a = element a { xsd:anyURI }", "main:1: missing start", "a"),
        ("", "main:1: missing start", ""),
        ("include 'none' start = element a { xsd:anyURI }", "main:1: schema not found: none", "a"),
        ("start = external 'none' | element a { xsd:anyURI }", "main:1: schema not found: none", "a"),
        ("start = element a { xsd:anyURI, parent b }", "main:1: reference to 'b' outside a grammar", "a"),
        ("<a/>", "main:1: 'a' is not an element of RELAX NG", ""),
        ("<", "main:1: schema has no root element", ""),
        ("<a><b></a>", "main:1: schema is not well-formed XML", ""),
    ] {
        let found = problems(&[("main", text)]);
        assert!(found.iter().any(|problem| problem == expected), "{text}: {found:?}");
        assert_eq!(places(&Documents::new(&[("main", text)]).load().declarations), rest, "{text}");
    }
    for (content, expected, rest) in [
        (
            "<start><ref/><element name='a'><data type='anyURI'/></element></start>",
            "missing attribute 'name' of 'ref'",
            "a",
        ),
        ("<start><x/><element name='a'><data type='anyURI'/></element></start>", "expected a pattern, found 'x'", "a"),
        ("<start><element><text/><data type='anyURI'/></element></start>", "expected a name class, found 'text'", ""),
        (
            "<ref name='a'/><start><element name='a'><data type='anyURI'/></element></start>",
            "expected a definition, found 'ref'",
            "a",
        ),
        ("<start combine='any'><element name='p:a'><empty/></element></start>", "unknown value of combine: 'any'", ""),
    ] {
        let text = grammar(content);
        let found = problems(&[("main", &text)]);
        assert!(found.iter().any(|problem| problem.ends_with(expected)), "{text}: {found:?}");
        assert_eq!(places(&Documents::new(&[("main", &text)]).load().declarations), rest, "{text}");
    }
    assert_eq!(problems(&[]), ["schema not found: file:///s/main"]);
    assert_eq!(
        problems(&[("main", "include 'b'"), ("b", "start = include")]).first().map(String::as_str),
        Some("b:1: no definition of 'include'")
    );
}

#[test]
fn a_problem_is_one_short_line() {
    let name = "x\n\r ".repeat(1_000);
    for content in [
        format!("<start><ref name='{name}'/></start>"),
        format!("<start><{0}:a/><element name='{0}:a'/></start>", "q".repeat(1_000)),
    ] {
        let found = problems(&[("main", &grammar(&content))]);
        let is_short = |problem: &String| !problem.contains('\n') && problem.chars().count() <= 110;
        assert!(!found.is_empty() && found.iter().all(is_short), "{found:?}");
    }
}

#[test]
fn a_circle_of_documents_is_a_problem() {
    let circle = problems(&[("main", "include 'b' start = empty"), ("b", "include 'main'")]);
    assert_eq!(circle, ["b:1: schema includes itself: main"]);
    let external = problems(&[("main", "element a { external 'main' }")]);
    assert_eq!(external, ["main:1: schema includes itself: main"]);
    // The same document in two places is not a circle.
    let twice =
        documents(&[("main", "start = external 'b' | element a { external 'b' }"), ("b", "element b { xsd:anyURI }")]);
    assert_eq!(places(&twice), "b");
}

#[test]
fn definitions_may_refer_to_each_other_in_a_circle() {
    let elements = declarations("start = a a = element a { b?, xsd:anyURI } b = element b { a?, xsd:anyURI }");
    assert_eq!(places(&elements), "a, b");
    // This is an error of the schema.
    let direct = Documents::new(&[("main", "start = a a = b | element a { c } b = a c = d d = c | xsd:anyURI")]).load();
    assert_eq!(places(&direct.declarations), "a");
}

#[test]
fn documents_that_include_others_many_times_are_limited() {
    let names: Vec<String> = (0..40).map(|number| format!("n{number}")).collect();
    let texts: Vec<(String, String)> = names
        .windows(2)
        .map(|pair| (pair[0].clone(), format!("include '{0}' include '{0}' start = empty", pair[1])))
        .collect();
    let mut texts: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    texts.extend([("main", "include 'n0'"), ("n39", "a = empty")]);
    let mut many = Documents::new(&texts);
    let loaded = many.load();
    assert!(many.reads <= 2_000, "{}", many.reads);
    assert!(loaded.problems.iter().any(|problem| problem.message == "schema has too many documents"));
}

#[test]
fn deep_and_large_schemas_take_linear_time() {
    const MANY: usize = 100_000;
    let elements = |open: &str, close: &str| format!("{}{}", open.repeat(MANY), close.repeat(MANY));
    let chain = repeat(MANY, |number| format!("d{number} = d{}\n", number + 1));
    for text in [
        format!("start = {}", elements("(", ")")),
        format!("start = {}", "(".repeat(MANY)),
        format!("start = element a {{ {} }}", elements("element a { xsd:anyURI | ", "empty }")),
        format!("start = {} empty", "xsd:string - ".repeat(MANY)),
        format!("start = element {} {{ empty }}", elements("(", "a)")),
        format!("start = element {}b {{ empty }}", "* - ".repeat(MANY)),
        format!("start = element (a{}) {{ empty }}", " | a".repeat(MANY)),
        format!("start = element a {{ {} }}", "attribute x { xsd:anyURI }, ".repeat(MANY)),
        format!("start = {}", "grammar { start = ".repeat(MANY)),
        format!("start = {} 'x'", "'x' ~".repeat(MANY)),
        "div { a = b ".repeat(MANY),
        "[".repeat(MANY),
        "include 'none' { ".repeat(MANY),
        ">>".repeat(MANY),
        format!("start = d0 {chain} d{MANY} = element a {{ d0 }}"),
        grammar(&"<div><define name='a'><element><choice><anyName><except><name>".repeat(MANY / 10)),
        grammar(&format!("<start>{}</start>", elements("<choice><element name='a'>", "</element></choice>"))),
        grammar(&format!("<start>{}</start>", "<div xml:base='a/'>".repeat(MANY))),
    ] {
        let LoadedSchema { declarations, .. } = Documents::new(&[("main", &text)]).load();
        assert!(declarations.locations().count() == 1);
    }
}

#[test]
fn a_huge_schema_is_loaded_in_part() {
    const MANY: usize = 3_000_000;
    for (text, expected) in [
        (format!("start = {}", "a,".repeat(MANY)), "schema has too many patterns"),
        (grammar(&format!("<start>{}</start>", "<value/>".repeat(MANY))), "schema has too many patterns"),
        (format!("start = {}", "(".repeat(MANY)), "schema is nested too deeply"),
        (format!("start = element {}", "(".repeat(MANY)), "schema is nested too deeply"),
        (format!("start = element a {{ empty }}{}", " ".repeat(64 << 20)), "schema is too large: file:///s/main"),
    ] {
        let LoadedSchema { problems, .. } = Documents::new(&[("main", &text)]).load();
        let messages: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
        assert!(messages.contains(&expected), "{messages:?}");
    }
}

#[test]
fn many_elements_with_many_attributes_are_limited() {
    let attributes = repeat(3_000, |number| format!("attribute a{number} {{ xsd:anyURI }}, "));
    let elements = repeat(3_000, |number| format!("element e{number} {{ all }} | "));
    let words = repeat(20_000, |number| format!("'{number}' | "));
    for text in [
        format!("start = {elements} empty all = {attributes} empty"),
        format!("start = element a {{ {} empty }} x = {words} 'x'", "attribute a { x | 'y' }, ".repeat(20_000)),
    ] {
        let LoadedSchema { problems, .. } = Documents::new(&[("main", &text)]).load();
        assert!(problems.iter().any(|problem| problem.message == "schema has too many declarations"), "{problems:?}");
    }
}

#[test]
fn many_patterns_of_one_name_take_linear_time_in_a_deep_document() {
    assert_linear(1_000, |size| {
        let patterns = repeat(size, |number| format!("element a {{ attribute b{number} {{ xsd:anyURI }}, x* }} | "));
        let declarations = Documents::new(&[("main", &format!("start = x x = {patterns} empty"))]).load().declarations;
        let types = Types::new(vec![BoundSchema { declarations, binding: Binding::XmlModel }]);
        // Each element has a scope of its own.
        let open = repeat(size, |number| format!("<a xmlns:p='urn:{number}'>"));
        let text = format!("{open}{}", "</a>".repeat(size));
        let document = Document::parse(text, Arc::new(Settings::default().with_types(Arc::new(types))));
        assert_eq!(document.sites().count(), size);
    });
}

#[test]
fn many_elements_with_many_words_are_limited() {
    let elements = repeat(1_000, |number| format!("element e{number} {{ w | xsd:anyURI }} | "));
    let words = repeat(10_000, |number| format!("'w{number}' | "));
    let text = format!("start = {elements} empty w = {words} 'w'");
    let loaded = Documents::new(&[("main", &text)]).load();
    let problems: Vec<_> = loaded.problems.into_iter().map(|problem| problem.message).collect();
    assert_eq!(problems, ["schema has too many declarations"]);
}

#[test]
fn a_schema_cut_at_any_byte_is_loaded() {
    let texts = pairs().into_iter().flat_map(|(compact, xml, _)| [compact.to_owned(), xml]);
    for text in texts {
        for end in (0..=text.len()).filter(|&end| text.is_char_boundary(end)) {
            let head = &text[..end];
            let loaded = Documents::new(&[("main", head)]).load();
            for problem in loaded.problems {
                let at = problem.at.expect("the document has a text");
                assert!(at.offset as usize <= head.len(), "{head}");
            }
            let tail = &text[end..];
            let loaded = Documents::new(&[("main", tail)]).load();
            assert!(loaded.problems.len() <= 100);
        }
    }
}

#[test]
fn a_document_that_is_cut_anywhere_has_the_references_before_the_cut() {
    let schema = declarations(
        "start = element a { (b | c)* } b = element b { attribute x { xsd:anyURI }, element n { xsd:anyURI } }
         c = element c { attribute x { text }, element n { text }, b? }",
    );
    let types = Types::new(vec![BoundSchema { declarations: schema, binding: Binding::XmlModel }]);
    let settings = Arc::new(Settings::default().with_types(Arc::new(types)));
    let text = "<a><b x='1'><n>2</n></b><c x='3'><n>4</n><b x='5'><n>6</n></b></c><!-- 7 --><b x='8'/></a>";
    let spans = |text: &str| -> Vec<_> {
        let document = Document::parse(text, Arc::clone(&settings));
        document.sites().map(|site| (site.span.start, site.span.end)).collect()
    };
    let whole = spans(text);
    assert_eq!(whole.iter().map(|&(start, end)| &text[start..end]).collect::<String>(), "12568");
    for cut in 0..text.len() {
        let found = spans(&text[..cut]);
        assert!(found.iter().all(|span| whole.contains(span)), "{cut}: {found:?}");
        // A value is complete with its quote, a text with the end tag.
        let is_complete = |&&(_, end): &&(usize, usize)| end + "</n>".len() <= cut;
        assert!(whole.iter().filter(is_complete).all(|span| found.contains(span)), "{cut}: {found:?}");
    }
}

#[test]
fn a_schema_that_is_broken_at_any_byte_has_no_other_references() {
    let compact = "default namespace = 'urn:s' # c\nstart = element a { attribute x { xsd:anyURI }, attribute y { text }, b* }\n\
                   b = element b { list { xsd:anyURI+ } } | element c { text }";
    let xml = "<grammar xmlns='http://relaxng.org/ns/structure/1.0' ns='urn:s'
          datatypeLibrary='http://www.w3.org/2001/XMLSchema-datatypes'><start><element name='a'>
          <attribute name='x'><data type='anyURI'/></attribute><attribute name='y'><text/></attribute>
          <zeroOrMore><ref name='b'/></zeroOrMore></element></start><!-- c --><define name='b'><choice><element name='b'>
          <list><oneOrMore><data type='anyURI'/></oneOrMore></list></element><element name='c'><text/></element></choice>
          </define></grammar>";
    let text = "<a xmlns='urn:s' x='./1' y='./3'><b>./2</b><c>./4</c></a>";
    let references = |schema: &str| {
        let LoadedSchema { declarations, problems } = Documents::new(&[("main", schema)]).load();
        let types = Types::new(vec![BoundSchema { declarations, binding: Binding::XmlModel }]);
        let document = Document::parse(text, Arc::new(Settings::default().with_types(Arc::new(types))));
        let values = document.sites().filter(|site| site.origin.is_some()).map(|site| site.value.into_owned());
        (values.collect::<Vec<_>>(), problems.len())
    };
    for whole in [compact, xml] {
        assert_eq!(references(whole), (vec!["./1".to_owned(), "./2".to_owned()], 0), "{whole}");
        let mut damaged = 0;
        for at in 0..whole.len() {
            for byte in ["", "<", ">", "&", "'", "{", "}", "\0", " ", "="] {
                let broken = format!("{}{byte}{}", &whole[..at], &whole[at + 1..]);
                let (values, problems) = references(&broken);
                assert!(values.iter().all(|value| ["./1", "./2"].contains(&&**value)), "{values:?}: {broken}");
                damaged += usize::from(problems > 0);
            }
        }
        assert!(damaged > whole.len(), "{damaged}");
    }
}
