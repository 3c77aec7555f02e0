//! Features of a text: byte classes, properties of characters, and the components that are present. Each rule names the
//! features that it needs, so that only few rules run for an ordinary reference.

use crate::interop::has_host;
use crate::reference::{Class, HostKind, PercentEncoding, Reference, class_of, percent_encodings};
use crate::rules::script_scan;
use crate::text::Span;
use crate::unicode::CharacterProperties;

/// Set of features. The low 32 bits are the [`Class`]es of the bytes, the next ten the [`CharacterProperties`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Features(u64);

impl Features {
    /// No feature.
    pub const NONE: Self = Self(0);
    /// ASCII that only the LEIRI grammar allows.
    pub const LEIRI_ASCII: Self = Self(Class::LEIRI_ASCII.0 as u64);
    /// A character above ASCII.
    pub const NON_ASCII: Self = Self(Class::NON_ASCII.0 as u64);

    /// A character of bidi class R or AL.
    pub const RIGHT_TO_LEFT: Self = Self::from_characters(CharacterProperties::RIGHT_TO_LEFT);
    /// An Arabic number, or another character that affects right-to-left display.
    pub const BIDI_CONTROL: Self = Self::from_characters(CharacterProperties::BIDI_CONTROL);
    /// Default_Ignorable_Code_Point, or White_Space above ASCII.
    pub const INVISIBLE: Self = Self::from_characters(CharacterProperties::INVISIBLE);
    /// The text may not be in NFC.
    pub const NFC_SUSPECT: Self = Self::from_characters(CharacterProperties::NFC_SUSPECT);
    /// NFKC changes the character.
    pub const COMPATIBILITY: Self = Self::from_characters(CharacterProperties::COMPATIBILITY);
    /// General category Cn, except noncharacters.
    pub const UNASSIGNED: Self = Self::from_characters(CharacterProperties::UNASSIGNED);
    /// A script that is not combined with others: not Latin, not one of Japanese, and not shared.
    pub const LONE_SCRIPT: Self = Self::from_characters(CharacterProperties::LONE_SCRIPT);
    /// A character above ASCII in a group of the LEIRI Note.
    pub const LEIRI_GROUPED: Self = Self::from_characters(CharacterProperties::LEIRI_GROUPED);
    /// A letter that looks like an ASCII letter (UTS #39 section 4).
    pub const LOOKS_ASCII: Self = Self::from_characters(CharacterProperties::LOOKS_ASCII);

    /// No scheme, although the role requires one.
    pub const RELATIVE: Self = Self(1 << 42);
    /// The text is a whole value of alternating namespace names and references.
    pub const PAIRS: Self = Self(1 << 43);
    /// A fragment, although the role does not allow one.
    pub const UNWANTED_FRAGMENT: Self = Self(1 << 59);
    /// The target file does not exist.
    pub const MISSING: Self = Self(1 << 44);
    /// The fragment is not an ID in the target file. No class has this bit.
    pub const MISSING_FRAGMENT: Self = Self(1 << 26);
    /// The text names a schema that could not be loaded. No class has this bit.
    pub const UNLOADED_SCHEMA: Self = Self(1 << 28);
    /// The text is the name of a rule in a comment, not a reference. No class has this bit.
    pub const RULE_NAME: Self = Self(1 << 31);
    /// The text is the name of a rule in a comment that suppresses nothing. No class has this bit.
    pub const UNUSED_SUPPRESSION: Self = Self(1 << 27);

    /// A host with a character that registries or browsers restrict, or that looks like a delimiter. No class has this
    /// bit.
    pub const HOST_RESTRICTED: Self = Self(1 << 30);
    /// An authority that parsers may treat differently although the grammar allows it: without a host, an address of
    /// a future version, port 0, or none after a scheme that needs one. No class has this bit.
    pub const ODD_AUTHORITY: Self = Self(1 << 29);
    /// A host that is not ASCII or is percent-encoded, unless it is clear that IDNA does not change it.
    pub const HOST_IDNA_WORK: Self = Self(1 << 45);
    /// A host label or a word of the path that may mix scripts.
    pub const MIXED_WORD: Self = Self(1 << 46);
    /// A host label or a path segment that may look like ASCII without being ASCII.
    pub const CONFUSABLE_NAME: Self = Self(1 << 47);

    /// The text matches no `-reference` production, not even that of LEIRI.
    pub const NO_LEIRI: Self = Self(1 << 48);
    /// An authority.
    pub const AUTHORITY: Self = Self(1 << 49);
    /// A scheme.
    pub const SCHEME: Self = Self(1 << 50);
    /// Userinfo.
    pub const USERINFO: Self = Self(1 << 51);
    /// A port, including an empty one.
    pub const PORT: Self = Self(1 << 52);
    /// An uppercase letter in the scheme.
    pub const UPPER_SCHEME: Self = Self(1 << 53);
    /// An uppercase letter in the authority.
    pub const UPPER_AUTHORITY: Self = Self(1 << 54);
    /// A path segment that starts with a dot.
    pub const DOTTED_SEGMENT: Self = Self(1 << 55);
    /// A decode issue.
    pub const DECODE_ISSUE: Self = Self(1 << 56);
    /// `%` or a character above ASCII in the authority.
    pub const ENCODED_AUTHORITY: Self = Self(1 << 57);
    /// `xn--` in the authority.
    pub const A_LABEL: Self = Self(1 << 58);
    /// A percent-encoding with a lowercase hex digit.
    pub const LOWERCASE_ENCODING: Self = Self(1 << 60);
    /// A percent-encoding of an unreserved character.
    pub const UNRESERVED_ENCODING: Self = Self(1 << 61);
    /// A percent-encoding of a byte above 0x7F.
    pub const HIGH_ENCODING: Self = Self(1 << 62);
    /// `%25`.
    pub const ENCODED_PERCENT: Self = Self(1 << 63);

    /// Returns the union of the two sets.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the features that are in both sets.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns whether the two sets have a feature in common.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether the set contains the feature whose bit has the number `bit`.
    pub const fn has_bit(self, bit: usize) -> bool {
        self.0 >> bit & 1 != 0
    }

    /// Returns the numbers of the bits of the set, in ascending order.
    pub fn bits(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(bit)
        })
    }

    /// Returns the features of `reference`.
    pub fn from_reference(reference: &Reference<'_>) -> Self {
        let seen = reference.seen;
        let anywhere = seen.anywhere();
        let mut features = Self(u64::from(anywhere.0)).or(Self::from_parts(reference));
        if anywhere.intersects(Class::NON_ASCII) {
            features = features.or(Self::from_characters(CharacterProperties::from_text(reference.text)));
            if features.intersects(Self::LONE_SCRIPT.or(Self::LOOKS_ASCII)) {
                let suspicion = script_scan::scan(reference);
                let when = |condition, feature| if condition { feature } else { Self(0) };
                features = features
                    .or(when(suspicion.mixed_word, Self::MIXED_WORD))
                    .or(when(suspicion.confusable_name, Self::CONFUSABLE_NAME));
            }
        }
        if anywhere.intersects(Class::PERCENT) {
            features = features.or(Self::from_percent_encodings(reference.text.as_bytes()));
        }
        features
    }

    fn from_percent_encodings(bytes: &[u8]) -> Self {
        let mut features = Self(0);
        for PercentEncoding { start, byte } in percent_encodings(bytes) {
            features = features.or(match byte {
                b'%' => Self::ENCODED_PERCENT,
                0x80.. => Self::HIGH_ENCODING,
                _ if class_of(byte).intersects(Class::UNRESERVED) => Self::UNRESERVED_ENCODING,
                _ => Self(0),
            });
            // Among hex digits only `a` to `f` have both the bit of lowercase letters and the bit that separates
            // letters from digits.
            if (bytes[start + 1] & 0x60) == 0x60 || (bytes[start + 2] & 0x60) == 0x60 {
                features = features.or(Self::LOWERCASE_ENCODING);
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
            if seen.authority.intersects(encoded) {
                features = features.or(Self::from_host(authority.host.slice(reference.text)));
            }
            features = features
                .or(Self::AUTHORITY)
                .or(when(authority.userinfo.is_some(), Self::USERINFO))
                .or(when(authority.port.is_some(), Self::PORT))
                .or(when(may_have_a_label(reference, authority.host), Self::A_LABEL))
                .or(when(seen.authority.intersects(Class::UPPER), Self::UPPER_AUTHORITY))
                .or(when(seen.authority.intersects(encoded), Self::ENCODED_AUTHORITY));
        }
        features = features.or(when(has_odd_authority(reference), Self::ODD_AUTHORITY));
        if seen.path.intersects(Class::DOT) {
            let path = reference.path.slice(reference.text).as_bytes();
            let dotted =
                path.first() == Some(&b'.') || memchr::memchr_iter(b'.', path).any(|at| at > 0 && path[at - 1] == b'/');
            features = features.or(when(dotted, Self::DOTTED_SEGMENT));
        }
        features
    }

    /// Returns the features of a host that is not plain ASCII.
    fn from_host(host: &str) -> Self {
        let when = |condition: bool, feature: Self| if condition { feature } else { Self(0) };
        let properties = CharacterProperties::from_text(host);
        let needs_idna = host.contains('%') || properties.intersects(CharacterProperties::IDNA_WORK);
        when(needs_idna, Self::HOST_IDNA_WORK)
            .or(when(properties.intersects(CharacterProperties::HOST_RESTRICTED), Self::HOST_RESTRICTED))
    }

    /// Returns the ten properties that are features wherever they occur.
    const fn from_characters(properties: CharacterProperties) -> Self {
        Self((properties.bits() as u64 & 0x3FF) << 32)
    }
}

/// Returns whether the authority or its absence is such that parsers may open different hosts or ports. A test compares
/// this with all parsers.
fn has_odd_authority(reference: &Reference<'_>) -> bool {
    let Some(authority) = reference.authority else {
        return reference.scheme.is_some_and(|scheme| has_host(scheme.slice(reference.text)));
    };
    // Python's requests takes port 0 for the default.
    let port = authority.port.map_or("", |port| port.slice(reference.text));
    let is_zero = !port.is_empty() && port.bytes().all(|digit| digit == b'0');
    authority.host.is_empty() || authority.kind == HostKind::IpvFuture || is_zero
}

/// Returns whether the host may contain `xn--`.
fn may_have_a_label(reference: &Reference<'_>, host: Span) -> bool {
    let has_prefix = |host: &[u8]| host.windows(4).any(|window| window.eq_ignore_ascii_case(b"xn--"));
    reference.seen.authority.intersects(Class::HYPHEN) && has_prefix(&reference.text.as_bytes()[host.range()])
}
