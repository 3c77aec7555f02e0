//! What the server knows while it runs: the client, the open documents, their settings, and what to publish when.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Duration;

use serde_json::Value;
use tower_lsp::Client;
use tower_lsp::lsp_types::{
    FileEvent, ProgressToken, TextDocumentContentChangeEvent, Url, WorkspaceFolder, WorkspaceFoldersChangeEvent,
};

use crate::analysis::files::depends_on_others;
use crate::analysis::link_index::{LinkIndex, LinkedFiles};
use crate::client::capabilities::{ClientCapabilities, InitializeParams};
use crate::client::requests::{ClientRequests, ShownDocument};
use crate::client::settings::ConfigDiagnostic;
use crate::config::{Configuration, document_extensions, is_config};
use crate::documents::{Documents, Snapshot, is_schema};
use crate::open_ids::OpenIds;
use crate::proto::{from_proto, to_proto};
use crate::reports::{Reports, SCHEME};
use crate::scheduler::Scheduler;
use crate::task;
use crate::transport::middleware::Lifecycle;
use crate::transport::publisher::Publisher;
use crate::workspace::Workspace;

/// State of the server.
#[derive(Debug)]
pub struct Session {
    initialize: OnceLock<InitializeParams>,
    requests: ClientRequests,
    lifecycle: Lifecycle,
    /// Publisher of diagnostics.
    pub publisher: Publisher,
    /// Open documents.
    pub documents: Arc<Documents>,
    /// Times of their publication.
    pub scheduler: Scheduler,
    /// Settings for their analysis.
    pub configuration: Configuration,
    /// Files that are not open.
    pub workspace: Workspace,
    /// Links between the files of the workspace.
    pub links: LinkIndex,
    /// IDs in open texts.
    open_ids: OpenIds,
    /// Reports that the client was asked to show.
    pub reports: Reports,
}

impl Session {
    /// Creates a session with `client` that publishes through `publisher`, until the end of `lifecycle`; it is not
    /// initialized yet.
    pub fn new(client: Client, publisher: Publisher, lifecycle: Lifecycle) -> Self {
        let documents = Arc::new(Documents::default());
        let configuration = Configuration::with_open(&documents);
        Self {
            lifecycle,
            initialize: OnceLock::new(),
            requests: ClientRequests::new(client),
            publisher,
            documents,
            scheduler: Scheduler::default(),
            configuration,
            workspace: Workspace::default(),
            links: LinkIndex::default(),
            open_ids: OpenIds::default(),
            reports: Reports::default(),
        }
    }

    /// Stores the params of `initialize`.
    pub fn initialize(&self, params: InitializeParams) {
        if let Some(process) = params.process_id {
            task::spawn(end_with_process(process, self.lifecycle.clone()));
        }
        self.configuration.initialize(params.folders.clone(), &params.options);
        // The service accepts only one `initialize`.
        let _ = self.initialize.set(params);
    }

    /// Returns the capabilities of the client.
    pub fn capabilities(&self) -> &ClientCapabilities {
        static NONE: LazyLock<ClientCapabilities> = LazyLock::new(ClientCapabilities::default);
        self.initialize.get().map_or(&NONE, |params| &params.capabilities)
    }

    /// Sends the first requests to the client, which can answer from now on.
    pub fn on_initialized(self: &Arc<Self>) {
        self.requests.register(self.capabilities(), &document_extensions(), SCHEME);
        self.show_settings_problems();
        self.offer_inlay_hints();
        self.request_settings();
    }

    /// Returns the files whose links are indexed, and that may be read from `snapshot`.
    pub fn linked_files<'w>(&'w self, snapshot: Option<&Snapshot>) -> LinkedFiles<'w> {
        let folders = self.configuration.folders();
        let roots = snapshot.map_or_else(|| folders.clone(), |snapshot| snapshot.document.settings().roots.clone());
        LinkedFiles { folders, roots, documents: &self.documents, configuration: &self.configuration }
    }

    /// Returns whether the connection ends: then no result is wanted.
    pub fn has_ended(&self) -> bool {
        self.lifecycle.is_shut_down() || self.lifecycle.has_exited()
    }

    /// Waits until the connection ends.
    pub async fn ended(&self) {
        self.lifecycle.ended().await;
    }

    /// Shows the user a message about `name`, unless it was shown already.
    pub fn show_once(&self, name: &str, message: String) {
        self.requests.show_new(vec![ConfigDiagnostic { name: name.to_owned(), message }]);
    }

    /// Shows the user a message.
    pub fn show(&self, message: String) {
        self.requests.show(message);
    }

    /// Makes the client show a document.
    pub fn show_document(&self, document: ShownDocument) {
        self.requests.show_document(document);
    }

    /// Returns the texts of files that the client reads; `None` for a file that it does not have.
    pub async fn read_files(&self, uris: Vec<Url>) -> Vec<Option<String>> {
        self.requests.read_files(uris).await
    }

    /// Starts a progress that the client displays; `None` if it does not display any.
    pub async fn start_progress(&self) -> Option<ProgressToken> {
        if self.capabilities().shows_progress { self.requests.create_progress().await } else { None }
    }

    /// Returns the condition under which results about `snapshot` are outdated: the document has changed, or the
    /// connection ends.
    pub fn when_outdated(self: &Arc<Self>, snapshot: &Arc<Snapshot>) -> impl Fn() -> bool + Send + Sync + use<> {
        let (session, snapshot) = (Arc::clone(self), Arc::clone(snapshot));
        move || session.has_ended() || !session.documents.is_current(&snapshot)
    }

    /// Opens a document.
    pub fn open(&self, (uri, language): (&Url, &str), version: Option<i32>, text: String) {
        let settings = self.configuration.settings_without_schemas(uri.as_str(), language, &text);
        let uri = self.documents.open((uri.as_str(), language), version, text, Arc::new(settings));
        self.requests.show_new(self.configuration.file_problems(&uri));
        self.on_schema_changed(&uri);
        self.scheduler.publish_now(uri);
    }

    /// Changes a document.
    pub fn change(&self, uri: &Url, version: Option<i32>, events: Vec<TextDocumentContentChangeEvent>) {
        let changes = from_proto::text_changes(events, self.capabilities());
        let Some(uri) = self.documents.change(uri.as_str(), version, changes) else {
            return tracing::warn!("ignored a change to {uri}, which is not open");
        };
        self.on_schema_changed(&uri);
        self.scheduler.publish_soon(uri);
    }

    /// Returns the current state of a document with all its settings; `None` if it is not open. May take time for its
    /// schemas.
    pub fn settled(&self, uri: &str) -> Option<Arc<Snapshot>> {
        let mut snapshot = self.documents.snapshot(uri)?;
        // Edits that arrive at the same time may leave it provisional.
        for _ in 0..3 {
            if !snapshot.is_provisional {
                break;
            }
            self.reanalyze(&snapshot);
            snapshot = self.documents.snapshot(uri)?;
        }
        Some(snapshot)
    }

    /// Reacts to a change of the document at `uri`, which may be a schema of others, or a configuration file.
    fn on_schema_changed(&self, uri: &str) {
        if self.configuration.has_config(uri) {
            self.configuration.forget_configs();
            self.outdate_settings();
        }
        if self.configuration.forget_schema(uri) {
            self.outdate_settings();
        }
    }

    /// Analyzes all documents and the files that are not open again, and before that whichever document a request is about.
    fn outdate_settings(&self) {
        self.documents.outdate_settings();
        self.workspace.on_settings_changed();
        self.scheduler.invalidate();
    }

    /// Closes a document.
    pub fn close(&self, uri: &Url) {
        if let Some(uri) = self.documents.close(uri.as_str()) {
            self.on_schema_changed(&uri);
            // Other files may have been analyzed under the text that was not saved.
            if is_schema(&uri) {
                self.workspace.on_settings_changed();
            }
            self.scheduler.publish_now(uri);
            self.workspace.on_files_changed();
        }
    }

    /// Reacts to a save: the file may be a configuration file, which some clients do not watch.
    pub fn on_save(&self) {
        if !self.capabilities().watches_files {
            self.on_configuration_files_changed();
        }
    }

    /// Reacts to files that another program created, changed or deleted.
    pub fn on_files_changed(&self, events: &[FileEvent]) {
        let catalogs: HashSet<PathBuf> = self.documents.all().iter().flat_map(|open| self.catalogs_of(open)).collect();
        let is_configuration = |event: &FileEvent| {
            let uri = event.uri.as_str();
            let Some(path) = from_proto::path(&event.uri) else { return true };
            // A catalog may name further ones.
            let is_catalog = path.file_name().unwrap_or_default().to_string_lossy().contains("catalog");
            self.configuration.has_config(uri) || is_schema(uri) || is_catalog || catalogs.contains(&path)
        };
        if events.is_empty() || events.iter().any(is_configuration) {
            self.on_configuration_files_changed();
        }
        if !events.is_empty() {
            self.on_targets_changed();
        }
        self.workspace.on_files_changed();
    }

    fn catalogs_of(&self, snapshot: &Snapshot) -> Vec<PathBuf> {
        self.configuration.catalogs_for(&snapshot.uri).into_iter().map(|catalog| catalog.path).collect()
    }

    /// Reacts to changed configuration files, schemas or catalogs.
    fn on_configuration_files_changed(&self) {
        self.configuration.forget_files();
        self.workspace.on_settings_changed();
        self.scheduler.invalidate();
    }

    /// Returns the number of changes of the targets in open texts so far; results about a document that checks its targets
    /// apply to one number.
    pub fn targets_revision(&self, snapshot: &Snapshot) -> u64 {
        if depends_on_others(&snapshot.document) { self.open_ids.revision(&self.documents) } else { 0 }
    }

    /// Makes the client watch all files, because documents check their targets. Otherwise it watches those that are read.
    pub fn watch_targets(&self) {
        if self.capabilities().watches_files {
            self.requests.watch_all();
        }
    }

    /// Publishes the documents that check their targets again, if the IDs in open texts have changed.
    pub fn republish_dependents(&self) {
        if !self.documents.any(depends_on_others) {
            return;
        }
        self.watch_targets();
        if !self.open_ids.have_changed(&self.documents) {
            return;
        }
        self.workspace.on_files_listed();
        self.publish_again(|open| depends_on_others(&open.document));
    }

    /// Publishes the open documents that `matches` accepts.
    fn publish_again(&self, matches: impl Fn(&Snapshot) -> bool) {
        let meant: Vec<_> = self.documents.all().into_iter().filter(|open| matches(open)).collect();
        if !meant.is_empty() && self.capabilities().pulls_diagnostics {
            self.requests.refresh_diagnostics();
        }
        for open in meant {
            self.scheduler.publish_now(Arc::clone(&open.uri));
        }
    }

    /// Reacts to files that came or went: they may be targets of references.
    fn on_targets_changed(&self) {
        self.workspace.on_files_listed();
        // The problems of a configuration file depend on the files that it names.
        let depends = |open: &Snapshot| is_config(&open.uri) || depends_on_others(&open.document);
        self.documents.renew(depends);
        self.publish_again(depends);
    }

    /// Reacts to changed settings of the client; `settings` are those in the notification.
    pub fn on_settings_changed(self: &Arc<Self>, settings: &Value) {
        if self.capabilities().configuration {
            return self.request_settings();
        }
        self.apply_settings(settings, &[]);
    }

    /// Reacts to changed workspace folders: patterns and catalogs are relative to them.
    pub fn on_folders_changed(self: &Arc<Self>, event: &WorkspaceFoldersChangeEvent) {
        let paths = |folders: &[WorkspaceFolder]| -> Vec<PathBuf> {
            folders.iter().filter_map(|folder| from_proto::path(&folder.uri)).collect()
        };
        self.configuration.change_folders(paths(&event.added), &paths(&event.removed));
        self.on_configuration_changed();
        // A new folder may have settings of its own.
        self.request_settings();
    }

    /// Analyzes the text of `snapshot` with its current settings, if they changed. `true` if anything was analyzed.
    pub fn reanalyze(&self, snapshot: &Snapshot) -> bool {
        self.requests.show_new(self.configuration.file_problems(&snapshot.uri));
        self.documents.reanalyze(
            snapshot,
            self.configuration.settings_for(&snapshot.uri, &snapshot.language, &snapshot.schema_head()),
        )
    }

    /// Forgets the shown problems that are resolved, so that they are shown again if they return.
    pub fn clear_resolved_problems(&self) {
        let mut current: HashSet<ConfigDiagnostic> = self.configuration.settings_problems().into_iter().collect();
        for snapshot in self.documents.all() {
            current.extend(self.configuration.file_problems(&snapshot.uri));
        }
        self.requests.clear_resolved(&current);
    }

    /// Makes the client repeat the requests that it sends by itself.
    pub fn refresh(&self) {
        if self.capabilities().pulls_diagnostics {
            self.requests.refresh_diagnostics();
        }
        if self.capabilities().refreshes_hints && self.configuration.features().inlay_hints.is_some() {
            self.requests.refresh_inlay_hints();
        }
    }

    fn request_settings(self: &Arc<Self>) {
        if !self.capabilities().configuration {
            return;
        }
        let session = Arc::clone(self);
        let number = self.requests.next_settings_request();
        task::spawn(async move {
            let folders = session.configuration.folders().into_iter();
            let scopes: Vec<_> = folders.filter_map(|folder| to_proto::url(&folder).map(|url| (folder, url))).collect();
            if let Some((settings, scoped)) = session.requests.settings(number, &scopes).await {
                session.apply_settings(&settings, &scoped);
            }
        });
    }

    fn apply_settings(self: &Arc<Self>, settings: &Value, scoped: &[(PathBuf, Value)]) {
        self.configuration.set_client_settings(settings, scoped);
        self.on_configuration_changed();
    }

    fn on_configuration_changed(self: &Arc<Self>) {
        self.show_settings_problems();
        self.offer_inlay_hints();
        self.workspace.on_settings_changed();
        self.scheduler.invalidate();
    }

    fn show_settings_problems(&self) {
        self.requests.show_new(self.configuration.settings_problems());
    }

    fn offer_inlay_hints(self: &Arc<Self>) {
        if !self.capabilities().registers_hints {
            return;
        }
        let session = Arc::clone(self);
        task::spawn(async move {
            let is_wanted = || session.configuration.features().inlay_hints == Some(true);
            session.requests.offer_inlay_hints(session.capabilities(), is_wanted).await;
        });
    }
}

/// Ends the connection when the process `id`, that of the client, is gone: another process may hold its end of the pipe.
/// A process that is unknown from the start is in another container.
async fn end_with_process(id: u32, lifecycle: Lifecycle) {
    const INTERVAL: Duration = Duration::from_secs(2);
    while is_running(id) {
        tokio::select! {
            () = task::sleep(INTERVAL) => {}
            () = lifecycle.exited() => return,
        }
        if !is_running(id) {
            tracing::warn!("the process {id} of the client has ended");
            return lifecycle.end();
        }
    }
}

#[cfg(unix)]
fn is_running(id: u32) -> bool {
    let id = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
    // A process of another user cannot be signaled, but it exists.
    id.is_some_and(|id| rustix::process::test_kill_process(id) != Err(rustix::io::Errno::SRCH))
}

/// The end of the input shows the end of the client.
#[cfg(not(unix))]
fn is_running(_id: u32) -> bool {
    false
}
