//! The language server: one short method per message.
//!
//! Code before the first `.await` runs in wire order. The methods that change a document have none; those that
//! need time take a snapshot of it first and continue on another thread.

use std::future::{Ready, ready};
use std::sync::Arc;

use iri_core::CancelToken;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{
    self, CodeAction, CodeActionParams, CodeActionResponse, CompletionParams, CompletionResponse,
    DidChangeConfigurationParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
    DocumentDiagnosticParams, DocumentDiagnosticReportResult, DocumentHighlight, DocumentHighlightParams, DocumentLink,
    DocumentLinkParams, DocumentSymbolParams, DocumentSymbolResponse, ExecuteCommandParams, GotoDefinitionParams,
    GotoDefinitionResponse, Hover, HoverParams, InitializeResult, InitializedParams, InlayHint, InlayHintParams,
    Location, PrepareRenameResponse, ProgressToken, ReferenceParams, RenameFilesParams, RenameParams, SelectionRange,
    SelectionRangeParams, ServerInfo, SymbolInformation, TextDocumentPositionParams, WorkspaceDiagnosticParams,
    WorkspaceDiagnosticReportResult, WorkspaceEdit, WorkspaceSymbolParams,
};
use tower_lsp::{Client, ClientSocket, LanguageServer, LspService};

use crate::client::capabilities::InitializeParams;
use crate::features::execute_command::{Command, CommandArgument};
use crate::features::show_document::{Content, ContentParams};
use crate::features::{
    DocumentRequest, code_action, completion, definition, diagnostics, document_link, execute_command, hover,
    inlay_hint, references, rename, show_document, structure, workspace_diagnostics,
};
use crate::proto::from_proto;
use crate::server_capabilities::server_capabilities;
use crate::session::Session;
use crate::task::{self, run_blocking};
use crate::transport::middleware::Lifecycle;
use crate::transport::normalize_params::NO_VERSION;
use crate::transport::publisher::Publisher;
use crate::worker::{self, run_cancellable};

/// Implementation of the protocol: one method per message.
#[derive(Debug)]
pub struct Server {
    session: Arc<Session>,
    lifecycle: Lifecycle,
}

impl Server {
    /// Creates a server of `client` that publishes through `publisher` and records handled notifications in
    /// `lifecycle`.
    pub fn new(client: Client, publisher: Publisher, lifecycle: Lifecycle) -> Self {
        Self { session: Arc::new(Session::new(client, publisher, lifecycle.clone())), lifecycle }
    }

    /// Returns the state of the server.
    #[cfg(test)]
    pub fn session(&self) -> Arc<Session> {
        Arc::clone(&self.session)
    }

    /// Answers `workspace/textDocumentContent`, which the type of the protocol does not know.
    ///
    /// The answer is an error if the server has no such document.
    pub fn text_document_content(&self, params: ContentParams) -> Ready<Result<Content>> {
        ready(show_document::content(&self.session, params))
    }

    /// Answers a request about the current state of a document, on a thread on which it delays no message; `None` if
    /// the document is not open. The work ends early, with an error, if the client cancels the request, changes the
    /// document, or ends the connection.
    async fn answer<T: Send + 'static>(
        &self,
        uri: &lsp_types::Url,
        answer: impl FnOnce(&DocumentRequest<'_>) -> T + Send + 'static,
    ) -> Result<Option<T>> {
        let Some(mut snapshot) = self.session.documents.snapshot(uri.as_str()) else { return Ok(None) };
        if snapshot.is_provisional {
            let (session, of) = (Arc::clone(&self.session), Arc::clone(&snapshot.uri));
            let settled = run_blocking(move || session.settled(&of)).await.flatten();
            // The positions in the request are those of the text before.
            snapshot = settled.filter(|now| now.version == snapshot.version).ok_or_else(Error::content_modified)?;
        }
        let (session, is_outdated) = (Arc::clone(&self.session), self.session.when_outdated(&snapshot));
        let work = move |cancel: &CancelToken| {
            let _foreground = session.workspace.foreground();
            let result = answer(&DocumentRequest { session: &session, snapshot: &snapshot, cancel });
            (!cancel.is_cancelled()).then_some(result)
        };
        match run_cancellable(is_outdated, work).await {
            Some(Some(result)) => Ok(Some(result)),
            Some(None) => Err(Error::content_modified()),
            None => Err(Error::internal_error()),
        }
    }

    /// Repeats `answer` until it needs no file that the client has to read first.
    async fn with_files<T, F: Future<Output = T>>(&self, answer: impl Fn() -> F) -> T {
        loop {
            let found = answer().await;
            if !self.session.documents.files.settled().await {
                return found;
            }
        }
    }

    /// Answers a request for the diagnostics of a document.
    async fn diagnostics_of(&self, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        let (session, uri) = (Arc::clone(&self.session), params.text_document.uri);
        let snapshot = session.documents.snapshot(uri.as_str());
        let documents = Arc::clone(&session);
        let work = move |cancel: &CancelToken| {
            let snapshot = snapshot.and_then(|snapshot| {
                if snapshot.is_provisional { session.settled(&snapshot.uri) } else { Some(snapshot) }
            });
            let report =
                diagnostics::report(&session, snapshot.as_deref(), params.previous_result_id.as_deref(), cancel);
            // A part of the diagnostics would look like all of them.
            (!cancel.is_cancelled()).then_some(report)
        };
        // A client that pulls gets the diagnostics of the text it asked about, even if that changed since.
        match run_cancellable(move || documents.has_ended(), work).await {
            Some(Some(report)) => Ok(DocumentDiagnosticReportResult::Report(report)),
            Some(None) => Err(Error::request_cancelled()),
            None => Err(Error::internal_error()),
        }
    }
}

/// Returns the server as a service, and its connection to the client.
pub fn service(publisher: Publisher, lifecycle: &Lifecycle) -> (LspService<Server>, ClientSocket) {
    LspService::build(|client| Server::new(client, publisher, lifecycle.clone()))
        .custom_method("workspace/textDocumentContent", Server::text_document_content)
        .finish()
}

/// Title of the progress of a request that reads the files of the workspace.
const READING: &str = "Reading the files of the workspace";

impl Server {
    /// Awaits `work` while the client displays a progress, if it sent a `token`.
    async fn with_progress<T>(&self, token: Option<ProgressToken>, work: impl Future<Output = T>) -> T {
        let Some(token) = token else { return work.await };
        let publisher = &self.session.publisher;
        publisher.send_progress(&token, serde_json::json!({"kind": "begin", "title": READING})).await;
        let result = work.await;
        publisher.send_progress(&token, serde_json::json!({"kind": "end"})).await;
        // The answer has a queue of its own and must not precede the end.
        drop(publisher.reserve().await);
        result
    }
}

/// Returns the version of a document; `None` if the client did not send one.
fn document_version(version: i32) -> Option<i32> {
    (version != NO_VERSION).then_some(version)
}

#[tower_lsp::async_trait]
impl LanguageServer for Server {
    async fn initialize(&self, params: lsp_types::InitializeParams) -> Result<InitializeResult> {
        // `normalize_params` moved everything that the client sent there.
        let params = InitializeParams::parse(&params.initialization_options.unwrap_or_default());
        let capabilities = server_capabilities(&params.capabilities);
        self.session.initialize(params);
        let version = Some(env!("CARGO_PKG_VERSION").to_owned());
        let server_info = Some(ServerInfo { name: "iri-lsp".to_owned(), version });
        task::spawn(worker::run(Arc::clone(&self.session)));
        if cfg!(target_family = "wasm") {
            task::spawn(worker::read_files(Arc::clone(&self.session)));
        }
        if !self.session.capabilities().pulls_diagnostics {
            task::spawn(workspace_diagnostics::push(Arc::clone(&self.session)));
        }
        Ok(InitializeResult { capabilities, server_info })
    }

    async fn initialized(&self, _: InitializedParams) {
        self.lifecycle.mark_handled();
        self.session.on_initialized();
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        self.lifecycle.mark_handled();
        let document = params.text_document;
        let of = (&document.uri, &*document.language_id);
        self.session.open(of, document_version(document.version), document.text);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        self.lifecycle.mark_handled();
        let document = params.text_document;
        self.session.change(&document.uri, document_version(document.version), params.content_changes);
    }

    async fn did_save(&self, _: DidSaveTextDocumentParams) {
        self.lifecycle.mark_handled();
        self.session.on_save();
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        self.lifecycle.mark_handled();
        self.session.on_settings_changed(&params.settings);
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        self.lifecycle.mark_handled();
        self.session.on_folders_changed(&params.event);
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        self.lifecycle.mark_handled();
        for path in params.changes.iter().filter_map(|change| from_proto::path(&change.uri)) {
            self.session.documents.files.outdate(&path);
        }
        self.session.on_files_changed(&params.changes);
    }

    async fn diagnostic(&self, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        self.with_files(|| self.diagnostics_of(params.clone())).await
    }

    async fn workspace_diagnostic(&self, params: WorkspaceDiagnosticParams) -> Result<WorkspaceDiagnosticReportResult> {
        Ok(workspace_diagnostics::pull(&self.session, params).await)
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let uri = params.text_document.uri.clone();
        self.answer(&uri, move |request| code_action::code_actions(request, &params)).await
    }

    async fn code_action_resolve(&self, action: CodeAction) -> Result<CodeAction> {
        let Some((uri, generation, deferred)) = from_proto::deferred_edit(&action) else { return Ok(action) };
        let snapshot = self.session.documents.snapshot(uri).filter(|snapshot| snapshot.generation == generation);
        let uri = snapshot.and_then(|snapshot| lsp_types::Url::parse(&snapshot.uri).ok());
        let Some(uri) = uri else { return Err(Error::content_modified()) };
        let answer = self.answer(&uri, move |request| code_action::resolved(request, action, &deferred));
        answer.await?.unwrap_or_else(|| Err(Error::content_modified()))
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let uri = params.text_document_position_params.text_document.uri.clone();
        let answer = self.answer(&uri, move |request| hover::hover(request, &params));
        answer.await.map(Option::flatten)
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        let uri = params.text_document.uri.clone();
        self.answer(&uri, move |request| document_link::document_links(request, &params)).await
    }

    async fn document_link_resolve(&self, link: DocumentLink) -> Result<DocumentLink> {
        let Some((uri, offset, target)) = from_proto::deferred_link(&link) else { return Ok(link) };
        let link = DocumentLink { target: Some(target), ..link };
        let unresolved = link.clone();
        let answer = self.answer(&uri, move |request| document_link::resolved(request, link, offset));
        Ok(answer.await?.unwrap_or(unresolved))
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        let uri = params.text_document.uri.clone();
        let answer = self.answer(&uri, move |request| inlay_hint::inlay_hints(request, &params));
        answer.await.map(Option::flatten)
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        let (command, session) = (Command::parse(params)?, Arc::clone(&self.session));
        let is_shown = command.is_shown;
        match command.argument {
            CommandArgument::Rule(rule) if is_shown => show_document::show_rule(&session, &rule).map(|()| None),
            CommandArgument::Rule(rule) => execute_command::explain(&rule).map(Some),
            CommandArgument::Text(text) => {
                let work = move || {
                    if is_shown {
                        show_document::show_report_of_text(&session, &text)
                    } else {
                        Ok(execute_command::inspect_text(&session, &text))
                    }
                };
                run_blocking(work).await.ok_or_else(Error::internal_error)?.map(Some)
            }
            CommandArgument::Position(params) => {
                let uri = params.text_document.uri.clone();
                let answer = self.answer(&uri, move |request| {
                    if is_shown {
                        show_document::show_report_at(request, &params).map(Some)
                    } else {
                        Ok(execute_command::inspect_at(request, &params))
                    }
                });
                answer.await?.transpose().map(Option::flatten)
            }
        }
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let uri = params.text_document_position.text_document.uri.clone();
        self.answer(&uri, move |request| completion::completion(request, &params)).await
    }

    async fn goto_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        let uri = params.text_document_position_params.text_document.uri.clone();
        let params = Arc::new(params);
        let found = self.with_files(|| {
            let params = Arc::clone(&params);
            self.answer(&uri, move |request| definition::definition(request, &params))
        });
        found.await.map(Option::flatten)
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let uri = params.text_document_position.text_document.uri.clone();
        let token = params.work_done_progress_params.work_done_token.clone();
        let answer = self.answer(&uri, move |request| references::references(request, &params));
        self.with_progress(token, answer).await.map(Option::flatten)
    }

    async fn document_highlight(&self, params: DocumentHighlightParams) -> Result<Option<Vec<DocumentHighlight>>> {
        let uri = params.text_document_position_params.text_document.uri.clone();
        self.answer(&uri, move |request| structure::highlights(request, &params)).await
    }

    async fn selection_range(&self, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
        let uri = params.text_document.uri.clone();
        self.answer(&uri, move |request| structure::selection_ranges(request, &params)).await
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        let uri = params.text_document.uri;
        self.answer(&uri, structure::document_symbols).await
    }

    async fn symbol(&self, params: WorkspaceSymbolParams) -> Result<Option<Vec<SymbolInformation>>> {
        let (session, ending) = (Arc::clone(&self.session), Arc::clone(&self.session));
        let work = move |cancel: &CancelToken| structure::workspace_symbols(&session, &params, cancel);
        run_cancellable(move || ending.has_ended(), work).await.map(Some).ok_or_else(Error::internal_error)
    }

    async fn prepare_rename(&self, params: TextDocumentPositionParams) -> Result<Option<PrepareRenameResponse>> {
        let uri = params.text_document.uri.clone();
        let answer = self.answer(&uri, move |request| rename::prepare(request, &params));
        answer.await.map(Option::flatten)
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let uri = params.text_document_position.text_document.uri.clone();
        let token = params.work_done_progress_params.work_done_token.clone();
        let answer = self.answer(&uri, move |request| rename::rename(request, &params));
        self.with_progress(token, answer).await?.transpose().map(Option::flatten)
    }

    async fn will_rename_files(&self, params: RenameFilesParams) -> Result<Option<WorkspaceEdit>> {
        let (session, ending) = (Arc::clone(&self.session), Arc::clone(&self.session));
        let work = move |cancel: &CancelToken| rename::will_rename_files(&session, &params, cancel);
        run_cancellable(move || ending.has_ended(), work).await.ok_or_else(Error::internal_error)
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        self.lifecycle.mark_handled();
        self.session.close(&params.text_document.uri);
    }
}
