//! The worked examples of RFC 3987 and 3987bis, and the guarantees of each conversion.

use crate::cases;
use crate::nasty;
use iri_core::reference::{Form, NormalizationLevel, compare, default_port, encode_str, normalize};
use iri_core::{Decoded, Options, Role, inspect, inspect_decoded};
use proptest::prelude::*;

fn convert(text: &str, form: Form) -> Option<String> {
    inspect(text, &Options::default()).converted(form)
}

#[track_caller]
fn gives(text: &str, form: Form, expected: &str) {
    assert_eq!(convert(text, form).as_deref(), Some(expected), "{text:?} as {}", form.name());
}

#[test]
fn rfc_3987_section_3_1_iri_to_uri() {
    gives("http://r\u{E9}sum\u{E9}.example.org", Form::Uri, "http://r%C3%A9sum%C3%A9.example.org");
    gives("http://r\u{E9}sum\u{E9}.example.org", Form::UriIdna, "http://xn--rsum-bpad.example.org");
    gives("http://r%C3%A9sum%C3%A9.example.org", Form::UriIdna, "http://xn--rsum-bpad.example.org");
    gives(
        "http://example.com/\u{10300}\u{10301}\u{10302}",
        Form::Uri,
        "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82",
    );
    // The mixture of percent-encodings and characters must result in the same bytes.
    gives("http://www.example.org/red%09ros\u{E9}#red", Form::Uri, "http://www.example.org/red%09ros%C3%A9#red");
    gives("http://www.example.org/D\u{FC}rst", Form::Uri, "http://www.example.org/D%C3%BCrst");
    gives("http://\u{7D0D}\u{8C46}.example.org/%E2%80%AE", Form::UriIdna, "http://xn--99zt52a.example.org/%E2%80%AE");
}

#[test]
fn rfc_3987_section_3_2_1_uri_to_iri() {
    gives("http://www.example.org/D%C3%BCrst", Form::ReadableIri, "http://www.example.org/D\u{FC}rst");
    gives("http://www.example.org/D%FCrst", Form::ReadableIri, "http://www.example.org/D%FCrst");
    gives(
        "http://xn--99zt52a.example.org/%e2%80%ae",
        Form::ReadableIri,
        "http://\u{7D0D}\u{8C46}.example.org/%E2%80%AE",
    );
}

#[test]
fn rfc_3987_section_3_2_keeps_what_it_must() {
    for (uri, iri) in [
        ("http://a/%2f%3F%23%25%20%5b", "http://a/%2f%3F%23%25%20%5b"),
        ("http://a/%7euser%41", "http://a/~userA"),
        // Bidi formatting, controls, private use, tags, noncharacters, specials; nothing invisible.
        (
            "http://a/%e2%80%8e%c2%85%ee%80%80%f3%a0%80%81%ef%b7%90%ef%bf%bd",
            "http://a/%E2%80%8E%C2%85%EE%80%80%F3%A0%80%81%EF%B7%90%EF%BF%BD",
        ),
        ("http://a/%c2%a0%e2%80%8b%e2%80%a8", "http://a/%C2%A0%E2%80%8B%E2%80%A8"),
        // Overlong, surrogate, cut short, beyond U+10FFFF.
        ("http://a/%c0%af%ed%a0%80%e2%82%f4%90%80%80", "http://a/%C0%AF%ED%A0%80%E2%82%F4%90%80%80"),
        ("http://a/%c3%a9%zz", "http://a/%c3%a9%zz"),
        ("?%C3%A9#%C3%A9", "?\u{E9}#\u{E9}"),
        ("http://xn--rsum-bpad.example.org/", "http://r\u{E9}sum\u{E9}.example.org/"),
        // Not an A-label that IDNA would produce: unchanged.
        ("http://xn--rsum-bad.example.org/", "http://xn--rsum-bad.example.org/"),
    ] {
        let expected = (!uri.contains("%zz")).then_some(iri);
        assert_eq!(convert(uri, Form::ReadableIri).as_deref(), expected, "{uri}");
    }
}

#[test]
fn leiri_note_section_4_encodes_only_what_must_be() {
    gives("http://example.org/a b|c", Form::Iri, "http://example.org/a%20b%7Cc");
    gives("a%20b%zz c".replace("%zz", "%7c").as_str(), Form::Iri, "a%20b%7c%20c");
    gives("\u{E9}<>\"{}|\\^`\u{0}\u{7F}\u{85}", Form::Iri, "\u{E9}%3C%3E%22%7B%7D%7C%5C%5E%60%00%7F%C2%85");
    gives("\u{202E}\u{FFFD}\u{E000}?\u{E000}", Form::Iri, "%E2%80%AE%EF%BF%BD%EE%80%80?\u{E000}");
    gives("?\u{E0001}\u{FDD0}\u{1FFFE}", Form::Iri, "?%F3%A0%80%81%EF%B7%90%F0%9F%BF%BE");
    gives("http://a b/", Form::Iri, "http://a%20b/");
    assert_eq!(convert("a[b", Form::Iri), None);
    assert_eq!(convert("http://a/\u{FFFE}", Form::Uri), None);
    assert_eq!(convert("http://a/%zz", Form::UriIdna), None);
}

#[test]
fn a_host_that_idna_rejects_has_no_idna_form() {
    assert_eq!(convert("http://a b/", Form::UriIdna), None);
    // RFC 5893 rule 1: in a right-to-left domain no label starts with a digit.
    assert_eq!(convert("http://ab.\u{5D0}\u{5D1}.123/", Form::UriIdna), None);
    // A full-width slash maps to a slash, which would end the host.
    assert_eq!(convert("http://a\u{FF0F}b/", Form::UriIdna), None);
    gives("http://Example.ORG/", Form::UriIdna, "http://Example.ORG/");
    gives("http://[::1]/\u{E9}", Form::UriIdna, "http://[::1]/%C3%A9");
    gives("http://\u{FC}@b\u{FC}cher\u{3002}example/", Form::UriIdna, "http://%C3%BC@xn--bcher-kva.example/");
}

#[cfg(feature = "xml")]
#[test]
fn rfc_3987bis_section_3_5_query_in_the_document_charset() {
    let in_charset = |text: &str, label: &str| {
        let options = Options::default().with_charset(encoding_rs::Encoding::for_label(label.as_bytes()));
        inspect(text, &options).converted(Form::Uri)
    };
    let text = "http://www.example.org/r\u{E9}sum\u{E9}?q=\u{E9}t\u{E9}#\u{E9}";
    assert_eq!(
        in_charset(text, "iso-8859-1").as_deref(),
        Some("http://www.example.org/r%C3%A9sum%C3%A9?q=%E9t%E9#%C3%A9")
    );
    assert_eq!(
        in_charset(text, "utf-16le").as_deref(),
        Some("http://www.example.org/r%C3%A9sum%C3%A9?q=%C3%A9t%C3%A9#%C3%A9")
    );
    for (scheme, query) in [("https", "%E9"), ("HTTPS", "%E9"), ("Http", "%E9"), ("ftp", "%C3%A9"), ("httpx", "%C3%A9")]
    {
        let uri = format!("{scheme}://a/?{query}");
        assert_eq!(in_charset(&format!("{scheme}://a/?\u{E9}"), "iso-8859-1"), Some(uri));
    }
    // Without a base no scheme says that a relative reference leads to the Web.
    assert_eq!(in_charset("?\u{E9}", "iso-8859-1").as_deref(), Some("?%C3%A9"));
    for (base, query) in [("http://h/", "?%E9"), ("HTTPS://h/a?b", "?%E9"), ("ftp://h/", "?%C3%A9")] {
        let options = Options::default().with_charset(encoding_rs::WINDOWS_1252).with_base(base);
        assert_eq!(inspect("?\u{E9}", &options).converted(Form::Uri).as_deref(), Some(query), "{base}");
    }
    assert_eq!(in_charset("urn:x:?=\u{E9}", "iso-8859-1").as_deref(), Some("urn:x:?=%C3%A9"));
    assert_eq!(in_charset("http://a/?\u{20AC}\u{5D0}", "windows-1252").as_deref(), Some("http://a/?%80%26%231488%3B"));
}

#[cfg(feature = "xml")]
#[test]
fn rfc_3987bis_section_3_7_a_readable_iri_maps_back() {
    for (uri, label, readable) in [
        ("http://h/%C3%A9?%C3%A9#%C3%A9", "iso-8859-1", "http://h/\u{E9}?%C3%A9#\u{E9}"),
        ("http://h/?%E9", "iso-8859-1", "http://h/?%E9"),
        ("?%C3%A9", "shift_jis", "?%C3%A9"),
        ("http://h/?%C3%A9", "utf-16le", "http://h/?\u{E9}"),
    ] {
        let options = Options::default().with_charset(encoding_rs::Encoding::for_label(label.as_bytes()));
        let iri = inspect(uri, &options).converted(Form::ReadableIri);
        assert_eq!(iri.as_deref(), Some(readable), "{uri} {label}");
        assert_eq!(inspect(readable, &options).converted(Form::Uri).as_deref(), Some(uri), "{readable} {label}");
    }
}

#[test]
fn rfc_3987bis_section_6_2_web_address() {
    gives(" \t\r\nhttp://example.org/a b|c\n ", Form::WebAddress, "http://example.org/a%20b%7Cc");
    gives("http:\\\\example.org\\a\\b?c\\d#e\\f", Form::WebAddress, "http://example.org/a/b?c%5Cd#e%5Cf");
    gives("http://a/100%", Form::WebAddress, "http://a/100%25");
    gives("http://a/%41%4", Form::WebAddress, "http://a/%41%254");
    gives("http://a/#b#c##", Form::WebAddress, "http://a/#b%23c%23%23");
    gives("", Form::WebAddress, "");
}

#[test]
fn java_net_uri_escapes_the_characters_that_james_clark_lists() {
    gives(
        "a b<\u{A0}\u{2028}\u{3000}\u{85}\u{E9}\u{E000}",
        Form::JavaNetUri,
        "a%20b%3C%C2%A0%E2%80%A8%E3%80%80%C2%85\u{E9}\u{E000}",
    );
    // No encoding repairs it.
    assert_eq!(inspect("a%zz", &Options::default()).converted(Form::JavaNetUri), None);
}

#[test]
fn xpath_functions_give_the_examples_of_functions_and_operators() {
    gives(
        "http://www.example.com/00/Weather/CA/Los%20Angeles#ocean",
        Form::FnIriToUri,
        "http://www.example.com/00/Weather/CA/Los%20Angeles#ocean",
    );
    gives("http://www.example.com/~b\u{E9}b\u{E9}", Form::FnIriToUri, "http://www.example.com/~b%C3%A9b%C3%A9");
    gives(
        "http://www.example.com/00/Weather/CA/Los%20Angeles#ocean",
        Form::FnEncodeForUri,
        "http%3A%2F%2Fwww.example.com%2F00%2FWeather%2FCA%2FLos%2520Angeles%23ocean",
    );
    gives("~b\u{E9}b\u{E9}", Form::FnEncodeForUri, "~b%C3%A9b%C3%A9");
    gives("100% organic", Form::FnEncodeForUri, "100%25%20organic");
    gives(
        "http://www.example.com/00/Weather/CA/Los Angeles#ocean",
        Form::FnEscapeHtmlUri,
        "http://www.example.com/00/Weather/CA/Los Angeles#ocean",
    );
    gives(
        "javascript:if (navigator.browserLanguage == 'fr') window.open('http://www.example.com/~b\u{E9}b\u{E9}');",
        Form::FnEscapeHtmlUri,
        "javascript:if (navigator.browserLanguage == 'fr') window.open('http://www.example.com/~b%C3%A9b%C3%A9');",
    );
}

#[test]
fn conversions_that_promise_it_are_idempotent() {
    let texts =
        ["http://example.org/a b|c", "http://b\u{FC}cher.example/%7e\u{E9}?\u{E000}#\u{202E}", "..\\a\\b c%", "a%2"];
    let forms = [
        Form::Iri,
        Form::Uri,
        Form::UriIdna,
        Form::ReadableIri,
        Form::JavaNetUri,
        Form::WebAddress,
        Form::FnIriToUri,
        Form::FnEscapeHtmlUri,
    ];
    for text in texts {
        for form in forms {
            let Some(once) = convert(text, form) else { continue };
            assert_eq!(convert(&once, form).as_deref(), Some(once.as_str()), "{text:?} as {}", form.name());
        }
    }
}

#[test]
fn rfc_3986_and_3987_examples_are_equal_at_their_level() {
    for (a, b, level) in [
        ("http://a/b", "http://a/b", Some(NormalizationLevel::String)),
        ("HTTP://www.EXAMPLE.com/", "http://www.example.com/", Some(NormalizationLevel::Case)),
        ("http://a/%3a%3b", "http://a/%3A%3B", Some(NormalizationLevel::Case)),
        // Section 5.3.2.2: precomposed against decomposed.
        (
            "http://www.example.org/r\u{E9}sum\u{E9}.html",
            "http://www.example.org/re\u{301}sume\u{301}.html",
            Some(NormalizationLevel::Character),
        ),
        // Section 5.3.2.3.
        ("http://example.org/~user", "http://example.org/%7euser", Some(NormalizationLevel::Percent)),
        ("http://example.org/%7Euser", "http://example.org/%7euser", Some(NormalizationLevel::Case)),
        ("http://example.org/ros\u{E9}", "http://example.org/ros%C3%A9", Some(NormalizationLevel::Percent)),
        // RFC 3986 section 6.2.2.
        ("example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", Some(NormalizationLevel::Path)),
        // RFC 3986 section 6.2.3.
        ("http://example.com", "http://example.com/", Some(NormalizationLevel::Scheme)),
        ("http://example.com:/", "http://example.com:80/", Some(NormalizationLevel::Scheme)),
        ("http://example.com:0080", "http://example.com/", Some(NormalizationLevel::Scheme)),
        // RFC 3987 section 5.3.3: the host by IDNA.
        ("http://r\u{E9}sum\u{E9}.example.org", "http://xn--rsum-bpad.example.org", Some(NormalizationLevel::Scheme)),
        (
            "http://r\u{C9}SUM\u{C9}.example.org",
            "http://r%C3%A9sum%C3%A9.example.org",
            Some(NormalizationLevel::Scheme),
        ),
        // A joiner is a part of its label, and IDNA removes a zero width space, encoded or not.
        (
            "http://\u{915}\u{94D}\u{200D}\u{937}.example/",
            "http://xn--11b2ezcw70k.example/",
            Some(NormalizationLevel::Scheme),
        ),
        (
            "http://%E0%A4%95%E0%A5%8D%E2%80%8D%E0%A4%B7.example:/a",
            "http://xn--11b2ezcw70k.example/a",
            Some(NormalizationLevel::Scheme),
        ),
        ("http://a%E2%80%8Bb.example/", "http://ab.example/", Some(NormalizationLevel::Scheme)),
        ("file:/etc/fstab", "file://localhost/etc/fstab", Some(NormalizationLevel::Scheme)),
        ("urn:EXAMPLE:a123,z456", "URN:example:a123,z456", Some(NormalizationLevel::Scheme)),
        ("urn:example:A123", "urn:example:a123", None),
        // RFC 8141 section 3.1: the components for resolvers and resources, and the fragment, do not count.
        ("urn:example:a123,z456", "URN:example:a123,z456?+abc", Some(NormalizationLevel::Scheme)),
        ("urn:example:a123,z456?=xyz", "urn:example:a123,z456#789", Some(NormalizationLevel::Scheme)),
        ("urn:example:a123,z456", "urn:example:a123%2Cz456", None),
        ("urn:example:a123%2cz456", "URN:EXAMPLE:a123%2Cz456", Some(NormalizationLevel::Scheme)),
        ("urn:example:a123,z456/foo", "urn:example:a123,z456/bar", None),
        ("urn:example:a?b", "urn:example:a", None),
        // RFC 9562 section 4: a UUID ignores case.
        (
            "urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
            "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
            Some(NormalizationLevel::Scheme),
        ),
        // RFC 5952: one spelling of an IPv6 address.
        ("http://[0:0:0:0:0:0:0:1]/", "http://[::1]/", Some(NormalizationLevel::Scheme)),
        ("http://[2001:DB8::0001]/", "http://[2001:db8:0:0:0:0:0:1]/", Some(NormalizationLevel::Scheme)),
        ("foo://[::ffff:192.0.2.1]", "foo://[::FFFF:c000:201]/", Some(NormalizationLevel::Scheme)),
        ("http://[::1]/", "http://[::2]/", None),
        // RFC 3261 section 19.1.4: a default port is not the same as none.
        ("sip:bob@biloxi.com", "sip:bob@biloxi.com:5060", None),
        // Resolution removes the dot segments of a path without a leading slash.
        ("a:b/../c", "a:/c", Some(NormalizationLevel::Path)),
        ("b/../c", "c", None),
        // A combining mark composes with what a percent-encoding means, not with its digit.
        ("http://a/%4e\u{301}", "http://a/\u{143}", Some(NormalizationLevel::Percent)),
        ("http://a/%2e\u{301}", "http://a/%2\u{E9}", None),
        // Invisible characters, private use and what only a LEIRI contains equal their percent-encodings.
        ("http://a/b c", "http://a/b%20c", Some(NormalizationLevel::Percent)),
        ("http://a/\u{200B}", "http://a/%E2%80%8B", Some(NormalizationLevel::Percent)),
        ("http://a/\u{3000}", "http://a/%e3%80%80", Some(NormalizationLevel::Percent)),
        ("http://a/?\u{E000}", "http://a/?%EE%80%80", Some(NormalizationLevel::Percent)),
        ("http://a/\u{202E}\u{2001}", "http://a/%E2%80%AE%E2%80%83", Some(NormalizationLevel::Percent)),
        // Reserved characters never equal their percent-encodings.
        ("http://a/b%2Fc", "http://a/b/c", None),
        ("http://a/b?", "http://a/b", None),
        ("http://a/b#", "http://a/b", None),
        ("https://example.com:80/", "https://example.com/", None),
    ] {
        assert_eq!(compare(a, b), level, "{a} {b}");
        assert_eq!(compare(b, a), level, "{b} {a}");
    }
}

#[test]
fn a_scheme_has_the_default_port_of_its_own_standard() {
    let ports = [
        ("http", "80"),    // RFC 9110 section 4.2.1
        ("https", "443"),  // RFC 9110 section 4.2.2
        ("ws", "80"),      // RFC 6455 section 3
        ("wss", "443"),    // RFC 6455 section 3
        ("ftp", "21"),     // RFC 1738
        ("gopher", "70"),  // RFC 4266
        ("ldap", "389"),   // RFC 4516
        ("nntp", "119"),   // RFC 5538
        ("rtsp", "554"),   // RFC 7826
        ("telnet", "23"),  // RFC 4248
        ("imap", "143"),   // RFC 5092
        ("coap", "5683"),  // RFC 7252 section 6.1
        ("coaps", "5684"), // RFC 7252 section 6.2
        ("ssh", "22"),
        ("sftp", "22"),
    ];
    for (scheme, port) in ports {
        assert_eq!(default_port(scheme), Some(port), "{scheme}");
        let (with, without) = (format!("{scheme}://h:{port}/"), format!("{scheme}://h/"));
        assert_eq!(compare(&with, &without), Some(NormalizationLevel::Scheme), "{scheme}");
        let inspection = inspect(&with, &Options::default());
        assert!(inspection.findings().iter().any(|finding| finding.rule.name == "default-port"), "{scheme}");
        let other = format!("{scheme}://h:1{port}/");
        assert_eq!(compare(&other, &without), None, "{scheme}");
    }
    for scheme in ["urn", "mailto", "file", "data", "sip", "sips", "x", ""] {
        assert_eq!(default_port(scheme), None, "{scheme}");
    }
}

proptest! {
    #![proptest_config(cases::config(20_000))]

    /// RFC 3987 section 3.1 and 5.3.2.3: the conversions to an IRI and to a URI only percent-encode.
    #[test]
    fn a_reference_equals_its_uri_at_the_latest_on_the_level_of_percent_encodings(text in nasty::strings()) {
        for form in [Form::Iri, Form::Uri] {
            if let Some(converted) = convert(&text, form) {
                let level = compare(&text, &converted);
                prop_assert!(level.is_some_and(|level| level <= NormalizationLevel::Percent), "{converted:?}: {level:?}");
            }
        }
    }

    /// The same of two references, of which each spells some characters of a third as percent-encodings.
    #[test]
    fn references_with_one_uri_are_equal(text in nasty::strings(), choices in any::<(u64, u64)>()) {
        let spelled = |choices: u64| -> String {
            let spell = |(index, c): (usize, char)| match c {
                _ if c.is_ascii() || choices >> (index % 64) & 1 == 0 => c.to_string(),
                _ => encode_str(c.encode_utf8(&mut [0; 4])),
            };
            text.chars().enumerate().map(spell).collect()
        };
        let (a, b) = (spelled(choices.0), spelled(choices.1));
        if let (Some(uri), Some(other)) = (convert(&a, Form::Uri), convert(&b, Form::Uri)) {
            prop_assert_eq!(&uri, &other);
            let level = compare(&a, &b);
            prop_assert!(level.is_some_and(|level| level <= NormalizationLevel::Percent), "{a:?} {b:?}: {level:?}");
        }
    }
}

#[test]
fn every_character_equals_its_percent_encoding_unless_it_is_reserved() {
    // The planes from 4 to 13 have no characters; of them and of those for private use, the ends of each plane.
    let is_tested = |c: char| {
        let is_end = matches!(u32::from(c) & 0xFFFF, 0..=0xFF | 0xFFF0..);
        is_end || matches!(c, ..'\u{40000}' | '\u{E0000}'..'\u{E1000}')
    };
    let is_reserved = |c| "!#$%&'()*+,/:;=?@[]".contains(c);
    for c in ('\0'..=char::MAX).filter(|&c| is_tested(c) && !is_reserved(c)) {
        let (a, b) = (format!("http://h/?x{c}"), format!("http://h/?x{}", encode_str(c.encode_utf8(&mut [0; 4]))));
        let level = compare(&a, &b);
        assert!(level.is_some_and(|level| level <= NormalizationLevel::Percent), "{a:?}: {level:?}");
    }
}

#[test]
fn simple_string_comparison_maps_nothing() {
    // RFC 3987 section 5.3.1: an IRI, its URI and its other spellings are different strings.
    let spellings = ["http://a/\u{E9}", "http://a/%C3%A9", "http://a/%c3%a9", "http://a/e\u{301}", "HTTP://a/\u{E9}"];
    for (index, a) in spellings.iter().enumerate() {
        assert_eq!(normalize(a, NormalizationLevel::String), *a);
        for (other, b) in spellings.iter().enumerate() {
            assert_eq!(compare(a, b) == Some(NormalizationLevel::String), index == other, "{a} {b}");
        }
    }
}

#[test]
fn normal_forms_are_their_own() {
    for text in [
        "HTTP://A:80/../%7e/./x",
        "a:/.//b",
        "a:/b/..//c",
        "http://e%CC%81/%e4",
        "../a/./b",
        "FILE:/A",
        "urn:A:b",
        "urn:UUID:A%C3%A9?+r?=q#f",
        "//[::A]:/",
        "a:b/../../c",
        "a:b/..//c",
        "http://a/%4e\u{301}%2e\u{301}\u{200B}\u{1FEF} %2\u{301}",
        "%",
        "http://a/e%cc%81",
    ] {
        for level in NormalizationLevel::ALL {
            let once = normalize(text, level);
            assert_eq!(normalize(&once, level), once, "{text} up to {}", level.name());
        }
    }
}

#[test]
fn a_path_never_turns_into_an_authority() {
    assert_eq!(normalize("a:/.//b", NormalizationLevel::Path), "a:/.//b");
    assert_eq!(normalize("a:/c/..//b", NormalizationLevel::Path), "a:/.//b");
}

#[test]
fn whitespace_that_the_type_removes_is_in_no_form() {
    let options = Options::default().with_role(Role::ANY_IRI).with_base("http://h/x/");
    let inspection = inspect("\n a b\t", &options);
    assert_eq!(inspection.converted(Form::Iri).as_deref(), Some("a%20b"));
    assert_eq!(inspection.converted(Form::JavaNetUri).as_deref(), Some("a%20b"));
    assert_eq!(inspection.normalized(NormalizationLevel::Case), "a b");
    assert_eq!(inspection.resolved().as_deref(), Some("http://h/x/a b"));
    // This is not a reference: its first segment has a colon.
    assert_eq!(inspect("\n1:\u{FFFD}", &options).converted(Form::Iri), None);
    assert_eq!(inspect("\nA:\u{FFFD}", &options).converted(Form::Iri).as_deref(), Some("A:%EF%BF%BD"));
    let kept = Options::default().with_role(Role::LEIRI);
    assert_eq!(inspect("\na", &kept).converted(Form::Iri).as_deref(), Some("%0Aa"));
}

#[test]
fn a_value_with_a_lost_character_has_no_form() {
    for raw in ["a&#xD800;b", "a&#1;b", "a&#x110000;b"] {
        let decoded = Decoded::xml(raw);
        let inspection = inspect_decoded(&decoded, &Options::default());
        for form in Form::ALL {
            assert_eq!(inspection.converted(form), None, "{raw} as {form}");
        }
    }
    let decoded = Decoded::xml("a&b");
    let inspection = inspect_decoded(&decoded, &Options::default());
    assert_eq!(inspection.converted(Form::Iri).as_deref(), Some("a&b"));
}

proptest! {
    /// RFC 3986 section 6.2.2: a normal form is normal, also that of a text which is not a reference.
    #[test]
    fn normalizing_twice_changes_nothing_more(
        pieces in proptest::collection::vec(
            prop_oneof![
                Just("%41"), Just("%2E"), Just("%2f"), Just("%3A"), Just("%25"), Just("%"), Just("%4"), Just("c:"), Just(":"),
                Just("."), Just(".."), Just("/"), Just("//"), Just("?"), Just("#"), Just("["), Just("]"), Just("@"), Just("\\"),
                Just("A"), Just("x"), Just(" "), Just("\u{E9}"), Just("e\u{301}"), Just("\u{301}"), Just("\u{5D0}"),
                Just("%CC%81"), Just("%c3%a9"), Just("%C3"), Just("\u{202E}"), Just("%E2%80%AE"), Just("urn:"), Just("file:"),
                Just("http://"), Just("HTTP:"), Just("H.EXAMPLE"), Just(":80"), Just("xn--"), Just("\u{FF0E}"), Just("\u{212A}"),
            ],
            0..8,
        )
    ) {
        let text = pieces.concat();
        for level in NormalizationLevel::ALL {
            let once = normalize(&text, level);
            prop_assert_eq!(normalize(&once, level), once, "{:?} at {}", text, level);
        }
    }
}

#[test]
fn a_decoded_character_never_completes_a_percent_encoding() {
    for text in ["%4%41", "%%341", "a/%4%41?%4%42"] {
        assert_eq!(normalize(text, NormalizationLevel::Scheme), text);
    }
    assert_eq!(normalize("%%34%31", NormalizationLevel::Scheme), "%%341");
    assert_eq!(normalize("%4g%41%2F%41", NormalizationLevel::Scheme), "%4gA%2FA");
}

#[test]
fn a_decoded_character_never_makes_a_scheme() {
    for level in [NormalizationLevel::Percent, NormalizationLevel::Path, NormalizationLevel::Scheme] {
        assert_eq!(normalize("%41c:x", level), "./Ac:x");
        assert_eq!(normalize("./Ac:x", level), "./Ac:x");
    }
}
