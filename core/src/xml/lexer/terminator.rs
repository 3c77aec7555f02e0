//! Terminators: ends of constructs that may contain the start of another one.

use memchr::memmem;

/// End of a construct that may contain the start of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terminator {
    /// `-->`
    Comment,
    /// `]]>`
    CData,
    /// `?>`
    Pi,
    /// `"` in a declaration
    DoubleQuote,
    /// `'` in a declaration
    SingleQuote,
    /// `"""` of a long string in Turtle
    LongDouble,
    /// `'''` of a long string in Turtle
    LongSingle,
}

/// Number of terminators.
pub const TERMINATORS: usize = Terminator::ALL.len();

impl Terminator {
    /// All terminators, in the order of [`Terminator::index`].
    pub const ALL: [Self; 7] = [
        Self::Comment,
        Self::CData,
        Self::Pi,
        Self::DoubleQuote,
        Self::SingleQuote,
        Self::LongDouble,
        Self::LongSingle,
    ];

    /// Returns the index in [`Terminator::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the text of the terminator.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Comment => "-->",
            Self::CData => "]]>",
            Self::Pi => "?>",
            Self::DoubleQuote => "\"",
            Self::SingleQuote => "'",
            Self::LongDouble => "\"\"\"",
            Self::LongSingle => "'''",
        }
    }
}

/// Terminators in a text; remembers which of them do not occur any more.
#[derive(Clone, Debug)]
pub struct Terminators<'t> {
    text: &'t [u8],
    /// Whether `text` is followed by more text, which is not here.
    is_part: bool,
    /// Offset from which each terminator is known not to occur.
    absent_from: [usize; TERMINATORS],
}

impl<'t> Terminators<'t> {
    /// Creates the terminators of `text`. If `is_part` is true, more text follows.
    pub fn new(text: &'t str, is_part: bool) -> Self {
        Self { text: text.as_bytes(), is_part, absent_from: [usize::MAX; TERMINATORS] }
    }

    /// Records that the terminator does not occur in the text that follows.
    pub fn set_absent_after(&mut self, closing: Terminator) {
        let last = memmem::rfind(self.text, closing.words().as_bytes());
        self.absent_from[closing.index()] = last.map_or(0, |at| at + 1);
    }

    /// Returns the offset of the terminator at or after `from`.
    pub fn find(&mut self, from: usize, closing: Terminator) -> Option<usize> {
        if from >= self.absent_from[closing.index()] {
            return None;
        }
        let found = memmem::find(&self.text[from..], closing.words().as_bytes());
        if found.is_none() && !self.is_part {
            self.absent_from[closing.index()] = from;
        }
        found.map(|found| from + found)
    }

    /// Returns whether the terminator may occur in the text that follows.
    pub fn may_come(&self, closing: Terminator) -> bool {
        self.is_part && self.absent_from[closing.index()] == usize::MAX
    }
}
