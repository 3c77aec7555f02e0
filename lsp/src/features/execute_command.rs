//! The command `iri.inspect`: everything about the reference at a position, or about a reference alone.

use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{ExecuteCommandParams, TextDocumentPositionParams};

use crate::analysis::report::InspectedReference;
use crate::analysis::rule_page;
use crate::demand::Demand;
use crate::documents::Snapshot;
use crate::proto::{from_proto, to_proto};
use crate::session::Session;

/// Name of the command.
pub const INSPECT: &str = "iri.inspect";

/// Name of the command that returns the page of a rule.
pub const EXPLAIN: &str = "iri.explain";

/// Commands with their arguments.
pub enum CommandArguments {
    /// The rule to explain.
    Rule(String),
    /// A reference without a document.
    Text(String),
    /// The reference at a position.
    Position(TextDocumentPositionParams),
}

impl CommandArguments {
    /// Parses the arguments of `workspace/executeCommand`.
    ///
    /// # Errors
    /// If the command is unknown or its first argument has another type: the name of a rule for `iri.explain`, a string or
    /// a position for `iri.inspect`.
    pub fn parse(params: ExecuteCommandParams) -> Result<Self> {
        let is_explain = params.command == EXPLAIN;
        if !is_explain && params.command != INSPECT {
            return Err(Error::invalid_params(format!("unknown command; expected '{INSPECT}' or '{EXPLAIN}'")));
        }
        match params.arguments.into_iter().next() {
            Some(Value::String(rule)) if is_explain => Ok(Self::Rule(rule)),
            _ if is_explain => Err(Error::invalid_params("iri.explain: expected the name of a rule")),
            Some(Value::String(text)) => Ok(Self::Text(text)),
            Some(position) => serde_json::from_value(position).map(Self::Position).map_err(|error| {
                Error::invalid_params(format!("iri.inspect: expected a document position or a string: {error}"))
            }),
            None => Err(Error::invalid_params("iri.inspect: expected a document position or a string")),
        }
    }
}

/// Answers `iri.explain`: the page of a rule in Markdown.
///
/// # Errors
/// If there is no such rule.
pub fn explain(rule: &str) -> Result<Value> {
    let page = rule_page::markdown(rule);
    page.map(Value::String).ok_or_else(|| Error::invalid_params("iri.explain: unknown rule"))
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
