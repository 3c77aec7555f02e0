//! Lexer of Turtle, its relatives, and SPARQL, with recovery at the end of each line.
//!
//! ```text
//! <http://example.org/a>     IRIREF          up to the `>` in the same line
//! ex:a  ex:  :a              PNAME_LN, PNAME_NS
//! "a"  'a'                   string          up to its quote in the same line
//! """a"""  '''a'''           string          up to its terminator
//! @prefix  PREFIX  a         words
//! # …                        comment         up to the line break
//! ```
//!
//! Everything else is one character. A token depends on its own line, and on whether its terminator occurs anywhere after
//! it.

use std::ops::Range;

use crate::text::{InPart, Span};
use crate::xml::Syntax;
use crate::xml::lexer::{Terminator, Terminators};

/// Token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RdfToken {
    /// Kind of the token.
    pub kind: RdfTokenKind,
    /// Span of the token, with its delimiters.
    pub span: Span<InPart>,
}

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RdfTokenKind {
    /// A comment, up to the line break.
    Comment,
    /// An IRI between `<` and `>`.
    IriRef,
    /// A `<` and an IRI whose `>` is missing.
    Unclosed,
    /// A prefixed name, with or without a local part.
    PrefixedName,
    /// A string, with the length of its quotes.
    String(usize),
    /// A keyword, the name of a directive, or a name of another kind.
    Word,
    /// Anything else.
    Other,
    /// A string without an end.
    Damage(Option<Terminator>),
}

/// Result of the lexer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RdfNext {
    /// A token, and whether it is the first of its line.
    Token(RdfToken, bool),
    /// A token that needs the text after this part, because of its terminator.
    More(Terminator),
    /// The end of the text, and whether only whitespace is in its last line.
    End(bool),
}

/// Returns what `find` returns for the offset `from`, which is the same for all offsets before it; `known` has the last answer.
fn ahead(known: &mut Range<usize>, from: usize, find: impl FnOnce() -> usize) -> usize {
    if !(known.start..=known.end).contains(&from) {
        *known = from..find();
    }
    known.end
}

/// Lexer of a text from its start, which is the start of a line.
#[derive(Clone, Debug)]
pub struct RdfLexer<'t> {
    text: &'t str,
    syntax: Syntax,
    terminators: Terminators<'t>,
    /// Where the line ends, and where a `>` is, each after the offset from which it was looked for: a line may be long.
    line: Range<usize>,
    close: Range<usize>,
    at: usize,
    is_line_start: bool,
}

impl<'t> RdfLexer<'t> {
    /// Creates a lexer of `text`. If `is_part` is true, more text follows, which starts with the first token of a line.
    pub fn new(text: &'t str, syntax: Syntax, is_part: bool) -> Self {
        let terminators = Terminators::new(text, is_part);
        let unknown = usize::MAX..usize::MAX;
        Self { text, syntax, terminators, line: unknown.clone(), close: unknown, at: 0, is_line_start: true }
    }

    /// Records that the terminator does not occur in the text that follows.
    pub fn set_absent_after(&mut self, closing: Terminator) {
        self.terminators.set_absent_after(closing);
    }

    /// Returns the next token.
    pub fn next(&mut self) -> RdfNext {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at)
            && matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
        {
            self.is_line_start |= matches!(byte, b'\n' | b'\r');
            self.at += 1;
        }
        let start = self.at;
        let Some(&first) = bytes.get(start) else { return RdfNext::End(self.is_line_start) };
        let (kind, end) = match first {
            b'#' => (RdfTokenKind::Comment, self.line_end(start)),
            b'<' => self.iri_ref(start),
            b'"' | b'\'' => match self.string(start) {
                Ok(string) => string,
                Err(closing) => return RdfNext::More(closing),
            },
            // A language tag, or the name of a directive.
            b'@' if start > 0 && matches!(bytes[start - 1], b'"' | b'\'') => {
                (RdfTokenKind::Other, self.word_end(start + 1))
            }
            b'@' => (RdfTokenKind::Word, self.word_end(start + 1)),
            b'?' | b'$' => (RdfTokenKind::Other, self.word_end(start + 1)),
            b'_' if bytes.get(start + 1) == Some(&b':') => (RdfTokenKind::Other, self.local_end(start + 2)),
            b'0'..=b'9' => (RdfTokenKind::Other, self.number_end(start)),
            _ if first == b':' || is_name_byte(first) => self.name(start),
            _ => (RdfTokenKind::Other, start + 1),
        };
        self.at = end;
        let is_first = std::mem::take(&mut self.is_line_start);
        RdfNext::Token(RdfToken { kind, span: Span::new(start, end) }, is_first)
    }

    fn line_end(&mut self, from: usize) -> usize {
        let bytes = self.text.as_bytes();
        ahead(&mut self.line, from, || {
            memchr::memchr2(b'\n', b'\r', &bytes[from..]).map_or(bytes.len(), |at| from + at)
        })
    }

    /// Returns the offset of the next `>`; that of the end without one.
    fn close(&mut self, from: usize) -> usize {
        let bytes = self.text.as_bytes();
        ahead(&mut self.close, from, || memchr::memchr(b'>', &bytes[from..]).map_or(bytes.len(), |at| from + at))
    }

    /// Returns the IRI at `start`. A `<` that starts no IRI is one character: an operator of SPARQL, or an IRI whose `>` is missing.
    fn iri_ref(&mut self, start: usize) -> (RdfTokenKind, usize) {
        let bytes = self.text.as_bytes();
        let from = start + 1;
        let word = from + bytes[from..].iter().take_while(|byte| is_iri_byte(**byte)).count();
        if bytes.get(word) == Some(&b'>') {
            return (RdfTokenKind::IriRef, word + 1);
        }
        let iri = self.text[from..word].trim_end_matches(['.', ',', ';']);
        let is_unclosed = match self.syntax {
            Syntax::Turtle | Syntax::NTriples => !iri.is_empty(),
            // `<` and `<=` are operators, too.
            _ => iri.contains("://"),
        };
        let other = if is_unclosed { (RdfTokenKind::Unclosed, from + iri.len()) } else { (RdfTokenKind::Other, from) };
        if bytes.get(from) == Some(&b'<') {
            // The border of a quoted triple.
            return (RdfTokenKind::Other, from + 1);
        }
        let end = self.close(from);
        if end == bytes.len() || self.line_end(from) < end {
            return other;
        }
        let inside = &self.text[from..end];
        if self.may_be_iri(inside) {
            return (RdfTokenKind::IriRef, end + 1);
        }
        other
    }

    /// Returns whether `inside`, which an IRI cannot contain, is nevertheless meant to be one.
    fn may_be_iri(&self, inside: &str) -> bool {
        let is_space = |c: char| c == ' ' || c == '\t';
        // The first `>` belongs to another IRI, before which one is missing.
        let is_unclosed = inside.find(is_space).is_some_and(|space| inside[space..].contains('<'));
        #[cfg(feature = "rdf")]
        if self.syntax == Syntax::Sparql {
            let trimmed = inside.trim_start_matches(is_space);
            let scheme = trimmed.find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c));
            let has_scheme = scheme.is_some_and(|end| end > 0 && trimmed[end..].starts_with(':'));
            return has_scheme && !is_unclosed && !["&&", "||", " ?", " $"].iter().any(|word| inside.contains(word));
        }
        !is_unclosed
    }

    /// Returns the string at `start`; the terminator that it needs if it is not in this part.
    fn string(&mut self, start: usize) -> Result<(RdfTokenKind, usize), Terminator> {
        let bytes = self.text.as_bytes();
        let (quote, closing) = match bytes[start] {
            b'"' => (b'"', Terminator::LongDouble),
            _ => (b'\'', Terminator::LongSingle),
        };
        if bytes[start..].starts_with(closing.words().as_bytes()) {
            return self.long_string(start, quote, closing);
        }
        let line = &bytes[..self.line_end(start)];
        let mut at = start + 1;
        while let Some(found) = line.get(at..).and_then(|rest| memchr::memchr2(quote, b'\\', rest)) {
            at += found;
            if bytes[at] == quote {
                return Ok((RdfTokenKind::String(1), at + 1));
            }
            at += 2;
        }
        Ok((RdfTokenKind::Damage(None), start + 1))
    }

    fn long_string(
        &mut self,
        start: usize,
        quote: u8,
        closing: Terminator,
    ) -> Result<(RdfTokenKind, usize), Terminator> {
        let bytes = self.text.as_bytes();
        let mut at = start + 3;
        while let Some(found) = self.terminators.find(at, closing) {
            // A backslash before the quote makes it a character, unless it is one itself.
            let slashes = bytes[at..found].iter().rev().take_while(|byte| **byte == b'\\').count();
            if slashes % 2 == 0 {
                // `""""` ends with the last three.
                let further = bytes[found + 3..].iter().take(2).take_while(|byte| **byte == quote).count();
                return Ok((RdfTokenKind::String(3), found + 3 + further));
            }
            at = found + 1;
        }
        if self.terminators.may_come(closing) {
            return Err(closing);
        }
        Ok((RdfTokenKind::Damage(Some(closing)), start + 3))
    }

    /// Returns the prefixed name or the word at `start`.
    fn name(&self, start: usize) -> (RdfTokenKind, usize) {
        let bytes = self.text.as_bytes();
        let length = bytes[start..].iter().take_while(|byte| is_name_byte(**byte) || **byte == b'.').count();
        let end = start + length;
        if bytes.get(end) == Some(&b':') {
            return (RdfTokenKind::PrefixedName, self.local_end(end + 1));
        }
        let dots = bytes[start..end].iter().rev().take_while(|byte| **byte == b'.').count();
        (RdfTokenKind::Word, end - dots)
    }

    /// Returns the end of the local part that starts at `from`: a dot at its end is not part of it. What only a backslash
    /// allows is part of it if no other construct of Turtle can be there.
    fn local_end(&self, from: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = from;
        let mut end = from;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'.' => {
                    at += 1;
                    continue;
                }
                // In SPARQL 1.1, numeric escapes are possible everywhere.
                b'\\' if bytes.get(at + 1).is_some_and(|next| self.is_escaped(*next)) => at += 2,
                b'-' if at == from && self.syntax == Syntax::Sparql => break,
                b':' | b'%' => at += 1,
                _ if is_name_byte(byte) || self.is_unescaped(at) => at += 1,
                _ => break,
            }
            end = at;
        }
        end
    }

    /// Returns whether a backslash in a local name belongs to `next`, although it may be wrong there.
    fn is_escaped(&self, next: u8) -> bool {
        next.is_ascii_punctuation() || self.syntax != Syntax::Sparql && next.is_ascii_alphanumeric()
    }

    /// Returns whether the character at `at` in a local name lacks a backslash: a name without a colon follows it.
    fn is_unescaped(&self, at: usize) -> bool {
        let (byte, rest) = (self.text.as_bytes()[at], &self.text.as_bytes()[at + 1..]);
        let length = rest.iter().take_while(|byte| is_name_byte(**byte) || **byte == b'.').count();
        self.syntax == Syntax::Turtle
            && matches!(byte, b'~' | b'!' | b'$' | b'&' | b'*' | b'+' | b'=' | b'/' | b'?' | b'@')
            && rest.first().is_some_and(|first| is_name_byte(*first) && !(byte == b'+' && first.is_ascii_digit()))
            && rest.get(length) != Some(&b':')
    }

    fn word_end(&self, from: usize) -> usize {
        from + self.text.as_bytes()[from..].iter().take_while(|byte| is_name_byte(**byte)).count()
    }

    fn number_end(&self, from: usize) -> usize {
        from + self.text.as_bytes()[from..].iter().take_while(|byte| byte.is_ascii_digit()).count()
    }
}

/// Returns whether a byte may be part of a name. All bytes above ASCII may: a character that the grammar excludes is
/// damage either way.
fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || !byte.is_ascii()
}

/// Returns whether a byte may be part of an IRIREF.
fn is_iri_byte(byte: u8) -> bool {
    byte > b' ' && !matches!(byte, b'<' | b'>' | b'"' | b'{' | b'}' | b'|' | b'^' | b'`')
}
