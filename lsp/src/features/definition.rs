//! Where the reference at a position leads: a file, and an element in it.

use tower_lsp::lsp_types::{GotoDefinitionParams, GotoDefinitionResponse};

use crate::analysis::navigation;
use crate::documents::Snapshot;
use crate::proto::from_proto;
use crate::proto::navigation as to_proto;
use crate::session::Session;

/// Answers `textDocument/definition`; `None` if the reference does not lead to a file that may be read.
pub fn definition(
    session: &Session,
    snapshot: &Snapshot,
    params: &GotoDefinitionParams,
) -> Option<GotoDefinitionResponse> {
    let position = params.text_document_position_params.position;
    let offset = from_proto::offset(snapshot, position, session.capabilities());
    let pointed = navigation::pointed(&snapshot.document, snapshot.path.as_deref()?, offset)?;
    let workspace = session.linked_files(Some(snapshot));
    let found = navigation::definition(&workspace, &pointed.destination)?;
    let locations = to_proto::locations(&[found], session.capabilities());
    Some(GotoDefinitionResponse::Array(locations))
}
