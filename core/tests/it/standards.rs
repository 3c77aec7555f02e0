//! Statements of the standards that no other test holds. Each test names the sections; `docs/conformance.md` has all
//! statements.

use iri_core::bidi::{Bidi, BidiClass, DisplayOrder, Trace, clusters};
use iri_core::inspect::CharacterFilter;
use iri_core::reference::{Form, HostKind, resolve};
use iri_core::{Dialect, Options, Reference, Role, Severity, inspect, leiri_to_uri, readable_iri, rules};

fn converted(text: &str, form: Form) -> Option<String> {
    inspect(text, &Options::default()).converted(form)
}

/// Returns the rules that report something, with the severity.
fn reported(text: &str, options: &Options) -> Vec<(&'static str, Severity)> {
    inspect(text, options).findings().iter().map(|finding| (finding.rule.name, finding.severity)).collect()
}

fn rules_of(text: &str) -> Vec<&'static str> {
    reported(text, &Options::default()).into_iter().map(|(rule, _)| rule).collect()
}

/// LEIRI Note section 1: formats should not use LEIRIs; What's allowed in a URI: references in XML MUST be LEIRIs and
/// SHOULD be IRIs. So what only a LEIRI allows is a warning, what none allows is an error, and an IRI has neither.
#[test]
fn what_must_not_be_is_an_error_and_what_should_not_be_a_warning() {
    let leiri = Options::default().with_role(Role::LEIRI);
    let worst = |text: &str| inspect(text, &leiri).worst();
    let only_leiri =
        [" ", "<", "|", "\u{1}", "\u{85}", "\u{202E}", "\u{FFFD}", "\u{E000}", "\u{E0041}", "\u{FDD0}", "\u{1FFFF}"];
    for c in only_leiri {
        assert_eq!(worst(&format!("http://h/a{c}b")), Some(Severity::Warning), "{:?}", c.escape_unicode());
    }
    for text in ["http://h/a[b", "http://h/%zz", "1a:b", "http://h/a#b#c", "http://h:x/"] {
        assert_eq!(worst(text), Some(Severity::Error), "{text}");
    }
    assert_eq!(worst("http://h/\u{E9}\u{4E2D}?\u{1F30D}"), None);
}

/// LEIRI Note section 2: characters are written as `U+` and four to six digits.
#[test]
fn a_code_point_has_four_to_six_digits() {
    let inspection = inspect("a \u{E9}\u{4E2D}\u{1F30D}\u{10FFFD}", &Options::default());
    let written: Vec<String> =
        inspection.characters(CharacterFilter::All).iter().map(|at| at.character.code_point()).collect();
    assert_eq!(written, ["U+0061", "U+0020", "U+00E9", "U+4E2D", "U+1F30D", "U+10FFFD"]);
}

/// LEIRI Note section 3, RFC 3986 section 3.2.2: the first alternative that matches wins.
#[test]
fn a_host_is_the_first_alternative_that_matches() {
    for (host, kind) in [
        ("1.2.3.4", HostKind::Ipv4),
        ("255.255.255.255", HostKind::Ipv4),
        ("256.1.1.1", HostKind::RegName),
        ("1.2.3", HostKind::RegName),
        ("1.2.3.4.", HostKind::RegName),
        ("01.2.3.4", HostKind::RegName),
        ("[::1]", HostKind::Ipv6),
        ("[v1.a]", HostKind::IpvFuture),
    ] {
        let text = format!("//{host}/");
        let reference = Reference::parse(&text);
        assert_eq!(reference.authority.map(|authority| authority.kind), Some(kind), "{host}");
    }
}

/// LEIRI Note section 3, production [31], RFC 3986 section 3.2.2: an IPv4 address is the end of an IPv6 address, never
/// its start or a part before `::`.
#[test]
fn an_ipv4_address_ends_an_ipv6_address() {
    for (address, is_valid) in [
        ("::1.2.3.4", true),
        ("1:2:3:4:5:6:1.2.3.4", true),
        ("1.2.3.4::", false),
        ("1::1.2.3.4:5", false),
        ("1:1.2.3.4::", false),
        ("1:2:3:4:5:6:7:1.2.3.4", false),
        ("1:2:3:4:5:1.2.3.4", false),
        ("::1.2.3.256", false),
    ] {
        let text = format!("//[{address}]/");
        assert_eq!(Reference::parse(&text).is_reference(Dialect::Uri), is_valid, "{address}");
    }
}

/// LEIRI Note section 3, productions [1], [3], [4], and the same ones of RFC 3986 section 4.3 and RFC 3987 section 2.2:
/// a LEIRI has a scheme, an absolute-LEIRI no fragment either.
#[test]
fn an_absolute_leiri_has_a_scheme_and_no_fragment() {
    for (dialect, text) in [
        (Dialect::Uri, "x:y"),
        (Dialect::Iri, "x:\u{E9}"),
        (Dialect::IriBis, "x:?\u{E0041}"),
        (Dialect::Leiri, "x:y z"),
        (Dialect::WebAddress, "x:%"),
    ] {
        let verdicts = |text: &str| {
            let reference = Reference::parse(text);
            [reference.is_reference(dialect), reference.is_non_relative(dialect), reference.is_absolute(dialect)]
        };
        assert_eq!(verdicts(text), [true, true, true], "{dialect}");
        assert_eq!(verdicts(&format!("{text}#")), [true, true, false], "{dialect}");
        assert_eq!(verdicts(&text[2..]), [true, false, false], "{dialect}");
        let narrower = Dialect::ALL.into_iter().filter(|narrower| *narrower < dialect);
        for narrower in narrower {
            assert!(!Reference::parse(text).is_absolute(narrower), "{text:?} {narrower}");
        }
    }
}

/// LEIRI Note section 4: conversion only when necessary and as late as possible; making a LEIRI absolute (section 4,
/// SHOULD NOT) and normalizing it keep its characters. RFC 3987 section 6.5 and 3987bis sections 2.1 and 5.5: resolution is
/// that of RFC 3986, in which the further characters count as unreserved.
#[test]
fn resolution_keeps_the_characters_of_a_leiri_and_of_an_iri() {
    for (base, reference, target) in [
        ("http://h/\u{E9}/b/c", "../\u{5D0}?\u{E9}", "http://h/\u{E9}/\u{5D0}?\u{E9}"),
        ("http://h/\u{E9} /b c", "../\u{202E}{x}?\u{E000}#\u{FDD0}", "http://h/\u{202E}{x}?\u{E000}#\u{FDD0}"),
        ("http://\u{E9}\u{3002}h/a", "\u{FF0F}b", "http://\u{E9}\u{3002}h/\u{FF0F}b"),
        ("http://h/a/b", "\u{2024}\u{2024}/c", "http://h/a/\u{2024}\u{2024}/c"),
        ("http://h/a/b", "\u{A2}/../%E9", "http://h/a/%E9"),
        ("http://h/a b", "", "http://h/a b"),
        ("http://h/a b#c", "", "http://h/a b"),
        ("http://h/a?q#c", "?", "http://h/a?"),
        ("http://h/e\u{301}/", "e\u{301}", "http://h/e\u{301}/e\u{301}"),
    ] {
        assert_eq!(resolve(base, reference).as_deref(), Some(target), "{base:?} {reference:?}");
        let options = Options::default().with_role(Role::LEIRI).with_base(base);
        assert_eq!(inspect(reference, &options).resolved().as_deref(), Some(target), "{base:?} {reference:?}");
    }
}

/// RFC 3986 section 5.2.2: the fragment of a target is that of the reference. The fragment of the base has no effect.
#[test]
fn no_reference_inherits_the_fragment_of_its_base() {
    for reference in ["", "?q", "a", "/a", "//g", "x:y"] {
        let target = resolve("http://a/b?q#f", reference).expect("the base has a scheme");
        assert!(!target.contains('#'), "{reference:?}: {target}");
        let with_fragment = resolve("http://a/b?q#f", &format!("{reference}#"));
        assert_eq!(with_fragment, Some(format!("{target}#")), "{reference:?}");
    }
}

/// LEIRI Note section 5: the page of each group has the advice of the Note, in the words that it is about.
#[test]
fn the_page_of_each_group_has_the_advice_of_the_note() {
    for (rule, words) in [
        ("leiri-space", &["separates the references of a list", "wraps lines", "ends a reference in text"][..]),
        ("leiri-delimiter", &["enclose a reference", "it ends there"]),
        ("leiri-unwise", &["national character sets", "give these characters a meaning"]),
        ("leiri-control", &["invisible", "cannot be\nwritten in XML", "remove a TAB"]),
        ("leiri-bidi-formatting", &["change the displayed order", "invisible", "cannot be typed"]),
        ("leiri-special", &["mark annotations", "replace text that could not be decoded"]),
        ("leiri-private-use", &["only for people who agreed on it"]),
        ("leiri-tag", &["invisible", "language of text"]),
        ("leiri-noncharacter", &["use them internally", "exchange text"]),
    ] {
        let page = rules::find(rule).expect("a rule").page();
        for word in words {
            assert!(page.contains(word), "{rule}: {word}");
        }
        assert!(page.contains("LEIRI Note, section 5"), "{rule}");
    }
}

/// RFC 3987 section 3.1, 3987bis section 3.1: text in Unicode is not normalized; only the rule `not-nfc` reports it.
#[test]
fn no_conversion_normalizes() {
    let text = "http://h/e\u{301}/\u{212B}?e\u{301}#e\u{301}";
    assert_eq!(converted(text, Form::Iri).as_deref(), Some(text));
    assert_eq!(converted(text, Form::ReadableIri).as_deref(), Some(text));
    assert_eq!(converted(text, Form::Uri).as_deref(), Some("http://h/e%CC%81/%E2%84%AB?e%CC%81#e%CC%81"));
    assert_eq!(readable_iri("e%CC%81").as_deref(), Ok("e\u{301}"));
    assert!(rules_of(text).contains(&"not-nfc"));
}

/// 3987bis section 3.3: the mapping is the identity on URIs and idempotent; section 3.6: the parts keep their
/// punctuation, also around empty ones.
#[test]
fn a_uri_is_its_own_uri() {
    let pieces =
        ["http:", "//h", "//u@h:8/", "//:@:", "/", "a", "%c3%a9", "%7e", "%", "?", "#", ";=&", "..", "[::1]", ":"];
    let mut rng = fastrand::Rng::with_seed(3);
    let mut uris = 0;
    for _ in 0..50_000 {
        let text: String = (0..rng.usize(..8)).map(|_| pieces[rng.usize(..pieces.len())]).collect();
        if Reference::parse(&text).is_reference(Dialect::Uri) {
            assert_eq!(leiri_to_uri(&text).as_ref(), Ok(&text), "{text}");
            uris += 1;
        }
    }
    assert!(uris > 5_000, "only {uris}");
    for (iri, uri) in [
        ("http://h:/\u{E9}?#", "http://h:/%C3%A9?#"),
        ("http://@h/\u{E9}?", "http://@h/%C3%A9?"),
        ("//\u{E9}#", "//%C3%A9#"),
        ("?#\u{E9}", "?#%C3%A9"),
        ("///\u{E9}", "///%C3%A9"),
    ] {
        assert_eq!(converted(iri, Form::Uri).as_deref(), Some(uri));
    }
}

/// 3987bis section 3.7: the IRI of a URI maps back to it, except for the case of percent-encodings and for unreserved
/// characters that were encoded. So a reserved character that was encoded stays so (reason 1): `%21` is not `!`.
#[test]
fn the_iri_of_a_uri_maps_back_to_it() {
    for byte in 0..=0x7F_u8 {
        let uri = format!("http://h/%{byte:02X}");
        let is_unreserved = byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        let expected = if is_unreserved { format!("http://h/{}", char::from(byte)) } else { uri.clone() };
        assert_eq!(readable_iri(&uri), Ok(expected), "{uri}");
    }
    let bytes =
        ["%C3%A9", "%c3%a9", "%E9", "%21", "%2f", "%41", "%E2%80%AE", "%EF%BF%BD", "%C3", "a", "/", "?", "#", ";"];
    let mut rng = fastrand::Rng::with_seed(37);
    for _ in 0..20_000 {
        let text: String = (0..rng.usize(..8)).map(|_| bytes[rng.usize(..bytes.len())]).collect();
        let uri = format!("http://h/{text}");
        let Ok(iri) = readable_iri(&uri) else { continue };
        let back = leiri_to_uri(&iri).expect("an IRI");
        assert_eq!(back.to_ascii_uppercase(), uri.replace("%41", "A").to_ascii_uppercase(), "{uri} {iri}");
    }
}

/// 3987bis section 3.4.3: a domain name in a query is not converted; the example of the validator.
#[test]
fn a_domain_name_in_a_query_is_not_converted() {
    let iri = "http://validator.w3.org/check?uri=http%3A%2F%2Fr\u{E9}sum\u{E9}.example.org";
    let uri = "http://validator.w3.org/check?uri=http%3A%2F%2Fr%C3%A9sum%C3%A9.example.org";
    assert_eq!(converted(iri, Form::Uri).as_deref(), Some(uri));
    assert_eq!(converted(iri, Form::UriIdna).as_deref(), Some(uri));
}

/// 3987bis section 5.4: an example with an IRI, one without, and one of which a part has one.
#[test]
fn the_examples_of_section_5_4_become_readable_as_far_as_they_are_utf_8() {
    for (uri, iri) in [
        ("http://www.example.org/r%C3%A9sum%C3%A9.html", "http://www.example.org/r\u{E9}sum\u{E9}.html"),
        ("http://www.example.org/r%E9sum%E9.html", "http://www.example.org/r%E9sum%E9.html"),
        (
            "http://www.example.org/r%E9sum%E9.xml#r%C3%A9sum%C3%A9",
            "http://www.example.org/r%E9sum%E9.xml#r\u{E9}sum\u{E9}",
        ),
    ] {
        assert_eq!(readable_iri(uri).as_deref(), Ok(iri));
        assert_eq!(leiri_to_uri(iri).as_deref(), Ok(uri));
    }
}

/// 3987bis section 3.7: no other encoding than UTF-8 is guessed, also if the document has one.
#[cfg(feature = "xml")]
#[test]
fn no_encoding_of_a_document_is_guessed_for_a_uri() {
    let options = Options::default().with_charset(encoding_rs::WINDOWS_1252);
    for uri in ["http://www.example.org/r%E9sum%E9.html", "http://h/?%E9", "http://h/#%E9"] {
        assert_eq!(inspect(uri, &options).converted(Form::ReadableIri).as_deref(), Some(uri));
    }
}

/// 3987bis section 2.2 leaves `pct-form` out of `ireg-name`. Section 3.4.1 percent-encodes names, so that it is a slip.
#[test]
fn a_name_of_a_host_may_be_percent_encoded_in_every_dialect() {
    for dialect in Dialect::ALL {
        assert!(Reference::parse("http://r%C3%A9sum%C3%A9.example.org/").is_non_relative(dialect), "{dialect}");
    }
}

/// LEIRI Note section 4 keeps private use in queries, because an IRI allows it there. 3987bis section 6.1 would encode
/// it, and section 6.2 does so for Web Addresses.
#[test]
fn private_use_in_a_query_is_encoded_in_a_web_address_only() {
    assert_eq!(converted("a\u{E000}?\u{E000}", Form::Iri).as_deref(), Some("a%EE%80%80?\u{E000}"));
    assert_eq!(converted("a\u{E000}?\u{E000}", Form::WebAddress).as_deref(), Some("a%EE%80%80?%EE%80%80"));
}

/// 3987bis section 6.2: bidi formatting is not barred from Web Addresses, and `iprivate` is redundant.
#[test]
fn a_web_address_may_contain_bidi_formatting_and_private_use_anywhere() {
    for text in ["http://h/\u{202E}", "\u{E000}#\u{E000}", "//\u{200E}/?\u{E0041}"] {
        assert!(Reference::parse(text).is_reference(Dialect::WebAddress), "{text:?}");
        assert!(!Reference::parse(text).is_reference(Dialect::Iri), "{text:?}");
    }
}

/// 3987bis section 6.2: the result is in IRI space, so that a text of which the steps make none has no such form.
#[test]
fn the_form_of_a_web_address_is_an_iri_or_there_is_none() {
    for text in ["/\\,http:K", "HTTP://<%25:$\\x:user:pw@", "\\/.x:}9", "https://h:%2f\\@//", "a[b", "http://h:x/"] {
        assert_eq!(converted(text, Form::WebAddress), None, "{text}");
    }
    for (text, iri) in [("\\a b", "/a%20b"), ("http:\\\\h\\a?b\\c#d#e", "http://h/a?b%5Cc#d%23e"), ("100%", "100%25")] {
        assert_eq!(converted(text, Form::WebAddress).as_deref(), Some(iri), "{text}");
    }
}

/// 3987bis section 4.1: a reference is displayed by UAX #9, which moves characters one by one; only marks stay on their
/// letter (rule L3). A prepended sign is not kept with the letter after it.
#[test]
fn a_prepended_sign_moves_alone() {
    let signs = ('\u{600}'..='\u{605}').chain(['\u{6DD}', '\u{70F}', '\u{8E2}', '\u{890}', '\u{891}']);
    for sign in signs {
        let text = format!("http://h/\u{627}{sign}a/b");
        assert_eq!(Bidi::new(&text).visual(), format!("http://h/{sign}\u{627}a/b"), "U+{:04X}", u32::from(sign));
        let text = format!("\u{627}{sign}\u{628}");
        assert_eq!(Bidi::new(&text).visual(), format!("\u{628}{sign}\u{627}"), "U+{:04X}", u32::from(sign));
        assert_eq!(clusters(&format!("{sign}\u{64B}\u{628}\u{64B}")).count(), 2);
    }
    assert_eq!(Bidi::new("\u{5D0}\u{5B0}\u{5D1}").visual(), "\u{5D1}\u{5D0}\u{5B0}");
    // A mark of another direction is not on the letter: U+FF9E is a left-to-right letter for UAX #9.
    assert_eq!(Bidi::new("\u{5D0}\u{5D1}\u{FF9E}").visual(), "\u{5D1}\u{5D0}\u{FF9E}");
}

/// 3987bis section 4.1, UAX #9 rule L3: only marks stay on their letter. An invisible character is displayed as a name, which
/// is to the left of the letter before it in right-to-left text, and a mark after it is on no letter.
#[test]
fn an_invisible_character_moves_alone() {
    for c in ['\u{200C}', '\u{200D}', '\u{FE0F}', '\u{34F}', '\u{E0041}', '\u{2060}', '\u{AD}', '\u{61C}'] {
        let text = format!("http://h/\u{5D0}{c}\u{5D1}\u{5B0}");
        assert_eq!(Bidi::new(&text).visual(), format!("http://h/\u{5D1}\u{5B0}{c}\u{5D0}"), "U+{:04X}", u32::from(c));
        let text = format!("\u{628}{c}\u{64B}\u{628}");
        assert_eq!(Bidi::new(&text).visual(), format!("\u{628}\u{64B}{c}\u{628}"), "U+{:04X}", u32::from(c));
    }
}

/// 3987bis section 4.4, example 8: `+ - # $ % , . :` are special next to numbers. RFC 3987 section 4.1: the classes of
/// UAX #9 say how: separators join two numbers (W4), terminators join one (W5).
#[test]
fn each_character_that_is_special_next_to_numbers_joins_them() {
    for c in ['+', '-', ',', '.', ':', '/'] {
        let levels = Bidi::new(&format!("\u{5D0}1{c}2\u{5D1}")).levels;
        assert_eq!(levels, [1, 2, 2, 2, 1], "{c}");
    }
    for c in ['#', '$', '%'] {
        assert_eq!(Bidi::new(&format!("\u{5D0}1{c}\u{5D1}")).levels, [1, 2, 2, 1], "{c}");
        assert_eq!(Bidi::new(&format!("\u{5D0}{c}1\u{5D1}")).levels, [1, 2, 2, 1], "{c}");
        // After an Arabic letter numbers are Arabic, which terminators do not join.
        assert_eq!(Bidi::new(&format!("\u{627}1{c}\u{628}")).levels, [1, 2, 1, 1], "{c}");
    }
    for c in ['!', '=', '?', '@', ';', '&', '_', '~'] {
        assert_eq!(Bidi::new(&format!("\u{5D0}1{c}2\u{5D1}")).levels, [1, 2, 1, 2, 1], "{c}");
    }
}

/// UAX #9 rule N0: marks after a bracket that changes get its direction.
#[test]
fn a_mark_on_a_bracket_gets_its_direction() {
    for (text, levels) in [
        ("a(\u{300}\u{5D0})\u{300}b", &[0, 0, 0, 1, 0, 0, 0][..]),
        ("\u{5D0}(\u{300}\u{5D1})\u{300}\u{5D2}", &[1; 7]),
        ("\u{5D0}(\u{300}a\u{5D1})\u{300}\u{5D2}", &[1, 0, 0, 0, 1, 0, 0, 1]),
    ] {
        let trace = Trace::new(text, DisplayOrder::Rfc);
        assert_eq!(trace.levels(), levels, "{text:?}");
        assert_eq!(Bidi::new(text).levels, levels, "{text:?}");
    }
    let trace = Trace::new("\u{5D0}(\u{300}a\u{5D1})\u{300}\u{5D2}", DisplayOrder::Rfc);
    assert_eq!((trace.decisions[2].before, trace.decisions[2].after), (BidiClass::NSM, BidiClass::L));
}

/// 3987bis section 4.2: the extension of a name may be a component of its own. It is the text after the last dot.
#[test]
fn an_extension_starts_at_the_last_dot() {
    use iri_core::bidi::components::{BidiComponentKind, parts};
    let text = "/a.b.\u{5D0}/.c/d.";
    let found: Vec<_> =
        parts(&Reference::parse(text)).map(|part| (part.kind, part.span.slice(text).to_owned())).collect();
    let part = |kind, text: &str| (kind, text.to_owned());
    let (segment, extension) = (BidiComponentKind::Segment, BidiComponentKind::Extension);
    assert_eq!(
        found,
        [part(segment, "a.b"), part(extension, "\u{5D0}"), part(segment, ".c"), part(segment, "d")],
        "{text}"
    );
}

/// 3987bis section 5.1 b: look-alikes should be avoided, outside hosts too, where no other rule reports them.
#[test]
fn a_look_alike_of_a_delimiter_is_reported_in_every_component() {
    for c in ['\u{2044}', '\u{2039}', '\u{FF1B}', '\u{FF05}', '\u{2215}', '\u{FF0F}', '\u{FF1F}'] {
        for text in [format!("http://h/a{c}b"), format!("http://h/?a{c}b"), format!("http://h/#a{c}b")] {
            assert_eq!(reported(&text, &Options::default()), [("compatibility-character", Severity::Hint)], "{text}");
        }
    }
    // Half-width Katakana, full-width Latin, ligatures (section 7.5), also in a query.
    for c in ['\u{FF76}', '\u{FF21}', '\u{FB01}'] {
        for text in [format!("http://h/{c}"), format!("http://h/?{c}")] {
            assert_eq!(rules_of(&text), ["compatibility-character"], "{text}");
        }
    }
}

/// 3987bis section 7.5: one script per component; languages that mix scripts are fine. `0` and `O`, or `1` and `l`, are of
/// one script: which of them is meant cannot be known.
#[test]
fn letters_of_two_scripts_in_a_label_are_reported_and_japanese_is_not() {
    assert!(rules_of("http://\u{430}bc.example/").contains(&"mixed-script"));
    assert!(rules_of("http://\u{65E5}\u{672C}\u{306E}\u{30AB}.example/").is_empty());
    assert!(rules_of("http://br0ken.example/l1").is_empty());
}

/// 3987bis sections 1.2 c, 5.4: the restrictions of a scheme apply to its IRIs, and what they are mapped to is valid
/// by the generic syntax and by that of the scheme.
#[test]
fn the_uri_of_an_iri_without_findings_has_none_of_its_scheme() {
    for iri in
        ["mailto:a@example.org?subject=\u{E9}", "urn:example:\u{E9}", "tel:+1", "data:,\u{E9}", "geo:1,2;x=\u{E9}"]
    {
        let uri = leiri_to_uri(iri).expect("an IRI");
        let scheme = |text: &str| rules_of(text).into_iter().any(|rule| rule == "scheme-syntax");
        assert_eq!(scheme(iri), scheme(&uri), "{iri}");
    }
    assert!(rules_of("urn:\u{E9}x:y").contains(&"scheme-syntax"));
    // RFC 8141 section 2: an NID has 2 to 32 characters.
    for length in 1..=40 {
        let urn = format!("urn:{}:x", "a".repeat(length));
        assert_eq!(rules_of(&urn).is_empty(), (2..=32).contains(&length), "{length}");
    }
}

/// 3987bis section 9: software SHOULD NOT rely on visual comparison. References that look the same are different.
#[test]
fn references_that_look_the_same_are_different() {
    use iri_core::reference::compare;
    for (one, other) in [("http://\u{430}.example/", "http://a.example/"), ("http://h/\u{FF21}", "http://h/A")] {
        assert_eq!(compare(one, other), None, "{one} {other}");
    }
}

/// RFC 5893 sections 1.4 and 2: a name with a right-to-left label is a Bidi domain name, of which every label follows the
/// rule. In another name, no label must.
#[test]
fn every_label_of_a_bidi_domain_name_follows_the_bidi_rule() {
    let is_reported = |host: &str| rules_of(&format!("http://{host}/")).contains(&"idna-bidi");
    for label in ["1a", "a1-\u{E9}b$"] {
        assert!(!is_reported(&format!("{label}.ab.example")), "{label}");
    }
    assert!(is_reported("1a.\u{5D0}\u{5D1}.example"));
    assert!(is_reported("\u{5D0}\u{5D1}.1a.example"));
    assert!(!is_reported("a1.\u{5D0}\u{5D1}.example"));
    assert!(is_reported("1a.xn--4db.example"), "an A-label counts as its U-label");
    // A label with an Arabic number alone is right-to-left, and must not start with it.
    assert!(is_reported("\u{661}a.example"));
}

/// UTS #46 section 4: characters are mapped and normalized before labels are encoded, and the processing is not
/// transitional. Section 4.1, criterion 4: no label decodes to `xn--`.
#[test]
fn names_are_mapped_and_four_characters_are_kept() {
    use iri_core::reference::idna::to_ascii;
    for (host, ascii) in [
        ("fa\u{DF}.de", "xn--fa-hia.de"),
        ("\u{3B2}\u{3CC}\u{3BB}\u{3BF}\u{3C2}", "xn--nxasmm1c"),
        ("B\u{FC}cher", "xn--bcher-kva"),
        ("bu\u{308}cher", "xn--bcher-kva"),
        ("\u{FF21}\u{3002}\u{FF22}", "a.b"),
        ("a\u{AD}\u{E9}", "xn--a-bga"),
    ] {
        assert_eq!(to_ascii(host).map(|ascii| ascii.to_lowercase()).as_deref(), Some(ascii), "{host}");
    }
    assert_eq!(to_ascii("xn--xn---epa"), None);
    assert_eq!(to_ascii("xn--a"), None, "not Punycode");
}

#[cfg(feature = "xml")]
mod in_documents {
    use std::sync::Arc;

    use iri_core::Severity;
    use iri_core::text::encoding::decode;
    use iri_core::xml::{Document, Settings};

    const XLINK: &str = "xmlns:x='http://www.w3.org/1999/xlink'";

    /// Returns the rules that report something in a document, with the places.
    fn reported(bytes: &[u8]) -> Vec<(&'static str, usize)> {
        let source = decode(bytes.to_vec()).expect("a known encoding");
        let charset = source.form.encoding.charset();
        let document = Document::parse(source.text, Arc::new(Settings::default().with_charset(charset)));
        document.findings().map(|found| (found.finding.rule.name, found.finding.span.start)).collect()
    }

    fn in_encoding(label: &str, href: &str) -> Vec<u8> {
        let text = format!("<?xml version='1.0' encoding='{label}'?><a {XLINK} x:href='{href}'/>");
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("a label");
        let unit = |unit: u16| unit.to_le_bytes();
        if label == "utf-16" {
            return [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(unit).collect();
        }
        encoding.encode(&text).0.into_owned()
    }

    /// LEIRI Note section 3: terminals are characters and not bytes, so that a reference has the same findings in every
    /// encoding.
    #[test]
    fn a_reference_has_the_same_findings_in_every_encoding() {
        let found = |label: &str| {
            let rules: Vec<_> =
                reported(&in_encoding(label, "h \u{A0}\u{E9}")).into_iter().map(|(rule, _)| rule).collect();
            rules
        };
        assert_eq!(found("utf-8"), ["leiri-space", "invisible-character"]);
        for label in ["utf-16", "iso-8859-1", "windows-1252", "iso-8859-15"] {
            assert_eq!(found(label), found("utf-8"), "{label}");
        }
    }

    /// RFC 3987 section 1.2 a: only what is designated to carry IRIs may carry them; `xs:anyURI` is.
    #[test]
    fn a_value_of_the_type_any_uri_may_be_an_iri() {
        let schema = |value: &str| {
            let text = format!(
                "<s:schema xmlns:s='http://www.w3.org/2001/XMLSchema'>\
                 <s:attribute name='a' type='s:anyURI' default='{value}'/></s:schema>"
            );
            reported(text.as_bytes())
        };
        assert_eq!(schema("http://example.org/\u{E9}"), []);
        assert_eq!(schema("http://example.org/a b").len(), 1);
    }

    /// 3987bis section 3.1: text of another encoding ideally becomes NFC. In windows-1258 a letter and its accent are two
    /// characters, which the rule reports.
    #[test]
    fn text_of_another_encoding_that_is_not_nfc_is_reported() {
        let bytes = [
            format!("<?xml version='1.0' encoding='windows-1258'?><a {XLINK} x:href='http://h/e").as_bytes(),
            b"\xEC'/>",
        ]
        .concat();
        let rules: Vec<_> = reported(&bytes).into_iter().map(|(rule, _)| rule).collect();
        assert_eq!(rules, ["not-nfc"]);
    }

    /// Returns what the references of a document are resolved to.
    fn resolved(text: &str) -> Vec<(String, Option<String>)> {
        let mut settings = Settings::default();
        settings.location = Some("http://h/d/x.xml".to_owned());
        let document = Document::parse(text, Arc::new(settings));
        document.sites().map(|site| (site.raw.to_string(), site.resolved())).collect()
    }

    fn rules_of(text: &str) -> Vec<&'static str> {
        reported(text.as_bytes()).into_iter().map(|(rule, _)| rule).collect()
    }

    fn worst(text: &str) -> Option<Severity> {
        let document = Document::parse(text, Arc::new(Settings::default()));
        document.findings().map(|found| found.finding.severity).max()
    }

    /// XML 1.0 section 4.2.2: it is an error if a fragment is a part of a system identifier.
    #[test]
    fn a_system_identifier_has_no_fragment() {
        for declaration in [
            "<!DOCTYPE r SYSTEM 'a#x'>",
            "<!DOCTYPE r PUBLIC '-//a//b' 'a#x'>",
            "<!DOCTYPE r [<!ENTITY e SYSTEM 'a#x'>]>",
            "<!DOCTYPE r [<!ENTITY e PUBLIC '-//a//b' 'a#x'>]>",
            "<!DOCTYPE r [<!ENTITY % e SYSTEM 'a#x'>]>",
            "<!DOCTYPE r [<!NOTATION n SYSTEM 'a#x'>]>",
        ] {
            assert_eq!(reported(declaration.as_bytes()).len(), 1, "{declaration}");
            assert_eq!(rules_of(declaration), ["unwanted-fragment"], "{declaration}");
            assert_eq!(worst(declaration), Some(Severity::Error), "{declaration}");
            assert_eq!(rules_of(&declaration.replace("#x", "")), [""; 0], "{declaration}");
        }
    }

    /// XML 1.0 section 4.2.2: a system identifier is relative to the resource in which it is declared. A public identifier
    /// is not a reference.
    #[test]
    fn a_system_identifier_is_relative_to_its_document() {
        let found = resolved("<!DOCTYPE r PUBLIC 'a b' 'r.dtd' [<!ENTITY e SYSTEM 'e.xml'>]><r xml:base='http://o/'/>");
        let expected = [("r.dtd", "http://h/d/r.dtd"), ("e.xml", "http://h/d/e.xml"), ("http://o/", "http://o/")];
        assert_eq!(found, expected.map(|(raw, target)| (raw.to_owned(), Some(target.to_owned()))));
    }

    /// XML 1.0 section 4.2.2: these characters must be escaped before a URI can be used, and stay in the document.
    #[test]
    fn a_system_identifier_is_a_leiri() {
        for c in ["&#9;", " ", "&lt;", ">", "&#34;", "{", "}", "|", "\\", "^", "`", "&#127;", "&#xE000;"] {
            let declaration = |c: &str| format!("<!DOCTYPE r SYSTEM 'a{c}b'>");
            // In a declaration, references to characters are not replaced.
            let text = c.replace("&lt;", "<").replace("&#34;", "\"").replace("&#127;", "\u{7F}");
            let text = text.replace("&#9;", "\t").replace("&#xE000;", "\u{E000}");
            assert_eq!(worst(&declaration(&text)), Some(Severity::Warning), "{c}");
        }
        assert_eq!(worst("<!DOCTYPE r SYSTEM 'a\u{E9}b'>"), None);
        assert_eq!(worst("<!DOCTYPE r SYSTEM 'a[b'>"), Some(Severity::Error));
    }

    /// XLink 1.1 section 5.4: `href` is a LEIRI, and only in the namespace of XLink. Section 5.5: `role` and `arcrole` are
    /// absolute.
    #[test]
    fn a_locator_of_xlink_is_a_leiri_and_its_roles_are_absolute() {
        let link = |attribute: &str| format!("<a {XLINK} {attribute}/>");
        assert_eq!(worst(&link("x:href='a b'")), Some(Severity::Warning));
        assert_eq!(worst(&link("x:href='a[b'")), Some(Severity::Error));
        assert_eq!(worst(&link("x:href='\u{E9}'")), None);
        for attribute in ["x:role", "x:arcrole"] {
            assert_eq!(rules_of(&link(&format!("{attribute}='a'"))), ["must-be-absolute"], "{attribute}");
            assert_eq!(rules_of(&link(&format!("{attribute}='http://h/a'"))), [""; 0], "{attribute}");
        }
        // Other attributes of XLink are not references.
        assert_eq!(rules_of(&link("x:title='a b[' x:show='a b['")), [""; 0]);
    }

    /// XLink 1.1 section 5.4, XInclude 1.1 section 4.2.5, XML Base section 4: a reference is resolved against the base of
    /// its element, that of a processing instruction against that of the element around it, and `xml:base` against the
    /// base of the parent.
    #[test]
    fn a_reference_has_the_base_of_its_element() {
        let found = resolved(
            "<?xml-stylesheet href='s'?><r xml:base='p/'><?xml-stylesheet href='s'?>\
             <i:include xmlns:i='http://www.w3.org/2001/XInclude' xml:base='q/' href='f'/>\
             <a xmlns:x='http://www.w3.org/1999/xlink' x:href='f' xml:base='/q/'/>\
             <a xmlns:x='http://www.w3.org/1999/xlink' x:href=''/></r>",
        );
        let targets = |raw: &str| -> Vec<String> {
            found.iter().filter(|(found, _)| found == raw).filter_map(|(_, target)| target.clone()).collect()
        };
        assert_eq!(targets("p/"), ["http://h/d/p/"]);
        assert_eq!(targets("s"), ["http://h/d/s", "http://h/d/p/s"]);
        assert_eq!(targets("q/"), ["http://h/d/p/q/"]);
        assert_eq!(targets("f"), ["http://h/d/p/q/f", "http://h/q/f"]);
        assert_eq!(targets(""), ["http://h/d/p/"]);
    }

    /// XML Base section 3.1: the value is a LEIRI. Section 3: without a declaration, `xml:` is bound.
    #[test]
    fn a_base_of_xml_is_a_leiri() {
        assert_eq!(worst("<r xml:base='http://h/a b'/>"), Some(Severity::Warning));
        assert_eq!(worst("<r xml:base='http://h/a[b'/>"), Some(Severity::Error));
        assert_eq!(worst("<r xml:base='http://h/\u{E9}'/>"), None);
        assert_eq!(worst("<r base='http://h/a[b'/>"), None);
    }

    /// XInclude 1.1 section 3.1: the value of `href` is a LEIRI without a fragment; `href=''` is this document.
    #[test]
    fn an_inclusion_is_a_leiri_without_a_fragment() {
        for namespace in ["http://www.w3.org/2001/XInclude", "http://www.w3.org/2003/XInclude"] {
            let include = |href: &str| format!("<i:include xmlns:i='{namespace}' {href}/>");
            assert_eq!(rules_of(&include("href='a#b'")), ["unwanted-fragment"]);
            assert_eq!(rules_of(&include("href='#b'")), ["unwanted-fragment"]);
            assert_eq!(worst(&include("href='a#b'")), Some(Severity::Error));
            assert_eq!(worst(&include("href='a b'")), Some(Severity::Warning));
            assert_eq!(worst(&include("href='a[b'")), Some(Severity::Error));
            assert_eq!(worst(&include("href='\u{E9}' parse='text'")), None);
            assert_eq!(worst(&include("href='' xpointer='b'")), None);
            assert_eq!(worst(&include("accept='a b[' parse='a b['")), None, "others are not references");
        }
    }

    /// Namespaces in XML section 2.2: relative namespace names are deprecated. Section 6.2: a default namespace does not
    /// apply to attributes, and can be removed. Section 6.1: a declaration applies to its element and what that contains.
    #[test]
    fn namespaces_have_the_scope_of_their_declaration() {
        assert_eq!(rules_of("<r xmlns='a'><p:b xmlns:p='../c'/></r>"), ["relative-namespace"; 2]);
        assert_eq!(rules_of("<r xmlns='urn:example:a'><b xmlns=''/></r>"), [""; 0]);
        let hrefs = |text: &str| {
            let document = Document::parse(text, Arc::new(Settings::default()));
            document.sites().map(|site| site.raw.to_string()).filter(|raw| raw.len() == 1).collect::<String>()
        };
        assert_eq!(hrefs("<r xmlns='http://www.w3.org/1999/xlink' href='a'/>"), "");
        assert_eq!(hrefs("<r xmlns='urn:example:a' xmlns:x='http://www.w3.org/1999/xlink' x:href='a'/>"), "a");
        assert_eq!(
            hrefs(
                "<r><a xmlns:x='http://www.w3.org/1999/xlink' x:href='a'><b xmlns:x='urn:example:o' x:href='b'/>\
                 <c x:href='c'/></a><d x:href='d'/></r>"
            ),
            "ac"
        );
    }

    /// Namespaces in XML section 2.3: names are identical exactly if they are the same characters, so that none is changed
    /// without review, and nothing is resolved or decoded before it is compared.
    #[test]
    fn names_that_are_equivalent_are_different_namespaces() {
        for name in
            ["http://www.w3.org/1999/XLINK", "http://www.w3.org:80/1999/xlink", "http://www.w3.org/1999/%78link"]
        {
            let text = format!("<r xmlns:x='{name}' x:href='a[b'/>");
            assert!(!rules_of(&text).contains(&"stray-bracket"), "{name}");
            let document = Document::parse(text, Arc::new(Settings::default()));
            let is_changed = document
                .findings()
                .any(|found| found.finding.fixes.iter().any(|fix| fix.safety == iri_core::Safety::Safe));
            assert!(!is_changed, "{name}");
        }
    }

    /// 3987bis section 5.3: IRIs MUST NOT be in UTF-8 in a document that has another encoding.
    #[test]
    fn utf_8_in_a_document_of_another_encoding_is_reported() {
        let bytes = |letter: &[u8]| {
            [
                format!("<?xml version='1.0' encoding='iso-8859-1'?><a {XLINK} x:href='http://h/").as_bytes(),
                letter,
                b"'/>",
            ]
            .concat()
        };
        assert_eq!(reported(&bytes(b"\xC3\xA9")).len(), 1);
        assert_eq!(reported(&bytes(b"\xE9")), []);
    }
}
