//! Escapes that start with a backslash: in Turtle, its relatives, and JSON.
//!
//! ```text
//! UCHAR        ::= '\u' HEX HEX HEX HEX | '\U' HEX HEX HEX HEX HEX HEX HEX HEX     Turtle production 26
//! ECHAR        ::= '\' [tbnrf"'\]                                                             159s
//! PN_LOCAL_ESC ::= '\' ('_' | '~' | '.' | '-' | '!' | '$' | '&' | … | '%')                     172s
//! ```
//!
//! In a string of JSON (RFC 8259 section 7) two escapes may be a surrogate pair. A backslash that starts no escape is a
//! character of the value.

use std::fmt::Write;

use super::decoder::Decoder;
use super::reference::is_local_name_character;
use super::{DecodeIssue, DecodeIssueKind, Decoded, PieceKind, Syntax};
use crate::text::{Entities, Span};

/// Characters that an escape of one character represents, with the letter of the escape: in all syntaxes, and beyond them
/// the one that each adds.
const LETTERS: &[(u8, char)] =
    &[(b't', '\t'), (b'b', '\u{8}'), (b'n', '\n'), (b'r', '\r'), (b'f', '\u{C}'), (b'"', '"'), (b'\\', '\\')];
const TURTLE_LETTER: (u8, char) = (b'\'', '\'');
const JSON_LETTER: (u8, char) = (b'/', '/');
/// Punctuation that a backslash may precede in a local name.
const LOCAL: &str = "_~.-!$&'()*+,;=/?#@%";

impl<'s> Decoded<'s> {
    /// Decodes an IRI between `<` and `>`.
    pub(crate) fn iri_ref(raw: &'s str) -> Self {
        Self::with_backslashes(raw, Syntax::IriRef)
    }

    /// Decodes a string literal of Turtle between its quotes.
    pub(crate) fn turtle_string(raw: &'s str) -> Self {
        Self::with_backslashes(raw, Syntax::TurtleString)
    }

    /// Decodes a string of JSON between its quotes.
    pub(crate) fn json_string(raw: &'s str) -> Self {
        Self::with_backslashes(raw, Syntax::JsonString)
    }

    /// Decodes a prefixed name: `prefixes` has the namespace of each prefix.
    pub(crate) fn prefixed_name(raw: &'s str, prefixes: &Entities) -> Self {
        Self::prefixed(raw, Syntax::LocalName, prefixes)
    }

    /// Decodes a compact IRI in a string of JSON.
    pub(crate) fn compact_iri(raw: &'s str, prefixes: &Entities) -> Self {
        Self::prefixed(raw, Syntax::JsonString, prefixes)
    }

    fn with_backslashes(raw: &'s str, syntax: Syntax) -> Self {
        match memchr::memchr(b'\\', raw.as_bytes()) {
            None => Self::new(raw, syntax),
            Some(_) => Self::decode(raw, syntax, None),
        }
    }

    fn prefixed(raw: &'s str, syntax: Syntax, prefixes: &Entities) -> Self {
        let mut decoder = Decoder::new(Self::new(raw, syntax), None);
        // Without a colon, the text follows what the empty prefix stands for.
        let (colon, local) = memchr::memchr(b':', raw.as_bytes()).map_or((0, 0), |colon| (colon, colon + 1));
        let prefix = &raw[..colon];
        let kind = if let Some(namespace) = decoder.replacement(prefix, prefixes) {
            decoder.value.push_str(namespace);
            PieceKind::Entity
        } else {
            // The prefix stands for the namespace, which is unknown. Without its colon it cannot be read as a scheme.
            decoder.value.push_str(if prefix.is_empty() { "x" } else { prefix });
            let is_undeclared = syntax == Syntax::LocalName && !prefixes.declares(prefix);
            let issue = DecodeIssue { span: Span::new(0, colon), kind: DecodeIssueKind::UndeclaredPrefix };
            decoder.decoded.issues.extend(is_undeclared.then_some(issue));
            PieceKind::Opaque
        };
        let at = decoder.piece(Span::new(0, local), 0, kind);
        let is_dash = syntax == Syntax::LocalName && raw[at..].starts_with('-');
        let at = if is_dash { decoder.local_character(at) } else { at };
        decoder.decoded_from(at)
    }
}

impl Decoder<'_, '_> {
    /// Decodes a character of a local name that it may contain only with a backslash, or not at all.
    pub(super) fn local_character(&mut self, at: usize) -> usize {
        let c = self.decoded.raw[at..].chars().next().unwrap_or_default();
        let is_allowed = !c.is_ascii() && is_local_name_character(c);
        self.character(c, (!is_allowed).then_some(DecodeIssueKind::NotInLocalName));
        at + c.len_utf8()
    }

    /// Decodes the escape at `at` and returns the offset after it.
    pub(super) fn escape(&mut self, at: usize) -> usize {
        let start = self.value.len();
        let Some((length, c, issue)) = self.decoded.syntax.escape(&self.decoded.raw[at..]) else {
            // This is not a piece: text that is later inserted after it may make it an escape.
            self.value.push('\\');
            return at + 1;
        };
        self.character(c, issue);
        self.piece(Span::new(at, at + length), start, PieceKind::Character)
    }
}

impl Syntax {
    /// Returns the letters of escapes, with the characters that they represent.
    fn letters(self) -> impl Iterator<Item = (u8, char)> {
        let (letters, own) = match self {
            Self::TurtleString => (LETTERS, Some(TURTLE_LETTER)),
            Self::JsonString => (LETTERS, Some(JSON_LETTER)),
            _ => (&[][..], None),
        };
        letters.iter().copied().chain(own)
    }

    /// Returns the length of the escape at the start of `text`, and the character that it represents.
    fn escape(self, text: &str) -> Option<(usize, char, Option<DecodeIssueKind>)> {
        let letter = *text.as_bytes().get(1)?;
        if self == Self::LocalName {
            return LOCAL.as_bytes().contains(&letter).then(|| (2, char::from(letter), None));
        }
        if let Some((_, c)) = self.letters().find(|(known, _)| *known == letter) {
            return Some((2, c, None));
        }
        let digits = match letter {
            b'u' => 4,
            b'U' if self != Self::JsonString => 8,
            _ => return None,
        };
        let code = hexadecimal(text.get(2..2 + digits)?)?;
        let length = 2 + digits;
        if self == Self::JsonString && (0xD800..0xDC00).contains(&code) {
            let low = text.get(length..length + 6).and_then(|next| hexadecimal(next.strip_prefix("\\u")?));
            if let Some(low @ 0xDC00..0xE000) = low {
                let c = char::from_u32(0x1_0000 + ((code - 0xD800) << 10) + (low - 0xDC00))?;
                return Some((length + 6, c, None));
            }
        }
        match char::from_u32(code) {
            Some(c) => Some((length, c, None)),
            None if code < 0xE000 => {
                Some((length, char::REPLACEMENT_CHARACTER, Some(DecodeIssueKind::Surrogate(code))))
            }
            None => None,
        }
    }

    /// Escapes `text` for its position; `None` if that is not possible.
    pub(super) fn with_escapes(self, text: &str, quote: Option<char>) -> Option<String> {
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            match self {
                Self::IriRef if c <= ' ' || "<>\"{}|^`\\".contains(c) => return None,
                Self::LocalName if c.is_alphanumeric() || c == '%' || c == ':' => out.push(c),
                Self::LocalName if LOCAL.contains(c) => out.extend(['\\', c]),
                Self::LocalName => return None,
                Self::TurtleString | Self::JsonString => {
                    let is_raw = c == '/' || (matches!(c, '"' | '\'') && Some(c) != quote);
                    match self.letters().find(|(_, known)| *known == c && !is_raw) {
                        Some((letter, _)) => out.extend(['\\', char::from(letter)]),
                        None if c < ' ' => drop(write!(out, "\\u{:04X}", u32::from(c))),
                        None => out.push(c),
                    }
                }
                _ => out.push(c),
            }
        }
        Some(out)
    }
}

fn hexadecimal(digits: &str) -> Option<u32> {
    let are_digits = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    are_digits.then(|| u32::from_str_radix(digits, 16).ok()).flatten()
}
