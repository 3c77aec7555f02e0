//! The targets of references as links.

use tower_lsp::lsp_types::{DocumentLink, DocumentLinkParams};

use crate::analysis::link_targets::link_targets;
use crate::demand::Demand;
use crate::documents::Snapshot;
use crate::proto::to_proto;
use crate::session::Session;

/// Answers `textDocument/documentLink`.
pub fn document_links(
    session: &Session,
    snapshot: &Snapshot,
    params: &DocumentLinkParams,
    demand: &Demand,
) -> Vec<DocumentLink> {
    let catalogs = session.configuration.catalogs_for(params.text_document.uri.as_str());
    let targets = link_targets(&snapshot.document, &catalogs, demand);
    to_proto::document_links(snapshot, targets, session.capabilities())
}
