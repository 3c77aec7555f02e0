//! The nine groups of characters that a LEIRI may contain and an IRI may not.
//!
//! W3C Note "Legacy extended IRIs for XML resource identification", section 5. The bidi formatting characters are
//! `ucschar`, but RFC 3987 section 4.1 forbids them; private use is allowed in the query of an IRI.

/// Group of section 5 of the Note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeiriGroup {
    /// U+0020.
    Space,
    /// `<`, `>` and `"`.
    Delimiter,
    /// `\`, `^`, the backtick, `{`, `|` and `}`.
    Unwise,
    /// C0, DEL and C1.
    Control,
    /// U+200E, U+200F, U+202A to U+202E.
    BidiFormatting,
    /// U+FFF0 to U+FFFD.
    Special,
    /// U+E000 to U+F8FF, planes 15 and 16.
    PrivateUse,
    /// U+E0000 to U+E0FFF.
    Tag,
    /// U+FDD0 to U+FDEF, and the last two of every plane from plane 1.
    Noncharacter,
}

impl LeiriGroup {
    /// All nine, in the order of the Note.
    pub const ALL: [Self; 9] = [
        Self::Space,
        Self::Delimiter,
        Self::Unwise,
        Self::Control,
        Self::BidiFormatting,
        Self::Special,
        Self::PrivateUse,
        Self::Tag,
        Self::Noncharacter,
    ];

    /// Returns the group of `c`; `None` if it is in none, such as U+FFFE and U+FFFF, which a LEIRI does not allow.
    pub const fn from_char(c: char) -> Option<Self> {
        Some(match c {
            ' ' => Self::Space,
            '<' | '>' | '"' => Self::Delimiter,
            '\\' | '^' | '`' | '{' | '|' | '}' => Self::Unwise,
            '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}' => Self::Control,
            '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' => Self::BidiFormatting,
            '\u{FFF0}'..='\u{FFFD}' => Self::Special,
            '\u{FDD0}'..='\u{FDEF}' => Self::Noncharacter,
            '\u{10000}'.. if c as u32 & 0xFFFE == 0xFFFE => Self::Noncharacter,
            '\u{E000}'..='\u{F8FF}' | '\u{F0000}'.. => Self::PrivateUse,
            '\u{E0000}'..='\u{E0FFF}' => Self::Tag,
            _ => return None,
        })
    }

    /// Returns the name used in JSON and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Space => "space",
            Self::Delimiter => "delimiter",
            Self::Unwise => "unwise",
            Self::Control => "control",
            Self::BidiFormatting => "bidi-formatting",
            Self::Special => "special",
            Self::PrivateUse => "private-use",
            Self::Tag => "tag",
            Self::Noncharacter => "noncharacter",
        }
    }

    /// Returns the advice of the Note in other words.
    pub const fn advice(self) -> &'static str {
        match self {
            Self::Space => "Spaces separate the items of a list, and line wrapping may add or remove them. Write %20.",
            Self::Delimiter => "Running text encloses references in these characters. Write %3C, %3E or %22.",
            Self::Unwise => {
                "Templates, gateways and old file systems give these characters a meaning of their own. Percent-encode them; write '/' for a backslash that separates path segments."
            }
            Self::Control => {
                "A control character is invisible, and XML 1.0 does not allow most of them. Remove it, or percent-encode it if it is part of the name."
            }
            Self::BidiFormatting => {
                "These invisible characters change the displayed order. Remove them, or percent-encode them if they are part of the name."
            }
            Self::Special => {
                "These characters mark a byte order or an annotation, or replace text that could not be decoded. Restore the lost text, or remove them."
            }
            Self::PrivateUse => {
                "A private-use code point has no public meaning. An IRI allows it only in the query; percent-encode it elsewhere."
            }
            Self::Tag => {
                "Tag characters are invisible and deprecated for language tagging. Remove them, or percent-encode them if they are part of the name."
            }
            Self::Noncharacter => {
                "Noncharacters are for internal use, and software may remove them. Remove them, or percent-encode them if they are part of the name."
            }
        }
    }
}
