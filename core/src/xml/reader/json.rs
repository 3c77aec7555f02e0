//! Values of JSON-LD: of a document, and of a text of XML that contains it.

use std::sync::Arc;

use crate::rdf::json_ld::{JsonReference, each_reference};
use crate::text::{Entities, InLeaf, InPart, InValue, Span};
use crate::xml::SiteKind;
use crate::xml::analysis;
use crate::xml::reader::content::Content;
use crate::xml::scope::{BaseIri, Scopes, ValueContext};
use crate::xml::suppression::ActiveSuppressions;

impl Content {
    /// Parses `text`, a document. Returns its contents with at most `keeps` findings, and how many more may be kept. The whole
    /// text is one leaf, because a context may follow what it applies to.
    pub fn of_json_ld(scopes: &mut Scopes, text: &str, base: Option<BaseIri>, mut keeps: usize) -> (Self, usize) {
        let mut content = Self::default();
        each_reference(text, base, |reference| {
            let context = context_of(reference, None, ActiveSuppressions::default(), scopes);
            let span: Span<InPart> = Span::new(reference.span.start, reference.span.end);
            content.add((span.in_leaf_from(0), span.slice(text)), Some('"'), context, &mut keeps);
            if let Some(term) = reference.declares {
                content.declared.push((term.into(), span.in_leaf_from(0)));
                content.add_variant();
            }
        });
        (content, keeps)
    }

    /// Adds the references in a script, the value of an element or attribute with that context. A reference with markup or
    /// entities in it has no escapes of JSON, and is no compact IRI.
    pub fn add_script(
        &mut self,
        scopes: &mut Scopes,
        around: &ValueContext,
        (span, raw): (Span<InLeaf>, &str),
        keeps: &mut usize,
    ) {
        let decoded = analysis::decode(around, raw);
        each_reference(&decoded.value, around.base_iri(), |reference| {
            let value: Span<InValue> = Span::new(reference.span.start, reference.span.end);
            let source = decoded.source_of(value);
            let (written, text) = (source.slice(raw), value.slice(&decoded.value));
            let kind = (written != text).then_some(around.kind);
            if kind.is_some() && (reference.is_compact || text.contains('\\')) {
                return;
            }
            let context = context_of(reference, kind, around.suppressions.clone(), scopes);
            let source: Span<InLeaf> = Span::new(span.start + source.start, span.start + source.end);
            self.add((source, written), Some('"'), context, keeps);
        });
    }
}

/// Returns the context of `reference`. Its source is a string of JSON unless it is of the given kind.
fn context_of(
    reference: &JsonReference<'_>,
    kind: Option<SiteKind>,
    suppressions: ActiveSuppressions,
    scopes: &mut Scopes,
) -> Arc<ValueContext> {
    let of_json = if reference.is_compact { SiteKind::CompactIri } else { SiteKind::JsonString };
    let iris = if reference.is_compact { reference.terms.prefixes.clone() } else { Entities::default() };
    let (names, place) = (reference.names, reference.role.into());
    scopes.value_context(kind.unwrap_or(of_json), names, place, suppressions, reference.terms.base.clone(), iris)
}
