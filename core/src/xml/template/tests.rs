//! Texts that are placeholders, and texts that resemble them.

use super::*;
use crate::rules::placeholders::LONGEST;

const ELEMENT: ExpandedName<'_> = ExpandedName { namespace: "", local: "a" };

/// Returns the placeholders in a value of a document without a known type.
fn found(value: &str) -> Vec<&str> {
    let spans = placeholders(DocumentType::UNKNOWN, ELEMENT, Role::LEIRI, value);
    spans.into_iter().map(|span| span.slice(value)).collect()
}

fn is_template(value: &str) -> bool {
    !found(value).is_empty()
}

#[test]
fn every_language_recognizes_its_own_placeholders() {
    assert!(!known().records().is_empty());
    for placeholder in known().records() {
        for example in placeholder.examples.split(' ') {
            assert!(is_template(example), "{}: {example}", placeholder.languages);
            assert!(may_have_placeholders(example), "{example}");
        }
    }
}

#[test]
fn placeholders_of_several_words_are_recognized() {
    for value in ["{{ page.url }}", "{% url 'home' %}", "[% base %]/a", "<%= url %>", "${a or b}", "a/{{x | e}}/b c"] {
        assert!(is_template(value), "{value}");
    }
}

#[test]
fn text_that_resembles_a_placeholder_is_checked() {
    let values = [
        "",
        "a",
        "a b",
        "#x",
        "a{b",
        "a}b",
        "{",
        "}",
        "{}",
        "{ }",
        "{a b}",
        "{\"a\":1}",
        "}a{",
        "$",
        "$x",
        "${",
        "${}",
        "$()",
        "{{}}",
        "a|b",
        "10%",
        "100%25",
        "%",
        "%d1",
        "%C3%A9",
        "%C3%",
        "50%off%20now",
        "%20foo%20bar",
        "%()s",
        "%1$",
        "a@b",
        "a@b@c.example",
        "http://user@host@evil.example/",
        "@",
        "@@",
        "@ a@",
        "[a]",
        "<b>",
        "#a#b",
        "%u00E9",
    ];
    for value in values {
        assert!(!is_template(value), "{value}");
    }
}

#[test]
fn a_placeholder_ends_within_the_maximum_length() {
    assert!(is_template(&format!("${{{}}}", "a".repeat(LONGEST - 1))));
    assert!(!is_template(&format!("${{{}}}", "\u{E9} ".repeat(LONGEST))));
}

#[test]
fn a_placeholder_is_only_what_a_program_replaces() {
    for (value, expected) in [
        ("http://e.org/a b={x}", &["{x}"][..]),
        ("${a}/b c/${d}", &["${a}", "${d}"]),
        ("${a${b}}/c", &["${a${b}}"]),
        ("$(f(x))y", &["$(f(x))"]),
        ("{{ a }} {% b %}", &["{{ a }}", "{% b %}"]),
        ("%s %1$d %(n)s %{v}", &["%s", "%1$d", "%(n)s", "%{v}"]),
        ("%TEMP%\\a@b@", &["%TEMP%"]),
        ("@b@/a", &["@b@"]),
        ("<%= a %>/b", &["<%= a %>"]),
        ("$url$/$a", &["$url$"]),
        ("$relpath^search/x", &["$relpath^"]),
        ("Outer$Inner$1.html", &[]),
        ("?a=$b&c=d$", &[]),
        ("a/{concat('x y', $z)}/b", &["{concat('x y', $z)}"]),
        ("{if (a) then 'b c' else \"\"}", &["{if (a) then 'b c' else \"\"}"]),
        ("{$a or $b}{ x:f('{') }", &["{$a or $b}", "{ x:f('{') }"]),
        ("a{color: rgb(1, 2)}", &[]),
        ("!(loc.A)/!(b c)", &["!(loc.A)"]),
        ("@Embed('a b.png')", &["@Embed('a b.png')"]),
        ("@Embed(a)", &[]),
    ] {
        assert_eq!(found(value), expected, "{value}");
    }
}

#[test]
fn the_mask_of_a_value_keeps_its_literal_text() {
    let value = "\u{E9}/{\u{E9}}?";
    let spans = placeholders(DocumentType::UNKNOWN, ELEMENT, Role::LEIRI, value);
    assert_eq!(masked(value, &spans), "\u{E9}/xxxx?");
    assert!(!is_all_placeholders(value, &spans));
    let spans = placeholders(DocumentType::UNKNOWN, ELEMENT, Role::LEIRI, " {a}{b}\n");
    assert!(is_all_placeholders(" {a}{b}\n", &spans) && !is_all_placeholders(" ", &[]));
}

#[test]
fn an_identifier_of_atom_contains_braces_literally() {
    let of = |value: &str| placeholders(DocumentType::UNKNOWN, ELEMENT, Role::IRI_IDENTIFIER, value).len();
    assert_eq!((of("tag:e.org,2003:{foo}"), of("{{ site.url }}"), of("${url}")), (0, 1, 1));
}

#[test]
fn a_stylesheet_has_templates_in_its_output_elements() {
    let xhtml = ExpandedName { namespace: "http://www.w3.org/1999/xhtml", local: "a" };
    let include = ExpandedName { namespace: XSLT, local: "include" };
    let output = ExpandedName { namespace: XSLT, local: "result-document" };
    let value = "{concat('a }b', \"c\")}.html";
    let is_template = |document, element, value| !placeholders(document, element, Role::WEB, value).is_empty();
    assert!(is_template(DocumentType::XSLT, xhtml, value));
    assert!(is_template(DocumentType::XSLT, output, value));
    assert!(!is_template(DocumentType::XSLT, include, value));
    assert!(is_template(DocumentType::XSLT, xhtml, "{a b}.html"));
    assert!(!is_template(DocumentType::UNKNOWN, xhtml, "{a b}.html"));
    assert!(!is_template(DocumentType::XSLT, xhtml, "a b"));
    // A stylesheet inside another document.
    assert!(is_template(DocumentType::UNKNOWN, output, value));
    assert!(!is_template(DocumentType::UNKNOWN, include, value));
}

#[test]
fn an_expression_of_xslt_ends_at_its_own_brace() {
    for (value, expected) in [
        ("{a}b{c}", &["{a}", "{c}"][..]),
        ("{map{'a':1}}/b", &["{map{'a':1}}"]),
        ("{concat('}', \"{\")} c", &["{concat('}', \"{\")}"]),
        ("{{a}}", &["{{a}}"]),
        ("{{a b}}", &[]),
        ("{{}}a{{b", &[]),
        ("{{$a}}/{b}", &["{{$a}}", "{b}"]),
        ("#{{if (a gt 0) then 'b' else 'c'}}", &["{{if (a gt 0) then 'b' else 'c'}}"]),
        ("a}}{b}", &["{b}"]),
        ("a{b c", &["{b c"]),
    ] {
        let spans = expressions(value);
        assert_eq!(spans.into_iter().map(|span| span.slice(value)).collect::<Vec<_>>(), expected, "{value}");
    }
}

#[test]
fn commands_of_libreoffice_are_commands_only_in_its_documents() {
    let odf = ExpandedName { namespace: "urn:oasis:names:tc:opendocument:xmlns:form:1.0", local: "button" };
    let other = ExpandedName { namespace: "urn:example:shop", local: "a" };
    for value in [
        ".uno:Print",
        "macro:///Standard.Module1.Main(a b)",
        "vnd.sun.star.script:a b?language=Basic",
        "#Table 1|table",
    ] {
        assert!(is_program(|| odf, value), "{value}");
        assert!(!is_program(|| other, value), "{value}");
    }
}

#[test]
fn a_program_is_not_a_reference() {
    assert!(is_program(|| ELEMENT, "javascript:void(0)"));
    assert!(is_program(|| ELEMENT, " JavaScript: open({ a: 1 })"));
    assert!(!is_program(|| ELEMENT, "javascripts/a b.js"));
    assert!(is_program(|| ELEMENT, "cpe:2.3:a:b:c:1\\.0:*:*:*:*:*:*:*"));
    assert!(!is_program(|| ELEMENT, "cpe:/a:b:c"));
}

#[test]
fn a_guid_in_braces_is_no_placeholder() {
    const GUID: &str = "{6218f954-cbff-4b9d-881d-c10565a9cefe}";
    for role in [Role::LEIRI, Role::ANY_URI, Role::WEB] {
        let of = |value: &str| placeholders(DocumentType::UNKNOWN, ELEMENT, role, value).len();
        assert_eq!((of(&format!("urn:uuid:{GUID}")), of(&format!("?List={GUID}&a={{b}}"))), (0, 1), "{role}");
    }
    assert_eq!(of_role(Role::TEMPLATE, &format!("a?b={GUID}")).map(|found| found.len()), Some(0));
}

#[test]
fn braces_mean_themselves_where_nothing_replaces_them() {
    let of = |role, value: &str| placeholders(DocumentType::UNKNOWN, ELEMENT, role, value).len();
    for role in [Role::RDF, Role::RDF_BASE, Role::NAMESPACE_NAME, Role::IDENTIFIER_ANY_URI, Role::URI] {
        assert_eq!((of(role, "http://h.example/{x}"), of(role, "http://h.example/${x}")), (0, 1), "{role}");
    }
    assert_eq!(of(Role::LEIRI, "data:text/css,a{color:red}"), 0);
    assert_eq!(of(Role::LEIRI, " DATA:,{a}"), 0);
    assert_eq!(of(Role::LEIRI, "http://h.example/{x}"), 1);
    let saml = ExpandedName { namespace: "urn:oasis:names:tc:SAML:2.0:metadata", local: "EntityDescriptor" };
    assert_eq!(placeholders(DocumentType::UNKNOWN, saml, Role::ANY_URI, "http://h.example/{x}").len(), 0);
    let dita = DocumentType::from_name("dita").expect("a type");
    assert_eq!(placeholders(dita, ELEMENT, Role::LEIRI, "a/Marking.{i}.xml").len(), 0);
}

#[test]
fn a_markup_extension_is_the_whole_value_in_every_dialect_of_xaml() {
    for namespace in namespaces_with(Values::MarkupExtensions) {
        let element = ExpandedName { namespace, local: "Image" };
        for (value, expected) in [("{Binding Cover, Converter={x:Static a:B.C}}", 1), ("{}{a}.png", 1), ("a.png", 0)] {
            let spans = placeholders(DocumentType::UNKNOWN, element, Role::LEIRI, value);
            assert_eq!(spans.len(), expected, "{namespace} {value}");
            assert_eq!(spans.first().is_some_and(|span| span.len() == value.len()), value.starts_with("{B"), "{value}");
        }
    }
}
