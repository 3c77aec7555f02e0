//! What may be written at a position: files, IDs, names, rules in comments, and everything in configuration files.

use tower_lsp::lsp_types::{CompletionParams, CompletionResponse};

use crate::analysis::completion::{Sources, candidates};
use crate::analysis::config_file;
use crate::config::is_config;
use crate::demand::Demand;
use crate::documents::Snapshot;
use crate::proto::from_proto;
use crate::proto::navigation as to_proto;
use crate::session::Session;

/// Answers `textDocument/completion`.
pub fn completion(
    session: &Session,
    snapshot: &Snapshot,
    params: &CompletionParams,
    demand: &Demand,
) -> CompletionResponse {
    let offset = from_proto::offset(snapshot, params.text_document_position.position, session.capabilities());
    if is_config(&snapshot.uri) {
        let text = snapshot.document.text();
        return to_proto::config_completion(&text, config_file::candidates(&text, offset), session.capabilities());
    }
    let catalogs = session.configuration.catalogs_for(&snapshot.uri);
    let (namespaces, schemas) = session.links.names();
    let targets = session.configuration.targets().within(&snapshot.document.settings().roots);
    let sources = Sources { targets, catalogs, namespaces, schemas };
    let found = candidates(&snapshot.document, offset, &sources, demand);
    to_proto::completion(snapshot, found, session.capabilities())
}
