//! Requests and notifications that the server sends to its client.
//!
//! Each request is a task of its own, which is never dropped: a handler that waited for its client would
//! keep the main loop from the answer, and an answer that nothing waits for any more is a panic in tower-lsp. So
//! no handler waits: an answer takes effect when it arrives.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parking_lot::Mutex;
use serde_json::{Value, json};
use tower_lsp::Client;
use tower_lsp::lsp_types::request::{ShowDocument, WorkDoneProgressCreate};
use tower_lsp::lsp_types::{
    self, ConfigurationItem, MessageType, ProgressToken, Registration, ShowDocumentParams, Unregistration, Url,
    WorkDoneProgressCreateParams,
};

use crate::client::capabilities::ClientCapabilities;
use crate::client::settings::ConfigDiagnostic;
use crate::task;

/// Section of the settings of this server in a client.
const SECTION: &str = "iri";

/// Request for the texts of files; null for a file that the client does not have.
enum ReadFiles {}

impl lsp_types::request::Request for ReadFiles {
    type Params = Value;
    type Result = Vec<Option<String>>;
    const METHOD: &'static str = "iri/readFiles";
}

/// Document that a client is asked to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownDocument {
    /// URI of the document.
    pub uri: Url,
    /// Whether another program shows it, such as a browser.
    pub is_external: bool,
}

/// Requests and messages to the client, and what was requested and shown already.
#[derive(Debug)]
pub struct ClientRequests {
    client: Client,
    /// Configuration errors that the user has been shown.
    shown: Mutex<HashSet<ConfigDiagnostic>>,
    /// Number of requests for settings so far.
    settings_requests: AtomicU64,
    /// Number of progresses so far.
    progresses: AtomicU64,
    /// Whether all files are watched.
    watches_all: AtomicBool,
    /// Whether inlay hints are registered.
    registered_hints: tokio::sync::Mutex<bool>,
}

impl ClientRequests {
    /// Creates the requests to `client`; none are sent yet.
    pub fn new(client: Client) -> Self {
        Self {
            client,
            shown: Mutex::default(),
            settings_requests: AtomicU64::new(0),
            progresses: AtomicU64::new(0),
            watches_all: AtomicBool::new(false),
            registered_hints: tokio::sync::Mutex::default(),
        }
    }

    /// Registers for notifications of changed settings, configuration files, and files with these extensions, and the
    /// documents of the server, whose URIs have the scheme `scheme`.
    pub fn register(&self, capabilities: &ClientCapabilities, extensions: &[&str], scheme: &str) {
        let mut registrations = Vec::new();
        if capabilities.registers_configuration {
            registrations.push(registration("workspace/didChangeConfiguration", json!({"section": SECTION})));
        }
        if capabilities.watches_files {
            // Files that are analyzed or read even if they are not open.
            let of_extensions = format!("**/*.{{rnc,ent,{}}}", extensions.join(","));
            // Not every client knows a group in a group.
            // A configuration may extend one with another name.
            let patterns = ["**/*.toml", "**/*catalog*", &of_extensions];
            let watchers = json!({"watchers": patterns.map(|pattern| json!({"globPattern": pattern}))});
            registrations.push(registration("workspace/didChangeWatchedFiles", watchers));
        }
        if capabilities.requests_content {
            registrations.push(registration("workspace/textDocumentContent", json!({"schemes": [scheme]})));
        }
        self.send_registrations(registrations);
    }

    /// Registers for notifications of all files that come or go, once.
    pub fn watch_all(&self) {
        const CREATED_OR_DELETED: u8 = 5;
        if self.watches_all.swap(true, Ordering::SeqCst) {
            return;
        }
        let watchers = json!({"watchers": [{"globPattern": "**/*", "kind": CREATED_OR_DELETED}]});
        let method = "workspace/didChangeWatchedFiles";
        let id = "targets".to_owned();
        self.send_registrations(vec![Registration { id, method: method.to_owned(), register_options: Some(watchers) }]);
    }

    fn send_registrations(&self, registrations: Vec<Registration>) {
        if registrations.is_empty() {
            return;
        }
        let client = self.client.clone();
        task::spawn(async move {
            if let Err(error) = client.register_capability(registrations).await {
                tracing::warn!("cannot register for changes and documents: {error}");
            }
        });
    }

    /// Shows the user those of `diagnostics` that were not shown yet.
    pub fn show_new(&self, diagnostics: Vec<ConfigDiagnostic>) {
        let mut shown = self.shown.lock();
        let new: Vec<_> = diagnostics.into_iter().filter(|diagnostic| shown.insert(diagnostic.clone())).collect();
        drop(shown);
        if new.is_empty() {
            return;
        }
        let lines = new.iter().map(|ConfigDiagnostic { name, message }| format!("{name}: {message}"));
        self.show(lines.collect::<Vec<_>>().join("\n"));
    }

    /// Shows the user a message.
    pub fn show(&self, text: String) {
        tracing::warn!("{text}");
        let client = self.client.clone();
        task::spawn(async move { client.show_message(MessageType::WARNING, text).await });
    }

    /// Forgets the shown errors that are not in `current`, so that they are shown again if they return.
    pub fn clear_resolved(&self, current: &HashSet<ConfigDiagnostic>) {
        self.shown.lock().retain(|diagnostic| current.contains(diagnostic));
    }

    /// Returns the number of a new request for [`settings`](Self::settings), which supersedes all earlier ones.
    pub fn next_settings_request(&self) -> u64 {
        self.settings_requests.fetch_add(1, Ordering::SeqCst) + 1
    }

    /// Requests the settings of the client, and those of its folders, the `scopes`; `None` if it has none, or if a later request
    /// supersedes `number`: an answer to an earlier request must not undo that to a later one.
    pub async fn settings(&self, number: u64, scopes: &[(PathBuf, Url)]) -> Option<(Value, Vec<(PathBuf, Value)>)> {
        let item = |scope_uri| ConfigurationItem { scope_uri, section: Some(SECTION.to_owned()) };
        let items = std::iter::once(item(None)).chain(scopes.iter().map(|(_, uri)| item(Some(uri.clone()))));
        let answer = self.client.configuration(items.collect()).await;
        if self.settings_requests.load(Ordering::SeqCst) != number {
            return None;
        }
        match answer {
            Ok(answers) => {
                let mut answers = answers.into_iter();
                let settings = answers.next()?;
                Some((settings, scopes.iter().map(|(folder, _)| folder.clone()).zip(answers).collect()))
            }
            Err(error) => {
                tracing::warn!("cannot get the settings of the client: {error}");
                None
            }
        }
    }

    /// Registers inlay hints if they are wanted, or unregisters them: a client without a provider does not request
    /// them at every change, and VS Code before 1.107 reacts to one refresh only.
    pub async fn offer_inlay_hints(&self, capabilities: &ClientCapabilities, is_wanted: impl Fn() -> bool + Send) {
        // Registrations are sent one at a time, each for the setting that is current at that moment.
        let mut registered = self.registered_hints.lock().await;
        let wanted = is_wanted();
        if wanted == *registered {
            return;
        }
        *registered = wanted;
        if let Err(error) = self.register_inlay_hints(capabilities, wanted).await {
            tracing::warn!("cannot change the registration of inlay hints: {error}");
        }
    }

    async fn register_inlay_hints(
        &self,
        capabilities: &ClientCapabilities,
        wanted: bool,
    ) -> tower_lsp::jsonrpc::Result<()> {
        let hints = registration("textDocument/inlayHint", json!({"documentSelector": null}));
        if !wanted {
            let Registration { id, method, .. } = hints;
            return self.client.unregister_capability(vec![Unregistration { id, method }]).await;
        }
        self.client.register_capability(vec![hints]).await?;
        // Neovim requests hints for documents that are already open only on request.
        if capabilities.refreshes_hints {
            self.client.inlay_hint_refresh().await?;
        }
        Ok(())
    }

    /// Requests the texts of files, each of which the client may not have.
    pub async fn read_files(&self, uris: Vec<Url>) -> Vec<Option<String>> {
        let texts = self.client.send_request::<ReadFiles>(json!({"uris": uris})).await;
        texts.inspect_err(|error| tracing::warn!("the client reads no files: {error}")).unwrap_or_default()
    }

    /// Creates a progress that the client displays; `None` if it refuses.
    pub async fn create_progress(&self) -> Option<ProgressToken> {
        let number = self.progresses.fetch_add(1, Ordering::SeqCst);
        let token = ProgressToken::String(format!("iri-{number}"));
        let params = WorkDoneProgressCreateParams { token: token.clone() };
        let created = self.client.send_request::<WorkDoneProgressCreate>(params).await;
        created.ok().map(|()| token)
    }

    /// Makes the client show a document. If it does not, the user sees a message.
    pub fn show_document(&self, document: ShownDocument) {
        let client = self.client.clone();
        task::spawn(async move {
            let ShownDocument { uri, is_external } = document;
            let external = Some(is_external);
            let params = ShowDocumentParams { uri: uri.clone(), external, take_focus: Some(true), selection: None };
            let cause = match client.send_request::<ShowDocument>(params).await {
                Ok(result) if result.success => return,
                Ok(_) => String::new(),
                Err(error) => format!(": {error}"),
            };
            client.show_message(MessageType::WARNING, format!("cannot show {uri}{cause}")).await;
        });
    }

    /// Makes the client pull all diagnostics again.
    pub fn refresh_diagnostics(&self) {
        let client = self.client.clone();
        task::spawn(async move { client.workspace_diagnostic_refresh().await });
    }

    /// Makes the client request all inlay hints again.
    pub fn refresh_inlay_hints(&self) {
        let client = self.client.clone();
        task::spawn(async move { client.inlay_hint_refresh().await });
    }
}

fn registration(method: &str, options: Value) -> Registration {
    Registration { id: format!("iri-lsp {method}"), method: method.to_owned(), register_options: Some(options) }
}
