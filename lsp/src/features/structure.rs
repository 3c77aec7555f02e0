//! Structure of a document and of the workspace: what a selection grows to, what belongs together, and what has a name.

use iri_core::CancelToken;
use tower_lsp::lsp_types::{
    DocumentHighlight, DocumentHighlightParams, DocumentSymbolResponse, SelectionRange, SelectionRangeParams,
    SymbolInformation, WorkspaceSymbolParams,
};

use crate::analysis::structure;
use crate::features::DocumentRequest;
use crate::proto::navigation as to_proto;
use crate::session::Session;

/// Maximum number of IDs in an answer about the workspace.
const LIMIT: usize = 500;

/// Answers `textDocument/selectionRange`.
pub fn selection_ranges(request: &DocumentRequest<'_>, params: &SelectionRangeParams) -> Vec<SelectionRange> {
    let DocumentRequest { session, snapshot, .. } = *request;
    let select = |position| {
        let offset = request.offset(position);
        let spans = structure::selections(&snapshot.document, offset);
        to_proto::selection_range(snapshot, offset, &spans, session.capabilities())
    };
    params.positions.iter().copied().map(select).collect()
}

/// Answers `textDocument/documentHighlight`.
pub fn highlights(request: &DocumentRequest<'_>, params: &DocumentHighlightParams) -> Vec<DocumentHighlight> {
    let DocumentRequest { session, snapshot, .. } = *request;
    let position = params.text_document_position_params.position;
    let offset = request.offset(position);
    let spans = structure::highlights(&snapshot.document, snapshot.place(), offset);
    to_proto::highlights(snapshot, &spans, session.capabilities())
}

/// Answers `textDocument/documentSymbol`.
pub fn document_symbols(request: &DocumentRequest<'_>) -> DocumentSymbolResponse {
    let DocumentRequest { session, snapshot, cancel } = *request;
    let symbols = structure::symbols(&snapshot.document, cancel);
    to_proto::symbols(snapshot, symbols, session.capabilities())
}

/// Answers `workspace/symbol`: the IDs that contain the characters of the query in their order, in any case.
pub fn workspace_symbols(
    session: &Session,
    params: &WorkspaceSymbolParams,
    cancel: &CancelToken,
) -> Vec<SymbolInformation> {
    let workspace = session.linked_files(None);
    let targets = session.configuration.targets().within(&workspace.roots);
    let Some(all) = session.links.refreshed(&workspace, cancel) else { return Vec::new() };
    let found = structure::ids_with(&workspace, &all, targets, (&params.query, LIMIT), cancel);
    to_proto::workspace_symbols(&found, session.capabilities())
}
