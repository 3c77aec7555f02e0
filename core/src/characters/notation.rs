//! Bidi Notation: the order of a reference in plain ASCII, which no terminal and no mail program reorders.
//!
//! ```text
//! A–Z        right-to-left letters, one uppercase letter per letter (RFC 3987 section 4.4)
//! {A}        an uppercase letter of the text itself
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

use std::collections::{BTreeMap, BTreeSet};

use crate::bidi::Bidi;
use crate::characters::short_name;
use crate::unicode;
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
/// let legend: Vec<_> = notation.legend().collect();
/// assert_eq!(legend, [('A', '\u{5D0}'), ('B', '\u{627}')]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct BidiNotation {
    mapping: BTreeMap<char, char>,
}

impl BidiNotation {
    /// Creates the notation of a text.
    pub fn new(text: &str) -> Self {
        let mut notation = Self::default();
        notation.extend(text);
        notation
    }

    /// Adds the letters of `text`; letters that are already represented keep their notation. Returns whether a letter
    /// was added.
    pub fn extend(&mut self, text: &str) -> bool {
        let is_new = |c: &char| is_right_to_left_letter(*c) && !self.mapping.contains_key(c);
        let letters: BTreeSet<char> = text.chars().filter(is_new).collect();
        if letters.is_empty() {
            return false;
        }
        let mut free: BTreeSet<char> = ('A'..='Z').filter(|capital| !self.represents(*capital)).collect();
        for &letter in &letters {
            if let Some(capital) = own_capital(letter).filter(|capital| free.remove(capital)) {
                self.mapping.insert(letter, capital);
            }
        }
        for letter in letters {
            if !self.mapping.contains_key(&letter)
                && let Some(capital) = free.pop_first()
            {
                self.mapping.insert(letter, capital);
            }
        }
        true
    }

    fn represents(&self, capital: char) -> bool {
        self.mapping.values().any(|known| *known == capital)
    }

    /// Returns the uppercase letters with the letters that they represent, in alphabetical order.
    pub fn legend(&self) -> impl Iterator<Item = (char, char)> {
        let mut legend: Vec<_> = self.mapping.iter().map(|(letter, capital)| (*capital, *letter)).collect();
        legend.sort_unstable();
        legend.into_iter()
    }

    /// Returns the uppercase letter that represents `c`; `None` if `c` has no such letter.
    pub fn capital(&self, c: char) -> Option<char> {
        self.mapping.get(&c).copied()
    }

    /// Writes `text` in this notation.
    pub fn write(&self, text: &str) -> String {
        self.write_chars(text.chars())
    }

    /// Writes the display of `bidi` in this notation.
    pub fn write_visual(&self, bidi: &Bidi<'_>) -> String {
        self.write_chars(bidi.visual_chars().map(|(_, c)| c))
    }

    /// Writes one character in this notation.
    pub fn write_char(&self, c: char) -> String {
        match c {
            'A'..='Z' | '{' | '}' => format!("{{{c}}}"),
            '!'..='~' => c.to_string(),
            _ => match (self.mapping.get(&c), short_name(c)) {
                (Some(capital), _) => capital.to_string(),
                (None, Some(name)) if name.bytes().all(|byte| byte.is_ascii_alphanumeric()) => format!("{{{name}}}"),
                (None, _) => format!("{{{:04X}}}", u32::from(c)),
            },
        }
    }

    fn write_chars(&self, characters: impl Iterator<Item = char>) -> String {
        let mut out = String::new();
        for c in characters {
            // Nearly all characters are in these ranges.
            if matches!(c, '!'..='@' | '['..='z' | '|' | '~') {
                out.push(c);
            } else {
                out.push_str(&self.write_char(c));
            }
        }
        out
    }
}

/// Writes `text` in Bidi Notation, in stored order.
pub fn notation(text: &str) -> String {
    BidiNotation::new(text).write(text)
}

/// Writes the display of `text` in a left-to-right embedding, in Bidi Notation.
pub fn visual_notation(text: &str) -> String {
    BidiNotation::new(text).write_visual(&Bidi::new(text))
}

fn is_right_to_left_letter(c: char) -> bool {
    unicode::is_right_to_left(c) && GeneralCategoryGroup::Letter.contains(CodePointMapData::new().get(c))
}

/// Returns the uppercase letter that represents `letter` unless another letter of the text has it.
fn own_capital(letter: char) -> Option<char> {
    let letter = FINAL.iter().find(|(form, _)| *form == letter).map_or(letter, |(_, letter)| *letter);
    let place = |alphabet: &str| ('A'..='Z').zip(alphabet.chars()).find(|(_, c)| *c == letter);
    place(HEBREW).or_else(|| place(ARABIC)).map(|(capital, _)| capital)
}
