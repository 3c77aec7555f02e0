//! Other forms of the reference at an offset, whether it has findings or not.

use iri_core::inspect::{Rewrite, rewrites};
use iri_core::text::InDocument;
use iri_core::{Document, Site, Span};

use crate::analysis::action::{Action, ActionEdit, ActionKind, capitalized};

/// Maximum length in bytes of a reference with rewrites: a menu of actions must appear at once.
const LENGTH_LIMIT: usize = 64 * 1024;

/// Returns the rewrites that change something and that can be written in the source.
pub fn all(document: &Document, span: Span<InDocument>) -> Vec<Action<'_>> {
    let offset = span.start;
    if document.value_at(offset).is_none_or(|value| value.len() > LENGTH_LIMIT) {
        return Vec::new();
    }
    let contains = |site: &Site<'_>| site.span.start <= offset && offset <= site.span.end;
    // No rule is run: the findings are not needed.
    let Some((site, inspection)) = document.parsed_in(Span::empty(offset)).find(|(site, _)| contains(site)) else {
        return Vec::new();
    };
    let at = document.offset_in(&site, offset);
    let all = rewrites(&inspection, at).into_iter();
    let written = all.filter_map(|(rewrite, edit)| Some((rewrite, document.author_edit(&site, &edit)?)));
    let action = |(rewrite, edit)| Action {
        title: title(rewrite, &site),
        kind: ActionKind::Rewrite,
        is_preferred: false,
        resolves: Vec::new(),
        edit: ActionEdit::Document(vec![edit]),
    };
    written.map(action).collect()
}

/// Returns the edit of the rewrite of the reference at `offset` with this title.
pub fn titled(document: &Document, offset: usize, title: &str) -> Option<ActionEdit> {
    let offset = document.clamped(Span::empty(offset));
    all(document, offset).into_iter().find(|action| action.title == title).map(|action| action.edit)
}

fn title(rewrite: Rewrite, site: &Site<'_>) -> String {
    let title = capitalized(&rewrite.title());
    if site.role.reference_use.is_retrieved() { title } else { format!("{title} (changes the name)") }
}
