//! Validity compared with a recognizer that consists only of the ABNF, as regular expressions, and with three crates.

use fastrand::Rng;
use iri_core::reference::ViolationKind;
use iri_core::{Dialect, Reference, Violation};
use regex::Regex;

/// The productions `IRI-reference`, `IRI` and `absolute-IRI`, for one dialect.
struct Grammar {
    dialect: Dialect,
    reference: Regex,
    iri: Regex,
    absolute: Regex,
}

const LEIRI_UCSCHAR: &str = r#" <>"{}|\\^`\x00-\x1F\x7F-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}"#;
/// `ucschar` of RFC 3987 without the bidi formatting that section 4.1 forbids.
const IRI_UCSCHAR: &str = "\\u{A0}-\\u{200D}\\u{2010}-\\u{2029}\\u{202F}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFEF}\
    \\u{10000}-\\u{1FFFD}\\u{20000}-\\u{2FFFD}\\u{30000}-\\u{3FFFD}\\u{40000}-\\u{4FFFD}\
    \\u{50000}-\\u{5FFFD}\\u{60000}-\\u{6FFFD}\\u{70000}-\\u{7FFFD}\\u{80000}-\\u{8FFFD}\
    \\u{90000}-\\u{9FFFD}\\u{A0000}-\\u{AFFFD}\\u{B0000}-\\u{BFFFD}\\u{C0000}-\\u{CFFFD}\
    \\u{D0000}-\\u{DFFFD}\\u{E1000}-\\u{EFFFD}";
const IPRIVATE: &str = "\\u{E000}-\\u{F8FF}\\u{F0000}-\\u{FFFFD}\\u{100000}-\\u{10FFFD}";
const TAGS: &str = "\\u{E0000}-\\u{E0FFF}";

impl Grammar {
    fn of(dialect: Dialect) -> Self {
        let (ucschar, iprivate) = match dialect {
            Dialect::Uri => (String::new(), String::new()),
            Dialect::Iri => (IRI_UCSCHAR.into(), IPRIVATE.into()),
            Dialect::IriBis => (IRI_UCSCHAR.into(), format!("{IPRIVATE}{TAGS}")),
            Dialect::Leiri | Dialect::WebAddress => (LEIRI_UCSCHAR.into(), String::new()),
        };
        let pct = if dialect == Dialect::WebAddress { "%" } else { "%[0-9A-Fa-f]{2}" };
        let iunreserved = format!(r"A-Za-z0-9\-._~{ucschar}");
        let sub_delims = "!$&'()*+,;=";
        let ipchar = format!("(?:[{iunreserved}{sub_delims}:@]|{pct})");
        let iuserinfo = format!("(?:[{iunreserved}{sub_delims}:]|{pct})*");
        let ireg_name = format!("(?:[{iunreserved}{sub_delims}]|{pct})*");
        let isegment_nz_nc = format!("(?:[{iunreserved}{sub_delims}@]|{pct})+");
        let iquery = format!("(?:{ipchar}|[/?{iprivate}])*");
        // Section 6.2 of 3987bis replaces these rules, and removes whitespace at the ends.
        let (path_sep, in_fragment, strip) = match dialect {
            Dialect::WebAddress => (r"[/\\]", "[/?#]", r"[ \t\r\n]*"),
            _ => ("/", "[/?]", ""),
        };
        let ifragment = format!("(?:{ipchar}|{in_fragment})*");
        let ipath_abempty = format!("(?:{path_sep}{ipchar}*)*");
        let ipath_absolute = format!("{path_sep}(?:{ipchar}+(?:{path_sep}{ipchar}*)*)?");
        let ipath_noscheme = format!("{isegment_nz_nc}(?:{path_sep}{ipchar}*)*");
        let ipath_rootless = format!("{ipchar}+(?:{path_sep}{ipchar}*)*");

        let dec_octet = "(?:[0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])";
        let ipv4 = format!(r"{dec_octet}(?:\.{dec_octet}){{3}}");
        let h16 = "[0-9A-Fa-f]{1,4}";
        let ls32 = format!("(?:{h16}:{h16}|{ipv4})");
        let ipv6 = [
            format!("(?:{h16}:){{6}}{ls32}"),
            format!("::(?:{h16}:){{5}}{ls32}"),
            format!("(?:{h16})?::(?:{h16}:){{4}}{ls32}"),
            format!("(?:(?:{h16}:){{0,1}}{h16})?::(?:{h16}:){{3}}{ls32}"),
            format!("(?:(?:{h16}:){{0,2}}{h16})?::(?:{h16}:){{2}}{ls32}"),
            format!("(?:(?:{h16}:){{0,3}}{h16})?::{h16}:{ls32}"),
            format!("(?:(?:{h16}:){{0,4}}{h16})?::{ls32}"),
            format!("(?:(?:{h16}:){{0,5}}{h16})?::{h16}"),
            format!("(?:(?:{h16}:){{0,6}}{h16})?::"),
        ]
        .join("|");
        let ipvfuture = r"[vV][0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+";
        let ihost = format!(r"(?:\[(?:{ipv6}|{ipvfuture})\]|{ipv4}|{ireg_name})");
        let iauthority = format!("(?:{iuserinfo}@)?{ihost}(?::[0-9]*)?");

        let tail = format!(r"(?:\?{iquery})?(?:\#{ifragment})?");
        let ihier = format!("(?://{iauthority}{ipath_abempty}|{ipath_absolute}|{ipath_rootless}|)");
        let irelative = format!("(?://{iauthority}{ipath_abempty}|{ipath_absolute}|{ipath_noscheme}|)");
        let absolute = format!(r"[A-Za-z][A-Za-z0-9+\-.]*:{ihier}(?:\?{iquery})?");
        let iri = format!(r"{absolute}(?:\#{ifragment})?{strip}");
        let whole = |pattern: &str| {
            let pattern = format!(r"\A(?:{pattern})\z");
            regex::RegexBuilder::new(&pattern).size_limit(1 << 28).build().expect("the grammar is a regular expression")
        };
        let reference = format!("{strip}(?:{iri}|{irelative}{tail}){strip}");
        Self { dialect, reference: whole(&reference), iri: whole(&iri), absolute: whole(&format!("{absolute}{strip}")) }
    }

    fn agrees_on(&self, text: &str) {
        let ours = Reference::parse(text);
        assert_eq!(
            ours.is_reference(self.dialect),
            self.reference.is_match(text),
            "{text:?} as {}-reference",
            self.dialect
        );
        let violation = ours.validate(self.dialect).err();
        assert_eq!(violation.is_none(), ours.is_reference(self.dialect), "{text:?} as {}: {violation:?}", self.dialect);
        if let Some(violation) = violation {
            rejects_something(&ours, &violation);
        }
        assert_eq!(ours.is_non_relative(self.dialect), self.iri.is_match(text), "{text:?} as {}", self.dialect);
        assert_eq!(
            ours.is_absolute(self.dialect),
            self.absolute.is_match(text),
            "{text:?} as absolute {}",
            self.dialect
        );
    }
}

/// Checks that the violation names a part of the text, a message of one clause and a production of the grammar.
fn rejects_something(reference: &Reference<'_>, violation: &Violation) {
    let text = reference.text;
    let span = violation.span;
    assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end), "{text:?}: {violation:?}");
    if let ViolationKind::Character(c) = violation.kind {
        assert_eq!(span.slice(text), c.to_string(), "{text:?}");
    }
    let message = violation.to_string();
    assert!(!message.ends_with('.') && !message.contains(|c: char| c.is_control()), "{message}");
}

fn agree_on(grammars: &[Grammar], text: &str) {
    for grammar in grammars {
        grammar.agrees_on(text);
    }
}

fn grammars() -> Vec<Grammar> {
    Dialect::ALL.into_iter().map(Grammar::of).collect()
}

/// Compares with three crates, which follow the ABNF of RFC 3987 alone, and not section 4.1.
#[track_caller]
fn peers_agree_on(text: &str) {
    let ours = Reference::parse(text).is_reference(Dialect::Iri);
    if text.contains(['\u{200E}', '\u{200F}', '\u{202A}', '\u{202B}', '\u{202C}', '\u{202D}', '\u{202E}']) {
        return assert!(!ours, "RFC 3987 section 4.1: {text:?}");
    }
    assert_eq!(ours, oxiri::IriRef::parse(text).is_ok(), "oxiri: {text:?}");
    assert_eq!(ours, iri_string::types::IriReferenceStr::new(text).is_ok(), "iri-string: {text:?}");
    assert_eq!(ours, fluent_uri::IriRef::parse(text).is_ok(), "fluent-uri: {text:?}");
}

/// Returns the first and last character of every range of every dialect, and their neighbors.
fn boundaries() -> Vec<char> {
    let mut edges =
        vec![0x00, 0x1F, 0x20, 0x7E, 0x7F, 0x80, 0x9F, 0xA0, 0xD7FF, 0xE000, 0xF8FF, 0xF900, 0xFDCF, 0xFDD0];
    edges.extend([0xFDEF, 0xFDF0, 0xFFEF, 0xFFF0, 0xFFFD, 0xFFFE, 0xFFFF, 0x200E, 0x200F, 0x2028, 0x202A, 0x202E]);
    for plane in 1..=0x10 {
        let first = plane << 16;
        edges.extend([first, first + 0xFFF, first + 0x1000, first + 0xFFFD, first + 0xFFFE, first + 0xFFFF]);
    }
    let near = edges.into_iter().flat_map(|edge: u32| [edge.saturating_sub(1), edge, edge + 1]);
    let mut all: Vec<char> = near.filter_map(char::from_u32).chain('\0'..='\u{A1}').collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[test]
fn every_boundary_in_every_component_follows_the_abnf() {
    let grammars = grammars();
    for c in boundaries() {
        for frame in [
            "@", "x@", "@x", "@:", "x:@", "//@", "//u@@h", "//x@:1", "//h:@", "//h:1@", "//[@]", "//[v1.@]", "//[v.@]",
            "//[v@.a]", "//[v1@a]", "//[@1.a]", "/@", "/x@/", "//h/@", "?@", "#@", "x:@y", "a@b:c", "//h@/", "x@:y",
            "//@@", "%@1", "%1@", "?a%@", "#%4@", "//@:1@h",
        ] {
            let text = frame.replacen('@', &c.to_string(), 1);
            agree_on(&grammars, &text);
            peers_agree_on(&text);
            each_character_is_allowed_where_the_text_is(&text);
        }
    }
}

/// Checks that a dialect that allows a text allows each of its characters.
fn each_character_is_allowed_where_the_text_is(text: &str) {
    let inspection = iri_core::parse_only(text, &iri_core::Options::default());
    let all = inspection.characters(iri_core::inspect::CharacterFilter::All);
    // A Web Address may start and end with whitespace that no production contains.
    for dialect in Dialect::ALL.into_iter().filter(|dialect| *dialect != Dialect::WebAddress) {
        let is_allowed = all.iter().all(|at| at.allowed_by.contains(&dialect));
        assert!(is_allowed || !inspection.reference().is_reference(dialect), "{text:?} as {dialect}: {all:?}");
    }
}

#[test]
fn every_form_of_ipv6_follows_the_abnf() {
    let grammars = grammars();
    let groups = ["", "0", "ffff", "12345", "1.2.3.4", "1.2.3.256", "g", "01.2.3.4"];
    let mut texts = Vec::new();
    for left in 0..=9 {
        for right in 0..=9 {
            for last in groups {
                let before = vec!["1"; left].join(":");
                let mut after = vec!["A"; right];
                after.push(last);
                let after = after.join(":");
                texts.extend([
                    format!("{before}::{after}"),
                    format!("{before}:{after}"),
                    format!("{last}:{before}::{after}"),
                ]);
                texts.extend([format!("{before}:::{after}"), format!("{before}::{last}::1")]);
            }
        }
    }
    for address in texts {
        for text in [format!("//[{address}]"), format!("http://u@[{address}]:80/")] {
            agree_on(&grammars, &text);
            peers_agree_on(&text);
        }
    }
}

#[test]
fn generated_strings_follow_the_abnf() {
    const PIECES: [&str; 60] = [
        "a",
        "Z",
        "0",
        "9",
        "-",
        ".",
        "_",
        "~",
        "!",
        "$",
        "&",
        "'",
        "(",
        ")",
        "*",
        "+",
        ",",
        ";",
        "=",
        ":",
        "@",
        "/",
        "//",
        "?",
        "#",
        "[",
        "]",
        "%",
        "%4",
        "%41",
        "%zz",
        "%C3%A9",
        " ",
        "<",
        "\"",
        "\\",
        "^",
        "`",
        "{",
        "|",
        "\u{0}",
        "\u{7F}",
        "\u{9F}",
        "\u{A0}",
        "\u{E9}",
        "\u{5D0}",
        "\u{202E}",
        "\u{4E2D}",
        "\u{E000}",
        "\u{FDD0}",
        "\u{FFFD}",
        "\u{FFFE}",
        "\u{1F600}",
        "\u{E0001}",
        "\u{F0000}",
        "http:",
        "://",
        "[::1]",
        "1.2.3.4",
        "[v1.x]",
    ];
    let count = 1_000_000;
    let grammars = grammars();
    let boundaries = boundaries();
    let mut rng = Rng::with_seed(3987);
    let mut valid = [0; 5];
    for _ in 0..count {
        let mut text = String::new();
        // Half of the strings are made only of the milder pieces, so that many are valid.
        let pool = if rng.usize(..2) == 0 { 31 } else { PIECES.len() };
        for _ in 0..rng.usize(..12) {
            if rng.usize(..40) == 0 {
                text.push(boundaries[rng.usize(..boundaries.len())]);
            } else {
                text.push_str(PIECES[rng.usize(..pool)]);
            }
        }
        for (grammar, valid) in grammars.iter().zip(&mut valid) {
            grammar.agrees_on(&text);
            *valid += usize::from(Reference::parse(&text).is_reference(grammar.dialect));
        }
        peers_agree_on(&text);
    }
    // The generator is useful only while it produces enough of both.
    assert!(valid.iter().all(|&valid| valid > count / 50 && valid < count * 49 / 50), "{valid:?} of {count}");
}
