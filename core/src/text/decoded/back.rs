//! From the value back to its source.

use super::reference::is_xml_character;
use super::{Decoded, Piece, PieceKind, Syntax};
use crate::text::{Edit, Entities, InRawValue, InValue, Span, ceil_char_boundary, floor_char_boundary};

/// How far around an edit its source is looked at again. No name in a reference is longer.
const NEIGHBOURHOOD: usize = 256;

impl Decoded<'_> {
    /// The source of a span of the value: whole references, never a part of one. An empty span stands behind
    /// what has no value there.
    pub fn source_of(&self, span: Span<InValue>) -> Span<InRawValue> {
        let start = self.start_of(span.start);
        if span.is_empty() { Span::empty(start) } else { Span::new(start, self.end_of(span.end)) }
    }

    /// `edit` of the value as an edit of the source, its text escaped for its place: within `quote`, or in an
    /// element. Nothing where the source cannot say it, or where a part of it would be lost: a reference to
    /// an entity, a comment, the border of a CDATA section.
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
            _ => behind(self.pieces[..next].last(), offset),
        }
    }

    fn end_of(&self, offset: usize) -> usize {
        let next = self.pieces.partition_point(|piece| piece.value.start < offset);
        behind(self.pieces[..next].last(), offset)
    }

    /// Whether writing `span` of the value anew loses what stands in its source.
    fn would_lose(&self, span: Span<InValue>) -> bool {
        self.pieces_in(span).any(|piece| piece.kind != PieceKind::Character)
    }

    fn written(&self, edit: &Edit<InValue>, quote: Option<char>) -> Option<Edit<InRawValue>> {
        let span = self.source_of(edit.span);
        let is_section = self.is_in_section(span);
        let text = if is_section { edit.text.clone() } else { self.syntax.escaped(&edit.text, quote)? };
        let is_possible = text.chars().all(is_xml_character) && self.reads_back(edit, span, &text, is_section);
        is_possible.then_some(Edit { span, text })
    }

    fn is_in_section(&self, span: Span<InRawValue>) -> bool {
        let next = self.sections.partition_point(|section| section.end < span.end);
        self.sections.get(next).is_some_and(|section| section.start <= span.start)
    }

    /// Whether the neighbourhood of `span` of the source, with `text` in its stead, is decoded to what `edit`
    /// makes of the value: nothing that came together there says something else, such as `&` and `lt;`.
    fn reads_back(&self, edit: &Edit<InValue>, span: Span<InRawValue>, text: &str, is_section: bool) -> bool {
        let before = &self.raw[self.neighbours_from(span.start)..span.start];
        let after = &self.raw[span.end..self.neighbours_to(span.end)];
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

    /// Another source decoded as this one was, but for the entities.
    fn again<'r>(&self, source: &'r str) -> Decoded<'r> {
        let entities = (self.syntax != Syntax::References).then(Entities::default);
        Decoded::decode(source, self.syntax, entities.as_ref())
    }

    /// Where the neighbourhood of an edit from `start` on begins: at a piece at the latest, for it ends there.
    fn neighbours_from(&self, start: usize) -> usize {
        let next = self.pieces.partition_point(|piece| piece.raw.end <= start);
        let piece = self.pieces[..next].last().map_or(0, |piece| piece.raw.end);
        piece.max(ceil_char_boundary(self.raw, start.saturating_sub(NEIGHBOURHOOD)))
    }

    fn neighbours_to(&self, end: usize) -> usize {
        let next = self.pieces.partition_point(|piece| piece.raw.start < end);
        let piece = self.pieces.get(next).map_or_else(|| self.start_of(self.value.len()), |piece| piece.raw.start);
        piece.min(floor_char_boundary(self.raw, end + NEIGHBOURHOOD))
    }
}

/// The source of the offset `offset` of the value, which `piece` is the last one before.
fn behind(piece: Option<&Piece>, offset: usize) -> usize {
    piece.map_or(offset, |piece| piece.raw.end + offset.saturating_sub(piece.value.end))
}

/// Whether `text` makes a `]]>` of its neighbours: character data must not hold one (XML 1.0 production 14).
fn ends_section(before: &str, text: &str, after: &str) -> bool {
    let before: String = before.chars().rev().take_while(|c| *c == ']').take(2).collect();
    let after: String = after.chars().take(2).collect();
    format!("{before}{text}{after}").contains("]]>")
}

impl Syntax {
    /// `text` as it may stand within `quote`, or in an element; nothing where it may not.
    fn escaped(self, text: &str, quote: Option<char>) -> Option<String> {
        if self == Self::Literal {
            return (!text.contains(|c| is_quote(c, quote))).then(|| text.to_owned());
        }
        let is_text = self == Self::Text;
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            match c {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                // It may come to stand behind `]]`, or end a tag whose attribute has no quotes.
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

/// Whether `c` may end a value within `quote`; without one, any quote may.
fn is_quote(c: char, quote: Option<char>) -> bool {
    quote.map_or(c == '"' || c == '\'', |quote| c == quote)
}
