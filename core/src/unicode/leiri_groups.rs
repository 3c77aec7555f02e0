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

    /// Returns what tools do to such a character, as a clause for messages.
    pub const fn harm(self) -> &'static str {
        match self {
            Self::Space => "tools that split on white space cut the reference here",
            Self::Delimiter => "text around a reference uses it to mark where the reference ends",
            Self::Unwise => "gateways and older tools rewrite it or stop at it",
            Self::Control => "nothing carries it reliably, and no screen shows it",
            Self::BidiFormatting => "it reorders what a reader sees without being seen itself",
            Self::Special => "it marks or replaces text and names nothing",
            Self::PrivateUse => "its meaning is known only where its author and reader agreed on one",
            Self::Tag => "no screen shows it, and it was made for language tags only",
            Self::Noncharacter => "Unicode will never assign it, and software may drop it",
        }
    }

    /// Returns the advice of the Note in other words.
    pub const fn advice(self) -> &'static str {
        match self {
            Self::Space => {
                "A space parts the items of a list, is doubled, folded or lost where text is wrapped, and ends a reference in running text. Write %20."
            }
            Self::Delimiter => {
                "Running text puts a reference between these, so a reader cannot tell whether the character belongs to it. Write %3C, %3E or %22."
            }
            Self::Unwise => {
                "Templates, gateways and old file systems give these a meaning of their own. Percent-encode them; where a backslash parts a path, write a slash."
            }
            Self::Control => {
                "A control cannot be typed, seen or sent reliably, and most of them no XML 1.0 document can hold. Remove it, or percent-encode it where the name really has it."
            }
            Self::BidiFormatting => {
                "These change the order of what is shown and are not shown themselves, so that two references may look the same. Remove them, or percent-encode them where the name really has them."
            }
            Self::Special => {
                "These mark byte order or annotations or stand for what could not be read; as part of a name they are nearly always left over from a failed conversion. Restore the lost character, or remove it."
            }
            Self::PrivateUse => {
                "A private-use code point means nothing without an agreement outside the document. An IRI admits it in the query alone; elsewhere percent-encode it."
            }
            Self::Tag => {
                "Tag characters are invisible and deprecated for language tagging. Remove them, or percent-encode them where the name really has them."
            }
            Self::Noncharacter => {
                "Noncharacters are for a program's own use and may be dropped in interchange. Remove them, or percent-encode them where the name really has them."
            }
        }
    }
}
