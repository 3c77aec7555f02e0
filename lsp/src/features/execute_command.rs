//! The command `iri.inspect`: everything about the reference at a position, or about a reference alone.

use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{ExecuteCommandParams, TextDocumentPositionParams};

use crate::analysis::report::InspectedReference;
use crate::demand::Demand;
use crate::documents::Snapshot;
use crate::proto::{from_proto, to_proto};
use crate::session::Session;

/// Name of the command.
pub const INSPECT: &str = "iri.inspect";

/// What `iri.inspect` inspects.
pub enum InspectArguments {
    /// A reference without a document.
    Text(String),
    /// The reference at a position.
    Position(TextDocumentPositionParams),
}

impl InspectArguments {
    /// Parses the arguments of `workspace/executeCommand`.
    ///
    /// # Errors
    /// If the command is unknown or its first argument is neither a string nor a position.
    pub fn parse(params: ExecuteCommandParams) -> Result<Self> {
        if params.command != INSPECT {
            return Err(Error::invalid_params(format!("unknown command; expected '{INSPECT}'")));
        }
        match params.arguments.into_iter().next() {
            Some(Value::String(text)) => Ok(Self::Text(text)),
            Some(position) => serde_json::from_value(position).map(Self::Position).map_err(|error| {
                Error::invalid_params(format!("iri.inspect: expected a document position or a string: {error}"))
            }),
            None => Err(Error::invalid_params("iri.inspect: expected a document position or a string")),
        }
    }
}

/// Answers `iri.inspect` with a string.
pub fn inspect_text(session: &Session, text: &str) -> Value {
    to_proto::inspect_result(InspectedReference::from_text(text), session.capabilities())
}

/// Answers `iri.inspect` with a position.
pub fn inspect_at(
    session: &Session,
    snapshot: &Snapshot,
    params: &TextDocumentPositionParams,
    demand: &Demand,
) -> Option<Value> {
    let offset = from_proto::offset(snapshot, params.position, session.capabilities());
    let inspected = InspectedReference::at(&snapshot.document, offset, demand)?;
    Some(to_proto::inspect_result(inspected, session.capabilities()))
}
