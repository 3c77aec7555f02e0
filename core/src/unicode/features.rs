//! What was met in a text: byte classes, properties of characters, and parts that are present.
//! The rules say which of these they need, so that a plain reference runs few of them.
//!
//! The properties of a character come from a table that is worked out 256 characters at a time,
//! when the first of them is met: two loads for a character, nothing at start.

use std::sync::OnceLock;

use icu_normalizer::ComposingNormalizerBorrowed;
use icu_normalizer::properties::CanonicalCombiningClassMapBorrowed;
use icu_properties::props::{
    BidiClass, DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup, Script, WhiteSpace,
};
use icu_properties::{CodePointMapData, CodePointSetData};

use crate::reference::{Class, Reference, Triplet, class_of, triplets};
use crate::text::Span;

/// A set of things met. The low 32 bits are the [`Class`]es of the bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features(u64);

impl Features {
    /// `%`.
    pub const PERCENT: Self = Self(Class::PERCENT.0 as u64);
    /// `[` or `]`.
    pub const BRACKET: Self = Self(Class::BRACKET.0 as u64);
    /// `#`.
    pub const HASH: Self = Self(Class::HASH.0 as u64);
    /// `@`.
    pub const AT: Self = Self(Class::AT.0 as u64);
    /// `:` in a component.
    pub const COLON: Self = Self(Class::COLON.0 as u64);
    /// ASCII that only the LEIRI grammar admits.
    pub const LEIRI_ASCII: Self = Self(Class::LEIRI_ASCII.0 as u64);
    /// A character above ASCII.
    pub const NON_ASCII: Self = Self(Class::NON_ASCII.0 as u64);
    /// A character of the blocks in which not all are `ucschar`.
    pub const LOOK: Self = Self(Class::LOOK.0 as u64);
    /// `A` to `Z`.
    pub const UPPER: Self = Self(Class::UPPER.0 as u64);

    /// A character of bidi class R or AL.
    pub const RIGHT_TO_LEFT: Self = Self(1 << 32);
    /// An Arabic number, or another character that takes part in right-to-left display.
    pub const BIDI_CONTROL: Self = Self(1 << 33);
    /// Default_Ignorable_Code_Point, or White_Space above ASCII.
    pub const INVISIBLE: Self = Self(1 << 34);
    /// The text may not be in NFC.
    pub const NFC_SUSPECT: Self = Self(1 << 35);
    /// NFKC changes the character.
    pub const COMPATIBILITY: Self = Self(1 << 36);
    /// General category Cn, noncharacters apart.
    pub const UNASSIGNED: Self = Self(1 << 37);
    /// A script other than Latin, Common and Inherited.
    pub const NOT_LATIN: Self = Self(1 << 38);
    /// A character that the LEIRI Note groups, above ASCII.
    pub const LEIRI_GROUPED: Self = Self(1 << 39);

    /// The text matches no `-reference` production up to LEIRI's.
    pub const NO_LEIRI: Self = Self(1 << 48);
    /// There is an authority.
    pub const AUTHORITY: Self = Self(1 << 49);
    /// There is a scheme.
    pub const SCHEME: Self = Self(1 << 50);
    /// The authority holds user information.
    pub const USERINFO: Self = Self(1 << 51);
    /// The authority holds a port, an empty one included.
    pub const PORT: Self = Self(1 << 52);
    /// A capital in the scheme.
    pub const UPPER_SCHEME: Self = Self(1 << 53);
    /// A capital in the authority.
    pub const UPPER_AUTHORITY: Self = Self(1 << 54);
    /// A path segment that begins with a dot.
    pub const DOTTED_SEGMENT: Self = Self(1 << 55);
    /// The decoder had something to say.
    pub const SLIP: Self = Self(1 << 56);
    /// `%` or a character above ASCII in the authority.
    pub const ENCODED_AUTHORITY: Self = Self(1 << 57);
    /// `xn--` in the authority.
    pub const A_LABEL: Self = Self(1 << 58);
    /// A triplet with a hexadecimal digit in lower case.
    pub const LOWER_TRIPLET: Self = Self(1 << 60);
    /// The triplet of an unreserved character.
    pub const UNRESERVED_TRIPLET: Self = Self(1 << 61);
    /// The triplet of an octet above 0x7F.
    pub const HIGH_TRIPLET: Self = Self(1 << 62);
    /// `%25`.
    pub const ENCODED_PERCENT: Self = Self(1 << 63);

    /// The union of the two.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the two share a feature.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// What was met in `reference`.
    pub fn of(reference: &Reference<'_>) -> Self {
        let seen = reference.seen;
        let anywhere = seen.anywhere();
        let mut features = Self(u64::from(anywhere.0)).or(Self::of_parts(reference));
        if anywhere.intersects(Class::NON_ASCII) {
            features = features.or(Self::of_text(reference.text));
        }
        if anywhere.intersects(Class::PERCENT) {
            features = features.or(Self::of_triplets(reference.text.as_bytes()));
        }
        features
    }

    fn of_triplets(bytes: &[u8]) -> Self {
        let mut features = Self(0);
        for Triplet { start, octet } in triplets(bytes) {
            features = features.or(match octet {
                b'%' => Self::ENCODED_PERCENT,
                0x80.. => Self::HIGH_TRIPLET,
                _ if class_of(octet).intersects(Class::UNRESERVED) => Self::UNRESERVED_TRIPLET,
                _ => Self(0),
            });
            // Among the digits of a triplet only `a` to `f` have the bit that makes ASCII lower case
            // together with the one that parts letters from digits.
            if (bytes[start + 1] & 0x60) == 0x60 || (bytes[start + 2] & 0x60) == 0x60 {
                features = features.or(Self::LOWER_TRIPLET);
            }
        }
        features
    }

    fn of_parts(reference: &Reference<'_>) -> Self {
        let seen = reference.seen;
        let when = |condition: bool, feature: Self| if condition { feature } else { Self(0) };
        let mut features = when(!reference.is_reference(crate::Dialect::Leiri), Self::NO_LEIRI)
            .or(when(reference.has_scheme(), Self::SCHEME))
            .or(when(seen.scheme.intersects(Class::UPPER), Self::UPPER_SCHEME));
        if let Some(authority) = reference.authority {
            let encoded = Class::PERCENT.or(Class::NON_ASCII);
            features = features
                .or(Self::AUTHORITY)
                .or(when(authority.userinfo.is_some(), Self::USERINFO))
                .or(when(authority.port.is_some(), Self::PORT))
                .or(when(may_have_a_label(reference, authority.host), Self::A_LABEL))
                .or(when(seen.authority.intersects(Class::UPPER), Self::UPPER_AUTHORITY))
                .or(when(seen.authority.intersects(encoded), Self::ENCODED_AUTHORITY));
        }
        if seen.path.intersects(Class::DOT) {
            let path = reference.path.of(reference.text).as_bytes();
            let dotted = path.first() == Some(&b'.') || path.windows(2).any(|pair| pair == b"/.");
            features = features.or(when(dotted, Self::DOTTED_SEGMENT));
        }
        features
    }

    /// The properties of all characters of `text` that are above ASCII.
    pub fn of_text(text: &str) -> Self {
        let above = text.chars().filter(|c| !c.is_ascii());
        above.fold(Self(0), |features, c| features.or(Self::of_char(c)))
    }

    /// The properties of one character; none for ASCII.
    #[inline]
    pub fn of_char(c: char) -> Self {
        let code = u32::from(c) as usize;
        let page = PAGES[code >> 8].get_or_init(|| page(code >> 8));
        Self(u64::from(page[code & 0xFF]) << 32)
    }
}

/// Whether `xn--` stands anywhere in the host.
fn may_have_a_label(reference: &Reference<'_>, host: Span) -> bool {
    let has_prefix = |host: &[u8]| host.windows(4).any(|window| window.eq_ignore_ascii_case(b"xn--"));
    reference.seen.authority.intersects(Class::HYPHEN) && has_prefix(&reference.text.as_bytes()[host.range()])
}

/// The bits 32 to 47 of the features of 256 characters.
type Page = Box<[u16; 256]>;

static PAGES: [OnceLock<Page>; 0x1100] = [const { OnceLock::new() }; 0x1100];

fn page(number: usize) -> Page {
    let mut page = Box::new([0; 256]);
    for (low, bits) in page.iter_mut().enumerate() {
        let code = u32::try_from(number << 8 | low).expect("a page number is below 0x1100");
        // Surrogates keep no bit: no text holds them.
        if let Some(c) = char::from_u32(code).filter(|c| !c.is_ascii()) {
            *bits = properties(c);
        }
    }
    page
}

fn properties(c: char) -> u16 {
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    let bidi = CodePointMapData::<BidiClass>::new().get(c);
    let script = CodePointMapData::<Script>::new().get(c);
    let invisible = CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        || CodePointSetData::new::<WhiteSpace>().contains(c);
    let grouped = super::LeiriGroup::of(c).is_some();

    let features = [
        (matches!(bidi, BidiClass::RightToLeft | BidiClass::ArabicLetter), Features::RIGHT_TO_LEFT),
        (is_bidi_control(bidi), Features::BIDI_CONTROL),
        (invisible, Features::INVISIBLE),
        (may_leave_nfc(c, category), Features::NFC_SUSPECT),
        (changes(&ComposingNormalizerBorrowed::new_nfkc(), c), Features::COMPATIBILITY),
        (category == GeneralCategory::Unassigned && !grouped, Features::UNASSIGNED),
        (!matches!(script, Script::Latin | Script::Common | Script::Inherited), Features::NOT_LATIN),
        (grouped, Features::LEIRI_GROUPED),
    ];
    let met = features.into_iter().filter(|(holds, _)| *holds);
    let bits = met.fold(Features(0), |all, (_, feature)| all.or(feature)).0 >> 32;
    u16::try_from(bits).expect("the features of characters are bits 32 to 47")
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
/// stands before it. Marks and conjoining jamo are all that ever join backwards.
fn may_leave_nfc(c: char, category: GeneralCategory) -> bool {
    GeneralCategoryGroup::Mark.contains(category)
        || CanonicalCombiningClassMapBorrowed::new().get_u8(c) != 0
        || matches!(c, '\u{1160}'..='\u{11FF}')
        || changes(&ComposingNormalizerBorrowed::new_nfc(), c)
}

fn changes(normalizer: &ComposingNormalizerBorrowed<'_>, c: char) -> bool {
    !normalizer.is_normalized(c.encode_utf8(&mut [0; 4]))
}
