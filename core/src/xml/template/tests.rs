//! Texts that are placeholders, and texts that resemble them.

use super::*;

fn has_no_findings(value: &str) -> bool {
    is_template(DocumentType::Unknown, ExpandedName { namespace: "", local: "a" }, value)
}

#[test]
fn every_language_recognizes_its_own_placeholders() {
    for language in LANGUAGES {
        for example in language.examples.split(' ') {
            assert!(has_no_findings(example), "{}: {example}", language.name);
        }
    }
}

#[test]
fn placeholders_of_several_words_are_recognized() {
    for value in ["{{ page.url }}", "{% url 'home' %}", "[% base %]/a", "<%= url %>", "${a or b}", "a/{{x | e}}/b c"] {
        assert!(has_no_findings(value), "{value}");
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
        assert!(!has_no_findings(value), "{value}");
    }
}

#[test]
fn a_placeholder_ends_within_the_maximum_length() {
    assert!(has_no_findings(&format!("${{{}}}", "a".repeat(LONGEST - 1))));
    assert!(!has_no_findings(&format!("${{{}}}", "\u{E9} ".repeat(LONGEST))));
}

#[test]
fn a_stylesheet_has_templates_in_its_output_elements() {
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
fn commands_of_libreoffice_are_commands_only_in_its_documents() {
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
fn a_program_is_not_a_reference() {
    assert!(has_no_findings("javascript:void(0)"));
    assert!(has_no_findings(" JavaScript: open({ a: 1 })"));
    assert!(!has_no_findings("javascripts/a b.js"));
}
