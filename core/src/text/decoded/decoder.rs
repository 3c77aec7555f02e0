//! Conversion from the source to the value.

use std::borrow::Cow;

use super::reference::{XmlReference, reference};
use super::{DecodeIssue, DecodeIssueKind, Decoded, Piece, PieceKind, Syntax};
use crate::text::{Entities, InRawValue, Span};

impl<'s> Decoded<'s> {
    /// Decodes a value that contains something to decode.
    pub(super) fn decode(raw: &'s str, syntax: Syntax, entities: Option<&Entities>) -> Self {
        Decoder::new(Self::new(raw, syntax), entities).decoded()
    }
}

/// Placeholder of an entity with an unknown replacement: it is allowed in every component of a reference.
const PLACEHOLDER: char = 'x';

/// Bytes of replacement text per value, in addition to a number per byte of its source: enough for any reference in
/// use, and few enough that no document with nested entities takes much time.
const BUDGET: usize = 512;
const BUDGET_OF_A_BYTE: usize = 32;
/// Maximum bytes of replacement text per value.
const LARGEST_BUDGET: usize = 1 << 20;
/// Maximum depth of nested entities; deeper ones are unknown.
const DEEPEST: usize = 32;

/// Returns the maximum bytes of replacement text of a value whose source has `length` bytes.
pub(crate) fn longest_replacement(length: usize) -> usize {
    (BUDGET + BUDGET_OF_A_BYTE * length).min(LARGEST_BUDGET)
}

const CDATA: &str = "<![CDATA[";

pub(super) struct Decoder<'s, 'e> {
    pub(super) decoded: Decoded<'s>,
    /// Declared entities; without them, only character references are decoded.
    entities: Option<&'e Entities>,
    pub(super) value: String,
    /// Remaining bytes of replacement text.
    budget: usize,
}

impl<'s, 'e> Decoder<'s, 'e> {
    pub(super) fn new(decoded: Decoded<'s>, entities: Option<&'e Entities>) -> Self {
        let length = decoded.raw.len();
        Self { decoded, entities, value: String::with_capacity(length), budget: longest_replacement(length) }
    }

    pub(super) fn decoded(self) -> Decoded<'s> {
        self.decoded_from(0)
    }

    /// Decodes the source from `at` on.
    pub(super) fn decoded_from(mut self, mut at: usize) -> Decoded<'s> {
        let raw = self.decoded.raw;
        while let Some(found) = self.decoded.syntax.next_special(&raw[at..]) {
            self.value.push_str(&raw[at..at + found]);
            at = self.special(at + found);
        }
        self.value.push_str(&raw[at..]);
        self.decoded.value = Cow::Owned(self.value);
        self.decoded
    }

    /// Decodes the construct at `at` and returns the offset after it.
    fn special(&mut self, at: usize) -> usize {
        match self.decoded.raw.as_bytes()[at] {
            b'&' => self.reference(at),
            b'<' => self.markup(at),
            #[cfg(feature = "rdf")]
            b'\\' => self.escape(at),
            #[cfg(feature = "rdf")]
            _ if self.decoded.syntax == Syntax::LocalName => self.local_character(at),
            _ => self.whitespace(at),
        }
    }

    fn reference(&mut self, at: usize) -> usize {
        let is_xml_1_1 = self.entities.is_some_and(Entities::is_xml_1_1);
        let (length, reference) = reference(&self.decoded.raw[at..], is_xml_1_1);
        let start = self.value.len();
        let kind = match (reference, self.entities) {
            (XmlReference::Character(_, Some(DecodeIssueKind::RawAmpersand)), _) | (XmlReference::Entity(_), None) => {
                // This is not a piece: text that is later inserted after it may make it a reference.
                self.character('&', Some(DecodeIssueKind::RawAmpersand));
                return at + 1;
            }
            (XmlReference::Character(c, issue), _) => {
                self.character(c, issue);
                PieceKind::Character
            }
            (XmlReference::Entity(name), Some(entities)) => self.entity(name, entities),
        };
        self.piece(Span::new(at, at + length), start, kind)
    }

    pub(super) fn character(&mut self, c: char, issue: Option<DecodeIssueKind>) {
        let span = Span::new(self.value.len(), self.value.len() + c.len_utf8());
        self.decoded.issues.extend(issue.map(|kind| DecodeIssue { span, kind }));
        self.value.push(c);
    }

    /// Records that `raw` was decoded to the text from `start`, and returns the offset after `raw`.
    pub(super) fn piece(&mut self, raw: Span<InRawValue>, start: usize, kind: PieceKind) -> usize {
        self.decoded.pieces.push(Piece { raw, value: Span::new(start, self.value.len()), kind });
        raw.end
    }

    /// Decodes whitespace (XML 1.0 sections 2.11 and 3.3.3): CR LF is one character, like CR and LF.
    fn whitespace(&mut self, at: usize) -> usize {
        let start = self.value.len();
        if self.decoded.syntax == Syntax::Attribute {
            let is_break = self.decoded.raw.as_bytes()[at] != b'\t';
            self.character(' ', is_break.then_some(DecodeIssueKind::LineBreak));
        } else {
            self.value.push('\n');
        }
        if !self.decoded.raw[at..].starts_with("\r\n") {
            return at + 1;
        }
        self.piece(Span::new(at, at + 2), start, PieceKind::Character)
    }

    /// Skips markup at `at`. Markup without an end extends to the end of the source, so that the search for its end is
    /// done only once; it is not a piece, so that nothing is inserted after it. So does a declaration or a conditional section,
    /// which no text may contain: an edit in it would change markup.
    fn markup(&mut self, at: usize) -> usize {
        let raw = self.decoded.raw;
        let rest = &raw[at..];
        let (open, close) = match rest {
            _ if rest.starts_with(CDATA) => return self.section(at),
            _ if rest.starts_with("<!--") => ("<!--", "-->"),
            _ if rest.starts_with("<?") => ("<?", "?>"),
            _ if is_declaration(rest) => return raw.len(),
            _ => {
                self.value.push('<');
                return at + 1;
            }
        };
        match rest[open.len()..].find(close) {
            Some(length) => self.markup_piece(Span::new(at, at + open.len() + length + close.len())),
            None => raw.len(),
        }
    }

    fn markup_piece(&mut self, raw: Span<InRawValue>) -> usize {
        self.piece(raw, self.value.len(), PieceKind::Markup)
    }

    /// Decodes the CDATA section at `at`, if it has an end.
    fn section(&mut self, at: usize) -> usize {
        const CLOSE: &str = "]]>";
        let raw = self.decoded.raw;
        let start = at + CDATA.len();
        let Some(end) = raw[start..].find(CLOSE).map(|length| start + length) else { return raw.len() };
        self.markup_piece(Span::new(at, start));
        self.decoded.sections.push(Span::new(start, end));
        let mut at = start;
        while let Some(found) = memchr::memchr(b'\r', &raw.as_bytes()[at..end]) {
            self.value.push_str(&raw[at..at + found]);
            at = self.whitespace(at + found);
        }
        self.value.push_str(&raw[at..end]);
        self.markup_piece(Span::new(end, end + CLOSE.len()))
    }

    /// Writes the value of an entity, or a placeholder.
    fn entity(&mut self, name: &str, entities: &'e Entities) -> PieceKind {
        let (start, issues) = (self.value.len(), self.decoded.issues.len());
        if self.expand(name, entities).is_some() {
            return PieceKind::Entity;
        }
        self.value.truncate(start);
        self.decoded.issues.truncate(issues);
        self.value.push(PLACEHOLDER);
        PieceKind::Opaque
    }

    /// Writes the replacement of `name`, including those of the entities in it: XML 1.0 sections 4.4.2 and 4.4.5.
    /// `None` if one of them is unknown, contains markup or itself, or exceeds the budget.
    fn expand(&mut self, name: &str, entities: &'e Entities) -> Option<()> {
        let syntax = self.decoded.syntax;
        let mut open = vec![(name, self.replacement(name, entities)?)];
        while let Some((name, text)) = open.pop() {
            let Some(found) = syntax.next_special(text) else {
                self.value.push_str(text);
                continue;
            };
            self.value.push_str(&text[..found]);
            let rest = &text[found..];
            match rest.as_bytes()[0] {
                b'&' => {
                    let (length, reference) = reference(rest, entities.is_xml_1_1());
                    open.push((name, &rest[length..]));
                    match reference {
                        XmlReference::Character(c, issue) => self.character(c, issue),
                        XmlReference::Entity(inner) if is_within(&open, inner) => return None,
                        XmlReference::Entity(inner) => open.push((inner, self.replacement(inner, entities)?)),
                    }
                }
                b'<' => return None,
                byte => {
                    // Line ends were converted to LF when the entity was declared: a CR here was a character reference.
                    self.value.push(if syntax == Syntax::Attribute { ' ' } else { char::from(byte) });
                    open.push((name, &rest[1..]));
                }
            }
        }
        Some(())
    }

    /// Returns the replacement text of `name`, and subtracts its length from the budget.
    pub(super) fn replacement<'t>(&mut self, name: &str, entities: &'t Entities) -> Option<&'t str> {
        let text = entities.replacement(name)?;
        self.budget = self.budget.checked_sub(text.len())?;
        Some(text)
    }
}

/// Returns whether a byte is one of a local name that needs no second look.
#[cfg(feature = "rdf")]
const fn is_plain_in_local_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b':' | b'%')
}

/// Returns whether `markup` starts like a markup declaration or a conditional section (XML 1.0 sections 2.8 and 3.4).
fn is_declaration(markup: &str) -> bool {
    markup.strip_prefix("<!").is_some_and(|rest| rest.starts_with(|c: char| c == '[' || c.is_ascii_uppercase()))
}

/// Returns whether the entity `name` contains itself, or is nested too deep.
fn is_within(open: &[(&str, &str)], name: &str) -> bool {
    open.len() >= DEEPEST || open.iter().any(|(outer, _)| *outer == name)
}

impl Syntax {
    /// Returns the first offset in `text` that may need decoding.
    pub(super) fn next_special(self, text: &str) -> Option<usize> {
        let bytes = text.as_bytes();
        match self {
            Self::Plain => None,
            Self::References => memchr::memchr(b'&', bytes),
            Self::Attribute => bytes.iter().position(|byte| matches!(byte, b'&' | b'\t' | b'\n' | b'\r')),
            Self::Text => memchr::memchr3(b'&', b'<', b'\r', bytes),
            Self::Literal => memchr::memchr(b'\r', bytes),
            #[cfg(feature = "rdf")]
            Self::LocalName => bytes.iter().position(|byte| !is_plain_in_local_name(*byte)),
            #[cfg(feature = "rdf")]
            _ => memchr::memchr(b'\\', bytes),
        }
    }
}
