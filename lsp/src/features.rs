//! What the server offers in a document, one request of the protocol per file, or a few that ask for the same, in
//! three steps:
//!
//! ```text
//! params ─▶ from_proto ─▶ find (analysis) ─▶ to_proto ─▶ answer
//! ```

pub mod code_action;
pub mod completion;
pub mod definition;
pub mod diagnostics;
pub mod document_link;
pub mod execute_command;
pub mod hover;
pub mod inlay_hint;
pub mod references;
pub mod rename;
pub mod show_document;
pub mod structure;
pub mod workspace_diagnostics;

use std::borrow::Cow;

use iri_core::CancelToken;
use tower_lsp::jsonrpc::{Error, ErrorCode};
use tower_lsp::lsp_types::Position;

use crate::documents::Snapshot;
use crate::proto::from_proto;
use crate::session::Session;

/// What each request about a document is answered from.
#[derive(Debug, Clone, Copy)]
pub struct DocumentRequest<'r> {
    /// State of the server.
    pub session: &'r Session,
    /// The document.
    pub snapshot: &'r Snapshot,
    /// Ends the work early.
    pub cancel: &'r CancelToken,
}

impl DocumentRequest<'_> {
    /// Returns the offset of a position in the document.
    fn offset(&self, position: Position) -> usize {
        from_proto::offset(self.snapshot, position, self.session.capabilities())
    }
}

/// Returns the error of a valid request that cannot be fulfilled.
fn request_failed(message: impl Into<Cow<'static, str>>) -> Error {
    /// `RequestFailed` of LSP 3.17.
    const REQUEST_FAILED: i64 = -32803;
    Error { code: ErrorCode::ServerError(REQUEST_FAILED), message: message.into(), data: None }
}
