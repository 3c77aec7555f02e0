//! Start tags and end tags.

use memchr::memchr;

use crate::text::{Span, byte_set};
use crate::xml::lexer::{AttributeAt, Lexer, MANY_ATTRIBUTES, Token, TokenKind, closed, nearest_of, open};
use crate::xml::tag::{Assigned, Attribute, assigned, attributes, is_space, name, name_length};

/// Parses the attributes of the start tag `token` in `text`, leniently.
pub fn attributes_of(text: &str, token: Token) -> impl Iterator<Item = Attribute<'_>> {
    let inside = &text[token.start + 1..token.end];
    let inside = inside.strip_suffix('>').map_or(inside, |tag| tag.strip_suffix('/').unwrap_or(tag));
    attributes(inside, name(inside).len(), token.start + 1)
}

/// Whether each byte ends a name in a tag.
const ENDS_WORD: [bool; 256] = byte_set(b" \t\r\n=>/<\"'?");

impl Lexer<'_> {
    pub(super) fn end_tag(&self, start: usize) -> Token {
        match nearest_of(b'>', b'<', &self.text[start + 2..]) {
            Some(found) if self.text[start + 2 + found] == b'>' => closed(TokenKind::End, start, start + 2 + found + 1),
            Some(found) => open(TokenKind::End, start, start + 2 + found),
            None => open(TokenKind::End, start, self.text.len()),
        }
    }

    /// Lexes a start tag. A well-formed tag is lexed in one pass with its attributes.
    pub(super) fn start_tag(&mut self, start: usize) -> Token {
        self.attributes.clear();
        let mut at = start + 1 + self.word_at(start + 1);
        self.name_end = at;
        loop {
            at += self.space_at(at);
            match (self.text.get(at), self.text.get(at + 1)) {
                (Some(b'>'), _) => {
                    self.is_regular = true;
                    return closed(TokenKind::Start, start, at + 1);
                }
                (Some(b'/'), Some(b'>')) => {
                    self.is_regular = true;
                    return closed(TokenKind::Empty, start, at + 2);
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
        let value = Span::new(open + 1, open + 1 + nearest_of(quote, b'<', self.text.get(open + 1..)?)?);
        let after = self.text.get(value.end + 1)?;
        let is_closed = self.text[value.end] == quote && (is_space(*after) || matches!(after, b'>' | b'/'));
        is_closed.then_some(AttributeAt { name, value })
    }

    /// Returns the length of the word at `from`.
    fn word_at(&self, from: usize) -> usize {
        let ends = |byte: &u8| ENDS_WORD[usize::from(*byte)];
        self.text[from..].iter().position(ends).unwrap_or(self.text.len() - from)
    }

    fn space_at(&self, from: usize) -> usize {
        self.text[from..].iter().position(|byte| !is_space(*byte)).unwrap_or(self.text.len() - from)
    }

    /// Returns the attributes of the last tag, if all of it is well-formed and they are not too many.
    pub fn attributes(&self) -> Option<&[AttributeAt]> {
        self.is_regular.then_some(&self.attributes)
    }

    /// Replaces `into` with the attributes of the last start tag, which is `token` in `text`; at most `limit`. Those of a
    /// tag that is not well-formed are parsed leniently.
    pub fn first_attributes<'a>(&self, text: &'a str, token: Token, limit: usize, into: &mut Vec<Attribute<'a>>) {
        into.clear();
        match self.attributes() {
            Some(known) => into.extend(known.iter().take(limit).map(|at| Attribute {
                name: at.name.slice(text),
                raw: at.value.slice(text),
                span: at.value,
            })),
            None => into.extend(attributes_of(text, token).take(limit)),
        }
    }

    /// Returns the end of the name of the last start tag, if the tag has [`attributes`](Self::attributes).
    pub fn name_end(&self) -> Option<usize> {
        self.is_regular.then_some(self.name_end)
    }

    /// Lexes a tag with an irregularity at `at`. It ends at a `>` that is in no value of [`attributes_of`].
    fn irregular_tag(&mut self, start: usize, mut at: usize) -> Token {
        self.is_regular = false;
        let limit = memchr(b'<', &self.text[at..]).map_or(self.text.len(), |found| at + found);
        let text = &self.text[..limit];
        at = at.max(start + 1 + name_length(&text[start + 1..]));
        loop {
            match text.get(at) {
                Some(b'>') if text[at - 1] == b'/' => return closed(TokenKind::Empty, start, at + 1),
                Some(b'>') => return closed(TokenKind::Start, start, at + 1),
                Some(b'=') => match assigned(text, at) {
                    Some(Assigned::Value(value)) => at = value.end + 1,
                    Some(Assigned::Nothing { next }) => at = next,
                    None => return open(TokenKind::Start, start, limit),
                },
                Some(_) => at += 1,
                None => return open(TokenKind::Start, start, limit),
            }
        }
    }
}
