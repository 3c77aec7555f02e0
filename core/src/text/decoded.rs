//! A value as an XML processor hands it on, and the way back to the characters of its source.
//!
//! ```text
//! source   http://h/&a;&#x20;<!-- c --><![CDATA[&]]>        pieces: an entity, a character, three of markup
//!                  └┬┘└─┬──┘└───┬────┘└───┬───┘│└┬┘
//! value    http://h/xyz ␣       ∅         ∅    &∅          what lies between pieces is as long on both sides
//! ```
//!
//! Only this folder translates between the two. A finding and its fix are written for the value;
//! [`Decoded::source_of`] tells where it stands, [`Decoded::to_source`] writes the fix for its place. An entity
//! that is not declared, or grows too large, has a placeholder as its value: nothing is known of what lies there.

mod back;
mod decoder;
mod reference;

use std::borrow::Cow;

use crate::text::Entities;
use crate::text::{InRawValue, InReference, InValue, Span};
use decoder::Decoder;

pub(super) use reference::{Meaning, name, reference};

/// A decoded value, and where each part of it stands in the source.
#[derive(Clone, Debug)]
pub struct Decoded<'s> {
    /// The value as written, without its quotes.
    pub raw: &'s str,
    /// What it means.
    pub value: Cow<'s, str>,
    /// What could not be read as meant.
    pub issues: Vec<DecodeIssue<InValue>>,
    syntax: Syntax,
    /// What is not as long in the value as in the source, in order.
    pieces: Vec<Piece>,
    /// The contents of CDATA sections.
    sections: Vec<Span<InRawValue>>,
}

/// Something in the source that could not be read as meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeIssue<S = InReference> {
    /// What is in its place after decoding.
    pub span: Span<S>,
    /// What it is.
    pub kind: DecodeIssueKind,
}

/// What a slip is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeIssueKind {
    /// A `&` that starts no reference.
    RawAmpersand,
    /// A character reference to a surrogate, U+D800 to U+DFFF.
    Surrogate(u32),
    /// A character reference to what XML 1.0 cannot carry.
    NonXmlCharacter(u32),
    /// A line break, which XML hands on as a space. No fault, but the space is most likely no part of a name.
    LineBreak,
}

impl DecodeIssueKind {
    /// Returns whether U+FFFD in the value represents a character that is not known.
    pub const fn is_character_lost(self) -> bool {
        matches!(self, Self::Surrogate(_) | Self::NonXmlCharacter(_))
    }
}

/// What is decoded, and what a new text must be escaped for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Syntax {
    /// Nothing.
    Plain,
    /// References.
    References,
    /// References and white space: XML 1.0 section 3.3.3.
    Attribute,
    /// References, line ends and markup.
    Text,
    /// Line ends; there is no way to escape.
    Literal,
}

/// A part of the source that is not as long as its value.
#[derive(Clone, Copy, Debug)]
struct Piece {
    raw: Span<InRawValue>,
    value: Span<InValue>,
    kind: PieceKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PieceKind {
    /// A character reference, a predefined entity, or a line end: may be written in another way.
    Character,
    /// A reference to an entity whose replacement is known.
    Entity,
    /// A reference to an entity whose replacement is not known; a placeholder stands for it.
    Opaque,
    /// What begins or ends a CDATA section; a comment; a processing instruction.
    Markup,
}

impl<'s> Decoded<'s> {
    /// Text that is its own source.
    pub fn plain(text: &'s str) -> Self {
        Self::new(text, Syntax::Plain)
    }

    /// Decodes a value on its own, outside of any document: character references and the five predefined
    /// entities. Never fails: what is no reference stays as it is, with a slip.
    pub fn xml(raw: &'s str) -> Self {
        if memchr::memchr(b'&', raw.as_bytes()).is_none() {
            return Self::new(raw, Syntax::References);
        }
        Self::decode(raw, Syntax::References, None)
    }

    /// Decodes what stands between the quotes of an attribute: references to characters and entities, and
    /// white space (XML 1.0 section 3.3.3). Never fails: a `&` that begins no reference stays, with a slip.
    pub fn attribute(raw: &'s str, entities: &Entities) -> Self {
        // One look at every byte without a branch is faster than a search for four of them.
        if raw.bytes().fold(0, |met, byte| met | u8::from(byte == b'&') | u8::from(byte < b' ')) == 0 {
            return Self::new(raw, Syntax::Attribute);
        }
        Self::decode(raw, Syntax::Attribute, Some(entities))
    }

    /// Decodes the text of an element: references, line ends (section 2.11), CDATA sections, and comments
    /// and processing instructions, which it loses. Never fails.
    pub fn text(raw: &'s str, entities: &Entities) -> Self {
        if memchr::memchr3(b'&', b'<', b'\r', raw.as_bytes()).is_none() {
            return Self::new(raw, Syntax::Text);
        }
        Self::decode(raw, Syntax::Text, Some(entities))
    }

    /// Decodes a system identifier, in which nothing but line ends has another meaning.
    pub fn literal(raw: &'s str) -> Self {
        if memchr::memchr(b'\r', raw.as_bytes()).is_none() {
            return Self::new(raw, Syntax::Literal);
        }
        Self::decode(raw, Syntax::Literal, None)
    }

    fn new(raw: &'s str, syntax: Syntax) -> Self {
        let value = Cow::Borrowed(raw);
        Self { raw, value, issues: Vec::new(), syntax, pieces: Vec::new(), sections: Vec::new() }
    }

    fn decode(raw: &'s str, syntax: Syntax, entities: Option<&Entities>) -> Self {
        Decoder::new(Self::new(raw, syntax), entities).decoded()
    }

    /// Returns the span of the whole value.
    pub fn whole(&self) -> Span<InValue> {
        Span::new(0, self.value.len())
    }

    /// Returns the slips within `reference`, a part of the value, counted from its start.
    pub fn issues_in(&self, reference: Span<InValue>) -> impl Iterator<Item = DecodeIssue> + '_ {
        let first = self.issues.partition_point(|issue| issue.span.start < reference.start);
        let inside = self.issues[first..].iter().take_while(move |issue| issue.span.end <= reference.end);
        inside.map(move |issue| DecodeIssue {
            span: Span::new(issue.span.start - reference.start, issue.span.end - reference.start),
            kind: issue.kind,
        })
    }

    /// The name of the first entity in whose replacement `span` of the value lies, or a part of it.
    pub fn entity_of(&self, span: Span<InValue>) -> Option<&'s str> {
        let mut met = self.pieces_in(span).filter(|piece| !piece.value.is_empty());
        let entity = met.find(|piece| matches!(piece.kind, PieceKind::Entity | PieceKind::Opaque))?;
        Some(&self.raw[entity.raw.start + 1..entity.raw.end - 1])
    }

    /// Whether `span` of the value holds a part of a placeholder, or is empty and stands beside one.
    pub fn touches_opaque(&self, span: Span<InValue>) -> bool {
        let touched = if span.is_empty() { Span::new(span.start.saturating_sub(1), span.end + 1) } else { span };
        self.pieces_in(touched).any(|piece| piece.kind == PieceKind::Opaque)
    }

    /// The pieces that share a part of `span` of the value; of those without a value, the ones within it.
    fn pieces_in(&self, span: Span<InValue>) -> impl Iterator<Item = &Piece> {
        let first = self.pieces.partition_point(|piece| piece.value.end <= span.start);
        self.pieces[first..].iter().take_while(move |piece| piece.value.start < span.end)
    }
}
