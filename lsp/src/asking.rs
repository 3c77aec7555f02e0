//! What the server asks and tells its client unasked.
//!
//! Each question is a task of its own, which is never given up: a handler that waited for its client would
//! keep the reader from the answer, and an answer that nobody waits for any more is a panic in tower-lsp. So
//! nothing waits: what an answer changes, it changes when it comes.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tower_lsp::lsp_types::{
    ConfigurationItem, MessageType, Registration, Unregistration, WorkspaceFolder, WorkspaceFoldersChangeEvent,
};

use crate::config::Problem;
use crate::session::Session;

/// The name under which clients keep our settings.
const SECTION: &str = "iri";

impl Session {
    /// Asks what there is to ask once the client is ready.
    pub fn begin_asking(self: &Arc<Self>) {
        self.register();
        self.report_settings();
        self.offer_hints();
        self.ask_settings();
    }

    /// The settings of the client are others now; `told` is what it says of them.
    pub fn settings_changed(self: &Arc<Self>, told: &Value) {
        if self.abilities().configuration {
            return self.ask_settings();
        }
        self.configuration.set(told);
        self.settle();
    }

    /// The client works in other folders now: patterns and catalogs count from them.
    pub fn folders_changed(self: &Arc<Self>, event: &WorkspaceFoldersChangeEvent) {
        let paths = |folders: &[WorkspaceFolder]| -> Vec<PathBuf> {
            folders.iter().filter_map(|folder| folder.uri.to_file_path().ok()).collect()
        };
        self.configuration.change_folders(paths(&event.added), &paths(&event.removed));
        self.settle();
    }

    /// A configuration file is another now.
    pub fn files_changed(&self) {
        self.configuration.forget_files();
        self.schedule.rejudge();
    }

    /// A text was saved: it may be a configuration file, where nobody watches those.
    pub fn saved(&self) {
        if !self.abilities().watches_files {
            self.files_changed();
        }
    }

    /// Makes the client ask again for what it has asked for, where it does the asking.
    pub fn refresh(self: &Arc<Self>) {
        let abilities = self.abilities();
        if abilities.pulls_diagnostics {
            let client = self.client.clone();
            tokio::spawn(async move { client.workspace_diagnostic_refresh().await });
        }
        if abilities.refreshes_hints && self.configuration.features().inlay_hints.is_some() {
            let client = self.client.clone();
            tokio::spawn(async move { client.inlay_hint_refresh().await });
        }
    }

    /// Forgets what was told and makes sense by now, so that it is told again where somebody does it again.
    pub fn forget_mended(&self) {
        let mut now: HashSet<Problem> = self.configuration.problems().into_iter().collect();
        for snapshot in self.documents.all() {
            now.extend(self.configuration.problems_of_file(&snapshot.uri));
        }
        self.reported().retain(|problem| now.contains(problem));
    }

    fn reported(&self) -> MutexGuard<'_, HashSet<Problem>> {
        self.reported.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the user what of the settings makes no sense; once.
    pub fn report(&self, problems: Vec<Problem>) {
        let mut known = self.reported();
        let new: Vec<Problem> = problems.into_iter().filter(|problem| known.insert(problem.clone())).collect();
        drop(known);
        if new.is_empty() {
            return;
        }
        let lines = new.iter().map(|Problem { name, message }| format!("{name}: {message}"));
        let text = lines.collect::<Vec<_>>().join("\n");
        tracing::warn!("{text}");
        let client = self.client.clone();
        tokio::spawn(async move { client.show_message(MessageType::WARNING, text).await });
    }

    fn report_settings(&self) {
        self.report(self.configuration.problems());
    }

    fn settle(self: &Arc<Self>) {
        self.report_settings();
        self.offer_hints();
        self.schedule.rejudge();
    }

    /// Registers inlay hints where they are wanted now, or takes them back: a client that has none to ask for does
    /// not ask at every turn, and VS Code before 1.107 listens to one refresh alone.
    fn offer_hints(self: &Arc<Self>) {
        if !self.abilities().registers_hints {
            return;
        }
        let session = Arc::clone(self);
        tokio::spawn(async move {
            // One at a time, each to what is wanted when its turn comes.
            let mut offered = session.offers_hints.lock().await;
            let wanted = session.configuration.features().inlay_hints == Some(true);
            if wanted == *offered {
                return;
            }
            *offered = wanted;
            if let Err(error) = session.tell_of_hints(wanted).await {
                tracing::warn!("the client takes no word of inlay hints: {error}");
            }
        });
    }

    async fn tell_of_hints(&self, wanted: bool) -> tower_lsp::jsonrpc::Result<()> {
        const METHOD: &str = "textDocument/inlayHint";
        let of_hints = registration(METHOD, json!({"documentSelector": null}));
        if !wanted {
            let Registration { id, method, .. } = of_hints;
            return self.client.unregister_capability(vec![Unregistration { id, method }]).await;
        }
        self.client.register_capability(vec![of_hints]).await?;
        // Neovim asks for none of what was open before, unless told to.
        if self.abilities().refreshes_hints {
            self.client.inlay_hint_refresh().await?;
        }
        Ok(())
    }

    fn ask_settings(self: &Arc<Self>) {
        if !self.abilities().configuration {
            return;
        }
        let session = Arc::clone(self);
        let number = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
        tokio::spawn(async move {
            let item = ConfigurationItem { scope_uri: None, section: Some(SECTION.to_owned()) };
            let answer = session.client.configuration(vec![item]).await;
            // An answer to an earlier question must not undo that to a later one.
            if session.asked.load(Ordering::SeqCst) != number {
                return;
            }
            match answer {
                Ok(mut answers) if !answers.is_empty() => {
                    session.configuration.set(&answers.swap_remove(0));
                    session.settle();
                }
                Ok(_) => {}
                Err(error) => tracing::warn!("the client does not tell its settings: {error}"),
            }
        });
    }

    /// Asks to be told of changes.
    fn register(self: &Arc<Self>) {
        let abilities = self.abilities();
        let mut wanted = Vec::new();
        if abilities.registers_configuration {
            wanted.push(registration("workspace/didChangeConfiguration", json!({"section": SECTION})));
        }
        if abilities.watches_files {
            let watchers = json!({"watchers": [{"globPattern": "**/.iri.toml"}]});
            wanted.push(registration("workspace/didChangeWatchedFiles", watchers));
        }
        if wanted.is_empty() {
            return;
        }
        let client = self.client.clone();
        tokio::spawn(async move {
            if let Err(error) = client.register_capability(wanted).await {
                tracing::warn!("the client does not tell of changes: {error}");
            }
        });
    }
}

fn registration(method: &str, options: Value) -> Registration {
    Registration { id: format!("iri-lsp {method}"), method: method.to_owned(), register_options: Some(options) }
}
