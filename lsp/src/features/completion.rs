//! What may be written at a position: files, IDs, names, rules in comments, and everything in configuration files.

use std::path::Path;

use tower_lsp::lsp_types::{CompletionParams, CompletionResponse};

use crate::analysis::completion::{Sources, candidates};
use crate::analysis::config_file;
use crate::analysis::config_paths::ConfigSurroundings;
use crate::config::is_config;
use crate::demand::Demand;
use crate::documents::Snapshot;
use crate::file_uri::path_from_file_uri;
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
    let targets = session.configuration.targets().within(&snapshot.document.settings().roots);
    if is_config(&snapshot.uri) {
        let text = snapshot.document.text();
        let path = path_from_file_uri(&snapshot.uri);
        let directory = path.as_deref().and_then(Path::parent);
        let surroundings = directory.map(|directory| ConfigSurroundings { directory, targets });
        let found = config_file::candidates(&text, offset, surroundings);
        return to_proto::config_completion(&text, found, session.capabilities());
    }
    let catalogs = session.configuration.catalogs_for(&snapshot.uri);
    let names = || {
        let workspace = session.linked_files(Some(snapshot));
        session.links.names(&workspace, session.workspace.current_revision(), demand)
    };
    let sources = Sources { targets, catalogs, names: &names };
    let found = candidates(&snapshot.document, offset, &sources, demand);
    to_proto::completion(snapshot, found, session.capabilities())
}
