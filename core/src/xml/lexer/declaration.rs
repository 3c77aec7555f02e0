//! Markup that starts with `<!`.

use memchr::{memchr, memmem};

use crate::xml::lexer::{Lexer, Next, Terminator, TokenKind, closed, damage, open};

impl Lexer<'_> {
    /// Lexes `<!`: a comment, a CDATA section, a conditional section or a declaration.
    pub(super) fn declaration(&mut self, start: usize) -> Next {
        let rest = &self.text[start..];
        if rest.starts_with(b"<!--") {
            return self.closed_by(start, 4, TokenKind::Comment, Terminator::Comment);
        }
        if rest.starts_with(b"<![CDATA[") {
            return self.closed_by(start, 9, TokenKind::CData, Terminator::CData);
        }
        if rest.starts_with(b"<![IGNORE[") {
            return self.closed_by(start, 10, TokenKind::Comment, Terminator::CData);
        }
        if !rest.get(2).is_some_and(u8::is_ascii_alphabetic) {
            // Such as the start of `<![CDATA[`, interrupted by a comment.
            return Next::Token(open(TokenKind::Damage(None), start, start + 2));
        }
        self.markup_declaration(start)
    }

    // doctypedecl ::= '<!DOCTYPE' S Name (S ExternalID)? S? ('[' intSubset ']' S?)? '>'   production 28
    fn markup_declaration(&mut self, start: usize) -> Next {
        let is_doctype = self.text[start..].starts_with(b"<!DOCTYPE");
        let mut at = start + 2;
        loop {
            match self.text.get(at) {
                Some(b'>') => return Next::Token(closed(TokenKind::Declaration, start, at + 1)),
                Some(b'[') if is_doctype => return Next::Token(closed(TokenKind::Declaration, start, at + 1)),
                Some(b'"') => match self.literal(at, Terminator::DoubleQuote) {
                    Literal::Ends(end) => at = end,
                    other => return other.next(start),
                },
                Some(b'\'') => match self.literal(at, Terminator::SingleQuote) {
                    Literal::Ends(end) => at = end,
                    other => return other.next(start),
                },
                Some(b'<') | None => return Next::Token(open(TokenKind::Declaration, start, at)),
                Some(_) => at += 1,
            }
        }
    }

    /// Finds the end of a quoted literal of a declaration. A literal may contain a `<`, but not a declaration: if one
    /// seems to start, the quote was never closed.
    fn literal(&mut self, open: usize, closing: Terminator) -> Literal {
        let end = self.terminators.find(open + 1, closing);
        let inside = &self.text[open + 1..end.unwrap_or(self.text.len())];
        if let Some(next) = declaration_in(inside) {
            return Literal::Broken(open + 1 + next);
        }
        match end {
            Some(end) => Literal::Ends(end + 1),
            None if self.terminators.may_come(closing) => Literal::More(closing),
            None => Literal::Unclosed(memchr(b'<', inside).map_or(self.text.len(), |at| open + 1 + at), closing),
        }
    }
}

/// End of a literal.
enum Literal {
    Ends(usize),
    /// Interrupted by a declaration that starts within.
    Broken(usize),
    More(Terminator),
    /// Missing: the declaration extends to the next `<`.
    Unclosed(usize, Terminator),
}

impl Literal {
    fn next(self, start: usize) -> Next {
        match self {
            Self::Ends(end) | Self::Broken(end) => Next::Token(open(TokenKind::Declaration, start, end)),
            Self::More(closing) => Next::More(start, closing),
            Self::Unclosed(end, closing) => Next::Token(damage(start, end - start, Some(closing))),
        }
    }
}

/// Returns the offset at which a markup declaration starts in `literal`.
fn declaration_in(literal: &[u8]) -> Option<usize> {
    let opens = memmem::find_iter(literal, b"<!");
    opens.into_iter().find(|&at| literal.get(at + 2).is_some_and(u8::is_ascii_uppercase))
}
