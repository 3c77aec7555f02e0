//! How characters of the text are drawn: what a person or the terminal can choose.

use iri_core::characters::BidiNotation;

/// Which characters our own glyphs are taken from. Letters of the input are shown in both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// Control pictures, box drawing.
    #[default]
    Unicode,
    /// Nothing above ASCII.
    Ascii,
}

/// How right-to-left letters are drawn on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Letters {
    /// As they are, each with a mark in its cell that holds it there.
    #[default]
    Together,
    /// Each in two cells, the second of them empty: no terminal was found that moves these.
    Apart,
    /// Replaced with uppercase letters (Bidi Notation).
    Notation,
}

/// How characters of the text are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// What stand-ins are made of.
    pub glyphs: Glyphs,
    /// Right-to-left letters.
    pub letters: Letters,
    /// Bidi Notation of this output.
    pub notation: BidiNotation,
    /// Whether the text is a message: its own uppercase letters are not marked.
    pub is_message: bool,
}

impl Drawing {
    /// Returns how a message that quotes the input is drawn.
    pub const fn for_message(self) -> Self {
        Self { is_message: true, ..self }
    }

    /// Returns whether uppercase letters represent others, so that those of the text itself have to be marked.
    pub fn marks_capitals(self) -> bool {
        self.letters == Letters::Notation && !self.is_message && self.notation.is_needed()
    }
}

impl From<Glyphs> for Drawing {
    fn from(glyphs: Glyphs) -> Self {
        Self { glyphs, ..Self::default() }
    }
}
