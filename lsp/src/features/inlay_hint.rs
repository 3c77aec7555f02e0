//! The readable forms of encoded references as hints after them.

use tower_lsp::lsp_types::{InlayHint, InlayHintParams};

use crate::analysis::readable_forms::readable_forms;
use crate::features::DocumentRequest;
use crate::proto::{from_proto, to_proto};

/// Answers `textDocument/inlayHint`; `None` if the user did not turn hints on.
pub fn inlay_hints(request: &DocumentRequest<'_>, params: &InlayHintParams) -> Option<Vec<InlayHint>> {
    let DocumentRequest { session, snapshot, cancel } = *request;
    if session.configuration.features().inlay_hints != Some(true) {
        return None;
    }
    let span = from_proto::span(snapshot, params.range, session.capabilities());
    let forms = readable_forms(&snapshot.document, span, cancel);
    Some(to_proto::inlay_hints(snapshot, forms, session.capabilities()))
}
