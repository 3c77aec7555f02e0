//! The readable forms of encoded references as hints after them.

use iri_core::CancelToken;
use tower_lsp::lsp_types::{InlayHint, InlayHintParams};

use crate::analysis::readable_forms::readable_forms;
use crate::documents::Snapshot;
use crate::proto::{from_proto, to_proto};
use crate::session::Session;

/// Answers `textDocument/inlayHint`; `None` if the user did not turn hints on.
pub fn inlay_hints(
    session: &Session,
    snapshot: &Snapshot,
    params: &InlayHintParams,
    cancel: &CancelToken,
) -> Option<Vec<InlayHint>> {
    if session.configuration.features().inlay_hints != Some(true) {
        return None;
    }
    let span = from_proto::span(snapshot, params.range, session.capabilities());
    let forms = readable_forms(&snapshot.document, span, cancel);
    Some(to_proto::inlay_hints(snapshot, forms, session.capabilities()))
}
