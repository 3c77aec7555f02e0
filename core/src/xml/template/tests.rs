//! Texts that are placeholders, and texts that resemble them.

use super::*;

fn is_silent(value: &str) -> bool {
    is_template(DocumentType::Unknown, ExpandedName { namespace: "", local: "a" }, value)
}

#[test]
fn every_language_knows_its_own_placeholders() {
    for language in LANGUAGES {
        for example in language.examples.split(' ') {
            assert!(is_silent(example), "{}: {example}", language.name);
        }
    }
}

#[test]
fn placeholders_of_more_than_one_word_are_known() {
    for value in ["{{ page.url }}", "{% url 'home' %}", "[% base %]/a", "<%= url %>", "${a or b}", "a/{{x | e}}/b c"] {
        assert!(is_silent(value), "{value}");
    }
}

#[test]
fn what_is_no_placeholder_is_judged() {
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
        assert!(!is_silent(value), "{value}");
    }
}

#[test]
fn a_placeholder_has_an_end_in_sight() {
    assert!(is_silent(&format!("${{{}}}", "a".repeat(LONGEST - 1))));
    assert!(!is_silent(&format!("${{{}}}", "\u{E9} ".repeat(LONGEST))));
}

#[test]
fn a_stylesheet_has_templates_in_what_it_writes() {
    let xhtml = ExpandedName { namespace: "http://www.w3.org/1999/xhtml", local: "a" };
    let include = ExpandedName { namespace: places::XSLT, local: "include" };
    let output = ExpandedName { namespace: places::XSLT, local: "result-document" };
    let value = "{concat('a b', \"c\")}.html";
    assert!(is_template(DocumentType::Xslt, xhtml, value));
    assert!(is_template(DocumentType::Xslt, output, value));
    assert!(!is_template(DocumentType::Xslt, include, value));
    assert!(!is_template(DocumentType::Unknown, xhtml, value));
    assert!(!is_template(DocumentType::Xslt, xhtml, "a b"));
}

#[test]
fn commands_of_an_office_are_commands_in_its_documents_alone() {
    let odf = ExpandedName { namespace: "urn:oasis:names:tc:opendocument:xmlns:form:1.0", local: "button" };
    let other = ExpandedName { namespace: "urn:example:shop", local: "a" };
    for value in [
        ".uno:Print",
        "macro:///Standard.Module1.Main(a b)",
        "vnd.sun.star.script:a b?language=Basic",
        "#Table 1|table",
    ] {
        assert!(is_template(DocumentType::Unknown, odf, value), "{value}");
        assert!(!is_template(DocumentType::Unknown, other, value), "{value}");
    }
}

#[test]
fn a_program_is_no_reference() {
    assert!(is_silent("javascript:void(0)"));
    assert!(is_silent(" JavaScript: open({ a: 1 })"));
    assert!(!is_silent("javascripts/a b.js"));
}
