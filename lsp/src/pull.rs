//! Diagnostics for a client that asks for them.

use tower_lsp::lsp_types::{
    DocumentDiagnosticReport, FullDocumentDiagnosticReport, RelatedFullDocumentDiagnosticReport,
    RelatedUnchangedDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport, Url,
};

use crate::session::Session;

impl Session {
    /// What is wrong with the text at `uri`, or that it is what was in the report `known`.
    pub fn pulled(&self, uri: &Url, known: Option<&str>) -> DocumentDiagnosticReport {
        let snapshot = self.documents.snapshot(uri.as_str());
        let generation = snapshot.as_ref().map_or(0, |snapshot| snapshot.generation).to_string();
        if known == Some(&*generation) {
            return DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
                related_documents: None,
                unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id: generation },
            });
        }
        let items = snapshot.map(|snapshot| self.diagnostics(&snapshot)).unwrap_or_default();
        DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id: Some(generation), items },
        })
    }
}
