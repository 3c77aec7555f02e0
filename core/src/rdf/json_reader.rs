//! Reader of a document of JSON-LD: the whole text is one leaf, because a context may follow what it applies to.

use crate::rdf::json_ld::each_reference;
use crate::text::{Entities, InPart, Span};
use crate::xml::SiteKind;
use crate::xml::reader::Content;
use crate::xml::scope::{BaseIri, Scopes};
use crate::xml::suppression::ActiveSuppressions;

/// Parses `text`. Returns its contents with at most `keeps` findings, and how many more may be kept.
pub fn parse(scopes: &mut Scopes, text: &str, base: Option<BaseIri>, mut keeps: usize) -> (Content, usize) {
    let mut content = Content::default();
    each_reference(text, base, |reference| {
        let kind = if reference.is_compact { SiteKind::CompactIri } else { SiteKind::JsonString };
        let iris = if reference.is_compact { reference.terms.prefixes.clone() } else { Entities::default() };
        let (suppressions, base) = (ActiveSuppressions::default(), reference.terms.base.clone());
        let context = scopes.value_context(kind, reference.names, reference.role.into(), suppressions, base, iris);
        let span: Span<InPart> = Span::new(reference.span.start, reference.span.end);
        content.add((span.in_leaf_from(0), span.slice(text)), Some('"'), context, &mut keeps);
        if let Some(term) = reference.declares {
            content.declared.push((term.into(), span.in_leaf_from(0)));
            content.add_variant();
        }
    });
    (content, keeps)
}
