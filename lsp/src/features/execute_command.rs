//! The command `iri.inspect`: everything about the reference at a position, or about a reference alone.

use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{ExecuteCommandParams, TextDocumentPositionParams};

use crate::analysis::report::InspectedReference;
use crate::proto::{from_proto, to_proto};
use crate::session::Session;

/// Name of the command.
pub const INSPECT: &str = "iri.inspect";

/// Answers `workspace/executeCommand`.
pub fn execute_command(session: &Session, params: ExecuteCommandParams) -> Result<Option<Value>> {
    if params.command != INSPECT {
        return Err(Error::invalid_params(format!("unknown command; expected '{INSPECT}'")));
    }
    let inspected = match params.arguments.into_iter().next() {
        Some(Value::String(text)) => Some(InspectedReference::from_text(&text)),
        Some(position) => {
            let position: TextDocumentPositionParams = serde_json::from_value(position).map_err(|error| {
                Error::invalid_params(format!("iri.inspect: expected a document position or a string: {error}"))
            })?;
            inspect_at(session, &position)
        }
        None => return Err(Error::invalid_params("iri.inspect: expected a document position or a string")),
    };
    Ok(inspected.map(|inspected| to_proto::inspect_result(inspected, session.capabilities())))
}

fn inspect_at(session: &Session, params: &TextDocumentPositionParams) -> Option<InspectedReference> {
    let snapshot = session.documents.snapshot(params.text_document.uri.as_str())?;
    let offset = from_proto::offset(&snapshot, params.position, session.capabilities());
    InspectedReference::at(&snapshot.document, offset)
}
