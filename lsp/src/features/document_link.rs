//! The targets of references as links.

use tower_lsp::lsp_types::{DocumentLink, DocumentLinkParams};

use crate::analysis::link_targets::link_targets;
use crate::analysis::navigation;
use crate::features::DocumentRequest;
use crate::proto::navigation::link_to_line;
use crate::proto::to_proto;

/// Answers `textDocument/documentLink`.
pub fn document_links(request: &DocumentRequest<'_>, params: &DocumentLinkParams) -> Vec<DocumentLink> {
    let DocumentRequest { session, snapshot, cancel } = *request;
    let catalogs = session.configuration.catalogs_for(params.text_document.uri.as_str());
    let targets = link_targets(&snapshot.document, &catalogs, cancel);
    to_proto::document_links(snapshot, targets, session.capabilities())
}

/// Answers `documentLink/resolve`: a link to an ID leads to its line, as VS Code writes it.
pub fn resolved(request: &DocumentRequest<'_>, link: DocumentLink, offset: usize) -> DocumentLink {
    let DocumentRequest { session, snapshot, .. } = *request;
    let workspace = session.linked_files(Some(snapshot));
    let pointed = navigation::pointed(&snapshot.document, snapshot.place(), offset);
    let found = pointed.and_then(|pointed| navigation::definition(&workspace, &pointed.destination));
    let found = found.filter(|found| found.spans.first().is_some_and(|span| !span.is_empty()));
    match found.as_ref().and_then(|found| link_to_line(found, session.capabilities())) {
        Some(target) => DocumentLink { target: Some(target), ..link },
        None => link,
    }
}
