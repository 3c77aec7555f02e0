//! What the decoder will say of entities and lists.
#![allow(missing_docs)]
use crate::finding::Edit;
use crate::text::{Decoded, Slip, Span};
use crate::xml::Entities;
impl<'s> Decoded<'s> {
    pub fn attribute(raw: &'s str, _: &Entities) -> Self {
        Self::xml(raw)
    }
    pub fn text(raw: &'s str, _: &Entities) -> Self {
        Self::xml(raw)
    }
    pub fn literal(raw: &'s str) -> Self {
        Self::plain(raw)
    }
    pub fn slips_in(&self, span: Span) -> impl Iterator<Item = Slip> {
        self.slips
            .iter()
            .filter(move |s| s.span.start >= span.start && s.span.end <= span.end)
            .map(move |s| Slip { span: Span::new(s.span.start - span.start, s.span.end - span.start), kind: s.kind })
    }
    pub fn touches_opaque(&self, _: Span) -> bool {
        false
    }
    pub fn entity_of(&self, _: Span) -> Option<&str> {
        None
    }
    pub fn written(&self, e: &Edit, q: Option<char>) -> Option<Edit> {
        Some(self.to_source(e, q.unwrap_or(' ')))
    }
}
impl Entities {
    pub fn with(&self, _: &str, _: &str) -> Self {
        self.clone()
    }
}
