//! Where the reference at a position leads: a file, and an element in it.

use tower_lsp::lsp_types::{GotoDefinitionParams, GotoDefinitionResponse};

use crate::analysis::{link_targets, navigation};
use crate::features::DocumentRequest;
use crate::proto::navigation as to_proto;

/// Answers `textDocument/definition`; `None` if the reference does not lead to a file that may be read.
pub fn definition(request: &DocumentRequest<'_>, params: &GotoDefinitionParams) -> Option<GotoDefinitionResponse> {
    let DocumentRequest { session, snapshot, cancel } = *request;
    let position = params.text_document_position_params.position;
    let offset = request.offset(position);
    if let Some(name) = snapshot.document.rdf_name_at(offset)
        && let Some(declaration) = name.declaration
    {
        let (span, capabilities) = (name.span, session.capabilities());
        return Some(to_proto::definition_in(snapshot, span, declaration, capabilities));
    }
    let workspace = session.linked_files(Some(snapshot));
    let pointed = navigation::pointed(&snapshot.document, snapshot.place(), offset);
    let origin = pointed.as_ref().and_then(|pointed| pointed.at(offset));
    let origin = origin.or_else(|| snapshot.document.site_at(offset).map(|site| site.span));
    let is_key = pointed.as_ref().is_some_and(|pointed| pointed.destination.key().is_some());
    let all = if is_key { Some(session.links.refreshed(&workspace, cancel)?) } else { None };
    let mut found = pointed.map_or_else(Vec::new, |pointed| {
        let through = all.as_ref().map(|all| navigation::through_key(all, snapshot.place(), &pointed));
        navigation::definitions(&workspace, all.as_ref(), &through.unwrap_or(pointed.destination))
    });
    if found.is_empty() && origin.is_none() {
        let all = session.links.refreshed(&workspace, cancel)?;
        let own = (&snapshot.document, snapshot.place());
        let pointed = navigation::pointed_in_parts(&workspace, &all, own, offset)?;
        found = navigation::definitions(&workspace, None, &pointed.destination);
        return Some(to_proto::definition(snapshot, Some(pointed.span), &found, session.capabilities()));
    }
    if found.is_empty() {
        let catalogs = session.configuration.catalogs_for(&snapshot.uri);
        let destination = link_targets::destination_at(&snapshot.document, offset, &catalogs)?;
        found.extend(navigation::definition(&workspace, &destination));
    }
    if found.is_empty() {
        return None;
    }
    Some(to_proto::definition(snapshot, origin, &found, session.capabilities()))
}
