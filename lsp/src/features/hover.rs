//! The report of a reference as a hover.

use tower_lsp::lsp_types::{Hover, HoverParams};

use crate::analysis::report::{Extent, ReportText};
use crate::demand::Demand;
use crate::documents::Snapshot;
use crate::proto::{from_proto, to_proto};
use crate::session::Session;

/// Answers `textDocument/hover`.
pub fn hover(session: &Session, snapshot: &Snapshot, params: &HoverParams, demand: &Demand) -> Option<Hover> {
    let position = params.text_document_position_params.position;
    let offset = from_proto::offset(snapshot, position, session.capabilities());
    let (span, report) = ReportText::at(&snapshot.document, offset, Extent::Short, demand)?;
    Some(to_proto::hover(snapshot, span, &report, session.capabilities()))
}
