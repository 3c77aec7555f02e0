//! Edits that keep links intact when an ID is renamed or files are moved.

use iri_core::CancelToken;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{
    PrepareRenameResponse, RenameFilesParams, RenameParams, TextDocumentPositionParams, WorkspaceEdit,
};

use crate::analysis::navigation::{self, Pointed, through_key};
use crate::analysis::renames::{self, RenameError};
use crate::encoding::document_encoding;
use crate::features::{DocumentRequest, request_failed};
use crate::proto::from_proto;
use crate::proto::navigation as to_proto;
use crate::session::Session;

/// Maximum number of references in a message.
const SHOWN: usize = 10;

/// Answers `textDocument/prepareRename`; `None` if the position is not in an ID or a fragment that names one.
pub fn prepare(request: &DocumentRequest<'_>, params: &TextDocumentPositionParams) -> Option<PrepareRenameResponse> {
    let DocumentRequest { session, snapshot, .. } = *request;
    let offset = request.offset(params.position);
    if let Some(name) = snapshot.document.rdf_name_at(offset) {
        return Some(to_proto::renamed_range(snapshot, name.span, name.text, session.capabilities()));
    }
    let (pointed, id) = id_at(request, offset)?;
    Some(to_proto::renamed_range(snapshot, pointed.id?, id, session.capabilities()))
}

/// Answers `textDocument/rename`.
///
/// # Errors
/// If there is no ID at the position, or the new name cannot be an ID of the document.
pub fn rename(request: &DocumentRequest<'_>, params: &RenameParams) -> Result<Option<WorkspaceEdit>> {
    let DocumentRequest { session, snapshot, cancel } = *request;
    let offset = request.offset(params.text_document_position.position);
    if let Some(name) = snapshot.document.rdf_name_at(offset) {
        let encoding = document_encoding(&snapshot.document);
        let edits = if params.new_name == name.text {
            Some(Vec::new())
        } else {
            snapshot.document.rdf_rename(&name, &params.new_name, encoding)
        };
        let edits = edits.ok_or_else(|| failed(RenameError::Name))?;
        return Ok(Some(to_proto::edits_in(snapshot, &edits, session.capabilities())));
    }
    let Some((pointed, _)) = id_at(request, offset) else { return Err(failed(RenameError::Unknown)) };
    let workspace = session.linked_files(Some(snapshot));
    let Some(all) = session.links.refreshed(&workspace, cancel) else { return Ok(None) };
    let new = &*params.new_name;
    let edits = if pointed.destination.key().is_some() {
        renames::edits_for_key(&workspace, &all, (&pointed.destination, new), cancel)
    } else {
        renames::edits_for_id(&workspace, &all, &pointed.destination, new, cancel)
    };
    match edits {
        Some(Ok(edits)) => Ok(Some(to_proto::edits_of_documents(&edits, session.capabilities()))),
        Some(Err(error)) => Err(failed(error)),
        None => Ok(None),
    }
}

/// Returns what is at `offset`, with the ID or the key, if it is one that a document contains.
fn id_at(request: &DocumentRequest<'_>, offset: usize) -> Option<(Pointed, String)> {
    let DocumentRequest { session, snapshot, cancel } = *request;
    let workspace = session.linked_files(Some(snapshot));
    let Some(mut pointed) = navigation::pointed(&snapshot.document, snapshot.place(), offset) else {
        let all = session.links.refreshed(&workspace, cancel)?;
        let own = (&snapshot.document, snapshot.place());
        let pointed = navigation::pointed_in_parts(&workspace, &all, own, offset)?;
        let id = navigation::id_of(&workspace, &pointed.destination)?;
        return Some((pointed, id));
    };
    let span = pointed.id.filter(|span| span.start <= offset && offset <= span.end)?;
    if pointed.destination.key().is_some() {
        let all = session.links.refreshed(&workspace, cancel)?;
        pointed.destination = through_key(&all, snapshot.place(), &pointed);
        if let Some(key) = pointed.destination.key().map(str::to_owned) {
            let is_defined = !navigation::key_definitions(&workspace, &all, &pointed.destination).is_empty();
            return is_defined.then_some((pointed, key));
        }
    }
    let id = navigation::id_of(&workspace, &pointed.destination)?;
    Some((Pointed { id: Some(span), ..pointed }, id))
}

/// Answers `workspace/willRenameFiles`; `None` if no link changes.
pub fn will_rename_files(session: &Session, params: &RenameFilesParams, cancel: &CancelToken) -> Option<WorkspaceEdit> {
    let moves = from_proto::moves(params);
    let workspace = session.linked_files(None);
    let all = session.links.refreshed(&workspace, cancel)?;
    let (edits, kept) = renames::edits_for_moves(&workspace, &all, &moves, cancel)?;
    if !kept.is_empty() {
        let more = kept.len().saturating_sub(SHOWN);
        let more = (more > 0).then(|| format!("and {more} more"));
        session.show(kept.into_iter().take(SHOWN).chain(more).collect::<Vec<_>>().join("\n"));
    }
    (!edits.is_empty()).then(|| to_proto::edits_of_documents(&edits, session.capabilities()))
}

fn failed(error: RenameError) -> Error {
    request_failed(error.message())
}
