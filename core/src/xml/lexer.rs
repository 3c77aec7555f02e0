//! Markup, piece by piece, with recovery: whatever the damage, it ends at the next `<` that can begin a tag.
//!
//! ```text
//! <name … >  <name … />   start tag      ends at the first > outside quotes, or, damaged, at the next <
//! </name >                end tag        the same
//! <!-- … -->  <![CDATA[ … ]]>  <? … ?>   end at their closing words; without one, only the opening words are taken
//! <!NAME … >              declaration    ends at > outside quotes; a DOCTYPE also at [
//! <                       anything else is damage of one byte
//! ```
//!
//! What a piece is depends on its own bytes, the next `<`, and on whether closing words stand anywhere
//! behind it ([`Terminator`]): that is what makes reading again from any piece possible.

mod declaration;
mod tag;

use crate::text::{InPart, Span};
use memchr::{memchr, memmem};

/// A piece of markup in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Offset of its `<`.
    pub start: usize,
    /// Offset behind it.
    pub end: usize,
}

/// What a piece of markup is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A start tag, damaged or not.
    Start,
    /// The tag of an empty element.
    Empty,
    /// An end tag.
    End,
    /// A comment.
    Comment,
    /// A CDATA section.
    CData,
    /// A processing instruction, or the XML declaration.
    Pi,
    /// A markup declaration, or the head of a document type declaration.
    Declaration,
    /// What begins like markup and is none.
    Damage(Option<Terminator>),
}

/// The words that close what may hold a `<`.
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
}

impl Terminator {
    /// All of them, in the order of [`Terminator::index`].
    pub const ALL: [Self; 5] = [Self::Comment, Self::CData, Self::Pi, Self::DoubleQuote, Self::SingleQuote];

    /// Its number in [`Terminator::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Comment => "-->",
            Self::CData => "]]>",
            Self::Pi => "?>",
            Self::DoubleQuote => "\"",
            Self::SingleQuote => "'",
        }
    }
}

/// Reads a text from its start; remembers which closing words do not come any more.
#[derive(Clone, Debug)]
pub struct Lexer<'t> {
    text: &'t [u8],
    /// Whether there is text behind `text` that this lexer was not given.
    is_part: bool,
    /// From where on it is known that the closing words do not come.
    absent_from: [usize; 5],
    attributes: Vec<AttributeAt>,
    is_regular: bool,
}

/// A tag with more attributes than this is gone over again rather than remembered.
pub const MANY_ATTRIBUTES: usize = 256;

/// What the lexer met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A piece of markup.
    Token(Token),
    /// A piece that begins there and cannot be told without the text behind: the words it waits for.
    More(usize, Terminator),
    /// The end of the text.
    End,
}

impl<'t> Lexer<'t> {
    /// A lexer of `text`, behind which there is more text if `is_part`; that text begins with `<`.
    pub fn new(text: &'t str, is_part: bool) -> Self {
        let absent_from = [usize::MAX; 5];
        Self { text: text.as_bytes(), is_part, absent_from, attributes: Vec::new(), is_regular: false }
    }

    /// Notes that the text behind `text` does not hold the closing words.
    pub fn set_absent_behind(&mut self, closing: Terminator) {
        let last = memmem::rfind(self.text, closing.words().as_bytes());
        self.absent_from[closing.index()] = last.map_or(0, |at| at + 1);
    }

    /// The first piece of markup from `at` on.
    pub fn next(&mut self, at: usize) -> Next {
        let Some(found) = memchr(b'<', &self.text[at..]) else { return Next::End };
        let start = at + found;
        match self.text.get(start + 1) {
            Some(b'/') => Next::Token(self.end_tag(start)),
            Some(b'?') => self.closed_by(start, 2, TokenKind::Pi, Terminator::Pi),
            Some(b'!') => self.declaration(start),
            Some(&byte) if is_name_start(byte) => Next::Token(self.start_tag(start)),
            _ => Next::Token(damage(start, 1, None)),
        }
    }

    fn closed_by(&mut self, start: usize, opening: usize, kind: TokenKind, closing: Terminator) -> Next {
        let from = start + opening;
        match self.find(from, closing) {
            Some(found) => Next::Token(Token { kind, start, end: found + closing.words().len() }),
            None if self.may_come(closing) => Next::More(start, closing),
            None => Next::Token(damage(start, opening, Some(closing))),
        }
    }

    /// Where the closing words stand at or behind `from`.
    fn find(&mut self, from: usize, closing: Terminator) -> Option<usize> {
        if from >= self.absent_from[closing.index()] {
            return None;
        }
        let found = memmem::find(&self.text[from..], closing.words().as_bytes());
        if found.is_none() && !self.is_part {
            self.absent_from[closing.index()] = from;
        }
        found.map(|found| from + found)
    }

    fn may_come(&self, closing: Terminator) -> bool {
        self.is_part && self.absent_from[closing.index()] == usize::MAX
    }
}

fn tag(kind: TokenKind, start: usize, end: usize) -> Token {
    Token { kind, start, end }
}

fn damage(start: usize, length: usize, waits_for: Option<Terminator>) -> Token {
    Token { kind: TokenKind::Damage(waits_for), start, end: start + length }
}

/// Where an attribute is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttributeAt {
    /// Its name.
    pub name: Span<InPart>,
    /// Its value, without the quotes.
    pub value: Span<InPart>,
}

/// A byte that may begin a Name (production 4). Above ASCII all may: what is no name is damage either way.
fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b':' || !byte.is_ascii()
}

#[cfg(test)]
mod tests;
