//! The properties of characters above ASCII that rules ask for, in a table that is worked out 256
//! characters at a time, when the first of them is met: two loads for a character, nothing at start.

use std::sync::OnceLock;

use icu_normalizer::ComposingNormalizerBorrowed;
use icu_normalizer::properties::CanonicalCombiningClassMapBorrowed;
use icu_properties::props::{
    BidiClass, ChangesWhenNfkcCasefolded, DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup, Script,
    WhiteSpace,
};
use icu_properties::{CodePointMapData, CodePointSetData};

use crate::unicode::{Features, LeiriGroup};

/// What the rules ask of one character.
#[derive(Clone, Copy, Default)]
pub(super) struct Properties {
    /// The bits 32 to 47 of its features.
    pub features: u16,
    /// Its script, as far as the scripts of a name must not differ.
    pub scripts: Scripts,
}

/// The script of a character, or a group of scripts that are written together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Scripts {
    /// Common, Inherited and Unknown: goes with all.
    #[default]
    Any,
    Latin,
    /// Han, Hiragana and Katakana.
    Japanese,
    Other(Script),
}

impl Scripts {
    fn from_char(c: char) -> Self {
        match CodePointMapData::<Script>::new().get(c) {
            Script::Common | Script::Inherited | Script::Unknown => Self::Any,
            Script::Latin => Self::Latin,
            Script::Han | Script::Hiragana | Script::Katakana => Self::Japanese,
            script => Self::Other(script),
        }
    }

    /// Whether the two stand in one name without a second look: UTS #39 lets Latin mix with Japanese.
    pub(super) fn go_together(self, other: Self) -> bool {
        use Scripts::{Any, Japanese, Latin};
        self == other || matches!((self, other), (Any, _) | (_, Any) | (Latin, Japanese) | (Japanese, Latin))
    }
}

impl Properties {
    /// Looks `c` up; ASCII has none.
    #[inline]
    pub(super) fn from_char(c: char) -> Self {
        Block::containing(c).properties(c)
    }

    /// Whether it has [`Features::LOOKS_ASCII`].
    pub(super) fn looks_ascii(self) -> bool {
        self.features & Features::LOOKS_ASCII.property_bits() != 0
    }

    fn worked_out(c: char) -> Self {
        Self { features: features(c), scripts: Scripts::from_char(c) }
    }
}

type Table = [Properties; 256];

static TABLES: [OnceLock<Box<Table>>; 0x1100] = [const { OnceLock::new() }; 0x1100];

/// The properties of 256 characters.
#[derive(Clone, Copy)]
pub(super) struct Block {
    number: u32,
    table: &'static Table,
}

impl Block {
    /// The block in which `c` is.
    #[inline]
    pub(super) fn containing(c: char) -> Self {
        let number = u32::from(c) >> 8;
        Self { number, table: TABLES[number as usize].get_or_init(|| table(number)) }
    }

    /// The block in which `c` is: nearly always this one, for neighbours are alike.
    #[inline]
    pub(super) fn move_to(&mut self, c: char) -> Self {
        if u32::from(c) >> 8 != self.number {
            *self = Self::containing(c);
        }
        *self
    }

    /// The properties of a character of the block.
    #[inline]
    pub(super) fn properties(self, c: char) -> Properties {
        self.table[(u32::from(c) & 0xFF) as usize]
    }
}

fn table(number: u32) -> Box<Table> {
    let mut table = Box::new([Properties::default(); 256]);
    for (code, entry) in (number << 8..).zip(table.iter_mut()) {
        // Surrogates keep no property: no text holds them.
        if let Some(c) = char::from_u32(code).filter(|c| !c.is_ascii()) {
            *entry = Properties::worked_out(c);
        }
    }
    table
}

fn features(c: char) -> u16 {
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    let bidi = CodePointMapData::<BidiClass>::new().get(c);
    let invisible = CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        || CodePointSetData::new::<WhiteSpace>().contains(c);
    let grouped = LeiriGroup::from_char(c).is_some();

    let features = [
        (matches!(bidi, BidiClass::RightToLeft | BidiClass::ArabicLetter), Features::RIGHT_TO_LEFT),
        (is_bidi_control(bidi), Features::BIDI_CONTROL),
        (invisible, Features::INVISIBLE),
        (may_leave_nfc(c, category), Features::NFC_SUSPECT),
        (changes(&ComposingNormalizerBorrowed::new_nfkc(), c), Features::COMPATIBILITY),
        (category == GeneralCategory::Unassigned && !grouped, Features::UNASSIGNED),
        (matches!(Scripts::from_char(c), Scripts::Other(_)), Features::LONE_SCRIPT),
        (grouped, Features::LEIRI_GROUPED),
        (looks_ascii(c), Features::LOOKS_ASCII),
        (!is_plain_in_idna(c, category, bidi), Features::IDNA_WORK),
    ];
    let met = features.into_iter().filter(|(holds, _)| *holds);
    met.fold(Features::default(), |all, (_, feature)| all.or(feature)).property_bits()
}

/// Whether a label of such characters is a U-label as it stands (RFC 5892, as UTS #46 reads it):
/// letters that no mapping changes and that no rule looks at. `core/tests/idna.rs` tries them all.
fn is_plain_in_idna(c: char, category: GeneralCategory, bidi: BidiClass) -> bool {
    matches!(category, GeneralCategory::LowercaseLetter | GeneralCategory::OtherLetter)
        && bidi == BidiClass::LeftToRight
        && !CodePointSetData::new::<ChangesWhenNfkcCasefolded>().contains(c)
        && !CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        && !may_leave_nfc(c, category)
}

/// Whether the skeleton of `c` is letters of ASCII (UTS #39 section 4).
fn looks_ascii(c: char) -> bool {
    let mut buffer = [0; 4];
    let mut skeleton = unicode_security::skeleton(c.encode_utf8(&mut buffer)).peekable();
    skeleton.peek().is_some() && skeleton.all(|c| c.is_ascii_alphabetic())
}

fn is_bidi_control(class: BidiClass) -> bool {
    use BidiClass as B;
    matches!(
        class,
        B::ArabicNumber
            | B::LeftToRightEmbedding
            | B::RightToLeftEmbedding
            | B::LeftToRightOverride
            | B::RightToLeftOverride
            | B::PopDirectionalFormat
            | B::LeftToRightIsolate
            | B::RightToLeftIsolate
            | B::FirstStrongIsolate
            | B::PopDirectionalIsolate
    )
}

/// Whether a text with `c` may not be in NFC: `c` changes alone, sorts among marks, or joins what
/// stands before it. Marks, conjoining jamo and Kirat Rai vowels are all that ever join backwards.
fn may_leave_nfc(c: char, category: GeneralCategory) -> bool {
    GeneralCategoryGroup::Mark.contains(category)
        || CanonicalCombiningClassMapBorrowed::new().get_u8(c) != 0
        || matches!(c, '\u{1160}'..='\u{11FF}' | '\u{16D63}'..='\u{16D6A}')
        || changes(&ComposingNormalizerBorrowed::new_nfc(), c)
}

fn changes(normalizer: &ComposingNormalizerBorrowed<'_>, c: char) -> bool {
    !normalizer.is_normalized(c.encode_utf8(&mut [0; 4]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use icu_normalizer::properties::{CanonicalDecompositionBorrowed, Decomposed};

    #[test]
    fn whatever_joins_backwards_may_leave_nfc() {
        let decomposition = CanonicalDecompositionBorrowed::new();
        let mut joining = 0;
        for c in '\u{80}'..=char::MAX {
            if let Decomposed::Expansion(_, second) = decomposition.decompose(c) {
                assert!(Features::from_char(second).intersects(Features::NFC_SUSPECT), "U+{:04X}", u32::from(second));
                joining += 1;
            }
        }
        assert!(joining > 1000, "only {joining} characters were taken apart");
    }
}
