//! Functions for authors at one reference: the edit that rewrites it, and the position of a comment about it.

use crate::text::{Edit, InDocument, InRawValue, Span, floor_char_boundary};
use crate::xml::lexer::{Lexer, Next, TokenKind};
use crate::xml::reader::Value;
use crate::xml::{Document, Site, SiteKind, Syntax, analysis};

impl Document {
    /// Returns the raw value that contains the byte at `offset`, or ends there; of a list, the whole list.
    pub fn value_at(&self, offset: usize) -> Option<Span<InDocument>> {
        let (leaf, value) = self.value(offset)?;
        Some(value.span.in_document(self.starts[leaf].span()))
    }

    /// Returns the innermost value that contains the byte at `offset`, or ends there, and its leaf.
    pub(super) fn value(&self, offset: usize) -> Option<(usize, &Value)> {
        let leaf = self.leaf_at(offset);
        let inside = offset - self.starts.get(leaf)?.offset;
        let values = self.leaves[leaf].content.sites.iter().take_while(|value| value.span.start <= inside);
        let around = values.filter(|value| value.is_reference() && inside <= value.span.end);
        around.last().map(|value| (leaf, value))
    }

    /// Returns the same bytes of `value`, which is in the leaf `leaf`, in the document.
    pub(super) fn in_document(&self, leaf: usize, value: &Value, span: Span<InRawValue>) -> Span<InDocument> {
        span.in_leaf(value.span).in_document(self.starts[leaf].span())
    }

    /// Converts `edit` of the decoded value of `site` to an edit of the document, escaped for the quotes around it.
    /// `None` if the source cannot express it, or would lose an entity reference.
    pub fn author_edit(&self, site: &Site<'_>, edit: &Edit) -> Option<Edit<InDocument>> {
        let (leaf, value) = self.value(site.span.start)?;
        let decoded = analysis::decode(&value.context, value.span.slice(self.leaves[leaf].text()));
        let in_document = |span| self.in_document(leaf, value, span);
        let items = analysis::items(&value.context, &decoded.value);
        let (item, _) = items.into_iter().find(|(item, _)| in_document(decoded.source_of(*item)) == site.span)?;
        let written = decoded.to_source(&edit.clone().in_value(item), value.quote)?;
        Some(written.map_span(in_document))
    }

    /// Returns the byte of the decoded value of `site` that comes from the byte at `offset` of the document.
    pub fn offset_in(&self, site: &Site<'_>, offset: usize) -> usize {
        let Some((leaf, value)) = self.value(site.span.start) else { return 0 };
        let decoded = analysis::decode(&value.context, value.span.slice(self.leaves[leaf].text()));
        let in_document = |span| self.in_document(leaf, value, span);
        let source =
            |at: usize| in_document(decoded.source_of(Span::empty(floor_char_boundary(&decoded.value, at)))).start;
        let (mut from, mut to) = (0, decoded.value.len());
        while from < to {
            let middle = (from + to).div_ceil(2);
            if source(middle) <= offset { from = middle } else { to = middle - 1 }
        }
        let items = analysis::items(&value.context, &decoded.value).into_iter();
        let mut items = items.filter(|(item, _)| in_document(decoded.source_of(*item)) == site.span);
        let item = items.next().map(|(item, _)| item.start).unwrap_or_default();
        floor_char_boundary(&decoded.value, from).saturating_sub(item).min(site.value.len())
    }

    /// Returns the start of the markup that contains `site`: a tag, a declaration, a processing instruction; for the
    /// text of an element, its start tag. In RDF it is the start of the line, after the whitespace there.
    pub fn markup_of(&self, site: &Site<'_>) -> Option<usize> {
        if self.settings().syntax != Syntax::Xml {
            self.settings().syntax.comment()?;
            let line = self.line(self.line_column(site.span.start).line);
            let text = self.slice(line);
            return Some(line.start + (text.len() - text.trim_start_matches([' ', '\t']).len()));
        }
        let leaf = self.leaf_at(site.span.start);
        let (start, text) = (self.starts.get(leaf)?.offset, self.leaves[leaf].text());
        let inside = site.span.start - start;
        let lexer = &mut Lexer::new(text, false);
        let mut at = 0;
        let mut last = None;
        while let Next::Token(token) = lexer.next(at)
            && token.start <= inside
        {
            let matches = match site.kind {
                SiteKind::Element => matches!(token.kind, TokenKind::Start) && token.end <= inside,
                _ => inside <= token.end,
            };
            if matches {
                last = Some(start + token.start);
            }
            at = token.end;
        }
        last
    }
}
