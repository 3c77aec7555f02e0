//! The language server: one method for each message, each as short as a line.
//!
//! What comes before the first `.await` is done in wire order. The methods that change a text have none; those that
//! look at much of one take hold of it as it is, and work where they keep nobody waiting.

use std::sync::Arc;

use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{
    CodeActionParams, CodeActionResponse, DidChangeConfigurationParams, DidChangeTextDocumentParams,
    DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, DocumentDiagnosticParams, DocumentDiagnosticReportResult,
    DocumentLink, DocumentLinkParams, ExecuteCommandParams, Hover, HoverParams, InitializeParams, InitializeResult,
    InitializedParams, InlayHint, InlayHintParams, ServerInfo,
};
use tower_lsp::{Client, LanguageServer};

use crate::abilities::Greeting;
use crate::capabilities::capabilities;
use crate::scheduler;
use crate::session::Session;
use crate::transport::middleware::Lifecycle;
use crate::transport::normalize_params::NO_VERSION;
use crate::transport::publisher::Publisher;

/// The server.
#[derive(Debug)]
pub struct Server {
    session: Arc<Session>,
    lifecycle: Lifecycle,
}

impl Server {
    /// A server that talks to `client`, publishes through `publisher`, and tells `lifecycle` which notifications it
    /// could read.
    pub fn new(client: Client, publisher: Publisher, lifecycle: Lifecycle) -> Self {
        Self { session: Arc::new(Session::new(client, publisher)), lifecycle }
    }

    /// What it knows.
    #[cfg(test)]
    pub fn session(&self) -> Arc<Session> {
        Arc::clone(&self.session)
    }
}

/// What `work` gives.
async fn worked_out<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    scheduler::aside(work).await.ok_or_else(Error::internal_error)
}

/// The version of a text, if the client counts.
fn counted(version: i32) -> Option<i32> {
    (version != NO_VERSION).then_some(version)
}

#[tower_lsp::async_trait]
impl LanguageServer for Server {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        // `lenient` put everything that the client said there.
        let greeting = Greeting::of(&params.initialization_options.unwrap_or_default());
        let capabilities = capabilities(&greeting.abilities);
        self.session.greet(greeting);
        let version = Some(env!("CARGO_PKG_VERSION").to_owned());
        let server_info = Some(ServerInfo { name: "iri-lsp".to_owned(), version });
        tokio::spawn(scheduler::run(Arc::clone(&self.session)));
        Ok(InitializeResult { capabilities, server_info })
    }

    async fn initialized(&self, _: InitializedParams) {
        self.lifecycle.note_handled();
        self.session.begin_asking();
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        self.lifecycle.note_handled();
        let document = params.text_document;
        self.session.open(&document.uri, counted(document.version), document.text);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        self.lifecycle.note_handled();
        let document = params.text_document;
        self.session.change(&document.uri, counted(document.version), params.content_changes);
    }

    async fn did_save(&self, _: DidSaveTextDocumentParams) {
        self.lifecycle.note_handled();
        self.session.saved();
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        self.lifecycle.note_handled();
        self.session.settings_changed(&params.settings);
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        self.lifecycle.note_handled();
        self.session.folders_changed(&params.event);
    }

    async fn did_change_watched_files(&self, _: DidChangeWatchedFilesParams) {
        self.lifecycle.note_handled();
        self.session.files_changed();
    }

    async fn diagnostic(&self, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        let work = self.session.pulled(&params.text_document.uri, params.previous_result_id);
        worked_out(work).await.map(DocumentDiagnosticReportResult::Report)
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        worked_out(self.session.code_actions(params)).await
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        Ok(self.session.hover(&params.text_document_position_params))
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        worked_out(self.session.document_links(&params.text_document.uri)).await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        worked_out(self.session.inlay_hints(&params)).await
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        self.session.execute(params)
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        self.lifecycle.note_handled();
        self.session.close(&params.text_document.uri);
    }
}
