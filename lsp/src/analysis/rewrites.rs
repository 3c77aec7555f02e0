//! Other forms of the reference at an offset, whether it has findings or not.

use iri_core::inspect::{Rewrite, rewrites};
use iri_core::text::InDocument;
use iri_core::{Document, ReferenceUse, Site, Span};

use crate::analysis::action::{Action, ActionEdit, ActionKind, capitalized};

/// Returns the rewrites that change something and that can be written in the source.
pub fn all(document: &Document, span: Span<InDocument>) -> Vec<Action<'_>> {
    let Some(site) = document.site_at(span.start) else { return Vec::new() };
    let Some(inspection) = document.inspect(&site) else { return Vec::new() };
    let at = document.offset_in(&site, span.start);
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

fn title(rewrite: Rewrite, site: &Site<'_>) -> String {
    let title = capitalized(&rewrite.title());
    match site.role.reference_use {
        ReferenceUse::Resource => title,
        _ => format!("{title} (changes the name)"),
    }
}
