//! All 1,112,064 scalar values at every position that allows more than ASCII, compared with the ABNF and the Note
//! written as plain lists of ranges.

use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;
use iri_core::inspect::{CharacterAt, CharacterFilter};
use iri_core::reference::SyntaxPosition;
use iri_core::rules::Group;
use iri_core::unicode::{Character, LeiriGroup, Repertoire, name};
use iri_core::{Dialect, Options, inspect};

type Ranges = &'static [(u32, u32)];

// RFC 3986 section 2.3 and 2.2.
const UNRESERVED: Ranges = &[(0x41, 0x5A), (0x61, 0x7A), (0x30, 0x39), (0x2D, 0x2E), (0x5F, 0x5F), (0x7E, 0x7E)];
const SUB_DELIMS: Ranges = &[(0x21, 0x21), (0x24, 0x24), (0x26, 0x2C), (0x3B, 0x3B), (0x3D, 0x3D)];

// RFC 3987 section 2.2, one plane per line.
const UCSCHAR: Ranges = &[
    (0xA0, 0xD7FF),
    (0xF900, 0xFDCF),
    (0xFDF0, 0xFFEF),
    (0x10000, 0x1FFFD),
    (0x20000, 0x2FFFD),
    (0x30000, 0x3FFFD),
    (0x40000, 0x4FFFD),
    (0x50000, 0x5FFFD),
    (0x60000, 0x6FFFD),
    (0x70000, 0x7FFFD),
    (0x80000, 0x8FFFD),
    (0x90000, 0x9FFFD),
    (0xA0000, 0xAFFFD),
    (0xB0000, 0xBFFFD),
    (0xC0000, 0xCFFFD),
    (0xD0000, 0xDFFFD),
    (0xE1000, 0xEFFFD),
];
const IPRIVATE: Ranges = &[(0xE000, 0xF8FF), (0xF0000, 0xFFFFD), (0x10_0000, 0x10_FFFD)];

// draft-ietf-iri-3987bis-06 section 2.2 adds to `iprivate`.
const IPRIVATE_BIS: Ranges = &[(0xE000, 0xF8FF), (0xE0000, 0xE0FFF), (0xF0000, 0xFFFFD), (0x10_0000, 0x10_FFFD)];

// LEIRI Note section 3.
const UCSCHAR_LEIRI: Ranges = &[
    (0x20, 0x20),
    (0x3C, 0x3C),
    (0x3E, 0x3E),
    (0x22, 0x22),
    (0x7B, 0x7B),
    (0x7D, 0x7D),
    (0x7C, 0x7C),
    (0x5C, 0x5C),
    (0x5E, 0x5E),
    (0x60, 0x60),
    (0x0, 0x1F),
    (0x7F, 0xD7FF),
    (0xE000, 0xFFFD),
    (0x10000, 0x10_FFFF),
];

// RFC 3987 section 4.1: LRM, RLM, LRE, RLE, PDF, LRO and RLO must not be used.
const BANNED: Ranges = &[(0x200E, 0x200F), (0x202A, 0x202E)];

// LEIRI Note section 5.
const GROUPS: [(LeiriGroup, Ranges); 9] = [
    (LeiriGroup::Space, &[(0x20, 0x20)]),
    (LeiriGroup::Delimiter, &[(0x3C, 0x3C), (0x3E, 0x3E), (0x22, 0x22)]),
    (LeiriGroup::Unwise, &[(0x5C, 0x5C), (0x5E, 0x5E), (0x60, 0x60), (0x7B, 0x7B), (0x7C, 0x7C), (0x7D, 0x7D)]),
    (LeiriGroup::Control, &[(0x0, 0x1F), (0x7F, 0x9F)]),
    (LeiriGroup::BidiFormatting, &[(0x200E, 0x200F), (0x202A, 0x202E)]),
    (LeiriGroup::Special, &[(0xFFF0, 0xFFFD)]),
    (LeiriGroup::PrivateUse, &[(0xE000, 0xF8FF), (0xF0000, 0xFFFFD), (0x10_0000, 0x10_FFFD)]),
    (LeiriGroup::Tag, &[(0xE0000, 0xE0FFF)]),
    (
        LeiriGroup::Noncharacter,
        &[
            (0xFDD0, 0xFDEF),
            (0x1FFFE, 0x1FFFF),
            (0x2FFFE, 0x2FFFF),
            (0x3FFFE, 0x3FFFF),
            (0x4FFFE, 0x4FFFF),
            (0x5FFFE, 0x5FFFF),
            (0x6FFFE, 0x6FFFF),
            (0x7FFFE, 0x7FFFF),
            (0x8FFFE, 0x8FFFF),
            (0x9FFFE, 0x9FFFF),
            (0xAFFFE, 0xAFFFF),
            (0xBFFFE, 0xBFFFF),
            (0xCFFFE, 0xCFFFF),
            (0xDFFFE, 0xDFFFF),
            (0xEFFFE, 0xEFFFF),
            (0xFFFFE, 0xFFFFF),
            (0x10_FFFE, 0x10_FFFF),
        ],
    ),
];

fn is_in(c: char, ranges: Ranges) -> bool {
    ranges.iter().any(|&(first, last)| (first..=last).contains(&u32::from(c)))
}

/// Syntactic position, as the text around it.
struct Context {
    place: SyntaxPosition,
    before: &'static str,
    after: &'static str,
    /// Characters that its production allows besides `unreserved` and `sub-delims`.
    also: &'static str,
    /// Characters that end the component there.
    ends: &'static str,
}

/// RFC 3986 sections 3.2.1, 3.2.2, 3.3, 3.4 and 3.5. Of several `@` the last ends the userinfo.
const CONTEXTS: [Context; 5] = [
    Context { place: SyntaxPosition::Userinfo, before: "//u", after: "@h/", also: ":", ends: "/?#" },
    Context { place: SyntaxPosition::RegName, before: "//h", after: "h/", also: "", ends: "/?#@:" },
    Context { place: SyntaxPosition::Path, before: "/p", after: "p", also: ":@/", ends: "?#" },
    Context { place: SyntaxPosition::Query, before: "?q", after: "q", also: ":@/?", ends: "#" },
    Context { place: SyntaxPosition::Fragment, before: "#z", after: "z", also: ":@/?", ends: "" },
];

impl Context {
    /// Returns whether `dialect` derives `c` here, by the ABNF.
    fn derives(&self, c: char, dialect: Dialect) -> bool {
        let is_uri = is_in(c, UNRESERVED) || is_in(c, SUB_DELIMS) || self.also.contains(c);
        let is_query = self.place == SyntaxPosition::Query;
        is_uri
            || match dialect {
                Dialect::Uri => false,
                Dialect::Iri => is_in(c, UCSCHAR) || is_query && is_in(c, IPRIVATE),
                Dialect::IriBis => is_in(c, UCSCHAR) || is_query && is_in(c, IPRIVATE_BIS),
                Dialect::Leiri => is_in(c, UCSCHAR_LEIRI),
                // Section 6.2 of 3987bis: ifragment = *( ipchar / "/" / "?" / "#" ).
                Dialect::WebAddress => is_in(c, UCSCHAR_LEIRI) || self.place == SyntaxPosition::Fragment && c == '#',
            }
    }

    /// Returns the dialects that allow `c` here, including the ban of section 4.1 and the single `%` of Web Addresses.
    fn allowing(&self, c: char) -> Vec<Dialect> {
        let is_allowed = |dialect: &Dialect| match dialect {
            Dialect::Iri | Dialect::IriBis => self.derives(c, *dialect) && !is_in(c, BANNED),
            Dialect::WebAddress => self.derives(c, *dialect) || c == '%',
            _ => self.derives(c, *dialect),
        };
        Dialect::ALL.into_iter().filter(is_allowed).collect()
    }

    /// Returns the inspected characters at this position of a text.
    fn inspected(&self, characters: &str) -> Vec<CharacterAt> {
        let text = format!("{}{characters}{}", self.before, self.after);
        let here = self.before.len()..self.before.len() + characters.len();
        let inspection = inspect(&text, &without_rules());
        let all = inspection.characters(CharacterFilter::All);
        all.into_iter().filter(|at| here.contains(&at.start)).collect()
    }
}

/// Returns options without rules: findings do not change which characters are allowed, and take time.
fn without_rules() -> Options {
    let mut options = Options::default();
    for group in Group::ALL {
        options.severities.set(group.name(), None).unwrap_or_default(); // a group may have no rule yet
    }
    options
}

/// Returns all scalar values above ASCII, as texts of at most 4,096 characters.
fn blocks() -> impl Iterator<Item = String> {
    let all: Vec<char> = ('\u{80}'..=char::MAX).collect();
    (0..all.len()).step_by(4096).map(move |start| all[start..all.len().min(start + 4096)].iter().collect())
}

#[test]
fn the_groups_are_those_of_the_note() {
    for c in '\0'..=char::MAX {
        let expected = GROUPS.iter().find(|(_, ranges)| is_in(c, ranges)).map(|(group, _)| *group);
        assert_eq!(LeiriGroup::from_char(c), expected, "U+{:04X}", u32::from(c));
    }
}

#[test]
fn a_dialect_allows_what_its_abnf_derives_except_bidi_formatting() {
    for context in &CONTEXTS {
        for c in '\0'..=char::MAX {
            for dialect in Dialect::ALL {
                // RFC 3987 section 4.1.
                let is_banned = matches!(dialect, Dialect::Iri | Dialect::IriBis) && is_in(c, BANNED);
                let expected = context.derives(c, dialect) && !is_banned;
                assert_eq!(
                    dialect.allows(c, context.place),
                    expected,
                    "U+{:04X} {:?} {dialect}",
                    u32::from(c),
                    context.place
                );
            }
        }
    }
}

#[test]
fn an_ascii_character_is_allowed_by_the_dialects_that_derive_it() {
    for context in &CONTEXTS {
        for c in '\0'..='\u{7F}' {
            let found = context.inspected(&c.to_string());
            let [at] = &found[..] else { panic!("{c:?} is one character, not {found:?}") };
            if context.ends.contains(c) {
                assert_ne!(at.position, context.place, "{c:?} ends the {:?}", context.place);
                continue;
            }
            assert_eq!((at.position, &at.allowed_by), (context.place, &context.allowing(c)), "{c:?}");
        }
    }
}

#[test]
fn characters_that_end_a_component_are_in_the_next_one() {
    let place = |text: &str, at: usize| {
        let inspection = inspect(text, &Options::default());
        let all = inspection.characters(CharacterFilter::All);
        (all[at].position, all[at].allowed_by.len())
    };
    let everywhere = Dialect::ALL.len();
    assert_eq!(place("//u/@h", 3), (SyntaxPosition::Path, everywhere));
    assert_eq!(place("//u?@h", 3), (SyntaxPosition::Delimiter, everywhere));
    assert_eq!(place("//u@h", 3), (SyntaxPosition::Delimiter, everywhere));
    assert_eq!(place("//u@v@h", 3), (SyntaxPosition::Userinfo, 0));
    assert_eq!(place("//h:8", 3), (SyntaxPosition::Delimiter, everywhere));
    assert_eq!(place("//[::]", 2), (SyntaxPosition::Delimiter, everywhere));
    assert_eq!(place("//h[", 3), (SyntaxPosition::RegName, 0));
    assert_eq!(place("/p#", 2), (SyntaxPosition::Delimiter, everywhere));
    assert_eq!(place("##", 1), (SyntaxPosition::Fragment, 1));
    assert_eq!(place("1:", 1), (SyntaxPosition::FirstSegment, 0));
}

#[test]
fn all_dialects_allow_an_encoding_and_only_web_addresses_a_single_percent_sign() {
    for context in &CONTEXTS {
        assert_eq!(context.inspected("%41")[0].allowed_by, Dialect::ALL);
        assert_eq!(context.inspected("%4")[0].allowed_by, [Dialect::WebAddress]);
    }
}

fn every_character_above_ascii_is_allowed_by_the_dialects_that_derive_it(context: &Context) {
    for block in blocks() {
        let found = context.inspected(&block);
        assert_eq!(found.len(), block.chars().count());
        for at in found {
            let c = at.character.c;
            let expected = (context.place, context.allowing(c), LeiriGroup::from_char(c));
            assert_eq!((at.position, at.allowed_by, at.character.group), expected, "U+{:04X}", u32::from(c));
        }
    }
}

#[test]
fn the_userinfo_allows_what_the_abnf_derives() {
    every_character_above_ascii_is_allowed_by_the_dialects_that_derive_it(&CONTEXTS[0]);
}

#[test]
fn the_host_allows_what_the_abnf_derives() {
    every_character_above_ascii_is_allowed_by_the_dialects_that_derive_it(&CONTEXTS[1]);
}

#[test]
fn the_path_allows_what_the_abnf_derives() {
    every_character_above_ascii_is_allowed_by_the_dialects_that_derive_it(&CONTEXTS[2]);
}

#[test]
fn the_query_allows_what_the_abnf_derives() {
    every_character_above_ascii_is_allowed_by_the_dialects_that_derive_it(&CONTEXTS[3]);
}

#[test]
fn the_fragment_allows_what_the_abnf_derives() {
    every_character_above_ascii_is_allowed_by_the_dialects_that_derive_it(&CONTEXTS[4]);
}

#[test]
fn every_assigned_character_has_its_name() {
    let categories = CodePointMapData::<GeneralCategory>::new();
    for c in '\0'..=char::MAX {
        let name = name(c);
        match (unicode_names2::name(c), categories.get(c)) {
            (Some(expected), _) => assert_eq!(name, expected.to_string()),
            (None, GeneralCategory::Control) => assert!(!name.starts_with('<'), "U+{:04X} {name}", u32::from(c)),
            (None, GeneralCategory::PrivateUse) => assert_eq!(name, format!("<private-use-{:04X}>", u32::from(c))),
            (None, GeneralCategory::Unassigned) => {
                let is_noncharacter = u32::from(c) & 0xFFFE == 0xFFFE || is_in(c, &[(0xFDD0, 0xFDEF)]);
                let kind = if is_noncharacter { "noncharacter" } else { "reserved" };
                assert_eq!(name, format!("<{kind}-{:04X}>", u32::from(c)));
            }
            // Named by a rule, or newer than the table of names: never "reserved".
            (None, _) => assert!(name.ends_with(&format!("-{:04X}", u32::from(c))) || name.starts_with("<unnamed-")),
        }
    }
}

#[test]
fn names_missing_from_the_tables_follow_the_standard() {
    for (c, expected) in [
        ('\0', "NULL"),
        ('\t', "CHARACTER TABULATION"),
        ('\n', "LINE FEED"),
        ('\r', "CARRIAGE RETURN"),
        ('\u{1B}', "ESCAPE"),
        ('\u{7F}', "DELETE"),
        ('\u{85}', "NEXT LINE"),
        ('\u{9F}', "APPLICATION PROGRAM COMMAND"),
        ('\u{4E00}', "CJK UNIFIED IDEOGRAPH-4E00"),
        ('\u{2B81D}', "CJK UNIFIED IDEOGRAPH-2B81D"),
        ('\u{AC00}', "HANGUL SYLLABLE GA"),
        ('\u{17000}', "TANGUT IDEOGRAPH-17000"),
        ('\u{18D00}', "TANGUT IDEOGRAPH-18D00"),
        ('\u{18B00}', "KHITAN SMALL SCRIPT CHARACTER-18B00"),
        ('\u{18800}', "TANGUT COMPONENT-001"),
        ('\u{378}', "<reserved-0378>"),
        ('\u{FDD0}', "<noncharacter-FDD0>"),
        ('\u{10FFFF}', "<noncharacter-10FFFF>"),
    ] {
        assert_eq!(name(c), expected);
    }
}

#[test]
fn the_properties_of_a_character_are_those_of_the_database() {
    let properties = |c: char| {
        let Character { category, script, block, bidi_class, .. } = Character::new(c);
        (category, script, block, bidi_class)
    };
    assert_eq!(properties(' '), ("Zs", "Common", "Basic Latin", "WS"));
    assert_eq!(properties('\u{5D0}'), ("Lo", "Hebrew", "Hebrew", "R"));
    assert_eq!(properties('\u{661}'), ("Nd", "Arabic", "Arabic", "AN"));
    assert_eq!(properties('\u{301}'), ("Mn", "Inherited", "Combining Diacritical Marks", "NSM"));
    assert_eq!(properties('\u{202E}'), ("Cf", "Common", "General Punctuation", "RLO"));
    assert_eq!(properties('\u{E000}'), ("Co", "Unknown", "Private Use Area", "L"));
    assert_eq!(properties('\u{FDD0}'), ("Cn", "Unknown", "Arabic Presentation Forms-A", "BN"));
    assert_eq!(properties('\u{2FE0}'), ("Cn", "Unknown", "No_Block", "L"));
}

/// RFC 9839 section 4, with its ranges as printed there.
#[test]
fn the_repertoire_is_that_of_rfc_9839() {
    let xml: Ranges = &[(0x9, 0xA), (0xD, 0xD), (0x20, 0xD7FF), (0xE000, 0xFFFD), (0x10000, 0x10_FFFF)];
    for c in '\0'..=char::MAX {
        let is_legacy_control = is_in(c, &[(0x0, 0x8), (0xB, 0xC), (0xE, 0x1F), (0x7F, 0x9F)]);
        let is_noncharacter = is_in(c, GROUPS[8].1) || matches!(c, '\u{FFFE}' | '\u{FFFF}');
        let expected = match (is_in(c, xml), is_legacy_control || is_noncharacter) {
            (_, false) => Repertoire::UnicodeAssignables,
            (true, true) => Repertoire::XmlCharacters,
            (false, true) => Repertoire::UnicodeScalars,
        };
        assert_eq!(Repertoire::from_char(c), expected, "U+{:04X}", u32::from(c));
    }
}
