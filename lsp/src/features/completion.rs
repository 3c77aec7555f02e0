//! What may be written at a position: files, IDs, names, and rules in comments.

use iri_core::CancelToken;
use tower_lsp::lsp_types::{CompletionParams, CompletionResponse};

use crate::analysis::completion::{Sources, candidates};
use crate::documents::Snapshot;
use crate::proto::from_proto;
use crate::proto::navigation as to_proto;
use crate::session::Session;

/// Answers `textDocument/completion`.
pub fn completion(
    session: &Session,
    snapshot: &Snapshot,
    params: &CompletionParams,
    cancel: &CancelToken,
) -> CompletionResponse {
    let offset = from_proto::offset(snapshot, params.text_document_position.position, session.capabilities());
    let targets = session.configuration.targets().within(&snapshot.document.settings().roots);
    let catalogs = session.configuration.catalogs_for(&snapshot.uri);
    let names = || {
        let workspace = session.linked_files(Some(snapshot));
        session.links.names(&workspace, session.workspace.current_revision(), cancel)
    };
    let sources = Sources { targets, catalogs, names: &names };
    let found = candidates(&snapshot.document, offset, &sources, cancel);
    to_proto::completion(snapshot, found, session.capabilities())
}
