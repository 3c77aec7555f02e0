//! Bidi Notation: the order of a reference in plain ASCII, which no terminal and no mail program reorders.
//!
//! ```text
//! A–Z        right-to-left letters, one uppercase letter per letter (RFC 3987 section 4.4)
//! {A}        an uppercase letter of the text itself, except in a percent-encoding
//! {1}        an Arabic-Indic digit, which takes part in reordering
//! {RLO}      an invisible character, as its usual short name
//! {00E9}     any other character above ASCII, or a control, as its code point
//! {{} {}}    a brace of the text
//! the rest   itself
//! ```
//!
//! Hebrew and Arabic letters have fixed uppercase letters, those of the examples of 3987bis; a final form has that of
//! its letter. If two letters of one text have the same one, and in other scripts, letters get the unused ones in the
//! order of their code points. Within one text, equal letters have equal notation and different letters different
//! notation; from the 27th letter on, code points are used.
//!
//! The hex digits of a percent-encoding are written as they are. A letter after `%` that would look like one is written
//! as its code point: `%D7` is itself, and `%` followed by an alef and a 1 is `%{05D0}1`.

use std::collections::BTreeSet;
use std::fmt;

use crate::bidi::Bidi;
use crate::characters::{needs_escape, short_name};
use crate::unicode::{self, label};
use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategoryGroup;

/// Alef to tav.
const HEBREW: &str = "\u{5D0}\u{5D1}\u{5D2}\u{5D3}\u{5D4}\u{5D5}\u{5D6}\u{5D7}\u{5D8}\u{5D9}\u{5DB}\u{5DC}\u{5DE}\
    \u{5E0}\u{5E1}\u{5E2}\u{5E4}\u{5E6}\u{5E7}\u{5E8}\u{5E9}\u{5EA}";
/// Final forms with their letters.
const FINAL: [(char, char); 5] = [
    ('\u{5DA}', '\u{5DB}'),
    ('\u{5DD}', '\u{5DE}'),
    ('\u{5DF}', '\u{5E0}'),
    ('\u{5E3}', '\u{5E4}'),
    ('\u{5E5}', '\u{5E6}'),
];
/// Alef to yeh.
const ARABIC: &str = "\u{627}\u{628}\u{62A}\u{62B}\u{62C}\u{62D}\u{62E}\u{62F}\u{630}\u{631}\u{632}\u{633}\u{634}\
    \u{635}\u{636}\u{637}\u{638}\u{639}\u{63A}\u{641}\u{642}\u{643}\u{644}\u{645}\u{646}\u{64A}";

/// The uppercase letters that represent the right-to-left letters of one output. Everything in the output, such as a
/// reference, its twins and the line that contains it, is written in one notation.
///
/// ```
/// use iri_core::characters::BidiNotation;
///
/// let mut notation = BidiNotation::new("\u{5D0}b");
/// assert_eq!(notation.write("\u{5D0}bA"), "Ab{A}");
/// notation.extend("\u{627}");
/// assert_eq!(notation.write("\u{5D0}\u{627}"), "AB");
/// assert_eq!(notation.legend_line(), "A = U+05D0 HEBREW LETTER ALEF, B = U+0627 ARABIC LETTER ALEF");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BidiNotation {
    /// Letters that A to Z represent.
    letters: [Option<char>; 26],
    /// Whether a text has a character that moves others.
    is_needed: bool,
}

impl BidiNotation {
    /// Creates the notation of a text.
    pub fn new(text: &str) -> Self {
        let mut notation = Self::default();
        notation.extend(text);
        notation
    }

    /// Adds the letters of `text`. Letters that are already represented keep their notation. Returns whether a
    /// letter was added.
    pub fn extend(&mut self, text: &str) -> bool {
        if text.is_ascii() {
            return false;
        }
        self.is_needed |= text.chars().any(|c| unicode::may_reorder(c) && !needs_escape(c));
        let is_new = |c: &char| is_right_to_left_letter(*c) && self.index(*c).is_none();
        let letters: BTreeSet<char> = text.chars().filter(is_new).collect();
        for &letter in &letters {
            if let Some(place) = own_index(letter).map(|index| &mut self.letters[index])
                && place.is_none()
            {
                *place = Some(letter);
            }
        }
        let others: Vec<char> = letters.iter().copied().filter(|letter| self.index(*letter).is_none()).collect();
        for (place, letter) in self.letters.iter_mut().filter(|place| place.is_none()).zip(others) {
            *place = Some(letter);
        }
        !letters.is_empty()
    }

    /// Returns whether a text has a right-to-left character or an Arabic-Indic digit. All other texts can be written as
    /// they are.
    pub fn is_needed(&self) -> bool {
        self.is_needed
    }

    /// Returns the uppercase letters with the letters that they represent, in alphabetical order.
    pub fn legend(&self) -> impl Iterator<Item = LegendEntry> + use<> {
        let letters = ('A'..='Z').zip(self.letters);
        letters.filter_map(|(capital, letter)| Some(LegendEntry { capital, letter: letter? }))
    }

    /// Returns the legend as one line; empty if no letter is represented.
    ///
    /// ```
    /// use iri_core::characters::BidiNotation;
    ///
    /// let legend = BidiNotation::new("\u{5D0}\u{5D1}").legend_line();
    /// assert_eq!(legend, "A = U+05D0 HEBREW LETTER ALEF, B = U+05D1 HEBREW LETTER BET");
    /// ```
    pub fn legend_line(&self) -> String {
        self.legend().map(|entry| entry.to_string()).collect::<Vec<_>>().join(", ")
    }

    /// Returns the uppercase letter that represents `c`; `None` if `c` has no such letter.
    pub fn capital(&self, c: char) -> Option<char> {
        ('A'..='Z').nth(self.index(c)?)
    }

    fn index(&self, c: char) -> Option<usize> {
        self.letters.iter().position(|letter| *letter == Some(c))
    }

    /// Writes `text` in this notation.
    pub fn write(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for (at, c) in text.char_indices() {
            // Nearly all characters are in these ranges.
            if matches!(c, '!'..='@' | '['..='z' | '|' | '~') {
                out.push(c);
            } else {
                out.push_str(&self.write_at(text, at));
            }
        }
        out
    }

    /// Writes the display of `bidi` in this notation.
    pub fn write_visual(&self, bidi: &Bidi<'_>) -> String {
        self.write(&bidi.visual())
    }

    /// Writes the character at byte `at` of `text` in this notation; empty at the end of the text.
    pub fn write_at(&self, text: &str, at: usize) -> String {
        let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) else { return String::new() };
        let bytes = text.as_bytes();
        let is_hex = |index: usize| bytes.get(index).is_some_and(u8::is_ascii_hexdigit);
        let is_first = at >= 1 && bytes[at - 1] == b'%';
        let is_second = at >= 2 && bytes[at - 2] == b'%' && is_hex(at - 1);
        match c {
            'A'..='F' if is_second || is_first && is_hex(at + 1) => c.to_string(),
            _ if (is_first || is_second) && matches!(self.capital(c), Some('A'..='F')) => number(c),
            _ => self.write_char(c),
        }
    }

    /// Writes a character that does not follow a `%` in this notation.
    pub fn write_char(&self, c: char) -> String {
        match c {
            'A'..='Z' | '{' | '}' => format!("{{{c}}}"),
            '!'..='~' => c.to_string(),
            '\u{660}'..='\u{669}' => format!("{{{}}}", u32::from(c) - 0x660),
            _ => match (self.capital(c), short_name(c)) {
                (Some(capital), _) => capital.to_string(),
                (None, Some(name)) if name.bytes().all(|byte| byte.is_ascii_alphanumeric()) => format!("{{{name}}}"),
                (None, _) => number(c),
            },
        }
    }
}

/// An uppercase letter of Bidi Notation with the letter that it represents. Displayed as "`A = U+05D0 HEBREW LETTER ALEF`".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegendEntry {
    /// Uppercase ASCII letter in the notation.
    pub capital: char,
    /// Right-to-left letter that it represents.
    pub letter: char,
}

impl LegendEntry {
    /// Returns the code point and the name of the letter: "U+05D0 HEBREW LETTER ALEF".
    pub fn name(self) -> String {
        label(self.letter)
    }
}

impl fmt::Display for LegendEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.capital, self.name())
    }
}

/// Writes `text` in Bidi Notation, in stored order.
pub fn notation(text: &str) -> String {
    BidiNotation::new(text).write(text)
}

#[doc(hidden)] // for the programs of this workspace
/// Writes the display of `text` in a left-to-right embedding, in Bidi Notation.
pub fn visual_notation(text: &str) -> String {
    BidiNotation::new(text).write_visual(&Bidi::new(text))
}

fn number(c: char) -> String {
    format!("{{{:04X}}}", u32::from(c))
}

fn is_right_to_left_letter(c: char) -> bool {
    unicode::is_right_to_left(c) && GeneralCategoryGroup::Letter.contains(CodePointMapData::new().get(c))
}

/// Returns the index of the uppercase letter that represents `letter` unless another letter of the output has it.
fn own_index(letter: char) -> Option<usize> {
    let letter = FINAL.iter().find(|(form, _)| *form == letter).map_or(letter, |(_, letter)| *letter);
    let index = |alphabet: &str| alphabet.chars().position(|c| c == letter);
    index(HEBREW).or_else(|| index(ARABIC))
}
