//! What is at a position as a hover: the report of a reference, the page of a rule in a comment, the references to an ID.

use tower_lsp::lsp_types::{Hover, HoverParams};

use crate::analysis::report::{Extent, ReportText};
use crate::analysis::{navigation, rule_page};
use crate::features::DocumentRequest;
use crate::proto::to_proto;

/// Answers `textDocument/hover`.
pub fn hover(request: &DocumentRequest<'_>, params: &HoverParams) -> Option<Hover> {
    let DocumentRequest { session, snapshot, cancel } = *request;
    let position = params.text_document_position_params.position;
    let (capabilities, document) = (session.capabilities(), &snapshot.document);
    let offset = request.offset(position);
    if let Some((span, rule)) = rule_page::at(document, offset) {
        return Some(to_proto::text_hover(snapshot, span, rule_page::markdown(&rule)?, capabilities));
    }
    if let Some((span, report)) = ReportText::at(document, offset, Extent::Short, cancel) {
        return Some(to_proto::hover(snapshot, span, &report, capabilities));
    }
    let span = navigation::defined_at(document, offset)?;
    let pointed = navigation::pointed(document, snapshot.place(), offset)?;
    let workspace = session.linked_files(Some(snapshot));
    let all = session.links.refreshed(&workspace, cancel)?;
    let found = navigation::references(&workspace, &all, &pointed.destination, cancel);
    let text = navigation::counted(&found);
    Some(to_proto::text_hover(snapshot, span, text, capabilities))
}
