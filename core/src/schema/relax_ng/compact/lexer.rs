//! Tokens of the compact syntax (`ISO/IEC 19757-2` Annex C).
//!
//! Comments and documentation are whitespace. Annotations are left out too: `[…]`, with the brackets in it, and
//! `>> name […]`. A token knows whether one was left out before it.

use std::borrow::Cow;

use memchr::{memchr2, memmem};

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompactTokenKind {
    /// An identifier or a keyword.
    Name,
    /// An identifier after `\`.
    Quoted,
    /// `prefix:local`
    Qualified,
    /// `prefix:*`
    InNamespace,
    /// A segment of a literal. The token is its text without the quotes.
    Literal,
    /// `=`
    Equals,
    /// `|=`
    OrEquals,
    /// `&=`
    AndEquals,
    /// `{`, `}`, `(`, `)`, `,`, `&`, `|`, `?`, `*`, `+`, `-`, `~`
    Symbol(u8),
    /// Anything else.
    Unknown,
    /// The end of the text.
    End,
}

/// Token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompactToken {
    /// Kind.
    pub kind: CompactTokenKind,
    /// Offset of its text.
    pub start: u32,
    /// Offset after its text.
    pub end: u32,
    /// Whether an annotation was left out before it.
    pub is_annotated: bool,
}

/// Text with its escapes replaced.
#[derive(Debug)]
pub struct Unescaped<'t> {
    /// Text. An escaped line end is [`ESCAPED_NEWLINE`].
    pub text: Cow<'t, str>,
    /// Offsets after each escape, in this text and in the source.
    shifts: Vec<(usize, usize)>,
}

/// Character that represents an escaped line end, which does not end a comment or a literal.
pub const ESCAPED_NEWLINE: char = '\0';

impl<'t> Unescaped<'t> {
    /// Replaces the escapes `\x{…}`.
    pub fn new(source: &'t str) -> Self {
        let (mut text, mut shifts, mut copied) = (String::new(), Vec::new(), 0);
        for at in memmem::find_iter(source.as_bytes(), b"\\x") {
            // The digits of an escape contain no backslash, so the next one is after it.
            let Some((length, c)) = escape(&source[at..]) else { continue };
            text.push_str(&source[copied..at]);
            text.push(if matches!(c, '\n' | '\r') { ESCAPED_NEWLINE } else { c });
            copied = at + length;
            shifts.push((text.len(), copied));
        }
        if shifts.is_empty() {
            return Self { text: Cow::Borrowed(source), shifts };
        }
        text.push_str(&source[copied..]);
        Self { text: Cow::Owned(text), shifts }
    }

    /// Returns the offset in the source.
    pub fn offset_in_source(&self, offset: usize) -> usize {
        match self.shifts[..self.shifts.partition_point(|(shifted, _)| *shifted <= offset)].last() {
            Some((here, source)) => offset - here + source,
            None => offset,
        }
    }
}

/// Returns the length and the character of the escape at the start of `text`.
fn escape(text: &str) -> Option<(usize, char)> {
    let digits = text.strip_prefix('\\')?.trim_start_matches('x').strip_prefix('{')?;
    let length = digits.bytes().take(9).position(|byte| byte == b'}')?;
    let number = u32::from_str_radix(&digits[..length], 16).ok().filter(|_| !digits.starts_with('+'))?;
    Some((text.len() - digits.len() + length + 1, char::from_u32(number)?))
}

/// Maximum number of tokens.
const MAX_TOKENS: usize = 8_000_000;

/// Returns the tokens of `text`, which end with [`CompactTokenKind::End`].
pub fn tokens(text: &str) -> Vec<CompactToken> {
    let mut scanner = Scanner { text, at: 0 };
    let mut tokens = Vec::with_capacity(text.len().min(MAX_TOKENS) / 8);
    let (mut is_annotated, mut depth) = (false, 0usize);
    // After `>>`, the name of the annotation.
    let mut is_following = false;
    loop {
        let (kind, start, end) = scanner.token();
        let byte = text.as_bytes().get(start);
        match kind {
            _ if tokens.len() >= MAX_TOKENS => {
                tokens.push(token(CompactTokenKind::End, start, start, is_annotated));
                return tokens;
            }
            CompactTokenKind::End => {
                tokens.push(token(kind, start, end, is_annotated));
                return tokens;
            }
            CompactTokenKind::Unknown if byte == Some(&b'[') => {
                (depth, is_annotated, is_following) = (depth + 1, true, false);
            }
            CompactTokenKind::Unknown if depth > 0 && byte == Some(&b']') => depth -= 1,
            _ if depth > 0 => {}
            CompactTokenKind::Unknown if byte == Some(&b'>') && end == start + 2 => {
                (is_annotated, is_following) = (true, true);
            }
            CompactTokenKind::Name | CompactTokenKind::Qualified | CompactTokenKind::Quoted if is_following => {
                is_following = false;
            }
            _ => {
                tokens.push(token(kind, start, end, is_annotated));
                (is_annotated, is_following) = (false, false);
            }
        }
    }
}

fn token(kind: CompactTokenKind, start: usize, end: usize, is_annotated: bool) -> CompactToken {
    let offset = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
    CompactToken { kind, start: offset(start), end: offset(end), is_annotated }
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl Scanner<'_> {
    /// Returns the next token with its span.
    fn token(&mut self) -> (CompactTokenKind, usize, usize) {
        use CompactTokenKind::{AndEquals, Equals, OrEquals, Symbol, Unknown};
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.at) {
                None => return (CompactTokenKind::End, self.at, self.at),
                Some(b' ' | b'\t' | b'\r' | b'\n' | 0) => self.at += 1,
                Some(b'#') => {
                    let end = memchr2(b'\n', b'\r', &bytes[self.at..]);
                    self.at = end.map_or(bytes.len(), |end| self.at + end);
                }
                Some(0xEF) if self.text[self.at..].starts_with('\u{FEFF}') => self.at += '\u{FEFF}'.len_utf8(),
                Some(_) => break,
            }
        }
        let (start, next) = (self.at, bytes.get(self.at + 1));
        let (kind, length) = match (bytes[start], next) {
            (b'"' | b'\'', _) => return self.literal(start),
            (b'\\', _) => {
                let end = name_end(self.text, start + 1);
                self.at = end.max(start + 1);
                let kind = if end > start + 1 { CompactTokenKind::Quoted } else { Unknown };
                return (kind, start + usize::from(end > start + 1), self.at);
            }
            (b'|', Some(b'=')) => (OrEquals, 2),
            (b'&', Some(b'=')) => (AndEquals, 2),
            (b'>', Some(b'>')) => (Unknown, 2),
            (b'=', _) => (Equals, 1),
            (symbol @ (b'{' | b'}' | b'(' | b')' | b',' | b'&' | b'|' | b'?' | b'*' | b'+' | b'-' | b'~'), _) => {
                (Symbol(symbol), 1)
            }
            _ => {
                let end = name_end(self.text, start);
                if end > start {
                    return self.name(start, end);
                }
                (Unknown, self.text[start..].chars().next().map_or(1, char::len_utf8))
            }
        };
        self.at = start + length;
        (kind, start, self.at)
    }

    /// Returns the name from `start` to `end`, or the qualified name that starts with it.
    fn name(&mut self, start: usize, end: usize) -> (CompactTokenKind, usize, usize) {
        let after = self.text.as_bytes().get(end..).unwrap_or_default();
        let (kind, end) = match after {
            [b':', b'*', ..] => (CompactTokenKind::InNamespace, end + 2),
            [b':', ..] if name_end(self.text, end + 1) > end + 1 => {
                (CompactTokenKind::Qualified, name_end(self.text, end + 1))
            }
            _ => (CompactTokenKind::Name, end),
        };
        self.at = end;
        (kind, start, end)
    }

    /// Returns the segment of a literal; without its closing quote it ends at the end of the line.
    fn literal(&mut self, start: usize) -> (CompactTokenKind, usize, usize) {
        let bytes = self.text.as_bytes();
        let quote = bytes[start];
        let triple = [quote; 3];
        if bytes[start..].starts_with(&triple)
            && let Some(length) = memmem::find(&bytes[start + 3..], &triple)
        {
            self.at = start + 3 + length + 3;
            return (CompactTokenKind::Literal, start + 3, start + 3 + length);
        }
        let inside = &bytes[start + 1..];
        let end = inside.iter().position(|&byte| byte == quote || matches!(byte, b'\n' | b'\r'));
        match end {
            Some(length) if inside[length] == quote => {
                self.at = start + 1 + length + 1;
                (CompactTokenKind::Literal, start + 1, start + 1 + length)
            }
            _ => {
                self.at = end.map_or(bytes.len(), |length| start + 1 + length);
                (CompactTokenKind::Unknown, start, self.at)
            }
        }
    }
}

/// Returns the end of the NCName at `start`; `start` without one.
fn name_end(text: &str, start: usize) -> usize {
    let is_start = |c: char| c.is_alphabetic() || c == '_' || (!c.is_ascii() && c.is_alphanumeric());
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '\u{B7}') || is_combining(c);
    let rest = &text[start..];
    if !rest.starts_with(is_start) {
        return start;
    }
    start + rest.find(|c| !is_part(c)).unwrap_or(rest.len())
}

/// Returns whether `c` may continue a name although it is not alphanumeric: marks and connectors of NameChar.
fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{203F}' | '\u{2040}') || (c > '\u{36F}' && !c.is_whitespace() && is_mark(c))
}

/// Returns whether `c` is in a range of NameStartChar, in which marks of many scripts are.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}' | '\u{200D}' | '\u{2C00}'..='\u{2FEF}'
        | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Vec<(CompactTokenKind, &str)> {
        tokens(text).iter().map(|token| (token.kind, &text[token.start as usize..token.end as usize])).collect()
    }

    #[test]
    fn tokens_are_separated_without_whitespace() {
        use CompactTokenKind::{
            AndEquals, End, Equals, InNamespace, Literal, Name, OrEquals, Qualified, Quoted, Symbol,
        };
        let expected = [
            (Name, "a-b.c"),
            (Equals, "="),
            (Qualified, "x:y"),
            (OrEquals, "|="),
            (InNamespace, "x:*"),
            (Symbol(b'-'), "-"),
            (Quoted, "element"),
            (AndEquals, "&="),
            (Literal, "a\"b"),
            (Symbol(b'~'), "~"),
            (Literal, "it's\n"),
            (Symbol(b'}'), "}"),
            (End, ""),
        ];
        assert_eq!(parse("a-b.c=x:y|=x:*-\\element&='a\"b'~\"\"\"it's\n\"\"\"}#c"), expected);
    }

    #[test]
    fn comments_and_annotations_are_left_out() {
        let text = "## doc\n[ a:b = 'x]' c [ 'y' ] ] a # [\n >> b:c [ d ] , b";
        let names: Vec<&str> = parse(text).into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["a", ",", "b", ""]);
        let annotated: Vec<bool> = tokens(text).iter().map(|token| token.is_annotated).collect();
        assert_eq!(annotated, [true, true, false, false]);
    }

    #[test]
    fn an_escape_is_replaced_and_positions_stay() {
        let source = "\\x{61} = \\xx{10000}\\x{A}\\x{110000}\\x{+1}\\x{";
        let unescaped = Unescaped::new(source);
        assert_eq!(unescaped.text, "a = \u{10000}\0\\x{110000}\\x{+1}\\x{");
        for (here, expected) in [(0, 0), (1, 6), (2, 7), (4, 9), (8, 19), (9, 24), (10, 25)] {
            assert_eq!(unescaped.offset_in_source(here), expected, "{here}");
        }
    }

    #[test]
    fn an_unclosed_literal_ends_with_its_line() {
        use CompactTokenKind::{End, Name, Unknown};
        assert_eq!(parse("'a\nb"), [(Unknown, "'a"), (Name, "b"), (End, "")]);
        assert_eq!(parse("\"\"\"a"), [(CompactTokenKind::Literal, ""), (Unknown, "\"a"), (End, "")]);
    }
}
