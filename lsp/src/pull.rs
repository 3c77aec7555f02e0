//! Diagnostics for a client that asks for them.

use std::sync::Arc;

use tower_lsp::lsp_types::{
    DocumentDiagnosticReport, FullDocumentDiagnosticReport, RelatedFullDocumentDiagnosticReport,
    RelatedUnchangedDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport, Url,
};

use crate::documents::Snapshot;
use crate::session::Session;

impl Session {
    /// Works out what is wrong with the text at `uri`, or that it is what was in the report `known`.
    pub fn pulled(
        self: &Arc<Self>,
        uri: &Url,
        known: Option<String>,
    ) -> impl FnOnce() -> DocumentDiagnosticReport + Send + use<> {
        let (session, snapshot) = (Arc::clone(self), self.documents.snapshot(uri.as_str()));
        move || session.report_of(snapshot.as_deref(), known.as_deref())
    }

    fn report_of(&self, snapshot: Option<&Snapshot>, known: Option<&str>) -> DocumentDiagnosticReport {
        let generation = snapshot.map_or(0, |snapshot| snapshot.generation).to_string();
        if known == Some(&*generation) {
            return DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
                related_documents: None,
                unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id: generation },
            });
        }
        let items = snapshot.map(|snapshot| self.diagnostics(snapshot)).unwrap_or_default();
        DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id: Some(generation), items },
        })
    }
}
