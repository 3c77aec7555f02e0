//! Values as XML processors decode them, the conversion back to their source, and fixes in the source.

use iri_core::text::Entities;
use iri_core::text::apply_edits;
use iri_core::text::{DecodeIssue, DecodeIssueKind, InValue};
use iri_core::{Decoded, Edit, Span};

fn entities(declared: &[(&str, &str)]) -> Entities {
    declared.iter().fold(Entities::default(), |entities, (name, literal)| entities.with(name, literal))
}

/// Returns the entities that most tests use.
fn known() -> Entities {
    entities(&[("obo", "http://purl.example/obo/"), ("nested", "[&obo;]"), ("empty", ""), ("tag", "<b/>")])
}

fn attribute(raw: &str) -> String {
    Decoded::attribute(raw, &known()).value.into_owned()
}

fn text(raw: &str) -> String {
    Decoded::text(raw, &known()).value.into_owned()
}

/// Returns the span of the first `part` in `value`.
fn span_of(value: &str, part: &str) -> Span<InValue> {
    let start = value.find(part).expect("the part is there");
    Span::new(start, start + part.len())
}

/// Returns `raw` after `part` of its value is replaced with `new`; `None` if that is not possible.
fn with_fixes(decoded: &Decoded<'_>, part: &str, new: &str, quote: Option<char>) -> Option<String> {
    let edit = Edit { span: span_of(&decoded.value, part), text: new.to_owned() };
    let edit = decoded.to_source(&edit, quote)?;
    Some(apply_edits(decoded.raw, [&edit]))
}

fn fixed_attribute(raw: &str, part: &str, new: &str) -> Option<String> {
    with_fixes(&Decoded::attribute(raw, &known()), part, new, Some('"'))
}

fn fixed_text(raw: &str, part: &str, new: &str) -> Option<String> {
    with_fixes(&Decoded::text(raw, &known()), part, new, None)
}

#[test]
fn character_references_and_predefined_entities_are_decoded() {
    assert_eq!(attribute("a&#x62;&#99;&amp;&lt;&gt;&quot;&apos;&#37;20"), "abc&<>\"'%20");
    assert_eq!(text("a&#x62;&#99;&amp;&lt;&gt;&quot;&apos;"), "abc&<>\"'");
}

#[test]
fn whitespace_in_an_attribute_becomes_spaces_unless_it_is_a_reference() {
    assert_eq!(attribute("a\tb\nc\rd\r\ne\n\rf"), "a b c d e  f");
    assert_eq!(attribute("a&#9;b&#10;c&#13;&#10;d"), "a\tb\nc\r\nd");
}

#[test]
fn line_ends_in_text_become_lf_unless_they_are_references() {
    assert_eq!(text("a\tb\nc\rd\r\ne\n\rf&#13;"), "a\tb\nc\nd\ne\n\nf\r");
}

#[test]
fn entities_are_replaced_those_in_entities_too() {
    assert_eq!(attribute("&obo;x y&nested;"), "http://purl.example/obo/x y[http://purl.example/obo/]");
    assert_eq!(text("a&empty;b&nested;"), "ab[http://purl.example/obo/]");
}

#[test]
fn replacements_are_normalized_like_attributes() {
    // XML 1.0 section 3.3.3: the table of examples.
    let declared = entities(&[("d", "&#xD;"), ("a", "&#xA;"), ("da", "&#xD;&#xA;")]);
    let decoded = |raw| Decoded::attribute(raw, &declared).value.into_owned();
    assert_eq!(decoded("\n\nxyz"), "  xyz");
    assert_eq!(decoded("&d;&d;A&a;&#x20;&a;B&da;"), "  A   B  ");
    assert_eq!(decoded("&#xd;&#xd;A&#xa;&#xa;B&#xd;&#xa;"), "\r\rA\n\nB\r\n");
    assert_eq!(Decoded::text("&d;&da;", &declared).value, "\r\r\n");
}

#[test]
fn replacement_text_follows_the_standard() {
    // XML 1.0 section 4.5 and appendix D.
    let declared = entities(&[("rights", "All rights reserved"), ("book", "\u{C9}ditions, &#xA9; 1947. &rights;")]);
    assert_eq!(declared.replacement("book"), Some("\u{C9}ditions, \u{A9} 1947. &rights;"));
    assert_eq!(Decoded::text("&book;", &declared).value, "\u{C9}ditions, \u{A9} 1947. All rights reserved");
    let example =
        entities(&[("example", "<p>An ampersand (&#38;#38;) may be escaped (&#38;#38;#38;) or (&amp;amp;).</p>")]);
    let replacement = "<p>An ampersand (&#38;) may be escaped (&#38;#38;) or (&amp;amp;).</p>";
    assert_eq!(example.replacement("example"), Some(replacement));
    let value = "<p>An ampersand (&) may be escaped (&#38;) or (&amp;).</p>";
    assert_eq!(Decoded::attribute("&example;", &example).value, value);
}

#[test]
fn an_entity_may_be_declared_after_one_that_uses_it_and_the_first_declaration_wins() {
    let declared = entities(&[("late", "&x;"), ("x", "1"), ("x", "2")]);
    assert_eq!(Decoded::attribute("&late;", &declared).value, "1");
    let mut external = Entities::default();
    external.declare_external("x");
    external.declare("x", "1");
    assert!(Decoded::attribute("&x;", &external).touches_opaque(Span::new(0, 1)));
}

#[test]
fn an_unknown_entity_has_a_placeholder() {
    for raw in ["a&unknown;b", "a&\u{E9}t\u{E9};b", "a&x:y.z-1;b"] {
        let decoded = Decoded::attribute(raw, &known());
        assert_eq!(decoded.value, "axb", "{raw}");
        assert_eq!(decoded.issues, [], "{raw}");
        assert!(decoded.touches_opaque(Span::new(1, 2)));
        assert!(!decoded.touches_opaque(Span::new(0, 1)) && !decoded.touches_opaque(Span::new(2, 3)));
        assert!(decoded.touches_opaque(Span::empty(1)) && decoded.touches_opaque(Span::empty(2)));
        assert!(!decoded.touches_opaque(Span::empty(0)) && !decoded.touches_opaque(Span::empty(3)));
    }
}

#[test]
fn markup_in_a_replacement_is_text_in_an_attribute_and_unknown_in_text() {
    assert_eq!(attribute("a&tag;b"), "a<b/>b");
    assert_eq!(text("a&tag;b"), "axb");
    let declared = entities(&[("lt2", "&#38;#60;"), ("raw", "&#60;")]);
    assert_eq!(Decoded::text("&lt2;&raw;", &declared).value, "<x");
}

#[test]
fn recursion_and_expansion_bombs_are_unknown() {
    let loops = entities(&[("a", "x&a;"), ("b", "&c;"), ("c", "&b;"), ("far", "&a;")]);
    for raw in ["&a;", "&b;", "&far;"] {
        assert_eq!(Decoded::attribute(raw, &loops).value, "x", "{raw}");
    }
    let mut laughs = entities(&[("e0", "ha"), ("n0", "")]);
    for level in 1..64 {
        for kind in ["e", "n"] {
            let literal = format!("&{kind}{};", level - 1).repeat(10);
            laughs = laughs.with(&format!("{kind}{level}"), &literal);
        }
    }
    assert_eq!(Decoded::attribute("&e1;", &laughs).value, "ha".repeat(10));
    assert_eq!(Decoded::attribute("&n2;", &laughs).value, "");
    for raw in ["&e63;", "&n63;", "&e9;"] {
        assert_eq!(Decoded::attribute(raw, &laughs).value, "x", "{raw}");
    }
    let long = entities(&[("long", &"y".repeat(1000)), ("too", &"y".repeat(1 << 17))]);
    let many = Decoded::attribute(&"&long;".repeat(1000), &long).value.into_owned();
    assert_eq!(many.len(), 192 * 1000 + 808, "what the length of the source pays for, and placeholders");
    assert_eq!(long.replacement("too"), None);
}

#[test]
fn a_replacement_that_needs_a_parameter_entity_is_unknown() {
    let declared = entities(&[("p", "a%pe;b"), ("percent", "100%25; 5% &#37;x; %"), ("octets", "%C3%A9")]);
    assert_eq!(declared.replacement("p"), None);
    assert_eq!(declared.replacement("percent"), Some("100%25; 5% %x; %"));
    assert_eq!(declared.replacement("octets"), Some("%C3%A9"));
}

#[test]
fn a_raw_ampersand_stays_and_is_an_issue() {
    for raw in ["a&b=c", "& ", "&;", "&", "&#;", "&#x;", "&#X41;", "&#12", "&1;", "&-a;", "&a b;", "&amp", "&\u{B7};"] {
        let decoded = Decoded::attribute(raw, &known());
        assert_eq!(decoded.value, raw);
        let at = raw.find('&').expect("it is there");
        assert_eq!(
            decoded.issues,
            [DecodeIssue { span: Span::new(at, at + 1), kind: DecodeIssueKind::RawAmpersand }],
            "{raw}"
        );
    }
    assert_eq!(attribute("&obo&obo;"), "&obohttp://purl.example/obo/");
}

#[test]
fn a_reference_on_its_own_knows_no_entities() {
    let decoded = Decoded::xml("a&copy;\t&lt;");
    assert_eq!(decoded.value, "a&copy;\t<");
    assert_eq!(decoded.issues, [DecodeIssue { span: Span::new(1, 2), kind: DecodeIssueKind::RawAmpersand }]);
}

#[test]
fn references_to_invalid_characters_are_issues_everywhere() {
    let declared = entities(&[("bad", "a&#xD800;")]);
    let decoded = Decoded::attribute("&#0;&bad;&#x110000;&#99999999999;", &declared);
    assert_eq!(decoded.value, "\u{FFFD}a\u{FFFD}\u{FFFD}\u{FFFD}");
    let kinds: Vec<_> = decoded.issues.iter().map(|issue| issue.kind).collect();
    let beyond = DecodeIssueKind::NonXmlCharacter(0x11_0000);
    let most = DecodeIssueKind::NonXmlCharacter(u32::MAX);
    assert_eq!(kinds, [DecodeIssueKind::NonXmlCharacter(0), DecodeIssueKind::Surrogate(0xD800), beyond, most]);
}

#[test]
fn issues_of_an_item_are_counted_from_its_start() {
    let decoded = Decoded::attribute("a&b c&d e&&f", &known());
    let item = span_of(&decoded.value, "e&&f");
    let spans: Vec<_> = decoded.issues_in(item).map(|issue| issue.span).collect();
    assert_eq!(spans, [Span::new(1, 2), Span::new(2, 3)]);
    assert_eq!(decoded.issues_in(Span::new(0, 1)).count(), 0);
}

#[test]
fn text_omits_comments_and_instructions_and_contains_sections_literally() {
    assert_eq!(text("a<!-- & -->b<?pi & ?>c<![CDATA[<&amp;\r\n]]>d"), "abc<&amp;\nd");
    assert_eq!(text("<![CDATA[]]><![CDATA[]]]]><![CDATA[>]]>"), "]]>");
    assert_eq!(text("a < b <c"), "a < b <c");
    for unfinished in ["a<!-- b", "a<?b", "a<![CDATA["] {
        assert_eq!(text(unfinished), "a", "{unfinished}");
    }
    assert_eq!(attribute("<!-- & -->"), "<!-- & -->");
}

#[test]
fn only_line_ends_are_decoded_in_a_system_identifier() {
    let decoded = Decoded::literal("http://h/&amp;?a=1&b\r\n<");
    assert_eq!(decoded.value, "http://h/&amp;?a=1&b\n<");
    assert_eq!(decoded.issues, []);
}

#[test]
fn a_plain_value_is_borrowed() {
    use std::borrow::Cow;
    let raw = "http://example.org/\u{E9} <>";
    let values = [Decoded::attribute(raw, &known()), Decoded::literal(raw), Decoded::xml(raw), Decoded::plain("&\r")];
    assert!(values.iter().all(|decoded| matches!(decoded.value, Cow::Borrowed(_))));
    assert!(matches!(Decoded::text("a\tb\nc", &known()).value, Cow::Borrowed(_)));
}

#[test]
fn a_span_within_an_entity_points_at_the_whole_reference() {
    let decoded = Decoded::attribute("a &obo;b &unknown;&empty;c", &known());
    let source = |part: &str| decoded.source_of(span_of(&decoded.value, part)).slice(decoded.raw);
    let name = |part: &str| decoded.entity_of(span_of(&decoded.value, part));
    assert_eq!((source("purl"), name("purl")), ("&obo;", Some("obo")));
    assert_eq!((source("a http"), name("a http")), ("a &obo;", Some("obo")));
    assert_eq!((source("/b x"), name("/b x")), ("&obo;b &unknown;", Some("obo")));
    assert_eq!((source("xc"), name("xc")), ("&unknown;&empty;c", Some("unknown")));
    assert_eq!((source("c"), name("c")), ("c", None));
    assert_eq!((source("b "), name("b ")), ("b ", None));
}

#[test]
fn a_span_in_text_leaves_out_the_markup_around_it() {
    let decoded = Decoded::text("a<!-- x -->b<![CDATA[c]]>d", &known());
    let source = |part: &str| decoded.source_of(span_of(&decoded.value, part)).slice(decoded.raw);
    assert_eq!([source("a"), source("b"), source("c"), source("d")], ["a", "b", "c", "d"]);
    assert_eq!(source("ab"), "a<!-- x -->b");
    assert_eq!(source("cd"), "c]]>d");
    assert_eq!(decoded.source_of(Span::empty(4)), Span::empty(decoded.raw.len()));
}

#[test]
fn a_fix_is_escaped_for_its_place() {
    let replace_space = |quote| with_fixes(&Decoded::attribute("a b", &known()), " ", "&<>\"'\n", quote);
    assert_eq!(replace_space(Some('"')).as_deref(), Some("a&amp;&lt;>&quot;'&#10;b"));
    assert_eq!(replace_space(Some('\'')).as_deref(), Some("a&amp;&lt;>\"&apos;&#10;b"));
    assert_eq!(replace_space(None).as_deref(), Some("a&amp;&lt;&gt;&quot;&apos;&#10;b"));
    assert_eq!(fixed_text("a b", " ", "&<>\"'\n").as_deref(), Some("a&amp;&lt;&gt;\"'\nb"));
    assert_eq!(fixed_text("<![CDATA[a b]]>", " ", "&<>").as_deref(), Some("<![CDATA[a&<>b]]>"));
}

#[test]
fn a_fix_replaces_whole_references() {
    assert_eq!(fixed_attribute("a&#x20;b", " ", "%20").as_deref(), Some("a%20b"));
    assert_eq!(fixed_attribute("a\r\nb", " ", "").as_deref(), Some("ab"));
    assert_eq!(fixed_attribute("?a&b", "&", "&").as_deref(), Some("?a&amp;b"));
}

#[test]
fn a_fix_never_rewrites_an_entity_reference() {
    assert_eq!(fixed_attribute("&obo;a b", " ", "%20").as_deref(), Some("&obo;a%20b"));
    assert_eq!(fixed_attribute("&obo; b", "obo/ b", "obo/%20b").as_deref(), Some("&obo;%20b"), "it can be kept");
    assert_eq!(fixed_attribute("&obo;", "purl", "Purl"), None);
    assert_eq!(fixed_attribute("&obo;a", "/a", "/"), Some("&obo;".to_owned()));
    assert_eq!(fixed_attribute("&obo;a", "/a", "a"), None);
    assert_eq!(fixed_attribute("a&unknown;b", "axb", "ayb"), None);
    assert_eq!(fixed_attribute("a&empty;b", "ab", ""), None);
    let declared = entities(&[("raw", "a&#38;b")]);
    assert_eq!(
        with_fixes(&Decoded::attribute("&raw;", &declared), "&", "&", Some('"')),
        None,
        "the fault is elsewhere"
    );
}

#[test]
fn a_fix_never_crosses_markup() {
    assert_eq!(fixed_text("a<!-- -->b", "ab", ""), None);
    assert_eq!(fixed_text("a<![CDATA[b]]>", "ab", "xy"), None);
    assert_eq!(fixed_text("a<![CDATA[b]]>", "b", "").as_deref(), Some("a<![CDATA[]]>"));
    assert_eq!(fixed_text("a<![CDATA[b]]>", "ab", "acb").as_deref(), Some("a<![CDATA[cb]]>"));
}

#[test]
fn a_fix_never_makes_markup_of_its_neighbors() {
    assert_eq!(fixed_attribute("& lt;", " ", ""), None, "a reference");
    assert_eq!(fixed_attribute("&l;t", "", "&").as_deref(), Some("&amp;&l;t"));
    assert_eq!(fixed_attribute("&a=;", "=", "b"), None, "a reference to an entity");
    assert_eq!(fixed_attribute("&a=;", "=", "=b").as_deref(), Some("&a=b;"));
    assert_eq!(fixed_text("< !-- a", " ", ""), None, "a comment");
    assert_eq!(fixed_text("] ]>", " ", ""), None, "the end of a section");
    assert_eq!(fixed_text("]]x", "x", ">").as_deref(), Some("]]&gt;"));
    assert_eq!(fixed_text("<![CDATA[] ]>]]>", " ", ""), None, "the end of its own section");
    assert_eq!(fixed_text("<![CDATA[a ]]]>", " ", "").as_deref(), Some("<![CDATA[a]]]>"));
}

#[test]
fn nothing_can_be_escaped_in_a_system_identifier() {
    let replace_space = |new, quote| with_fixes(&Decoded::literal("a b"), " ", new, quote);
    assert_eq!(replace_space("&<", Some('"')).as_deref(), Some("a&<b"));
    assert_eq!(replace_space("\"", Some('"')), None);
    assert_eq!(replace_space("\"", Some('\'')).as_deref(), Some("a\"b"));
    assert_eq!(replace_space("'", None), None);
    assert_eq!(replace_space("\r", Some('"')), None);
}

#[test]
fn characters_that_xml_does_not_allow_are_not_written() {
    for new in ["\u{0}", "\u{1B}", "\u{FFFE}"] {
        assert_eq!(fixed_attribute("a b", " ", new), None);
        assert_eq!(fixed_text("<![CDATA[a b]]>", " ", new), None);
    }
}

#[test]
fn a_plain_text_is_edited_as_it_is() {
    assert_eq!(with_fixes(&Decoded::plain("a b"), " ", "&\u{0}", None).as_deref(), Some("a&\u{0}b"));
}
