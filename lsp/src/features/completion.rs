//! What may be written at a position: files, IDs, names, and rules in comments.

use tower_lsp::lsp_types::{CompletionParams, CompletionResponse};

use crate::analysis::completion::{Sources, candidates};
use crate::features::DocumentRequest;
use crate::proto::navigation as to_proto;

/// Answers `textDocument/completion`.
pub fn completion(request: &DocumentRequest<'_>, params: &CompletionParams) -> CompletionResponse {
    let DocumentRequest { session, snapshot, cancel } = *request;
    let offset = request.offset(params.text_document_position.position);
    let targets = session.configuration.targets().within(&snapshot.document.settings().roots);
    let catalogs = session.configuration.catalogs_for(&snapshot.uri);
    let names = || {
        let workspace = session.linked_files(Some(snapshot));
        session.links.names(&workspace, session.workspace.current_revision(), cancel)
    };
    let sources = Sources { place: snapshot.place(), targets, catalogs, names: &names };
    let found = candidates(&snapshot.document, offset, &sources, cancel);
    to_proto::completion(snapshot, offset, found, session.capabilities())
}
