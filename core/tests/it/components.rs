//! Components of a reference: their spans, the syntactic position of each character, and lengths of host labels.

use iri_core::reference::idna::to_ascii;
use iri_core::{Dialect, Options, Reference, Severities, Severity, inspect, rules};

/// Returns a letter for the syntactic position of each character.
fn positions(text: &str) -> String {
    use iri_core::reference::SyntaxPosition::{
        Delimiter, FirstSegment, Fragment, IpLiteral, Path, Port, Query, RegName, Scheme, Userinfo,
    };
    let reference = Reference::parse(text);
    let letter = |at| match reference.syntax_position_at(at) {
        Scheme => 's',
        Userinfo => 'u',
        RegName => 'h',
        IpLiteral => 'i',
        Port => 'o',
        FirstSegment => 'f',
        Path => 'p',
        Query => 'q',
        Fragment => 'r',
        Delimiter => '.',
    };
    (0..text.len()).map(letter).collect()
}

#[test]
fn each_character_has_its_syntactic_position() {
    for (text, expected) in [
        ("http://u:p@h.a:80/b/c?d?e#f/g", "ssss...uuu.hhh.oopppp.qqq.rrr"),
        ("//[::1]:8/a", "...iii..opp"),
        ("//[v1.a]", "...iiii."),
        ("//[::1", "...iii"),
        ("//@h:", "...h."),
        ("a/b:c?", "fpppp."),
        ("a", "f"),
        ("/a", "pp"),
        ("?a", ".q"),
        ("#", "."),
    ] {
        assert_eq!(positions(text), expected, "{text}");
    }
}

#[test]
fn whitespace_that_is_removed_moves_every_component() {
    let text = "\n\t http://u@h:80/a?q#f \n";
    let reference = Reference::parse_collapsed(text);
    let slice = |span: Option<iri_core::Span>| span.map(|span| span.slice(text));
    let authority = reference.authority.expect("it has an authority");
    assert_eq!(slice(reference.scheme), Some("http"));
    assert_eq!(authority.span.slice(text), "u@h:80");
    assert_eq!(slice(authority.userinfo), Some("u"));
    assert_eq!(authority.host.slice(text), "h");
    assert_eq!(slice(authority.port), Some("80"));
    assert_eq!(reference.path.slice(text), "/a");
    assert_eq!(slice(reference.query), Some("q"));
    assert_eq!(slice(reference.fragment), Some("f"));
    assert_eq!(reference.inner(), "http://u@h:80/a?q#f");
}

#[test]
fn the_longest_ipv6_address_is_valid_and_a_longer_one_is_not() {
    let longest = "1111:2222:3333:4444:5555:6666:255.255.255.255";
    assert_eq!(longest.len(), 45);
    assert!(Reference::parse(&format!("//[{longest}]")).is_reference(Dialect::Uri));
    for address in [format!("{longest}0"), format!("0{longest}"), format!("1:{longest}")] {
        assert!(!Reference::parse(&format!("//[{address}]")).is_reference(Dialect::Uri), "{address}");
    }
}

#[test]
fn the_length_of_a_label_is_that_of_its_a_label() {
    let lengths = |label: &str| {
        let reference = format!("http://{label}.example/");
        let inspection = inspect(&reference, &Options::default());
        let long = inspection.findings().iter().filter(|finding| finding.rule.name == "host-length");
        long.map(|finding| finding.message.to_string()).collect::<Vec<_>>()
    };
    // Few characters, but a long A-label: their code points are far apart.
    let far_apart = |count: u32, step: u32| (0..count).filter_map(move |n| char::from_u32(0x4E00 + n * step % 20_000));
    for label in [far_apart(28, 7_919), far_apart(40, 3_001), far_apart(24, 9_973)].map(String::from_iter) {
        let length = to_ascii(&label).expect("a valid label").len();
        let messages = lengths(&label);
        assert!(length > 63 && messages.len() == 1, "{label}: {length} {messages:?}");
        assert!(messages[0].contains(&length.to_string()), "{messages:?} {length}");
    }
    // Many bytes, but a short A-label.
    for label in ["%C3%BC".repeat(11), "\u{FC}".repeat(40), "%61".repeat(30)] {
        let length = to_ascii(&label).expect("a valid label").len();
        assert!(length <= 63 && label.len() > 63, "{label}: {length}");
        assert_eq!(lengths(&label), [""; 0], "{label}");
    }
    assert_eq!(lengths(&"a".repeat(63)), [""; 0]);
    assert_eq!(lengths(&"a".repeat(64)).len(), 1);
}

#[test]
fn a_configured_severity_is_known_to_be_configured() {
    let [space, nfc] = ["leiri-space", "not-nfc"].map(|name| rules::find(name).expect("a rule"));
    let mut severities = Severities::default();
    assert!(!severities.is_set(space) && !severities.is_set(nfc));
    severities.set("leiri", Some(Severity::Hint)).expect("a group");
    assert!(severities.is_set(space) && !severities.is_set(nfc));
    severities.set("not-nfc", None).expect("a rule");
    assert!(severities.is_set(nfc));
}
