//! [`Reference::validate`] on each kind of violation: the span, the production, its source, the message.

use iri_core::{Dialect, Reference};

#[track_caller]
fn rejects(text: &str, dialect: Dialect, span: &str, production: &str, message: &str) {
    let (start, rest) = text.split_once('\u{27E6}').expect("the text marks where the span starts");
    let (marked, rest) = rest.split_once('\u{27E7}').expect("the text marks where the span ends");
    let plain = format!("{start}{marked}{rest}");
    let violation = Reference::parse(&plain).validate(dialect).expect_err("it is not valid");
    assert_eq!(violation.span.slice(&plain), span, "{plain:?}");
    assert_eq!(violation.span.start, start.len(), "{plain:?}");
    assert_eq!((violation.production, violation.to_string().as_str()), (production, message), "{plain:?}");
    assert!(message.chars().count() <= 80, "{message}");
}

#[test]
fn a_character_is_rejected_by_the_production_of_its_component() {
    for (text, span, production, message) in [
        ("http://a\u{27E6} \u{27E7}b/", " ", "ireg-name", "SPACE (U+0020) is not allowed in an IRI"),
        ("//u\u{27E6}@\u{27E7}v@h", "@", "iuserinfo", "'@' (U+0040) is not allowed in the userinfo of an IRI"),
        ("//h:8\u{27E6}x\u{27E7}", "x", "port", "'x' (U+0078) is not allowed in the port of an IRI"),
        ("//h:\u{27E6}%\u{27E7}41", "%", "port", "'%' (U+0025) is not allowed in the port of an IRI"),
        ("//h/\u{27E6}[\u{27E7}a]", "[", "isegment", "'[' (U+005B) is not allowed in the path of an IRI"),
        ("a\u{27E6}\\\u{27E7}b/c", "\\", "isegment-nz-nc", "'\\' (U+005C) is not allowed in an IRI"),
        ("?a\u{27E6}<\u{27E7}", "<", "iquery", "'<' (U+003C) is not allowed in an IRI"),
        ("#a\u{27E6}#\u{27E7}", "#", "ifragment", "'#' (U+0023) is not allowed in the fragment of an IRI"),
        (
            "/\u{27E6}\u{E000}\u{27E7}?\u{E000}",
            "\u{E000}",
            "isegment",
            "<private-use-E000> (U+E000) is not allowed in the path of an IRI",
        ),
    ] {
        rejects(text, Dialect::Iri, span, production, message);
    }
}

#[test]
fn a_structure_is_rejected_as_a_whole() {
    for (text, span, production, message) in [
        (
            "\u{27E6}:\u{27E7}a",
            ":",
            "isegment-nz-nc",
            "':' (U+003A) is not allowed in the first segment without a scheme",
        ),
        (
            "1\u{27E6}:\u{27E7}a",
            ":",
            "isegment-nz-nc",
            "':' (U+003A) is not allowed in the first segment without a scheme",
        ),
        ("/a\u{27E6}%\u{27E7}4", "%", "pct-encoded", "'%' is not followed by two hex digits"),
        ("//\u{27E6}[::1\u{27E7}/", "[::1", "IP-literal", "unclosed '[' in the host"),
        ("//[::1]\u{27E6}x\u{27E7}", "x", "IP-literal", "only ':' and a port may follow ']'"),
        ("//[\u{27E6}1:2\u{27E7}]", "1:2", "IPv6address", "the host is not a valid IPv6 address"),
        ("//[\u{27E6}\u{27E7}]", "", "IPv6address", "the host is not a valid IPv6 address"),
        ("//[\u{27E6}v1\u{27E7}]", "v1", "IPvFuture", "the host is not a valid address of a future IP version"),
    ] {
        rejects(text, Dialect::Iri, span, production, message);
    }
}

#[test]
fn the_first_violation_in_the_order_of_the_text_is_reported() {
    let message = "SPACE (U+0020) is not allowed in an IRI";
    rejects("//u\u{27E6} \u{27E7}@[x:y z/ ?%#%", Dialect::Iri, " ", "iuserinfo", message);
    // A valid IP literal is not a violation.
    for host in ["[::1]", "[v1.a]", "[::1]:80"] {
        rejects(
            &format!("//{host}/\u{27E6}[\u{27E7}"),
            Dialect::Iri,
            "[",
            "isegment",
            "'[' (U+005B) is not allowed in the path of an IRI",
        );
    }
}

#[test]
fn each_dialect_names_its_own_production_and_source() {
    for (dialect, production, source) in [
        (Dialect::Uri, "userinfo", "RFC 3986 section 3.2.1"),
        (Dialect::Iri, "iuserinfo", "RFC 3987 section 2.2"),
        (Dialect::IriBis, "iuserinfo", "draft-ietf-iri-3987bis-06 section 2.2"),
        (Dialect::Leiri, "iuserinfo", "LEIRI Note section 3"),
        (Dialect::WebAddress, "iuserinfo", "draft-ietf-iri-3987bis-06 section 6.2"),
    ] {
        let violation = Reference::parse("//[@h").validate(dialect).expect_err("a bracket is only allowed in the host");
        assert_eq!((violation.production, violation.source), (production, source));
    }
    let rtl = Reference::parse("/\u{5D0}").validate(Dialect::Uri).expect_err("a URI is ASCII");
    assert_eq!(rtl.to_string(), "HEBREW LETTER ALEF (U+05D0) is not allowed in a URI");
}

#[test]
fn a_uri_names_the_productions_of_rfc_3986_and_an_iri_those_of_rfc_3987() {
    for (text, uri, iri) in [
        ("//u[@h", "userinfo", "iuserinfo"),
        ("//h<", "reg-name", "ireg-name"),
        ("/<", "segment", "isegment"),
        ("<", "segment-nz-nc", "isegment-nz-nc"),
        ("1:", "segment-nz-nc", "isegment-nz-nc"),
        ("?<", "query", "iquery"),
        ("#<", "fragment", "ifragment"),
        ("//[]", "IPv6address", "IPv6address"),
        ("//[v]", "IPvFuture", "IPvFuture"),
        ("//[::1", "IP-literal", "IP-literal"),
        ("//h:x", "port", "port"),
        ("%", "pct-encoded", "pct-encoded"),
    ] {
        for (dialect, production) in [(Dialect::Uri, uri), (Dialect::Iri, iri), (Dialect::Leiri, iri)] {
            let text = if dialect == Dialect::Leiri { text.replace('<', "[") } else { text.to_owned() };
            let violation = Reference::parse(&text).validate(dialect).expect_err("it is not valid");
            assert_eq!(violation.production, production, "{text:?} as {dialect}");
        }
    }
}

#[test]
fn whitespace_that_the_type_removes_is_not_a_violation() {
    assert_eq!(Reference::parse_collapsed("\n a ").validate(Dialect::Uri), Ok(()));
    let violation = Reference::parse_collapsed(" a b ").validate(Dialect::Uri).expect_err("a space is inside");
    assert_eq!((violation.span.start, violation.span.end), (2, 3));
}

#[test]
fn a_web_address_follows_the_four_rules_of_the_draft() {
    let is_web_address = |text: &str| Reference::parse(text).is_reference(Dialect::WebAddress);
    for text in ["a b", "?<>\"{}|\\^`", "100%", "a%zz", "/\u{0}\u{7F}\u{FFFD}", "..\\a"] {
        assert!(is_web_address(text), "{text:?}");
        assert!(!Reference::parse(text).is_reference(Dialect::Iri), "{text:?}");
    }
    // A second `#`, a backslash that separates segments, and whitespace at the ends, which is removed.
    for text in ["#a#b", "##", "a\\b:c", " \n http://h/", "http://h:80\r\n", "//[::1]\t"] {
        let reference = Reference::parse(text);
        assert_eq!((reference.dialect, reference.validate(Dialect::WebAddress)), (Some(Dialect::WebAddress), Ok(())));
        assert!(reference.validate(Dialect::Leiri).is_err(), "{text:?}");
    }
    for text in ["?[x]", "/[x]", "a:\u{FFFE}", "1:b\\c", " 1:b", "http://h:8 0", "\u{A0}1:b"] {
        assert!(!is_web_address(text), "{text:?}");
    }
}
