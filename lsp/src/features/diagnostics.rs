//! The findings of a document as diagnostics, pulled by the client or pushed by the server.

use std::hash::{DefaultHasher, Hash, Hasher};

use iri_core::CancelToken;
use tower_lsp::lsp_types::{
    Diagnostic, DocumentDiagnosticReport, FullDocumentDiagnosticReport, RelatedFullDocumentDiagnosticReport,
    RelatedUnchangedDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport,
};

use crate::analysis::{config_file, findings};
use crate::config::is_config;
use crate::documents::Snapshot;
use crate::proto::to_proto;
use crate::session::Session;

/// Returns the diagnostics of a document; they are incomplete if it is cancelled.
pub fn diagnostics(session: &Session, snapshot: &Snapshot, cancel: &CancelToken) -> Vec<Diagnostic> {
    if is_config(&snapshot.uri) {
        let (text, problems) = config_file::problems(snapshot, &session.configuration.roots_for(&snapshot.uri));
        return to_proto::config_diagnostics(&text, &problems, session.capabilities());
    }
    let documentation = session.configuration.features().documentation;
    let sent = findings::sent(&snapshot.document, cancel);
    to_proto::diagnostics(snapshot, sent, session.capabilities(), documentation.as_deref())
}

/// Returns the message that publishes the diagnostics of a document; they are incomplete if it is cancelled.
pub fn publication(session: &Session, snapshot: &Snapshot, cancel: &CancelToken) -> Vec<u8> {
    session.publisher.publication(&snapshot.uri, snapshot.version, &diagnostics(session, snapshot, cancel))
}

/// Answers `textDocument/diagnostic`. The report is empty if the document is not open, and `Unchanged` if it is the
/// previous one.
pub fn report(
    session: &Session,
    snapshot: Option<&Snapshot>,
    previous_result_id: Option<&str>,
    cancel: &CancelToken,
) -> DocumentDiagnosticReport {
    // The problems of a configuration file depend on all files that it names. They are found in no time.
    let config = snapshot.filter(|snapshot| is_config(&snapshot.uri));
    let config = config.map(|snapshot| diagnostics(session, snapshot, cancel));
    let result_id = match (&config, snapshot) {
        (Some(problems), _) => hash(problems),
        (None, Some(snapshot)) => format!("{}.{}", snapshot.generation, session.targets_revision(snapshot)),
        (None, None) => "none".to_owned(),
    };
    if previous_result_id == Some(&*result_id) {
        return DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
            related_documents: None,
            unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
        });
    }
    let items = config.or_else(|| snapshot.map(|snapshot| diagnostics(session, snapshot, cancel))).unwrap_or_default();
    DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id: Some(result_id), items },
    })
}

fn hash(items: &[Diagnostic]) -> String {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(items).unwrap_or_default().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
