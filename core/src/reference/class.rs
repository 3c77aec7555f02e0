//! Classes of bytes: where a byte of UTF-8 is allowed in a reference. A component is checked by the union of the
//! classes of its bytes. The sets are named as in the ABNF that [`super::dialect`] quotes.

/// Set of byte classes; the union of the classes of a run of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Class(pub u32);

impl Class {
    /// No class.
    pub const NONE: Self = Self(0);
    /// `ALPHA`.
    pub const ALPHA: Self = Self(1);
    /// `DIGIT`.
    pub const DIGIT: Self = Self(1 << 1);
    /// `-`, which `scheme` and `unreserved` share with `.`.
    pub const HYPHEN: Self = Self(1 << 2);
    /// `.`.
    pub const DOT: Self = Self(1 << 3);
    /// `_` and `~`: the rest of `unreserved`.
    pub const UNDERSCORE_TILDE: Self = Self(1 << 4);
    /// `+`, the only one of `sub-delims` that `scheme` allows.
    pub const PLUS: Self = Self(1 << 5);
    /// `sub-delims` except `+`.
    pub const SUB_DELIM: Self = Self(1 << 6);
    /// `:`.
    pub const COLON: Self = Self(1 << 7);
    /// `@`.
    pub const AT: Self = Self(1 << 8);
    /// `/`.
    pub const SLASH: Self = Self(1 << 9);
    /// `?`.
    pub const QUESTION: Self = Self(1 << 10);
    /// `#`.
    pub const HASH: Self = Self(1 << 11);
    /// `%`.
    pub const PERCENT: Self = Self(1 << 12);
    /// `[` and `]`.
    pub const BRACKET: Self = Self(1 << 13);
    /// ASCII that only the LEIRI grammar allows: C0, DEL, space, `<>"{}|\^` and the backtick.
    pub const LEIRI_ASCII: Self = Self(1 << 14);
    /// Bytes of characters above ASCII, unless [`Self::LOOK`].
    pub const UCS: Self = Self(1 << 15);
    /// Lead bytes (C2, E2, EE to F4) of the blocks in which some characters are not
    /// allowed in an IRI as `ucschar`.
    pub const LOOK: Self = Self(1 << 16);
    /// `A` to `Z`, which also have [`Self::ALPHA`].
    pub const UPPER: Self = Self(1 << 17);
    /// `;`, which also has [`Self::SUB_DELIM`].
    pub const SEMICOLON: Self = Self(1 << 18);

    /// All characters of `scheme`.
    pub const SCHEME: Self = Self::ALPHA.or(Self::UPPER).or(Self::DIGIT).or(Self::HYPHEN).or(Self::DOT).or(Self::PLUS);
    /// `unreserved`.
    pub const UNRESERVED: Self = Self::SCHEME.without(Self::PLUS).or(Self::UNDERSCORE_TILDE);
    const SUB_DELIMS: Self = Self::PLUS.or(Self::SUB_DELIM).or(Self::SEMICOLON);
    pub(super) const REG_NAME: Self = Self::UNRESERVED.or(Self::SUB_DELIMS);
    pub(super) const USERINFO: Self = Self::REG_NAME.or(Self::COLON);
    const PCHAR: Self = Self::USERINFO.or(Self::AT);
    pub(super) const PATH: Self = Self::PCHAR.or(Self::SLASH);
    pub(super) const QUERY: Self = Self::PATH.or(Self::QUESTION);
    pub(super) const DELIMITER: Self =
        Self::COLON.or(Self::SLASH).or(Self::AT).or(Self::QUESTION).or(Self::HASH).or(Self::BRACKET);
    /// Any byte of a character above ASCII.
    pub const NON_ASCII: Self = Self::UCS.or(Self::LOOK);

    /// Returns the union of the two sets.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether the two sets have a class in common.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the classes of `self` that are not in `other`.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(super) const fn from_ascii(byte: u8) -> Self {
        match byte {
            b'A'..=b'Z' => Self::ALPHA.or(Self::UPPER),
            b'a'..=b'z' => Self::ALPHA,
            b'0'..=b'9' => Self::DIGIT,
            b'-' => Self::HYPHEN,
            b'.' => Self::DOT,
            b'_' | b'~' => Self::UNDERSCORE_TILDE,
            b'+' => Self::PLUS,
            b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b',' | b'=' => Self::SUB_DELIM,
            b';' => Self::SUB_DELIM.or(Self::SEMICOLON),
            b':' => Self::COLON,
            b'@' => Self::AT,
            b'/' => Self::SLASH,
            b'?' => Self::QUESTION,
            b'#' => Self::HASH,
            b'%' => Self::PERCENT,
            b'[' | b']' => Self::BRACKET,
            _ => Self::LEIRI_ASCII,
        }
    }

    const fn from_byte(byte: u8) -> Self {
        match byte {
            0..=0x7F => Self::from_ascii(byte),
            0xC2 | 0xE2 | 0xEE..=0xF4 => Self::LOOK,
            _ => Self::UCS,
        }
    }
}

/// Class of each byte of UTF-8.
const CLASS: [Class; 256] = {
    let mut table = [Class::NONE; 256];
    let mut byte = 0;
    while byte < 256 {
        #[allow(clippy::cast_possible_truncation)] // below 256 by the loop
        {
            table[byte] = Class::from_byte(byte as u8);
        }
        byte += 1;
    }
    table
};

/// Returns the class of one byte of UTF-8.
#[inline]
pub(crate) fn class_of(byte: u8) -> Class {
    CLASS[usize::from(byte)]
}
