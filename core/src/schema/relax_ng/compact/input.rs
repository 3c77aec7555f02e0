//! Tokens in the order of the text: what follows, and what was expected instead.

use std::borrow::Cow;

use super::CompactParser;
use super::lexer::{CompactToken, CompactTokenKind as Kind, ESCAPED_NEWLINE};
use crate::schema::relax_ng::grammar::quoting;
use crate::text::shorten;
use crate::xml::types::SchemaPosition;

impl<'t> CompactParser<'_, 't> {
    /// Returns the next token.
    pub(super) fn peek(&self) -> CompactToken {
        self.peek_at(0)
    }

    /// Returns the token `ahead` tokens after the next one; the end of the text if there are fewer.
    pub(super) fn peek_at(&self, ahead: usize) -> CompactToken {
        self.tokens[(self.next + ahead).min(self.tokens.len() - 1)]
    }

    /// Consumes the next token.
    pub(super) fn advance(&mut self) -> CompactToken {
        let token = self.peek();
        self.next = (self.next + 1).min(self.tokens.len() - 1);
        token
    }

    /// Returns the text of a token.
    pub(super) fn text(&self, token: CompactToken) -> &'t str {
        &self.text.text[token.start as usize..token.end as usize]
    }

    /// Returns the position of a token in the source.
    pub(super) fn position(&self, token: CompactToken) -> SchemaPosition {
        self.context.position(self.text.offset_in_source(token.start as usize))
    }

    /// Records a problem at a token.
    pub(super) fn problem(&mut self, token: CompactToken, message: impl Into<String>) {
        self.builder.problem(self.position(token), message);
    }

    /// Records that the next token is not what is expected.
    pub(super) fn unexpected(&mut self, expected: &str) {
        let token = self.peek();
        let found = match token.kind {
            Kind::End => "the end of the schema".to_owned(),
            Kind::Literal => "a literal".to_owned(),
            _ => format!("'{}'", shorten(self.text(token), 20)),
        };
        self.problem(token, quoting(&found, |found| format!("expected {expected}, found {found}")));
    }

    /// Consumes the next token if it is that keyword.
    pub(super) fn keyword(&mut self, word: &str) -> bool {
        let token = self.peek();
        let is_word = token.kind == Kind::Name && self.text(token) == word;
        if is_word {
            self.advance();
        }
        is_word
    }

    /// Consumes the next token if it is that symbol.
    pub(super) fn symbol(&mut self, symbol: u8) -> bool {
        let is_symbol = self.peek().kind == Kind::Symbol(symbol);
        if is_symbol {
            self.advance();
        }
        is_symbol
    }

    /// Consumes the next token if it is that symbol; otherwise this is a problem.
    pub(super) fn expect(&mut self, symbol: u8) -> bool {
        let is_found = self.symbol(symbol);
        if !is_found {
            self.unexpected(&format!("'{}'", char::from(symbol)));
        }
        is_found
    }

    /// Consumes an identifier or keyword.
    pub(super) fn identifier(&mut self) -> Option<&'t str> {
        let token = self.peek();
        if matches!(token.kind, Kind::Name | Kind::Quoted) {
            self.advance();
            return Some(self.text(token));
        }
        self.unexpected("a name");
        None
    }

    /// Consumes a literal, whose segments are separated by `~`.
    pub(super) fn literal(&mut self) -> Option<Cow<'t, str>> {
        if self.peek().kind != Kind::Literal {
            self.unexpected("a literal");
            return None;
        }
        let first = self.advance();
        let mut value = segment(self.text(first));
        while self.peek().kind == Kind::Symbol(b'~') {
            self.advance();
            if self.peek().kind != Kind::Literal {
                self.unexpected("a literal");
                break;
            }
            let next = self.advance();
            value.to_mut().push_str(&segment(self.text(next)));
        }
        Some(value)
    }
}

/// Returns the value of a segment of a literal.
fn segment(text: &str) -> Cow<'_, str> {
    if !text.contains(['\r', ESCAPED_NEWLINE]) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\r\n", "\n").replace(['\r', ESCAPED_NEWLINE], "\n"))
}
