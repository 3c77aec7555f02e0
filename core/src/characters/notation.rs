//! Bidi Notation: the order of a reference in plain ASCII, true on every terminal and in every mail.
//!
//! ```text
//! A–Z        right-to-left letters, one capital a letter (RFC 3987 section 4.4)
//! {A}        a capital of the text itself
//! {RLO}      a character that cannot be seen, by its usual short name
//! {00E9}     any other character above ASCII, or a control, by its number
//! {{} {}}    a brace of the text
//! the rest   itself
//! ```
//!
//! Hebrew and Arabic letters have capitals of their own, those of the examples of 3987bis; a final
//! form shares that of its letter. Where two letters of one text want the same capital, and in other
//! scripts, the letters take the free capitals in the order of their numbers. Within one text equal
//! letters are thus equal capitals and different ones different; from the 27th letter on, numbers.

use std::collections::{BTreeMap, BTreeSet};

use crate::bidi::Bidi;
use crate::characters::short_name;
use crate::unicode;
use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategoryGroup;

/// Alef to tav.
const HEBREW: &str = "\u{5D0}\u{5D1}\u{5D2}\u{5D3}\u{5D4}\u{5D5}\u{5D6}\u{5D7}\u{5D8}\u{5D9}\u{5DB}\u{5DC}\u{5DE}\
    \u{5E0}\u{5E1}\u{5E2}\u{5E4}\u{5E6}\u{5E7}\u{5E8}\u{5E9}\u{5EA}";
/// The final forms, and the letters they are forms of.
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

/// The capitals that represent the right-to-left letters of one output. Everything in the output, such as a
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
    capitals: BTreeMap<char, char>,
}

impl BidiNotation {
    /// Creates the notation of a text.
    pub fn new(text: &str) -> Self {
        let mut notation = Self::default();
        notation.extend(text);
        notation
    }

    /// Adds the letters of `text`. Letters that have a capital keep it. Returns whether a letter was added.
    pub fn extend(&mut self, text: &str) -> bool {
        let is_new = |c: &char| is_right_to_left_letter(*c) && !self.capitals.contains_key(c);
        let letters: BTreeSet<char> = text.chars().filter(is_new).collect();
        if letters.is_empty() {
            return false;
        }
        let mut free: BTreeSet<char> = ('A'..='Z').filter(|capital| !self.represents(*capital)).collect();
        for &letter in &letters {
            if let Some(capital) = own_capital(letter).filter(|capital| free.remove(capital)) {
                self.capitals.insert(letter, capital);
            }
        }
        for letter in letters {
            if !self.capitals.contains_key(&letter)
                && let Some(capital) = free.pop_first()
            {
                self.capitals.insert(letter, capital);
            }
        }
        true
    }

    fn represents(&self, capital: char) -> bool {
        self.capitals.values().any(|known| *known == capital)
    }

    /// Returns the capitals with the letters that they represent, in alphabetical order.
    pub fn legend(&self) -> impl Iterator<Item = (char, char)> {
        let mut legend: Vec<_> = self.capitals.iter().map(|(letter, capital)| (*capital, *letter)).collect();
        legend.sort_unstable();
        legend.into_iter()
    }

    /// The capital that stands for `c`, where one does.
    pub fn capital(&self, c: char) -> Option<char> {
        self.capitals.get(&c).copied()
    }

    /// `text` in this notation.
    pub fn write(&self, text: &str) -> String {
        self.write_chars(text.chars())
    }

    /// The display of `bidi` in this notation.
    pub fn write_visual(&self, bidi: &Bidi<'_>) -> String {
        self.write_chars(bidi.visual_chars().map(|(_, c)| c))
    }

    /// One character in this notation.
    pub fn write_char(&self, c: char) -> String {
        match c {
            'A'..='Z' | '{' | '}' => format!("{{{c}}}"),
            '!'..='~' => c.to_string(),
            _ => match (self.capitals.get(&c), short_name(c)) {
                (Some(capital), _) => capital.to_string(),
                (None, Some(name)) if name.bytes().all(|byte| byte.is_ascii_alphanumeric()) => format!("{{{name}}}"),
                (None, _) => format!("{{{:04X}}}", u32::from(c)),
            },
        }
    }

    fn write_chars(&self, characters: impl Iterator<Item = char>) -> String {
        let mut out = String::new();
        for c in characters {
            // Nearly every character is one of these.
            if matches!(c, '!'..='@' | '['..='z' | '|' | '~') {
                out.push(c);
            } else {
                out.push_str(&self.write_char(c));
            }
        }
        out
    }
}

/// `text` in Bidi Notation, in its own order.
pub fn notation(text: &str) -> String {
    BidiNotation::new(text).write(text)
}

/// The display of `text` in a left-to-right embedding, in Bidi Notation.
pub fn visual_notation(text: &str) -> String {
    BidiNotation::new(text).write_visual(&Bidi::new(text))
}

fn is_right_to_left_letter(c: char) -> bool {
    unicode::is_right_to_left(c) && GeneralCategoryGroup::Letter.contains(CodePointMapData::new().get(c))
}

/// The capital that `letter` has wherever no other letter of the text wants it.
fn own_capital(letter: char) -> Option<char> {
    let letter = FINAL.iter().find(|(form, _)| *form == letter).map_or(letter, |(_, letter)| *letter);
    let place = |alphabet: &str| ('A'..='Z').zip(alphabet.chars()).find(|(_, c)| *c == letter);
    place(HEBREW).or_else(|| place(ARABIC)).map(|(capital, _)| capital)
}
