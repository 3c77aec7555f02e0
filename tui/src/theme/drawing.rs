//! The options for drawing characters of the text.

use iri_core::characters::BidiNotation;

/// Symbols of the inspector. Letters of the input are shown with both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// Control pictures and box drawing.
    #[default]
    Unicode,
    /// ASCII only.
    Ascii,
}

/// Drawing of right-to-left letters on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Letters {
    /// Unchanged, with marks that prevent reordering.
    #[default]
    Together,
    /// Two cells per letter, the second of them empty: no known terminal reorders these.
    Apart,
    /// Replaced with uppercase letters (Bidi Notation).
    Notation,
}

/// Options for drawing characters of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// Symbols of stand-ins.
    pub glyphs: Glyphs,
    /// Right-to-left letters.
    pub letters: Letters,
    /// Whether code points in brackets replace all characters that are not ASCII: a terminal with another encoding than UTF-8
    /// could execute their bytes as control sequences.
    pub is_ascii: bool,
    /// Bidi Notation of this output.
    pub notation: BidiNotation,
    /// Whether the text is a message: its own uppercase letters are not marked.
    pub is_message: bool,
}

impl Drawing {
    /// Returns the options for a message that quotes the input.
    pub const fn for_message(self) -> Self {
        Self { is_message: true, ..self }
    }

    /// Returns whether uppercase letters represent others, so that those of the text must be marked.
    pub fn marks_capitals(self) -> bool {
        self.letters == Letters::Notation && !self.is_message && self.notation.is_needed()
    }
}

impl From<Glyphs> for Drawing {
    fn from(glyphs: Glyphs) -> Self {
        Self { glyphs, ..Self::default() }
    }
}
