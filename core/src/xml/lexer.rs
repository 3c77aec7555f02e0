//! Lexer for markup with recovery: any damage ends at the next `<` that can start a tag.
//!
//! ```text
//! <name … >  <name … />   start tag      ends at the first > outside values, or before the next <
//! </name >                end tag        the same
//! <!-- … -->  <![CDATA[ … ]]>  <? … ?>   end at their terminators; without one, only the opening is skipped
//! <!NAME … >              declaration    ends at > outside quotes; a DOCTYPE also at [
//! <                       anything else is damage of one byte
//! ```
//!
//! A token depends only on its own bytes, the next `<`, and on whether its terminator occurs anywhere after it
//! ([`Terminator`]). So lexing can restart at any token.

mod declaration;
mod tag;
mod terminator;

pub use tag::attributes_of;
pub use terminator::{TERMINATORS, Terminator, Terminators};

use crate::text::{InPart, Span};
use memchr::{memchr, memchr2};

/// Token: a piece of markup in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Kind of the token.
    pub kind: TokenKind,
    /// Offset of its `<`.
    pub start: usize,
    /// Offset after it.
    pub end: usize,
    /// Whether the markup after it has no effect on it. Otherwise, without that markup, it would or could be longer.
    pub is_closed: bool,
}

/// Kind of a token.
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
    /// Text that starts like markup but is not markup.
    Damage(Option<Terminator>),
}

/// Lexer of a text from its start.
#[derive(Clone, Debug)]
pub struct Lexer<'t> {
    text: &'t [u8],
    terminators: Terminators<'t>,
    /// End of the name of the last start tag.
    name_end: usize,
    attributes: Vec<AttributeAt>,
    is_regular: bool,
}

/// Maximum number of attributes of a tag that are kept; otherwise they are parsed again.
pub const MANY_ATTRIBUTES: usize = 256;

/// Result of the lexer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A token.
    Token(Token),
    /// A token at this offset that needs the text after this part, because of its terminator.
    More(usize, Terminator),
    /// The end of the text.
    End,
}

impl<'t> Lexer<'t> {
    /// Creates a lexer of `text`. If `is_part` is true, more text follows, which starts with `<`.
    pub fn new(text: &'t str, is_part: bool) -> Self {
        let terminators = Terminators::new(text, is_part);
        Self { text: text.as_bytes(), terminators, name_end: 0, attributes: Vec::new(), is_regular: false }
    }

    /// Records that the terminator does not occur in the text that follows.
    pub fn set_absent_after(&mut self, closing: Terminator) {
        self.terminators.set_absent_after(closing);
    }

    /// Returns the first token from `at` on.
    pub fn next(&mut self, at: usize) -> Next {
        let is_opening = |byte| byte == b'<';
        let Some(found) = nearest(&self.text[at..], is_opening, |far| memchr(b'<', far)) else { return Next::End };
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
        match self.terminators.find(from, closing) {
            Some(found) => Next::Token(closed(kind, start, found + closing.words().len())),
            None if self.terminators.may_come(closing) => Next::More(start, closing),
            None => Next::Token(damage(start, opening, Some(closing))),
        }
    }
}

/// Number of bytes that [`nearest`] looks at one by one.
const NEAR: usize = 16;

/// Returns the index of the first byte for which `is_it` returns true. The search `far` has the same result; it is only
/// used for what is not near, because a vectorized search takes long to start, and most delimiters are near.
#[inline]
fn nearest(bytes: &[u8], is_it: impl Fn(u8) -> bool, far: impl FnOnce(&[u8]) -> Option<usize>) -> Option<usize> {
    let near = &bytes[..bytes.len().min(NEAR)];
    near.iter().position(|&byte| is_it(byte)).or_else(|| far(&bytes[near.len()..]).map(|found| near.len() + found))
}

/// Returns the index of the first `one` or `other`.
#[inline]
fn nearest_of(one: u8, other: u8, bytes: &[u8]) -> Option<usize> {
    nearest(bytes, |byte| byte == one || byte == other, |far| memchr2(one, other, far))
}

fn closed(kind: TokenKind, start: usize, end: usize) -> Token {
    Token { kind, start, end, is_closed: true }
}

fn open(kind: TokenKind, start: usize, end: usize) -> Token {
    Token { kind, start, end, is_closed: false }
}

fn damage(start: usize, length: usize, awaits: Option<Terminator>) -> Token {
    Token { kind: TokenKind::Damage(awaits), start, end: start + length, is_closed: awaits.is_none() }
}

/// Spans of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttributeAt {
    /// Name.
    pub name: Span<InPart>,
    /// Value without its quotes.
    pub value: Span<InPart>,
}

/// Returns whether a byte may start a Name (production 4). All bytes above ASCII may: an invalid name is damage either
/// way.
fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b':' || !byte.is_ascii()
}

#[cfg(test)]
mod tests;
