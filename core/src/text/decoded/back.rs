//! Conversion from the value back to its source.

use super::reference::is_xml_character;
use super::{Decoded, Piece, PieceKind, Syntax};
use crate::text::{Edit, Entities, InRawValue, InValue, Span, ceil_char_boundary, floor_char_boundary};

/// Number of bytes around an edit whose source is decoded again. A name in a reference is not longer.
const NEIGHBORHOOD: usize = 256;

impl Decoded<'_> {
    /// Returns the source of a span of the value: whole references, never a part of one. An empty span is after
    /// constructs that have no value.
    pub fn source_of(&self, span: Span<InValue>) -> Span<InRawValue> {
        let start = self.start_of(span.start);
        if span.is_empty() { Span::empty(start) } else { Span::new(start, self.end_of(span.end)) }
    }

    /// Converts `edit` of the value to an edit of the source, with its text escaped for its position: within `quote`,
    /// or in an element. `None` if the source cannot express it, or if a part of it would be lost: a reference to an
    /// entity, a comment, the border of a CDATA section.
    pub fn to_source(&self, edit: &Edit<InValue>, quote: Option<char>) -> Option<Edit<InRawValue>> {
        if self.syntax == Syntax::Plain {
            return Some(Edit { span: self.source_of(edit.span), text: edit.text.clone() });
        }
        if !self.would_lose(edit.span) {
            return self.written(edit, quote);
        }
        let least = Edit::smallest(edit.span.slice(&self.value), edit.span, &edit.text);
        let changes_nothing = least.span.is_empty() && least.text.is_empty();
        if changes_nothing || self.would_lose(least.span) { None } else { self.written(&least, quote) }
    }

    fn start_of(&self, offset: usize) -> usize {
        let next = self.pieces.partition_point(|piece| piece.value.end <= offset);
        match self.pieces.get(next) {
            Some(piece) if piece.value.start < offset => piece.raw.start,
            _ => source_offset(self.pieces[..next].last(), offset),
        }
    }

    fn end_of(&self, offset: usize) -> usize {
        let next = self.pieces.partition_point(|piece| piece.value.start < offset);
        source_offset(self.pieces[..next].last(), offset)
    }

    /// Returns whether replacing `span` of the value would lose a part of its source.
    fn would_lose(&self, span: Span<InValue>) -> bool {
        self.pieces_in(span).any(|piece| piece.kind != PieceKind::Character) || self.divides_piece(span)
    }

    /// Returns whether `span` is empty and between two characters that one piece of the source stands for, such as an entity.
    fn divides_piece(&self, span: Span<InValue>) -> bool {
        let next = self.pieces.partition_point(|piece| piece.value.end <= span.start);
        span.is_empty() && self.pieces.get(next).is_some_and(|piece| piece.value.start < span.start)
    }

    /// Converts an insertion at the end of a reference to one in the source, as [`to_source`](Self::to_source) does. It
    /// follows the last character: inside the CDATA section or before the comment that ends there.
    #[cfg(feature = "xml")]
    pub(crate) fn append_to_source(&self, edit: &Edit<InValue>, quote: Option<char>) -> Option<Edit<InRawValue>> {
        if self.syntax == Syntax::Plain || self.divides_piece(edit.span) {
            return self.to_source(edit, quote);
        }
        self.written_at(Span::empty(self.end_of(edit.span.start)), edit, quote)
    }

    fn written(&self, edit: &Edit<InValue>, quote: Option<char>) -> Option<Edit<InRawValue>> {
        self.written_at(self.source_of(edit.span), edit, quote)
    }

    fn written_at(
        &self,
        span: Span<InRawValue>,
        edit: &Edit<InValue>,
        quote: Option<char>,
    ) -> Option<Edit<InRawValue>> {
        let is_section = self.is_in_section(span);
        let text = if is_section { edit.text.clone() } else { self.syntax.escaped(&edit.text, quote)? };
        let is_possible = text.chars().all(is_xml_character) && self.reads_back(edit, span, &text, is_section);
        is_possible.then_some(Edit { span, text })
    }

    fn is_in_section(&self, span: Span<InRawValue>) -> bool {
        let next = self.sections.partition_point(|section| section.end < span.end);
        self.sections.get(next).is_some_and(|section| section.start <= span.start)
    }

    /// Returns whether the source around `span`, with `text` instead of it, decodes to the result of `edit`: text may
    /// not combine with its neighbors to another reference, such as `&` and `lt;`.
    fn reads_back(&self, edit: &Edit<InValue>, span: Span<InRawValue>, text: &str, is_section: bool) -> bool {
        let before = &self.raw[self.neighbors_from(span.start)..span.start];
        // In an attribute, text without a construct forms none if none is open before it.
        let is_attribute = matches!(self.syntax, Syntax::Attribute | Syntax::References);
        if is_attribute
            && !text.is_empty()
            && text == edit.text
            && self.syntax.next_special(text).is_none()
            && !before.starts_with('&')
        {
            return true;
        }
        let after = &self.raw[span.end..self.neighbors_to(span.end)];
        let source = format!("{before}{text}{after}");
        let value = [
            &self.value[edit.span.start - before.len()..edit.span.start],
            &edit.text,
            &self.value[edit.span.end..edit.span.end + after.len()],
        ]
        .concat();
        if is_section {
            let source = format!("<![CDATA[{source}]]>");
            let again = self.again(&source);
            return again.value == value && again.sections.iter().all(|section| section.end == source.len() - 3);
        }
        let is_section_ended = self.syntax == Syntax::Text && ends_section(before, text, after);
        !is_section_ended && self.again(&source).value == value
    }

    /// Decodes another source in the same way, except that entities are not resolved.
    fn again<'r>(&self, source: &'r str) -> Decoded<'r> {
        let entities = (self.syntax != Syntax::References).then(Entities::default);
        Decoded::decode(source, self.syntax, entities.as_ref())
    }

    /// Returns the start of the source to decode again for an edit at `start`: not before the last piece, nor before the last
    /// introducer, because no construct contains one after its first character.
    fn neighbors_from(&self, start: usize) -> usize {
        let next = self.pieces.partition_point(|piece| piece.raw.end <= start);
        let piece = self.pieces[..next].last().map_or(0, |piece| piece.raw.end);
        let from = piece.max(ceil_char_boundary(self.raw, start.saturating_sub(NEIGHBORHOOD)));
        memchr::memrchr(self.syntax.introducer(), &self.raw.as_bytes()[from..start]).map_or(from, |last| from + last)
    }

    fn neighbors_to(&self, end: usize) -> usize {
        let next = self.pieces.partition_point(|piece| piece.raw.start < end);
        let piece = self.pieces.get(next).map_or_else(|| self.start_of(self.value.len()), |piece| piece.raw.start);
        let to = piece.min(floor_char_boundary(self.raw, end + NEIGHBORHOOD));
        memchr::memchr(self.syntax.introducer(), &self.raw.as_bytes()[end..to]).map_or(to, |first| end + first)
    }
}

/// Returns the source offset of `offset` of the value; `piece` is the last piece before it.
fn source_offset(piece: Option<&Piece>, offset: usize) -> usize {
    piece.map_or(offset, |piece| piece.raw.end + offset.saturating_sub(piece.value.end))
}

/// Returns whether `text` and its neighbors form `]]>`, which character data may not contain (XML 1.0 production 14).
fn ends_section(before: &str, text: &str, after: &str) -> bool {
    let before: String = before.chars().rev().take_while(|c| *c == ']').take(2).collect();
    let after: String = after.chars().take(2).collect();
    format!("{before}{text}{after}").contains("]]>")
}

impl Syntax {
    /// Returns the byte that references and escapes start with.
    const fn introducer(self) -> u8 {
        match self {
            Self::Plain | Self::References | Self::Attribute | Self::Text | Self::Literal => b'&',
            #[cfg(feature = "rdf")]
            Self::IriRef | Self::LocalName | Self::TurtleString | Self::JsonString => b'\\',
        }
    }

    /// Escapes `text` for a value within `quote`, or for an element; `None` if that is not possible.
    fn escaped(self, text: &str, quote: Option<char>) -> Option<String> {
        #[cfg(feature = "rdf")]
        if self.introducer() == b'\\' {
            return self.with_escapes(text, quote);
        }
        if self == Self::Literal {
            return (!text.contains(|c| is_quote(c, quote))).then(|| text.to_owned());
        }
        let is_text = self == Self::Text;
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            match c {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                // It may follow `]]`, or end a tag whose attribute has no quotes.
                '>' if is_text || quote.is_none() => out.push_str("&gt;"),
                '"' if !is_text && is_quote(c, quote) => out.push_str("&quot;"),
                '\'' if !is_text && is_quote(c, quote) => out.push_str("&apos;"),
                '\r' => out.push_str("&#13;"),
                '\n' if !is_text => out.push_str("&#10;"),
                '\t' if !is_text => out.push_str("&#9;"),
                ' ' if !is_text && quote.is_none() => out.push_str("&#32;"),
                _ => out.push(c),
            }
        }
        Some(out)
    }
}

/// Returns whether `c` may end a value within `quote`; without a quote, any quote may.
fn is_quote(c: char, quote: Option<char>) -> bool {
    quote.map_or(c == '"' || c == '\'', |quote| c == quote)
}
