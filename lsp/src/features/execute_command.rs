//! The commands: `iri.inspect` returns everything about the reference at a position, or about a reference alone, and
//! `iri.explain` the page of a rule. `iri.showReport` and `iri.showRule` make the client show them.

use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{ExecuteCommandParams, TextDocumentPositionParams};

use crate::analysis::action::SHOW_RULE;
use crate::analysis::report::InspectedReference;
use crate::analysis::rule_page;
use crate::features::DocumentRequest;
use crate::proto::to_proto;
use crate::session::Session;

/// Name of the command.
pub const INSPECT: &str = "iri.inspect";

/// Name of the command that returns the page of a rule.
pub const EXPLAIN: &str = "iri.explain";

/// Name of the command that makes the client show the report of a reference.
pub const SHOW_REPORT: &str = "iri.showReport";

/// Names of all commands.
pub const COMMANDS: [&str; 4] = [INSPECT, EXPLAIN, SHOW_RULE, SHOW_REPORT];

/// Command with its argument.
pub struct Command {
    /// Whether the client is asked to show the result.
    pub is_shown: bool,
    /// What it is about.
    pub argument: CommandArgument,
}

/// Argument of a command.
pub enum CommandArgument {
    /// The rule to explain.
    Rule(String),
    /// A reference without a document.
    Text(String),
    /// The reference at a position.
    Position(TextDocumentPositionParams),
}

impl Command {
    /// Parses the arguments of `workspace/executeCommand`.
    ///
    /// # Errors
    /// If the command is unknown or its first argument has another type: the name of a rule for `iri.explain` and
    /// `iri.showRule`, a string or a position for the others.
    pub fn parse(params: ExecuteCommandParams) -> Result<Self> {
        let Some(name) = COMMANDS.into_iter().find(|name| *name == params.command) else {
            let known = COMMANDS.map(|name| format!("'{name}'")).join(", ");
            return Err(Error::invalid_params(format!("unknown command; expected one of {known}")));
        };
        let is_shown = [SHOW_RULE, SHOW_REPORT].contains(&name);
        let expected = |what: &str| Error::invalid_params(format!("{name}: expected {what}"));
        let argument = match params.arguments.into_iter().next() {
            Some(Value::String(rule)) if [EXPLAIN, SHOW_RULE].contains(&name) => CommandArgument::Rule(rule),
            _ if [EXPLAIN, SHOW_RULE].contains(&name) => return Err(expected("the name of a rule")),
            Some(Value::String(text)) => CommandArgument::Text(text),
            Some(position) => serde_json::from_value(position)
                .map(CommandArgument::Position)
                .map_err(|_| expected("a document position or a string"))?,
            None => return Err(expected("a document position or a string")),
        };
        Ok(Self { is_shown, argument })
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
pub fn inspect_at(request: &DocumentRequest<'_>, params: &TextDocumentPositionParams) -> Option<Value> {
    let inspected = inspected_at(request, params)?;
    Some(to_proto::inspect_result(inspected, request.session.capabilities()))
}

/// Returns everything about the reference at a position; `None` without a reference.
pub fn inspected_at(request: &DocumentRequest<'_>, params: &TextDocumentPositionParams) -> Option<InspectedReference> {
    let offset = request.offset(params.position);
    InspectedReference::at(&request.snapshot.document, offset, request.cancel)
}
