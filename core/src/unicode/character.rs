//! One character: its name, its properties, the LEIRI group and the RFC 9839 subset.

use icu_properties::props::{BidiClass, GeneralCategory, NamedEnumeratedProperty, Script, UnifiedIdeograph};
use icu_properties::{CodePointMapData, CodePointSetData, PropertyNamesLong, PropertyNamesShort};

use crate::unicode::{LeiriGroup, is_invisible, is_mark, is_unassigned_or_grouped, may_reorder};

/// Unicode version of all properties here. `icu_properties` does not tell its own.
pub const UNICODE_VERSION: &str = "18.0";

/// Properties of one character, in the terms of the Unicode Character Database.
///
/// ```
/// use iri_core::unicode::{Character, LeiriGroup};
///
/// let character = Character::new('\\');
/// assert_eq!((character.name.as_str(), character.category), ("REVERSE SOLIDUS", "Po"));
/// assert_eq!(character.group, Some(LeiriGroup::Unwise));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Character {
    /// Character.
    pub c: char,
    /// Name; for a control its alias, or a label such as `<noncharacter-FDD0>`.
    pub name: String,
    /// General category, two letters: `Zs`.
    pub category: &'static str,
    /// Long name of the script: `Latin`.
    pub script: &'static str,
    /// Block: `Basic Latin`.
    pub block: &'static str,
    /// Short name of the bidi class: `WS`.
    pub bidi_class: &'static str,
    /// Group of section 5 of the LEIRI Note.
    pub group: Option<LeiriGroup>,
    /// Narrowest subset of RFC 9839 that contains it.
    pub repertoire: Repertoire,
}

impl Character {
    /// Looks up the properties of `c`.
    pub fn new(c: char) -> Self {
        let category = CodePointMapData::<GeneralCategory>::new().get(c);
        let bidi_class = CodePointMapData::<BidiClass>::new().get(c);
        Self {
            c,
            name: name(c),
            category: PropertyNamesShort::<GeneralCategory>::new().get(category).unwrap_or("Cn"),
            script: script_name(c),
            block: block(c),
            bidi_class: bidi_class.short_name(),
            group: LeiriGroup::from_char(c),
            repertoire: Repertoire::from_char(c),
        }
    }

    /// Returns the code point: `U+0020`.
    pub fn code_point(&self) -> String {
        code_point(self.c)
    }
}

/// Returns the code point: `U+0020`.
pub fn code_point(c: char) -> String {
    format!("U+{:04X}", u32::from(c))
}

/// Returns the code point and name: `U+0020 SPACE`.
pub fn label(c: char) -> String {
    format!("{} {}", code_point(c), name(c))
}

/// Returns `c` as messages write it: in quotes, or by its name if it is invisible, combining, unassigned or
/// right-to-left, and its code point.
///
/// ```
/// use iri_core::unicode::quoted;
///
/// assert_eq!(quoted('_'), "'_' (U+005F)");
/// assert_eq!(quoted(' '), "SPACE (U+0020)");
/// assert_eq!(quoted('\u{5D0}'), "HEBREW LETTER ALEF (U+05D0)");
/// ```
pub fn quoted(c: char) -> String {
    format!("{} ({})", quoted_name(c), code_point(c))
}

/// Returns `c` as [`quoted`] writes it, but without its code point: titles of fixes are short.
///
/// ```
/// use iri_core::unicode::quoted_name;
///
/// assert_eq!((quoted_name('_').as_str(), quoted_name(' ').as_str()), ("'_'", "SPACE"));
/// ```
pub fn quoted_name(c: char) -> String {
    let is_hidden = || c.is_control() || c.is_whitespace() || is_invisible(c) || is_unassigned_or_grouped(c);
    // BRAILLE PATTERN BLANK is a symbol, but invisible.
    let is_hidden = || c == '\u{2800}' || is_hidden();
    if c.is_ascii_graphic() || !is_hidden() && !is_mark(c) && !may_reorder(c) { format!("'{c}'") } else { name(c) }
}

/// Returns the long name of the script of `c`.
pub fn script_name(c: char) -> &'static str {
    let script = CodePointMapData::<Script>::new().get(c);
    PropertyNamesLong::<Script>::new().get(script).unwrap_or("Unknown")
}

/// Returns the block of `c`; `No_Block` outside all blocks.
pub fn block(c: char) -> &'static str {
    unicode_blocks::find_unicode_block(c).map_or("No_Block", |block| block.name())
}

/// Returns the Unicode name; for a control its alias; for a character without a name the label of section 4.8 of the
/// Unicode Standard, with `unnamed` for a character that is newer than the table of names.
pub fn name(c: char) -> String {
    if let Some(alias) = control_alias(c) {
        return alias.to_owned();
    }
    if let Some(name) = unicode_names2::name(c) {
        return name.to_string();
    }
    let code = u32::from(c);
    if let Some(prefix) = derived_name_prefix(c) {
        return format!("{prefix}{code:04X}");
    }
    let kind = match CodePointMapData::<GeneralCategory>::new().get(c) {
        GeneralCategory::PrivateUse => "private-use",
        GeneralCategory::Control => "control",
        GeneralCategory::Unassigned if is_noncharacter(c) => "noncharacter",
        GeneralCategory::Unassigned => "reserved",
        // The table of names is older than the other properties.
        _ => "unnamed",
    };
    format!("<{kind}-{code:04X}>")
}

/// Returns the prefix by rule NR2 of section 4.8 of the Unicode Standard, for the ranges that the table of names omits.
fn derived_name_prefix(c: char) -> Option<&'static str> {
    if CodePointSetData::new::<UnifiedIdeograph>().contains(c) {
        return Some("CJK UNIFIED IDEOGRAPH-");
    }
    match (CodePointMapData::<Script>::new().get(c), c) {
        (Script::Tangut, '\u{17000}'..='\u{187FF}' | '\u{18D00}'..='\u{18D7F}') => Some("TANGUT IDEOGRAPH-"),
        (Script::KhitanSmallScript, '\u{18B00}'..='\u{18CFF}') => Some("KHITAN SMALL SCRIPT CHARACTER-"),
        _ => None,
    }
}

/// Returns the ASCII digit with the value of `c`, a decimal digit of another script. In the Basic Multilingual Plane the ten
/// digits of a script follow each other from a multiple of 16 on, or six characters later.
pub(crate) fn decimal_digit(c: char) -> Option<char> {
    let is_digit = |c: u32| {
        let category = char::from_u32(c).map(|c| CodePointMapData::<GeneralCategory>::new().get(c));
        category == Some(GeneralCategory::DecimalNumber)
    };
    let (row, column) = (u32::from(c) & !0xF, u32::from(c) & 0xF);
    let value = if is_digit(row) { Some(column) } else { column.checked_sub(6) };
    let value = value.filter(|_| !c.is_ascii() && c <= '\u{FFFF}' && is_digit(u32::from(c)))?;
    char::from_digit(value, 10)
}

/// Returns whether `c` is U+FDD0 to U+FDEF, or one of the last two code points of a plane.
pub const fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{FDD0}'..='\u{FDEF}') || c as u32 & 0xFFFE == 0xFFFE
}

/// Subsets of RFC 9839; in ascending order, from the narrowest to the widest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Repertoire {
    /// Unicode Assignables: no surrogate, no legacy control, no noncharacter (section 4.3).
    UnicodeAssignables,
    /// XML Characters: allowed in XML 1.0 (section 4.2).
    XmlCharacters,
    /// Unicode Scalars: everything except surrogates (section 4.1).
    UnicodeScalars,
}

impl Repertoire {
    /// Returns the narrowest subset that contains `c`.
    pub const fn from_char(c: char) -> Self {
        match c {
            '\t' | '\n' | '\r' => Self::UnicodeAssignables,
            '\0'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => Self::UnicodeScalars,
            '\u{7F}'..='\u{9F}' => Self::XmlCharacters,
            _ if is_noncharacter(c) => Self::XmlCharacters,
            _ => Self::UnicodeAssignables,
        }
    }

    /// Returns the name in RFC 9839.
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnicodeAssignables => "Unicode Assignables",
            Self::XmlCharacters => "XML Characters",
            Self::UnicodeScalars => "Unicode Scalars",
        }
    }
}

/// Returns the first formal alias of a control (NameAliases.txt); controls have no name of their own.
fn control_alias(c: char) -> Option<&'static str> {
    let code = u32::from(c);
    let index = match code {
        0..=0x1F => code,
        0x7F..=0x9F => code - 0x7F + 0x20,
        _ => return None,
    };
    CONTROL_ALIASES.get(index as usize).copied()
}

/// U+0000 to U+001F, then U+007F to U+009F.
const CONTROL_ALIASES: [&str; 65] = [
    "NULL",
    "START OF HEADING",
    "START OF TEXT",
    "END OF TEXT",
    "END OF TRANSMISSION",
    "ENQUIRY",
    "ACKNOWLEDGE",
    "ALERT",
    "BACKSPACE",
    "CHARACTER TABULATION",
    "LINE FEED",
    "LINE TABULATION",
    "FORM FEED",
    "CARRIAGE RETURN",
    "SHIFT OUT",
    "SHIFT IN",
    "DATA LINK ESCAPE",
    "DEVICE CONTROL ONE",
    "DEVICE CONTROL TWO",
    "DEVICE CONTROL THREE",
    "DEVICE CONTROL FOUR",
    "NEGATIVE ACKNOWLEDGE",
    "SYNCHRONOUS IDLE",
    "END OF TRANSMISSION BLOCK",
    "CANCEL",
    "END OF MEDIUM",
    "SUBSTITUTE",
    "ESCAPE",
    "INFORMATION SEPARATOR FOUR",
    "INFORMATION SEPARATOR THREE",
    "INFORMATION SEPARATOR TWO",
    "INFORMATION SEPARATOR ONE",
    "DELETE",
    "PADDING CHARACTER",
    "HIGH OCTET PRESET",
    "BREAK PERMITTED HERE",
    "NO BREAK HERE",
    "INDEX",
    "NEXT LINE",
    "START OF SELECTED AREA",
    "END OF SELECTED AREA",
    "CHARACTER TABULATION SET",
    "CHARACTER TABULATION WITH JUSTIFICATION",
    "LINE TABULATION SET",
    "PARTIAL LINE FORWARD",
    "PARTIAL LINE BACKWARD",
    "REVERSE LINE FEED",
    "SINGLE SHIFT TWO",
    "SINGLE SHIFT THREE",
    "DEVICE CONTROL STRING",
    "PRIVATE USE ONE",
    "PRIVATE USE TWO",
    "SET TRANSMIT STATE",
    "CANCEL CHARACTER",
    "MESSAGE WAITING",
    "START OF GUARDED AREA",
    "END OF GUARDED AREA",
    "START OF STRING",
    "SINGLE GRAPHIC CHARACTER INTRODUCER",
    "SINGLE CHARACTER INTRODUCER",
    "CONTROL SEQUENCE INTRODUCER",
    "STRING TERMINATOR",
    "OPERATING SYSTEM COMMAND",
    "PRIVACY MESSAGE",
    "APPLICATION PROGRAM COMMAND",
];
