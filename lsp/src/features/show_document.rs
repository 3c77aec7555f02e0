//! Rule pages and reports in the editor itself, for clients without commands of their own.
//!
//! ```text
//! code action, or command ─▶ window/showDocument ─▶ iri-lsp:/rules/NAME.md    the client asks for its text
//!                                              └─▶ the page of the rule      in a browser
//! ```
//!
//! No file is written: a document of the server is one that the client requests by `workspace/textDocumentContent`.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{TextDocumentPositionParams, Url};

use crate::analysis::report::InspectedReference;
use crate::analysis::rule_page;
use crate::client::requests::ShownDocument;
use crate::features::execute_command::inspected_at;
use crate::features::{DocumentRequest, request_failed};
use crate::proto::to_proto;
use crate::reports::SCHEME;
use crate::session::Session;

/// Directory of the rule pages among the documents of the server.
const RULES: &str = "/rules/";

/// Params of `workspace/textDocumentContent`.
#[derive(Debug, Deserialize)]
pub struct ContentParams {
    /// URI of the document.
    uri: String,
}

/// Answer to `workspace/textDocumentContent`.
#[derive(Debug, Serialize)]
pub struct Content {
    /// Text of the document.
    text: String,
}

/// Answers `workspace/textDocumentContent`.
///
/// # Errors
/// If the server has no such document, or no longer.
pub fn content(session: &Session, params: ContentParams) -> Result<Content> {
    let ContentParams { uri } = params;
    let url = Url::parse(&uri).ok().filter(|url| url.scheme() == SCHEME);
    let rule = url.as_ref().and_then(|url| url.path().strip_prefix(RULES)?.strip_suffix(".md"));
    let page = rule.and_then(rule_page::markdown);
    let text = page.or_else(|| session.reports.find(url?.as_str()));
    text.map(|text| Content { text }).ok_or_else(|| Error::invalid_params("unknown document"))
}

/// Returns whether the client can show the pages of rules.
pub fn can_show_rules(session: &Session) -> bool {
    address_of_rule(session, "").is_some()
}

/// Makes the client show the page of a rule.
///
/// # Errors
/// If there is no such rule, or if the client cannot show its page.
pub fn show_rule(session: &Session, rule: &str) -> Result<()> {
    if rule_page::markdown(rule).is_none() {
        return Err(Error::invalid_params("iri.showRule: unknown rule"));
    }
    let document = address_of_rule(session, rule)
        .ok_or_else(|| request_failed("iri.showRule: the editor cannot show documents of the server"))?;
    session.show_document(document);
    Ok(())
}

/// Makes the client show the report of the reference at a position; returns whether there is one.
///
/// # Errors
/// If the client cannot show it.
pub fn show_report_at(request: &DocumentRequest<'_>, params: &TextDocumentPositionParams) -> Result<Value> {
    let Some(inspected) = inspected_at(request, params) else { return Ok(Value::Bool(false)) };
    show_report(request.session, inspected)
}

/// Makes the client show the report of a reference without a document.
///
/// # Errors
/// If the client cannot show it.
pub fn show_report_of_text(session: &Session, text: &str) -> Result<Value> {
    show_report(session, InspectedReference::from_text(text))
}

fn show_report(session: &Session, inspected: InspectedReference) -> Result<Value> {
    let capabilities = session.capabilities();
    if !(capabilities.shows_documents && capabilities.requests_content) {
        return Err(request_failed("iri.showReport: the editor cannot show documents of the server"));
    }
    let uri = session.reports.add(to_proto::report_text(inspected, capabilities));
    let uri = Url::parse(&uri).map_err(|_| Error::internal_error())?;
    session.show_document(ShownDocument { uri, is_external: false });
    Ok(Value::Bool(true))
}

/// Returns the page of a rule that the client can show: a document of the server, or one on the web.
fn address_of_rule(session: &Session, rule: &str) -> Option<ShownDocument> {
    let capabilities = session.capabilities();
    if !capabilities.shows_documents {
        return None;
    }
    if capabilities.requests_content {
        let uri = Url::parse(&format!("{SCHEME}:{RULES}{rule}.md")).ok()?;
        return Some(ShownDocument { uri, is_external: false });
    }
    let base = session.configuration.features().documentation?;
    // Another scheme could start a program.
    let uri = to_proto::rule_page(&base, rule)?.href;
    matches!(uri.scheme(), "http" | "https").then_some(ShownDocument { uri, is_external: true })
}
