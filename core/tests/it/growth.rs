//! Work grows linearly with the input: in time, or in the memory that the last tests count.

use std::sync::Arc;

use allocation_counter::{AllocationInfo, measure};
use iri_core::present::Report;
use iri_core::schema::{SchemaText, SchemaTexts, relax_ng, xsd};
use iri_core::text::LineColumn;
use iri_core::xml::document::{MAX_FINDINGS_PER_RULE, SelectionLimits, ValueLimit};
use iri_core::xml::{Fixer, IgnoredValue, Syntax};
use iri_core::{CancelToken, Config, Document, Options, Settings, Span, inspect};

use crate::linear::assert_linear;

fn parse(text: &str) -> Document {
    Document::parse(text, Arc::new(Settings::default()))
}

/// Returns `count` attributes, one per number.
fn attributes(count: usize, attribute: impl Fn(usize) -> String) -> String {
    (0..count).map(attribute).collect()
}

#[test]
fn long_labels_of_hosts_are_neither_encoded_nor_decoded() {
    let ideographs: Vec<char> = (0x4E00..0x9FA0).chain(0x20000..0x2A000).filter_map(char::from_u32).collect();
    let a_label = |size| format!("xn--{}", "a9".repeat(size));
    let u_label = |size| ideographs.iter().cycle().take(size).collect::<String>();
    let labels: [&dyn Fn(usize) -> String; 2] = [&a_label, &u_label];
    for label in labels {
        assert_linear(60_000, |size| {
            let text = format!("http://{}/", label(size));
            let inspection = inspect(&text, &Options::default());
            assert!(inspection.findings().iter().any(|finding| finding.rule.name == "host-length"));
        });
    }
}

#[test]
fn findings_that_share_a_tag_or_a_value_are_located_in_linear_time() {
    let declarations = |size| attributes(size, |number| format!("xmlns:n{number:06}='u v' "));
    let texts: [&dyn Fn(usize) -> String; 3] = [
        &|size| format!("<a {}/>", declarations(size)),
        &|size| format!("<a xml:base='http://{}'/>", "\u{5D0}b.".repeat(size)),
        &|size| format!("<a xml:base='{}'/>", "a b\n".repeat(size)),
    ];
    let locate_all = |text: &str, least: usize| {
        let document = parse(text);
        let mut positions = document.positions();
        let mut count = 0;
        for found in document.findings() {
            // The span of a finding ends after the next one starts: the positions are in no order.
            let (start, end) = (found.finding.span.start, found.finding.span.end);
            assert!(positions.line_column_at(start) <= positions.line_column_at(end));
            for edit in found.finding.fixes.iter().flat_map(|fix| &fix.edits) {
                assert!(positions.line_column_at(edit.span.start) >= LineColumn { line: 1, column: 1 });
            }
            count += 1;
        }
        assert!(count >= least, "{count}");
    };
    for text in texts {
        assert_linear(10_000, |size| locate_all(&text(size), size));
    }
}

#[test]
fn names_of_rdf_are_compared_and_renamed_in_linear_time() {
    let mut settings = Settings::default();
    settings.syntax = iri_core::xml::Syntax::NTriples;
    let settings = Arc::new(settings);
    // A host with one of 262,144 combinations of case.
    let host = |number: usize| -> String {
        ('a'..='r')
            .enumerate()
            .map(|(bit, c)| if number >> bit & 1 == 1 { c.to_ascii_uppercase() } else { c })
            .collect()
    };
    assert_linear(20_000, |size| {
        let line = |number| format!("<http://{}/x> <http://h/p> <http://h/> .\n", host(number));
        let document = Document::parse(attributes(size, line), Arc::clone(&settings));
        let found = document.related_findings(&CancelToken::default());
        assert!(found.len() + 1 >= size, "{}", found.len());
        let name = document.rdf_name_at(document.len() - 6).expect("an IRI");
        let edits = document.rdf_rename(&name, "http://new/", iri_core::text::encoding::Encoding::Utf8);
        assert_eq!(edits.map(|edits| edits.len()), Some(size));
    });
}

#[test]
fn a_value_is_inspected_and_described_in_linear_time() {
    let values: [fn(usize) -> String; 22] = [
        |size| format!("http://\u{5D0}{}", "\u{661}".repeat(8 * size)),
        |size| "${a}".repeat(size),
        |size| "%s".repeat(2 * size),
        |size| "<%".repeat(2 * size),
        |size| format!("{}]", "<".repeat(3 * size)),
        |size| format!("a{}b", " ".repeat(8 * size)),
        |size| format!("http:{}x", "\t".repeat(8 * size)),
        |size| format!("a{}b", "a.".repeat(3 * size)),
        |size| format!("{}{}", "a".repeat(8 * size), "\\:".repeat(4 * size)),
        |size| "&amp;a\\b".repeat(size),
        |size| "%7B%7B".repeat(size),
        |size| "/%3Ca%20".repeat(size),
        |size| format!("http://a/{}", "(a)".repeat(size) + ")"),
        |size| "[a](".repeat(2 * size) + ")",
        |size| "<a href=".repeat(size) + ">",
        |size| format!("http://a/{}", "\\_".repeat(4 * size)),
        |size| format!("http://a/{}", "%E2%80%9D".repeat(size)),
        |size| "%EF%BF%BD".repeat(size),
        |size| "~/$HOME/".repeat(size),
        |size| "${a".repeat(2 * size),
        |size| format!("https://doi.org/{}", "doi:".repeat(2 * size)),
        |size| format!("http://a.b:8{}/", "O".repeat(2 * size)),
    ];
    for value in values {
        assert_linear(1_000, |size| {
            let text = value(size);
            let inspection = inspect(&text, &Options::default());
            let report = Report::new(&inspection);
            assert!(!report.components().is_empty());
            assert!(!report.parsers().is_empty());
            report.destination();
        });
    }
}

#[test]
fn nested_bases_take_a_bounded_length() {
    let segment = format!("{}/", "d".repeat(2_000));
    let (open, close) = (format!("<a xml:base='{segment}'>").repeat(4_000), "</a>".repeat(4_000));
    let settings = Settings::default().with_location("file:///d/a.xml");
    let document = Document::parse(format!("{open}<b xml:base='x y'/>{close}"), Arc::new(settings));
    let length: usize = document.sites().filter_map(|site| site.resolved()).map(|resolved| resolved.len()).sum();
    assert!(length < 100_000, "{length}");
    assert_eq!(document.findings().count(), 1);
}

#[test]
fn a_value_is_compared_with_the_ignored_ones_once_per_rule() {
    let ignored = |number| IgnoredValue { value: format!("*never{number}*"), rules: Vec::new() };
    let settings = Settings::default().with_ignored((0..20).map(ignored));
    let settings = Arc::new(settings);
    assert_linear(10_000, |size| {
        let text = format!("<a xml:base='{}'/>", "a b".repeat(size));
        assert_eq!(Document::parse(text, Arc::clone(&settings)).findings().count(), size);
    });
}

#[test]
fn the_entries_of_a_configuration_are_as_many_as_rules() {
    assert_linear(2_000, |size| {
        let (config, problems) = Config::parse(&"[[ignore]]\nrules = ['leiri']\n".repeat(size));
        assert_eq!(problems, []);
        let text = format!("<a>{}</a>", "<b xml:base='a b'/>".repeat(size));
        assert_eq!(Document::parse(text, Arc::new(config.settings_for("a.xml"))).findings().count(), 0);
    });
}

#[test]
fn an_entity_is_expanded_to_a_bounded_text() {
    let entity = "x y".repeat(170);
    let text = format!("<!DOCTYPE a [<!ENTITY a '{entity}'>]><a xml:base='{}'/>", "&a;".repeat(1_000_000));
    let document = parse(&text);
    let site = document.sites().last().expect("a reference");
    assert!(site.value.len() < 5_000_000, "{}", site.value.len());
    assert!(document.findings().next().is_some());
}

#[test]
fn all_safe_fixes_of_a_value_are_applied_in_linear_time() {
    let path = "%3Cpath d=\"M 1 2\"/> ";
    let text =
        format!("<a xmlns:x='http://www.w3.org/1999/xlink' x:href='data:image/svg+xml,{}'/>", path.repeat(5_000));
    let document = parse(&text);
    let value = document.sites().last().expect("a reference").span;
    let (edit, fixed) = Fixer::default().fix_value(&document, value).expect("it has safe fixes");
    assert!(fixed > 5_000, "{fixed}");
    let all = Fixer::default().fix(&document).expect("nothing else changes").expect("there are fixes");
    assert_eq!(all.document.text(), iri_core::text::apply_edits(&text, [&edit]));
}

#[test]
fn edits_of_a_long_tag_are_found_by_their_position() {
    let mut document = parse(&format!("<a {}/>", attributes(20_000, |number| format!("b{number}='c'\n"))));
    for line in [19_000, 10, 12_345] {
        let span = document.line(line);
        assert_eq!(document.line_column(span.start), LineColumn { line, column: 1 });
        document.edit(Span::empty(span.start), " ");
        assert_eq!(document.line(line), Span::new(span.start, span.end + 1));
    }
}

/// Input by its length in some unit: a configuration, and a document.
type Generator = fn(usize) -> (String, String);

/// Returns a document whose root declares `x` as XLink.
fn document(body: &str) -> (String, String) {
    (String::new(), format!("<r xmlns:x='http://www.w3.org/1999/xlink'>{body}</r>"))
}

/// Returns a document with one reference.
fn value(value: &str) -> (String, String) {
    document(&format!("<a x:href='{value}'/>"))
}

/// Returns one text per number, joined.
fn each(count: usize, text: impl Fn(usize) -> String) -> String {
    attributes(count, text)
}

/// Inputs with one size, or with two sizes whose product would be quadratic. Each unit has some ten bytes.
const GENERATORS: &[(&str, Generator)] = &[
    ("references", |n| document(&each(n, |i| format!("<a x:href='http://h/{i:06}'/>")))),
    ("references with a finding", |n| document(&each(n, |i| format!("<a x:href='a {i:06}'/>")))),
    ("nested elements", |n| document(&format!("{}<b x:href='c d'/>{}", "<a>".repeat(n), "</a>".repeat(n)))),
    ("attributes of a tag", |n| document(&format!("<a {}/>", each(n, |i| format!("x:b{i:06}='c d' "))))),
    ("attributes of a tag with a long name", |n| {
        let attributes = each(n, |i| format!("xmlns:b{i:06}='c d' "));
        document(&format!("<{} {attributes}/>", "a".repeat(10 * n)))
    }),
    ("declarations of a tag", |n| document(&format!("<a {}/>", each(n, |i| format!("xmlns:n{i:06}='u v' "))))),
    ("declarations and attributes of a tag", |n| {
        let attributes = each(n / 2, |i| format!("xmlns:n{i:06}='u:{i:06}' n{i:06}:a='b c' "));
        document(&format!("<a {attributes}/>"))
    }),
    ("declarations of nested tags", |n| {
        let open = each(n, |i| format!("<n{i:06}:a xmlns:n{i:06}='u{i:06}'>"));
        document(&format!("{open}{}", each(n, |i| format!("</n{:06}:a>", n - 1 - i))))
    }),
    ("percent signs of a value", |n| value(&"%x".repeat(10 * n))),
    ("spaces of a value", |n| value(&"a b|".repeat(2 * n))),
    ("right-to-left labels", |n| value(&format!("http://{}/", "\u{5D0}b.".repeat(2 * n)))),
    ("right-to-left segments", |n| value(&format!("http://h/{}", "\u{5D0} 1/".repeat(2 * n)))),
    ("right-to-left runs of a segment", |n| value(&format!("http://h/{}", "\u{5D0}1a".repeat(2 * n)))),
    ("look-alikes of a label", |n| value(&format!("http://{}/", "\u{430}a".repeat(3 * n)))),
    ("look-alike labels", |n| value(&format!("http://{}/", "\u{430}\u{441}.".repeat(2 * n)))),
    ("combining marks of a character", |n| value(&format!("http://h/e{}", "\u{301}\u{323}".repeat(2 * n)))),
    ("combined characters", |n| value(&format!("http://h/{}", "e\u{301}".repeat(3 * n)))),
    ("A-labels", |n| value(&format!("http://{}/", "xn--a9a.".repeat(n)))),
    ("groups of an IPv6 address", |n| value(&format!("http://[{}]/", "1:".repeat(5 * n)))),
    ("brackets", |n| value(&format!("http://h/{}", "[]".repeat(5 * n)))),
    ("at signs", |n| value(&format!("http://{}h/", "a@".repeat(3 * n)))),
    ("fragments", |n| value(&"#a".repeat(3 * n))),
    ("dot segments", |n| value(&format!("http://h/{}", "a/../".repeat(2 * n)))),
    ("double encodings", |n| value(&format!("http://h/{}", "%2541".repeat(2 * n)))),
    ("backslashes", |n| value(&"..\\a\\".repeat(2 * n))),
    ("invisible characters", |n| value(&"a\u{200B}".repeat(3 * n))),
    ("addresses", |n| value(&format!("mailto:{}", "a@b,;".repeat(2 * n)))),
    ("base64 with blanks", |n| value(&format!("data:text/plain;base64,{}", "AAA ".repeat(2 * n)))),
    ("SVG in a value", |n| value(&format!("data:image/svg+xml,{}", "%3Cpath d=\"M 1 2\"/>".repeat(n / 2)))),
    ("character references", |n| value(&"&#x20;".repeat(2 * n))),
    ("surrogates", |n| value(&"&#xD800;".repeat(n))),
    ("entities, each used once", |n| {
        let declared = each(n / 2, |i| format!("<!ENTITY e{i:06} 'v{i:06}'>"));
        let used = each(n / 2, |i| format!("<a xml:base='&e{i:06}; x'/>"));
        (String::new(), format!("<!DOCTYPE r [{declared}]><r>{used}</r>"))
    }),
    ("uses of an entity", |n| {
        let entity = "v".repeat(512);
        (String::new(), format!("<!DOCTYPE a [<!ENTITY a '{entity}'>]><a xml:base='{}'/>", "&a;".repeat(3 * n)))
    }),
    ("bases of nested elements", |n| {
        let open = format!("<a xml:base='{}/'>", "d".repeat(20)).repeat(n / 2);
        document(&format!("{open}<b x:href='c d'/>{}", "</a>".repeat(n / 2)))
    }),
    ("image candidates", |n| {
        let list = "a b.png 1x, ".repeat(n);
        (String::new(), format!("<html xmlns='http://www.w3.org/1999/xhtml'><img srcset='{list}'/></html>"))
    }),
    ("items of a list", |n| {
        let list = "a|b\u{20}".repeat(3 * n);
        (String::new(), format!("<html xmlns='http://www.w3.org/1999/xhtml'><a ping='{list}'/></html>"))
    }),
    ("pairs", |n| {
        let list = each(n, |i| format!("urn:{i:06} a|{i:06} "));
        (String::new(), format!("<a xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:schemaLocation='{list}'/>"))
    }),
    ("functions of CSS", |n| {
        let style = "fill:url(a b);".repeat(n);
        (String::new(), format!("<svg xmlns='http://www.w3.org/2000/svg'><g style='{style}'/></svg>"))
    }),
    ("comments with another name each", |n| document(&each(n, |i| format!("<!-- iri-ignore r{i:06} -->")))),
    ("a comment with many names", |n| document(&format!("<!-- iri-ignore {} -->", each(n, |i| format!("r{i:06} "))))),
    ("a comment before many findings", |n| {
        let names = each(n / 2, |_| "leiri-space leiri ".to_owned());
        document(&format!("<!-- iri-ignore {names} --><b>{}</b>", "<a x:href='b c'/>".repeat(n / 2)))
    }),
    ("comments with a finding each", |n| document(&"<!-- iri-ignore leiri-space --><a x:href='b c'/>".repeat(n / 4))),
    ("comments in a text", |n| {
        let text = "a b<!-- iri-ignore -->".repeat(n / 2);
        (String::new(), format!("<feed xmlns='http://www.w3.org/2005/Atom'><icon>{text}</icon></feed>"))
    }),
    ("CDATA sections", |n| {
        let text = "<![CDATA[a b]]>".repeat(n);
        (String::new(), format!("<feed xmlns='http://www.w3.org/2005/Atom'><icon>{text}</icon></feed>"))
    }),
    ("open markup", |n| document(&"<a x:href='b".repeat(n))),
    ("open comments", |n| document(&"<!-- <![CDATA[ <?".repeat(n / 2))),
    ("ignored values, and as many values", |n| {
        let entries = each(n / 5, |i| format!("'*a*{i:06}*',"));
        let values = each(n / 2, |i| format!("<b xml:base='a {i:06}'/>"));
        (format!("[[ignore]]\nvalues = [{entries}]"), format!("<r>{values}</r>"))
    }),
    ("ignored values that nearly match", |n| {
        let entries = each(n / 20, |i| format!("'*a*a*a*a*a*a*a*a*a*b{i:06}',"));
        let values = each(n / 2, |i| format!("<b xml:base='aaaaaaaaaaaa {i:06}'/>"));
        (format!("[[ignore]]\nvalues = [{entries}]"), format!("<r>{values}</r>"))
    }),
    ("ignored rules, and as many findings", |n| {
        ("[[ignore]]\nrules = ['not-nfc']\n".repeat(n / 4), format!("<r>{}</r>", "<b xml:base='a b'/>".repeat(n / 2)))
    }),
    ("places, and as many elements", |n| {
        let place = |i| format!("[[places]]\nelement = 'a{i:06}'\nattribute = 'b'\nrole = 'leiri'\n");
        (each(n / 6, place), format!("<r>{}</r>", each(n / 2, |i| format!("<a{i:06} b='c d'/>"))))
    }),
];

/// Inputs in formats of RDF.
const RDF_GENERATORS: &[(&str, Syntax, Generator)] = &[
    ("prefixes, and names with each", Syntax::Turtle, |n| {
        let declared = each(n / 4, |i| format!("@prefix p{i:06}: <http://e/{i:06} #> .\n"));
        (String::new(), declared + &each(n / 4, |i| format!("p{i:06}:a <p> p{i:06}:b .\n")))
    }),
    ("a long namespace, and its names", Syntax::Turtle, |n| {
        let declared = format!("@prefix p: <http://e/{}> .\n", "d/".repeat(5 * n));
        (String::new(), declared + &each(n / 2, |i| format!("p:a{i:06} <p> p:b{i:06} .\n")))
    }),
    ("a long namespace with faults, and its names", Syntax::Turtle, |n| {
        let declared = format!("@prefix p: <http://e/{}> .\n", "d d/".repeat(3 * n));
        (String::new(), declared + &each(n / 2, |i| format!("p:a{i:06} <p> p:b{i:06} .\n")))
    }),
    ("a long base, and namespaces", Syntax::Turtle, |n| {
        let base = format!("@base <http://e/{}> .\n", "d/".repeat(5 * n));
        (String::new(), base + &each(n / 3, |i| format!("@prefix p{i:06}: <x{i:06}#> .\n")))
    }),
    ("names with escapes", Syntax::Turtle, |n| {
        (String::new(), format!("@prefix p: <http://e/> .\np:{} <p> <o> .", "\\,%20".repeat(2 * n)))
    }),
    ("nested nodes", Syntax::Turtle, |n| (String::new(), format!("<a> <b> {}", "[ <c d> (".repeat(n)))),
    ("a long namespace, and compact IRIs", Syntax::JsonLd, |n| {
        let context = format!("{{\"p\":\"http://e/{}\"}}", "d/".repeat(5 * n));
        let nodes = each(n / 2, |i| format!("{{\"@id\":\"p:{i:06}\"}},"));
        (String::new(), format!("{{\"@context\":{context},\"@graph\":[{nodes}1]}}"))
    }),
    ("terms, each a name with the previous one", Syntax::JsonLd, |n| {
        let terms = each(n / 3, |i| format!("\"t{}\":\"t{i}:{}/\",", i + 1, "x".repeat(20)));
        (String::new(), format!("{{\"@context\":{{\"t0\":\"http://e/\",{terms}\"z\":\"http://z/\"}},\"t1:a\":1}}"))
    }),
    ("a long vocabulary, and terms", Syntax::JsonLd, |n| {
        let terms = each(n / 2, |i| format!("\"t{i:06}\":\"s{i:06}\","));
        let vocabulary = "d/".repeat(5 * n);
        (String::new(), format!("{{\"@context\":{{{terms}\"@vocab\":\"http://e/{vocabulary}\"}},\"t000001:a\":1}}"))
    }),
    ("nested contexts", Syntax::JsonLd, |n| {
        let open = each(n / 4, |i| format!("{{\"@context\":{{\"t{i:06}\":\"http://e/{i:06}/\"}},\"t{i:06}:a\":"));
        (String::new(), format!("{open}1{}", "}".repeat(n / 4)))
    }),
    ("a context of a property, and nested nodes", Syntax::JsonLd, |n| {
        let terms = each(n / 4, |i| format!("\"t{i:06}\":\"http://e/{i:06}/\","));
        let context = format!("{{\"@vocab\":\"http://v/\",\"p\":{{\"@context\":{{{terms}\"z\":\"http://z/\"}}}}}}");
        (
            String::new(),
            format!("{{\"@context\":{context},{}1{}}}", "\"p\":{".repeat(n / 2) + "\"z\":", "}".repeat(n / 2)),
        )
    }),
    ("contexts of properties and types, and nested nodes", Syntax::JsonLd, |n| {
        let terms = each(n / 8, |i| format!("\"t{i:06}\":\"http://e/{i:06}/\","));
        let context = format!("{{\"@context\":{{{terms}\"z\":\"http://z/\"}}}}");
        let open = each(n / 8, |i| format!("{{\"@type\":\"t\",\"{}\":", if i % 2 == 0 { "p" } else { "q" }));
        let context = format!("{{\"@vocab\":\"http://v/\",\"p\":{context},\"q\":{context},\"t\":{context}}}");
        (String::new(), format!("{{\"@context\":{context},\"@graph\":[{open}1{}]}}", "}".repeat(n / 8)))
    }),
];

/// Returns what the analysis of an input of size `n` allocates, and its length.
fn analysis(generator: Generator, syntax: Syntax, n: usize) -> (AllocationInfo, u64) {
    let (config, text) = generator(n);
    let length = u64::try_from(config.len() + text.len()).expect("it is small");
    let info = measure(|| {
        let (config, _) = Config::parse(&config);
        let mut settings = config.settings_for("a.xml");
        settings.syntax = syntax;
        let document = Document::parse(text, Arc::new(settings));
        let mut limit = ValueLimit::new(MAX_FINDINGS_PER_RULE);
        let mut positions = document.positions();
        let mut count: usize = 0;
        for found in document.findings() {
            positions.line_column_at(found.finding.span.start);
            count += limit.push(found.value, found.finding.rule, || ()).len();
        }
        assert!(count <= document.len());
        document.select_findings(
            SelectionLimits { total: 1_000, per_rule: MAX_FINDINGS_PER_RULE },
            &CancelToken::default(),
        );
        document.related_findings(&CancelToken::default());
        drop(Fixer::default().fix(&document));
    });
    (info, length)
}

#[test]
fn twice_the_input_allocates_twice_as_much() {
    let mut failures = Vec::new();
    let in_xml = GENERATORS.iter().map(|&(name, generator)| (name, Syntax::Xml, generator));
    for (name, syntax, generator) in in_xml.chain(RDF_GENERATORS.iter().copied()) {
        // Tables that are computed once are not counted.
        analysis(generator, syntax, 10);
        // Beyond 5,000 findings of a document, values are analyzed again when they are needed.
        let [(small, small_length), (large, large_length)] = [600, 1_200].map(|n| analysis(generator, syntax, n));
        // Percent of what twice the input would take if the growth were linear.
        let percent = |large: u64, small: u64| 100 * large * small_length / (small * large_length);
        let total = percent(large.bytes_total, small.bytes_total);
        let peak = percent(large.bytes_max, small.bytes_max);
        let count = percent(large.count_total, small.count_total);
        // A vector that grows beyond a power of two has twice its capacity.
        if total > 110 || peak > 130 || count > 110 {
            failures.push(format!("{name}: bytes {total} %, peak {peak} %, number {count} %"));
        }
        let most = 100_000 + 700 * large_length;
        if large.bytes_max > most {
            failures.push(format!("{name}: {} bytes at once, for {large_length}", large.bytes_max));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// Texts of a schema: the main one, one that many others include, and these, by number.
struct Included(String, String, fn(usize) -> String);

impl SchemaTexts for Included {
    fn text(&mut self, reference: &str, _base: &str) -> Result<SchemaText, String> {
        let text = match reference {
            "main" => self.0.clone(),
            "common" => self.1.clone(),
            number => (self.2)(number.parse().map_err(|_| "schema not found".to_owned())?),
        };
        Ok(SchemaText { location: reference.into(), text: text.into() })
    }
}

#[test]
fn a_document_that_many_schemas_include_takes_memory_in_proportion_to_them() {
    const XSD: &str = "xmlns:xs='http://www.w3.org/2001/XMLSchema'";
    for n in [200, 400] {
        let imports = each(n, |i| format!("<xs:import namespace='u:{i}' schemaLocation='{i}'/>"));
        let elements = each(5 * n, |i| format!("<xs:element name='e{i:06}' type='xs:anyURI'/>"));
        let mut texts = Included(
            format!("<xs:schema {XSD}>{imports}</xs:schema>"),
            format!("<xs:schema {XSD}>{elements}</xs:schema>"),
            |i| format!("<xs:schema {XSD} targetNamespace='u:{i}'><xs:include schemaLocation='common'/></xs:schema>"),
        );
        let mut problems = Vec::new();
        let info = measure(|| problems = xsd::load("main", &mut texts).problems);
        assert_eq!(problems[0].message, "schema is included too often: common");
        assert!(info.bytes_max < 150_000_000, "{info:?}");

        let patterns = each(5 * n, |i| format!("e{i:06} = element a {{ text }}\n"));
        let mut texts =
            Included(format!("start = empty\n{}", each(n, |i| format!("include '{i}'\n"))), patterns, |_| {
                "include 'common'".to_owned()
            });
        let info = measure(|| problems = relax_ng::load("main", &mut texts).problems);
        assert!(
            problems.iter().any(|problem| problem.message == "schema is included too often: common"),
            "{problems:?}"
        );
        assert!(info.bytes_max < 150_000_000, "{info:?}");
    }
}
