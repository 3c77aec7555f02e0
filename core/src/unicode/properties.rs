//! Properties of characters above ASCII that rules need, in a table. It is computed per block of 256 characters when
//! one of them first occurs: two loads per character, nothing at start.

use std::ops::RangeInclusive;
use std::sync::OnceLock;

use icu_normalizer::ComposingNormalizerBorrowed;
use icu_normalizer::properties::CanonicalCombiningClassMapBorrowed;
use icu_properties::props::{
    self, ChangesWhenNfkcCasefolded, DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup, Script,
    WhiteSpace,
};
use icu_properties::{CodePointMapData, CodePointSetData};
use unicode_bidi::BidiClass;
use unicode_security::GeneralSecurityProfile;
use unicode_security::mixed_script::AugmentedScriptSet;

use crate::unicode::delimiters::delimiter_look_alike;
use crate::unicode::idna2008::IdnaProperty;
use crate::unicode::leiri_groups::LeiriGroup;

/// Set of properties of characters above ASCII.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CharacterProperties(u16);

impl CharacterProperties {
    /// A character of bidi class R or AL.
    pub const RIGHT_TO_LEFT: Self = Self(1 << 0);
    /// An Arabic number, or another character that affects right-to-left display.
    pub const BIDI_CONTROL: Self = Self(1 << 1);
    /// Default_Ignorable_Code_Point, or White_Space above ASCII.
    pub const INVISIBLE: Self = Self(1 << 2);
    /// A text with the character may not be in NFC: the character changes, or it composes with the previous one. In a text
    /// also: its marks may have another order.
    pub const NFC_SUSPECT: Self = Self(1 << 3);
    /// NFKC changes the character.
    pub const COMPATIBILITY: Self = Self(1 << 4);
    /// General category Cn, except noncharacters.
    pub const UNASSIGNED: Self = Self(1 << 5);
    /// A character above ASCII in a group of the LEIRI Note.
    pub const LEIRI_GROUPED: Self = Self(1 << 6);
    /// A character that looks like a delimiter.
    pub const DELIMITER_LOOK_ALIKE: Self = Self(1 << 7);
    /// A letter that looks like an ASCII letter (UTS #39 section 4).
    pub const LOOKS_ASCII: Self = Self(1 << 8);
    /// A character that IDNA2008 does not allow everywhere in a host label, that UTS #39 advises against in names, or
    /// that looks like a delimiter.
    pub const HOST_RESTRICTED: Self = Self(1 << 9);
    /// A character that IDNA maps, rejects, or allows only next to certain others; not a right-to-left letter.
    pub const IDNA_WORK: Self = Self(1 << 10);
    /// A combining mark (general category M).
    pub const MARK: Self = Self(1 << 11);

    /// Returns the properties of all characters of `text`.
    pub fn from_text(text: &str) -> Self {
        let mut properties = Self::default();
        let mut marks = MarkOrder::default();
        let mut block = Block::containing('\u{80}');
        let mut rest = text;
        while let Some(start) = first_above_ascii(rest.as_bytes()) {
            let mut characters = rest[start..].chars();
            for c in characters.by_ref() {
                if c.is_ascii() {
                    break;
                }
                let entry = block.move_to(c).entry(c);
                properties = properties.or(entry.properties).or(marks.next(entry));
            }
            rest = characters.as_str();
        }
        properties
    }

    /// Returns the properties of one character; none for ASCII.
    #[inline]
    pub fn from_char(c: char) -> Self {
        Block::containing(c).entry(c).properties
    }

    /// Returns the union of the two sets.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether the two sets have a property in common.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the set as bits.
    pub const fn bits(self) -> u16 {
        self.0
    }
}

/// Returns whether `c` is of bidi class R or AL.
#[inline]
pub fn is_right_to_left(c: char) -> bool {
    CharacterProperties::from_char(c).intersects(CharacterProperties::RIGHT_TO_LEFT)
}

/// Returns whether `c` can change the order of display: a right-to-left letter, an Arabic number, or a bidi
/// formatting character.
#[inline]
pub fn may_reorder(c: char) -> bool {
    let properties = CharacterProperties::RIGHT_TO_LEFT.or(CharacterProperties::BIDI_CONTROL);
    CharacterProperties::from_char(c).intersects(properties)
}

/// Returns whether `c` is invisible: Default_Ignorable_Code_Point, or White_Space above ASCII.
#[inline]
pub fn is_invisible(c: char) -> bool {
    CharacterProperties::from_char(c).intersects(CharacterProperties::INVISIBLE)
}

/// Returns whether `c` is not assigned in any known Unicode version, or is in a group of the LEIRI Note above ASCII.
#[inline]
pub fn is_unassigned_or_grouped(c: char) -> bool {
    let properties = CharacterProperties::UNASSIGNED.or(CharacterProperties::LEIRI_GROUPED);
    CharacterProperties::from_char(c).intersects(properties)
}

/// Returns whether `c` is a combining mark (general category M).
pub fn is_mark(c: char) -> bool {
    CharacterProperties::from_char(c).intersects(CharacterProperties::MARK)
}

/// Returns the bidi class of `c`.
#[inline]
pub(crate) fn bidi_class(c: char) -> BidiClass {
    Block::containing(c).entry(c).bidi
}

/// Table entry of one character.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    /// Properties of the character; none for ASCII.
    pub properties: CharacterProperties,
    /// Bidi class.
    pub bidi: BidiClass,
    /// Canonical combining class.
    combining_class: u8,
    /// Script, as far as mixing scripts in a name matters.
    pub scripts: Scripts,
}

/// Order of the marks of a text (UAX #15, canonical ordering).
#[derive(Clone, Copy, Default)]
pub(crate) struct MarkOrder(u8);

impl MarkOrder {
    /// Returns [`NFC_SUSPECT`](CharacterProperties::NFC_SUSPECT) if the mark `entry` belongs before the previous one.
    #[inline]
    pub(crate) fn next(&mut self, entry: Entry) -> CharacterProperties {
        let is_late = entry.combining_class != 0 && entry.combining_class < self.0;
        self.0 = entry.combining_class;
        if is_late { CharacterProperties::NFC_SUSPECT } else { CharacterProperties::default() }
    }
}

/// Script of a character, or a group of scripts that are written together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Scripts {
    /// Common, Inherited and Unknown: combined with all.
    #[default]
    Any,
    /// Common and Inherited, but only for some scripts (`Script_Extensions`).
    Shared,
    Latin,
    /// Han, Hiragana and Katakana.
    Japanese,
    Other(Script),
}

impl Scripts {
    fn from_char(c: char) -> Self {
        match CodePointMapData::<Script>::new().get(c) {
            Script::Unknown => Self::Any,
            Script::Common | Script::Inherited if AugmentedScriptSet::for_char(c).is_all() => Self::Any,
            Script::Common | Script::Inherited => Self::Shared,
            Script::Latin => Self::Latin,
            Script::Han | Script::Hiragana | Script::Katakana => Self::Japanese,
            script => Self::Other(script),
        }
    }

    /// Returns whether the two may be in one name without a closer look: UTS #39 allows Latin with Japanese.
    pub(crate) fn may_combine(self, other: Self) -> bool {
        use Scripts::{Any, Japanese, Latin, Shared};
        match (self, other) {
            (Any, _) | (_, Any) | (Latin, Japanese) | (Japanese, Latin) => true,
            (Shared, Shared) => false,
            (one, another) => one == another,
        }
    }
}

type Table = [Entry; 256];

static TABLES: [OnceLock<Box<Table>>; 0x1100] = [const { OnceLock::new() }; 0x1100];

/// Properties of 256 characters.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    number: u32,
    table: &'static Table,
}

impl Block {
    /// Returns the block that contains `c`.
    #[inline]
    pub(crate) fn containing(c: char) -> Self {
        let number = u32::from(c) >> 8;
        Self { number, table: TABLES[number as usize].get_or_init(|| table(number)) }
    }

    /// Returns the block that contains `c`: nearly always this one, because neighbors are in the same block.
    #[inline]
    pub(crate) fn move_to(&mut self, c: char) -> Self {
        if u32::from(c) >> 8 != self.number {
            *self = Self::containing(c);
        }
        *self
    }

    /// Returns the properties of a character of the block.
    #[inline]
    pub(crate) fn entry(self, c: char) -> Entry {
        self.table[(u32::from(c) & 0xFF) as usize]
    }
}

fn table(number: u32) -> Box<Table> {
    // Surrogates have no properties: a text cannot contain them.
    let none = Entry {
        properties: CharacterProperties::default(),
        bidi: BidiClass::L,
        combining_class: 0,
        scripts: Scripts::Any,
    };
    let mut table = Box::new([none; 256]);
    for (code, entry) in (number << 8..).zip(table.iter_mut()) {
        let Some(c) = char::from_u32(code) else { continue };
        entry.bidi = CodePointMapData::<props::BidiClass>::new().get(c).into();
        if !c.is_ascii() {
            (entry.properties, entry.scripts) = (properties(c, entry.bidi), Scripts::from_char(c));
            entry.combining_class = CanonicalCombiningClassMapBorrowed::new().get_u8(c);
        }
    }
    table
}

fn properties(c: char, bidi: BidiClass) -> CharacterProperties {
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    let invisible = CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        || CodePointSetData::new::<WhiteSpace>().contains(c);
    let grouped = LeiriGroup::from_char(c).is_some();

    let all = [
        (matches!(bidi, BidiClass::R | BidiClass::AL), CharacterProperties::RIGHT_TO_LEFT),
        (is_bidi_control(bidi), CharacterProperties::BIDI_CONTROL),
        (invisible, CharacterProperties::INVISIBLE),
        (may_leave_nfc(c), CharacterProperties::NFC_SUSPECT),
        (GeneralCategoryGroup::Mark.contains(category), CharacterProperties::MARK),
        (changes(&ComposingNormalizerBorrowed::new_nfkc(), c), CharacterProperties::COMPATIBILITY),
        (category == GeneralCategory::Unassigned && !grouped, CharacterProperties::UNASSIGNED),
        (grouped, CharacterProperties::LEIRI_GROUPED),
        (looks_ascii(c), CharacterProperties::LOOKS_ASCII),
        (delimiter_look_alike(c).is_some(), CharacterProperties::DELIMITER_LOOK_ALIKE),
        (!is_plain_in_idna(c, category, bidi), CharacterProperties::IDNA_WORK),
        (is_restricted_in_hosts(c), CharacterProperties::HOST_RESTRICTED),
    ];
    let properties = all.into_iter().filter(|(is_set, _)| *is_set);
    properties.fold(CharacterProperties::default(), |set, (_, property)| set.or(property))
}

/// Returns whether a label of such characters of one direction, in NFC and with a letter at the start, is already a
/// U-label (RFC 5892, as UTS #46 processes it): letters and marks that no mapping changes and no contextual rule applies
/// to. `core/tests/it/idna.rs` tests them all.
fn is_plain_in_idna(c: char, category: GeneralCategory, bidi: BidiClass) -> bool {
    use GeneralCategory::{LowercaseLetter, NonspacingMark, OtherLetter, SpacingMark};
    let is_mark = matches!(category, NonspacingMark | SpacingMark);
    (is_mark || matches!(category, LowercaseLetter | OtherLetter))
        && matches!(bidi, BidiClass::L | BidiClass::R | BidiClass::AL | BidiClass::NSM)
        && (!is_mark || IdnaProperty::from_char(c) == IdnaProperty::Valid)
        && !CodePointSetData::new::<ChangesWhenNfkcCasefolded>().contains(c)
        && !CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        && !may_leave_nfc(c)
}

fn is_restricted_in_hosts(c: char) -> bool {
    IdnaProperty::from_char(c) != IdnaProperty::Valid || !c.identifier_allowed() || delimiter_look_alike(c).is_some()
}

/// Returns whether the skeleton of `c` consists of ASCII letters (UTS #39 section 4).
fn looks_ascii(c: char) -> bool {
    let mut buffer = [0; 4];
    let mut skeleton = unicode_security::skeleton(c.encode_utf8(&mut buffer)).peekable();
    skeleton.peek().is_some() && skeleton.all(|c| c.is_ascii_alphabetic())
}

fn is_bidi_control(class: BidiClass) -> bool {
    use BidiClass::{AN, FSI, LRE, LRI, LRO, PDF, PDI, RLE, RLI, RLO};
    matches!(class, AN | LRE | RLE | LRO | RLO | PDF | LRI | RLI | FSI | PDI)
}

/// Returns whether a text with `c` may not be in NFC although its marks are in order: `c` changes alone, or composes with
/// the previous character.
fn may_leave_nfc(c: char) -> bool {
    COMPOSING.iter().any(|composing| composing.contains(&c)) || changes(&ComposingNormalizerBorrowed::new_nfc(), c)
}

/// Characters that compose with a previous one, or whose decomposition starts with such a character. A test derives them from the decompositions.
const COMPOSING: &[RangeInclusive<char>] = &[
    '\u{300}'..='\u{304}',
    '\u{306}'..='\u{30C}',
    '\u{30F}'..='\u{30F}',
    '\u{311}'..='\u{311}',
    '\u{313}'..='\u{314}',
    '\u{31B}'..='\u{31B}',
    '\u{323}'..='\u{328}',
    '\u{32D}'..='\u{32E}',
    '\u{330}'..='\u{331}',
    '\u{338}'..='\u{338}',
    '\u{342}'..='\u{342}',
    '\u{345}'..='\u{345}',
    '\u{653}'..='\u{655}',
    '\u{93C}'..='\u{93C}',
    '\u{9BE}'..='\u{9BE}',
    '\u{9D7}'..='\u{9D7}',
    '\u{B3E}'..='\u{B3E}',
    '\u{B56}'..='\u{B57}',
    '\u{BBE}'..='\u{BBE}',
    '\u{BD7}'..='\u{BD7}',
    '\u{C56}'..='\u{C56}',
    '\u{CC2}'..='\u{CC2}',
    '\u{CD5}'..='\u{CD6}',
    '\u{D3E}'..='\u{D3E}',
    '\u{D57}'..='\u{D57}',
    '\u{DCA}'..='\u{DCA}',
    '\u{DCF}'..='\u{DCF}',
    '\u{DDF}'..='\u{DDF}',
    '\u{102E}'..='\u{102E}',
    '\u{1161}'..='\u{1175}',
    '\u{11A8}'..='\u{11C2}',
    '\u{1B35}'..='\u{1B35}',
    '\u{3099}'..='\u{309A}',
    '\u{110BA}'..='\u{110BA}',
    '\u{11127}'..='\u{11127}',
    '\u{1133E}'..='\u{1133E}',
    '\u{11357}'..='\u{11357}',
    '\u{113B8}'..='\u{113B8}',
    '\u{113BB}'..='\u{113BB}',
    '\u{113C2}'..='\u{113C2}',
    '\u{113C5}'..='\u{113C5}',
    '\u{113C7}'..='\u{113C9}',
    '\u{114B0}'..='\u{114B0}',
    '\u{114BA}'..='\u{114BA}',
    '\u{114BD}'..='\u{114BD}',
    '\u{115AF}'..='\u{115AF}',
    '\u{11930}'..='\u{11930}',
    '\u{1611E}'..='\u{16125}',
    '\u{16129}'..='\u{16129}',
    '\u{16D67}'..='\u{16D68}',
];

fn changes(normalizer: &ComposingNormalizerBorrowed<'_>, c: char) -> bool {
    !normalizer.is_normalized(c.encode_utf8(&mut [0; 4]))
}

/// Returns the index of the first byte above ASCII; scans eight bytes at a time.
pub(crate) fn first_above_ascii(bytes: &[u8]) -> Option<usize> {
    const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
    let mut at = 0;
    while let Some(chunk) = bytes[at..].first_chunk::<8>() {
        let high = u64::from_le_bytes(*chunk) & HIGH_BITS;
        if high != 0 {
            return Some(at + (high.trailing_zeros() / 8) as usize);
        }
        at += 8;
    }
    bytes[at..].iter().position(|byte| !byte.is_ascii()).map(|offset| at + offset)
}

#[cfg(test)]
mod tests {
    use super::*;
    use icu_normalizer::properties::{CanonicalDecompositionBorrowed, Decomposed};

    #[test]
    fn the_composing_characters_are_those_of_the_decompositions() {
        let decomposition = CanonicalDecompositionBorrowed::new();
        let normalizer = ComposingNormalizerBorrowed::new_nfc();
        let is_stable = |c: &char| normalizer.is_normalized(c.encode_utf8(&mut [0; 4]));
        let parts = |c| match decomposition.decompose(c) {
            Decomposed::Expansion(first, second) => Some((first, second)),
            _ => None,
        };
        let composed: Vec<char> = ('\u{80}'..=char::MAX).filter(is_stable).collect();
        let mut composing: Vec<char> = composed.iter().filter_map(|c| parts(*c)).map(|(_, second)| second).collect();
        let starts = |c: &&char| parts(**c).is_some_and(|(first, _)| composing.contains(&first));
        composing.extend(composed.iter().filter(starts).copied().collect::<Vec<_>>());
        composing.sort_unstable();
        composing.dedup();
        let listed: Vec<char> = COMPOSING.iter().cloned().flatten().collect();
        assert_eq!(composing, listed);
    }

    #[test]
    fn a_text_that_is_not_suspect_is_in_nfc() {
        let normalizer = ComposingNormalizerBorrowed::new_nfc();
        let characters: Vec<char> = ('a'..='c').chain('\u{80}'..='\u{3FFF}').chain('\u{11000}'..='\u{16FFF}').collect();
        let mut rng = fastrand::Rng::with_seed(15);
        let (mut marked, mut suspect) = (0, 0);
        for _ in 0..300_000 {
            let marks = std::iter::repeat_with(|| rng.choice(&characters)).flatten().filter(|c| is_mark(**c)).take(2);
            let text: String =
                "a".chars().chain(marks.copied().collect::<Vec<_>>()).chain(rng.choice(&characters).copied()).collect();
            if CharacterProperties::from_text(&text).intersects(CharacterProperties::NFC_SUSPECT) {
                suspect += 1;
            } else {
                assert!(normalizer.is_normalized(&text), "{}", text.escape_unicode());
                marked += 1;
            }
        }
        assert!(marked > 10_000 && suspect > 10_000, "{marked} and {suspect}");
    }
}
