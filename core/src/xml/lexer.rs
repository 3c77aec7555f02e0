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
//! behind it ([`Closing`]): that is what makes reading again from any piece possible.

use memchr::{memchr, memchr2, memmem};

use crate::text::Span;
use crate::xml::tag::is_space;

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
    Damage(Option<Closing>),
}

/// The words that close what may hold a `<`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
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

impl Closing {
    /// All of them, in the order of [`Closing::index`].
    pub const ALL: [Self; 5] = [Self::Comment, Self::CData, Self::Pi, Self::DoubleQuote, Self::SingleQuote];

    /// Its number in [`Closing::ALL`].
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

/// Where an attribute stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttributeAt {
    /// Its name.
    pub name: Span,
    /// Its value, without the quotes.
    pub value: Span,
}

/// A tag with more attributes than this is gone over again rather than remembered.
pub const MANY_ATTRIBUTES: usize = 256;

/// What the lexer met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A piece of markup.
    Token(Token),
    /// A piece that begins there and cannot be told without the text behind: the words it waits for.
    More(usize, Closing),
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
    pub fn set_absent_behind(&mut self, closing: Closing) {
        let last = memmem::rfind(self.text, closing.words().as_bytes());
        self.absent_from[closing.index()] = last.map_or(0, |at| at + 1);
    }

    /// The first piece of markup from `at` on.
    pub fn next(&mut self, at: usize) -> Next {
        let Some(found) = memchr(b'<', &self.text[at..]) else { return Next::End };
        let start = at + found;
        match self.text.get(start + 1) {
            Some(b'/') => Next::Token(self.end_tag(start)),
            Some(b'?') => self.closed_by(start, 2, TokenKind::Pi, Closing::Pi),
            Some(b'!') => self.declaration(start),
            Some(&byte) if is_name_start(byte) => Next::Token(self.start_tag(start)),
            _ => Next::Token(damage(start, 1, None)),
        }
    }

    fn end_tag(&self, start: usize) -> Token {
        let end = match memchr2(b'>', b'<', &self.text[start + 2..]) {
            Some(found) if self.text[start + 2 + found] == b'>' => start + 2 + found + 1,
            Some(found) => start + 2 + found,
            None => self.text.len(),
        };
        Token { kind: TokenKind::End, start, end }
    }

    /// A tag that is as it should be is read in one go, attributes and all.
    fn start_tag(&mut self, start: usize) -> Token {
        self.attributes.clear();
        let mut at = start + 1 + self.word_at(start + 1);
        loop {
            at += self.space_at(at);
            match (self.text.get(at), self.text.get(at + 1)) {
                (Some(b'>'), _) => {
                    self.is_regular = true;
                    return tag(TokenKind::Start, start, at + 1);
                }
                (Some(b'/'), Some(b'>')) => {
                    self.is_regular = true;
                    return tag(TokenKind::Empty, start, at + 2);
                }
                _ => match self.attribute_at(at) {
                    Some(attribute) if self.attributes.len() < MANY_ATTRIBUTES => {
                        at = attribute.value.end + 1;
                        self.attributes.push(attribute);
                    }
                    _ => return self.irregular_tag(start, at),
                },
            }
        }
    }

    // Attribute ::= Name Eq AttValue                                                 production 41
    fn attribute_at(&self, start: usize) -> Option<AttributeAt> {
        let name = Span::new(start, start + self.word_at(start));
        let equals = name.end + self.space_at(name.end);
        if name.is_empty() || self.text.get(equals) != Some(&b'=') {
            return None;
        }
        let open = equals + 1 + self.space_at(equals + 1);
        let quote = *self.text.get(open).filter(|byte| matches!(byte, b'"' | b'\''))?;
        let value = Span::new(open + 1, open + 1 + memchr2(quote, b'<', self.text.get(open + 1..)?)?);
        let behind = self.text.get(value.end + 1)?;
        let is_closed = self.text[value.end] == quote && (is_space(*behind) || matches!(behind, b'>' | b'/'));
        is_closed.then_some(AttributeAt { name, value })
    }

    /// Length of the word at `from`.
    fn word_at(&self, from: usize) -> usize {
        let ends = |byte: &u8| is_space(*byte) || matches!(byte, b'=' | b'>' | b'/' | b'<' | b'"' | b'\'' | b'?');
        self.text[from..].iter().position(ends).unwrap_or(self.text.len() - from)
    }

    fn space_at(&self, from: usize) -> usize {
        self.text[from..].iter().position(|byte| !is_space(*byte)).unwrap_or(self.text.len() - from)
    }

    /// The attributes of the tag that was read last, where all of it is as it should be and they are not
    /// very many.
    pub fn attributes(&self) -> Option<&[AttributeAt]> {
        self.is_regular.then_some(&self.attributes)
    }

    /// A tag in which something is amiss from `at` on.
    fn irregular_tag(&mut self, start: usize, mut at: usize) -> Token {
        self.is_regular = false;
        loop {
            match self.text.get(at) {
                Some(b'>') if self.text[at - 1] == b'/' => return tag(TokenKind::Empty, start, at + 1),
                Some(b'>') => return tag(TokenKind::Start, start, at + 1),
                Some(&quote @ (b'"' | b'\'')) => match memchr2(quote, b'<', &self.text[at + 1..]) {
                    Some(found) if self.text[at + 1 + found] == quote => at += found + 2,
                    Some(found) => return tag(TokenKind::Start, start, at + 1 + found),
                    None => return tag(TokenKind::Start, start, self.text.len()),
                },
                Some(b'<') | None => return tag(TokenKind::Start, start, at),
                Some(_) => at += 1,
            }
        }
    }

    /// `<!`: a comment, a CDATA section, a conditional section or a declaration.
    fn declaration(&mut self, start: usize) -> Next {
        let rest = &self.text[start..];
        if rest.starts_with(b"<!--") {
            return self.closed_by(start, 4, TokenKind::Comment, Closing::Comment);
        }
        if rest.starts_with(b"<![CDATA[") {
            return self.closed_by(start, 9, TokenKind::CData, Closing::CData);
        }
        if rest.starts_with(b"<![IGNORE[") {
            return self.closed_by(start, 10, TokenKind::Comment, Closing::CData);
        }
        if !rest.get(2).is_some_and(u8::is_ascii_uppercase) {
            return Next::Token(damage(start, 2, None));
        }
        self.markup_declaration(start)
    }

    fn closed_by(&mut self, start: usize, opening: usize, kind: TokenKind, closing: Closing) -> Next {
        let from = start + opening;
        match self.find(from, closing) {
            Some(found) => Next::Token(Token { kind, start, end: found + closing.words().len() }),
            None if self.may_come(closing) => Next::More(start, closing),
            None => Next::Token(damage(start, opening, Some(closing))),
        }
    }

    /// Where the closing words stand at or behind `from`.
    fn find(&mut self, from: usize, closing: Closing) -> Option<usize> {
        if from >= self.absent_from[closing.index()] {
            return None;
        }
        let found = memmem::find(&self.text[from..], closing.words().as_bytes());
        if found.is_none() && !self.is_part {
            self.absent_from[closing.index()] = from;
        }
        found.map(|found| from + found)
    }

    fn may_come(&self, closing: Closing) -> bool {
        self.is_part && self.absent_from[closing.index()] == usize::MAX
    }

    // doctypedecl ::= '<!DOCTYPE' S Name (S ExternalID)? S? ('[' intSubset ']' S?)? '>'   production 28
    fn markup_declaration(&mut self, start: usize) -> Next {
        let is_doctype = self.text[start..].starts_with(b"<!DOCTYPE");
        let mut at = start + 2;
        loop {
            match self.text.get(at) {
                Some(b'>') => return Next::Token(tag(TokenKind::Declaration, start, at + 1)),
                Some(b'[') if is_doctype => return Next::Token(tag(TokenKind::Declaration, start, at + 1)),
                Some(b'"') => match self.literal(at, Closing::DoubleQuote) {
                    Literal::Ends(end) => at = end,
                    other => return other.next(start),
                },
                Some(b'\'') => match self.literal(at, Closing::SingleQuote) {
                    Literal::Ends(end) => at = end,
                    other => return other.next(start),
                },
                Some(b'<') | None => return Next::Token(tag(TokenKind::Declaration, start, at)),
                Some(_) => at += 1,
            }
        }
    }

    /// A quoted literal of a declaration may hold a `<`, but no declaration begins within one: where one
    /// seems to, the quote was never closed.
    fn literal(&mut self, open: usize, closing: Closing) -> Literal {
        let end = self.find(open + 1, closing);
        let inside = &self.text[open + 1..end.unwrap_or(self.text.len())];
        if let Some(next) = declaration_in(inside) {
            return Literal::Broken(open + 1 + next);
        }
        match end {
            Some(end) => Literal::Ends(end + 1),
            None if self.may_come(closing) => Literal::More(closing),
            None => Literal::Unclosed(memchr(b'<', inside).map_or(self.text.len(), |at| open + 1 + at), closing),
        }
    }
}

/// Where a literal ends.
enum Literal {
    Ends(usize),
    /// At a declaration that begins within.
    Broken(usize),
    More(Closing),
    /// Nowhere: the declaration goes up to the next `<`.
    Unclosed(usize, Closing),
}

impl Literal {
    fn next(self, start: usize) -> Next {
        match self {
            Self::Ends(end) | Self::Broken(end) => Next::Token(tag(TokenKind::Declaration, start, end)),
            Self::More(closing) => Next::More(start, closing),
            Self::Unclosed(end, closing) => Next::Token(damage(start, end - start, Some(closing))),
        }
    }
}

/// Where a markup declaration begins in `literal`.
fn declaration_in(literal: &[u8]) -> Option<usize> {
    let opens = memmem::find_iter(literal, b"<!");
    opens.into_iter().find(|&at| literal.get(at + 2).is_some_and(u8::is_ascii_uppercase))
}

fn tag(kind: TokenKind, start: usize, end: usize) -> Token {
    Token { kind, start, end }
}

fn damage(start: usize, length: usize, waits_for: Option<Closing>) -> Token {
    Token { kind: TokenKind::Damage(waits_for), start, end: start + length }
}

/// A byte that may begin a Name (production 4): above ASCII all may, for what is no name is damage either way.
fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b':' || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xml::tag;

    #[test]
    fn a_regular_tag_has_the_attributes_that_a_second_look_finds() {
        let tags = [
            "<a>",
            "<a/>",
            "<a b='c'>",
            "<a b = \"c\" d=''/>",
            "<a b='x' >",
            "<a\nb\n=\n'c>d'\n/>",
            "<a:b c:d='e' f='\"g\"'>",
            "<a b='c'd='e'>",
            "<a b>",
            "<a b=c>",
            "<a b='x c='d'>",
            "<a b='x c='d='e'>",
            "<a =''>",
            "<a/ b='c'>",
            "<a b='c'/ >",
            "<a?b c='d'>",
        ];
        let mut regular = 0;
        for text in tags {
            let mut lexer = Lexer::new(text, false);
            let Next::Token(token) = lexer.next(0) else { panic!("{text} is a tag") };
            assert_eq!(token.end, text.len(), "{text}");
            let inside = text[1..].trim_end_matches('>').trim_end_matches('/');
            let again: Vec<_> = tag::attributes(inside, tag::name(inside).len(), 1).map(|one| one.span).collect();
            if let Some(attributes) = lexer.attributes() {
                let spans: Vec<_> = attributes.iter().map(|one| one.value).collect();
                assert_eq!(spans, again, "{text}");
                regular += 1;
            }
        }
        assert_eq!(regular, 7);
    }
}
