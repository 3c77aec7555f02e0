//! What was met in a text: byte classes, properties of characters, and parts that are present.
//! The rules say which of these they need, so that a plain reference runs few of them.

use crate::reference::{Class, Reference, Triplet, class_of, triplets};
use crate::text::Span;
use crate::unicode::properties::{Block, Properties};
use crate::unicode::words;

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
    /// A script that is written with no other: neither Latin nor one of Japanese nor shared.
    pub const LONE_SCRIPT: Self = Self(1 << 38);
    /// A character that the LEIRI Note groups, above ASCII.
    pub const LEIRI_GROUPED: Self = Self(1 << 39);
    /// A letter that looks like one of ASCII (UTS #39 section 4).
    pub const LOOKS_ASCII: Self = Self(1 << 40);
    /// A character that IDNA maps, refuses, or judges by what stands beside it.
    pub const IDNA_WORK: Self = Self(1 << 41);

    /// No scheme, where the place wants one.
    pub const RELATIVE: Self = Self(1 << 42);
    /// The text is a whole value of namespace names and references in turn.
    pub const PAIRS: Self = Self(1 << 43);
    /// A fragment, where the place wants none.
    pub const UNWANTED_FRAGMENT: Self = Self(1 << 59);
    /// There is no file where the reference leads to.
    pub const MISSING: Self = Self(1 << 44);
    /// The text is no reference: a comment names it as a rule. No class has that bit.
    pub const RULE_NAME: Self = Self(1 << 31);

    /// A host above ASCII or percent-encoded that is not plainly what IDNA would make of it.
    pub const HOST_IDNA_WORK: Self = Self(1 << 45);
    /// A host label or a word of the path that may mix scripts.
    pub const MIXED_WORD: Self = Self(1 << 46);
    /// A host label or a path segment that may look like ASCII and is not.
    pub const DISGUISED_NAME: Self = Self(1 << 47);

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
    pub fn from_reference(reference: &Reference<'_>) -> Self {
        let seen = reference.seen;
        let anywhere = seen.anywhere();
        let mut features = Self(u64::from(anywhere.0)).or(Self::from_parts(reference));
        if anywhere.intersects(Class::NON_ASCII) {
            features = features.or(Self::from_text(reference.text));
            if features.intersects(Self::LONE_SCRIPT.or(Self::LOOKS_ASCII)) {
                features = features.or(words::features(reference));
            }
        }
        if anywhere.intersects(Class::PERCENT) {
            features = features.or(Self::from_triplets(reference.text.as_bytes()));
        }
        features
    }

    fn from_triplets(bytes: &[u8]) -> Self {
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

    fn from_parts(reference: &Reference<'_>) -> Self {
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
                .or(when(seen.authority.intersects(encoded), Self::ENCODED_AUTHORITY))
                .or(when(
                    seen.authority.intersects(encoded) && needs_idna(reference, authority.host),
                    Self::HOST_IDNA_WORK,
                ));
        }
        if seen.path.intersects(Class::DOT) {
            let path = reference.path.slice(reference.text).as_bytes();
            let dotted =
                path.first() == Some(&b'.') || memchr::memchr_iter(b'.', path).any(|at| at > 0 && path[at - 1] == b'/');
            features = features.or(when(dotted, Self::DOTTED_SEGMENT));
        }
        features
    }

    /// The properties of all characters of `text` that are above ASCII.
    pub fn from_text(text: &str) -> Self {
        let mut met = 0;
        let mut block = Block::containing('\u{80}');
        let mut rest = text;
        while let Some(start) = first_above_ascii(rest.as_bytes()) {
            let mut above = rest[start..].chars();
            for c in above.by_ref().take_while(|c| !c.is_ascii()) {
                met |= block.move_to(c).properties(c).features;
            }
            rest = above.as_str();
        }
        Self(u64::from(met) << 32)
    }

    /// The properties of one character; none for ASCII.
    #[inline]
    pub fn from_char(c: char) -> Self {
        Self(u64::from(Properties::from_char(c).features) << 32)
    }

    /// The bits that stand for properties of a character, 32 to 44.
    #[allow(clippy::cast_possible_truncation)] // bits 48 and up stand for other things
    pub(super) const fn property_bits(self) -> u16 {
        (self.0 >> 32) as u16
    }
}

/// Whether `xn--` stands anywhere in the host.
fn may_have_a_label(reference: &Reference<'_>, host: Span) -> bool {
    let has_prefix = |host: &[u8]| host.windows(4).any(|window| window.eq_ignore_ascii_case(b"xn--"));
    reference.seen.authority.intersects(Class::HYPHEN) && has_prefix(&reference.text.as_bytes()[host.range()])
}

/// Whether a triplet, or a character that IDNA would look at, stands in the host.
fn needs_idna(reference: &Reference<'_>, host: Span) -> bool {
    let host = host.slice(reference.text);
    host.contains('%') || Features::from_text(host).intersects(Features::IDNA_WORK)
}

/// The index of the first byte above ASCII, eight looked at at a time.
pub(super) fn first_above_ascii(bytes: &[u8]) -> Option<usize> {
    const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
    let mut at = 0;
    while let Some(chunk) = bytes[at..].first_chunk::<8>() {
        let high = u64::from_le_bytes(*chunk) & HIGH_BITS;
        if high != 0 {
            return Some(at + (high.trailing_zeros() / 8) as usize);
        }
        at += 8;
    }
    bytes[at..].iter().position(|byte| !byte.is_ascii()).map(|found| at + found)
}
