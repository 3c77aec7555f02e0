//! What the server knows while it serves: the client, the open texts, what is to be published.

use std::collections::HashSet;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, OnceLock};

use tokio::time::Instant;
use tower_lsp::Client;
use tower_lsp::lsp_types::{CodeActionParams, CodeActionResponse, Diagnostic, TextDocumentContentChangeEvent, Url};

use crate::abilities::{Abilities, Greeting};
use crate::config::{Configuration, Problem};
use crate::documents::{Documents, Snapshot};
use crate::proto;
use crate::scheduler::Schedule;
use crate::transport::publisher::Publisher;

/// What the server knows.
#[derive(Debug)]
pub struct Session {
    pub(crate) client: Client,
    /// Where it is told what is wrong.
    pub publisher: Publisher,
    greeting: OnceLock<Greeting>,
    /// The open texts.
    pub documents: Documents,
    /// When they are published.
    pub schedule: Schedule,
    /// How they are judged.
    pub configuration: Configuration,
    /// What the user was told of settings that make no sense.
    pub(crate) reported: Mutex<HashSet<Problem>>,
    /// How often the client was asked for its settings.
    pub(crate) asked: AtomicU64,
    /// Whether the client was told that there are inlay hints.
    pub(crate) offers_hints: tokio::sync::Mutex<bool>,
}

impl Session {
    /// One with `client`, of which nothing is known yet.
    pub fn new(client: Client, publisher: Publisher) -> Self {
        Self {
            client,
            publisher,
            greeting: OnceLock::new(),
            documents: Documents::default(),
            schedule: Schedule::default(),
            configuration: Configuration::default(),
            reported: Mutex::default(),
            asked: AtomicU64::new(0),
            offers_hints: tokio::sync::Mutex::default(),
        }
    }

    /// Takes note of what the client says of itself.
    pub fn greet(&self, greeting: Greeting) {
        self.configuration.begin(greeting.folders.clone(), &greeting.options);
        // The service lets but one `initialize` through.
        let _ = self.greeting.set(greeting);
    }

    /// What the client can do.
    pub fn abilities(&self) -> Abilities {
        self.greeting.get().map(|greeting| greeting.abilities.clone()).unwrap_or_default()
    }

    /// Opens a text.
    pub fn open(&self, uri: &Url, version: Option<i32>, text: String) {
        let settings = self.configuration.settings_for(uri.as_str(), &text);
        let uri = self.documents.open(uri.as_str(), version, text, Arc::new(settings));
        self.report(self.configuration.problems_of_file(&uri));
        self.schedule.at_once(uri);
    }

    /// Changes a text.
    pub fn change(&self, uri: &Url, version: Option<i32>, events: Vec<TextDocumentContentChangeEvent>) {
        let came = Instant::now();
        let changes = proto::changes(events, &self.abilities());
        let Some(uri) = self.documents.change(uri.as_str(), version, changes) else {
            return tracing::warn!("{uri} changed, but is not open");
        };
        self.schedule.soon(uri, came);
    }

    /// Closes a text.
    pub fn close(&self, uri: &Url) {
        if let Some(uri) = self.documents.close(uri.as_str()) {
            self.schedule.at_once(uri);
        }
    }

    /// Analyzes the text of `snapshot` under its present settings, if they changed. `true` if anything was analyzed.
    pub fn reanalyze(&self, snapshot: &Snapshot) -> bool {
        self.report(self.configuration.problems_of_file(&snapshot.uri));
        self.documents.reanalyze(snapshot, self.configuration.settings_for(&snapshot.uri, &snapshot.head()))
    }

    /// What is wrong with a text.
    pub fn diagnostics(&self, snapshot: &Snapshot) -> Vec<Diagnostic> {
        let documentation = self.configuration.features().documentation;
        proto::diagnostics::diagnostics(snapshot, &self.abilities(), documentation.as_deref())
    }

    /// Works out what can be done at a place of a text.
    pub fn code_actions(
        self: &Arc<Self>,
        params: CodeActionParams,
    ) -> impl FnOnce() -> Option<CodeActionResponse> + Send + use<> {
        let session = Arc::clone(self);
        let snapshot = self.documents.snapshot(params.text_document.uri.as_str());
        move || {
            let config = || session.configuration.place_for(params.text_document.uri.as_str());
            Some(proto::actions::code_actions(&*snapshot?, &params, &session.abilities(), config))
        }
    }

    /// What is told of a text.
    pub fn publication(&self, snapshot: &Snapshot) -> Vec<u8> {
        self.publisher.written(&snapshot.uri, snapshot.version, &self.diagnostics(snapshot))
    }
}
