//! A value as an XML processor decodes it, and the conversion back to its source.
//!
//! ```text
//! source   http://h/&a;&#x20;<!-- c --><![CDATA[&]]>        pieces: an entity, a character, three of markup
//!                  └┬┘└─┬──┘└───┬────┘└───┬───┘│└┬┘
//! value    http://h/xyz ␣       ∅         ∅    &∅          text between pieces is equally long on both sides
//! ```
//!
//! Only this module converts between the two. A finding and its fix refer to the value; [`Decoded::source_of`] returns
//! its source, [`Decoded::to_source`] converts the fix. An entity that is not declared, or grows too large, has a
//! placeholder as its value: its text is unknown.

mod back;
mod decoder;
#[cfg(feature = "rdf")]
mod escapes;
mod issue;
mod reference;

use std::borrow::Cow;

use crate::text::Entities;
use crate::text::{InRawValue, InValue, Span};

#[cfg(feature = "rdf")]
pub(crate) use decoder::longest_replacement;
pub use issue::{DecodeIssue, DecodeIssueKind, issues_after_edits};
#[cfg(feature = "xml")]
pub(crate) use reference::is_xml_character;
pub(super) use reference::{XmlReference, name, reference};

/// Decoded value, with the position of each part in the source.
#[derive(Clone, Debug)]
pub struct Decoded<'s> {
    /// Value as written, without its quotes.
    pub raw: &'s str,
    /// Decoded value.
    pub value: Cow<'s, str>,
    /// Decode issues.
    pub issues: Vec<DecodeIssue<InValue>>,
    syntax: Syntax,
    /// Parts whose length in the value differs from that in the source, in order.
    pieces: Vec<Piece>,
    /// Contents of CDATA sections.
    sections: Vec<Span<InRawValue>>,
    /// Parts of the value that a program replaces, in order.
    placeholders: Vec<Span<InValue>>,
}

impl DecodeIssueKind {
    /// Returns whether U+FFFD in the value represents a character that is not known.
    pub const fn is_character_lost(self) -> bool {
        matches!(self, Self::Surrogate(_) | Self::NonXmlCharacter(_))
    }
}

/// Constructs that are decoded, and that a new text must be escaped for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Syntax {
    /// Nothing.
    Plain,
    /// References.
    References,
    /// References and whitespace: XML 1.0 section 3.3.3.
    Attribute,
    /// References, line ends and markup.
    Text,
    /// Line ends; escaping is not possible.
    Literal,
    /// Numeric escapes: `IRIREF` of Turtle.
    #[cfg(feature = "rdf")]
    IriRef,
    /// Escaped punctuation: the local part of a prefixed name.
    #[cfg(feature = "rdf")]
    LocalName,
    /// Escapes of a string literal of Turtle.
    #[cfg(feature = "rdf")]
    TurtleString,
    /// Escapes of a string of JSON.
    #[cfg(feature = "rdf")]
    JsonString,
}

/// Part of the source whose length differs from that of its value.
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
    /// A reference to an entity with a known replacement.
    Entity,
    /// A reference to an entity with an unknown replacement; a placeholder represents it.
    Opaque,
    /// The start or end of a CDATA section; a comment; a processing instruction.
    Markup,
}

impl<'s> Decoded<'s> {
    /// Creates a value that equals its source.
    pub fn plain(text: &'s str) -> Self {
        Self::new(text, Syntax::Plain)
    }

    /// Decodes a value outside any document: character references and the five predefined entities. Never fails: an
    /// invalid reference stays, with an issue.
    pub fn xml(raw: &'s str) -> Self {
        if memchr::memchr(b'&', raw.as_bytes()).is_none() {
            return Self::new(raw, Syntax::References);
        }
        Self::decode(raw, Syntax::References, None)
    }

    /// Decodes the value of an attribute between its quotes: references to characters and entities, and whitespace (XML
    /// 1.0 section 3.3.3). Never fails: a `&` that does not start a reference stays, with an issue.
    pub fn attribute(raw: &'s str, entities: &Entities) -> Self {
        // One pass over all bytes without a branch is faster than a search for four of them.
        if raw.bytes().fold(0, |seen, byte| seen | u8::from(byte == b'&') | u8::from(byte < b' ')) == 0 {
            return Self::new(raw, Syntax::Attribute);
        }
        Self::decode(raw, Syntax::Attribute, Some(entities))
    }

    /// Decodes the text of an element: references, line ends (section 2.11), CDATA sections. Comments and processing
    /// instructions are removed. Never fails: the text ends before a declaration, and before markup without an end.
    pub fn text(raw: &'s str, entities: &Entities) -> Self {
        if memchr::memchr3(b'&', b'<', b'\r', raw.as_bytes()).is_none() {
            return Self::new(raw, Syntax::Text);
        }
        Self::decode(raw, Syntax::Text, Some(entities))
    }

    /// Decodes a system identifier, in which only line ends have another reference.
    pub fn literal(raw: &'s str) -> Self {
        if memchr::memchr(b'\r', raw.as_bytes()).is_none() {
            return Self::new(raw, Syntax::Literal);
        }
        Self::decode(raw, Syntax::Literal, None)
    }

    fn new(raw: &'s str, syntax: Syntax) -> Self {
        let value = Cow::Borrowed(raw);
        Self {
            raw,
            value,
            issues: Vec::new(),
            syntax,
            pieces: Vec::new(),
            sections: Vec::new(),
            placeholders: Vec::new(),
        }
    }

    /// Returns whether the source contains CDATA sections.
    #[cfg(feature = "xml")]
    pub(crate) fn has_sections(&self) -> bool {
        !self.sections.is_empty()
    }

    /// Marks parts of the value, in order, whose text is unknown because a program replaces them.
    #[cfg(feature = "xml")]
    pub(crate) fn with_placeholders(self, placeholders: Vec<Span<InValue>>) -> Self {
        Self { placeholders, ..self }
    }

    /// Returns the parts of the value that a program replaces, in order.
    #[cfg(feature = "xml")]
    pub(crate) fn placeholders(&self) -> &[Span<InValue>] {
        &self.placeholders
    }

    /// Returns the span of the whole value.
    pub fn whole(&self) -> Span<InValue> {
        Span::new(0, self.value.len())
    }

    /// Returns the issues within `reference`, a part of the value, counted from its start.
    pub fn issues_in(&self, reference: Span<InValue>) -> impl Iterator<Item = DecodeIssue> + '_ {
        let first = self.issues.partition_point(|issue| issue.span.start < reference.start);
        let inside = self.issues[first..].iter().take_while(move |issue| issue.span.end <= reference.end);
        inside.map(move |issue| DecodeIssue {
            span: Span::new(issue.span.start - reference.start, issue.span.end - reference.start),
            kind: issue.kind,
        })
    }

    /// Returns the name of the first entity whose replacement overlaps `span` of the value.
    pub fn entity_of(&self, span: Span<InValue>) -> Option<&'s str> {
        let mut overlapping = self.pieces_in(span).filter(|piece| !piece.value.is_empty());
        let entity = overlapping.find(|piece| matches!(piece.kind, PieceKind::Entity | PieceKind::Opaque))?;
        let written = entity.raw.slice(self.raw);
        // A prefix is one too; it has no `&`, and ends in a colon.
        let name = written.strip_prefix('&').unwrap_or(written);
        Some(name.strip_suffix([';', ':']).unwrap_or(name))
    }

    /// Returns whether all of `span` comes from one entity or prefix.
    #[cfg(feature = "rdf")]
    pub(crate) fn is_from_entity(&self, span: Span<InValue>) -> bool {
        let mut entities = self.pieces_in(span).filter(|piece| piece.kind == PieceKind::Entity);
        entities.any(|piece| piece.value.start <= span.start && span.end <= piece.value.end)
    }

    /// Returns whether `span` of the value overlaps text that is unknown, or is empty and next to it: a placeholder, or
    /// an entity with an unknown replacement.
    pub fn touches_opaque(&self, span: Span<InValue>) -> bool {
        let touched = if span.is_empty() { Span::new(span.start.saturating_sub(1), span.end + 1) } else { span };
        let first = self.placeholders.partition_point(|placeholder| placeholder.end <= touched.start);
        self.placeholders.get(first).is_some_and(|placeholder| placeholder.start < touched.end)
            || self.pieces_in(touched).any(|piece| piece.kind == PieceKind::Opaque)
    }

    /// Returns whether all of `span` is known: it touches no [unknown text](Self::touches_opaque), and no character
    /// reference in it lacks a character.
    pub fn is_known(&self, span: Span<InValue>) -> bool {
        !self.touches_opaque(span) && !self.issues_in(span).any(|issue| issue.kind.is_character_lost())
    }

    /// Returns the pieces that overlap `span` of the value; of those without a value, the ones within it.
    fn pieces_in(&self, span: Span<InValue>) -> impl Iterator<Item = &Piece> {
        let first = self.pieces.partition_point(|piece| piece.value.end <= span.start);
        self.pieces[first..].iter().take_while(move |piece| piece.value.start < span.end)
    }
}
