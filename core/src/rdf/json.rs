//! Tokens of JSON with recovery: a string without an end costs its quote.

use std::borrow::Cow;

use crate::text::{Decoded, Span};

/// Token of JSON.
#[derive(Clone, Copy, Debug)]
pub struct JsonToken {
    pub kind: JsonTokenKind,
    pub span: Span,
    /// Token that closes it, if it opens something.
    pub partner: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonTokenKind {
    Object,
    List,
    /// The end of an object or a list.
    Close,
    Colon,
    String,
    Other,
}

/// Text of JSON.
pub struct JsonText<'t> {
    pub text: &'t str,
    pub tokens: Vec<JsonToken>,
}

impl<'t> JsonText<'t> {
    /// Reads the tokens of `text`.
    pub fn new(text: &'t str) -> Self {
        Self { text, tokens: tokens(text) }
    }

    pub fn is_object(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == JsonTokenKind::Object)
    }

    pub fn is_list(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == JsonTokenKind::List)
    }

    /// Returns whether the value at `at` is the literal `word`.
    pub fn is_literal(&self, at: usize, word: &str) -> bool {
        self.tokens
            .get(at)
            .is_some_and(|token| token.kind == JsonTokenKind::Other && token.span.slice(self.text) == word)
    }

    pub fn is_key(&self, at: usize) -> bool {
        self.tokens.get(at + 1).is_some_and(|next| next.kind == JsonTokenKind::Colon)
    }

    /// Returns the string at `at`, decoded; `None` if another value is there.
    pub fn string_at(&self, at: usize) -> Option<Cow<'t, str>> {
        let is_string = self.tokens.get(at)?.kind == JsonTokenKind::String;
        is_string.then(|| self.text_at(at))
    }

    /// Returns the string at `at` as it is written.
    pub fn raw_at(&self, at: usize) -> &'t str {
        let span = self.tokens[at].span;
        &self.text[span.start + 1..span.end - 1]
    }

    pub fn text_at(&self, at: usize) -> Cow<'t, str> {
        Decoded::json_string(self.raw_at(at)).value
    }

    /// Returns the value at `at`, or if it is a list, its items.
    pub fn items(&self, at: usize) -> impl Iterator<Item = usize> {
        let is_list = self.is_list(at);
        let (mut next, end) = match self.tokens.get(at) {
            Some(token) if is_list => (at + 1, token.partner.min(self.tokens.len())),
            Some(_) => (at, at + 1),
            None => (at, at),
        };
        std::iter::from_fn(move || {
            let item = (next < end).then_some(next)?;
            next = self.after(item);
            Some(item)
        })
    }

    /// Returns the token after the value at `at`.
    fn after(&self, at: usize) -> usize {
        match self.tokens[at].kind {
            JsonTokenKind::Object | JsonTokenKind::List => self.tokens[at].partner + 1,
            _ => at + 1,
        }
    }

    /// Returns the members of the object at `open`: the tokens of the key and of the value.
    pub fn members(&self, open: usize) -> impl Iterator<Item = (usize, usize)> {
        let close = self.tokens[open].partner.min(self.tokens.len());
        let mut at = open + 1;
        std::iter::from_fn(move || {
            while at < close {
                let is_key = self.tokens[at].kind == JsonTokenKind::String && self.is_key(at);
                let key = at;
                at = if is_key { at + 2 } else { self.after(at) };
                if is_key && at < close {
                    return Some((key, at));
                }
            }
            None
        })
    }
}

/// Returns the tokens of `text`. A string without an end is no token; its line is not lost.
fn tokens(text: &str) -> Vec<JsonToken> {
    let bytes = text.as_bytes();
    let mut tokens: Vec<JsonToken> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        at += 1;
        let kind = match bytes[start] {
            b'{' => JsonTokenKind::Object,
            b'[' => JsonTokenKind::List,
            b'}' | b']' => JsonTokenKind::Close,
            b':' => JsonTokenKind::Colon,
            b'"' => match string_end(bytes, at) {
                Some(end) => {
                    at = end;
                    JsonTokenKind::String
                }
                None => continue,
            },
            b' ' | b'\t' | b'\r' | b'\n' | b',' => continue,
            _ => {
                at += bytes[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii()).count();
                JsonTokenKind::Other
            }
        };
        let index = tokens.len();
        match kind {
            JsonTokenKind::Object | JsonTokenKind::List => open.push(index),
            JsonTokenKind::Close => {
                if let Some(opening) = open.pop() {
                    tokens[opening].partner = index;
                }
            }
            _ => {}
        }
        tokens.push(JsonToken { kind, span: Span::new(start, at), partner: index });
    }
    let end = tokens.len();
    for opening in open {
        tokens[opening].partner = end;
    }
    tokens
}

/// Returns the offset after the quote that ends the string whose content starts at `from`; `None` if its line has no other.
fn string_end(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at += memchr::memchr3(b'"', b'\\', b'\n', bytes.get(at..)?)?;
        match bytes[at] {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => return None,
        }
    }
}
